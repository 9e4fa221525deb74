"""Positions written down as people write them: cards by text, seats by number; and short ways to look at a play."""

from __future__ import annotations

from collections.abc import Mapping

from caborules.diagnostics.span import Position, Span
from caborules.engine.chance import Identity
from caborules.engine.decisions import Action, offers
from caborules.engine.machine import initial_values, to_decision
from caborules.engine.play import Play, Turn
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import State, Window
from caborules.types.report import Report
from tests.support.rulesets import forced, shipped

NOWHERE = Span("", Position(1, 1), Position(1, 1))


def position(
    setup: Setup,
    at: str = "",
    cards: Mapping[str, str] | None = None,
    values: Mapping[str, object] | None = None,
    windows: tuple[str, ...] = (),
    arguments: tuple[tuple[str, object], ...] = (),
) -> Play:
    """The play that begins in this position with rule ``at``.

    ``cards``: ``{"row 0": "5♠ _ 9♥", "stock": "7♣ ..."}``; ``...`` is the rest of the deck. ``values``: ``{"active": 1,
    "score 0": 11}``. What is left out is empty, or has its initial value.
    """
    store = setup.empty_store()
    spare = list(range(len(setup.faces)))
    rest_in: int | None = None
    for words, text in (cards or {}).items():
        at_place = setup.place_index[_owned(words)]
        there: list[int | None] = []
        for word in text.split():
            if word == "...":
                rest_in = at_place
            elif word == "_":
                there.append(None)
            else:
                there.append(_take(setup, spare, word))
        store = store.with_place(at_place, tuple(there))
    if rest_in is not None:
        store = store.with_place(rest_in, (*store.places[rest_in], *spare))
    for place, those in zip(setup.place_ids, store.places, strict=True):
        for card in those:
            if card is not None:
                store = store.with_card(card, None, setup.onlookers(place))
    store = initial_values(setup, store, {_owned(k): v for k, v in (values or {}).items()})  # type: ignore[misc]  # values of variables
    for window in windows:
        store = store.with_window(setup.window_index[window], Window(True, 1))
    run = Run(setup, State(store, (), Identity()))
    if at:
        run.enter(at, arguments, resets=False)  # type: ignore[arg-type]  # values of parameters
    return Play(setup, (Turn(None, to_decision(run)),))


def cabo(players: int = 2, **options: object) -> Setup:
    return forced(shipped("cabo"), players, **options)


def _owned(words: str) -> tuple[str, int | None]:
    name, _, owner = words.partition(" ")
    return (name, int(owner) if owner else None)


def _take(setup: Setup, spare: list[int], word: str) -> int:
    face = setup.card_names.face(Report(), word, NOWHERE)
    card = next(card for card in spare if setup.faces[card] == face)
    spare.remove(card)
    return card


# ---------------------------------------------------------------- looking
def short(action: Action) -> tuple[object, ...]:
    """Seat, last part of the choice, and arguments with cards as indices."""
    return (action.seat, action.choice.rpartition(".")[2], *(_short(one) for one in action.arguments))


def _short(value: object) -> object:
    match value:
        case (str(), _, int() as index):
            return index
        case tuple():
            return tuple(_short(one) for one in value)
        case _:
            return value


def legal(play: Play, seat: int | None = None) -> list[tuple[object, ...]]:
    actions = [offer.action for offer in offers(play.setup, play.state)]
    return [short(action) for action in actions if seat is None or action.seat == seat]


def can(play: Play, seat: int, choice: str) -> bool:
    return any(one[:2] == (seat, choice) for one in legal(play))


def take(play: Play, *wanted: object) -> Play:
    """Take the action that is, or begins with, ``wanted``; there must be one."""
    actions = [offer.action for offer in offers(play.setup, play.state)]
    found = [action for action in actions if short(action)[: len(wanted)] == wanted]
    assert len(found) == 1, (wanted, legal(play))
    return play.act(found[0])


def takes(play: Play, *moves: tuple[object, ...]) -> Play:
    for move in moves:
        play = take(play, *move)
    return play


def lies(play: Play, words: str) -> str:
    """The cards of a place, as people write them: ``5♠ _ 9♥``."""
    return " ".join("_" if card is None else name(play, card) for card in place(play, words))


def place(play: Play, words: str) -> tuple[int | None, ...]:
    return play.state.store.places[play.setup.place_index[_owned(words)]]


def name(play: Play, card: int) -> str:
    suits = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
    face = dict(zip(play.setup.system.attributes, play.setup.faces[card], strict=True))
    if face["suit"] not in suits:
        return "★" if face["rank"] == "joker" else f"[{face['rank']}]"
    rank = face["rank"]
    return (rank[0].upper() if isinstance(rank, str) else str(rank)) + suits[str(face["suit"])]


def value(play: Play, words: str) -> object:
    return play.state.store.variables[play.setup.variable_index[_owned(words)]]


def knows(play: Play, seat: int, words: str, index: int) -> bool:
    card = place(play, words)[index]
    assert card is not None
    return bool(play.state.store.known[card] >> seat & 1)


def conserved(play: Play) -> bool:
    """Is every card that lay on the table at the start still there, once?"""
    counts = [
        sorted(card for there in turn.step.state.store.places for card in there if card is not None)
        for turn in (play.turns[0], play.turns[-1])
    ]
    return counts[0] == counts[1]
