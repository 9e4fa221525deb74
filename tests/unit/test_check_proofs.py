"""The proofs find what is broken, and only that; their own safeguards notice when they are broken themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from caborules.check import claims, flow, transfer
from caborules.check.proofs import Proved, prove
from caborules.check.prove import Memory, Prover
from caborules.check.transfer import Transfer
from caborules.diagnostics.verdict import Verdict
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, PLAYER
from caborules.lower import groups, lower
from caborules.symbolic.claims import Claim
from caborules.symbolic.facts import EVERYBODY, SHARED_PLACE, Fact
from caborules.symbolic.shape import Codes, shape_of
from caborules.symbolic.solve import ask
from tests.support import surgery
from tests.support.defects import DEFECTS
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, shipped, system_of

ALL_HOLD = {"conservation": "holds", "own-legality": "holds", "public-legality": "holds", "no-leak": "holds"}

EXPECTED: dict[str, dict[str, str]] = {
    "a card is doubled": {"conservation": "violated"},
    "a card is dropped": {"conservation": "violated", "no-leak": "violated"},
    "a reshuffle loses the top": {"conservation": "violated"},
    "a swap copies": {"conservation": "violated"},
    "a penalty is drawn from nothing": {"conservation": "violated"},
    "a match is not shown": {"no-leak": "declared"},
    "a variable tells a hidden card": {"no-leak": "violated"},
    "a guard reads a hidden card": {"own-legality": "violated", "public-legality": "violated"},
    "a test reads a hidden card": {"no-leak": "violated"},
    "a test is negated": {},
    "a shuffle is dropped": {},
    "another card is named": {},
}
"""What each defect breaks; all else still holds. A card that is dropped is never shown, and its power fires all the
same. A match that is not shown is announced: that is a disclosure. A dropped shuffle tells no card that was not seen
(that the stock is then known is a matter of secrecy, which is not looked into)."""


@cache
def cabo() -> lo.LoweredSystem:
    system = shipped("cabo")
    players, options = groups(system)[0]
    return lower(system, options, players)


def verdicts(proved: Proved) -> dict[str, str]:
    return {one.property: one.found for one in proved.verdicts}


def verdict(proved: Proved, name: str) -> Verdict:
    return next(one for one in proved.verdicts if one.property == name)


def test_cabo_conserves_its_cards_and_leaks_nothing() -> None:
    """All four properties are proved for the shipped ruleset, for every number of players at once."""
    system = shipped("cabo")
    proved = prove([lower(system, options, players) for players, options in groups(system)])
    assert verdicts(proved) == ALL_HOLD
    assert all(one.evidence == "proved" and "2 to 6 players" in one.scope for one in proved.verdicts)
    assert all(one.obligations > 50 for one in proved.verdicts)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_defect_is_found_and_nothing_else(name: str) -> None:
    """Each planted defect breaks what it should, with a game that was played; every other property still holds."""
    proved = prove([DEFECTS[name](cabo())])
    assert verdicts(proved) == ALL_HOLD | EXPECTED[name]
    for one in proved.verdicts:
        if one.found == "violated":
            assert one.evidence == "executed"
            assert one.witness is not None and one.witness.steps


def test_the_witness_names_the_card_that_is_lost() -> None:
    """The played game ends with the card that lies nowhere or twice."""
    witness = verdict(prove([DEFECTS["a card is doubled"](cabo())]), "conservation").witness
    assert witness is not None
    assert "lies in discard 1 and discard 2" in witness.title
    assert witness.data["players"] == 2
    assert witness.steps[0].startswith("0. the game begins")


def test_a_match_neither_shown_nor_announced_leaks() -> None:
    """Without the look and without the announcement, what happens next gives the card away: two deals show it."""
    system = DEFECTS["a match is not shown"](cabo())
    for at in surgery.find_all(system, lo.Say, "attempt"):
        system = surgery.leave_out(system, at)
    proved = prove([system])
    assert verdicts(proved) == ALL_HOLD | {"no-leak": "violated"}
    witness = verdict(proved, "no-leak").witness
    assert witness is not None and "has seen neither" in witness.title


def test_verdicts_and_witnesses_are_the_same_in_every_run() -> None:
    """Nothing but the seconds differs between two runs."""
    runs = [prove([DEFECTS["a variable tells a hidden card"](cabo())]) for _ in range(2)]
    assert runs[0].verdicts == runs[1].verdicts
    assert (runs[0].operations, runs[0].asked, runs[0].facts) == (runs[1].operations, runs[1].asked, runs[1].facts)


@pytest.mark.parametrize("name", ["seats", "windows"])
def test_other_games_are_proved_as_well(name: str) -> None:
    """Nothing in the proofs is about Cabo: small games with hands, payments and several windows."""
    system = system_of(HEAD + GAMES[name])
    proved = prove([lower(system, options, players) for players, options in groups(system)])
    assert verdicts(proved) == ALL_HOLD


@cache
def power_last() -> lo.LoweredSystem:
    """Matches come before the power of the card that set it off: which may be back in the stock by then."""
    system = shipped("cabo")
    players, options = groups(system, {"matching.powers": "power-last"})[0]
    return lower(system, options, players)


def test_a_card_keeps_its_face_when_it_is_shuffled_away() -> None:
    """All saw it on the discard pile, so what its power is tells nobody anything, wherever it lies by now."""
    assert verdicts(prove([power_last()])) == ALL_HOLD


# ---------------------------------------------------------------- safeguards
def test_a_bold_guess_is_refuted_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts are guesses until the solver confirms them: a false one leaves no trace in the result."""
    false = Fact("filled", "stock", "", SHARED_PLACE)
    honest = Transfer._after

    def bold(self: Transfer, operation: lo.Operation, facts: frozenset[Fact], words: object) -> set[Fact]:
        return {*honest(self, operation, facts, words), false}  # type: ignore[arg-type]  # what it is called with

    monkeypatch.setattr(Transfer, "_after", bold)
    proof = Prover(flow.Graph(cabo()), 2, Memory()).prove()
    assert proof.rounds > 1
    assert list(proof.unproved()) == []
    at_lift = surgery.find(cabo(), lo.Lift, "deal")
    first_test = surgery.find(cabo(), lo.Test, "deal")
    assert false in (proof.facts[at_lift] or ())
    assert false not in (proof.facts[first_test] or ())


def test_a_face_that_not_all_know_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """That all can tell the face of a card is shown to the solver as well: of a card from the stock it is dropped."""
    honest = transfer._outlasting

    def bold(operation: lo.Operation, facts: frozenset[Fact]) -> Iterator[Fact]:
        yield from honest(operation, facts)
        if isinstance(operation, lo.Lift):
            yield Fact("face", register=operation.register, who=EVERYBODY)

    monkeypatch.setattr(transfer, "_outlasting", bold)
    proof = Prover(flow.Graph(cabo()), 2, Memory()).prove()
    assert proof.rounds > 1
    assert list(proof.unproved()) == []
    after = cabo().nodes[surgery.find(cabo(), lo.Lift, "draw-card")].next
    assert "face" not in {fact.kind for fact in proof.facts[after] or ()}


def test_a_footprint_that_is_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is carried over without a question must not have been touched."""
    monkeypatch.setattr(claims, "_to_places", lambda _words, _to: frozenset())
    with pytest.raises(AssertionError, match="changes"):
        Prover(flow.Graph(cabo()), 2, Memory()).prove()


def test_hypotheses_that_contradict_each_other_are_noticed() -> None:
    """A claim from which everything would follow is called vacuous."""
    system = cabo()
    at = surgery.find(system, lo.Lift, "deal")
    node = system.nodes[at]
    before = (Fact("empty", "stock"), Fact("filled", "stock"))
    register = node.operation.register if isinstance(node.operation, lo.Lift) else ""
    claim = Claim(node.operation, node.next, None, before, ((),), (register,), compared=False)
    assert ask(shape_of(system, Codes(), 2), system.registers, claim).vacuous


def test_equal_claims_are_asked_once() -> None:
    """The second range of players costs no question: its claims are equal up to names."""
    system = shipped("cabo")
    lowered = [lower(system, options, players) for players, options in groups(system)]
    memory = Memory()
    for one in lowered:
        asked = len(memory.answers)
        Prover(flow.Graph(one), 2, memory).prove()
    assert len(lowered) == 2
    assert len(memory.answers) == asked


def test_what_holds_of_many_players_is_not_taken_for_few() -> None:
    """One memory serves several numbers of players; of two the neighbour's neighbour is oneself, of three not."""
    first = ex.FirstSeat(PLAYER, None)
    second = ex.Neighbour(PLAYER, None, "left", ex.Neighbour(PLAYER, None, "left", first))
    itself = ex.Compare(BOOL, None, "is", first, second)
    system = surgery.change_offers(
        cabo(), lambda offer: offer.path == "match.match", lambda offer: replace(offer, guard=itself)
    )
    memory = Memory()
    of_three = Prover(flow.Graph(system), 3, memory).prove()
    of_two = Prover(flow.Graph(system), 2, memory).prove()
    assert of_three.closed > of_two.closed


def test_a_way_that_cannot_be_taken_is_closed() -> None:
    """Nothing is to be shown of what would follow a choice that can never be made; the verdict says so."""
    never = ex.Compare(
        BOOL, None, "is", ex.FirstSeat(PLAYER, None), ex.Neighbour(PLAYER, None, "left", ex.FirstSeat(PLAYER, None))
    )
    system = surgery.change_offers(
        cabo(), lambda offer: offer.path == "match.match", lambda offer: replace(offer, guard=never)
    )
    proved = prove([system])
    assert verdicts(proved) == ALL_HOLD
    assert any(one.startswith("match.match can never be chosen") for one in verdict(proved, "own-legality").details)
    assert not any("can never be chosen" in one for one in verdict(prove([cabo()]), "own-legality").details)
