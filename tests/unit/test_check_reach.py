"""The end within reach: strategies that are total and ranked, loops that plays bring on, and ends out of reach."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from caborules.check.ends.analyse import space_of
from caborules.check.ends.ranks import Ranked
from caborules.check.ends.shared import analyses
from caborules.check.progress.look import shape
from caborules.check.prove import Proof
from caborules.check.reach import look as reach
from caborules.check.reach.plan import Order, Plan, Tried, plan
from caborules.check.reach.plays import Play, Player, added_to
from caborules.check.reach.ranked import Course, Coursing, Piece
from caborules.check.reach.renewal import Bound, Renewal, bounds, find, raises, unwritten
from caborules.check.reach.strategy import Strategy, followed, orders, synthesise
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.engine.chance import Supplied, seeded
from caborules.ir import lowered as lo
from caborules.ir.statements import Decide
from caborules.ir.system import System
from caborules.lower.machine import load
from tests.support.broken_rules import changed_decisions
from tests.support.rulesets import HEAD, shipped, system_of
from tests.support.works import work_of

MATCH = (
    HEAD
    + """
state
    score of each player: 0..1000, at first 0
    stopper: player or nobody, each hand-of-it nobody

rule game
    repeat until some p in players where score of p is at least {target}
        hand-of-it

rule hand-of-it
    for each p in players
        move all of row of p to stock
    move all of discard to stock
    shuffle stock
    for each p in players from left of first-seat
        move top of stock to row of p otherwise nothing
    repeat until stopper is not nobody
        for each p in players where stopper is nobody
            turn for p
    for each p in players
        add {points} to score of p

rule turn for (player)
    player must
        swap (c in row of player) when stock is not empty "swap"
            move c to discard
            move top of stock to row of player otherwise nothing
        stop "stop"
            set stopper to player

property "it can be brought to its end"
    always possible game is over
property "so can each hand"
    always possible hand-of-it is over
property "somebody may get a point"
    always possible some p in players where score of p is at least 1
"""
)
"""A match over hands: somebody may stop a hand at any time, and then all get points for their rows."""
SIX = "(1 if some c in row of p where rank of c is 6 otherwise 0)"


def match(points: str = SIX, target: int = 5) -> System:
    return system_of(MATCH.format(points=points, target=target))


def verdicts(work: Work) -> dict[str, Verdict]:
    return {one.property: one for one in reach.look(work)}


def planned(work: Work) -> Plan:
    (analysis,) = analyses(work)
    return plan(work.system, analysis, shape(work, analysis.proof), 1)


def chosen(work: Work, strategy: Strategy) -> list[list[str]]:
    points = {rule.node: work.proofs[0].graph.point(rule.node) for rule in strategy.rules}
    return [[points[rule.node].offers[n].path for n in rule.offers] for rule in strategy.rules]  # type: ignore[union-attr]  # decisions have points


@cache
def small() -> Work:
    return work_of(match(), players=2)


# ---------------------------------------------------------------- it holds
def test_a_match_can_always_be_brought_to_its_end() -> None:
    """Nothing forces it to end; the strategy stops each hand, and some deal brings somebody a point."""
    found = verdicts(small())
    assert (found["end-reachable"].found, found["end-reachable"].evidence) == ("holds", "proved")
    assert any("game.stop" in one or "turn.stop" in one for one in found["end-reachable"].details)
    assert any("add to score" in one for one in found["end-reachable"].details)
    assert found["author:it can be brought to its end"].found == "holds"
    assert found["author:so can each hand"].found == "holds"


def test_what_came_of_an_order_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """More orders are tried only where the first does not do; it is not followed twice then."""
    work, followed_now = small(), list[Strategy]()
    (analysis,) = analyses(work)
    real = Coursing.follow

    def follow(coursing: Coursing, strategy: Strategy) -> Course:
        followed_now.append(strategy)
        return replace(real(coursing, strategy), failed=(Piece("", frozenset(), Ranked((), (), (), ())),))

    monkeypatch.setattr(Coursing, "follow", follow)
    known: list[tuple[Order, Tried]] = []
    first = plan(work.system, analysis, shape(work, analysis.proof), 1, known)
    again = plan(work.system, analysis, shape(work, analysis.proof), 4, known)
    assert not first.proved and first.course is again.course
    assert len(followed_now) == len(known) == 1


def test_other_conditions_are_not_decided() -> None:
    found = verdicts(small())["author:somebody may get a point"]
    assert found.found == "undecided"
    assert "end of a rule" in found.reason


def test_the_strategy_is_total_and_no_longer_than_it_must_be() -> None:
    """To stop is always legal and nearest to the end; what comes after it in the order is not listed."""
    work = small()
    proof = work.proofs[0]
    strategy = synthesise(proof, shape(work, proof), orders(proof))
    assert isinstance(strategy, Strategy)
    assert chosen(work, strategy) == [["turn.stop"]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cabo", "spec/variants/kamikaze.cabo", "spec/variants/no-matching.cabo"])
def test_the_end_of_cabo_stays_in_reach(name: str) -> None:
    """Of each number of players, the match included."""
    work = work_of(shipped(name))
    found = verdicts(work)
    assert {one: verdict.found for one, verdict in found.items()} == {
        "end-reachable": "holds",
        "author:the end of the game stays in reach": "holds",
    }
    assert found["end-reachable"].evidence == "proved"
    assert "2 to 6 players" in found["end-reachable"].scope


# ---------------------------------------------------------------- it does not
def test_a_hand_that_nobody_can_stop() -> None:
    """Without the choice to stop no play leads to the end: shown by a game to such a position."""

    def change(decision: Decide) -> Decide:
        return replace(decision, choices=tuple(one for one in decision.choices if one.path != "turn.stop"), must=False)

    broken = changed_decisions(match(), change)
    found = verdicts(work_of(broken, players=2))["end-reachable"]
    assert (found.found, found.evidence) == ("violated", "exhaustive")
    assert found.witness is not None
    assert "no play leads to the end" in found.witness.title and "cards" in found.witness.title


SIX_CARDS = (
    HEAD
    + """
state
    active: player, at first first-seat
rule game
    shuffle stock
    repeat until some p in players where size of row of p is at least 6
        active must
            draw when stock is not empty "draw"
                move top of stock to row of active
            put-back (c in row of active) "put a card back"
                move c to stock
                shuffle stock
        otherwise
            nothing
        set active to left of active
"""
)
"""Somebody needs six cards, and small decks have fewer."""


def test_that_small_decks_have_too_few_cards_to_end_is_no_violation() -> None:
    found = verdicts(work_of(system_of(SIX_CARDS), players=2))["end-reachable"]
    assert found.found == "undecided" and "small decks tell nothing" in found.reason


def test_where_games_of_the_whole_deck_do_not_end_either_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The defect planted: games of the whole deck are not asked."""
    monkeypatch.setattr(reach, "whole_games_end", lambda work: False)
    assert verdicts(work_of(system_of(SIX_CARDS), players=2))["end-reachable"].found == "violated"


@pytest.mark.parametrize("points", ["0", "(0 minus 1 if score of p is more than 0 otherwise 0)"])
def test_a_match_in_which_nobody_ever_gets_a_point(points: str) -> None:
    """Each hand can be stopped, but no deal brings the match nearer to its end."""
    work = work_of(match(points), players=2)
    assert not planned(work).proved
    assert planned(work).course is not None


# ---------------------------------------------------------------- what plays rest on
def _head(work: Work) -> tuple[int, int, Bound]:
    space = space_of(work.proofs[0])
    for number, node in enumerate(space.graph.system.nodes):
        if isinstance(node.operation, lo.Test) and node.source.rules == ("game",):
            for way in (0, 1):
                for bound in bounds(space, number, way):
                    return number, way, bound
    raise AssertionError("no loop over hands")


def _renewal(work: Work) -> tuple[Proof, Strategy, int, Bound, Renewal | str]:
    proof = work.proofs[0]
    strategy = synthesise(proof, shape(work, proof), orders(proof))
    assert isinstance(strategy, Strategy)
    after = followed(proof, strategy)
    head, way, bound = _head(work)
    return after, strategy, head, bound, find(after, space_of(after), head, way, strategy.offers())


def test_a_play_is_carried_out_again_from_its_record() -> None:
    """Its outcomes and actions give the same play; other outcomes, or another action, do not."""
    after, strategy, head, bound, renewal = _renewal(small())
    assert not isinstance(renewal, str)
    (play,) = renewal.plays
    assert bound == Bound("score", 4)
    player = Player(after, load(after.graph.system, 2), unwritten(after, head), "score", strategy.offers())

    def again(one: Play) -> Play | None:
        return player.play(one.start, dict(one.given), Supplied(one.outcomes), frozenset({head}), one.actions)

    assert again(play) == play
    assert raises(after, play, head, bound)
    order = play.outcomes[0]
    assert isinstance(order, tuple)
    assert again(replace(play, outcomes=(tuple(reversed(order)),))) != play
    assert again(replace(play, actions=play.actions[:-1])) is None
    assert not raises(after, replace(play, added=()), head, bound)
    assert not raises(after, replace(play, added=((("score", 0), -1), (("score", 1), 5))), head, bound)
    assert not raises(after, play, head, Bound("score", 1000)), "the score could leave its range"


def test_a_play_does_not_read_what_it_knows_nothing_of() -> None:
    """Points that depend on the score itself, or on cards that were not gathered, end the play."""
    work = work_of(match("(2 if score of p is less than 3 otherwise 0)"), players=2)
    renewal = _renewal(work)[-1]
    assert isinstance(renewal, str)
    text = MATCH.format(points=SIX, target=5).replace("    move all of discard to stock\n", "")
    assert isinstance(_renewal(work_of(system_of(text), players=2))[-1], str), "a discard keeps cards from the shuffle"


def test_what_a_play_depends_on_is_given_in_each_case() -> None:
    """Where a variable decides, there is a play for each of its values."""
    text = MATCH.format(points=SIX, target=5).replace(
        "    stopper: player", "    leader: player, at first first-seat\n    stopper: player"
    )
    text = text.replace("from left of first-seat", "from left of leader").replace(
        "    repeat until stopper is not nobody\n",
        "    set leader to left of leader\n    repeat until stopper is not nobody\n",
    )
    renewal = _renewal(work_of(system_of(text), players=3))[-1]
    assert not isinstance(renewal, str)
    assert [play.given for play in renewal.plays] == [((("leader", None), seat),) for seat in range(3)]


def test_what_a_condition_bounds() -> None:
    """Of every owner's variable, where the loop goes on; also where only the highest of them counts."""
    for text, most in [
        ("is at least 5", 4),
        ("is more than 5", 5),
        ("is at least 5 and no q in players where score of q is more than score of p", 4),
    ]:
        system = system_of(MATCH.format(points="1", target=5).replace("is at least 5", text))
        assert _head(work_of(system, players=2))[2] == Bound("score", most)


def test_adding_reads_nothing_else() -> None:
    """An assignment that adds is told from one that sets."""
    system = small().lowered[0]
    sets = [node.operation for node in system.nodes if isinstance(node.operation, lo.SetVariable)]
    assert {one.variable: added_to(one) is not None for one in sets} == {"score": True, "stopper": False}


def test_the_chance_of_plays_is_supplied() -> None:
    """A play with too few outcomes comes to nothing."""
    after, strategy, head, _, renewal = _renewal(small())
    assert not isinstance(renewal, str)
    (play,) = renewal.plays
    player = Player(after, load(after.graph.system, 2), unwritten(after, head), "score", strategy.offers())
    assert player.play(play.start, {}, Supplied(()), frozenset({head}), play.actions) is None
    assert player.play(play.start, {}, seeded(0), frozenset({head})) is not None
