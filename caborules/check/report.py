"""The report of a check: what was checked, what was found, and the same for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.render import render_dict
from caborules.diagnostics.verdict import ExitCode, Json, Verdict, Witness, exit_code

SCHEMA: Final = "caborules/check/1"


@dataclass(frozen=True, slots=True)
class Report:
    """What was found about one ruleset.

    ``options`` by range of numbers of players; ``operations``: proof goals by property and kind of operation;
    ``asked``: questions put to the solver; ``vacuity``: claims looked at for contradictory hypotheses, those that had
    them, offers that can never be chosen; ``seconds``: by property, the only part that differs from run to run.
    """

    name: str
    file: str
    hash: str
    players: tuple[int, int]
    options: tuple[tuple[tuple[int, int], tuple[tuple[str, str], ...]], ...]
    diagnostics: tuple[Diagnostic, ...]
    verdicts: tuple[Verdict, ...]
    disclosures: tuple[str, ...]
    operations: dict[str, dict[str, int]] = field(default_factory=dict)
    asked: int = 0
    facts: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    vacuity: dict[str, int] = field(default_factory=dict)

    def verdict(self, name: str) -> Verdict:
        """The verdict on a property. Raises KeyError where there is none of the name."""
        for one in self.verdicts:
            if one.property == name:
                return one
        raise KeyError(name)

    def exit_code(self, *, strict: bool = False) -> ExitCode:
        return exit_code(self.verdicts, self.diagnostics, strict)

    def to_json(self) -> dict[str, Json]:
        """One entry of ``rulesets``."""
        return {
            "name": self.name,
            "file": self.file,
            "hash": self.hash,
            "players": self.players,
            "options": tuple({"players": players, "values": dict(values)} for players, values in self.options),
            "diagnostics": tuple(cast("dict[str, Json]", render_dict(one)) for one in self.diagnostics),
            "verdicts": tuple(_verdict(one) for one in self.verdicts),
            "disclosures": self.disclosures,
            "obligations": {"operations": _counts(self.operations), "asked": self.asked, "facts": self.facts},
            "vacuity": dict(self.vacuity),
            "seconds": {name: f"{value:.2f}" for name, value in self.seconds.items()},
        }


def report_json(reports: Iterable[Report], tool: str) -> dict[str, Json]:
    """The whole output for machines; ``tool`` is the version of the tool. Without the ``seconds`` it is the same in
    every run."""
    return {"schema": SCHEMA, "tool": tool, "rulesets": tuple(report.to_json() for report in reports)}


def _counts(operations: Mapping[str, Mapping[str, int]]) -> dict[str, Json]:
    return {name: dict(kinds) for name, kinds in operations.items()}


def _verdict(one: Verdict) -> dict[str, Json]:
    return {
        "property": one.property,
        "found": one.found,
        "evidence": one.evidence,
        "scope": one.scope,
        "reason": one.reason,
        "witness": None if one.witness is None else _witness(one.witness),
        "obligations": one.obligations,
        "details": one.details,
        "undeclared": one.undeclared,
    }


def _witness(witness: Witness) -> dict[str, Json]:
    return {"title": witness.title, "steps": witness.steps, "data": dict(witness.data)}
