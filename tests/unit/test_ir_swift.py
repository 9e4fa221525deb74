"""Classes that are made more quickly are the frozen dataclasses that they were."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from caborules.engine.events import Event, Seen
from caborules.engine.state import Store
from caborules.explore.space import Move
from caborules.ir.swift import swift
from caborules.lower.states import MachineState, Step


@swift
@dataclass(frozen=True, slots=True)
class Quick:
    one: int
    other: str = "that"
    unseen: int = field(default=3, compare=False)


def test_it_is_made_as_it_is_written() -> None:
    assert repr(Quick(1)) == repr(Quick(one=1, other="that", unseen=3))
    assert Quick(1, "this") == Quick(1, other="this", unseen=9) != Quick(1)
    assert hash(Quick(1)) == hash(Quick(1, unseen=4)) and replace(Quick(1), other="this").other == "this"
    for wrong in ((), (1, "this", 3, 4)):
        with pytest.raises(TypeError):
            Quick(*wrong)


def test_it_stays_as_it_was_made() -> None:
    with pytest.raises(FrozenInstanceError):
        Quick(1).one = 2  # type: ignore[misc]  # it is frozen


@pytest.mark.parametrize("cls", [Event, MachineState, Move, Quick, Seen, Step, Store])
def test_every_field_comes_to_its_own_slot(cls: type[Quick]) -> None:
    names = [one.name for one in fields(cls)]
    made = cls(*range(len(names)))
    assert [getattr(made, name) for name in names] == list(range(len(names)))
