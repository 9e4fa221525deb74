"""Random small rulesets that are mended until nothing is refused any more: they lie just inside what is accepted.

A refused line gets ``otherwise nothing``, loses its condition, or goes. What is left must run without a fault and tell
nobody anything: that is what the checks promise.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow

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

options
    flag: yes or no = no "An option"

state
    active: player, at first first-seat
    dealer: player, at first first-seat
    score of each player: 0..20, at first 0
    count: 0..5, at first 0
    done: yes or no, at first no

define ready of (player): yes or no
    no when done
    no when discard is empty
    otherwise row of player is not empty

rule lay-out
    for each p in players
        repeat 2 times
            move top of stock to row of p otherwise nothing
            move top of stock to hand of p otherwise nothing
"""


@dataclass(slots=True)
class Line:
    """A line and its block; ``number`` where it was written last; ``step``: it may end in ``otherwise``."""

    text: str
    block: list[Line] | None = None
    step: bool = False
    fallback: bool = False
    number: int = 0


@dataclass(slots=True)
class Author:
    """Writes rules at random. ``players`` and ``cards`` of its methods are the names that may be used."""

    rng: Random
    named: int = 0
    windows: bool = field(default=False)

    def name(self, stem: str) -> str:
        self.named += 1
        return f"{stem}{self.named}"

    def place(self, players: list[str]) -> str:
        kind = self.rng.choice(["stock", "discard", "row", "row", "hand", "hand", "drawn"])
        return kind if kind in ("stock", "discard") else f"{kind} of {self.rng.choice(players)}"

    def pile(self, players: list[str]) -> str:
        """A place for several cards."""
        while (found := self.place(players)).startswith("drawn"):
            pass
        return found

    def card(self, players: list[str], cards: list[str]) -> str:
        if cards and self.rng.random() < 0.45:
            return self.rng.choice(cards)
        if self.rng.random() < 0.2:
            return f"drawn of {self.rng.choice(players)}"
        return f"top of {self.pile(players)}"

    def condition(self, players: list[str], cards: list[str], depth: int = 0) -> str:
        who = self.rng.choice(players)
        forms = [
            f"{self.place(players)} is {self.rng.choice(['', 'not ', 'not '])}empty",
            f"size of {self.pile(players)} is {self.rng.choice(['at least', 'less than'])} {self.rng.randint(0, 3)}",
            f"value of {self.card(players, cards)} is {self.rng.choice(['', 'at least '])}{self.rng.randint(1, 6)}",
            self.rng.choice(["done", "flag", "not done", f"count is {self.rng.randint(0, 5)}"]),
            f"{who} is {self.rng.choice(players)}",
            f"{who} knows {self.card(players, cards)}",
            f"(no k{depth} in row of {who} where not {who} knows k{depth})",
            f"(some k{depth} in {self.pile(players)} where value of k{depth} is 3)",
            f"ready of {who}",
        ]
        if depth < 2:
            left, right = (self.condition(players, cards, depth + 1) for _ in range(2))
            forms += [f"({left} and {right})", f"({left} or {right})", f"not ({left})"]
        return self.rng.choice(forms)

    def block(self, players: list[str], cards: list[str], depth: int, calls: tuple[str, ...] = ()) -> list[Line]:
        players, cards = list(players), list(cards)
        return [self.statement(players, cards, depth, calls) for _ in range(self.rng.randint(1, 4))]

    def statement(self, players: list[str], cards: list[str], depth: int, calls: tuple[str, ...]) -> Line:
        draw = self.rng.random()
        if depth and draw < 0.17:
            return Line(f"if {self.condition(players, cards)}", self.block(players, cards, depth - 1, calls))
        if depth and draw < 0.24:
            one = self.name("p")
            among = self.rng.choice(["players", f"others of {players[0]}", "(those q in players where ready of q)"])
            return Line(f"for each {one} in {among}", self.block([*players, one], cards, depth - 1, calls))
        if depth and draw < 0.28:
            one = self.name("c")
            return Line(f"for each {one} in {self.pile(players)}", self.block(players, [*cards, one], depth - 1, calls))
        if depth and draw < 0.45:
            return self.decision(players, cards, depth - 1, calls)
        if calls and draw < 0.55:
            return Line(f"{self.rng.choice(calls)} by {self.rng.choice(players)}")
        return self.step(players, cards)

    def step(self, players: list[str], cards: list[str]) -> Line:
        card, who = self.card(players, cards), self.rng.choice(players)
        match self.rng.randint(0, 11):
            case 0 | 1 | 2:
                return Line(f"move {card} to {self.place(players)}", step=True)
            case 3:
                return Line(f"move all of {self.pile(players)} to {self.pile(players)}")
            case 4:
                return Line(f"swap {card} with {self.card(players, cards)}", step=True)
            case 5:
                return Line(f"shuffle {self.rng.choice(['stock', f'row of {who}'])}")
            case 6:
                return Line(f"show {card} to {self.rng.choice(['everyone', who])}", step=True)
            case 7:
                return Line(f"flip {card} {self.rng.choice(['up', 'up', 'down'])}", step=True)
            case 8:
                return Line(f"set active to {self.rng.choice(['left of active', who, 'dealer'])}")
            case 9:
                return Line(f"set score of {who} to value of {card}", step=True)
            case 10 if self.windows:
                return Line(self.rng.choice(["open grab", "close grab", "await grab"]))
            case _:
                name = self.name("c")
                cards.append(name)
                return Line(f"let {name} be {card}")

    def decision(self, players: list[str], cards: list[str], depth: int, calls: tuple[str, ...]) -> Line:
        who, head = self.rng.choice(players), ""
        if self.rng.random() < 0.2:
            who = self.name("p")
            head, players = f"each {who} in players", [*players, who]
        verb = self.rng.choice(["may", "may", "must"])
        choices = [self.choice(who, players, cards, depth, calls) for _ in range(self.rng.randint(1, 3))]
        return Line(f"{head or who} {verb}", choices)

    def choice(self, who: str, players: list[str], cards: list[str], depth: int, calls: tuple[str, ...]) -> Line:
        text = self.name("do-")
        if self.rng.random() < 0.6:
            card = self.name("c")
            cards = [*cards, card]
            where = f" where {self.condition(players, cards)}" if self.rng.random() < 0.35 else ""
            text += f" ({card} in {self.rng.choice([f'hand of {who}', self.pile(players)])}{where})"
        if self.rng.random() < 0.45:
            text += f" when {self.condition(players, cards)}"
        return Line(text, self.block(players, cards, depth, calls))

    def rules(self) -> list[Line]:
        self.windows = self.rng.random() < 0.6
        two = Line("rule two by (player)", self.block(["player"], [], 1))
        one = Line("rule one by (player)", self.block(["player", "active"], [], 2, ("two",)))
        turn = Line(
            "active may",
            [
                Line("stop", [Line("set done to yes")]),
                Line("go", self.block(["active"], [], 2, ("one", "two"))),
            ],
        )
        body = [
            Line("lay-out"),
            Line("shuffle stock"),
            Line("one by active"),
            Line("repeat until done", [turn, *self.block(["active", "dealer"], [], 2, ("one", "two"))]),
        ]
        rules = [two, one, Line("rule game", body)]
        if self.windows:
            lines = [Line("opens after lay-out"), Line("m in players may", [self.choice("m", ["m"], [], 1, ("one",))])]
            rules.append(Line('window grab "Grabbing"', lines))
        return rules


def written(rules: Iterable[Line]) -> str:
    """The text of a ruleset; every line learns its number."""
    text = HEAD.splitlines()

    def write(lines: Iterable[Line], depth: int) -> None:
        for line in lines:
            text.append("    " * depth + line.text + (" otherwise nothing" if line.fallback else ""))
            line.number = len(text)
            write(line.block or (), depth + 1)

    for rule in rules:
        text.append("")
        write([rule], 0)
    return "\n".join(text) + "\n"


def mend(lines: list[Line], refused: dict[int, str]) -> None:
    """Change or drop every line that was refused."""
    kept: list[Line] = []
    for line in lines:
        code = refused.get(line.number, "")
        if code in ("E314", "E404"):
            line.text = line.text.replace(" must", " may")
        elif code == "E320" and line.step and not line.fallback:
            line.fallback = True
        elif code and " when " in line.text:
            line.text = line.text.partition(" when ")[0]
        elif code:
            continue
        if line.block is not None:
            mend(line.block, refused)
            line.block = line.block or [Line("nothing")]
            if line.text.endswith((" may", " must")) and line.block[0].text == "nothing":
                continue
            if line.text.startswith("window") and not any(part.block for part in line.block):
                continue
        kept.append(line)
    lines[:] = kept


def _found(text: str) -> tuple[System | None, tuple[Diagnostic, ...]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.cabo"
        path.write_text(text, encoding="utf-8")
        try:
            system = elaborate(load_book(path)).system
        except Refused as refused:
            return None, refused.diagnostics
        return system, check_flow(system).diagnostics


def accepted(seed: int) -> System | None:
    """A random ruleset that nothing is refused of any more; None where mending it comes to no end."""
    rules = Author(Random(seed)).rules()
    for _ in range(60):
        system, found = _found(written(rules))
        refused = {d.span.start.line: d.code for d in found if d.severity == "error" and d.span is not None}
        if not refused:
            return system
        mend(rules, refused)
    return None
