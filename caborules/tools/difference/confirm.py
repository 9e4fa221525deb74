"""A game that the search has found, played again by the reference engine under both rulesets, and told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caborules.api.game import Game, State
from caborules.engine.chance import Outcome, OutcomeMissing, Supplied, seeded
from caborules.engine.faults import RulesFault
from caborules.engine.play import Play, begin
from caborules.engine.setup import Setup
from caborules.ir.types import Value
from caborules.tools.difference.gaps import gaps
from caborules.tools.difference.position import Deed, Pair, action_of, parted
from caborules.tools.difference.record import Parting
from caborules.tools.difference.shorten import Way
from caborules.tools.difference.sides import Sides
from caborules.tools.difference.telling import as_referee, moved, position, values
from caborules.tools.narrate import narrated
from caborules.tools.words import Words

LONG: Final = 12
"""A game of more moves is told from a position near its end."""
LAST: Final = 4
"""So many moves are told from there."""
_DONE: Final = frozenset({"chose", "declined", "passed"})
"""Events that say again what was done."""


def confirmed(sides: Sides, way: Way) -> Parting:
    """The game as the reference engine plays it. Raises AssertionError where the two do not part in it: that would be a
    fault of ours."""
    by_reference = sides.reference()
    mine, theirs = (
        _played(game, outcomes, way.deal.later, way.deeds)
        for game, outcomes in ((by_reference.first, way.deal.first), (by_reference.second, way.deal.second))
    )
    pair = Pair(_state(by_reference.first, mine), _state(by_reference.second, theirs))
    assert parted(by_reference, pair), "the reference engine sees no difference"
    return Parting(
        mine[0],
        theirs[0],
        sides.whole,
        len(way.deeds),
        gaps(by_reference, pair),
        tuple(_story(by_reference, (mine[0], theirs[0]), way.deeds)),
        way.how,
        way.shorter,
        _late(by_reference, mine[0], len(way.deeds)),
        _ends((mine[0], theirs[0])),
    )


def _played(
    game: Game, outcomes: tuple[Outcome, ...], later: str, deeds: tuple[Deed, ...]
) -> tuple[Play | None, RulesFault | None]:
    """The play, as far as the rules can go on, and where they broke down."""
    play: Play | None = None
    try:
        play = _begun(game.setup, outcomes, later)
        for deed in deeds:
            play = play.act(action_of(State(game, play.state, play.events), deed))
    except RulesFault as fault:
        return play, fault
    return play, None


def _begun(setup: Setup, outcomes: tuple[Outcome, ...], later: str) -> Play:
    try:
        return begin(setup, Supplied(outcomes, seeded(later)))
    except OutcomeMissing:
        return begin(setup, seeded(later))


def _state(game: Game, played: tuple[Play | None, RulesFault | None]) -> State | RulesFault:
    play, fault = played
    if fault is not None:
        return fault
    assert play is not None
    return State(game, play.state, play.events)


def _ends(plays: tuple[Play | None, Play | None]) -> str | None:
    """The innermost rule that ends with the last move in both, of those that were going on since the deal; in words."""
    first, second = plays
    if first is None or second is None or len(first.turns) < LONG or len(first.turns) != len(second.turns):
        return None
    rules = first.setup.system.rules
    ended = [_ended(play) for play in (first, second)]
    common = next((name for name in ended[0] if name in ended[1]), None)
    if common is None:
        return None
    return f'{common} ("{rules[common].text}")' if rules[common].text else common


def _ended(play: Play) -> list[str]:
    """The rules that were going on since the deal and end with the last move, the innermost first."""
    running: list[tuple[str, int]] = []
    ended: list[tuple[str, int]] = []
    for number, turn in enumerate(play.turns):
        for event in turn.step.events:
            if event.kind == "entered":
                running.append((event.name, number))
            elif event.kind == "left" and running:
                left = running.pop()
                ended += [left] if number == len(play.turns) - 1 else []
    return [name for name, began in ended if began == 0]


# ---------------------------------------------------------------- in words
def _late(sides: Sides, play: Play | None, moves: int) -> tuple[int, str] | None:
    """Of a long game, how many moves are made when the last few are left, and the position there."""
    made = moves - LAST
    if play is None or moves <= LONG or made >= len(play.turns):
        return None
    setup, store = sides.first.setup, play.turns[made].step.state.store
    words = Words(setup.system)
    windows = zip(setup.system.windows, store.windows, strict=True)
    is_open = (f"{words.window(name)} is open" for name, window in windows if window.open)
    return made, "; ".join(
        (position(words, setup, store), *values(words, setup, store, _values(setup, play, 0)), *is_open)
    )


def _story(sides: Sides, plays: tuple[Play | None, Play | None], deeds: tuple[Deed, ...]) -> Iterator[str]:
    """The deal and the moves, each with what came of it; of the last one only what was done."""
    yield from _deals(sides, plays, deeds)
    number = 0 if plays[0] is not None else 1
    play, game = plays[number], (sides.first, sides.second)[number]
    if play is None:
        return
    words = Words(game.setup.system)
    standing = _values(game.setup, play, 0)
    for number, deed in enumerate(deeds, 1):
        state = State(game, play.turns[number - 1].step.state)
        told = f"{number}. {moved(words, state, action_of(state, deed))}"
        if number == len(deeds) or number >= len(play.turns):
            yield f"{told}."
            return
        events = (as_referee(game.setup, event) for event in play.turns[number].step.events if event.kind not in _DONE)
        came = "; ".join(narrated(words, events, standing))
        standing = _values(game.setup, play, number)
        yield f"{told}{f' -- {came}' if came else ''}."


def _deals(sides: Sides, plays: tuple[Play | None, Play | None], deeds: tuple[Deed, ...]) -> Iterator[str]:
    """What was dealt; where the two part at the deal, in each of them."""
    told = [
        position(Words(setup.system), setup, play.turns[0].step.state.store)
        for setup, play in zip(sides.setups, plays, strict=True)
        if play is not None
    ]
    if deeds or len(set(told)) == 1:
        yield from (f"The deal: {one}." for one in told[:1])
    else:
        names = sides.names
        yield from (f"The deal in {name}: {one}." for name, one in zip(names, told, strict=False))


def _values(setup: Setup, play: Play, turn: int) -> dict[tuple[str, int | None], Value]:
    return dict(zip(setup.variable_ids, play.turns[turn].step.state.store.variables, strict=True))
