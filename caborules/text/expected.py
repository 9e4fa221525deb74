"""What the parser expected and what it found, in people's words."""

from __future__ import annotations

from lark import Token

from caborules.text.feed import Stuck, keywords
from caborules.text.messages import PHRASES

OPERATORS = frozenset(
    ("PLUS", "MINUS", "TIMES", "DIV", "MOD", "IS", "AND", "OR", "KNOWS", "SHARE", "IF"),
)
_PREPOSITIONS = frozenset(("AS", "AT", "BY", "FOR", "FROM", "ON", "TO", "WITH"))
_BEFORE_CONDITIONS = frozenset(
    ("IF", "WHEN", "WHERE", "UNTIL", "NOT", "AND", "OR", "REQUIRE", "ALWAYS", "NEVER", "EVENTUALLY", "POSSIBLE")
)


def expected_words(stuck: Stuck) -> str:
    """What could have stood there, in people's words: ``a condition``, ``the end of the line``."""
    kinds = set(stuck.expected)
    before = "" if stuck.before is None else stuck.before.type
    phrases: list[str] = []
    if {"NUMBER", "NAME", "_LPAR"} <= kinds and {"NO", "CARD"} & kinds:
        phrases.append("a condition" if before in _BEFORE_CONDITIONS else "a value")
        kinds -= {"NUMBER", "NAME", "_LPAR", "_LBRACE", "NO", "CARD", "SOME", "SUM", "FIRST", "LOWEST", "HIGHEST"}
        kinds -= {"THOSE", "NOT", "BLANK"}
    if {"IS", "PLUS"} <= kinds:
        kinds -= OPERATORS | {"_DOT", "OF"}
    if len(kinds & _PREPOSITIONS) > 3:
        kinds -= _PREPOSITIONS
        phrases.append("a preposition")
    if len(kinds) > 1:
        kinds -= {"CITE"}
    if {"MOVE", "SET", "NAME"} <= kinds:
        return "a statement"
    spelling = {terminal: word for word, terminal in keywords().items()}
    named = [PHRASES.get(kind) or f"`{spelling.get(kind, kind.lower())}`" for kind in sorted(kinds, key=_order)]
    phrases += named[: 5 - len(phrases)]
    if len(phrases) < 2:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} or {phrases[-1]}"


def _order(kind: str) -> tuple[bool, str]:
    return (kind in PHRASES, kind)


def found_words(token: Token) -> str:
    """What stood there instead, in people's words."""
    match token.type:
        case "_NL":
            return "The end of the line"
        case "$END":
            return "The end of the section"
        case "_INDENT":
            return "An indented line"
        case "_DEDENT":
            return "The end of the block"
        case _:
            return f"`{token}`"
