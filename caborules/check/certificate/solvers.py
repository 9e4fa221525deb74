"""Asking solvers that share no code: each reads the same text with its own parser, afresh, on a budget of work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from caborules.check.certificate.smt import logic

Said: TypeAlias = Literal["unsat", "sat", "unknown"]
Solver: TypeAlias = Callable[[str], Said]

Z3_BUDGET: Final = 8_000_000
"""In units of work of Z3 (``rlimit``)."""
CVC5_BUDGET: Final = 2_000_000
"""In units of work of cvc5 (``rlimit``)."""


def z3_says(text: str) -> Said:
    """What Z3 says of a body (see ``smt``). ``unknown`` where the budget does not do, or the text cannot be read."""
    import z3

    solver = z3.SimpleSolver()
    solver.set("rlimit", Z3_BUDGET)
    try:
        solver.from_string(text)
        return _said(str(solver.check()))
    except z3.Z3Exception:
        return "unknown"


def cvc5_says(text: str) -> Said:
    """What cvc5 says of a body. ``unknown`` where the budget does not do, or the text cannot be read."""
    import cvc5

    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("rlimit", str(CVC5_BUDGET))
    symbols = cvc5.SymbolManager(terms)
    parser = cvc5.InputParser(solver, symbols)
    whole = f"(set-logic {logic(text)})\n{text}(check-sat)\n"
    said = ""
    try:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, whole, "question")
        while not (command := parser.nextCommand()).isNull():
            said += command.invoke(solver, symbols)
    except RuntimeError:
        return "unknown"
    return _said(said.strip())


def _said(text: str) -> Said:
    return text if text in ("unsat", "sat") else "unknown"  # type: ignore[return-value]  # narrowed by the test


SOLVERS: Final[Mapping[str, Solver]] = {"Z3": z3_says, "cvc5": cvc5_says}
