"""Verdicts: what was found about a property, what stands behind it, and the one function that classifies them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span

Found: TypeAlias = Literal["holds", "violated", "undecided", "never-applies", "declared", "none"]
"""``never-applies``: true because its condition never arises; ``declared``: a disclosure that the rules intend;
``none``: not run."""

Evidence: TypeAlias = Literal["proved", "exhaustive", "bounded", "sampled", "executed", "not-run"]
"""``proved``: every declared number of players, full deck, unbounded play; ``exhaustive``: every state of the scope;
``bounded``: up to a depth; ``sampled``: a number of games; ``executed``: examples that were run."""

Json: TypeAlias = "bool | int | str | tuple[Json, ...] | dict[str, Json] | None"

ExitCode: TypeAlias = Literal[0, 1, 2, 3, 4, 70]
_WORST_FIRST: tuple[ExitCode, ...] = (70, 2, 1, 3, 4, 0)


@dataclass(frozen=True, slots=True)
class Witness:
    """What shows a violation: a trace in words, one step a line, and the same as data for a machine.

    ``smaller``: players and deck, where the deck is smaller than the ruleset's; else nothing.
    """

    title: str
    steps: tuple[str, ...]
    data: dict[str, Json] = field(default_factory=dict)
    smaller: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about one property.

    ``scope`` says what was covered ("2 to 6 players, 52 cards, any length of play"), ``reason`` why it is undecided or
    was not run, ``obligations`` how many claims a solver was asked. ``undeclared`` lists disclosures that the rules
    bring about without saying so; they count only with ``--strict``. ``places``: the lines of the rules concerned.
    ``apart``: what was not looked at and why, which is no part of what was found: examples that do not apply.
    """

    property: str
    found: Found
    evidence: Evidence
    scope: str = ""
    reason: str = ""
    witness: Witness | None = None
    obligations: int = 0
    details: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()
    apart: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError where the two columns contradict each other."""
        if (self.found == "none") != (self.evidence == "not-run"):
            raise ValueError(f"{self.property}: found {self.found!r} cannot stand on evidence {self.evidence!r}")
        if self.found == "violated" and self.witness is None:
            raise ValueError(f"{self.property}: a violation needs a witness")


def exit_code(verdicts: Iterable[Verdict], diagnostics: Iterable[Diagnostic] = (), strict: bool = False) -> ExitCode:
    """The exit code for one file.

    2 if the input was refused, 1 if a property is violated, 3 if something is undecided, 4 (only if ``strict``) if
    something was not run, never applies, or is disclosed without being declared, else 0.
    """
    listed = tuple(verdicts)
    codes: list[ExitCode] = [0]
    if any(diagnostic.severity == "error" for diagnostic in diagnostics):
        codes.append(2)
    for verdict in listed:
        if verdict.found == "violated":
            codes.append(1)
        elif verdict.found == "undecided":
            codes.append(3)
    if strict and objections(listed):
        codes.append(4)
    return worst(codes)


def objections(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """What ``--strict`` does not accept beside violations and what is undecided, one in a line."""
    found: list[str] = []
    for verdict in verdicts:
        if verdict.found in ("none", "never-applies"):
            found.append(f"{verdict.property}: {'not run' if verdict.found == 'none' else 'never applies'}")
        found += [f"{verdict.property}: not declared: {one}" for one in verdict.undeclared]
    return tuple(found)


def worst(codes: Sequence[ExitCode]) -> ExitCode:
    """The exit code for several files: the first that occurs in the order 70, 2, 1, 3, 4, 0; 0 for no file."""
    return next((code for code in _WORST_FIRST if code in codes), 0)
