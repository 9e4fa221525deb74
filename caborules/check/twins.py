"""Looking for two deals that a player cannot tell apart, and that yet show a difference.

A random game is played. At each position two cards that the player has never seen exchange their faces; what the
player may do, what others may do, and what an action brings about must then look the same. A difference counts
only if the other deal is a legal one: the cards are exchanged in the first shuffle, the game is played again, and
it looks the same to the player up to this position.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from caborules.check.alike import alike, difference, exchanged, knows
from caborules.diagnostics.span import Span
from caborules.engine.chance import Outcome, Supplied
from caborules.engine.decisions import Action
from caborules.explore.games import Table, Turn, begin, random_game, tables, take
from caborules.ir import lowered as lo
from caborules.lower.machine import Machine, MachineState, legal

Property: TypeAlias = Literal["own-legality", "public-legality", "no-leak"]

GAMES: Final = 12
PAIRS: Final = 6
"""Pairs of cards exchanged for one player in one position."""
ACTIONS: Final = 6
"""Actions tried in one position."""
BUDGET: Final = 700
"""Pairs of positions compared on each deck."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two games that look the same to ``seat`` until now. ``cards`` are exchanged; ``shows`` says what then differs.

    ``left`` and ``right`` are the turns of both games, ``action`` what is done then (None: what can be done differs).
    """

    property: Property
    table: Table
    seat: int
    cards: tuple[int, int]
    left: tuple[Turn, ...]
    right: tuple[Turn, ...]
    action: Action | None
    shows: str


def find_twins(
    lowered: lo.LoweredSystem, wanted: Iterable[Property], laid_open: frozenset[Span] = frozenset()
) -> dict[Property, Twins]:
    """For each property wanted, the first two deals that break it; nothing for one for which none were found.

    ``laid_open``: lines of choices of which the others learn that they were legal only by what they then see anyhow.
    """
    missing = set(wanted)
    found: dict[Property, Twins] = {}
    for table in tables(lowered):
        left = BUDGET
        for number in range(GAMES):
            if not missing:
                return found
            seed = f"twins {number}"
            rng = random.Random(seed)
            turns: tuple[Turn, ...] = ()
            for turn in random_game(table.machine, seed):
                turns = (*turns, turn)
                if turn.step is None or left < 0:
                    break
                left -= PAIRS * len(table.machine.setup.seats) * _weight(table.machine, turn.step.state)
                for twins in _at_position(table, turns, rng, missing, laid_open):
                    if twins.property in missing:
                        missing.discard(twins.property)
                        found[twins.property] = twins
    return found


def _weight(machine: Machine, state: MachineState) -> int:
    """How many positions one with so many legal actions counts for."""
    return 1 + len(legal(machine, state)) // 20


def _at_position(
    table: Table, turns: tuple[Turn, ...], rng: random.Random, missing: set[Property], laid_open: frozenset[Span]
) -> Iterator[Twins]:
    machine, step = table.machine, turns[-1].step
    assert step is not None
    for seat in machine.setup.seats:
        for first, second in _pairs(machine, step.state, seat, rng):
            cards = (first, second)
            for kind, action, shows in _differences(machine, step.state, seat, cards, missing, rng, laid_open):
                right = _twin_game(machine, turns, cards, seat)
                if right is not None:
                    yield Twins(kind, table, seat, cards, turns, right, action, shows)


def _pairs(machine: Machine, state: MachineState, seat: int, rng: random.Random) -> list[tuple[int, int]]:
    """Pairs of cards with different faces that the seat does not know; the ends of places are likelier to matter."""
    unknown = []
    ends = []
    for place in state.store.places:
        cards = [card for card in place if card is not None and not knows(state, card, seat)]
        unknown.extend(cards)
        ends.extend(cards[:2] if len(cards) > 8 else cards)
    found: list[tuple[int, int]] = []
    for _ in range(PAIRS):
        if len(unknown) < 2 or not ends:
            break
        first, second = rng.choice(ends), rng.choice(unknown)
        if machine.setup.faces[first] != machine.setup.faces[second]:
            found.append((first, second))
    return found


def _differences(
    machine: Machine,
    state: MachineState,
    seat: int,
    cards: tuple[int, int],
    missing: set[Property],
    rng: random.Random,
    laid_open: frozenset[Span],
) -> Iterator[tuple[Property, Action | None, str]]:
    """What differs at a position, or after an action there, to a seat that knows neither card."""
    other = exchanged(machine, state, cards)
    mine, yours = legal(machine, state), legal(machine, other)
    announced, shown = _announced(machine, state, laid_open)
    left = {one.action for one in mine if one.action.choice not in announced}
    right = {one.action for one in yours if one.action.choice not in announced}
    for action in sorted(left ^ right, key=repr):
        kind: Property = "own-legality" if action.seat == seat else "public-legality"
        if kind in missing and not (kind == "public-legality" and action.choice in shown):
            where = "in the first deal only" if action in left else "in the second deal only"
            yield kind, None, f"{action.choice} is legal {where}"
    if "no-leak" not in missing:
        return
    theirs = {two.action for two in yours}
    both = [one.action for one in mine if one.action in theirs]
    for action in rng.sample(both, min(ACTIONS, len(both))):
        one, two = take(machine, state, action), take(machine, other, action)
        if one.step is None or two.step is None:
            continue
        shows = difference(machine, one.step, two.step, seat, cards)
        if shows:
            yield "no-leak", action, shows


def _announced(machine: Machine, state: MachineState, laid_open: frozenset[Span]) -> tuple[set[str], set[str]]:
    """Choices here of which the rules say that their being legal tells something; those that then lay it open."""
    operation = machine.lowered.nodes[state.node].operation
    if not isinstance(operation, lo.Ask):
        return set(), set()
    offers = machine.lowered.points[operation.point].offers
    return {o.path for o in offers if o.announces}, {o.path for o in offers if o.source.span in laid_open}


def _twin_game(machine: Machine, turns: tuple[Turn, ...], cards: tuple[int, int], seat: int) -> tuple[Turn, ...] | None:
    """The same game from the deal in which two cards are exchanged, if it looks the same to the seat all the way."""
    outcomes = _exchanged_deal(machine, turns, cards)
    if outcomes is None or turns[0].step is None:
        return None
    found: list[Turn] = []
    for turn in turns:
        assert turn.step is not None
        if not found:
            again = begin(machine, Supplied(outcomes))
        else:
            before = found[-1].step
            assert before is not None and turn.action is not None
            state = replace(before.state, chance=Supplied(turn.step.outcomes))
            if turn.action not in {one.action for one in legal(machine, state)}:
                return None
            again = take(machine, state, turn.action)
        if again.step is None or not alike(machine, turn.step, again.step, seat, cards):
            return None
        found.append(again)
    return tuple(found)


def _exchanged_deal(machine: Machine, turns: tuple[Turn, ...], cards: tuple[int, int]) -> tuple[Outcome, ...] | None:
    """The chance outcomes of the start, with two cards exchanged in the first shuffle of the whole deck."""
    assert turns[0].step is not None
    outcomes = list(turns[0].step.outcomes)
    size = len(machine.setup.faces)
    for at, outcome in enumerate(outcomes):
        if isinstance(outcome, tuple):
            if len(outcome) != size:
                return None
            order = list(outcome)
            i, j = order.index(cards[0]), order.index(cards[1])
            order[i], order[j] = order[j], order[i]
            outcomes[at] = tuple(order)
            return tuple(outcomes)
    return None
