"""Writes docs/codes.md from the table of codes: ``python -m tests.docs.codes_page``. A test holds it current."""

from __future__ import annotations

from pathlib import Path

from caborules.diagnostics.codes import CODES

PAGE = Path(__file__).parents[2] / "docs" / "codes.md"
HEAD = """# All codes of messages

`E` is a refusal, `W` a warning. `caborules explain CODE` tells more of each, with an example. This page is written
from the table in `caborules/diagnostics/`.

| code | title | what it reports |
|---|---|---|
"""


def text() -> str:
    """The page."""
    rows = sorted(CODES.values(), key=lambda one: (one.code[0], one.code))
    return HEAD + "".join(f"| {one.code} | {_cell(one.title)} | {_cell(one.what)} |\n" for one in rows)


def _cell(words: str) -> str:
    return " ".join(words.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
