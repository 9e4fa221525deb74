"""Mistakes that are known by the words around the place: no such card, brackets that are missing, `with` after `in`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from lark import Token

from caborules.text.feed import Stuck

Misread: TypeAlias = tuple[Token, str, str, str]
"""The word that is wrong, message, why it matters, how to mend it."""

_SUITS: Final = "♠♥♦♣SHDC"
_MEANT: Final = {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A", "T": "10"}
_REACHING: Final = ("those", "some", "no", "first", "sum", "lowest", "highest")
"""What reaches as far to the right as it can, and so stands in brackets inside something else."""
_ENDS: Final = ("where", "must", "may", "from", "when", "for", "otherwise")
_NEAR: Final = 12


def no_such_card(tokens: Sequence[Token], stuck: Stuck, first: int) -> Misread | None:
    """``11♠``: a rank that no card has, written together with a suit."""
    for at in range(max(first, stuck.at - 1), min(stuck.at + 1, len(tokens))):
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
        rank, suit = str(token), "" if after is None else str(after)
        if token.type == "FOREIGN":
            rank, suit = rank[:-1], rank[-1]
        elif token.type not in ("NUMBER", "NAME") or after is None or _apart(token, after):
            continue
        if len(suit) != 1 or suit not in _SUITS or not rank.isalnum():
            continue
        mend = f"Write `{_MEANT[rank]}{suit}` if that is meant." if rank in _MEANT else f"Write for example `10{suit}`."
        why = "The ranks are A, 2 to 10, J, Q and K; a card with another number on it is written `[11]`."
        return token, f"There is no card `{rank}{suit}`.", why, mend
    return None


def _apart(token: Token, after: Token) -> bool:
    return (token.line, (token.column or 0) + len(token)) != (after.line, after.column)


def brackets_missing(
    tokens: Sequence[Token], stuck: Stuck, first: int, further: Callable[[Sequence[Token], int], bool]
) -> Misread | None:
    """``size of those c in ...``: a bracket before it is missing. ``further``: do the tokens get beyond that one?"""
    for at in range(min(stuck.at, len(tokens)) - 1, max(first, stuck.at - _NEAR), -1):
        token = tokens[at]
        if str(token) in _REACHING and tokens[at - 1].type != "_LPAR":
            opened = [*tokens[:at], Token.new_borrow_pos("_LPAR", "(", token), *tokens[at:]]
            if further(opened, stuck.at + 1):
                why = f"What begins with `{token}` reaches as far to the right as it can."
                mend = f"Write it in parentheses: `({token} {_shown(tokens[at + 1 : stuck.at + 1])} ...)`."
                return token, f"`{token} ...` stands in parentheses here.", why, mend
    return None


def best_of_a_collection(tokens: Sequence[Token], stuck: Stuck, first: int) -> Misread | None:
    """``for each p in players with the highest bid of p``: who has the most is a collection of its own."""
    at = stuck.at
    best = [str(token) for token in tokens[at : at + 3]]
    if best not in (["with", "the", "highest"], ["with", "the", "lowest"]):
        return None
    into = next((i for i in range(at - 1, first, -1) if str(tokens[i]) == "in"), None)
    if into is None:
        return None
    end = at
    while end < len(tokens) and tokens[end].type not in ("_NL", "_RPAR") and str(tokens[end]) not in _ENDS:
        end += 1
    wanted = f"(those {_shown(tokens[into - 1 : end])})"
    why = "`with the highest` and `with the lowest` belong to `those`."
    return tokens[at], "`with` was not expected here.", why, f"Write `in {wanted}`."


def _shown(tokens: Sequence[Token]) -> str:
    return " ".join(map(str, tokens)).replace("( ", "(").replace(" )", ")").replace(" ,", ",")
