"""From what was found and what stands behind it to verdicts. The only place where one is made of the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Final

from caborules.diagnostics.span import Span
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.engine.examples import ExampleResult


@dataclass(frozen=True, slots=True)
class Evidence:
    """What proofs and searches brought about one property.

    ``obligations``: how many goals there are; ``open_goals``: those not proved, in words; ``vacuous``: no goal applies
    to any position; ``unseen``: why it is never looked at; ``witness``: a violation that was played; ``looked``: where
    one was looked for in vain; ``disclosed``: what the rules tell on purpose; ``undeclared``: what they tell without
    saying so; ``details``: remarks; ``places``: the lines of the open goals.
    """

    property: str
    scope: str
    obligations: int
    open_goals: tuple[str, ...] = ()
    vacuous: bool = False
    unseen: str = ""
    witness: Witness | None = None
    looked: str = ""
    disclosed: tuple[str, ...] = ()
    undeclared: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()


SMALLER: Final = "shown with fewer cards than the ruleset has; no game with all of them is known that shows it"


def proved_or_not(found: Evidence) -> Verdict:
    """The verdict on a property that is proved step by step.

    Open goals alone are no violation: a counterexample to a step need not be reachable. Only a game that was played is.
    """
    details = (*found.details, *found.open_goals)
    verdict = Verdict(
        found.property,
        "holds",
        "proved",
        found.scope,
        obligations=found.obligations,
        details=details,
        places=found.places,
    )
    if found.open_goals and found.witness is not None:
        smaller = found.witness.smaller
        if smaller:
            verdict = replace(verdict, scope=smaller, details=(SMALLER, *details))
        return replace(verdict, found="violated", evidence="executed", witness=found.witness)
    if found.open_goals:
        count = len(found.open_goals)
        steps = "1 step is" if count == 1 else f"{count} steps are"
        return replace(verdict, found="undecided", evidence="sampled", reason=f"{steps} not proved, and {found.looked}")
    if found.vacuous or found.unseen:
        reason = "Nothing in these rules is subject to it." if found.vacuous else found.unseen
        return replace(verdict, found="never-applies", reason=reason)
    verdict = replace(verdict, undeclared=found.undeclared)
    if found.disclosed:
        return replace(verdict, found="declared", details=(*found.details, *found.disclosed))
    return verdict


PROVISO: Final = "; as long as no card is lost or doubled"


def resting(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """The verdicts, each with what it rests on: where conservation is not proved, an operation may not be defined, and
    what is proved step by step holds as long as all are."""
    if all(one.found in ("holds", "never-applies") for one in verdicts if one.property == "conservation"):
        return tuple(verdicts)
    return tuple(
        replace(one, scope=one.scope + PROVISO)
        if one.evidence == "proved" and one.property != "conservation" and PROVISO not in one.scope
        else one
        for one in verdicts
    )


def ending(found: Evidence, *, replayed: bool = False) -> Verdict:
    """The verdict on whether something ends: as ``proved_or_not``, and a loop that the author means stands with it.

    ``replayed``: that it is meant rests on the loop alone, and not on a proof under the author's assumptions.
    """
    verdict = proved_or_not(found)
    if verdict.found == "undecided":
        return replace(verdict, reason=f"no proof was found, and {found.looked}")
    if verdict.found == "declared":
        return replace(verdict, witness=found.witness, evidence="executed" if replayed else "proved")
    return verdict


def within_reach(found: Evidence) -> Verdict:
    """The verdict on whether something stays within reach. A violation is a game to a position of a small deck, all of
    whose continuations were looked at."""
    verdict = proved_or_not(found)
    if verdict.found == "violated":
        return replace(verdict, evidence="exhaustive", scope=found.scope)
    if verdict.found == "undecided":
        return replace(verdict, reason=f"no strategy was proved to lead there, and {found.looked}")
    return verdict


def shown(property: str, scope: str, witness: Witness) -> Verdict:
    """The verdict on a statement that something is possible: a game that was played shows it."""
    return Verdict(property, "holds", "executed", scope, witness=witness)


def examples(results: Sequence[ExampleResult], file: str) -> Verdict:
    """The verdict on the examples of a ruleset, all of which were run; ``file``: where its own examples stand.

    For examples of other files it says what to write if they are no longer meant to hold (E510).
    """
    passed = sum(one.outcome == "passed" for one in results)
    failed = [one for one in results if one.outcome == "failed"]
    apart = [f'"{one.title}" does not apply: {one.why}' for one in results if one.outcome == "does not apply"]
    applied = passed + len(failed)
    scope = f"{passed} of {applied} examples pass, at the default options"
    if apart:
        scope += f"; {len(apart)} {'does' if len(apart) == 1 else 'do'} not apply at these options"
    if failed:
        steps = tuple(f'"{one.title}", {one.file}:{one.line}: {one.why}' for one in failed)
        witness = Witness("1 example fails" if len(failed) == 1 else f"{len(failed)} examples fail", steps)
        inherited = [f'remove example "{one.title}"' for one in failed if PurePath(one.file).name != file]
        if inherited:
            inherited.insert(0, "Of what it extends these no longer hold. If that is what you mean, write:  (E510)")
        return Verdict(
            "examples", "violated", "executed", scope, "", witness, applied, tuple(inherited), apart=tuple(apart)
        )
    if not passed:
        return Verdict("examples", "never-applies", "executed", scope, "No example applies.", None, 0, tuple(apart))
    return Verdict("examples", "holds", "executed", scope, "", None, applied, apart=tuple(apart))


def not_run(properties: Iterable[tuple[str, str]]) -> tuple[Verdict, ...]:
    """Verdicts on properties that nobody looked at: name and reason."""
    return tuple(Verdict(name, "none", "not-run", "", reason) for name, reason in properties)


_WORST_FIRST = ("violated", "undecided", "none", "declared", "holds", "never-applies")
_MOST_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice of options with the verdict there: in words, and every option with its value."""

    words: str
    options: tuple[str, ...]
    verdict: Verdict


def over_options(parts: Sequence[Chosen], scope: str, left_out: int) -> Verdict:
    """The verdict on a property for many choices of options: the worst of theirs, and where it occurs.

    ``left_out``: how many combinations were not looked at. Where there are any, nothing is said to hold.
    """
    worst = min((one.verdict for one in parts), key=lambda verdict: _WORST_FIRST.index(verdict.found))
    alike = [one for one in parts if one.verdict.found == worst.found]
    reasons = [one.verdict.reason for one in alike if one.verdict.reason != worst.reason]
    details = [*(f"or: {reason}" for reason in reasons), *(detail for one in alike for detail in one.verdict.details)]
    verdict = replace(
        worst,
        scope=scope,
        obligations=sum(one.verdict.obligations for one in parts),
        details=(*_where(alike, parts), *dict.fromkeys(details)),
        undeclared=tuple(dict.fromkeys(one for part in parts for one in part.verdict.undeclared)),
        places=tuple(dict.fromkeys(place for part in parts for place in part.verdict.places)),
        apart=tuple(dict.fromkeys(one for part in alike for one in part.verdict.apart)),
    )
    if left_out and worst.found in ("declared", "holds", "never-applies"):
        reason = f"{left_out} combinations of options were left out; nothing that was looked at speaks against it."
        return replace(verdict, found="undecided", evidence="sampled", reason=reason)
    return verdict


def _where(some: Sequence[Chosen], parts: Sequence[Chosen]) -> Iterator[str]:
    """Where a verdict is found, in words: what these games have in common, at most five of them, and what is found in
    the others. The first one's witness is the one shown."""
    if some[0].verdict.witness is not None and len(parts) > 1:
        yield f"the game shown is one with {some[0].words}"
    others = [part for part in parts if part not in some]
    if not others:
        return
    found = [part.verdict.found for part in others]
    yield f"in {len(some)} of {len(parts)} different games; in the others: {', '.join(_counted(found))}"
    common = [one for one in some[0].options if all(one in part.options for part in some)]
    common = [one for one in common if not all(one in part.options for part in parts)]
    alone = [one for one in common if not any(one in part.options for part in others)]
    if alone:
        yield f"  only these have, and all of them: {', '.join(alone)}"
    if len(some) > 1 and common != alone:
        yield f"  all of them have: {', '.join(one for one in common if one not in alone)}"
    yield from (f"  {one.words}" for one in some[:_MOST_SHOWN])
    if len(some) > _MOST_SHOWN:
        yield f"  ... and {len(some) - _MOST_SHOWN} more"


def _counted(found: Sequence[str]) -> Iterator[str]:
    """How often each verdict occurs, the worst first."""
    yield from (f"{name} in {found.count(name)}" for name in _WORST_FIRST if name in found)
