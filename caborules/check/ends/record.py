"""What is kept of rankings: by part of the rules, which number goes down next, and which assumption is used where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from caborules.check.ends.analyse import Ending, Question
from caborules.check.ends.ranks import Component, Excluded, Ranked

IDLE: Final = "moves that are not possible any more"
"""Stands for the number, where moves are left out since conditions that hold from some time on rule them out."""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step of a lexicographic ranking, of the part of the moves that is next in order.

    ``number`` in words: it never goes up (``rising``: down) in that part, and some moves change it; ``which``: the how
    manieth of these words; ``strictly``: some moves change it whenever they are taken. Or ``assumption``: the name of
    what is assumed of players, by which some of the moves are taken only so often.
    """

    number: str = ""
    which: int = 0
    rising: bool = False
    strictly: bool = True
    assumption: str = ""


@dataclass(frozen=True, slots=True)
class EndsRecord:
    """Why every run of ``rule`` ends, ``assuming`` so much of players.

    ``after``: only from where what the author's property says has come true. ``systems``: by lowered system (those that
    differ in the deck alone are one) and place of the rule the steps.
    """

    rule: str
    systems: tuple[tuple[tuple[StepRecord, ...], ...], ...]
    assuming: tuple[str, ...] = ()
    after: bool = False


def record(question: Question, found: Iterable[Ending]) -> EndsRecord:
    """The record of rankings that were found."""
    systems = tuple(tuple(tuple(steps(ranked)) for _, ranked in ending.parts) for ending in found)
    return EndsRecord(question.rule, systems, question.assuming, question.after is not None)


def steps(ranked: Ranked) -> Iterator[StepRecord]:
    """The steps of a ranking."""
    for step in ranked.steps:
        match step:
            case Excluded(assumption=name):
                yield StepRecord(assumption=name)
            case Component(coefficients=()):
                yield StepRecord(IDLE)
            case Component(coefficients=((feature, sign),)):
                yield StepRecord(str(feature), step.which, sign < 0, bool(step.strict))
