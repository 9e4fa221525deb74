"""Rechecking: what confirms a certificate, what rejects it, and what solvers that are wrong bring about."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from caborules.check.certificate import record
from caborules.check.certificate.recheck import Answers, DisagreementError, recheck
from caborules.check.certificate.solvers import cvc5_says, z3_says
from caborules.diagnostics.record import Refused
from tests.support.certified import certified, ruleset_of

STATED = "stated"


def certificate() -> record.Certificate:
    return record.read(certified(STATED))


def test_a_certificate_is_confirmed_by_both_solvers_and_equal_questions_are_asked_once() -> None:
    answers = Answers()
    first = recheck(certificate(), ruleset_of(STATED), answers)
    asked = len(answers.said)
    again = recheck(certificate(), ruleset_of(STATED), answers)
    assert (first.status, again.status) == ("confirmed", "confirmed")
    assert first.solvers == ("Z3", "cvc5")
    assert len(answers.said) == asked > 10
    assert sum(tally.asked for tally in first.tallies.values()) == asked
    assert sum(tally.asked for tally in again.tallies.values()) == 0
    counts = {name: (one.obligations, one.questions) for name, one in first.tallies.items()}
    assert counts == {name: (one.obligations, one.questions) for name, one in again.tallies.items()}
    assert set(first.certificate.claims) <= {*first.tallies, "own-legality", "public-legality"}


def test_a_certificate_of_another_ruleset_is_refused_and_one_that_hides_it_is_rejected() -> None:
    with pytest.raises(Refused) as caught:
        recheck(certificate(), ruleset_of("seats"), Answers())
    assert caught.value.diagnostics[0].code == "E713"
    assert "stale" in caught.value.diagnostics[0].message
    other = ruleset_of("seats")
    disguised = replace(certificate(), hash=other.hash, name=other.name)
    assert recheck(disguised, other, Answers()).status == "rejected"


def test_a_solver_that_confirms_what_another_refutes_stops_everything() -> None:
    answers = Answers({"Z3": z3_says, "a liar": lambda text: "sat"})
    with pytest.raises(DisagreementError, match=r"Z3 says unsat, a liar says sat: .*operation"):
        recheck(certificate(), ruleset_of(STATED), answers)


def test_what_one_solver_cannot_tell_is_not_confirmed() -> None:
    result = recheck(certificate(), ruleset_of(STATED), Answers({"Z3": z3_says, "slow": lambda text: "unknown"}))
    assert result.status == "undecided"
    assert "slow: unknown" in result.open[0]


@pytest.mark.parametrize("name", ["stated"])
def test_what_does_not_follow_is_refuted_by_both_solvers(name: str) -> None:
    """Facts at one operation are left out: what needs them no longer follows, and both solvers say so."""
    parts = json.loads(certified(name))
    at = parts["sections"]["facts"]["graphs"][0]["at"]
    for key in at:
        at[key] = "" if at[key] != "never reached" else at[key]
    parts.pop("digest")
    result = recheck(record.read(record.sealed(parts)), ruleset_of(name), Answers())
    assert result.status == "rejected"
    assert any("Z3: does not follow, cvc5: does not follow" in words for words in result.open)


def test_each_claim_needs_what_it_rests_on_and_a_section_that_is_evidence_for_it() -> None:
    alone = replace(certificate(), claims={"no-leak": "holds"})
    assert "rests on conservation" in recheck(alone, ruleset_of(STATED), Answers()).open[0]
    more = replace(certificate(), claims={**certificate().claims, "author:never stated": "holds"})
    assert any("no section is evidence" in words for words in recheck(more, ruleset_of(STATED), Answers()).open)


def test_a_text_that_was_edited_is_refused() -> None:
    text = certified(STATED)
    at = text.index('"0-2 game": "1 ')
    changed = text[:at] + text[at:].replace('"1 ', '"', 1)
    for wrong in (changed, text[: len(text) // 2], "{}", "", text.replace("certificate/1", "certificate/9")):
        with pytest.raises(Refused):
            record.read(wrong)
    assert record.write(record.read(text)) == text


def test_texts_that_a_solver_cannot_read_confirm_nothing() -> None:
    assert z3_says("(assert (= x)") == cvc5_says("(assert (= x)") == "unknown"
    claim = "(declare-fun x () Int)\n(assert (and (< x 1) (> x {})))\n"
    assert z3_says(claim.format(0)) == cvc5_says(claim.format(0)) == "unsat"
    assert z3_says(claim.format(-1)) == cvc5_says(claim.format(-1)) == "sat"


@pytest.mark.parametrize("name", ["hands", "parting"])
def test_a_certificate_of_a_game_with_hands_is_confirmed(name: str) -> None:
    """That owners know their hands stands among the facts; so does where the cards of a set lie."""
    assert recheck(record.read(certified(name)), ruleset_of(name), Answers()).status == "confirmed"
