"""Inherited examples that a variant has taken the ground from: one error at the variant, with the lines to write."""

from __future__ import annotations

from pathlib import Path

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.render import render_one
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate

BASE = """\
language 1
ruleset base "Base"
players 2..2
begin with play

attribute rank: 1..4

pack plain
    each rank 1..4

deck in stock
    plain

places
    stock: pile, face down
    hand of each player: hand, seen by its owner

rule play
    first-seat must
        draw "draw"
            move top of stock to hand of first-seat
        wait "wait"
            nothing

example "A draws, and the stock of cards is smaller: a title so long that the line would be folded if lines were"
    given stock: [1] [2]
    at play
    then A can draw
    when A does draw
    then hand of A: [1]

example "A waits"
    given stock: [1] [2]
    at play
    when A does wait
    then stock: [1] [2]
"""
VARIANT = """\
language 1
ruleset mine "Mine" extends "base.cabo"
replace rule play
    first-seat must
        take "take"
            move top of stock to hand of first-seat
"""


def refused(folder: Path, variant: str, base: str = BASE) -> tuple[Diagnostic, ...]:
    (folder / "base.cabo").write_text(base, encoding="utf-8")
    path = folder / "mine.cabo"
    path.write_text(variant, encoding="utf-8")
    try:
        elaborate(load_book(path))
    except Refused as error:
        return error.diagnostics
    return ()


def test_they_are_one_error_at_the_variant(tmp_path: Path) -> None:
    (only,) = refused(tmp_path, VARIANT)
    assert only.span is not None
    assert (only.code, Path(only.span.file).name, only.span.start.line) == ("E510", "mine.cabo", 2)
    assert only.message == "2 inherited examples no longer make sense with what this variant replaces or removes."
    assert [line.partition(" (")[0] for line in only.why.splitlines()] == [
        'There is no choice "draw"',
        'There is no choice "wait"',
    ]


def test_its_lines_can_be_pasted(tmp_path: Path) -> None:
    """The lines stand whole in what is printed, and with them the variant is accepted."""
    (only,) = refused(tmp_path, VARIANT)
    printed = render_one(only, lambda file, line: None)
    lines = [line.strip() for line in printed.splitlines() if line.strip().startswith("remove example")]
    assert len(lines) == 2
    assert refused(tmp_path, VARIANT + "\n" + "\n".join(lines) + "\n") == ()


def test_one_example_is_spoken_of_as_one(tmp_path: Path) -> None:
    (only,) = refused(tmp_path, VARIANT.replace("take", "draw"))
    assert only.message.startswith("An inherited example no longer makes sense")
    assert only.mend.endswith('If it shall not hold any more, write:\n  remove example "A waits"')


def test_the_variants_own_examples_and_rules_have_their_own_errors(tmp_path: Path) -> None:
    found = refused(
        tmp_path, VARIANT + '\nexample "own"\n    given stock: [1] [2]\n    at play\n    when A does wait\n'
    )
    assert [(one.code, one.span and one.span.start.line) for one in found] == [("E510", 2), ("E201", 11)]


def test_a_ruleset_that_extends_nothing_has_an_error_for_each_line(tmp_path: Path) -> None:
    found = refused(tmp_path, BASE.replace('draw "draw"', 'pull "draw"'))
    assert [one.code for one in found] == ["E201", "E201"]


LARGE_BASE = """\

define worth of (player) = size of hand of player
define better of (player) = size of (those p in players where worth of p is more than worth of player)

example "nobody has more"
    then better of A is 0
"""
LARGE = """\
language 1
ruleset mine "Mine" extends "base.cabo"
define pairs of (player): yes or no
    yes when some c in hand of player where some d in hand of player where rank of c is rank of d and c is not d
    otherwise no
replace define worth of (player) = size of hand of player plus (1 if some p in players where pairs of p otherwise 0)
"""


def test_what_is_too_large_is_said_of_the_variants_own_line_and_no_example_need_go(tmp_path: Path) -> None:
    """The line that is too large is one of the base file; an example of that file uses it."""
    base = BASE.replace("each rank 1..4", "70 of each rank 1..4") + LARGE_BASE
    (only,) = refused(tmp_path, LARGE, base)
    assert only.span is not None
    assert (only.code, Path(only.span.file).name, only.span.start.line) == ("E313", "mine.cabo", 6)
    assert only.message.startswith('With "worth" it might take too long')
    assert 'Keep "worth" in `state`' in only.mend
    assert "base.cabo:39" in only.why


def test_what_is_too_long_written_out_too(tmp_path: Path) -> None:
    """The variant's own function is just small enough; one of the base uses it twice."""
    base = BASE + LARGE_BASE.replace("more than worth of player)", "more than worth of player) plus worth of player")
    chain = "".join(
        f"define f{i} of (player) = (f{i - 1} of player plus f{i - 1} of player) mod 9\n" for i in range(1, 10)
    )
    first = "define f0 of (player) = size of hand of player plus size of stock\n"
    ours = "replace define worth of (player) = f9 of player\n"
    (only,) = refused(tmp_path, "".join(LARGE.splitlines(keepends=True)[:2]) + first + chain + ours, base)
    assert only.span is not None
    assert (only.code, Path(only.span.file).name, only.span.start.line) == ("E313", "mine.cabo", 13)
    assert "base.cabo:39" in only.message
    assert only.mend.startswith('Keep "worth" in `state`')
