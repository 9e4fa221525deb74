"""``check``: static findings, examples, clauses and proofs of a ruleset, and the names of what was not looked into."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from caborules.api.game import Ruleset
from caborules.api.load import load
from caborules.check import classify
from caborules.check.deal import short_decks
from caborules.check.ends import look as ends_look
from caborules.check.learn import learning
from caborules.check.narrate import choice_texts, line
from caborules.check.progress import look as progress_look
from caborules.check.proofs import Progress, Proved, prove
from caborules.check.properties import look as stated_look
from caborules.check.properties.watch import KINDS
from caborules.check.prove import Memory
from caborules.check.reach import look as reach_look
from caborules.check.report import Report
from caborules.check.secrecy import look as secrecy_look
from caborules.check.static.findings import findings
from caborules.check.work import Look, Work
from caborules.diagnostics.verdict import Verdict
from caborules.engine.examples import ExampleResult, run_example
from caborules.engine.game import value_text
from caborules.ir.lowered import LoweredSystem
from caborules.ir.system import Declared, System
from caborules.ir.types import Value
from caborules.lower import groups, lower
from caborules.types.flow.check import disclosures
from caborules.types.flow.disclosures import Disclosure

LATER: Final = "This version of the tool does not look into it."

Range: TypeAlias = tuple[tuple[int, int], Mapping[str, Value]]
"""Numbers of players, both ends included, with the values of all options."""


def check(
    source: Ruleset | str | Path, settings: Mapping[str, Value] | None = None, *, progress: Progress | None = None
) -> Report:
    """Check a ruleset: a path, a shipped name (``cabo``), or one that is loaded already.

    ``settings``: options by key that differ from their defaults. ``progress`` is told what is being done, how much is
    done and how much there is. What the static checks and the balance of clauses have to say stands in the report's
    diagnostics. Raises Refused where the ruleset, or the settings, are refused.
    """
    return examine(source, settings, progress=progress)[0]


def examine(
    source: Ruleset | str | Path, settings: Mapping[str, Value] | None = None, *, progress: Progress | None = None
) -> tuple[Report, Looked]:
    """As ``check``, with what the proofs left behind (certificates are made of it)."""
    ruleset = source if isinstance(source, Ruleset) else load(source)
    ranges = groups(ruleset.system, settings)
    report = begun(ruleset, ranges, progress)
    lowered = [lower(ruleset.system, options, players) for players, options in ranges]
    looked = look_into(ruleset, settings or {}, ranges, lowered, progress=progress)
    whole = replace(
        report,
        diagnostics=(*report.diagnostics, *findings(looked.work)),
        verdicts=(*report.verdicts, *looked.verdicts),
        operations=looked.proved.operations,
        asked=looked.proved.asked,
        facts=looked.proved.facts,
        seconds={**report.seconds, **looked.seconds},
        vacuity=looked.proved.vacuity,
        learning=tuple(one.to_json() for one in learning(lowered)),
    )
    return whole, looked


def begun(ruleset: Ruleset, ranges: Sequence[Range], progress: Progress | None = None) -> Report:
    """The report of a ruleset so far as it comes without proofs: its examples, and what the static checks found."""
    system = ruleset.system
    began = time.perf_counter()
    examples = (classify.examples(_examples(system, progress), system.file),) if system.examples else ()
    seconds = {"examples": time.perf_counter() - began}
    shown = tuple(
        (players, tuple((k, value_text(v)) for k, v in sorted(options.items()))) for players, options in ranges
    )
    return Report(
        system.name,
        system.file,
        ruleset.hash,
        system.players,
        shown,
        (*ruleset.warnings, *short_decks(system, ranges)),
        examples,
        tuple(_disclosure(one) for one in _told(ruleset)),
        seconds=seconds,
    )


def _told(ruleset: Ruleset) -> tuple[Disclosure, ...]:
    return disclosures(ruleset.system) if ruleset.disclosures is None else ruleset.disclosures


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found about the lowered systems of one choice of options; ``seconds`` by property; ``work``: what it was
    looked into with."""

    verdicts: tuple[Verdict, ...]
    proved: Proved
    seconds: dict[str, float]
    work: Work


def look_into(
    ruleset: Ruleset,
    settings: Mapping[str, Value],
    ranges: Sequence[Range],
    lowered: Sequence[LoweredSystem],
    memory: Memory | None = None,
    progress: Progress | None = None,
) -> Looked:
    """All properties of the lowered systems of ``ranges``; ``memory``: answers that were found already."""
    system = ruleset.system
    texts = choice_texts(system)
    laid_open = frozenset(one.span for one in _told(ruleset) if one.kind == "laid open" and one.span is not None)
    proved = prove(lowered, texts, laid_open, progress, memory)
    verdicts, seconds = list(proved.verdicts), {}
    work = Work(ruleset, settings, tuple(ranges), tuple(lowered), proved.proofs, proved.memory, texts, progress)
    for name, look in LOOKS.items():
        began = time.perf_counter()
        verdicts += look(work)
        seconds[name] = time.perf_counter() - began
    placed = tuple(_placed(system, verdict) for verdict in classify.resting(verdicts))
    return Looked(placed, proved, {**seconds, **proved.seconds}, work)


def _placed(system: System, verdict: Verdict) -> Verdict:
    """The verdict with the line that states its property, where nobody has said which lines it is about."""
    kind, _, name = verdict.property.partition(":")
    stated: Iterable[Declared] = ()
    if kind == "author":
        stated = (claim for claim in system.properties if claim.title == name)
    elif kind == "ends" and name in system.rules:
        stated = (system.rules[name],)
    spans = tuple(one.span for one in stated if one.span is not None)
    return verdict if verdict.places or not spans else replace(verdict, places=spans)


def _examples(system: System, progress: Progress | None) -> tuple[ExampleResult, ...]:
    results: list[ExampleResult] = []
    for example in system.examples:
        if progress is not None:
            progress("examples", len(results) + 1, len(system.examples))
        results.append(run_example(system, example))
    return tuple(results)


def _disclosure(one: Disclosure) -> str:
    known = "; all could have known it" if one.already_public else ""
    return f'{one.kind}: "{one.text}" in rule {one.rule}' + line(one.span, ()) + known


def later(work: Work) -> tuple[Verdict, ...]:
    """Verdicts on the properties that nobody looks into."""
    return classify.not_run((name, LATER) for name in _unseen(work.system))


def _unseen(system: System) -> Iterator[str]:
    for claim in system.properties:
        if claim.kind not in KINDS and not ends_look.looks_into(claim) and not reach_look.looks_into(claim):
            yield f"author:{claim.title}"


LOOKS: Final[Mapping[str, Look]] = {
    "secrecy": secrecy_look.look,
    "progress": progress_look.look,
    "stated": stated_look.look,
    "ends": ends_look.look,
    "end-reachable": reach_look.look,
    "later": later,
}
"""What is looked into beside the steps, by name; each gives its verdicts, made by ``classify``, in this order."""
