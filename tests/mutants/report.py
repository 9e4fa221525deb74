"""The result of a mutation run as text: totals by operator and by what noticed, and what nothing noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.mutants.judge import NOTICED, Outcome, Subject
from tests.mutants.record import key
from tests.mutants.survivors import Survivor, reason_of

_COLUMNS = ("static", "example", "test", "proof", "time", "nothing", "same")


def report(of: Subject, outcomes: Mapping[str, Outcome], known: tuple[Survivor, ...]) -> Iterator[str]:
    """The lines of the report."""
    table: dict[str, Counter[str]] = {}
    for mutant in of.mutants:
        name = mutant.operator.split()[0]
        table.setdefault(name, Counter())[outcomes[key(mutant)].by] += 1
    total = sum(table.values(), Counter())
    yield "| operator | mutants | " + " | ".join(_COLUMNS) + " |"
    yield "|---|--:|" + "--:|" * len(_COLUMNS)
    for name, counts in sorted(table.items()):
        yield _row(name, counts)
    yield _row("all", total)
    yield ""
    yield summary(total)
    for mutant in of.mutants:
        if outcomes[key(mutant)].by == "nothing":
            survivor = reason_of(mutant, known)
            yield ""
            yield f"{mutant.id}: {mutant.was or 'nothing'} => {mutant.now or 'nothing'}"
            yield f"    {survivor.kind}: {survivor.reason}" if survivor else "    no reason given"


def _row(name: str, counts: Counter[str]) -> str:
    cells = [str(counts[column] or "") for column in _COLUMNS]
    return f"| {name} | {counts.total()} | " + " | ".join(cells) + " |"


def summary(total: Counter[str]) -> str:
    """One sentence with the shares."""
    every = total.total()
    noticed = sum(total[by] for by in NOTICED)
    left = total["nothing"] + total["same"]
    return (
        f"{noticed} of {every} mutants are noticed; {left} ({left / every:.1%}) are not, of which {total['same']} are "
        f"the same game (shown by comparing the simplified systems) and {total['nothing']} have a reason each."
    )
