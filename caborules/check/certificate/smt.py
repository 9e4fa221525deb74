"""SMT-LIB 2: one text for each question, made once and read by every solver with its own parser.

We write it ourselves, since the text must depend on the question alone: z3's own printer chooses the parts that it
names by what else is in memory. A part that occurs more than once is defined once.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import z3

from caborules.check.certificate.question import Piece
from caborules.symbolic.terms import truth

_SIMPLE: Final = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")
_OPERATORS: Final = {z3.Z3_OP_ITE: "ite", z3.Z3_OP_UMINUS: "-", z3.Z3_OP_SUB: "-", z3.Z3_OP_IDIV: "div"}
_PRODUCT: Final = re.compile(r"\(\* (?![0-9]|\(- [0-9])")


def body(piece: Piece) -> str:
    """Declarations and assertions: the hypotheses hold and one of the claims does not. "" where nothing is claimed."""
    if not piece.claims:
        return ""
    refuted = [z3.Not(truth(claim)) for claim in piece.claims]
    return _Writer().text([*piece.hypotheses, refuted[0] if len(refuted) == 1 else z3.Or(refuted)])


def logic(text: str) -> str:
    """The logic of a body: integers and functions without quantifiers, linear where no two symbols are multiplied."""
    return "QF_UFNIA" if _PRODUCT.search(text) else "QF_UFLIA"


def script(text: str, said: str = "unsat", comment: str = "") -> str:
    """A whole file. ``said``: the answer that is expected; ``comment``: what it claims, a line each."""
    remarks = "".join(f"; {line}\n" for line in comment.splitlines())
    head = f"(set-info :smt-lib-version 2.6)\n(set-logic {logic(text)})\n(set-info :status {said})\n"
    return f"{remarks}{head}{text}(check-sat)\n(exit)\n"


@dataclass(slots=True)
class _Writer:
    """Writes terms. Parts are known by their numbers in z3, which are used for nothing else."""

    parts: dict[int, tuple[Any, tuple[int, ...]]] = field(default_factory=dict)
    """Each term by its number, with the numbers of its parts."""
    seen: Counter[int] = field(default_factory=Counter)
    written: dict[int, str] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    defined: list[str] = field(default_factory=list)

    def text(self, terms: list[Any]) -> str:
        numbers = list(dict.fromkeys(term.get_id() for term in terms))
        for term in terms:
            self._take_apart(term)
        asserted = [f"(assert {self._write(number)})" for number in numbers]
        return "\n".join((*sorted(self.declared), *self.defined, *asserted)) + "\n"

    def _take_apart(self, term: Any) -> None:
        waiting = [(term.get_id(), term)]
        while waiting:
            number, one = waiting.pop()
            self.seen[number] += 1
            if number not in self.parts:
                children = [(part.get_id(), part) for part in one.children()]
                self.parts[number] = one, tuple(part for part, _ in children)
                waiting.extend(children)

    def _write(self, number: int) -> str:
        """The term, its parts first; recursion would be too deep for long terms."""
        waiting = [number]
        while waiting:
            one = waiting[-1]
            missing = [part for part in self.parts[one][1] if part not in self.written]
            if missing and one not in self.written:
                waiting.extend(reversed(missing))
                continue
            waiting.pop()
            if one not in self.written:
                self.written[one] = self._named(one)
        return self.written[number]

    def _named(self, number: int) -> str:
        term, parts = self.parts[number]
        text = self._plain(term, parts)
        if self.seen[number] < 2 or not parts:
            return text
        name = f"?{len(self.defined)}"
        self.defined.append(f"(define-fun {name} () {term.sort()} {text})")
        return name

    def _plain(self, term: Any, parts: tuple[int, ...]) -> str:
        if z3.is_int_value(term):
            value = term.as_long()
            return str(value) if value >= 0 else f"(- {-value})"
        decl = term.decl()
        kind, name = decl.kind(), decl.name()
        if kind == z3.Z3_OP_UNINTERPRETED:
            name = _symbol(name)
            sorts = " ".join(str(decl.domain(at)) for at in range(decl.arity()))
            self.declared.add(f"(declare-fun {name} ({sorts}) {decl.range()})")
        else:
            name = _OPERATORS.get(kind, name)
        return f"({name} {' '.join(self.written[part] for part in parts)})" if parts else name


def _symbol(name: str) -> str:
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"
