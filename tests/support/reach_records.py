"""What speaks against a record of strategies, from the questions and from the solver."""

from __future__ import annotations

from typing import Any

from caborules.check.certificate.question import Objection, Piece, Question
from caborules.check.reach.questions import questions
from caborules.check.reach.record import ReachRecord
from caborules.check.work import Work
from caborules.symbolic.solver import Solver
from caborules.symbolic.terms import any_of, negate


def objections(work: Work, record: ReachRecord, name: str) -> list[str]:
    """What speaks against the record, from the questions and from the solver."""
    found = []
    for item in questions(work, name, record):
        if isinstance(item, Objection):
            found.append(item.about)
        else:
            assert isinstance(item, Question)
            found += [f"{item.where}: not shown" for piece in item.pose() if not _follows(piece)]
    return found


def _follows(piece: Any) -> bool:
    assert isinstance(piece, Piece)
    solver = Solver(4_000_000)
    solver.add((*piece.hypotheses, any_of(*(negate(claim) for claim in piece.claims))))
    return solver.check() == "unsat"
