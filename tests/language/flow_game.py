"""A small game for the tests of what must hold on every path: the table is laid, each test writes the rules.

A line that must be refused carries its codes in a comment: ``# E320``. Nothing else may be reported.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import Flowed, check_flow

HEAD = """\
language 1
ruleset tiny "A tiny game"
players 2..3
begin with game

attribute suit: clubs or hearts
attribute rank: 1..6

pack plain
    each rank 1..6 and each suit clubs, hearts

define table cards by card "What the cards are worth"
    value: 0..6 "What is it worth?"

table cards | value
    1..6    | number

deck in stock
    plain

places
    stock: pile, face down
    discard: pile, face up
    row of each player: row, face down
    hand of each player: hand, seen by its owner
    drawn of each player: one card, seen by its owner

state
    active: player, at first first-seat
    caller: player or nobody, each game nobody
    score of each player: 0..20, at first 0
    count: 0..5, at first 0
    done: yes or no, at first no

rule lay-out
    for each p in players
        repeat 2 times
            move top of stock to row of p otherwise nothing
            move top of stock to hand of p otherwise nothing

"""


def system_of(rules: str) -> System:
    """The typed system of the small game with these rules."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.cabo"
        path.write_text(HEAD + rules, encoding="utf-8")
        return elaborate(load_book(path)).system


def flow(rules: str) -> Flowed:
    return check_flow(system_of(rules))


def expected(rules: str) -> set[tuple[str, int]]:
    """The codes that the comments of a text ask for, with their lines."""
    found: set[tuple[str, int]] = set()
    for number, line in enumerate((HEAD + rules).splitlines(), start=1):
        _, _, comment = line.partition("#")
        found |= {(code, number) for code in re.findall(r"[EW]\d\d\d", comment)}
    return found


def reported(rules: str) -> set[tuple[str, int]]:
    """The codes that are reported, with their lines; most texts leave rules of the head idle (W336)."""
    return {(d.code, d.span.start.line if d.span else 0) for d in flow(rules).diagnostics if d.code != "W336"}
