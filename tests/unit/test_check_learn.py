"""Who learns what: cabo's table is pinned; announced choices are listed; what is face up already teaches nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caborules.api.load import load
from caborules.check.learn import Learnt, learning
from caborules.check.proofs import prove
from caborules.cli import main
from caborules.ir.system import System
from caborules.lower import groups, lower
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from tests.support.cli_games import ANNOUNCED, LEAKING, SMALL

CABO = """\
turn.draw | moved | a card of stock, to drawn of the actor | face | face | that it happens
turn.take | swapped | a card of row of the actor, to drawn of the actor | face | face | that it happens
turn.take | moved | a card of row of the actor, to discard | face | face | face
match.match | shown | cards of row of the actor | face | face | face
match.match | announced | it matches: hit | value | - | value
match.match | moved | a card of row of the actor, to discard | face | face | face
use-drawn.exchange | swapped | a card of row of the actor, to drawn of the actor | face | face | that it happens
use-drawn.exchange | moved | a card of row of the actor, to discard | face | face | face
use-drawn.discard | moved | a card of drawn of the actor, to discard | face | face | face
peek.peek | shown | cards of row of the actor | face | face | that it happens
spy.spy | shown | cards of row of other | face | that it happens | that it happens
rule deal-cards | moved | a card of stock, to discard | - | - | face
rule first-look | shown | cards of row of p | - | face | that it happens
rule reveal | turned up | cards of row of p | - | face | face
"""
"""All but the announcement of the winners. The card drawn is seen by its holder; an exchanged one shows its owner the
card that leaves the row; spying shows another's card to the spy alone, and swapping blindly shows nothing."""


def rows(system: System) -> tuple[Learnt, ...]:
    return learning(lower(system, values, players) for players, values in groups(system))


def written(found: tuple[Learnt, ...]) -> str:
    return "".join(f"{one.when} | {one.how} | {one.what} | {one.actor} | {one.owner} | {one.others}\n" for one in found)


def text_of(text: str, folder: Path) -> System:
    """The system of a ruleset that the static checks need not accept."""
    file = folder / "small.cabo"
    file.write_text(text, encoding="utf-8")
    return elaborate(load_book(file)).system


def test_cabo() -> None:
    """The whole table, each line with its place in the rules."""
    found = rows(load("cabo").system)
    assert written(found[:-1]) == CABO
    assert (found[-1].when, found[-1].how, found[-1].others) == ("rule play-game", "announced", "value")
    assert all(one.span is not None for one in found)


def test_a_look_and_a_move(tmp_path: Path) -> None:
    """What is shown to a player in secret is not even known to have happened."""
    table = written(rows(text_of(SMALL, tmp_path)))
    assert table == (
        "game.look | shown | cards of row of the actor | face | face | that it happens\n"
        "game.play | moved | a card of row of the actor, to shown | face | face | face\n"
    )
    secretly = written(rows(text_of(SMALL.replace("show c to p", "show c to p secretly"), tmp_path)))
    assert "cards of row of the actor | face | face | nothing\n" in secretly


def test_what_lies_open_teaches_nobody(tmp_path: Path) -> None:
    """A card that moves from one open place to another."""
    text = SMALL.replace("row of each player: row, face down", "row of each player: row, face up")
    table = written(rows(text_of(text, tmp_path)))
    assert "game.play" not in table
    assert "rule game | moved | a card of stock, to row of p | - | - | face\n" in table


def test_the_steps_of_cabo_show_it_when_they_are_changed(tmp_path: Path) -> None:
    """A show that goes to everyone, and one that is dropped, change the table."""
    everyone = written(rows(text_of(SMALL.replace("show c to p", "show c to everyone"), tmp_path)))
    assert "game.look | shown | cards of row of the actor | face | face | face\n" in everyone
    assert "game.look" not in written(rows(text_of(SMALL.replace("show c to p", "nothing"), tmp_path)))


# ---------------------------------------------------------------- a call with three points or fewer (finding 6)
def test_a_call_that_depends_on_unseen_cards_is_refused_and_violated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its maker would learn something: the static checks refuse it, and the proof has two deals that show it."""
    system = text_of(LEAKING, tmp_path)
    assert main(["check", str(tmp_path / "small.cabo")]) == 2
    assert "E402" in capsys.readouterr().out
    proved = prove([lower(system, values, players) for players, values in groups(system)])
    (verdict,) = [one for one in proved.verdicts if one.property == "own-legality"]
    assert (verdict.found, verdict.evidence) == ("violated", "executed")
    assert verdict.witness is not None
    assert "game.speak" in verdict.witness.title
    (place,) = {span.start.line for span in verdict.places}
    assert LEAKING.splitlines()[place - 1].strip().startswith("p may")


def test_with_all_cards_seen_it_is_an_announcement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others learn something, and the author says so: it is listed, and --strict accepts it."""
    (tmp_path / "small.cabo").write_text(ANNOUNCED, encoding="utf-8")
    main(["check", str(tmp_path / "small.cabo"), "--format", "json"])
    (ruleset,) = json.loads(capsys.readouterr().out)["rulesets"]
    found = {one["property"]: one for one in ruleset["verdicts"]}
    assert found["own-legality"]["found"] == "holds"
    assert found["public-legality"]["found"] == "declared"
    assert found["public-legality"]["undeclared"] == []
    (row,) = [one for one in ruleset["learning"] if one["how"] == "chosen"]
    assert (row["when"], row["others"], row["declared"]) == ("game.speak", "that it is possible", "announces")
    assert not [one for one in ruleset["objections"] if "not declared" in one]


def test_without_the_word_announces_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "small.cabo").write_text(ANNOUNCED.replace(" announces", ""), encoding="utf-8")
    assert main(["check", str(tmp_path / "small.cabo")]) == 2
    assert "E403" in capsys.readouterr().out


# ---------------------------------------------------------------- the command
def test_show_learning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table for people, the same for machines; options can be chosen."""
    file = tmp_path / "small.cabo"
    file.write_text(SMALL, encoding="utf-8")
    assert main(["show", str(file), "--learning"]) == 0
    lines = capsys.readouterr().out.splitlines()
    shows = SMALL.splitlines().index("                show c to p") + 1
    assert lines[0].split("  ")[0] == "when"
    assert lines[2].startswith("game.look  shown") and lines[2].endswith(f"small.cabo:{shows}")
    assert main(["show", str(file), "--learning", "--format", "json", "--set", "looks=no"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert [one["when"] for one in content["learning"]] == ["game.play"]
    assert main(["show", str(file), "--learning", "--lowered"]) == 2


@pytest.mark.slow
def test_cabo_tells_nothing_that_is_not_declared(capsys: pytest.CaptureFixture[str]) -> None:
    """With --strict nothing about disclosures is said."""
    main(["check", "cabo", "--strict"])
    out = capsys.readouterr().out
    assert "not declared" not in out
