"""``check``: static findings, examples, clauses and proofs of a ruleset, and the names of what was not looked into."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from caborules.check import classify
from caborules.check.narrate import choice_texts, line
from caborules.check.proofs import Progress, prove
from caborules.check.report import Report
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.engine.api import Ruleset
from caborules.engine.examples import run_examples
from caborules.engine.game import value_text
from caborules.ir.statements import RepeatUntil
from caborules.ir.system import System
from caborules.ir.types import Value
from caborules.ir.walk import statements
from caborules.lower import groups, lower
from caborules.names.balance import balance
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow, disclosures

LATER = "This version of the tool does not look into it."


def check(
    source: Ruleset | str | Path, settings: Mapping[str, Value] | None = None, *, progress: Progress | None = None
) -> Report:
    """Check a ruleset: a path, a shipped name (``cabo``), or one that is loaded already.

    ``settings``: options by key that differ from their defaults. ``progress`` is told what is being done, how much is
    done and how much there is. The balance of clauses needs the sources: it is drawn for a path or a name. Raises
    Refused where the ruleset, or the settings, are refused.
    """
    ruleset, diagnostics = (source, source.warnings) if isinstance(source, Ruleset) else opened(source)
    system = ruleset.system
    if progress is not None:
        progress("examples", 0, 1)
    began = time.perf_counter()
    examples = classify.examples(run_examples(system)) if system.examples else None
    seconds = {"examples": time.perf_counter() - began}
    ranges = groups(system, settings)
    lowered = [lower(system, options, players) for players, options in ranges]
    told = disclosures(system)
    laid_open = frozenset(one.span for one in told if one.kind == "laid open" and one.span is not None)
    proved = prove(lowered, choice_texts(system), laid_open, progress)
    verdicts = () if examples is None else (examples,)
    shown = tuple(
        (players, tuple((k, value_text(v)) for k, v in sorted(options.items()))) for players, options in ranges
    )
    return Report(
        system.name,
        system.file,
        ruleset.hash,
        system.players,
        shown,
        diagnostics,
        (*verdicts, *proved.verdicts, *classify.not_run(_later(system))),
        tuple(f'{one.kind}: "{one.text}" in rule {one.rule}' + line(one.span, ()) for one in told),
        proved.operations,
        proved.asked,
        proved.facts,
        {**seconds, **proved.seconds},
    )


def opened(source: str | Path) -> tuple[Ruleset, tuple[Diagnostic, ...]]:
    """A ruleset with all that the static checks and the balance of clauses have to say. Raises Refused."""
    book = load_book(source)
    elaborated = elaborate(book)
    flowed = check_flow(elaborated.system)
    found = (*book.warnings, *elaborated.warnings, *flowed.diagnostics, *balance(book))
    if any(one.severity == "error" for one in found):
        raise Refused(found)
    return Ruleset(flowed.system, found), found


def _later(system: System) -> Iterator[tuple[str, str]]:
    """The properties that are not looked into, each with the reason."""
    yield "secrecy", LATER
    yield "progress", LATER
    for name, rule in system.rules.items():
        if any(isinstance(statement, RepeatUntil) for statement in statements(rule.body)):
            yield f"ends: {name}", LATER
    yield "end-reachable", LATER
    for claim in system.properties:
        yield f"author: {claim.title}", LATER
