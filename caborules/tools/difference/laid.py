"""Positions that examples lay out: where it takes many moves from a deal until two rulesets part, they may part soon.

Each example of the two is laid out in both, with the options of the comparison, and its moves are made in both.
Chance is the identity. Nothing says that play comes to such a position: it stands beside a game, not in its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from caborules.api.game import Game, State
from caborules.engine.basics import Undefined
from caborules.engine.examples import begun, laid_out, meant
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.state import State as EngineState
from caborules.engine.values import evaluate
from caborules.ir.expressions import PlaceRef
from caborules.ir.seats import spare_names
from caborules.ir.system import (
    AtRule,
    ExampleDef,
    GivenCards,
    GivenVariable,
    GivenWindow,
    System,
    WhenEvent,
    WhenMove,
)
from caborules.ir.types import Value
from caborules.tools.difference.gaps import gaps
from caborules.tools.difference.position import Deed, Pair, action_of, deed_of, parted
from caborules.tools.difference.record import Gap, Laid
from caborules.tools.difference.sides import Sides, sides
from caborules.tools.difference.telling import moved, position
from caborules.tools.words import Words

Both: TypeAlias = tuple[System, System]

_ENDED: Final = {"it is over": "it has ended", "it goes on": "it goes on"}


@dataclass(slots=True)
class Examples:
    """The two systems with the options chosen in each. ``counts``: the numbers of players that are looked at."""

    systems: Both
    settings: tuple[Mapping[str, Value], Mapping[str, Value]]
    counts: Collection[int]
    _tables: dict[int, Sides | None] = field(default_factory=dict)

    def parting(self) -> tuple[Laid | None, int]:
        """The position from which the two part after the fewest moves; how many examples could be played in both."""
        best: Laid | None = None
        played = 0
        for example in self._examples():
            table, seats = self._table(example)
            if table is None or not _fits(table, example):
                continue
            played += 1
            found = _played(table, seats, example)
            if found is not None and (best is None or found.moves < best.moves):
                best = found
        return best, played

    def _examples(self) -> Iterator[ExampleDef]:
        """Those that only one of the two has, the second's before the first's, and then those of both."""
        mine, theirs = ({one.title: one for one in s.examples if not one.inapplicable} for s in self.systems)
        yield from (one for title, one in theirs.items() if title not in mine)
        yield from (one for title, one in mine.items() if title not in theirs)
        yield from (one for title, one in theirs.items() if title in mine)

    def _table(self, example: ExampleDef) -> tuple[Sides | None, tuple[str, ...]]:
        """The two games for the players of an example, and what it calls them; None where they do not fit."""
        least = max(system.players[0] for system in self.systems)
        seats = (*example.seats, *spare_names(example.seats, least - len(example.seats)))
        count = len(seats)
        if count not in self.counts:
            return None, seats
        if count not in self._tables:
            made = sides(*self.systems, count, self.settings)
            self._tables[count] = None if made is None else made.reference()
        return self._tables[count], seats


def _fits(table: Sides, example: ExampleDef) -> bool:
    """Can the example be laid out in both, with the options in force? What it names must be there in both."""
    return all(_names(setup.system, example) and _options(setup, example) for setup in table.setups)


def _names(system: System, example: ExampleDef) -> bool:
    for line in example.lines:
        match line:
            case GivenCards(cards=cards):
                there = isinstance(cards.place, PlaceRef) and cards.place.place in system.places
            case GivenVariable(variable=name):
                there = name in system.variables
            case GivenWindow(window=name):
                there = name in system.windows
            case AtRule(rule=name, arguments=arguments):
                there = name in system.rules and len(system.rules[name].parameters) == len(arguments)
            case WhenMove(late=late):
                there = not late
            case WhenEvent(event=name):
                there = name in system.events
            case _:
                there = True
        if not there:
            return False
    return any(isinstance(line, AtRule) for line in example.lines)


def _options(setup: Setup, example: ExampleDef) -> bool:
    given = ((key, expr) for key, expr in example.options if key in setup.options)
    return all(setup.options[key] == evaluate(setup, setup.empty_store(), expr, {}) for key, expr in given)


def _played(table: Sides, seats: tuple[str, ...], example: ExampleDef) -> Laid | None:
    """The example in both games up to where they part; None where they do not, or it cannot be laid out in both."""
    try:
        pair = Pair(*(_begun(game, example) for game in (table.first, table.second)))
    except (Undefined, KeyError):  # a card that is not in the deck; a name in a value that only one of the two has
        return None
    made: list[tuple[State, Deed]] = []
    while not parted(table, pair):
        deed = _next(pair, seats, example, len(made))
        if deed is None:
            return None
        made.append((pair.states()[0], deed))
        pair = pair.after(deed)
    found = tuple(_within(gaps(table, pair)))
    if not found:
        return None
    story = tuple(_story(table.first, laid_out(table.first.setup, example), example, made))
    return Laid(example.title, example.span, table.players, len(made), found, story)


def _begun(game: Game, example: ExampleDef) -> State | RulesFault:
    start = laid_out(game.setup, example)
    line = next(line for line in example.lines if isinstance(line, AtRule))
    try:
        step = begun(game.setup, start, line)
    except RulesFault as fault:
        return fault
    return State(game, step.state, step.events)


def _next(pair: Pair, seats: tuple[str, ...], example: ExampleDef, made: int) -> Deed | None:
    """The next move of the example, if there is one way to make it."""
    moves = [line for line in example.lines if isinstance(line, WhenMove | WhenEvent)]
    if made >= len(moves) or not pair.going:
        return None
    state, move = pair.states()[0], moves[made]
    if isinstance(move, WhenEvent):
        return next((deed for deed in pair.deeds() if deed[:2] == (None, move.event)), None)
    ways = meant(state.game.setup, seats, state.value, move.move)
    return deed_of(state, ways[0]) if len(ways) == 1 else None


def _within(found: tuple[Gap, ...]) -> Iterator[Gap]:
    """What differs, as it is to be told of a part of a game: it may have ended, but nobody has won yet."""
    for gap in found:
        if gap.kind == "over":
            first, second = (tuple(_ENDED[one] for one in said) for said in (gap.first, gap.second))
            yield replace(gap, subject="what was begun", first=first, second=second)
        elif gap.kind != "won":
            yield gap


def _story(game: Game, start: EngineState, example: ExampleDef, states: list[tuple[State, Deed]]) -> Iterator[str]:
    """The position and the moves."""
    setup, store = game.setup, start.store
    words = Words(setup.system)
    given = [position(words, setup, store)]
    for line in example.lines:
        if isinstance(line, GivenVariable):
            owner = None if line.owner is None else evaluate(setup, store, line.owner, {})
            at = setup.variable_index[line.variable, owner if isinstance(owner, int) else None]
            kind = setup.system.variables[line.variable].type
            name = words.place(line.variable, owner if isinstance(owner, int) else None)
            given.append(f"{name}: {words.value(store.variables[at], kind)}")
        elif isinstance(line, GivenWindow):
            given.append(f"{words.window(line.window)} is {'open' if line.open else 'closed'}")
    yield f"The position: {'; '.join(filter(None, given))}."
    begins = next(line for line in example.lines if isinstance(line, AtRule))
    yield f"It begins with {begins.rule}."
    for number, (state, deed) in enumerate(states, 1):
        yield f"{number}. {moved(words, state, action_of(state, deed))}."
