"""The record of a mutation run: JSON lines, the first about the sources, each other one about a mutant."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from caborules.names.sources import Gathered
from caborules.syntax.base import Node
from caborules.syntax.examples import Assume, Example, Property
from caborules.syntax.file import CiteBlock, Excuse, RemoveStatement
from caborules.syntax.fingerprint import canonical
from tests.mutants.generate import Mutant, bare
from tests.mutants.judge import By, Outcome, Subject
from tests.support.json_lines import whole_lines

SCHEMA = "caborules/mutants/1"
HERE = Path(__file__).parent
RECORDED = HERE / "recorded.jsonl"
COMMAND = "python -m tests.mutants run"


def sources_hash(gathered: Gathered) -> str:
    """The meaning of all files of the ruleset; comments, layout, citations and texts for people do not count.

    Nor do statements and assumptions: they change no game, and this run judges by static checks and examples first.
    Nor does it matter in how many lines examples are removed.
    """
    return _without(gathered, (Property, Assume))


def rules_hash(gathered: Gathered) -> str:
    """The same without the examples."""
    return _without(gathered, (Property, Assume, Example))


def _without(gathered: Gathered, kinds: tuple[type, ...]) -> str:
    digest = hashlib.sha256()
    for source in sorted(gathered.sources, key=lambda one: one.name):
        left_out = (*kinds, CiteBlock, Excuse, RemoveStatement)
        items = tuple(one for one in source.file.items if not isinstance(one, left_out))
        digest.update(f"{source.name}\n{canonical(replace(source.file, items=items))}\n".encode())
        digest.update("".join(f"without {title}\n" for title in _removed(source.file.items)).encode())
    return digest.hexdigest()[:16]


def _removed(items: Iterable[Node]) -> list[str]:
    """The titles of the examples that a file removes."""
    return sorted(
        title for one in items if isinstance(one, RemoveStatement) for title in one.titles if one.what == "example"
    )


def examples(gathered: Gathered) -> dict[str, str]:
    """A short hash of each example, by title."""
    every = [one for source in gathered.sources for one in source.file.items if isinstance(one, Example)]
    return {one.title: hashlib.sha256(canonical(one).encode()).hexdigest()[:6] for one in every}


def key(mutant: Mutant) -> str:
    """What a mutant is, wherever its line has moved to and whatever texts for people stand there."""
    lines = (bare(mutant.was), bare(mutant.now))
    text = "\n".join((mutant.file, mutant.where, mutant.operator, *lines, str(mutant.twin)))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def header(of: Subject) -> str:
    about = {
        "schema": SCHEMA,
        "sources": sources_hash(of.gathered),
        "rules": rules_hash(of.gathered),
        "mutants": len(of.mutants),
        "examples": examples(of.gathered),
    }
    return json.dumps(about, ensure_ascii=False)


def line(mutant: Mutant, outcome: Outcome) -> str:
    about = {"mutant": mutant.id, "key": key(mutant), "by": outcome.by, "detail": outcome.detail}
    return json.dumps(about, ensure_ascii=False)


def read(path: Path) -> tuple[str, dict[str, Outcome]]:
    """The hash of the sources and the outcomes by key. An unfinished last line is left out."""
    sources, found = "", {}
    for about in whole_lines(path):
        if "schema" in about:
            sources = about["sources"]
        else:
            found[about["key"]] = Outcome(cast(By, about["by"]), about["detail"])
    return sources, found


def kept(of: Subject, path: Path) -> dict[str, Outcome]:
    """The recorded outcomes that still hold: all, where nothing has changed; where only examples have, those of other
    tests, and of examples that are as they were, and, if no example is new, the survivors."""
    sources, found = read(path)
    if sources == sources_hash(of.gathered):
        return found
    about = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    if about.get("rules") != rules_hash(of.gathered):
        return {}
    before, now = about["examples"], examples(of.gathered)
    good = {title for title in now if before.get(title) == now[title]}
    alive = good == now.keys()
    return {
        key: one
        for key, one in found.items()
        if (one.detail in good if one.by == "example" else alive or one.by not in ("nothing", "proof"))
    }


def write(path: Path, of: Subject, outcomes: Mapping[str, Outcome]) -> None:
    """All outcomes in the order of the mutants."""
    lines = [line(m, outcomes[key(m)]) for m in of.mutants if key(m) in outcomes]
    path.write_text("\n".join([header(of), *lines]) + "\n", encoding="utf-8")


def stale(of: Subject, sources: str, keys: Iterable[str], command: str = COMMAND) -> str | None:
    """Why the record does not fit the present sources, and what to do; None where it fits."""
    mend = f"Run  {command}  and commit what it has written."
    if sources != sources_hash(of.gathered):
        return f"The rules have changed since the run was recorded. {mend}"
    missing = {key(m) for m in of.mutants} ^ set(keys)
    return f"{len(missing)} mutants are not the recorded ones. {mend}" if missing else None
