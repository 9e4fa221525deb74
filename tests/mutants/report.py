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
    """The shares in words. What is the same game is no mutant of it, and is counted apart."""
    real = total.total() - total["same"]
    noticed = sum(total[by] for by in NOTICED)
    return (
        f"{real} mutants change the game; {noticed} of them ({noticed / real:.1%}) are noticed, {total['nothing']} "
        f"({total['nothing'] / real:.1%}) are not.\n{total['same']} more changes are to parts of the libraries that "
        f"the game does not use: with its answers put in, it is the same. Counted with them, "
        f"{(total['nothing'] + total['same']) / total.total():.1%} of {total.total()} go unnoticed."
    )
