"""From what was found and what stands behind it to verdicts. The only place where one is made of the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from caborules.diagnostics.verdict import Verdict, Witness
from caborules.engine.examples import ExampleResult


@dataclass(frozen=True, slots=True)
class Evidence:
    """What proofs and searches brought about one property.

    ``obligations``: how many goals there are; ``open_goals``: those not proved, in words; ``vacuous``: no goal applies
    to any position; ``witness``: a violation that was played; ``looked``: where one was looked for in vain;
    ``disclosed``: what the rules tell on purpose; ``details``: remarks.
    """

    property: str
    scope: str
    obligations: int
    open_goals: tuple[str, ...] = ()
    vacuous: bool = False
    witness: Witness | None = None
    looked: str = ""
    disclosed: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


def proved_or_not(found: Evidence) -> Verdict:
    """The verdict on a property that is proved step by step.

    Open goals alone are no violation: a counterexample to a step need not be reachable. Only a game that was played is.
    """
    common = {
        "property": found.property,
        "scope": found.scope,
        "obligations": found.obligations,
        "details": (*found.details, *found.open_goals),
    }
    if found.open_goals and found.witness is not None:
        return Verdict(found="violated", evidence="executed", witness=found.witness, **common)  # type: ignore[arg-type]  # its fields
    if found.open_goals:
        reason = f"{len(found.open_goals)} steps are not proved, and {found.looked}"
        return Verdict(found="undecided", evidence="sampled", reason=reason, **common)  # type: ignore[arg-type]  # its fields
    if found.vacuous:
        reason = "Nothing in these rules is subject to it."
        return Verdict(found="never-applies", evidence="proved", reason=reason, **common)  # type: ignore[arg-type]  # its fields
    if found.disclosed:
        common["details"] = (*found.details, *found.disclosed)
        return Verdict(found="declared", evidence="proved", undeclared=found.undeclared, **common)  # type: ignore[arg-type]  # its fields
    return Verdict(found="holds", evidence="proved", undeclared=found.undeclared, **common)  # type: ignore[arg-type]  # its fields


def examples(results: Sequence[ExampleResult], file: str) -> Verdict:
    """The verdict on the examples of a ruleset, all of which were run; ``file``: where its own examples stand.

    For examples of other files it says what to write if they are no longer meant to hold (E510).
    """
    passed = sum(one.outcome == "passed" for one in results)
    failed = [one for one in results if one.outcome == "failed"]
    apart = [f'"{one.title}" does not apply: {one.why}' for one in results if one.outcome == "does not apply"]
    scope = f"{passed} of {len(results)} examples pass, at the default options"
    if failed:
        steps = tuple(f'"{one.title}", {one.file}:{one.line}: {one.why}' for one in failed)
        witness = Witness("1 example fails" if len(failed) == 1 else f"{len(failed)} examples fail", steps)
        inherited = [f'remove example "{one.title}"' for one in failed if PurePath(one.file).name != file]
        if inherited:
            inherited.insert(0, "Of what it extends these no longer hold. If that is what you mean, write:  (E510)")
        return Verdict("examples", "violated", "executed", scope, "", witness, len(results), (*inherited, *apart))
    if not passed:
        return Verdict("examples", "never-applies", "executed", scope, "No example applies.", None, 0, tuple(apart))
    return Verdict("examples", "holds", "executed", scope, "", None, len(results), tuple(apart))


def not_run(properties: Iterable[tuple[str, str]]) -> tuple[Verdict, ...]:
    """Verdicts on properties that nobody looked at: name and reason."""
    return tuple(Verdict(name, "none", "not-run", "", reason) for name, reason in properties)
