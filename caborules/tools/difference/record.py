"""What a comparison of two rulesets says: edits of the text, whether it is the same game, and where games part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.engine.play import Play


def labels(names: tuple[str, str]) -> tuple[str, str]:
    """What two rulesets are called where they are told side by side."""
    first, second = names
    return (first, second) if first != second else (f"{first} (first)", f"{second} (second)")


How: TypeAlias = Literal["added", "removed", "changed", "reworded"]
"""``reworded``: it means the same, and says it to people in other words."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A line of a thing that differs: ``sign`` is ``-`` (only in the first ruleset), ``+`` (only in the second), or a
    blank for a line of both that stands near; ``span``: where it is written."""

    sign: Literal["-", "+", " "]
    text: str
    cites: tuple[str, ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """One difference of the texts.

    ``kind``: ``form``, ``table``, ``rule`` ...; ``name``: which one (``matching, offered``). ``before``, ``after``: the
    value on each side where it is one (None: not there); ``lines``: what differs where it is a block. ``cites``: the
    clauses that stand there, those of the second ruleset if it has the thing. ``first``, ``second``: the line of each
    that says so, which is the line of the change where a variant makes one; where one does not have it, the line that
    removes it, if there is one.
    """

    how: How
    kind: str
    name: str
    before: str | None
    after: str | None
    lines: tuple[Changed, ...]
    cites: tuple[str, ...]
    first: Span | None
    second: Span | None


@dataclass(frozen=True, slots=True)
class Setting:
    """An option that both rulesets have, with the value in force on each side."""

    option: str
    before: str
    after: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sameness:
    """For which numbers of players the compiled rules are equal up to names, and for which not.

    ``only_one``: those that only one of the two allows, ``only_second`` of them the second. ``renamed``: the names that
    differ where the rules are equal, as (name of the first, name of the second).
    """

    equal: tuple[int, ...]
    unequal: tuple[int, ...]
    only_one: tuple[int, ...]
    renamed: tuple[tuple[str, str], ...]
    only_second: tuple[int, ...] = ()


GapKind: TypeAlias = Literal["legal", "happens", "seen", "value", "over", "won", "breaks"]


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is so in one game and not in the other, at the same moment.

    ``legal``: what a seat can do. ``happens``: what the last move brought about. ``seen``: what lies in a place, as a
    seat sees it. ``value``: of a variable. ``over``, ``won``. ``breaks``: the rules cannot go on. ``subject``: what
    it is about, in words; ``first``, ``second``: how it is in each game, in words, with lines of the rules and clauses.
    """

    kind: GapKind
    subject: str
    first: tuple[str, ...]
    second: tuple[str, ...]


Found: TypeAlias = Literal["breadth", "random"]


@dataclass(frozen=True, slots=True)
class Parting:
    """A game in which the two part after its last move, as the reference engine played it under both rulesets.

    ``first``, ``second``: the plays; the last move is missing where the rules broke down at it (None: at the deal).
    ``whole``: with the decks of both; else with the cards that both have. ``gaps``: what differs then. ``story``: the
    game in words, up to the last move. ``how``: found by looking at every shorter game on all deals tried, or by random
    play and made shorter; ``shorter``: on its deal every game of up to so many moves was looked at, and none parts.
    ``late``: of a long game, after how many moves only a few are left, and the position there. ``ends``: the rule that
    ends with the last move, where it was going on since the deal; so they part only when that is over.
    """

    first: Play | None
    second: Play | None
    whole: bool
    moves: int
    gaps: tuple[Gap, ...]
    story: tuple[str, ...]
    how: Found
    shorter: int
    late: tuple[int, str] | None = None
    ends: str | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A position that an example lays out in both, and from which they part after so many ``moves`` of the example.

    ``title``, ``span``: of the example; ``players``: how many it has; ``gaps``, ``story``: as of a game.
    """

    title: str
    span: Span | None
    players: int
    moves: int
    gaps: tuple[Gap, ...]
    story: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """How far was looked: ``deals`` on which every game of up to ``depth`` moves was tried (-1: not even the start),
    in ``positions``; then ``games`` by random play of up to ``length`` moves each; ``learnt``: games that learn from
    the shortest, where that is long; then so many ``examples``."""

    deals: int
    depth: int
    positions: int
    games: int
    length: int
    examples: int = 0
    learnt: int = 0


Verdict: TypeAlias = Literal["same", "differs", "undecided"]


@dataclass(frozen=True, slots=True)
class Report:
    """All that a comparison has found.

    ``asked``: was a number of players asked for? ``players``: how many play the games compared; None where no number
    is allowed by both. ``cards``: how many cards both decks have, and how many each (first, second).
    ``same_with_common_cards``: the compiled rules are equal if both play with the cards that both have. ``looked``:
    None where no game was looked for. ``laid``: a position from which they part, where no game was found or it is long.
    """

    names: tuple[str, str]
    titles: tuple[str, str]
    hashes: tuple[str, str]
    edits: tuple[Edit, ...]
    settings: tuple[Setting, ...]
    same: Sameness
    asked: bool
    players: int | None
    cards: tuple[int, int, int]
    same_with_common_cards: bool
    looked: Looked | None
    parting: Parting | None
    laid: Laid | None = None

    @property
    def verdict(self) -> Verdict:
        """``same``: the compiled rules are equal up to names, for all numbers of players that were asked about.
        ``differs``: a game shows it, or the decks or numbers of players do; or no game was looked for and the compiled
        rules are not equal. ``undecided``: they are not equal, and no game was found that shows a difference."""
        if self.asked and self.players in self.same.equal:
            return "same"
        if not self.asked and not self.same.unequal and not self.same.only_one:
            return "same"
        shown = self.parting is not None or self.looked is None or set(self.cards) != {self.cards[0]}
        return "differs" if shown or (not self.asked and self.same.only_one) else "undecided"
