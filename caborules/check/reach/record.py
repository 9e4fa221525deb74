"""What a certificate keeps of the strategies that lead to the end."""

from __future__ import annotations

from dataclasses import dataclass

from caborules.check.ends.record import StepRecord, steps
from caborules.check.reach.ranked import Course
from caborules.check.reach.renewal import Cases
from caborules.check.reach.several import Several
from caborules.check.reach.strategy import Strategy


@dataclass(frozen=True, slots=True)
class LoopRecord:
    """At the node ``head`` a loop goes on by way ``way``; then ``variable`` is at most ``most``, and plays add to it.

    ``cases``: by number of players, from the least on, what the plays depend on, and the seeds of their shuffles.
    """

    head: int
    way: int
    variable: str
    most: int
    cases: tuple[Cases, ...]


@dataclass(frozen=True, slots=True)
class SystemRecord:
    """Of one lowered system: the strategy, the loops that are brought on, and the rankings, piece by piece.

    ``several``: loops that one of several plays brings on.
    """

    strategy: Strategy
    loops: tuple[LoopRecord, ...]
    pieces: tuple[tuple[StepRecord, ...], ...]
    several: tuple[Several, ...] = ()


@dataclass(frozen=True, slots=True)
class ReachRecord:
    """Why the end can be reached from everywhere; by lowered system, those that differ in the deck alone being one."""

    systems: tuple[SystemRecord, ...]


def record(courses: tuple[Course, ...]) -> ReachRecord:
    """The record of strategies that were found."""
    return ReachRecord(tuple(_of(course) for course in courses))


def _of(course: Course) -> SystemRecord:
    loops = tuple(
        LoopRecord(one.head, one.way, one.bound.variable, one.bound.most, one.cases) for one in course.renewals
    )
    pieces = tuple(tuple(steps(piece.ranked)) for piece in course.pieces)
    return SystemRecord(course.strategy, loops, pieces, course.several)
