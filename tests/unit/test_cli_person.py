"""What a person at the table is shown: when they may wait, what the running log tells, many ways to make one choice."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from caborules.cli.person import Left, Person
from caborules.cli.terminal import Terminal
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action
from caborules.engine.game import set_up
from caborules.engine.machine import start
from caborules.engine.views import CardView, EventView, PlaceView, SeenCard, View, WindowView, view
from caborules.tools.narrate import narrated
from caborules.tools.running_log import sizes, worth_telling
from caborules.tools.screen import FEW_WAYS, Screen
from caborules.tools.words import Words
from tests.support.rulesets import shipped

WORDS = Words(shipped("cabo"))


def first_view() -> View:
    """The first decision of a game, as the seat that makes it sees it."""
    setup = set_up(shipped("cabo"), 2)
    step = start(setup, seeded("person"))
    (asked,) = view(setup, step.state, 0).asked
    return view(setup, step.state, asked, step.events)


def asked(seen: View, must: bool, typed: str) -> tuple[Action | None, str]:
    """What a person who types this answers, and what they are shown."""
    out = io.StringIO()
    person = Person(Screen(WORDS), Terminal(io.StringIO(typed), out, io.StringIO()))
    return person.choose(seen, must, lambda _: None), out.getvalue()


def with_window(seen: View, held: bool) -> View:
    windows = tuple(WindowView(one.name, True, held, 1) for one in seen.windows)
    return replace(seen, windows=windows)


@pytest.mark.parametrize(("must", "held"), [(True, False), (False, True)])
def test_where_waiting_changes_nothing_it_is_not_offered(must: bool, held: bool) -> None:
    """An empty line is answered by saying that it is for this person to act; a number then counts."""
    seen = with_window(first_view(), held)
    action, shown = asked(seen, must, "\n1\n")
    assert action == seen.legal[0]
    assert "Enter waits" not in shown
    assert f"It is for you to act: a number from 1 to {len(seen.legal)}" in shown


def test_who_may_wait_is_told_so() -> None:
    """Others may react first where a window is open, or act first where several are asked; a reaction may wait."""
    seen = first_view()
    other = 1 - seen.seat
    for waiting in (with_window(seen, False), replace(seen, asked=(0, 1)), replace(seen, asked=(other,))):
        action, shown = asked(waiting, False, "\n")
        assert action is None
        assert "(Enter waits) > " in shown


def test_an_empty_line_is_not_taken_for_a_wait() -> None:
    """Where one must act, the end of the input is not an answer either."""
    with pytest.raises(Left):
        asked(first_view(), False, "\n\n\n")


# ---------------------------------------------------------------- the running log
def event(kind: str, name: str = "", seat: int | None = None, value: object = None) -> EventView:
    return EventView(kind, seat, name, value, (), None, ())  # type: ignore[arg-type]  # the kinds are checked by use


def test_the_log_leaves_out_variables_save_numbers_of_each_player() -> None:
    """A score is told at once; who is active, and a yes or no of each player, stand in the table."""
    told = [event("set", "score", 0, 12), event("set", "active", None, 1), event("set", "had-last-turn", 0, True)]
    told += [event("set", "rounds-played", None, 1), event("announced", "the winners")]
    kept = list(worth_telling(WORDS, told, {}))
    assert kept == [told[0], told[4]]


def test_shuffling_less_than_two_cards_is_not_worth_a_line() -> None:
    """The cards that go to or from a place before are counted; a place of which nothing is known is told."""
    stock, discard = ("stock", None), ("discard", None)
    shuffled = event("shuffled", value=stock)
    moved = replace(event("moved"), cards=tuple(SeenCard(None, (*discard, at), (*stock, at)) for at in range(3)))
    assert list(worth_telling(WORDS, [shuffled], {stock: 1})) == []
    assert list(worth_telling(WORDS, [shuffled], {stock: 2})) == [shuffled]
    assert list(worth_telling(WORDS, [shuffled], {})) == [shuffled]
    assert list(worth_telling(WORDS, [moved, shuffled], {stock: 0, discard: 5})) == [moved, shuffled]
    seen = first_view()
    assert sizes(seen)[stock] == 52 - 2 * 4 - 1


def test_all_that_has_happened_is_told_when_asked_for() -> None:
    """What the running log leaves out stands under `h`."""
    out = io.StringIO()
    seen = first_view()
    person = Person(Screen(WORDS), Terminal(io.StringIO("h\n1\n"), out, io.StringIO()))
    person.saw(replace(seen, events=(event("set", "active", None, 1), event("set", "score", 0, 7))))
    person.choose(seen, True, lambda _: None)
    before, _, after = out.getvalue().partition("> ")
    assert "score of A is now 7" in before
    assert "active is now B" not in before
    assert "active is now B" in after


def test_one_is_told_of_oneself_as_you() -> None:
    """And of the others by their letters."""
    looks = replace(event("shown", value=(0, 1)), cards=(SeenCard(None, ("row", 1, 0), ("row", 1, 0)),))
    done = [event("declined", seat=1), event("passed", "match", 1), event("chose", "turn.draw", 1), looks]
    assert narrated(WORDS, done, {}, 1) == [
        "you decline", "you pass", "you: draw from the stock", "A and you look at row of B 1",
    ]  # fmt: skip
    assert narrated(WORDS, done, {}, 0) == [
        "B declines", "B passes", "B: draw from the stock", "you and B look at row of B 1",
    ]  # fmt: skip
    assert narrated(WORDS, [replace(looks, value=(0,))], {}, 0) == ["you look at row of B 1"]


# ---------------------------------------------------------------- the table and the moves
def test_state_stands_in_one_row() -> None:
    """Of a yes or no of each player those are named for whom it is yes."""
    (state,) = [text for heading, text in Screen(WORDS).table(first_view()) if heading == "state"]
    assert "caller nobody" in state
    assert "score A 0, B 0" in state
    assert "in-play A, B" in state
    assert "had-last-turn nobody" in state


@pytest.mark.parametrize("ways", [1, FEW_WAYS, FEW_WAYS + 1, 50])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_many_ways_to_make_one_choice_stand_in_columns(ways: int, width: int) -> None:
    """All numbers are there, each with its own way; the text of the choice stands once where there are many."""
    seen = first_view()
    row = PlaceView(("row", seen.seat), (CardView(None, False, "unknown"),) * ways)
    legal = tuple(Action(seen.seat, "match.match", (("row", seen.seat, at),), 1) for at in range(ways))
    lines = Screen(WORDS).move_lines(replace(seen, places=(row,), legal=(*legal, Action(seen.seat, "pass"))), width)
    text = "\n".join(lines)
    who = "AB"[seen.seat]
    for at in range(ways):
        assert f"row of {who} {at + 1}" in text
        assert f" {at + 1}  " in text
    assert text.count("match one of your own cards") == (ways if ways <= FEW_WAYS else 1)
    assert lines[-1] == f"  {ways + 1:>2}  pass"
    if ways > FEW_WAYS:
        assert all(len(line) <= width for line in lines[1:])
        assert len(lines) < ways or width == 40
