"""What a round of a game of the Cabo family scores, written from the numbered clauses alone.

It shares no code with the package and does not read the rulesets. Cards are written as players write them (``10♠``,
``★`` a joker, ``[13]`` a plain number).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

RED = "♥♦"


def _named(card: str) -> tuple[str, str]:
    """Rank and suit; a joker is ``★``, a plain number has no suit."""
    if card == "★" or card.startswith("["):
        return card.strip("[]"), ""
    return card[:-1], card[-1]


def cabo_value(card: str) -> int:
    """cabo.V1, cabo.Y3, cabo.Y5: ace 1, number cards their number, jack 11, queen 12, black king 13, red king -1."""
    rank, suit = _named(card)
    if rank == "K":
        return -1 if suit in RED else 13
    return {"★": 0, "A": 1, "J": 11, "Q": 12}.get(rank) if not rank.isdigit() else int(rank)  # type: ignore[return-value]  # the ranks named are all there are


def kaboo_value(card: str) -> int:
    """kaboo.V1, kaboo.V2: as above, but a red king 0 and a joker -1."""
    rank, suit = _named(card)
    if rank == "K":
        return 0 if suit in RED else 13
    if rank == "★":
        return -1
    return 1 if rank == "A" else 11 if rank == "J" else 12 if rank == "Q" else int(rank)


def kobo_value(card: str) -> int:
    """kobo.V1, kobo.V2: the king of diamonds 0, the other kings 13."""
    rank, suit = _named(card)
    if rank == "K":
        return 0 if suit == "♦" else 13
    return 1 if rank == "A" else 11 if rank == "J" else 12 if rank == "Q" else int(rank)


def cabo(rows: Sequence[Sequence[str]], caller: int, failed: int = 10) -> list[int]:
    """cabo.X1 to cabo.X4, cabo.Y9: a caller below everybody else scores 0, any other their total and ``failed``."""
    totals = [sum(map(cabo_value, row)) for row in rows]
    others = [total for seat, total in enumerate(totals) if seat != caller]
    scores = list(totals)
    scores[caller] = 0 if all(totals[caller] < other for other in others) else totals[caller] + failed
    return scores


def kamikaze(rows: Sequence[Sequence[str]], caller: int, strictly: bool, on_top: bool) -> list[int]:
    """cabo.Y1, cabo.Y7: a call on exactly nothing costs everybody else fifty, on top of their cards or in their place.

    ``strictly``: only where nobody else has nothing or less.
    """
    scores = cabo(rows, caller)
    totals = [sum(map(cabo_value, row)) for row in rows]
    alone = all(total > 0 for seat, total in enumerate(totals) if seat != caller)
    if totals[caller] == 0 and (alone or not strictly):
        scores = [s if seat == caller else (s + 50 if on_top else 50) for seat, s in enumerate(scores)]
    return scores


def kaboo(rows: Sequence[Sequence[str]], caller: int) -> list[int]:
    """kaboo.X1, kaboo.X4: five off for a caller below everybody else, five on for any other caller."""
    totals = [sum(map(kaboo_value, row)) for row in rows]
    beaten = [seat for seat, total in enumerate(totals) if seat != caller and total <= totals[caller]]
    return [total + (0 if seat != caller else 5 if beaten else -5) for seat, total in enumerate(totals)]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a table has agreed on (kobo.X5, kobo.X6, kobo.C4): extra cards add up; they last; all who tie for the lowest
    total have won; who is rid of all cards has won whatever the others hold."""

    add_up: bool = False
    last: bool = False
    ties_win: bool = True
    emptied_wins: bool = False


def kobo(
    rows: Sequence[Sequence[str]], caller: int, dealt: Sequence[int], agreed: Agreed
) -> tuple[list[int], list[int], list[int]]:
    """kobo.X1 to kobo.X6: what each scores, who has won the round, how many cards each is dealt next (eight at most).

    ``dealt``: how many each was dealt in this round.
    """
    totals = [sum(map(kobo_value, row)) for row in rows]
    seats = range(len(rows))
    rid = [seat for seat in seats if not rows[seat]]
    beats_all = all(totals[caller] < totals[seat] for seat in seats if seat != caller)
    good = beats_all or (agreed.emptied_wins and caller in rid)
    lowest = [seat for seat in seats if totals[seat] == min(totals)]
    if agreed.emptied_wins and rid:
        lowest = rid
    won = [seat for seat in lowest if seat != caller or good]
    if len(lowest) > 1 and not agreed.ties_win and not (agreed.emptied_wins and rid):
        won = []  # C4: who is rid of all cards has won, whoever else is
    handicapped = [seat for seat in seats if (seat != caller) == good]
    following = []
    for seat in seats:
        usual = dealt[seat] if agreed.last else 4
        long = (
            len(rows[seat]) > 4 and len(rows[seat]) >= usual
        )  # X6: where extra cards last, a long row is due no fewer
        for_row = len(rows[seat]) + 1 if long else usual
        extra = 1 if seat in handicapped else 0
        following.append(min(8, for_row + extra if agreed.add_up else max(for_row, usual + extra)))
    return totals, won, following
