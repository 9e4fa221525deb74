"""``check --all-options``: every property over the options of a ruleset, equal games once, and what was covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from caborules.api.game import Ruleset
from caborules.api.load import load
from caborules.check import classify
from caborules.check.deal import short_decks
from caborules.check.learn import learning
from caborules.check.proofs import Progress
from caborules.check.prove import Memory
from caborules.check.report import Coverage, Report
from caborules.check.run import Looked, Range, begun, look_into
from caborules.check.space import Combinations, Games, Space, stated_options
from caborules.diagnostics.verdict import Verdict
from caborules.engine.game import fixed, value_text
from caborules.ir.types import Value
from caborules.lower import groups, lower
from caborules.lower.machine import load as load_machine

Number = TypeVar("Number", int, float)


def check_all(
    source: Ruleset | str | Path,
    settings: Mapping[str, Value] | None = None,
    *,
    most: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check a ruleset with all its options: every combination, or as many as it takes for every pair of values.

    Options in ``settings`` keep their value. ``most``: so many combinations at most; what is left out is counted, and
    then nothing is said to hold. Raises Refused as ``check`` does.
    """
    ruleset = source if isinstance(source, Ruleset) else load(source)
    system, chosen = ruleset.system, dict(settings or {})
    ranges = groups(system, chosen)
    report = begun(ruleset, ranges, progress)
    usual = [lower(system, values, players) for players, values in ranges]
    combinations = Space(system, chosen).combinations()
    games, left_out = _games(combinations, most, progress)
    memory = Memory()
    looked: list[Looked] = []
    for number, range_ in enumerate(games.found):
        _tell(progress, "options", number, len(games.found))
        looked.append(look_into(ruleset, games.settings[number], [range_], [games.lowered[number]], memory))
    short = [one for range_ in games.found for one in short_decks(system, [range_])]
    return replace(
        report,
        diagnostics=tuple(dict.fromkeys((*report.diagnostics, *short))),
        verdicts=(*report.verdicts, *_merged(combinations, games, looked, left_out)),
        asked=len(memory.answers),
        facts=sum(one.proved.facts for one in looked),
        seconds={**report.seconds, **_added(one.seconds for one in looked)},
        learning=tuple(one.to_json() for one in learning(usual)),
        vacuity=_added(one.proved.vacuity for one in looked),
        coverage=_coverage(combinations, games, left_out),
    )


def _games(combinations: Combinations, most: int | None, progress: Progress | None) -> tuple[Games, int]:
    """The different games of the first ``most`` combinations; how many combinations are left out."""
    system = combinations.space.system
    games = Games(stated_options(system))
    wanted = combinations.settings[:most]
    for number, settings in enumerate(wanted):
        _tell(progress, "combinations", number, len(wanted))
        for players, values in combinations.space.ranges(settings):
            games.add({**combinations.space.chosen, **settings}, (players, values), lower(system, values, players))
    return games, len(combinations.settings) - len(wanted)


def _merged(combinations: Combinations, games: Games, looked: Sequence[Looked], left_out: int) -> Iterator[Verdict]:
    """The verdicts on all games, one for each property."""
    space = combinations.space
    chosen = [(_words(space, one), _options(space, one)) for one in games.found]
    found: dict[str, list[classify.Chosen]] = {}
    for (words, options), one in zip(chosen, looked, strict=True):
        for verdict in one.verdicts:
            found.setdefault(verdict.property, []).append(classify.Chosen(words, options, verdict))
    for parts in found.values():
        run = any(part.verdict.evidence != "not-run" for part in parts)
        yield classify.over_options(parts, _scope(combinations, games) if run else "", left_out)


def _scope(combinations: Combinations, games: Games) -> str:
    """What is covered, in words."""
    low, high = (pick(end for (ends, _) in games.found for end in ends) for pick in (min, max))
    cards = sorted({len(load_machine(one, one.players[0]).setup.faces) for one in games.lowered})
    deck = str(cards[0]) if len(cards) == 1 else f"{cards[0]} to {cards[-1]}"
    return (
        f"{_span(low, high)} players, the full deck ({deck} cards), play of any length, "
        f"{len(games.found)} different games: {combinations.words} of {len(combinations.space.values)} options"
    )


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _options(space: Space, range_: Range) -> tuple[str, ...]:
    """The options that were not fixed, with their values."""
    return tuple(f"{key} = {value_text(range_[1][key])}" for key in space.values)


def _words(space: Space, range_: Range) -> str:
    """A choice of options, in words: what differs from the defaults for these players."""
    (low, high), values = range_
    usual = fixed(space.system, low, {}).options
    differing = [f"{key} = {value_text(values[key])}" for key in space.values if values[key] != usual[key]]
    return f"{_span(low, high)} players, {', '.join(differing) or 'the defaults'}"


def _coverage(combinations: Combinations, games: Games, left_out: int) -> Coverage:
    space = combinations.space
    return Coverage(
        {key: tuple(value_text(value) for value in tried) for key, tried in space.values.items()},
        space.every_value,
        combinations.words,
        len(combinations.settings) - left_out,
        combinations.refused,
        space.possible,
        combinations.pairs,
        combinations.pairs_excluded,
        len(games.found),
        left_out,
    )


def _added(parts: Iterable[Mapping[str, Number]]) -> dict[str, Number]:
    """The sums by name."""
    found: dict[str, Number] = {}
    for part in parts:
        for name, value in part.items():
            found[name] = found[name] + value if name in found else value
    return found


def _tell(progress: Progress | None, what: str, done: int, of: int) -> None:
    if progress is not None:
        progress(what, done + 1, of)
