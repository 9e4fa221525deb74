"""Rulesets with every name changed that their files declare: what is left must be the language itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lark import Token, Tree

from caborules.names.builtin import THINGS, TYPES
from caborules.text.feed import Stuck, parse_tokens, section_words
from caborules.text.resources import shipped_root
from caborules.text.scan import scan

CARD_WORDS = frozenset(
    {"ace", "jack", "queen", "king", "joker", "clubs", "diamonds", "hearts", "spades"}
)  # the words of cards as they are written in examples: ``types/faces.py``
SEATS = frozenset("ABCDEF")
WORDS = frozenset({"nothing", "decline", "pass"})  # a rule and two choices that the language gives
KEPT = THINGS | TYPES | CARD_WORDS | SEATS | WORDS

_PRINT = re.compile(r" was ~[0-9a-f]{6}")


def sources() -> dict[str, str]:
    """The files that the shipped game is made of, by their path in the shipped folder; fingerprints left out."""
    root = shipped_root()
    files = [root / "cabo.cabo", *sorted((root / "library").glob("*.cabo"))]
    return {str(path.relative_to(root)): _PRINT.sub("", path.read_text(encoding="utf-8")) for path in files}


def name_tokens(text: str) -> Iterator[Token]:
    """Every word of a file that is a name where it stands, and not a word of the language."""
    sections = section_words() | {"ruleset", "library", "language"}
    for piece in scan(text, "test", sections.__contains__).pieces:
        first = str(piece.tokens[0])
        start = first if first == "language" else "header" if first in ("ruleset", "library") else "item"
        tree = parse_tokens(start, piece.tokens)
        assert not isinstance(tree, Stuck), f"{piece.tokens[0]!r} cannot be read"
        yield from _names(tree)


def _names(tree: Tree[Token]) -> Iterator[Token]:
    for child in tree.children:
        if isinstance(child, Tree):
            if child.data != "place_words":  # pile, face up: words that are names elsewhere
                yield from _names(child)
        elif child is not None and child.type == "NAME" and child not in KEPT:
            if tree.data == "pattern_word" and child == "other":
                continue  # all the other keys of a table
            yield child


def names_of(files: dict[str, str]) -> dict[str, str]:
    """A new name for each name that the files use, in the order in which they come up."""
    found = dict.fromkeys(str(token) for text in files.values() for token in name_tokens(text))
    return {name: f"xq{number}" for number, name in enumerate(found)}


def renamed(text: str, names: dict[str, str]) -> str:
    """The text of a file with other names."""
    lines = text.split("\n")
    for token in sorted(name_tokens(text), key=lambda one: (one.line or 0, one.column or 0), reverse=True):
        assert token.line is not None and token.column is not None and token.end_column is not None
        line = lines[token.line - 1]
        lines[token.line - 1] = line[: token.column - 1] + names[str(token)] + line[token.end_column - 1 :]
    return "\n".join(lines)


def write(folder: Path, files: dict[str, str]) -> Path:
    """The files in a folder, without their clauses; the path of the ruleset."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "cabo.cabo"
