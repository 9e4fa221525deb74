"""What may be played in a game of three layers (hand, cards face up, cards face down), and what comes of it.

Written from the numbered clauses of Shithead alone; it shares no code with the package and does not read the ruleset.
Cards are written as players write them (``10♠``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TypeAlias

LADDER = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""V1: ace high, then down to 3."""

Move: TypeAlias = tuple[str, frozenset[str]]
"""``cards``: they are played; ``take``: the pile is taken, together with at most one card; ``flip``: turned over."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """W4: ``strict``, what follows a clearing equals the ten, or is higher than the four; W6: ``any_four``, every play
    that completes four clears; W5: ``refill``, before the extra turn; F2: ``back``, the player before follows."""

    strict: bool = False
    any_four: bool = True
    refill: bool = True
    back: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Hands, cards face up and face down by seat; pile and stock with the uppermost card first; seat 0 is to play.

    ``cleared``: the rank by which the pile has just been cleared, and None where it was taken or never begun.
    """

    hands: tuple[frozenset[str], ...]
    up: tuple[frozenset[str], ...]
    down: tuple[frozenset[str], ...]
    pile: tuple[str, ...]
    stock: tuple[str, ...]
    cleared: str | None = None
    agreed: Agreed = field(default=Agreed())


@dataclass(frozen=True, slots=True)
class After:
    """What comes of a move: seat 0's cards, pile, stock, who plays next; ``over``: only one is left with cards.

    ``leads``: the ranks that may be put on the empty pile next, where play goes on; empty where there is a pile.
    """

    hand: frozenset[str]
    up: frozenset[str]
    down: frozenset[str]
    pile: frozenset[str]
    stock: tuple[str, ...]
    following: int | None
    over: bool
    leads: frozenset[str]


def rank(card: str) -> str:
    return card[:-1]


def goes_on(card: str, table: Table) -> bool:
    """T1, T2, T6, W1, W2, W4: may this card be put on the pile?"""
    if rank(card) in ("2", "10"):
        return True
    if table.pile:
        below = rank(table.pile[0])
        return below == "2" or LADDER.index(rank(card)) >= LADDER.index(below)
    if table.agreed.strict and table.cleared == "10":
        return LADDER.index(rank(card)) >= LADDER.index("10")
    if table.agreed.strict and table.cleared is not None:
        return table.cleared == "2" or LADDER.index(rank(card)) > LADDER.index(table.cleared)
    return True


def moves(table: Table) -> set[Move]:
    """T1 to T4, E1, E2: all that seat 0 may do."""
    hand, up, down = table.hands[0], table.up[0], table.down[0]
    if not hand and not up:
        return {("flip", frozenset({card})) for card in down}
    from_hand = bool(hand)
    layer = hand if from_hand else up
    found: set[Move] = {("cards", cards) for cards in alike(layer) if all(goes_on(card, table) for card in cards)}
    if table.pile or (table.agreed.strict and table.cleared is not None):
        found |= {("take", frozenset())} if from_hand else {("take", frozenset({card})) for card in up}
    return found


def alike(cards: frozenset[str]) -> Iterator[frozenset[str]]:
    """T1: one card, or several of equal rank."""
    for size in range(1, 5):
        for some in combinations(sorted(cards), size):
            if len({rank(card) for card in some}) == 1:
                yield frozenset(some)


def follow(table: Table, move: Move) -> After:
    """What comes of the move: W2, W3, W5, W6, T1, T3, E1 to E4, F1, F2."""
    kind, cards = move
    hand, up, down = table.hands[0] - cards, table.up[0] - cards, table.down[0] - cards
    if kind == "take" or (kind == "flip" and not all(goes_on(card, table) for card in cards)):
        hand, stock = _drawn(hand | set(table.pile) | cards, table.stock)
        return _result(table, hand, up, down, frozenset(), stock, None)
    pile = (*sorted(cards), *table.pile)
    stock = table.stock
    cleared = rank(pile[0]) if rank(pile[0]) == "10" or _four(pile, len(cards), table.agreed) else None
    if not cleared or table.agreed.refill or not hand:
        hand, stock = _drawn(hand, stock)
    return _result(table, hand, up, down, frozenset() if cleared else frozenset(pile), stock, cleared)


def _drawn(hand: frozenset[str], stock: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """T1, W5: back to three while there is a stock; a turn that took a small pile ends with three as well."""
    wanted = max(0, 3 - len(hand))
    return hand | set(stock[:wanted]), stock[wanted:]


def _four(pile: tuple[str, ...], played: int, agreed: Agreed) -> bool:
    """W3, W6: four of a rank lie on top; four at once or three onto the fourth, or in any way."""
    top = pile[:4]
    return len(top) == 4 and len({rank(card) for card in top}) == 1 and (agreed.any_four or played >= 3)


def _result(
    table: Table,
    hand: frozenset[str],
    up: frozenset[str],
    down: frozenset[str],
    pile: frozenset[str],
    stock: tuple[str, ...],
    cleared: str | None,
) -> After:
    seats = len(table.hands)
    playing = [bool(hand or up or down)]
    playing += [bool(table.hands[s] or table.up[s] or table.down[s]) for s in range(1, seats)]
    over = sum(playing) <= 1
    after = [seat for seat in range(1, seats) if playing[seat]]
    if cleared and playing[0]:
        following = 0
    elif cleared and table.agreed.back:
        following = after[-1] if after else 0
    else:
        following = after[0] if after else 0
    begun = replace(table, pile=(), cleared=cleared)
    leads = frozenset(r for r in ("2", *LADDER) if not over and not pile and goes_on(f"{r}♠", begun))
    return After(hand, up, down, pile, stock, None if over else following, over, leads)
