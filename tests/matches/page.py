"""The page docs/matches.md: what the recorded matches came to, ruleset by ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from caborules.engine.game import value_text
from tests.matches.plan import CAP, MATCHES, Pair, Table
from tests.matches.play import LEG
from tests.matches.record import COMMAND, Played, Record

PAGE: Final = Path(__file__).parents[2] / "docs" / "matches.md"
MAKE: Final = "python -m tests.matches page"
MOST: Final = 6
"""So many pairs that no setting has are named of a ruleset."""
HEAD: Final = f"""\
# Random matches

This page is made by `{MAKE}` from a recorded run, `tests/matches/recorded.jsonl`.

    {COMMAND}
    {COMMAND} --resume
    python -m tests.matches report
    {MAKE}

`run` plays {MATCHES:,} matches of each shipped ruleset and writes down what they came to, one setting a line; with
`--resume` it keeps what it has of rulesets that have not changed. `report` fails where the record is about other rules
than the present ones; texts for people do not count.

## What is played

- **Settings.** The defaults with each number of players, and as many combinations as it takes for every pair of values
  to occur that players may choose, the number of players being one of the values. Of a wide range of numbers the ends,
  the second and the default are tried. The matches of a ruleset are spread evenly over its settings.
- **Players.** The engine that plays by default (the generated one), actions at random: every other match with each
  legal action as likely as any other; the rest take a call, or a pile that need not be picked up, only once in eight
  times that chance falls on it, so that rounds are longer. Each match is the one that `Game.playout` plays of its seed.
- **Limit.** A match is broken off after {CAP:,} decisions.
- **Looks.** At the start, after every {LEG} decisions and at the end: every card lies in exactly one place; it is known
  to whoever sees it there; the engine looks for each card where it lies; a number that the ruleset says is conserved
  (the chips of Kabu) is what it was at the start.
- **Stuck.** A position in which nobody can act though the game is not over, or in which the rules cannot go on. What
  the generated engine runs into, the reference engine has to run into as well.
- **Lock-step.** The first matches of each setting are played in the reference engine at the same time, up to a number
  of positions. At each of them are compared: the whole state (places, facing, who knows which card, variables, windows,
  the chance source, the end), the legal actions in their order, chance outcomes and events; at every eighth, the first
  and the last also what every seat sees. The [lock-step run](how-to/lockstep.md) compares a million steps of Cabo.

The whole run, with what is played beside, took 27 minutes of one core. Tests hold the record to the present
rulesets, repeat a sample, and plant what it is there to notice: a card lost or doubled, chips out of nothing, a legal
action left out, a wrong view, rules in which nobody can go on.

An earlier run found one fault: in the second edition of CABO, where a wrong exchange makes a row longer, rows of 34 or
more cards came up, and both engines gave up at more than 50,000 ways to exchange two to four of them. Now 300,000 are
listed, enough for a whole pack.
"""


def page(found: Record, tables: Mapping[str, Table]) -> str:
    """The whole page."""
    parts = [HEAD, *_result(found, tables)]
    return "\n".join(parts) + "\n"


def _result(found: Record, tables: Mapping[str, Table]) -> Iterator[str]:
    own = [one for name in tables for one in found.of(name, own=True)]
    troubles = [f"{one.ruleset}: {trouble}" for one in found.played for trouble in one.troubles]
    yield "## Result\n"
    yield (
        f"{_sum(own, 'matches'):,} matches of {len(tables)} rulesets, {_sum(own, 'decisions'):,} decisions: "
        f"{_said(len(troubles))} was found. {_sum(own, 'over'):,} matches came to their end; "
        f"{sum(map(broken_off, own)):,} met the limit."
    )
    yield (
        f"In lock-step were {_sum(own, 'positions'):,} positions ({_share(own)} of all) of {_sum(own, 'locked'):,} "
        f"matches, {_sum(own, 'whole'):,} of these from start to end, and {_sum(own, 'views'):,} views."
    )
    yield ""
    yield from (f"- {trouble}" for trouble in troubles)
    yield "| ruleset | settings | pairs of values | decisions | to their end | met the limit | looks | stuck |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name, table in tables.items():
        some = found.of(name, own=True)
        wanted = table.pairs(free_only=True)
        cells = [
            name,
            f"{len(some)}",
            f"{len(wanted - missing(table, some)):,} of {len(wanted):,}",
            f"{_sum(some, 'decisions'):,}",
            f"{_sum(some, 'over'):,}",
            f"{sum(map(broken_off, some)):,}",
            f"{_sum(some, 'looks'):,}",
            f"{sum(len(one.troubles) for one in some)}",
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""
    yield "| ruleset | matches in lock-step | from start to end | positions compared | of all | views compared |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name in tables:
        some = found.of(name, own=True)
        locked, whole, positions, views = (_sum(some, what) for what in ("locked", "whole", "positions", "views"))
        yield f"| {name} | {locked:,} | {whole:,} | {positions:,} | {_share(some)} | {views:,} |"
    yield ""
    yield from _excluded(found, tables)
    yield from _beside(found, tables)


def _excluded(found: Record, tables: Mapping[str, Table]) -> Iterator[str]:
    """The pairs that no setting has."""
    lines = []
    for name, table in tables.items():
        some = sorted(missing(table, found.of(name, own=True)))
        if some:
            told = [
                *(_words(table, pair) for pair in some[:MOST]),
                *([f"{len(some) - MOST} more"] if some[MOST:] else []),
            ]
            lines.append(f"- {name}: {'; '.join(told)}")
    if lines:
        yield "Pairs that no setting has, since no combination with them was found that the ruleset allows:\n"
        yield from lines


def _beside(found: Record, tables: Mapping[str, Table]) -> Iterator[str]:
    """What was played with other values of options that a ruleset fixes."""
    beside = [one for name in tables for one in found.of(name, own=False)]
    if not beside:
        return
    every = sum(len(table.pairs(free_only=False)) for table in tables.values())
    none = sum(len(table.pairs(free_only=False) - covered(table, found.of(name))) for name, table in tables.items())
    yield (
        f"\nOn top, {_sum(beside, 'matches'):,} matches ({_sum(beside, 'decisions'):,} decisions) of {len(beside):,} "
        "settings give options other values that the ruleset fixes, since the rules must go on whatever was answered: "
        f"with them {every - none:,} of all {every:,} pairs of values are played. "
        f"{_said(sum(len(one.troubles) for one in beside)).capitalize()} was found there."
    )


# ---------------------------------------------------------------- numbers
def covered(table: Table, some: Sequence[Played]) -> frozenset[Pair]:
    """The pairs of values that were played."""
    return frozenset().union(*(table.pairs_in(one.at) for one in some))


def missing(table: Table, some: Sequence[Played]) -> frozenset[Pair]:
    """The pairs of what players may choose that were not."""
    return table.pairs(free_only=True) - covered(table, some)


def broken_off(one: Played) -> int:
    """Matches that met the limit."""
    return one.matches - one.over - len(one.troubles)


def _sum(some: Sequence[Played], what: str) -> int:
    return sum(getattr(one, what) for one in some)


def _share(some: Sequence[Played]) -> str:
    positions = _sum(some, "decisions") + _sum(some, "matches")
    return f"{_sum(some, 'positions') / positions:.1%}".replace("%", " %") if positions else ""


def _said(troubles: int) -> str:
    return f"trouble in {troubles}" if troubles else "no stuck position, fault of the rules, lost card or difference"


def _words(table: Table, pair: Pair) -> str:
    return " with ".join(f"{key} {value_text(table.factors[key][at])}" for key, at in pair)
