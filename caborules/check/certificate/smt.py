"""SMT-LIB 2: one text for each question, made once and read by every solver with its own parser."""

from __future__ import annotations

import re
from typing import Final

from caborules.check.certificate.question import Piece
from caborules.symbolic.smt import assertions
from caborules.symbolic.terms import any_of, negate

_TOKENS: Final = re.compile(r"(\|[^|]*\||[^\s()|]+)")
_DECLARED: Final = re.compile(r"^\(declare-fun (\|[^|]*\||[^\s()|]+) (.*)\)$", re.MULTILINE)
_PRODUCT: Final = re.compile(r"\(\* (?![0-9]|\(- [0-9])")


def body(piece: Piece) -> str:
    """Declarations and assertions: the hypotheses hold and one of the claims does not. "" where nothing is claimed."""
    if not piece.claims:
        return ""
    return assertions((*piece.hypotheses, any_of(*(negate(claim) for claim in piece.claims))))


def logic(text: str) -> str:
    """The logic of a body: integers and functions without quantifiers, linear where no two symbols are multiplied."""
    return "QF_UFNIA" if _PRODUCT.search(text) else "QF_UFLIA"


def up_to_names(text: str) -> str:
    """The same for all bodies that differ only in the names of their symbols, which say nothing to a solver.

    Symbols are numbered in the order in which they occur, and stand with their sorts.
    """
    sorts = dict(_DECLARED.findall(text))
    numbered: dict[str, str] = {}
    found = _TOKENS.split(_DECLARED.sub("", text).lstrip())
    for at in range(1, len(found), 2):
        name = found[at]
        if name in sorts:
            found[at] = numbered.setdefault(name, f"|{len(numbered)} {sorts[name]}|")
    unused = sorted(sort for name, sort in sorts.items() if name not in numbered)
    return "".join((*found, *unused))


def script(text: str, said: str = "unsat", comment: str = "") -> str:
    """A whole file. ``said``: the answer that is expected; ``comment``: what it claims, a line each."""
    remarks = "".join(f"; {line}\n" for line in comment.splitlines())
    head = f"(set-info :smt-lib-version 2.6)\n(set-logic {logic(text)})\n(set-info :status {said})\n"
    return f"{remarks}{head}{text}(check-sat)\n(exit)\n"
