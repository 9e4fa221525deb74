"""``check``: static findings, examples, clauses and proofs of a ruleset, and the names of what was not looked into."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from caborules.api.game import Ruleset
from caborules.api.load import load
from caborules.check import classify
from caborules.check.deal import short_decks
from caborules.check.narrate import choice_texts, line
from caborules.check.proofs import Progress, prove
from caborules.check.report import Report
from caborules.check.work import Look, Work
from caborules.diagnostics.verdict import Verdict
from caborules.engine.examples import ExampleResult, run_example
from caborules.engine.game import value_text
from caborules.ir.statements import RepeatUntil
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.ir.walk import statements
from caborules.lower import groups, lower
from caborules.types.flow.check import disclosures
from caborules.types.flow.disclosures import Disclosure

LATER: Final = "This version of the tool does not look into it."


def check(
    source: Ruleset | str | Path, settings: Mapping[str, Value] | None = None, *, progress: Progress | None = None
) -> Report:
    """Check a ruleset: a path, a shipped name (``cabo``), or one that is loaded already.

    ``settings``: options by key that differ from their defaults. ``progress`` is told what is being done, how much is
    done and how much there is. What the static checks and the balance of clauses have to say stands in the report's
    diagnostics. Raises Refused where the ruleset, or the settings, are refused.
    """
    ruleset = source if isinstance(source, Ruleset) else load(source)
    system = ruleset.system
    began = time.perf_counter()
    examples = classify.examples(_examples(system, progress), system.file) if system.examples else None
    seconds = {"examples": time.perf_counter() - began}
    texts = choice_texts(system)
    ranges = groups(system, settings)
    lowered = [lower(system, options, players) for players, options in ranges]
    told = disclosures(system) if ruleset.disclosures is None else ruleset.disclosures
    laid_open = frozenset(one.span for one in told if one.kind == "laid open" and one.span is not None)
    proved = prove(lowered, texts, laid_open, progress)
    verdicts = [] if examples is None else [examples]
    verdicts += proved.verdicts
    work = Work(ruleset, settings or {}, tuple(ranges), tuple(lowered), proved.proofs, proved.memory, texts, progress)
    for name, look in LOOKS.items():
        began = time.perf_counter()
        verdicts += look(work)
        seconds[name] = time.perf_counter() - began
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
        tuple(verdicts),
        tuple(_disclosure(one) for one in told),
        proved.operations,
        proved.asked,
        proved.facts,
        {**seconds, **proved.seconds},
        proved.vacuity,
    )


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
    yield "secrecy"
    yield "progress"
    for name, rule in system.rules.items():
        if any(isinstance(statement, RepeatUntil) for statement in statements(rule.body)):
            yield f"ends:{name}"
    yield "end-reachable"
    for claim in system.properties:
        yield f"author:{claim.title}"


LOOKS: Final[Mapping[str, Look]] = {"later": later}
"""What is looked into beside the steps, by name; each gives its verdicts, made by ``classify``, in this order."""
