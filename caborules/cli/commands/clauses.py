"""``caborules clauses FILE``: which rules, properties and examples cite each clause of the source, and the reverse."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from caborules.cli import arguments as shared
from caborules.cli import exits
from caborules.cli.problems import UsageError
from caborules.cli.reports import plural
from caborules.cli.terminal import Table, Terminal

if TYPE_CHECKING:
    from caborules.tools.clauses import Part, Row, Traced, Variant


def arguments(parser: shared.Parser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("clauses", nargs="*", metavar="CLAUSE", help="only these, such as cabo.M3; without one, all")
    parser.add_argument(
        "--by", choices=("clause", "part"), default="clause", help="as text: what cites a clause, or what a part cites"
    )
    parser.add_argument("--alone", action="store_true", help="without the variants that lie beside the file")
    parser.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="for people, for machines, or as a page"
    )


def run(options: Namespace, terminal: Terminal) -> int:
    from caborules.tools.clauses import trace_clauses

    traced = trace_clauses(options.file, alone=options.alone)
    missing = traced.counts["missing"]
    if options.clauses:
        traced = traced.narrowed(_known(options.clauses, traced, options.file))
    match options.format:
        case "json":
            terminal.json("caborules/clauses/1", content(traced))
        case "markdown":
            from caborules.tools.clauses_markdown import markdown

            terminal.out.write(markdown(traced))
        case _ if options.by == "part":
            _print_parts(traced, terminal)
        case _:
            _print_rows(traced, terminal)
    for file, problem in traced.left_out:
        terminal.note(f"Left out: {file} is refused: {problem.code} {problem.message} See: caborules check {file}")
    if traced.left_out:
        return exits.REFUSED
    return exits.VIOLATED if missing else exits.OK


def _known(wanted: list[str], traced: Traced, file: str) -> list[str]:
    """The clauses asked for. Raises UsageError where the catalogue lacks one; it names a similar one, if any is."""
    ids = [row.clause.id for row in traced.rows]
    for clause in wanted:
        if clause not in ids:
            from caborules.names.nearest import nearest

            told = f"the catalogue of {traced.name} has no clause {shared.shorten(clause)}"
            short = {one.rpartition(".")[2]: one for one in ids}
            near = nearest(clause, ids) or short.get(nearest(clause, short) or "")
            hint = f'Did you mean "{near}"?' if near else f"All of them: caborules clauses {file}"
            raise UsageError(told, hint)
    return wanted


# ---------------------------------------------------------------- for people
def _print_rows(traced: Traced, terminal: Terminal) -> None:
    terminal.heading(f"{traced.name}: {traced.title}")
    for row in traced.rows:
        terminal.say()
        _print_row(row, terminal)
    terminal.say()
    for variant in traced.variants:
        _print_variant(variant, terminal)
    if traced.untraced:
        cited = f"{plural(len(traced.untraced), 'part')} of the game {'cites' if len(traced.untraced) == 1 else 'cite'}"
        _list(f"{cited} nothing", [part.label for part in traced.untraced], terminal, indent="")
        terminal.say()
    told = ", ".join(f"{number} {status}" for status, number in traced.counts.items() if number)
    terminal.say(f"{plural(len(traced.rows), 'clause')}: {told}.")


def _print_row(row: Row, terminal: Terminal) -> None:
    terminal.heading(f"{row.clause.id}  {row.clause.kind}, {row.status}")
    _folded(row.clause.text, "    ", "    ", terminal)
    for what, parts in (("rules", row.rules), ("properties", row.properties), ("examples", row.examples)):
        _list(what, _texts(parts), terminal)
    for name, parts in row.variants.items():
        _list(f"in {name}", _texts(parts), terminal)
    _list(row.excused, [row.excuse] if row.excuse else [], terminal)


def _texts(parts: Iterable[Part]) -> list[str]:
    return [part.label if part.use == "rule" else f'"{part.name}"' for part in parts]


def _print_variant(variant: Variant, terminal: Terminal) -> None:
    terminal.heading(f"{variant.name}  {variant.title} ({variant.file})")
    for change in variant.changes:
        _folded(f"{change.text}{''.join(f' @{clause}' for clause in change.clauses)}", "    ", "        ", terminal)
    _list("cites", variant.clauses, terminal)
    _list("excuses", [f"{clause} ({reason})" for clause, reason in variant.excuses.items()], terminal)
    terminal.say()


def _list(what: str, texts: Iterable[str], terminal: Terminal, indent: str = "    ") -> None:
    joined = "; ".join(texts)
    if joined:
        _folded(f"{what}: {joined}", indent, f"{indent}    ", terminal)


def _folded(text: str, first: str, rest: str, terminal: Terminal) -> None:
    """The text in lines as wide as the terminal; ``first`` and ``rest`` stand before them."""
    for line in textwrap.wrap(
        text, terminal.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    ):
        terminal.say(line)


def _print_parts(traced: Traced, terminal: Terminal) -> None:
    parts = [*traced.parts, *traced.untraced, *(part for variant in traced.variants for part in variant.parts)]
    rows = tuple(
        (part.label, " ".join(part.clauses) or "none", f"{part.file}:{part.line}" if part.file else "")
        for part in parts
    )
    terminal.table(Table(("part", "clauses", "where"), rows, f"{traced.name}: {traced.title}"))


# ---------------------------------------------------------------- for machines
def content(traced: Traced) -> dict[str, object]:
    """The result as it stands in JSON; docs/how-to/clauses.md tells what it means."""
    return {
        "ruleset": traced.name,
        "title": traced.title,
        "file": traced.file,
        "counts": traced.counts,
        "clauses": [_row_content(row) for row in traced.rows],
        "parts": [_part_content(part) for part in traced.parts],
        "untraced": [_part_content(part) for part in traced.untraced],
        "variants": [_variant_content(variant) for variant in traced.variants],
        "left_out": [{"file": file, "code": one.code, "message": one.message} for file, one in traced.left_out],
    }


def _row_content(row: Row) -> dict[str, object]:
    return {
        **asdict(row.clause),
        "status": row.status,
        "rules": [part.label for part in row.rules],
        "properties": [part.name for part in row.properties],
        "examples": [part.name for part in row.examples],
        "variants": {name: [part.label for part in parts] for name, parts in row.variants.items()},
        "excuse": row.excuse,
    }


def _part_content(part: Part) -> dict[str, object]:
    return {**asdict(part), "use": part.use}


def _variant_content(variant: Variant) -> dict[str, object]:
    return {
        "name": variant.name,
        "title": variant.title,
        "file": variant.file,
        "extends": variant.extends,
        "clauses": variant.clauses,
        "changes": [asdict(change) for change in variant.changes],
        "parts": [_part_content(part) for part in variant.parts],
        "excuses": dict(variant.excuses),
    }
