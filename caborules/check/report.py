"""The report of a check: what was checked, what was found, and the same for machines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.render import render_dict
from caborules.diagnostics.span import Span
from caborules.diagnostics.verdict import ExitCode, Json, Verdict, Witness, exit_code, objections

SCHEMA: Final = "caborules/check/1"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What ``--all-options`` covered.

    ``tried``: by option, the values that occur; ``every_value``: the options of which these are all; ``words``: how
    they are combined; ``combinations``: how many were looked at; ``refused``: how many the ruleset excludes;
    ``possible``: how many there are, excluded ones included; ``pairs``: pairs of values of two options that occur;
    ``pairs_excluded``: those for which no combination was found that the ruleset allows; ``distinct``: different games,
    each proved once; ``left_out``: how many combinations were not looked at, by ``--max-combinations``.
    """

    tried: dict[str, tuple[str, ...]]
    every_value: tuple[str, ...]
    words: str
    combinations: int
    refused: int
    possible: int
    pairs: int
    pairs_excluded: int
    distinct: int
    left_out: int

    def to_json(self) -> dict[str, Json]:
        return {
            "tried": dict(self.tried),
            "every_value": self.every_value,
            "covered": self.words,
            "combinations": self.combinations,
            "refused": self.refused,
            "possible": self.possible,
            "pairs": self.pairs,
            "pairs_excluded": self.pairs_excluded,
            "distinct": self.distinct,
            "left_out": self.left_out,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What was found about one ruleset.

    ``options`` by range of numbers of players; ``operations``: proof goals by property and kind of operation;
    ``asked``: questions put to the solver; ``vacuity``: claims looked at for contradictory hypotheses, those that had
    them, offers that can never be chosen; ``seconds``: by property, the only part that differs from run to run;
    ``learning``: see ``check.learn``; ``coverage``: with ``--all-options`` only.
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
    learning: tuple[dict[str, Json], ...] = ()
    coverage: Coverage | None = None

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
            "learning": self.learning,
            "coverage": None if self.coverage is None else self.coverage.to_json(),
            "objections": objections(self.verdicts),
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
        "details": (*one.details, *one.apart),
        "undeclared": one.undeclared,
        "places": tuple(_place(span) for span in one.places),
    }


def _witness(witness: Witness) -> dict[str, Json]:
    return {"title": witness.title, "steps": witness.steps, "data": dict(witness.data)}


def _place(span: Span) -> dict[str, Json]:
    start, end = span.start, span.end
    return {
        "file": span.file,
        "start": {"line": start.line, "column": start.column},
        "end": {"line": end.line, "column": end.column},
    }
