"""Texts from the grammar: sentences drawn by walking the rules that Lark has compiled, so that no form is forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from caborules.text.feed import keywords
from caborules.text.grammar import parser

DEEPEST = 14
"""So many rules of the grammar lie in one another before the shortest way out is taken."""
LONGEST = 90
"""So many words a sentence has before the shortest ways are taken."""

NAMES = (
    "stock", "discard", "row", "hand", "held", "drawn", "player", "p", "q", "c", "n", "cs", "score", "count", "done",
    "caller", "active", "turn", "game", "rank", "suit", "red", "blue", "card", "cards", "place", "spot", "value",
    "power", "points", "flag", "left", "others", "top", "bottom", "rest", "all", "size", "position", "players",
    "everyone", "nobody", "yes", "number", "player-count", "first-seat", "other", "pile", "one", "down", "draw",
    "decline", "lap", "slap", "how", "low", "high", "A", "B", "x", "another-name", "λ", "名", "KH",
)  # fmt: skip
NUMBERS = ("0", "1", "2", "3", "4", "6", "7", "64", "-1", "12", "1000", "999999999", "-999999999", "007", "-0")
TEXTS = ('"a text"', '""', '"%s {0} \\n"', '"game.cabo"', '"table.cabo"', '"../x.cabo"', '"♠ é 名"', '"<b>"')
CARDS = ("A♠", "10♦", "5♣", "KH", "2S", "★", "[3]", "[-1]", "[99]", "[1]")
OTHERS = {"CITE": ("@g.A1", "@g.A9", "@cabo.M2"), "PRINT": ("~000000", "~9a9158")}


@dataclass(frozen=True, slots=True)
class Grammar:
    """The ways to write each nonterminal, and how many rules must at least lie in one another to write it."""

    ways: Mapping[str, Sequence[tuple[str, ...]]]
    heights: Mapping[str, int]
    words: Mapping[str, str]
    """The spelling of every terminal that has only one."""

    def height(self, way: tuple[str, ...]) -> int:
        """Of one way: the height of its highest part; terminals have none."""
        return max((self.heights.get(part, 0) for part in way), default=0)


@cache
def grammar() -> Grammar:
    """Lark's own compiled rules."""
    ways: dict[str, list[tuple[str, ...]]] = {}
    for rule in parser().rules:
        ways.setdefault(rule.origin.name, []).append(tuple(symbol.name for symbol in rule.expansion))
    heights: dict[str, int] = {}
    while len(heights) < len(ways):
        for name, options in ways.items():
            ready = [way for way in options if all(part in heights or part not in ways for part in way)]
            if name not in heights and ready:
                heights[name] = 1 + min(max((heights.get(part, 0) for part in way), default=0) for way in ready)
    words = {terminal.name: terminal.pattern.value for terminal in parser().terminals if terminal.pattern.type == "str"}
    return Grammar(ways, heights, words)


def sentence(rng: Random, start: str = "item", names: Sequence[str] = NAMES) -> list[str]:
    """The terminals of a sentence, spelt; ``_NL``, ``_INDENT`` and ``_DEDENT`` stand for themselves."""
    known = grammar()
    said: list[str] = []

    def write(symbol: str, depth: int) -> None:
        if symbol not in known.ways:
            said.append(_spelt(rng, symbol, known.words, names))
            return
        ways = known.ways[symbol]
        room = 0 if len(said) > LONGEST else DEEPEST - depth
        fitting = [way for way in ways if known.height(way) < room]
        if not fitting:
            least = min(known.height(way) for way in ways)
            fitting = [way for way in ways if known.height(way) == least]
        for part in rng.choice(fitting):
            write(part, depth + 1)

    write(start, 0)
    return said


def _spelt(rng: Random, terminal: str, words: Mapping[str, str], names: Sequence[str]) -> str:
    match terminal:
        case "NAME":
            return rng.choice(names) if rng.random() < 0.93 else rng.choice(list(keywords()))
        case "NUMBER":
            return rng.choice(NUMBERS)
        case "STRING":
            return rng.choice(TEXTS)
        case "CARD":
            return rng.choice(CARDS)
        case "CITE" | "PRINT":
            return rng.choice(OTHERS[terminal])
        case "_NL" | "_INDENT" | "_DEDENT":
            return terminal
        case _:
            return words[terminal]


def laid_out(words: Sequence[str]) -> str:
    """The text of a sentence: blocks indented, one blank between words."""
    lines, line, depth = [], list[str](), 0
    for word in words:
        match word:
            case "_NL":
                lines.append("    " * depth + " ".join(line))
                line = []
            case "_INDENT":
                depth += 1
            case "_DEDENT":
                depth -= 1
            case _:
                line.append(word)
    if line:
        lines.append("    " * depth + " ".join(line))
    return "\n".join(lines) + "\n"
