"""The commands as a person or a script meets them: what they print, their JSON, their exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from caborules.cli.commands import COMMANDS
from caborules.diagnostics.codes import CODES
from tests.support.commands import run, run_json

ROOT = Path(__file__).resolve().parents[2]


# ---------------------------------------------------------------- explain, options, show
def test_explain_tells_all_parts(capsys: pytest.CaptureFixture[str]) -> None:
    """What it does, why it is bad, an example, how to mend it; case does not matter."""
    out, err = run(["explain", "e320"], capsys)
    for part in (CODES["E320"].title, CODES["E320"].what, CODES["E320"].why, CODES["E320"].mend):
        assert part in out
    assert err == ""
    assert run_json(["explain", "E320"], capsys)["codes"][0]["code"] == "E320"


def test_explain_lists_all_codes(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a code, a table of all of them; a code that is not there suggests the nearest."""
    out, _ = run(["explain"], capsys)
    assert all(code in out for code in CODES)
    assert "Did you mean" in run(["explain", "E32O"], capsys, code=2)[1]


def test_options_of_a_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """Names, domains, defaults that depend on the number of players, clauses; fixed answers only with --all."""
    found = {option["key"]: option for option in run_json(["options", "cabo"], capsys)["options"]}
    assert found["jokers"]["domain"] == ["0..4"]
    assert found["two-decks"]["defaults"] == [
        {"players": [2, 4], "value": "no"},
        {"players": [5, 6], "value": "yes"},
    ]
    assert found["matching.chain"]["kind"] == "open"
    assert found["jokers"]["clauses"] == ["cabo.Y3", "cabo.Y8"]
    assert "rows.size" not in found
    everything = {option["key"] for option in run_json(["options", "cabo", "--all"], capsys)["options"]}
    assert "rows.size" in everything
    out, _ = run(["options", "cabo"], capsys)
    assert "no (2 to 4 players), yes (5 to 6 players)" in out
    assert "quick" in out


def test_options_chosen_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """With --set, the value in force stands beside the default."""
    content = run_json(["options", "cabo", "--set", "jokers=2", "--players", "5"], capsys)
    found = {option["key"]: option["value"] for option in content["options"]}
    assert (found["jokers"], found["two-decks"]) == ("2", "yes")


@pytest.mark.parametrize("columns", ["60", "200"])
def test_options_fit_the_terminal(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table where there is room for it; else two lines an option, with all that the table says."""
    monkeypatch.setenv("COLUMNS", columns)
    out, _ = run(["options", "cabo", "--set", "jokers=2"], capsys)
    first = out.partition("\n\n")[0]
    assert ("option " in first.splitlines()[1]) == (columns == "200")
    for part in ("yes or no", "0..4", "yes (5 to 6 players)", "2", "open", "cabo.Y3", "How many jokers"):
        assert part in " ".join(first.split())
    if columns == "60":
        assert max(map(len, first.splitlines())) <= 60
        assert "now 2" in first
        assert "now" not in run(["options", "cabo"], capsys)[0].partition("\n\n")[0]


MANY = """\
language 1
ruleset many "Many"
players 2..9
begin with game
won by none-of-us
attribute rank: 1..40
pack plain
    each rank 1..40
deck in stock
    plain
places
    stock: pile, face down
state
    score of each player: 0..9, at first 0
define none-of-us = those p in players where score of p is more than 3
rule game
    for each p in players
        p must
            speak "speak"
                add 1 to score of p
"""


def test_a_ruleset_without_options_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And shows no empty table."""
    file = tmp_path / "many.cabo"
    file.write_text(MANY, encoding="utf-8")
    out, _ = run(["options", str(file)], capsys)
    assert out == "many: Many\nThis ruleset has no options.\n"


@pytest.mark.parametrize("players", [6, 7])
def test_sim_tells_many_players_together(players: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A column a seat up to six; for more the mean, the least and the most. Games that nobody won are counted."""
    file = tmp_path / "many.cabo"
    file.write_text(MANY, encoding="utf-8")
    out, _ = run(["sim", str(file), "-n", "3", "--players", str(players)], capsys)
    heading = next(line for line in out.splitlines() if line.startswith("choice"))
    seats = list("ABCDEF") if players == 6 else ["mean", "a", "seat", "least", "most"]
    assert heading.split() == ["choice", "taken", *seats]
    counts = next(line.split()[1:] for line in out.splitlines() if line.startswith("game.speak"))
    assert counts == (["18"] + ["3"] * 6 if players == 6 else ["21", "3.0", "3", "3"]) + ["speak"]
    assert len([line for line in out.splitlines() if line.startswith("score ")]) == (6 if players == 6 else 1)
    assert "Nobody has won 3 of 3 games." in out
    assert run_json(["sim", str(file), "-n", "3", "--players", str(players)], capsys)["nobody_won"] == 3


def test_show_prints_the_whole_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """Library rules, options as sheets, and with --lowered the operations for each range of players."""
    out, _ = run(["show", "cabo"], capsys)
    assert "ruleset cabo" in out
    assert "rule draw-card" in out
    lowered = run_json(["show", "cabo", "--lowered"], capsys)
    assert [part["players"] for part in lowered["parts"]] == [[2, 4], [5, 6]]
    text, _ = run(["show", "cabo", "--lowered"], capsys)
    assert text.rstrip().endswith("  5 to 6 players: --players 5")
    assert text.count("places") == run(["show", "cabo", "--lowered", "--players", "2"], capsys)[0].count("places")
    assert "--players" not in run(["show", "cabo", "--lowered", "--players", "5"], capsys)[0]
    assert "first-look: set of number = " in out
    one = run_json(["show", "cabo", "--lowered", "--players", "3"], capsys)
    assert [part["players"] for part in one["parts"]] == [[3, 3]]


# ---------------------------------------------------------------- games
def test_sim_reports_and_is_reproducible(capsys: pytest.CaptureFixture[str]) -> None:
    """Ends, decisions, choices, final numbers and winners; the same seed gives the same text."""
    arguments = ["sim", "cabo", "-n", "3", "--players", "3", "--seed", "s", "--bots", "random"]
    content = run_json(arguments, capsys)
    assert content["games"] == {"played": 3, "finished": 3, "capped": 0, "faults": 0}
    assert content["decisions"]["count"] == 3
    assert content["decisions"]["least"] <= content["decisions"]["mean"] <= content["decisions"]["greatest"]
    assert sum(choice["taken"] for choice in content["choices"]) == round(content["decisions"]["mean"] * 3)
    assert len(content["finals"]["score"]) == 3
    assert [row["of"] for row in content["wins"]] == [3, 3, 3]
    assert sum(row["games"] for row in content["wins"]) >= 1
    assert run_json(arguments, capsys) == content
    text, _ = run(arguments, capsys)
    assert "3 came to an end." in text
    assert "has won" in text


def test_sim_says_how_often_games_were_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    """A cap is reported, and what it cut off stays out of the means."""
    content = run_json(["sim", "cabo", "-n", "2", "--max-steps", "5"], capsys)
    assert content["games"]["capped"] == 2
    assert content["decisions"] is None
    assert "2 were stopped after 5 decisions" in run(["sim", "cabo", "-n", "2", "--max-steps", "5"], capsys)[0]


BROKEN = """\
language 1
ruleset broken "Broken"
players 2..2
begin with game
attribute rank: 1..6
pack plain
    each rank 1..6
deck in stock
    plain
places
    stock: pile, face down
state
    count: 0..9, at first 0
rule game
    repeat until count is 9
        first-seat must
            more "more"
                set count to 5 if count is 2 otherwise count plus 1
            endless "on and on"
                run-on
rule run-on
    repeat until count is 10
        if count is 9
            first-seat must
                wait "wait"
                    nothing
"""


def test_sim_reports_rules_that_break_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A loop that never meets a decision: exit code 1, the game's number, the rule line, and how to see it."""
    file = tmp_path / "broken.cabo"
    file.write_text(BROKEN, encoding="utf-8")
    content = run_json(["sim", str(file), "-n", "4"], capsys, code=1)
    assert content["games"]["faults"] == len(content["faults"]) > 0
    assert "without a decision" in content["faults"][0]["what"]
    assert re.search(r"broken\.cabo:2[23]: in run-on", content["faults"][0]["what"])
    out, _ = run(["sim", str(file), "-n", "4"], capsys, code=1)
    seed = re.search(r"--seed (\S+)", out)
    assert seed is not None
    _, err = run(["trace", str(file), "--seed", seed[1], "-o", str(tmp_path / "t.json")], capsys, code=1)
    assert "The rules broke down" in err


def test_a_recorded_game_follows_its_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What ``trace`` writes, ``replay`` accepts; with options, players and another ruleset file."""
    file = tmp_path / "game.json"
    _, err = run(["trace", "cabo", "--players", "3", "--set", "jokers=2", "--seed", "t", "-o", str(file)], capsys)
    assert "the game is over" in err
    content = run_json(["replay", str(file)], capsys)
    assert content["difference"] is None
    assert content["decisions"] > 10
    run(["replay", str(file), "--ruleset", str(ROOT / "spec" / "cabo.cabo")], capsys)
    assert "E713" in run(["replay", str(file), "--ruleset", "no-matching"], capsys, code=2)[1]


def test_a_trace_is_the_game_of_sim_with_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """``sim --seed s`` plays as its first game what ``trace --seed s/1`` records."""
    content = run_json(["sim", "cabo", "-n", "1", "--seed", "s"], capsys)
    steps = json.loads(run(["trace", "cabo", "--seed", "s/1"], capsys)[0])["steps"]
    assert content["decisions"]["mean"] == len(steps) - 1


def test_moves_of_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The actions in their order, of all seats or one; the same from a trace as from the game itself."""
    file = tmp_path / "game.json"
    run(["trace", "cabo", "--seed", "m", "--moves", "6", "-o", str(file)], capsys)
    direct = run_json(["moves", "cabo", "--seed", "m", "--after", "4"], capsys)
    recorded = run_json(["moves", str(file), "--after", "4"], capsys)
    assert direct == recorded
    assert direct["after"] == 4
    assert direct["actions"]
    seats = {action["seat"] for action in direct["actions"]}
    for seat in seats:
        only = run_json(["moves", str(file), "--after", "4", "--seat", "AB"[seat]], capsys)
        assert only["actions"] == [action for action in direct["actions"] if action["seat"] == seat]
    assert "of a decision" not in run(["moves", str(file)], capsys)[0]
    assert run_json(["moves", str(file)], capsys)["after"] == 6


def test_moves_of_a_game_that_is_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing can be done any more, and it says so."""
    file = tmp_path / "game.json"
    run(["trace", "cabo", "--seed", "m", "-o", str(file)], capsys)
    assert "the game is over" in run(["moves", str(file)], capsys)[0]
    assert run_json(["moves", str(file)], capsys)["over"] is True


def play(lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return run(["play", "cabo", "--players", "3", "--seed", "p", "--seat", "B", *more], capsys)[0]


def test_play_shows_one_seat_and_takes_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help, knowledge, history, table, moves again; nonsense and numbers out of range are asked again; q leaves."""
    shown = play(["?", "k", "h", "t", "m", "0", "99", "x", "1", "q"], monkeypatch, capsys)
    assert "You are B. A and C are played by careful bots." in shown
    assert "what you know" in shown
    assert "row of B 1" in shown
    assert shown.count("A number from 1 to ") == 3
    assert shown.rstrip().endswith("You have left the game.")
    assert re.search(r"row of A +1:\?  2:\?  3:\?  4:\?", shown)


def test_play_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever always makes their first move gets to the end of a short game, and is told who won."""
    shown = play(["1"] * 200, monkeypatch, capsys, "--set", "game.target=1", "--set", "matching.offered=no")
    assert "The game is over." in shown
    assert re.search(r"^Won: [ABC]", shown, re.MULTILINE)


def test_play_without_input_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the input ends before the game: exit code 2 and a hint; what was shown stays shown."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    out, err = run(["play", "cabo", "--seed", "p"], capsys, code=2)
    assert "the input ended" in err
    assert "row of A" in out


# ---------------------------------------------------------------- as a process
def test_a_process_keeps_results_and_messages_apart(tmp_path: Path) -> None:
    """Results on standard output, messages on standard error, no colour in a pipe, exit code to the shell."""
    command = [sys.executable, "-m", "caborules"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    done = subprocess.run(
        [*command, "trace", "cabo", "--moves", "2", "-o", str(tmp_path / "t.json")],
        capture_output=True, text=True, env=environment, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    assert "2 decisions" in done.stderr
    done = subprocess.run(
        [*command, "moves", str(tmp_path / "t.json")],
        capture_output=True, text=True, env=environment, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    done = subprocess.run(
        [*command, "options", "no-such-game"],
        capture_output=True, text=True, env=environment, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "E205" in done.stderr
    assert done.stdout == ""


def _interruptible() -> None:
    """What is started in the background ignores Ctrl-C, and so do its children, unless they are told otherwise."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_command_quietly(jobs: str) -> None:
    """Exit code 130 and not a word, also where several processes are at work."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for patience in (4, 15, 60):  # on a busy machine it takes a while until games are played
        running = subprocess.Popen(
            [sys.executable, "-m", "caborules", "sim", "cabo", "-n", "1000000", "-j", jobs, "--quiet"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True,
            preexec_fn=_interruptible,
        )  # fmt: skip
        try:
            time.sleep(patience)
            os.killpg(running.pid, signal.SIGINT)
            ended = (*running.communicate(timeout=120), running.returncode)
        finally:
            running.kill()
        if ended == (b"", b"", 130):
            return
    assert ended == (b"", b"", 130)


def test_output_that_cannot_be_encoded_is_escaped() -> None:
    """Where standard output knows ASCII only, suits are written as escapes rather than failing."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "caborules", "explain"],
        capture_output=True, env=environment, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    done.stdout.decode("ascii")


def test_every_command_names_its_module() -> None:
    """The table of commands and the folder of modules agree."""
    folder = ROOT / "caborules" / "cli" / "commands"
    modules = {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}
    assert modules == set(COMMANDS)
