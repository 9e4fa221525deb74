"""What can go wrong while a game runs, each with its own exception: an illegal action, and faults of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caborules.diagnostics.span import Span
from caborules.engine.state import State

if TYPE_CHECKING:
    from caborules.engine.decisions import Action


class IllegalAction(Exception):  # noqa: N818 - the name says what was wrong, as OpenSpiel's users expect
    """The action is not legal in this state, which stays as it was. ``reason`` tells its sender nothing new."""

    def __init__(self, action: Action, reason: str) -> None:
        super().__init__(reason)
        self.action = action
        self.reason = reason


class RulesFault(Exception):  # noqa: N818 - a fault of the rules, not an error of the program
    """The rules cannot go on: ``rule`` and ``span`` tell where, ``state`` how things stood. The state before stands."""

    def __init__(self, reason: str, rule: str, span: Span | None, state: State) -> None:
        where = f"{span.file}:{span.start.line}: " if span is not None else ""
        super().__init__(f"{where}in {rule}: {reason}")
        self.reason = reason
        self.rule = rule
        self.span = span
        self.state = state


class Stuck(RulesFault):
    """A player must choose, nothing is possible, and the rules do not say what then."""


class OutOfRange(RulesFault):
    """A variable was given a value outside its type."""


class Endless(RulesFault):
    """The rules run on and on without a decision."""


class UndefinedStep(RulesFault):
    """A step that cannot be carried out: the top of an empty pile, a card to a place that is taken."""


class TooManyWays(RulesFault):
    """A choice can be made in so many ways that they cannot be listed."""
