"""The table of the run over all rulesets: a line for each file of rules, and what nothing notices, with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from caborules.names.sources import gather
from tests.mutants import games, record
from tests.mutants.generate import Mutant, mutants
from tests.mutants.judge import By, Outcome, Subject
from tests.mutants.survivors import KINDS, Survivor, reason_of, survivors

COMMAND: Final = "python -m tests.mutants games"
REASONS: Final = record.HERE / "games_survivors.toml"
COLUMNS: Final[tuple[By, ...]] = ("static", "example", "test", "proof", "time")
HEAD: Final = """\
## Every ruleset

How many changes to the rules of each file change the game, and what notices them first: a static check, an example, a
test of what no position can show, a proof (asked of Cabo only). A ruleset answers for all lines of its own file; a line
of a library counts as noticed if some shipped ruleset notices it. *The same*: with the answers that each ruleset fixes,
the change makes no difference in any.
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant of a ruleset with what became of it, in whichever ruleset noticed it."""

    mutant: Mutant
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Run:
    """All that is recorded. ``found``: each mutant once, by key; ``stale``: why some record does not fit; ``rules``:
    the clauses of kind ``rule``."""

    found: Mapping[str, Judged]
    stale: tuple[str, ...]
    rules: frozenset[str]


def everything() -> Run:
    """The recorded runs of all rulesets, Cabo first."""
    by_key: dict[str, Mutant] = {}
    earlier: dict[str, Outcome] = {}
    stale: list[str] = []
    rules: set[str] = set()
    for name in ("cabo", *games.GAMES):
        gathered = gather(name)
        some = mutants(gathered) if name == "cabo" else games.answers_for(gathered, earlier)
        sources, outcomes = record.read(games.recorded(name)) if games.recorded(name).exists() else ("", {})
        why = record.stale(Subject(gathered, some, ""), sources, outcomes, COMMAND)
        stale += [] if why is None else [f"{name}: {why}"]
        by_key |= {record.key(mutant): mutant for mutant in some if record.key(mutant) not in by_key}
        games.add(earlier, outcomes)
        rules |= {clause.id for clause in gathered.clauses.values() if clause.kind == "rule"}
    found = {key: Judged(mutant, earlier[key]) for key, mutant in by_key.items() if key in earlier}
    return Run(found, tuple(stale), frozenset(rules))


def by_file(found: Mapping[str, Judged]) -> dict[str, Counter[By]]:
    """What became of the mutants of each file: rulesets, variants, libraries."""
    counts: dict[str, Counter[By]] = {}
    for one in sorted(found.values(), key=lambda one: (one.mutant.file.count("/"), one.mutant.file)):
        counts.setdefault(one.mutant.file, Counter())[one.outcome.by] += 1
    return counts


def share(counts: Counter[By]) -> float:
    """Of the changes that change the game, those that nothing notices."""
    real = counts.total() - counts["same"]
    return counts["nothing"] / real if real else 0.0


def alive(found: Mapping[str, Judged]) -> list[Mutant]:
    """What nothing notices."""
    return [one.mutant for one in found.values() if one.outcome.by == "nothing"]


def reasons() -> tuple[Survivor, ...]:
    """Those of the run over all rulesets, and then those of Cabo's own."""
    return (*survivors(REASONS), *survivors())


def section(found: Mapping[str, Judged]) -> Iterator[str]:
    """The section of the page."""
    yield HEAD
    yield "| file | changes | the same | real | static | example | test | proof | time | unnoticed | share |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    counts = by_file(found)
    for file, some in counts.items():
        yield _row(file, some)
    yield _row("all", sum(counts.values(), Counter()))
    yield ""
    known = reasons()
    yield "What nothing notices, for the reasons in `tests/mutants/games_survivors.toml`, or in `survivors.toml` where"
    yield "the line is of Cabo's own run:"
    yield ""
    yield "| where | change | why |"
    yield "|---|---|---|"
    for mutant in alive(found):
        given = reason_of(mutant, known)
        told = f"{_cell(mutant.was or 'nothing')} => {_cell(mutant.now or 'nothing')}"
        yield f"| {mutant.id} | {told} | {_cell(given.reason if given else 'no reason given')} |"


def _row(name: str, counts: Counter[By]) -> str:
    real = counts.total() - counts["same"]
    cells = [str(counts[column] or "") for column in COLUMNS]
    numbers = [str(counts.total()), str(counts["same"] or ""), str(real), *cells, str(counts["nothing"] or "")]
    return f"| {name} | {' | '.join(numbers)} | {f'{share(counts):.1%}' if real else ''} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def problems(run: Run) -> list[str]:
    """A survivor without a reason, a reason that is none, a reason without a survivor, an excuse for a rule."""
    left = alive(run.found)
    told = []
    for mutant in left:
        given = reason_of(mutant, reasons())
        if given is None:
            told.append(f"{mutant.id} survives without a reason: {mutant.was} => {mutant.now}")
        elif given.kind not in KINDS or len(given.reason) < 20:
            told.append(f"{mutant.id}: kind {given.kind!r}, reason {given.reason!r}")
        elif given.kind == "excused" and run.rules & set(mutant.clauses):
            told.append(f"{mutant.id} cites {sorted(run.rules & set(mutant.clauses))}: a rule cannot be excused")
    idle = [s for s in survivors(REASONS) if not any(reason_of(mutant, (s,)) for mutant in left)]
    return told + [f"no survivor: {s.file} {s.operator}: {s.was} => {s.now}" for s in idle]
