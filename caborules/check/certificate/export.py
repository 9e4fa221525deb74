"""Obligations as files of SMT-LIB 2, for any solver: each says what it claims and which answer is expected."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from caborules.check.certificate.recheck import Obligation, Rechecked
from caborules.check.certificate.smt import script

INDEX: Final = "index.json"
SCHEMA: Final = "caborules/smt2/1"


@dataclass(frozen=True, slots=True)
class File:
    """A file by its name, and its text."""

    name: str
    text: str


def files(result: Rechecked, broken: Iterable[Obligation]) -> Iterator[File]:
    """One file for each different question that was confirmed, one for each negative control (``broken``), and last
    the index."""
    counted: Counter[str] = Counter()
    listed = []
    for said, obligations in (("unsat", result.obligations), ("sat", tuple(broken))):
        for one in obligations:
            kind = one.property.split(":")[0] if said == "unsat" else "control"
            counted[kind] += 1
            name = f"{kind}-{counted[kind]:04}.smt2"
            expected = "follows" if said == "unsat" else "does not follow: broken on purpose, a negative control"
            comment = f"{result.certificate.name}, {one.property}: {one.about}\n{one.where}\n{expected}"
            yield File(name, script(one.text, said, comment))
            listed.append(
                {"file": name, "status": said, "property": one.property, "about": one.about, "where": one.where}
            )
    index = {
        "schema": SCHEMA,
        "name": result.certificate.name,
        "hash": result.certificate.hash,
        "claims": dict(result.certificate.claims),
        "files": listed,
    }
    yield File(INDEX, json.dumps(index, indent=1, ensure_ascii=False) + "\n")
