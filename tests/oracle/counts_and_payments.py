"""Counts and payments of a game with chips, written from the numbered clauses alone.

It shares no code with the package and does not read the ruleset. Cards are written as players write them (``10♠``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations


@dataclass(frozen=True, slots=True)
class Table:
    """What the table has agreed on. F5: chips that come in at the same payoff count as cover; F2: when somebody cannot
    pay, the others pay all the same."""

    coming_in_counts: bool = False
    others_pay: bool = False


def count(hand: Sequence[str]) -> int:
    """V1, O1, O2: the ace is one, the others their number; only the last digit of the total counts."""
    pips = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
    total = 0
    for card in hand:
        total += pips[card[:-1]]
    return int(str(total)[-1])


def bills(counts: Sequence[int]) -> dict[tuple[int, int], int]:
    """X1: what each owes to each who has more: the difference of the two counts. By payer and payee."""
    found = {}
    for payer, payee in permutations(range(len(counts)), 2):
        if counts[payee] > counts[payer]:
            found[payer, payee] = counts[payee] - counts[payer]
    return found


def payoff(counts: Sequence[int], chips: Sequence[int], table: Table) -> tuple[list[int], bool]:
    """X1, F1, F2, F5: the chips after a payoff, and whether somebody could not pay, which ends the game."""
    owed = bills(counts)
    seats = range(len(counts))
    to_pay = [sum(much for (payer, _), much in owed.items() if payer == seat) for seat in seats]
    to_get = [sum(much for (_, payee), much in owed.items() if payee == seat) for seat in seats]
    cannot = {s for s in seats if to_pay[s] > chips[s] + (to_get[s] if table.coming_in_counts else 0)}
    if cannot and not table.others_pay:
        return list(chips), True
    came_in = [0] * len(chips)
    went_out = [0] * len(chips)
    # Chips go to higher counts only: when a count's turn comes, all that comes in for it is there.
    for seat in sorted(seats, key=lambda one: counts[one]):
        cover = chips[seat] + (came_in[seat] if table.coming_in_counts else 0)
        if to_pay[seat] > cover:
            cannot.add(seat)
            continue
        went_out[seat] = to_pay[seat]
        for (payer, payee), much in owed.items():
            if payer == seat:
                came_in[payee] += much
    return [chips[s] + came_in[s] - went_out[s] for s in seats], bool(cannot)


def winners(counts: Sequence[int], chips: Sequence[int], tie_to_count: bool) -> list[int]:
    """F1, F4: the most chips; among several, all of them, or by agreement the highest count."""
    best = [s for s in range(len(chips)) if not any(other > chips[s] for other in chips)]
    if tie_to_count:
        best = [s for s in best if not any(counts[other] > counts[s] for other in best)]
    return best
