"""Where trees stand: our way of driving Lark's tables places every tree where Lark itself would."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import lark
import pytest
from lark import Token, Tree

from caborules.text import drive
from caborules.text.feed import Stuck, parse_tokens, section_words
from caborules.text.grammar import STARTS
from caborules.text.resources import grammar_text, shipped_root
from caborules.text.scan import scan

SHIPPED = sorted(shipped_root().rglob("*.cabo"))
BRACKETS = """rule r for (p: player)
    if not ((a of p) is in {1, 2}) and (some c in (row of p) where ((b of c) is 3))
        move top of (stock) to discard @a.B
    let x be (((1) plus 2))
"""


@cache
def _lark() -> lark.Lark:
    return lark.Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
    )


def _places(tree: Tree[Token]) -> Iterator[object]:
    meta = tree.meta
    yield tree.data, None if meta.empty else (meta.line, meta.column, meta.end_line, meta.end_column)
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _places(child)
        else:
            yield child


def _both(text: str, name: str) -> Iterator[tuple[list[object], list[object]]]:
    """The places in each piece of a text: ours and Lark's."""
    for piece in scan(text, name, (section_words() | {"ruleset", "library"}).__contains__).pieces:
        first = str(piece.tokens[0])
        start = "language" if first == "language" else "header" if first in ("ruleset", "library") else "item"
        ours = parse_tokens(start, piece.tokens)
        if isinstance(ours, Stuck):
            continue
        theirs = _lark().parse_interactive("", start=start)
        for token in piece.tokens:
            theirs.feed_token(token)
        yield list(_places(ours)), list(_places(theirs.feed_eof()))  # type: ignore[no-untyped-call]  # untyped in Lark


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_trees_stand_where_lark_says(path: Path) -> None:
    pairs = list(_both(path.read_text(encoding="utf-8"), path.name))
    assert len(pairs) > 2
    assert all(ours == theirs for ours, theirs in pairs)


def test_brackets_belong_to_what_they_stand_in() -> None:
    ((ours, theirs),) = _both(BRACKETS, "f")
    assert ours == theirs


def test_brackets_that_are_left_out_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    place = drive._place

    def inner(value: object, first: Token | None, last: Token | None) -> None:
        place(value, None if first == "(" else first, last)

    monkeypatch.setattr(drive, "_place", inner)
    ((ours, theirs),) = _both(BRACKETS, "f")
    assert ours != theirs


def test_a_tree_is_refused_where_the_end_comes_too_early() -> None:
    (piece,) = scan("rule r\n    move top of\n", "f", section_words().__contains__).pieces
    stuck = parse_tokens("item", piece.tokens)
    assert isinstance(stuck, Stuck)
    assert stuck.token.type == "_NL"
