"""The recorded run of verdicts: 300 mutants of the rules and 200 of the lowering, each with what every property says.

The record is JSON lines. The first says what was looked at, and with what; each other one is about a mutant, and has
those verdicts that are not the ones of the game itself.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import caborules
from caborules.engine.game import set_up
from caborules.ir.system import PlaceDef, System, VariableDef
from caborules.lower import groups, lower
from caborules.types.flow.check import check_flow
from tests.mutants import record
from tests.mutants.examine import Examined, Examiner, broken_scope, fewer, reached, smaller
from tests.mutants.generate import Mutant
from tests.mutants.judge import Subject, built, subject
from tests.mutants.lowerings import Lowering, drawn, lowerings, sample
from tests.support import lockstep
from tests.support.json_lines import whole_lines

SCHEMA: Final = "caborules/mutant-verdicts/1"
RECORDED: Final = record.HERE / "verdicts.jsonl"
COMMAND: Final = "python -m tests.mutants verdicts"
RULES, LOWERINGS, SEED = 300, 200, 1
TINY: Final = ((0, 1), (1, 2), (3, 3), (4, 4))
"""The tiny decks with which lock-step plays, by number, and seeds."""
LENGTH: Final = 100

Kind: TypeAlias = Literal["rules", "lowering"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A mutant of the run. ``number``: its place in the run; ``by``: what notices it in the run over rules."""

    number: int
    kind: Kind
    mutant: Mutant | Lowering
    by: str = ""

    @property
    def key(self) -> str:
        """What the mutant is, wherever its line has moved to."""
        return record.key(self.mutant) if isinstance(self.mutant, Mutant) else self.mutant.key

    @property
    def id(self) -> str:
        one = self.mutant
        return one.id if isinstance(one, Mutant) else f"{one.rule}: {one.id}"


@dataclass(frozen=True, slots=True)
class Line:
    """What is recorded of a mutant. ``found``: verdicts that differ from those of the game itself; ``lockstep``: does
    lock-step notice it, of a mutant of the lowering; ``by``: what notices it otherwise, of one of the rules."""

    id: str
    kind: Kind
    operator: str
    was: str
    now: str
    by: str
    lockstep: bool | None
    found: Mapping[str, str]
    refuted: tuple[str, ...]
    doubted: tuple[str, ...]
    fault: str
    seconds: float

    @property
    def unfinished(self) -> bool:
        """Was there no verdict within the time that a mutant has?"""
        return self.fault.startswith("more than")

    @property
    def caught(self) -> frozenset[str]:
        """The properties that are violated or undecided of it, though not of the game itself."""
        return frozenset(name for name, found in self.found.items() if found.startswith(("violated", "undecided")))


@dataclass(frozen=True, slots=True)
class Record:
    """A run. ``about``: the first line; ``lines`` by key."""

    about: Mapping[str, Any]
    lines: Mapping[str, Line]

    @property
    def base(self) -> Mapping[str, str]:
        """The verdicts on the game itself."""
        found: Mapping[str, str] = self.about["base"]
        return found


# ---------------------------------------------------------------- which mutants
def chosen(of: Subject) -> tuple[Chosen, ...]:
    """The mutants of the run: of the rules, those that no static check refuses and that are not the same game, first of
    all those that nothing notices; of the lowering, some of each kind of mistake."""
    _, outcomes = record.read(record.RECORDED)
    open_ones = [m for m in of.mutants if outcomes[record.key(m)].by not in ("static", "same", "time")]
    alive = [m for m in open_ones if outcomes[record.key(m)].by in ("nothing", "proof")]
    others = [m for m in open_ones if m not in alive]
    others.sort(key=lambda m: drawn(record.key(m), SEED))
    some = {*alive, *others[: RULES - len(alive)]}
    rules: list[tuple[Kind, Mutant | Lowering, str]] = [
        ("rules", m, outcomes[record.key(m)].by) for m in open_ones if m in some
    ]
    lowered: list[tuple[Kind, Mutant | Lowering, str]] = [("lowering", one, "") for one in _lowerings(system_of(of))]
    return tuple(Chosen(number, *one) for number, one in enumerate([*rules, *lowered]))


def _lowerings(system: System) -> tuple[Lowering, ...]:
    """Four fifths at places to which play comes in a tiny deck."""
    every = lowerings(_lowered(system))
    met = frozenset().union(*reached(system))
    near = sample([one for one in every if one.place in met], LOWERINGS * 4 // 5, SEED)
    far = sample([one for one in every if one.place not in met], LOWERINGS - len(near), SEED)
    return (*near, *far)


def system_of(of: Subject) -> System:
    """The game itself."""
    return _system(of, None)


def _system(of: Subject, mutant: Mutant | None) -> System:
    from caborules.names.load import book_of
    from caborules.types.elaborate import elaborate

    system = elaborate(book_of(of.gathered)).system if mutant is None else built(of, mutant)
    return check_flow(system).system


def _lowered(system: System) -> Any:
    ((players, options),) = groups(fewer(system))
    return lower(fewer(system), options, players)


# ---------------------------------------------------------------- one mutant
@dataclass(slots=True)
class Judge:
    """Looks at the mutants of a run, one after the other."""

    of: Subject
    system: System = field(init=False)
    examiner: Examiner = field(init=False)
    base: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.system = system_of(self.of)
        self.examiner = Examiner(self.system)
        found = self.examiner.lowering(None, 0)
        if found.fault or found.refuted:
            raise ValueError(f"the game itself: {found.fault or found.refuted}")
        self.base = found.found

    def line(self, one: Chosen) -> Line:
        mutant = one.mutant
        if isinstance(mutant, Mutant):
            system = _system(self.of, mutant)
            examined = self.examiner.rules(system, one.number)
            noticed = None
        else:
            examined = self.examiner.lowering(mutant, one.number)
            noticed = noticed_in_lock_step(self.system, mutant)
        operator = mutant.operator.split()[0] if isinstance(mutant, Mutant) else mutant.what
        was, now = (text if len(text) < 160 else f"{text[:157]}..." for text in (mutant.was, mutant.now))
        return Line(
            one.id, one.kind, operator, was, now, one.by, noticed, self._different(examined), examined.refuted,
            examined.doubted, examined.fault, examined.seconds,
        )  # fmt: skip

    def _different(self, examined: Examined) -> dict[str, str]:
        if examined.fault:
            return {}
        named = dict.fromkeys((*self.base, *examined.found))
        both = {name: (self.base.get(name), examined.found.get(name, "not asked")) for name in named}
        return {name: there for name, (here, there) in both.items() if here != there}


def noticed_in_lock_step(system: System, mutant: Lowering) -> bool:
    """Does the reference engine, side by side with the machine of the mutated lowering, show the mistake?

    Games with few cards show much soon, those with small options come to their end, others have all powers; none of
    those with two players comes to a play-off among some of them.
    """
    few = fewer(system)
    try:
        for number, seed in TINY:
            scope = broken_scope(few, mutant, number)
            lockstep.run(scope.setup, seed, LENGTH, lowered=scope.machine.lowered)
        for played, seeds in ((smaller(few), 8), (few, 6)):
            ((numbers, options),) = groups(played)
            broken = mutant.of(lower(played, options, numbers))
            for seed in range(seeds):
                lockstep.run(set_up(played, numbers[0] + seed % 2), seed, LENGTH, lowered=broken)
    except Exception:  # a difference, or a system that cannot even be run
        return True
    return False


# ---------------------------------------------------------------- the record
@cache
def checker() -> str:
    """A hash of the sources of the package: of the checker, and of all that it rests on."""
    digest = hashlib.sha256()
    root = Path(caborules.__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def meaning(of: Subject) -> str:
    """A hash of the rules, of what is stated of them, and of the system that they are lowered to; lines aside."""
    system = system_of(of)
    parts = (record.sources_hash(of.gathered), _bare((system.properties, system.assumes, _lowered(system))))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _bare(part: Any) -> object:
    """A part of a system without where it stands, what people call it, and what it does not say: a field left out."""
    if is_dataclass(part) and not isinstance(part, type):
        called = ("span", "text") if isinstance(part, PlaceDef | VariableDef) else ("span",)
        kept = (one for one in fields(part) if one.compare and one.name not in called)
        said = (one.name for one in kept if one.default is not None or getattr(part, one.name) is not None)
        return (type(part).__name__, *(_bare(getattr(part, name)) for name in said))
    if isinstance(part, Mapping):
        return tuple((_bare(key), _bare(value)) for key, value in part.items())
    return tuple(map(_bare, part)) if isinstance(part, tuple) else part


def read(path: Path = RECORDED) -> Record:
    """The record; an unfinished last line is left out."""
    about: Mapping[str, Any] = {}
    lines: dict[str, Line] = {}
    for one in whole_lines(path):
        if "schema" in one:
            about = one
        else:
            key = one.pop("key")
            lines[key] = Line(**one | {"refuted": tuple(one["refuted"]), "doubted": tuple(one["doubted"])})
    return Record(about, lines)


def _text(key: str, line: Line) -> str:
    return json.dumps({"key": key, **asdict(line)}, ensure_ascii=False)


def stale(of: Subject, found: Record) -> str | None:
    """Why the record is not of the present rules and lowering, or not whole; None where it is.

    That the checker has changed since is no reason: a sample that is judged anew tells whether its verdicts have.
    """
    mend = f"Run  {COMMAND}  and commit {RECORDED.name}."
    if found.about.get("meaning") != meaning(of):
        return f"The rules, or what they are lowered to, have changed since the run was recorded. {mend}"
    missing = {one.key for one in chosen(of)} ^ set(found.lines)
    return f"{len(missing)} mutants are not the recorded ones. {mend}" if missing else None


# ---------------------------------------------------------------- the run
def run(of: Subject, path: Path, *, jobs: int, resume: bool, progress: Callable[[str], None], only: int = 0) -> None:
    """Look at all mutants and write the record; ``resume``: keep what ``path`` holds. ``only``: the first so many."""
    every = chosen(of)
    done: dict[str, Line] = {}
    if resume and path.exists():
        found = read(path)
        done = dict(found.lines) if found.about.get("meaning") == meaning(of) else {}
        progress(f"{len(done)} kept")
    judge = Judge(of) if jobs == 1 else None
    base = dict(Judge(of).base) if judge is None else dict(judge.base)
    about = {"schema": SCHEMA, "meaning": meaning(of), "checker": checker(), "mutants": len(every), "base": base}
    todo = [one for one in every if one.key not in done]
    todo = random.Random(SEED).sample(todo, len(todo))[: only or None]
    _write(path, about, every, done)
    with path.open("a", encoding="utf-8") as out:
        for count, (one, line) in enumerate(_judged(every, todo, jobs, judge), start=1):
            done[one.key] = line
            out.write(_text(one.key, line) + "\n")
            out.flush()
            for name in line.refuted:
                progress(f"REFUTED: {name} of {line.id}: {line.was} => {line.now}")
            if line.fault:
                progress(f"fault: {line.id}: {line.fault}")
            if count % 20 == 0:
                progress(f"{count} of {len(todo)}")
    _write(path, about, every, done)


def _write(path: Path, about: Mapping[str, Any], every: Iterable[Chosen], done: Mapping[str, Line]) -> None:
    lines = [_text(one.key, done[one.key]) for one in every if one.key in done]
    path.write_text("\n".join([json.dumps(about, ensure_ascii=False), *lines]) + "\n", encoding="utf-8")


def _judged(
    every: tuple[Chosen, ...], todo: list[Chosen], jobs: int, judge: Judge | None
) -> Iterator[tuple[Chosen, Line]]:
    if judge is not None:
        yield from ((one, judge.line(one)) for one in todo)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, _start) as pool:
        for number, line in pool.imap_unordered(_one, [one.number for one in todo]):
            yield every[number], line


_OWN: list[tuple[Judge, tuple[Chosen, ...]]] = []
"""The judge of a worker process, and the mutants: what it was started with."""


def _start() -> None:
    of = subject()
    _OWN.append((Judge(of), chosen(of)))


def _one(number: int) -> tuple[int, Line]:
    judge, every = _OWN[0]
    return number, judge.line(every[number])
