"""The proofs' step against the machine's: on concrete states both must come to the same state.

This guards the encoding that all proofs rest on. The last test plants errors in the encoding and sees each noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from caborules.lower import groups, lower
from caborules.lower.machine import Machine, load
from caborules.symbolic import moves
from caborules.symbolic.many_moves import _Move
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.moves import Mover
from caborules.symbolic.places import Loc
from tests.support import lockstep_games, rulesets
from tests.support.comparing import compare
from tests.support.concrete import NoValueError
from tests.support.operations import operations

MUST_OCCUR = {
    "cabo": "Lift Lay MoveAll ShufflePlace SwapCards ShowCards TurnCards SetVariable SetRegister Test NextOf",
    "seats": "Lift Lay SetVariable SetRegister Test NextOf SwapCards",
    "sets": "Lift Lay SetRegister Test MoveCards",
    "hands": "MoveAll ShowCards TurnCards",
    "piles": "Lift Lay SwapCards MoveCards ShufflePlace",
    "parting": "MoveCards Lift Lay TurnCards ShowCards",
}
"""Games, and the kinds of operations that must have been compared in each."""


@cache
def machine_for(name: str) -> Machine:
    """A machine for the fewest players; Cabo on a deck of sixteen cards, so that the stock runs out."""
    shipped = name == "cabo"
    system = rulesets.shipped(name) if shipped else rulesets.system_of(rulesets.HEAD + lockstep_games.GAMES[name])
    players, options = groups(system)[0]
    lowered = lower(system, options, players)
    if shipped:
        faces = load(lowered, players[0]).setup.faces[::3][:16]
        lowered = replace(lowered, deck=(replace(lowered.deck[0], faces=faces, times=None, when=None),))
    return load(lowered, players[0])


def compared(machine: Machine, seed: int) -> tuple[Counter[str], list[str]]:
    """How many operations of each kind were compared, and the differences."""
    counted: Counter[str] = Counter()
    wrong: list[str] = []
    for before, after in operations(machine, seed):
        try:
            found = compare(machine, before, after)
        except (NoValueError, NotEncodedError):
            continue
        counted[found.operation] += 1
        wrong += [f"{found.operation}: {one}" for one in found.differences]
    return counted, wrong


@pytest.mark.parametrize("name", MUST_OCCUR)
def test_the_symbolic_step_is_the_machines_step(name: str) -> None:
    """Places, knowledge, facing, names of cards, variables and counts come out the same, operation by operation."""
    machine = machine_for(name)
    counted: Counter[str] = Counter()
    for seed in range(5):
        some, wrong = compared(machine, seed)
        assert wrong == []
        counted += some
    assert [kind for kind in MUST_OCCUR[name].split() if not counted[kind]] == []


PLANTED: dict[str, tuple[object, str, Callable[[Any], Any]]] = {
    "a card that leaves a place stays there": (moves, "without", lambda _old: lambda n, family, *rest: family),
    "a card that comes to a place does not": (
        moves,
        "with_card",
        lambda old: lambda n, family, loc, *rest: old(n, family, loc, *rest) if family.kind == "one" else family,
    ),
    "a swap changes nothing": (moves, "replaced", lambda _old: lambda n, family, *rest: family),
    "knowledge does not follow the card": (
        Mover,
        "_held",
        lambda old: lambda self, state, loc: replace(old(self, state, loc), known=lambda _q: False),
    ),
    "names do not follow the card": (Mover, "rename", lambda _old: lambda self, state, forth, back: state),
    "all but the first is all": (
        Mover,
        "move_all",
        lambda old: lambda self, state, source, to, rest: old(self, state, source, to, rest=False),
    ),
    "a shuffle leaves the order": (Mover, "shuffle", lambda _old: lambda self, state, whose: state),
    "a look teaches everybody": (
        Mover,
        "show",
        lambda old: lambda self, state, hit, inside, to: old(self, state, hit, inside, lambda _q: True),
    ),
    "a look teaches nobody": (Mover, "show", lambda _old: lambda self, state, hit, inside, to: state),
    "turning up teaches nobody": (
        Mover,
        "turn",
        lambda old: lambda self, state, hit, inside, up: old(self, state, hit, inside, False),
    ),
    "nobody sees a face-up place": (Mover, "seen", lambda _old: lambda self, number: lambda _q, _o, _i: False),
    "cards lie face down everywhere": (Mover, "lies_up", lambda _old: lambda self, number: False),
    "a card is laid at the bottom": (
        Mover,
        "lay",
        lambda old: lambda self, state, to: old(self, state, Loc(to.place, to.owner, 0)),
    ),
}


PLANTED_IN_SETS: dict[str, tuple[object, str, Callable[[Any], Any]]] = {
    "cards that leave together stay there": (_Move, "_left", lambda _old: lambda self, origin, *rest: origin),
    "cards that come together do not": (_Move, "_arrived", lambda _old: lambda self, origin, goal, *rest: goal),
    "a pile does not close up": (_Move, "_stood", lambda _old: lambda self, i: i),
    "names of cards in a pile do not close up": (_Move, "_stands", lambda _old: lambda self, i: i),
    "who stays in the hand is still known": (_Move, "_still_known", lambda _old: lambda self, origin: origin.known),
    "who left the hand is still known": (
        _Move,
        "_told",
        lambda _old: lambda self, origin: lambda q, i: origin.known(q, self.moving.source.owner, i),
    ),
    "copies stay behind": (_Move, "_copies", lambda _old: lambda self, origin: 0),
    "one card out of a hand is always followed": (Mover, "_forget", lambda _old: lambda self, state, loc, to: state),
    "where a card goes tells nobody which it was": (Mover, "_sees_at", lambda _old: lambda self, to: lambda _q: False),
}


@pytest.mark.parametrize("error", PLANTED_IN_SETS)
def test_an_error_with_sets_and_hands_is_noticed(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each planted error makes some operation of small games with hands and sets of cards come out wrong."""
    where, name, broken = PLANTED_IN_SETS[error]
    monkeypatch.setattr(where, name, broken(getattr(where, name)))
    machines = [machine_for(game) for game in ("piles", "sets", "parting")]
    assert any(compared(machine, seed)[1] for seed in range(6) for machine in machines), f"nobody notices that {error}"


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_encoding_is_noticed(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each planted error makes some operation of a short game come out wrong."""
    where, name, broken = PLANTED[error]
    monkeypatch.setattr(where, name, broken(getattr(where, name)))
    machine = machine_for("cabo")
    assert any(compared(machine, seed)[1] for seed in range(6)), f"nobody notices that {error}"
