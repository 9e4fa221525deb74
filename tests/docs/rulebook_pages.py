"""Writes docs/rulebooks/ from the shipped games: ``python -m tests.docs.rulebook_pages``. A test holds it current."""

from __future__ import annotations

from pathlib import Path

from caborules.api.load import load
from caborules.names.sources import shipped_rulesets
from caborules.text.resources import shipped_root
from caborules.tools.rulebook.book import rulebook
from caborules.tools.rulebook.markdown import to_markdown

FOLDER = Path(__file__).parents[2] / "docs" / "rulebooks"
COMMAND = "python -m tests.docs.rulebook_pages"
INDEX = f"""# Printed rulebooks

The rules of the shipped games in English, as `caborules rulebook NAME` prints them for the answers that hold unless
somebody chooses otherwise. Every sentence comes from the ruleset; [how to print one for your own
table](../how-to/rulebook.md). These pages are written by `{COMMAND}`.

"""


def games() -> list[str]:
    """The shipped whole games; variants are printed the same way, but are not kept as pages."""
    root = shipped_root()
    return [name for name in sorted(shipped_rulesets()) if "/" not in name and (root / f"{name}.cabo").is_file()]


def pages() -> dict[str, str]:
    """All pages, by the name of their file."""
    documents = {name: rulebook(load(name).system, {}, None) for name in games()}
    index = INDEX + "".join(f"- [{document.title}]({name}.md)\n" for name, document in documents.items())
    return {"README.md": index, **{f"{name}.md": to_markdown(document) for name, document in documents.items()}}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
