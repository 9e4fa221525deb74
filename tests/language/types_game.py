"""A small game for the tests of types: texts are added to it, and lines that must be refused say so themselves.

A line that ends in ``# E301`` must get that code; nothing else may be reported, on no other line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from caborules.diagnostics.record import Refused
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.types.elaborate import Elaborated, elaborate

BASE = """\
language 1
ruleset tiny "A tiny game"
players 2..4
begin with play

attribute colour: red or blue
attribute face: joker or ace or king or 2..6
kind mood: happy or sad or 7..9

pack small
    each face ace, king, 2..6 and each colour red, blue
    2 of each face joker and each colour red

options
    extra: yes or no = no
    hand-size: 1..5 = 3
    two-packs: yes or no = player-count is more than 3
    require extra or not two-packs or player-count is at least 2 "Never excluded."

deck in stock
    small
    small when two-packs
    small when extra

places
    stock: pile, face down
    discard: pile, face up
    hand of each player: hand, seen by its owner
    row of each player: row, face down
    drawn of each player: one card, seen by its owner

state
    active: player, at first first-seat
    caller: player or nobody, each round nobody
    score of each player: -100..1000, at first 0
    mood-now: mood, at first happy
    done: yes or no, each round no

define worth of (card) = 10 if face of card is king otherwise 1
define black of (card): warm or cold
    warm when colour of card is red
    otherwise cold
define table values by card "Values"
    value: -5..20 "What it is worth"
    power: rule by (player) = nothing "What it does"
table values   | value  | power
    2..6       | number | --
    warm king  | 12     | look
    other king | 13     | --
    ace, joker | 1      | --

rule play "Play"
    shuffle stock
    repeat until done
        round

rule round "A round"
    for each p in players
        deal hand-size to hand of p
    active must
        finish "finish"
            set done to yes

rule deal (n: 0..5) to (place)
    repeat n times
        move top of stock to place otherwise nothing

rule look by (player)
    player may
        look (c in row of player) "look"
            show c to player

"""
_MARK = re.compile(r"# ((?:E|W)\d{3}(?: (?:E|W)\d{3})*)$")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a text: the system, or None; and (code, line) of everything reported."""

    system: System | None
    found: tuple[tuple[str, int], ...]
    messages: tuple[str, ...]


def run(tmp_path: Path, text: str) -> Outcome:
    """Load and elaborate a whole ruleset."""
    file = tmp_path / "tiny.cabo"
    file.write_text(text, encoding="utf-8")
    system: System | None
    try:
        made: Elaborated = elaborate(load_book(file))
        system, diagnostics = made.system, made.warnings
    except Refused as refused:
        system, diagnostics = None, refused.diagnostics
    found = tuple((d.code, d.span.start.line if d.span else 0) for d in diagnostics)
    return Outcome(system, tuple(sorted(found)), tuple(d.message for d in diagnostics))


def marks(text: str) -> tuple[tuple[str, int], ...]:
    """The codes that the lines of a text ask for."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        mark = _MARK.search(line)
        if mark:
            found += [(code, number) for code in mark.group(1).split()]
    return tuple(sorted(found))


def tiny(*added: str, swap: tuple[str, str] | None = None) -> str:
    """The small game with texts added at its end, or one stretch of it replaced by another."""
    text = BASE
    if swap is not None:
        assert text.count(swap[0]) == 1, swap[0]
        text = text.replace(*swap)
    return text + "\n".join(added) + "\n"
