"""The two games that are played side by side: the same players, the same cards, the same deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from caborules.api.game import Game, State
from caborules.engine import machine
from caborules.engine.chance import Outcome, OutcomeMissing, Supplied, seeded
from caborules.engine.faults import RulesFault
from caborules.engine.game import set_up
from caborules.engine.setup import Setup
from caborules.ir.system import DeckLine, ExampleDef, Face, GivenCards, System, ThenCards
from caborules.ir.types import Value
from caborules.tools.difference.record import labels

MOST_ASKED: Final = 20
"""So often may chance be asked before the deck is shuffled."""
CLUSTER: Final = (2, 3, 4)
"""So many values of an attribute are drawn for a deal of cards that have much in common."""


@dataclass(frozen=True)
class Sides:
    """``first`` and ``second`` have the same faces, in the same order. ``whole``: they are the decks of both; else the
    cards that both decks have, and both play with these."""

    first: Game
    second: Game
    whole: bool

    @property
    def setups(self) -> tuple[Setup, Setup]:
        return self.first.setup, self.second.setup

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return labels((self.first.setup.system.name, self.second.setup.system.name))

    @property
    def players(self) -> int:
        return self.first.num_players

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Where in the two stores the places stand that both have, of the same shape and sight."""
        mine, theirs = self.setups
        return tuple(
            (mine.place_index[place], theirs.place_index[place])
            for place in mine.place_ids
            if place in theirs.place_index and _alike(mine, theirs, place[0])
        )

    @cached_property
    def variables(self) -> tuple[tuple[int, int], ...]:
        """Where in the two stores the variables stand that both have."""
        mine, theirs = self.setups
        return tuple(
            (mine.variable_index[one], theirs.variable_index[one])
            for one in mine.variable_ids
            if one in theirs.variable_index
        )

    @cached_property
    def asked(self) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
        """What chance is asked at the start of each game, see ``_asked``."""
        return _asked(self.first.setup), _asked(self.second.setup)

    def reference(self) -> Sides:
        """The same, played by the reference engine."""
        return replace(self, first=Game(self.first.setup, "reference"), second=Game(self.second.setup, "reference"))


def _alike(first: Setup, second: Setup, place: str) -> bool:
    mine, theirs = first.system.places[place], second.system.places[place]
    return (mine.shape, mine.sight) == (theirs.shape, theirs.sight)


def sides(
    first: System, second: System, players: int, settings: tuple[Mapping[str, Value], Mapping[str, Value]]
) -> Sides | None:
    """The games for so many players; None where no card is in both decks. Raises Refused, see ``game.set_up``."""
    mine, theirs = set_up(first, players, settings[0]), set_up(second, players, settings[1])
    if mine.faces == theirs.faces:
        return Sides(Game(mine), Game(theirs), True)
    shared = tuple((Counter(mine.faces) & Counter(theirs.faces)).elements())
    order = {face: at for at, face in reversed(list(enumerate(mine.faces)))}
    faces = tuple(sorted(shared, key=lambda face: order[face]))
    if not faces:
        return None
    whole = len(faces) == len(mine.faces) == len(theirs.faces)
    return Sides(Game(_with_deck(mine, faces)), Game(_with_deck(theirs, faces)), whole)


def _with_deck(setup: Setup, faces: tuple[Face, ...]) -> Setup:
    """The same game with other cards in its deck."""
    deck = (DeckLine(None, (), "both", faces, None, None),)
    return replace(setup, system=replace(setup.system, deck=deck), faces=faces)


# ---------------------------------------------------------------- deals
@dataclass(frozen=True, slots=True)
class Deal:
    """Chance at the start of each game, the same order of the deck in both, and the seed of what chance does later."""

    first: tuple[Outcome, ...]
    second: tuple[Outcome, ...]
    later: str

    def begin(self, sides: Sides) -> tuple[State | RulesFault, State | RulesFault]:
        """The two games at their first decision."""
        return _begun(sides.first, self.first, self.later), _begun(sides.second, self.second, self.later)


def _begun(game: Game, outcomes: tuple[Outcome, ...], later: str) -> State | RulesFault:
    try:
        return game.new_initial_state(chance=Supplied(outcomes, seeded(later)))
    except OutcomeMissing:
        # What chance is asked depends on what it said before: it goes by the seed alone then.
        return game.new_initial_state(later)
    except RulesFault as fault:
        return fault


def deals(sides: Sides, seed: int | str) -> Iterator[Deal]:
    """Deals without end, the same for the same seed.

    By turns: any order of the deck; on top the cards that examples of only one of the two speak of; cards that share
    few values of an attribute; the cards whose row in a table differs. So that what is seldom in a shuffled deck, and
    what the two differ in, is met often.
    """
    told, differing = _of_examples(sides), _of_tables(sides)
    number = 0
    while True:
        later = f"{seed}/{number}"
        rng = random.Random(f"deal/{later}")
        favoured = (frozenset[Face](), told, _cluster(sides, rng), differing or _cluster(sides, rng))[number % 4]
        yield dealt(sides, _order(sides.first.setup.faces, favoured, rng), later)
        number += 1


def dealt(sides: Sides, order: tuple[int, ...], later: str) -> Deal:
    """The deal of a deck in this order. ``later``: the seed of what else chance does."""
    first, second = (_outcomes(asked, order, later) for asked in sides.asked)
    return Deal(first, second, later)


def _order(faces: tuple[Face, ...], favoured: frozenset[Face], rng: random.Random) -> tuple[int, ...]:
    """The numbers of the cards in an order in which those of the favoured faces come first, each part shuffled."""
    cards = list(range(len(faces)))
    rng.shuffle(cards)
    return tuple(sorted(cards, key=lambda card: faces[card] not in favoured))


def _asked(setup: Setup) -> tuple[tuple[str, int], ...]:
    """What chance is asked at the start of a game, up to the shuffle of the whole deck: kinds and sizes.

    Nothing where the rules break down before, or the whole deck is not shuffled: chance goes by the seed alone then.
    """
    asked: list[tuple[str, int]] = []
    given: tuple[Outcome, ...] = ()
    while len(asked) < MOST_ASKED:
        try:
            machine.start(setup, Supplied(given))
        except OutcomeMissing as missing:
            asked.append((missing.kind, missing.size))
            if asked[-1] == ("shuffle", len(setup.faces)):
                return tuple(asked)
            given = (*given, 0 if missing.kind == "pick" else tuple(range(missing.size)))
        except RulesFault:
            break
        else:
            break
    return ()


def _outcomes(asked: tuple[tuple[str, int], ...], order: tuple[int, ...], later: str) -> tuple[Outcome, ...]:
    """What chance says at the start so that the deck, once shuffled, lies in this order."""
    source, outcomes = seeded(f"{later}/start"), list[Outcome]()
    for kind, size in asked[:-1]:
        outcome: Outcome
        if kind == "pick":
            outcome, source = source.index(size)
        else:
            outcome, source = source.permutation(size)
        outcomes.append(outcome)
    return (*outcomes, order) if asked else ()


def _of_examples(sides: Sides) -> frozenset[Face]:
    """The faces in examples that only one of the two has, or that say other things in the other."""
    mine, theirs = ({one.title: one for one in setup.system.examples} for setup in sides.setups)
    deck = set(sides.first.setup.faces)
    alone = [one for title, one in mine.items() if theirs.get(title) != one]
    alone += [one for title, one in theirs.items() if mine.get(title) != one]
    return frozenset(face for one in alone for face in _faces(one) if face in deck)


def _faces(example: ExampleDef) -> Iterator[Face]:
    for line in example.lines:
        if isinstance(line, GivenCards | ThenCards):
            for card in line.cards.cards:
                if isinstance(card, tuple):
                    yield card


def _of_tables(sides: Sides) -> frozenset[Face]:
    """The faces that a table of both says other things of."""
    mine, theirs = (setup.system.tables for setup in sides.setups)
    return frozenset(
        face
        for name in mine.keys() & theirs.keys()
        for face in sides.first.setup.faces
        if face in mine[name].index and face in theirs[name].index
        if mine[name].rows[mine[name].index[face]].cells != theirs[name].rows[theirs[name].index[face]].cells
    )


def _cluster(sides: Sides, rng: random.Random) -> frozenset[Face]:
    """The faces that have one of a few values of an attribute, which is drawn, as are the values."""
    faces = list(dict.fromkeys(sides.first.setup.faces))
    at = rng.randrange(len(faces[0]))
    values = list(dict.fromkeys(face[at] for face in faces))
    several = [i for i in range(len(faces[0])) if len({face[i] for face in faces}) > max(CLUSTER)]
    if several and at not in several:
        at = rng.choice(several)
        values = list(dict.fromkeys(face[at] for face in faces))
    chosen = rng.sample(values, min(rng.choice(CLUSTER), len(values)))
    return frozenset(face for face in faces if face[at] in chosen)
