"""Feeding the tokens of one piece to the parser, which says what each word can mean where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from lark import Token, Tree
from lark.parsers.lalr_analysis import Shift

from caborules.text.drive import Drive
from caborules.text.grammar import parser

LAYOUT: Final = ("_NL", "_INDENT", "_DEDENT")


@dataclass(frozen=True, slots=True)
class Stuck:
    """Where the parser could not go on: the token, the one before it, the parser's state, and what it would take.

    ``at`` is the index of the token (the number of tokens if the end came too early); ``doubtful`` the index of the
    last word before it that was read as a word of the language where a name could have stood.
    """

    at: int
    token: Token
    before: Token | None
    state: int
    expected: frozenset[str]
    doubtful: int | None


def parse_tokens(start: str, tokens: Sequence[Token], names: frozenset[int] = frozenset()) -> Tree[Token] | Stuck:
    """Parse the tokens of a piece. Words at the indices ``names`` are read as names whatever else they could be."""
    words = keywords()
    drive = Drive(start)
    doubtful: int | None = None
    for at, token in enumerate(tokens):
        if token[:1].isalpha() and token[-1] not in "♠♥♦♣":
            token.type, doubt = _kind(drive, token, words, at in names)
            if doubt:
                doubtful = at
        if not drive.take(token):
            return _stuck(drive, tokens, at, doubtful)
    tree = drive.finish()
    return _stuck(drive, tokens, len(tokens), doubtful) if tree is None else tree


def _kind(drive: Drive, token: Token, words: Mapping[str, str], as_name: bool) -> tuple[str, bool]:
    """What a word is where it stands, and whether it could have been a name as well."""
    choices = drive.choices()
    if token in _WORDLIKE_CARDS:
        return ("CARD" if "CARD" in choices or "NAME" not in choices else "NAME"), False
    keyword = words.get(token)
    if keyword is None or as_name:
        return "NAME", False
    if keyword not in choices:
        # Where neither fits, the word of the language makes the better message.
        return ("NAME" if "NAME" in choices else keyword), False
    if "NAME" not in choices:
        return keyword, False
    if choices[keyword][0] is Shift or drive.can_take(keyword):
        return keyword, True
    return "NAME", False


_WORDLIKE_CARDS = frozenset(rank + suit for rank in "AJQK" for suit in "SHDC")
"""Cards that are spelt like names."""


def _stuck(drive: Drive, tokens: Sequence[Token], at: int, doubtful: int | None) -> Stuck:
    expected = frozenset(kind for kind in drive.choices() if kind.isupper() and drive.can_take(kind))
    token = tokens[at] if at < len(tokens) else Token.new_borrow_pos("$END", "", tokens[-1])
    before = tokens[at - 1] if at else None
    return Stuck(at, token, before, drive.stack[-1], expected, doubtful)


@cache
def keywords() -> Mapping[str, str]:
    """The words of the language, each with its terminal."""
    return {
        terminal.pattern.value: terminal.name
        for terminal in parser().terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    }


@cache
def section_words() -> frozenset[str]:
    """The words that begin a section."""
    choices = Drive("item").choices()
    return frozenset(word for word, terminal in keywords().items() if terminal in choices)


def first_of_statement(tokens: Sequence[Token], at: int) -> int:
    """The index of the first word of the statement in which the parser was stuck, or of the one before a block."""
    at = min(at, len(tokens) - 1)
    while at > 0 and tokens[at].type in LAYOUT:
        at -= 1
    while at > 0 and tokens[at - 1].type not in LAYOUT:
        at -= 1
    return at
