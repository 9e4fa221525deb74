"""Small rulesets written in the language, for tests of the engine: from a text to a setup in one call."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from caborules.engine.chance import Chance, Identity
from caborules.engine.game import fixed, set_up
from caborules.engine.play import Play, begin
from caborules.engine.setup import Setup
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate

HEAD = """\
language 1
ruleset tiny "A tiny game"
players 2..4
begin with game

attribute suit: red or blue
attribute rank: 1..6

pack plain
    each rank 1..6 and each suit red, blue

deck in stock
    plain

places
    stock: pile, face down
    discard: pile, face up
    row of each player: row, face down
    hand of each player: hand, seen by its owner
    held of each player: one card, seen by its owner

"""
"""Twelve cards: 1 red, 1 blue, 2 red, ... The stock has them in this order, 1 red uppermost."""


@cache
def system_of(text: str) -> System:
    """The typed system of a complete ruleset."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.cabo"
        path.write_text(text, encoding="utf-8")
        return elaborate(load_book(path)).system


@cache
def shipped(name: str) -> System:
    return elaborate(load_book(name)).system


def tiny(rules: str, players: int = 2) -> Setup:
    """A game with the head above and these rules; ``game`` is the first rule."""
    return set_up(system_of(HEAD + rules), players)


def play(rules: str, players: int = 2, chance: Chance | None = None) -> Play:
    return begin(tiny(rules, players), Identity() if chance is None else chance)


def forced(system: System, players: int, **options: object) -> Setup:
    """A setup with options that nobody checks; ``_`` for a hyphen, ``__`` for a dot."""
    return fixed(system, players, {k.replace("__", ".").replace("_", "-"): v for k, v in options.items()})  # type: ignore[misc]  # values of options
