"""A game that the search has found, played again by the reference engine under both rulesets, and told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caborules.api.game import Game, State
from caborules.check.narrate import choice_texts
from caborules.engine.chance import Outcome, OutcomeMissing, Supplied, seeded
from caborules.engine.faults import RulesFault
from caborules.engine.play import Play, begin
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.ir.types import Value
from caborules.tools.difference.gaps import as_referee, gaps
from caborules.tools.difference.position import Deed, Pair, action_of, parted
from caborules.tools.difference.record import Parting
from caborules.tools.difference.shorten import Way
from caborules.tools.difference.sides import Sides
from caborules.tools.narrate import narrated
from caborules.tools.words import Words

SHOWN: Final = 6
"""So many cards of a pile are told, from the top."""


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
        tuple(_story(by_reference.first.setup, mine[0] or theirs[0], way.deeds)),
        way.how,
        way.shorter,
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


# ---------------------------------------------------------------- in words
def _story(setup: Setup, play: Play | None, deeds: tuple[Deed, ...]) -> Iterator[str]:
    """The deal and the moves, each with what came of it; of the last one only what was done."""
    if play is None:
        return
    words, texts = Words(setup.system), choice_texts(setup.system)
    yield f"The deal: {'; '.join(places(words, setup, play.turns[0].step.state.store))}."
    values = _values(setup, play, 0)
    for number, deed in enumerate(deeds, 1):
        seat, choice, arguments = deed
        told = words.arguments(choice, arguments)
        who = "" if seat is None else f"{words.seat(seat)}: "
        done = f"{number}. {who}{texts.get(choice) or words.choice(choice)}{f': {told}' if told else ''}"
        if number == len(deeds) or number >= len(play.turns):
            yield f"{done}."
            return
        events = (as_referee(setup, event) for event in play.turns[number].step.events if event.kind != "chose")
        came = "; ".join(narrated(words, events, values))
        values = _values(setup, play, number)
        yield f"{done}{f' -- {came}' if came else ''}."


def _values(setup: Setup, play: Play, turn: int) -> dict[tuple[str, int | None], Value]:
    return dict(zip(setup.variable_ids, play.turns[turn].step.state.store.variables, strict=True))


def places(words: Words, setup: Setup, store: Store) -> Iterator[str]:
    """What lies where."""
    for place, cards in zip(setup.place_ids, store.places, strict=True):
        if cards:
            faces = ["_" if card is None else words.face(setup.faces[card]) for card in cards]
            pile = setup.shape(place) == "pile" and len(faces) > SHOWN
            shown = f"{' '.join(faces[:SHOWN])} ... ({len(faces)} cards)" if pile else " ".join(faces)
            yield f"{words.place(*place)}: {shown}"
