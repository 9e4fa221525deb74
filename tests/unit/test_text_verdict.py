"""The classifier: which exit code which verdicts come to."""

from __future__ import annotations

from itertools import permutations

import pytest

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.verdict import ExitCode, Verdict, Witness, exit_code, worst

HOLDS = Verdict("p", "holds", "proved")
DECLARED = Verdict("p", "declared", "proved")
SECRET = Verdict("p", "declared", "proved", undeclared=("a one-card stock",))
VIOLATED = Verdict("p", "violated", "executed", witness=Witness("loses a card", ("A does draw",)))
UNDECIDED = Verdict("p", "undecided", "bounded")
VACUOUS = Verdict("p", "never-applies", "exhaustive")
NOT_RUN = Verdict("p", "none", "not-run")
ERROR = Diagnostic("E102", None, "M.")
WARNING = Diagnostic("W230", None, "M.")


@pytest.mark.parametrize(
    ("verdicts", "found", "plain", "strict"),
    [
        ((), (), 0, 0),
        ((HOLDS, DECLARED), (WARNING,), 0, 0),
        ((HOLDS, VIOLATED), (), 1, 1),
        ((HOLDS,), (ERROR,), 2, 2),
        ((HOLDS, UNDECIDED), (), 3, 3),
        ((NOT_RUN,), (), 0, 4),
        ((VACUOUS,), (), 0, 4),
        ((SECRET,), (), 0, 4),
        ((UNDECIDED, VIOLATED), (), 1, 1),
        ((NOT_RUN, UNDECIDED), (), 3, 3),
        ((VIOLATED, UNDECIDED), (ERROR,), 2, 2),
    ],
)
def test_the_exit_code_of_one_file(
    verdicts: tuple[Verdict, ...], found: tuple[Diagnostic, ...], plain: int, strict: int
) -> None:
    for order in permutations(verdicts):
        assert exit_code(order, found) == plain
        assert exit_code(order, found, strict=True) == strict


def test_the_worst_of_several_files() -> None:
    assert worst([]) == 0
    order: tuple[ExitCode, ...] = (70, 2, 1, 3, 4, 0)
    for at, code in enumerate(order):
        for chosen in permutations(order[at:], 2):
            if code in chosen:
                assert worst(chosen) == code


def test_the_two_columns_cannot_contradict_each_other() -> None:
    with pytest.raises(ValueError, match="cannot stand"):
        Verdict("p", "holds", "not-run")
    with pytest.raises(ValueError, match="cannot stand"):
        Verdict("p", "none", "proved")
    with pytest.raises(ValueError, match="witness"):
        Verdict("p", "violated", "proved")
