"""Writes docs/clauses/ from the shipped rulesets: ``python -m tests.docs.clauses_pages``. A test holds it current."""

from __future__ import annotations

from pathlib import Path

from caborules.names.load import load_book
from caborules.names.sources import shipped_rulesets
from caborules.syntax import nodes as n
from caborules.text.resources import shipped_root
from caborules.tools.clauses import Traced, trace_clauses
from caborules.tools.clauses_markdown import markdown, plain

FOLDER = Path(__file__).parents[2] / "docs" / "clauses"
COMMAND = "python -m tests.docs.clauses_pages"
NOTE = f"\nThis page is written by `{COMMAND}`, from what `caborules clauses {{}} --format markdown` gives.\n"
INDEX = f"""# What cites which clause

The clauses of a game's source text are numbered in [`spec/clauses/`](../../spec/clauses/README.md). These pages tell,
for each clause, the rules, properties and examples that cite it, or why it is not formalised; for each part of the
game, its clauses; and for each variant, what it changes. [How to make such a page for your own
game](../how-to/clauses.md). They are written by `{COMMAND}`.

| game | clauses | in rules | only in a variant | stated or shown | excused | missing | of kind `rule`, but in no rule |
|---|---|---|---|---|---|---|---|
"""


def games() -> list[str]:
    """The shipped rulesets that name a catalogue themselves."""
    return [name for name in sorted(shipped_rulesets()) if "/" not in name and _names_a_catalogue(name)]


def _names_a_catalogue(name: str) -> bool:
    main = load_book(name, uncovered=True).files[-1]
    return any(isinstance(item, n.Clauses) for item in main.items)


def pages() -> dict[str, str]:
    """All pages, by the name of their file."""
    traced = {name: trace_clauses(name) for name in games()}
    index = INDEX + "".join(_line(name, one) for name, one in traced.items())
    return {"README.md": index, **{f"{name}.md": _page(name, one) for name, one in traced.items()}}


def _page(name: str, traced: Traced) -> str:
    head, _, rest = markdown(traced, _link).partition("\n")
    return f"{head}\n{NOTE.format(name)}{rest}"


def _link(file: str) -> str:
    return f"../../spec/{file}" if (shipped_root() / file).is_file() else ""


def _line(name: str, traced: Traced) -> str:
    counts = traced.counts
    informal = [row.clause.id for row in traced.rows if row.clause.kind == "rule" and not row.rules]
    cells = [
        f"[{plain(traced.title)}]({name}.md)",
        len(traced.rows),
        counts["formalised"],
        counts["in a variant"],
        counts["stated"] + counts["shown"],
        counts["excused"],
        counts["missing"],
        ", ".join(informal) or "none",
    ]
    return "| " + " | ".join(map(str, cells)) + " |\n"


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for old in FOLDER.glob("*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
