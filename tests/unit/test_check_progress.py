"""Progress: whoever has to decide can do something. It is proved where it holds, and found out where it does not."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from caborules.check.progress import stuck
from caborules.check.progress.goals import covered, decisions, show
from caborules.check.progress.look import PROGRESS, ProgressProof, look, shape
from caborules.check.progress.possible import possible
from caborules.check.progress.ways import Ways
from caborules.check.witness.games import shown as games_of
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.walk import subexpressions
from caborules.lower.fold import YES, negate
from caborules.symbolic.paths import ask
from tests.support import surgery
from tests.support.broken_rules import without_otherwise
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, shipped, system_of
from tests.support.works import work_of

TAKE = (
    HEAD
    + """
rule game
    move top of stock to discard otherwise nothing
    for each p in players
        move top of stock to row of p otherwise nothing
    repeat 4 times
        for each p in players
            turn for p

rule turn for (player)
    player must
        take when discard is not empty "take the top discard"
            if held of player is empty
                move top of discard to held of player otherwise nothing
            exchange for player
        give (c in row of player, other in others of player) "give a card away"
            move c to row of other
    otherwise
        nothing

rule exchange for (player)
    player must
        exchange (c in row of player) "exchange it"
            move c to discard
            if held of player is not empty
                move held of player to row of player otherwise nothing
    otherwise
        nothing
"""
)
"""Who takes the discard must exchange it for a card of the row, which may be empty."""


def verdict(work: Work) -> Verdict:
    (found,) = look(work)
    return found


@cache
def cabo() -> Work:
    return work_of(shipped("cabo"))


def test_nobody_is_ever_stuck_in_cabo() -> None:
    """For every number of players, at every decision."""
    found = verdict(cabo())
    assert (found.found, found.evidence, found.details) == ("holds", "proved", ())
    assert "2 to 6 players" in found.scope
    assert found.obligations == sum(
        isinstance(node.operation, lo.Ask) for system in cabo().lowered for node in system.nodes
    )


@pytest.mark.parametrize("name", ["seats", "secrets", "windows", "hands"])
def test_other_kinds_of_decisions(name: str) -> None:
    """Several players who must choose, one after the other or in secret, windows, and choices from a hand."""
    assert verdict(work_of(system_of(HEAD + GAMES[name]))).found == "holds"


@pytest.fixture
def _short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions are looked at where no game is to be found."""
    monkeypatch.setattr(stuck, "ALL", 20)
    monkeypatch.setattr(stuck, "POSITIONS", 20)


@pytest.mark.usefixtures("_short_search")
def test_a_set_with_a_sum_has_one_answer() -> None:
    """Whether some set of cards has a sum is not worked out; but the test and the choice ask the same of the same."""
    assert verdict(work_of(system_of(HEAD + GAMES["sets"]), players=2)).found == "holds"


# ---------------------------------------------------------------- broken rules
def test_cabo_without_its_answer_for_nothing_possible_is_stuck() -> None:
    """After a call, with no stock, one discard at most and an empty row there is no move; the game is shown."""
    system = without_otherwise(shipped("cabo"), "turn.draw")
    found = verdict(work_of(system, players=2))
    assert (found.found, found.evidence) == ("violated", "executed")
    assert found.witness is not None and "3 cards" in found.witness.title
    assert any("call" in step for step in found.witness.steps)
    (game,) = games_of(system, {}, found.witness)
    assert game.turns[-1].fault, "the engine is stuck as well"


def test_a_card_taken_that_can_be_exchanged_for_nothing() -> None:
    """Fact 2: with an empty row the taken card has no place to go."""
    system = system_of(TAKE)
    assert verdict(work_of(system)).found == "holds"
    found = verdict(work_of(without_otherwise(system, "exchange.exchange")))
    assert found.found == "violated"
    assert found.witness is not None and "take" in found.witness.steps[-1]


def test_several_players_each_of_whom_must_be_able() -> None:
    """That one of them can do something does not help the others."""
    system = without_otherwise(system_of(HEAD + GAMES["secrets"]), "bid-all.bid")
    found = verdict(work_of(system))
    assert found.found in ("violated", "undecided")
    assert any("in rule bid-all" in one for one in found.details)


# ---------------------------------------------------------------- broken lowerings
@pytest.mark.usefixtures("_short_search")
def test_a_test_that_is_passed_by() -> None:
    """Without the test before a turn the proof does not go through, and no fact stands in for it."""

    def broken(system: lo.LoweredSystem) -> lo.LoweredSystem:
        return surgery.leave_out(system, surgery.find(system, lo.Test, "turn"))

    assert verdict(work_of(shipped("cabo"), broken=broken, players=2)).found == "undecided"


@pytest.mark.usefixtures("_short_search")
def test_who_is_waited_for_must_be_able_to_pass() -> None:
    """Only those may pass who have passed already, and nobody may react."""

    def broken(system: lo.LoweredSystem) -> lo.LoweredSystem:
        system = surgery.change_offers(
            system, lambda one: one.kind == "pass", lambda one: replace(one, guard=negate(one.guard or YES))
        )
        return surgery.change_offers(system, lambda one: one.kind == "reaction", lambda _: None)

    found = verdict(work_of(shipped("cabo"), broken=broken, players=2))
    assert found.found == "undecided"
    assert len(found.details) == 1 and "in rule lap" in found.details[0]


@pytest.mark.usefixtures("_short_search")
def test_a_guard_that_is_turned_round() -> None:
    """Drawing only where nothing can be drawn: the other offers do not make up for it."""

    def broken(system: lo.LoweredSystem) -> lo.LoweredSystem:
        return surgery.change_offers(
            system,
            lambda one: one.path == "turn.draw",
            lambda one: replace(one, guard=negate(one.guard or YES)),
        )

    found = verdict(work_of(shipped("cabo"), broken=broken, players=2))
    assert found.found == "undecided"


# ---------------------------------------------------------------- certificates
def test_ways_that_leave_one_out_do_not_cover() -> None:
    """The record of a proof lists ways that cannot be avoided: not so without one of them, or with a strange one."""
    work = cabo()
    data = work.evidence.get(PROGRESS) or (look(work), work.evidence[PROGRESS])[1]
    assert isinstance(data, dict)
    record = data[PROGRESS]
    assert isinstance(record, ProgressProof)
    ways = Ways(work.proofs[0])
    asked = [one for one in record.decisions[0] if one.ways]
    assert asked and all(covered(ways, one) for one in asked)
    for one in asked:
        assert not covered(ways, replace(one, ways=one.ways[1:]))
        assert not covered(ways, replace(one, ways=(*one.ways, ((0, 0),))))


def test_the_hypotheses_of_the_ways_do_not_contradict_each_other() -> None:
    """Each way that is used can be taken."""
    work = cabo()
    proof, here = work.proofs[0], shape(work, work.proofs[0])
    ways = Ways(proof)
    for decision in decisions(proof):
        for way in show(ways, here, decision).ways:
            told = ask(here, proof.graph.system.registers, ways.path(way, decision.node), lambda _: False)
            assert not told.vacuous


def test_an_offer_is_possible_where_some_argument_fits() -> None:
    """A condition on the argument is asked of some argument; without one, it is enough that there is an argument."""
    point = next(point for point in cabo().lowered[0].points if point.window is not None)
    react, passing = point.offers
    assert isinstance(possible(passing), ex.Exists)
    assert any(isinstance(part, ex.IsEmpty) for part in subexpressions(possible(react)))


SETS = (
    HEAD
    + """
rule game
    for each p in players
        move top of stock to hand of p otherwise nothing
        move top of stock to hand of p otherwise nothing
    for each p in players
        if hand of p is not empty
            turn for p

rule turn for (player)
    player must
        play (some cs in hand of player sharing rank where size of cs is 1 or no c in cs where suit of c is red)
            move cs to discard
"""
)
"""One card can always be played, whatever it is; two only if none of them is red."""


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("size of cs is 1 or no c in cs where suit of c is red", "holds"),
        ("size of cs is at most 2 and not size of cs is 2", "holds"),
        ("size of cs is 2 or no c in cs where suit of c is red", "violated"),
        ("size of cs is more than 1", "violated"),
    ],
)
def test_of_a_set_that_may_be_one_card_it_is_enough_that_one_card_fits(condition: str, found: str) -> None:
    rules = SETS.replace("size of cs is 1 or no c in cs where suit of c is red", condition)
    assert verdict(work_of(system_of(rules))).found == found
