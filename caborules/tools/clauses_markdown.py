"""What cites which clause as a page in Markdown. It names no lines, so that it changes only when citations do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from caborules.tools.clauses import STATUSES, Part, Row, Traced, Variant

MEANING = """\
`formalised`: a rule, an answer, a row of a table or the like cites it. `in a variant`: only rules of a variant do.
`stated`: only a property does. `excused`: neither rule nor property does, and the ruleset says why. `shown`: only an
example does. `missing`: nothing cites it, and nothing is said. That the examples hold and the properties are proved is
not told here: `caborules check` tells it.
"""
Link = Callable[[str], str]
"""From the name of a file to where it lies, or to nothing."""


def markdown(traced: Traced, link: Link = lambda _: "") -> str:
    """The page; ``link`` says where a file lies as seen from the page, if names of files are to lead there."""
    return "\n".join(_page(traced, link)).rstrip() + "\n"


def _page(traced: Traced, link: Link) -> Iterator[str]:
    yield f"# Clauses: {plain(traced.title)}"
    yield ""
    yield f"What of {_file(traced.file, link)} and its variants cites which clause of the catalogue."
    yield ""
    yield MEANING
    yield from counts_table(traced)
    yield "## Clauses"
    for row in traced.rows:
        yield from _row(row)
    yield ""
    yield "## Parts, and what they cite"
    yield from _parts(traced.parts, link)
    if traced.untraced:
        yield ""
        yield "## Parts of the game that cite nothing"
        yield from _parts(traced.untraced, link)
    yield ""
    yield "## Variants"
    if not traced.variants:
        yield ""
        yield "None."
    for variant in traced.variants:
        yield from _variant(variant, link)


def counts_table(traced: Traced) -> Iterator[str]:
    """How many clauses of each kind have which status."""
    used = [status for status in STATUSES if traced.counts[status]]
    kinds = list(dict.fromkeys(row.clause.kind for row in traced.rows))
    yield _line(["kind", "clauses", *used])
    yield "|---" * (len(used) + 2) + "|"
    for kind in kinds:
        found = [row.status for row in traced.rows if row.clause.kind == kind]
        yield _line([kind, str(len(found)), *(str(found.count(status) or "") for status in used)])
    yield _line(["all", str(len(traced.rows)), *(str(traced.counts[status]) for status in used)])
    yield ""


def _row(row: Row) -> Iterator[str]:
    clause = row.clause
    yield ""
    yield f"### {clause.id}"
    yield ""
    yield f"*{clause.kind}, {row.status}.* {plain(clause.text)}" + (f" ({plain(clause.why)})" if clause.why else "")
    yield ""
    yield from _listed("rules", (f"`{part.label}`" for part in row.rules))
    yield from _listed("properties", (_title(part) for part in row.properties))
    yield from _listed("examples", (_title(part) for part in row.examples))
    for name, parts in row.variants.items():
        yield from _listed(f"in {name}", (_title(part) if part.use != "rule" else f"`{part.label}`" for part in parts))
    if row.excuse:
        yield f"- {row.excused}: {plain(row.excuse)}"


def _listed(what: str, texts: Iterable[str]) -> Iterator[str]:
    joined = "; ".join(texts)
    if joined:
        yield f"- {what}: {joined}"


def _title(part: Part) -> str:
    sort = "" if part.sort in ("example", "property") else f"{part.sort} "
    return f'{sort}"{plain(part.name)}"'


def _parts(parts: Iterable[Part], link: Link) -> Iterator[str]:
    """A table a file, in the order in which the files first occur."""
    by_file = sorted(parts, key=lambda part: part.file)
    for file, same in groupby(by_file, key=lambda part: part.file):
        yield ""
        yield f"In {_file(file, link) if file else 'no file of its own'}:"
        yield ""
        yield _line(["part", "clauses"])
        yield "|---|---|"
        for part in same:
            named = f"`{cell(part.label)}`" if part.use == "rule" else f"{part.sort} {cell(_title(part))}"
            yield _line([named, " ".join(part.clauses) or "none"])


def _variant(variant: Variant, link: Link) -> Iterator[str]:
    yield ""
    yield f"### {variant.name}"
    yield ""
    yield f"{plain(variant.title)}: {_file(variant.file, link)}, which extends {variant.extends}."
    used = " ".join(variant.clauses)
    yield f"It cites {used}." if used else "It cites nothing."
    yield ""
    if variant.changes:
        yield _line(["what it changes", "clauses"])
        yield "|---|---|"
        for change in variant.changes:
            yield _line([f"`{cell(change.text)}`", " ".join(change.clauses)])
    else:
        yield "It changes nothing."
    shown = [_title(part) for part in variant.parts if part.use != "rule"]
    excused = [f"{clause}: {plain(reason)}" for clause, reason in variant.excuses.items()]
    if shown or excused:
        yield ""
    yield from _listed("examples and properties", shown)
    yield from _listed("excused", excused)


def _file(name: str, link: Link) -> str:
    target = link(name)
    return f"[`{name}`]({target})" if target else f"`{name}`"


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def cell(text: str) -> str:
    """A text inside a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def plain(text: str) -> str:
    """A text that is no Markdown, as Markdown."""
    return "".join(f"\\{c}" if c in "\\`*_<>[]|" else c for c in " ".join(text.split()))
