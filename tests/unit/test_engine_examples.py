"""Examples: each kind of line passes where it should, and fails with its line and a reason where it should not."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from caborules.diagnostics.record import Refused
from caborules.engine.examples import ExampleResult, run_example, run_examples
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from tests.support.rulesets import HEAD, shipped, system_of

RULES = (
    HEAD
    + """
state
    laid: 0..9, each round 1

rule round
    first-seat may
        stop "stop"
            nothing

rule game
    round

event bell "The bell"
    set laid to 9

"""
)


def tiny_example(body: str) -> ExampleResult:
    text = RULES + 'example "it"\n' + "".join(f"    {line}\n" for line in body.splitlines())
    return run_examples(system_of(text))[0]


def test_the_shipped_examples_pass() -> None:
    for name in ("cabo", "kamikaze", "no-matching", "open-peek", "jokers-zero", "short-match", "published-deck"):
        for result in run_examples(shipped(name)):
            assert result.outcome != "failed", (name, result)


def test_all_examples_of_cabo_apply_at_its_own_options() -> None:
    assert {result.outcome for result in run_examples(shipped("cabo"))} == {"passed"}


def cabo(body: str) -> ExampleResult:
    """An example in a variant of the shipped game."""
    head = 'language 1\nruleset mine "Mine" extends "cabo.cabo"\n\nexample "it"\n'
    lines = "".join(f"    {line.strip()}\n" for line in body.strip().splitlines())
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.cabo"
        path.write_text(head + lines, encoding="utf-8")
        system = elaborate(load_book(path)).system
    return run_example(system, next(one for one in system.examples if one.title == "it"))


POSITION = """
given option matching.offered is yes
given row of A: 5♠ 9♥ 2♣
given row of B: 5♣ 4♣
given discard: 5♥
given stock: 7♣ 3♠ ...
given active is A
given match is open
at lap
"""


@pytest.mark.parametrize(
    "lines",
    [
        "then A can draw",
        "then A cannot peek 9♥",
        "then A can match 9♥\nthen A can match 2",
        "when A does match 5♠\nthen row of A: _ 9♥ 2♣\nthen row of A: _ ...\nthen row of A: _ ? ?",
        "when A does match 9♥\nthen row of A: 5♠ 9♥ 2♣ 7♣\nthen A knows 9♥ and B knows 9♥",
        "when B does match 5♣\nwhen A does match 5♠ late\nthen row of A: 5♠ 9♥ 2♣",
        "when A does take 2\nthen row of A: 5♠ 5♥ 2♣\nthen discard: 9♥",
        "then not lap is over and round is over",
        "then size of stock is 46\nthen top of discard is 5♥\nthen drawn of A: empty",
    ],
)
def test_lines_that_hold(lines: str) -> None:
    assert cabo(POSITION + lines) == ExampleResult("it", "passed")


@pytest.mark.parametrize(
    ("lines", "failing", "why"),
    [
        ("then B can draw", 1, "B cannot draw. Possible: A turn.draw"),
        ("then A cannot draw", 1, "A can draw"),
        ("then row of A: 5♠ 9♥", 1, "There lies: 5"),
        ("then row of A: 5♠ 2♣ 9♥", 1, "There lies"),
        ("then row of A: (5♠) 9♥ 2♣", 1, "There lies"),
        ("then A can draw\nthen active is B", 2, 'This is not so: "active is B". Here active is A, not B.'),
        ("then total of A is 15", 1, 'This is not so: "total of A is 15". Here total of A is 16, not 15.'),
        ("then top of discard is 5♣", 1, "Here top of discard is 5♥, not 5♣."),
        ("then caller is A", 1, "Here caller is nobody, not A."),
        ("then total of A is total of B", 1, "Here total of A is 16; total of B is 9."),
        ("then not total of A is 16", 1, 'This is not so: "not total of A is 16". Here total of A is 16.'),
        ("then total of A is more than 16", 1, '"total of A is more than 16". Here total of A is 16.'),
        ("then active is A and total of B is 8", 1, "Here total of B is 9, not 8."),
        ("then active is B and total of B is 8", 1, "Here active is A, not B."),
        ("then active is B or total of B is 8", 1, "Here active is A, not B; total of B is 9, not 8."),
        ("then not (active is A and total of B is 9)", 1, "Here active is A; total of B is 9."),
        ("then active is A and A knows 9♥", 1, '"A knows 9♥" is no.'),
        ("then lap is over", 1, 'This is not so: "lap is over".'),
        ("then lap is over", 1, "The play waits for A: draw, take or call."),
        ("then row of A: 5♠ 9♥", 1, "The play waits for A: draw, take or call."),
        ("when A does call\nthen not lap is over\nthen active is B and lap is over", 3, '"lap is over" is no.'),
        ("then discard is empty", 1, 'This is not so: "discard is empty".'),
        ("when A does take", 1, "E611: 3 ways fit"),
        ("when A does take", 1, "Say which: `c` is left out or in doubt."),
        ("when A does take 7♦", 1, "A can take, but not with these arguments: argument 1 fits nothing here"),
        ("when A does draw 2", 1, "but not with these arguments: it takes none, and 1 are given"),
        ("when B does draw", 1, "B cannot draw"),
        ("when A does match 9♥ late", 1, "not late"),
        ("when A does draw late", 1, "never late"),
        ("then drawn of A is 5♠", 1, "no card lies there"),
    ],
)
def test_lines_that_do_not_hold_fail_with_their_line(lines: str, failing: int, why: str) -> None:
    result = cabo(POSITION + lines)
    assert result.outcome == "failed"
    assert result.line == 4 + 9 + failing - 1
    assert why in result.why


def test_a_move_after_the_end_is_told_as_such() -> None:
    result = cabo("given row of A: 5♠\nat score-round\nthen score of A is 5\nwhen A does draw")
    assert (result.outcome, result.line) == ("failed", 8)
    assert "over" in result.why


def test_an_option_that_cannot_have_the_value_makes_the_example_not_apply() -> None:
    assert cabo("given option rows.upcard is no\nthen 1 is 2").outcome == "does not apply"
    assert cabo("given option rows.upcard is yes\nthen 1 is 2").outcome == "failed"


def test_it_is_said_for_whom_the_play_waits() -> None:
    """Nothing is waited for before the rules begin and after they have ended; several players are told together."""
    assert "waits" not in cabo("then active is B").why
    assert tiny_example("at round\nwhen A does stop\nthen laid is 7").why.endswith("not 7.")
    together = RULES.replace("    first-seat may", "    each p in players may secretly")
    (result,) = run_examples(system_of(together + 'example "it"\n    at round\n    then laid is 7\n'))
    assert result.why.endswith(" not 7. The play waits for A, B: stop or decline.")


def test_a_given_option_holds() -> None:
    assert cabo("given option game.target is 50\nthen game.target is 50").outcome == "passed"


def test_given_values_and_players_hold() -> None:
    body = "given players X, Y, Z\ngiven score of Y is 11\ngiven dealer is Y\nthen score of Y is 11\nthen active is Z"
    assert cabo(body).outcome == "passed"


def test_the_rule_at_which_an_example_begins_renews_nothing() -> None:
    assert tiny_example("given laid is 5\nat round\nthen laid is 5").outcome == "passed"
    assert tiny_example("given laid is 5\nat game\nthen laid is 1").outcome == "passed"


def test_outside_events_and_moves_without_arguments() -> None:
    assert tiny_example("at round\nwhen event bell\nthen laid is 9\nthen A can stop").outcome == "passed"
    result = tiny_example("at round\nwhen A does stop\nwhen event bell")
    assert result.outcome == "failed"
    assert "E613" in result.why


def test_a_named_card_is_compared_by_its_face_where_there_are_two_of_it() -> None:
    two = "given option two-decks is yes\ngiven row of A: 5♥ 6♥\ngiven discard: 5♥\n"
    assert cabo(two + "then top of discard is 5♥\nthen top of discard is not 6♥").outcome == "passed"
    assert "two cards with this face" in cabo(two + "then A knows 5♥").why


def test_cards_laid_face_up_lie_face_up() -> None:
    assert cabo("given row of A: (5♠) 9♥\nthen row of A: (5♠) 9♥").outcome == "passed"
    assert cabo("given row of A: (5♠) 9♥\nthen A knows 5♠ and B knows 5♠ and not A knows 9♥").outcome == "passed"


@pytest.mark.parametrize(
    ("lines", "outcome"),
    [
        ("at round\nthen not round is over", "passed"),
        ("at round\nwhen A does stop\nthen round is over and game is over", "passed"),
        ("at game\nthen game is over", "failed"),
        ("at game\nthen not game is over or laid is 3", "passed"),
        ("at game\nwhen A does stop\nthen not round is over", "failed"),
    ],
)
def test_a_rule_is_over_when_no_run_of_it_goes_on(lines: str, outcome: str) -> None:
    """Whatever comes after it; also in a rule that ends without a decision, where nothing was ever running."""
    result = tiny_example(lines)
    assert result.outcome == outcome, result


def test_a_position_is_not_given_by_what_is_over() -> None:
    with pytest.raises(Refused) as caught:
        tiny_example("given laid is 1 if round is over otherwise 2\nat round\nthen laid is 1")
    assert [(one.code, "`then`" in one.message) for one in caught.value.diagnostics] == [("E301", True)]


def test_rules_that_cannot_go_on_fail_the_example() -> None:
    result = cabo("given score of A is 9990\ngiven row of A: K♠ Q♠\nat score-round\nthen score of A is 0")
    assert result.outcome == "failed"
    assert "score cannot be" in result.why


GIVE = """\
language 1
ruleset tiny "A tiny game"
use "library/french.cabo"
players 2..4
begin with round

deck in stock
    french

places
    stock: pile, face down
    row of each player: row, face down

rule round
    first-seat must
        stop "stop"
            nothing
        give (mine in row of first-seat, other in others of first-seat, theirs in row of other) "give"
            swap mine with theirs

"""


def given(moves: str) -> ExampleResult:
    laid = "given players A, B, C\ngiven row of A: 5♠ 6♠\ngiven row of B: 7♠\ngiven row of C: 8♠ 9♠\nat round\n" + moves
    lines = "".join(f"    {line}\n" for line in laid.splitlines())
    return run_examples(system_of(GIVE + 'example "it"\n' + lines))[0]


@pytest.mark.parametrize("said", ["5♠ B 7♠", "5♠ 7♠", "5♠ B", "1 B", "6♠ 9♠", "2 C 2"])
def test_any_argument_may_be_left_out_where_one_way_is_left(said: str) -> None:
    assert given(f"when A does give {said}").outcome == "passed"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("5♠ C", "E611: Two ways fit: A round.give 5♠ C 8♠, A round.give 5♠ C 9♠. Say which: `theirs` is left out"),
        (
            "5♠",
            "E611: 3 ways fit: A round.give 5♠ B 7♠, A round.give 5♠ C 8♠, A round.give 5♠ C 9♠. "
            "Say which: `other` and `theirs` are left out",
        ),
        ("B", "E611: Two ways fit: A round.give 5♠ B 7♠, A round.give 6♠ B 7♠. Say which: `mine` is left out"),
        ("7♠ 5♠", "each fits alone, but not together and in the order `mine`, `other`, `theirs`"),
        (
            "5♠ K♦",
            "argument 2 fits nothing here, of what give takes: `mine`, `other`, `theirs`. Possible: A round.give",
        ),
        ("5♠ B 7♠ 7♠", "it takes `mine` and `other` and `theirs`, and 4 are given"),
    ],
)
def test_a_move_that_does_not_fit_is_told_which_argument(said: str, why: str) -> None:
    result = given(f"when A does give {said}")
    assert (result.outcome, why in result.why) == ("failed", True), result.why


def test_what_cannot_be_done_is_seen_although_an_argument_is_left_out() -> None:
    assert given("then A cannot give 5♠ K♦").outcome == "passed"
    assert given("then A cannot give 5♠ 7♠").outcome == "failed"
