"""The run of planted bugs: a sample of mutants judged one by one and written down; what survives needs a reason."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tests.lockstep.judge import Outcome, judged
from tests.lockstep.mutations import Mutant, sample, sources_hash
from tests.support.json_lines import whole_lines

SCHEMA: Final = "caborules/lockstep-bugs/1"
RECORDED: Final = Path(__file__).parent / "bugs.jsonl"
REASONS: Final = Path(__file__).parent / "survivors.toml"
COUNT: Final = 430
"""So many mutants are judged; nearly half of them run and are another program."""
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant and what became of it, as the record has them."""

    key: str
    module: str
    function: str
    line: int
    operator: str
    was: str
    now: str
    verdict: str
    detail: str

    @staticmethod
    def of(mutant: Mutant, outcome: Outcome) -> Judged:
        where = (mutant.key, mutant.module, mutant.function, mutant.line, mutant.operator)
        return Judged(*where, mutant.was[:160], mutant.now[:160], outcome.verdict, outcome.detail[:90])


@dataclass(frozen=True, slots=True)
class Reasons:
    """About survivors, by key: ``same``, why the program plays the same games; ``missed``, what would show the bug."""

    same: Mapping[str, str]
    missed: Mapping[str, str]


def reasons(path: Path = REASONS) -> Reasons:
    about = tomllib.loads(path.read_text(encoding="utf-8"))
    return Reasons(about["same"], about["missed"])


def run(path: Path, *, jobs: int, resume: bool, progress: Callable[[str], None]) -> None:
    """Judge the sample and write the record; what ``resume`` finds for these sources is kept."""
    done: dict[str, Judged] = {}
    if resume and path.exists():
        about, found = read(path)
        done = found if about == _header() else {}
        progress(f"{len(done)} outcomes kept")
    every = sample(COUNT, SEED)
    todo = [mutant for mutant in every if mutant.key not in done]
    _write(path, list(done.values()))
    with path.open("a", encoding="utf-8") as out:
        for count, (mutant, outcome) in enumerate(judged(todo, jobs), start=1):
            done[mutant.key] = Judged.of(mutant, outcome)
            out.write(json.dumps(asdict(done[mutant.key])) + "\n")
            out.flush()
            if outcome.verdict == "survived":
                progress(f"survived: {mutant.module}.{mutant.function}: {mutant.was} => {mutant.now}")
            if count % 25 == 0:
                progress(f"{count} of {len(todo)}")
    _write(path, [done[mutant.key] for mutant in every])


def _header() -> dict[str, object]:
    return {"schema": SCHEMA, "sources": sources_hash(), "count": COUNT, "seed": SEED}


def _write(path: Path, found: list[Judged]) -> None:
    lines = [json.dumps(_header()), *(json.dumps(asdict(one)) for one in found)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path: Path) -> tuple[dict[str, object], dict[str, Judged]]:
    """The header and what became of each mutant. An unfinished last line is left out."""
    about: dict[str, object] = {}
    found: dict[str, Judged] = {}
    for line in whole_lines(path):
        if "schema" in line:
            about = line
        else:
            found[line["key"]] = Judged(**line)
    return about, found


@dataclass(frozen=True, slots=True)
class Summary:
    """``bugs``: mutants that run and are another program, ``caught`` of them by a difference.

    Survivors: those that are the ``same`` program for a reason that is written down; those that are ``missed``, and
    said to be; and those of which nothing is said, which are missed as well.
    """

    verdicts: Mapping[str, int]
    same: tuple[Judged, ...]
    missed: tuple[Judged, ...]
    unexplained: tuple[Judged, ...]

    @property
    def caught(self) -> int:
        return self.verdicts.get("difference", 0)

    @property
    def bugs(self) -> int:
        return self.caught + len(self.missed) + len(self.unexplained)


def summary(found: Mapping[str, Judged], why: Reasons) -> Summary:
    survived = [one for one in found.values() if one.verdict == "survived"]
    return Summary(
        dict(sorted(Counter(one.verdict for one in found.values()).items())),
        tuple(one for one in survived if one.key in why.same),
        tuple(one for one in survived if one.key in why.missed),
        tuple(one for one in survived if one.key not in why.same and one.key not in why.missed),
    )


def report(path: Path) -> str:
    """The record in a few lines: figures, then the survivors."""
    about, found = read(path)
    why = reasons()
    got = summary(found, why)
    lines = [
        f"{len(found)} mutants: " + ", ".join(f"{count} {verdict}" for verdict, count in got.verdicts.items()),
        f"{got.caught} of {got.bugs} bugs caught ({got.caught / max(1, got.bugs):.1%}); of the survivors"
        f" {len(got.same)} are the same program, {len(got.missed)} are missed, {len(got.unexplained)} unexplained",
    ]
    if about != _header():
        lines.insert(0, "The generator or the lowering has changed since this was recorded.")
    lines += [f"same program: {_shown(one)}\n    {why.same[one.key]}" for one in got.same]
    lines += [f"missed: {_shown(one)}\n    {why.missed[one.key]}" for one in got.missed]
    lines += [f"unexplained: {_shown(one)}" for one in got.unexplained]
    return "\n".join(lines)


def _shown(one: Judged) -> str:
    return f"{one.key} {one.module}.{one.function}, line {one.line}: {one.was} => {one.now}"
