"""A person at the table: shows their own view in the terminal and reads their moves, line by line.

This module gets a ``View`` and nothing else of the game. It may not import what holds a state; a test says so.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from caborules.cli.terminal import Table, Terminal
from caborules.engine.decisions import Action
from caborules.engine.views import View
from caborules.ir.types import Value
from caborules.tools.imagine import Imagine
from caborules.tools.narrate import narrated
from caborules.tools.running_log import Sizes, sizes, worth_telling
from caborules.tools.screen import Screen

HELP: Final = """\
  1, 2, ...  make that move            Enter  wait, where the prompt says so
  m  the moves again                   t  the table again
  k  what I know                       h  all that has happened
  ?  this help                         q  leave the game
A card marked * is one you remember; ? is a card you have not seen, _ a gap."""

PATIENCE: Final = 1000
"""So many lines in a row that are no move are taken for something that is not a person."""


class Left(Exception):  # noqa: N818 - not an error: the person has left the game
    """The person has left the game; ``ended`` where the input came to its end instead."""

    def __init__(self, ended: bool) -> None:
        super().__init__()
        self.ended = ended


@dataclass(slots=True)
class Person:
    """Sits at the table as a ``Player``.

    ``history`` is all that has happened, in sentences; ``untold`` what of it is worth telling when next asked.
    """

    screen: Screen
    terminal: Terminal
    history: list[str] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    standing: dict[tuple[str, int | None], Value] = field(default_factory=dict)
    sizes: Sizes = field(default_factory=dict)
    shown: list[tuple[str, str]] = field(default_factory=list)
    misread: int = 0
    """How many lines since the last move were no move."""

    @property
    def watches(self) -> bool:
        return True

    def saw(self, view: View) -> None:
        """Remember what has happened; it is told when the person is next asked."""
        words = self.screen.words
        self.history += narrated(words, view.events, self.standing, view.seat)
        brief = worth_telling(words, view.events, self.sizes)
        self.untold += narrated(words, brief, self.standing, view.seat)
        self.standing = {(name, owner): value for name, owner, value in view.variables}
        self.sizes = sizes(view)
        if view.over:
            self._tell(view)
            self.terminal.say("The game is over.")

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        """Ask until there is an answer. Raises Left."""
        asked = view.seat in view.asked
        self._tell(view)
        self.terminal.say()
        self.terminal.heading(self.screen.heading(view) if asked else "You may react")
        self._moves(view)
        waits = not must and _may_wait(view)
        while True:
            word = self._read("(Enter waits) > " if waits else "> ")
            if word == "" and waits:
                return None
            if word.isascii() and word.isdigit() and len(word) < 7 and 1 <= int(word) <= len(view.legal):
                self.misread = 0
                return view.legal[int(word) - 1]
            self._answer(word, view)
            self.misread += 1
            if self.misread > PATIENCE:
                raise Left(ended=True)

    def _answer(self, word: str, view: View) -> None:
        match word.lower():
            case "?" | "help":
                self.terminal.say(HELP)
            case "q" | "quit" | "exit":
                raise Left(ended=False)
            case "m":
                self._moves(view)
            case "t":
                self._table(self.screen.table(view), ("table", ""))
            case "k":
                self._table(self.screen.known(view), ("what you know", ""))
            case "h":
                for line in self.history:
                    self.terminal.say(f"  {line}")
            case "":
                self.terminal.say(f"It is for you to act: a number from 1 to {len(view.legal)}, or ? for help.")
            case _:
                self.terminal.say(f"A number from 1 to {len(view.legal)} is wanted, or ? for help.")

    def _tell(self, view: View) -> None:
        """What has happened since, and the table: at first all of it, then all cards, and the rest where it changed."""
        if self.untold:
            self.terminal.say()
            for line in self.untold:
                self.terminal.say(f"  {line}")
            self.untold.clear()
        rows = self.screen.table(view)
        cards = len(self.screen.cards(view))
        if rows != self.shown:
            self.terminal.say()
            self._table([*rows[:cards], *(row for row in rows[cards:] if row not in self.shown)], ("table", ""))
            self.shown = rows

    def _moves(self, view: View) -> None:
        for line in self.screen.move_lines(view, self.terminal.width):
            self.terminal.say(line)

    def _table(self, rows: Sequence[tuple[str, str]], columns: tuple[str, str]) -> None:
        if rows:
            width = self.terminal.width - max(len(heading) for heading, _ in (*rows, columns)) - 2
            folded = [
                (heading if number == 0 else "", part)
                for heading, text in rows
                for number, part in enumerate(textwrap.wrap(text, max(20, width), break_on_hyphens=False) or [""])
            ]
            self.terminal.table(Table(columns, tuple(folded)))
        else:
            self.terminal.say("  nothing")

    def _read(self, prompt: str) -> str:
        self.terminal.out.write(prompt)
        self.terminal.out.flush()
        line = self.terminal.inp.readline(200)
        if not line:
            self.terminal.say()
            raise Left(ended=True)
        return line.strip()


def _may_wait(view: View) -> bool:
    """Whether it can matter that others act first: the person need not act, others are asked too, or may react."""
    reacting = any(window.open and not window.held for window in view.windows)
    return view.asked != (view.seat,) or reacting
