"""Small texts that would take for ever, or all memory, to work out: each is refused soon, and says why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from caborules.cli import main
from tests.fuzz.pipeline import clock
from tests.support.rulesets import HEAD

NOTHING: Final = "rule game\n    shuffle stock\n"


def _nested(head: str, count: int, last: str = "nothing") -> str:
    """Blocks in one another; ``{i}`` in the head is the number of the block."""
    lines = ["    " * (i + 1) + head.format(i=i) for i in range(count)]
    return "rule game\n" + "\n".join([*lines, "    " * (count + 1) + last]) + "\n"


def _state(range_: str = "0..9") -> str:
    return f"state\n    x: {range_}, at first 0\n"


def _hand(choice: str, copies: int = 4) -> str:
    head = HEAD.replace("each rank", f"{copies} of each rank")
    rules = f'rule game\n    move all of stock to hand of first-seat\n    first-seat must\n        {choice} "pick"\n'
    return f"{head}{rules}            shuffle stock\n"


BIG: Final = "999999999"
REFUSED: Final[dict[str, tuple[str, str]]] = {
    "rules that call rules, 2^20": (
        HEAD
        + "rule game\n    r0\n"
        + "".join(f"rule r{i}\n    r{i + 1}\n    r{i + 1}\n" for i in range(20))
        + "rule r20\n    shuffle stock\n",
        "E313",
    ),
    "a chain of 900 rules": (
        HEAD
        + "rule game\n    r0\n"
        + "".join(f"rule r{i}\n    r{i + 1}\n" for i in range(900))
        + "rule r900\n    shuffle stock\n",
        "E313",
    ),
    "a chain of 900 functions": (
        HEAD + NOTHING + "define f900 = 1\n" + "".join(f"define f{i} = f{i + 1} plus 1\n" for i in range(900)),
        "E313",
    ),
    "functions that use functions, 2^30": (
        HEAD + NOTHING + "define f30 = 1\n" + "".join(f"define f{i} = f{i + 1} plus f{i + 1}\n" for i in range(30)),
        "E313",
    ),
    "loops in loops": (HEAD + _nested("repeat 1000 times", 20), "E313"),
    "players in players": (HEAD.replace("2..4", "2..64") + _nested("for each p{i} in players", 20), "E313"),
    "a million times": (HEAD + "rule game\n    repeat 1000000 times\n        shuffle stock\n", "E302"),
    "state of a thousand million": (HEAD + _state(f"0..{BIG}") + NOTHING, "E302"),
    "a range in a condition": (
        HEAD + f"rule game\n    if some n in (0..{BIG}) where n is 5\n        shuffle stock\n",
        "E302",
    ),
    "a range in a sum": (
        HEAD + _state() + f"rule game\n    set x to (sum of n for each n in (0..{BIG})) mod 10\n",
        "E302",
    ),
    "a range in a loop": (HEAD + f"rule game\n    for each n in (1..{BIG})\n        shuffle stock\n", "E302"),
    "a range in a choice": (_hand(f"pick (n in (0..{BIG}))"), "E302"),
    "a set": (HEAD + f"rule game\n    if 3 is in {{0..{BIG}}}\n        shuffle stock\n", "E302"),
    "an attribute": (HEAD.replace("rank: 1..6", f"rank: 1..{BIG}") + NOTHING, "E302"),
    "an attribute of 9,999": (HEAD.replace("rank: 1..6", "rank: 1..9999") + NOTHING, "E302"),
    "a kind": (HEAD + NOTHING + "kind k: 0..999999\n", "E302"),
    "a kind of words": (HEAD + NOTHING + "kind k: no or 0..600 or 700..1300\n", "E302"),
    "ranges in one another": (
        HEAD + "rule game\n    if some n in (0..5000) where some m in (0..5000) where n plus m is 3\n        nothing\n",
        "E313",
    ),
    "cards in cards in cards": (
        HEAD.replace("each rank", "20 of each rank")
        + "rule game\n"
        + "    if some a in stock where some b in stock where some c in stock where a is b and b is c\n"
        + "        nothing\n",
        "E313",
    ),
    "cards in cards through a function": (
        HEAD.replace("each rank", "40 of each rank")
        + "define twins of (card) = some d in stock where d is card\n"
        + "define many = some e in stock where twins of e and (some f in stock where twins of f)\n"
        + "rule game\n    if many\n        nothing\n",
        "E313",
    ),
    "products of products": (
        HEAD
        + _state()
        + f"rule game\n    let a0 be {BIG}\n"
        + "".join(f"    let a{i + 1} be a{i} times a{i}\n" for i in range(40))
        + "    set x to a40 mod 10\n",
        "E302",
    ),
    "copies of a card": (HEAD.replace("each rank", f"{BIG} of each rank") + NOTHING, "E313"),
    "copies of a pack": (HEAD.replace("\n    plain\n", f"\n    plain, {BIG} times\n") + NOTHING, "E313"),
    "a pack of ten to the sixteenth": (
        'language 1\nruleset t "T"\nplayers 2..4\nbegin with game\n'
        + "".join(f"attribute a{i}: 0..99\n" for i in range(8))
        + f"pack p\n    {' and '.join(f'each a{i} 0..99' for i in range(8))}\n"
        + "deck in stock\n    p\nplaces\n    stock: pile, face down\n"
        + NOTHING,
        "E313",
    ),
    "a table of 1,000 rows for 2,000 cards": (
        HEAD.replace("rank: 1..6", "rank: 1..1000").replace("each rank 1..6", "each rank 1..1000")
        + 'define table t by card "t"\n    v: 0..9 "v"\ntable t | v\n'
        + "".join(f"    {i} | 1\n" for i in range(1, 1001))
        + NOTHING,
        "E313",
    ),
    "a decision of 2,000 choices": (
        HEAD
        + "rule game\n    first-seat must\n"
        + "".join(f"        c{i}\n            nothing\n" for i in range(2000)),
        "E313",
    ),
    "an empty range in a pack": (HEAD.replace("each rank 1..6", "each rank 6..1") + NOTHING, "E302"),
    "an empty range in a set": (HEAD + "rule game\n    if 3 is in {9..1}\n        nothing\n", "E302"),
    "a deck in a place for one card": (HEAD.replace("stock: pile", "stock: one card") + NOTHING, "E301"),
    "a deck of nothing": (HEAD.replace("\n    plain\n", "\n    plain, 0 times\n") + NOTHING, "E302"),
}

PLAYED: Final[dict[str, tuple[str, str]]] = {
    "subsets of 48 cards": (_hand("pick (1..40 cs in hand of first-seat)"), "300,000 ways"),
    "24 of 48 cards": (_hand("pick (24 cs in hand of first-seat)"), "300,000 ways"),
    "subsets that share a rank": (
        _hand("pick (some cs in hand of first-seat sharing rank) announces", 20),
        "300,000 ways",
    ),
    "a card eight times over": (
        _hand(f"pick ({', '.join(f'a{i} in hand of first-seat' for i in range(8))})"),
        "300,000 ways",
    ),
    "a loop of chance": (
        HEAD + "state\n    done: yes or no, at first no\nrule game\n    repeat until done\n        shuffle stock\n",
        "without a decision",
    ),
    "cards in loops": (HEAD + _nested("for each c{i} in stock", 8), "without a decision"),
}
"""What is no fault of the text, but of a game: it breaks down with exit code 1."""


def _run(command: list[str], text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    path = folder / "bomb.cabo"
    path.write_text(text, encoding="utf-8")
    with clock():
        code = main([*command, str(path)])
    shown = capsys.readouterr()
    assert len(shown.out + shown.err) < 40_000
    assert "internal error" not in shown.err
    return code, shown.out + shown.err


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, code = REFUSED[name]
    exit_code, said = _run(["show", "--lowered"], text, tmp_path, capsys)
    assert exit_code == 2
    assert code in said, said


@pytest.mark.parametrize("name", PLAYED)
def test_it_breaks_down_when_it_is_played(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, reason = PLAYED[name]
    for command in (["show"], ["moves"]):
        exit_code, said = _run(command, text, tmp_path, capsys)
    assert exit_code == 1
    assert reason in said, said


ALLOWED: Final[dict[str, Callable[[], str]]] = {
    "2,000 options": lambda: HEAD + NOTHING + "options\n" + "".join(f"    o{i}: 0..9 = 0\n" for i in range(2000)),
    "30 blocks": lambda: HEAD + "state\n    done: yes or no, at first no\n" + _nested("if done", 29),
    "2,000 cards": lambda: HEAD.replace("each rank", "160 of each rank") + NOTHING,
    "64 players": lambda: HEAD.replace("2..4", "1..64") + NOTHING,
    "40 windows": lambda: (
        HEAD
        + 'rule game\n    first-seat must\n        go "go"\n            nothing\n'
        + "".join(
            f'window w{i} "w"\n    opens after game.go\n    p in players may\n        react{i} "r"\n'
            f"            open w{(i + 1) % 40}\n"
            for i in range(40)
        )
    ),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_only_large_is_not_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The limits lie well beyond any game that is played."""
    exit_code, said = _run(["moves"], ALLOWED[name](), tmp_path, capsys)
    assert exit_code == 0, said


def test_a_deck_that_options_leave_empty_can_be_lowered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No card is left whose rule could be carried out, so nothing is written for it."""
    text = (
        HEAD.replace("\n    plain\n", "\n    plain, copies times\n")
        + "options\n    copies: 0..2 = 0, open\n"
        + 'define table t by card "t"\n    act: rule by (player) = nothing "a"\ntable t | act\n    other | look\n'
        + "rule look by (player)\n    nothing\n"
        + "rule game\n    for each c in stock\n        do act of c by first-seat\n"
    )
    assert _run(["show", "--lowered"], text, tmp_path, capsys)[0] == 0
