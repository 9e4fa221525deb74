"""No verdict that holds is contradicted by looking at every position of small scopes; planted defects are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from caborules.api.game import Ruleset
from caborules.check.run import check
from caborules.diagnostics.verdict import Verdict
from caborules.explore.scopes import Scope, decks, real_table, scope
from caborules.ir import statements as st
from caborules.ir.system import System
from caborules.ir.walk import blocks
from tests.brute.refute import Budget, contradictions, refutes
from tests.support.defects import DEFECTS
from tests.support.rule_surgery import rewritten, without_otherwise
from tests.support.rulesets import shipped

SMALL = Budget(scopes=2, levels=(0,), worlds=350)


def all_holds(system: System) -> list[Verdict]:
    """Verdicts that say the best of everything."""
    names = ["conservation", "progress", "own-legality", "public-legality", "no-leak", "end-reachable"]
    names += [f"ends:{rule}" for rule in ("lap", "play-game")]
    names += [f"author:{claim.title}" for claim in system.properties]
    return [Verdict(name, "holds", "proved") for name in names]


def contradicted(system: System, budget: Budget = SMALL) -> set[str]:
    return {one.property for one in refutes(system, all_holds(system), budget)}


# ---------------------------------------------------------------- verdicts of check
@pytest.mark.slow
def test_no_verdict_of_check_is_contradicted() -> None:
    system = shipped("cabo")
    report = check(Ruleset(system))

    assert sum(one.found == "holds" for one in report.verdicts) >= 5
    assert refutes(system, report.verdicts, Budget(scopes=2, worlds=400)) == []


# ---------------------------------------------------------------- what is not so is found
@pytest.mark.slow
def test_of_cabo_only_what_is_not_so_is_contradicted() -> None:
    """Two stages need not end without assumptions, and that alone is found."""
    assert contradicted(shipped("cabo"), replace(SMALL, scopes=1)) == {"ends:lap", "ends:play-game"}


def without(system: System, rule: str, fits: Callable[[Any], bool]) -> System:
    """The rule without the statements that fit."""
    gone: list[st.Statement] = []

    def change(node: Any) -> Any:
        if not isinstance(node, st.Block):
            return node
        left = tuple(one for one in node.statements if not (numbers.issuperset({node.number}) and fits(one)))
        gone.extend(node.statements[: len(node.statements) - len(left)])
        return replace(node, statements=left) if len(left) < len(node.statements) else node

    numbers = {block.number for block in blocks(system.rules[rule].body)}
    found = rewritten(system, change)
    assert gone, f"no such statement in {rule}"
    return found


def test_a_turn_that_can_be_stuck_contradicts_progress() -> None:
    assert "progress" in contradicted(
        without_otherwise(shipped("cabo"), "turn"), replace(SMALL, claims=False, worlds=0)
    )


@pytest.mark.slow
def test_a_lap_that_ticks_nobody_off_contradicts_what_is_said_about_its_end() -> None:
    """Nobody is ever found to have had a last turn: they have it again and again, and the end is out of reach."""
    title = "a call gives each other player one more turn"
    system = without(_with_claims(title), "lap", lambda one: isinstance(one, st.If) and "had-last-turn" in repr(one))

    found = contradicted(system, replace(SMALL, scopes=1, positions=800, worlds=0))
    assert {"end-reachable", f"author:{title}"} <= found


def _with_claims(*titles: str) -> System:
    """Cabo with no other properties than these."""
    system = shipped("cabo")
    return replace(system, properties=tuple(one for one in system.properties if one.title in titles))


def test_a_call_that_is_forgotten_contradicts_the_author() -> None:
    """Each turn begins with a call of its own: the caller changes."""
    claims = _with_claims("a call is final", "nobody calls twice")
    called = next(one for one in claims.rules["becomes-caller"].body.statements if isinstance(one, st.Assign))
    number = claims.rules["turn"].body.number

    def change(node: Any) -> Any:
        if isinstance(node, st.Block) and node.number == number:
            return replace(node, statements=(called, *node.statements))
        return node

    found = contradicted(rewritten(claims, change), replace(SMALL, scopes=1, worlds=0))
    assert "author:a call is final" in found
    assert "author:nobody calls twice" not in found  # the rule that is counted starts no more often


def small(cards: int, deck: int) -> Scope:
    system = shipped("cabo")
    return scope(system, {}, list(decks(real_table(system).machine, cards))[deck], 0)


@pytest.mark.parametrize("name", ["a card is doubled", "a card is dropped"])
def test_broken_lowerings_contradict_conservation(name: str) -> None:
    one = small(4, 2)
    broken = one.broken(DEFECTS[name](one.machine.lowered))
    found = contradictions(broken, {"conservation": "holds", "progress": "holds"}, Budget(positions=1200), "machine")

    assert "conservation" in {each.property for each in found}


def test_what_is_undecided_or_declared_is_not_contradicted() -> None:
    verdicts = [Verdict("ends:lap", "declared", "proved"), Verdict("progress", "undecided", "sampled")]

    assert refutes(without_otherwise(shipped("cabo"), "turn"), verdicts, replace(SMALL, scopes=1, worlds=0)) == []
