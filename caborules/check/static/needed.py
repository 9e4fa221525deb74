"""Conditions that always hold and are needed all the same: the compiler does not see that they hold.

It looks at one way through the rules at a time and proves nothing. Where a step can fail (the top of a pile that may be
empty) the author has to ask, even if a proof tells later that the answer is always yes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Const
from caborules.ir.rebuild import with_lines
from caborules.ir.statements import If, Statement
from caborules.ir.system import System
from caborules.ir.types import BOOL
from caborules.types.flow.check import check_flow


def needed(system: System, lines: Iterable[Span]) -> frozenset[Span]:
    """Those lines with ``if`` without whose condition the rules would be refused."""
    some = frozenset(lines)
    if not some or _fine_without(system, some):
        return frozenset()
    return frozenset(one for one in some if not _fine_without(system, frozenset((one,))))


def _fine_without(system: System, lines: frozenset[Span]) -> bool:
    def without(statement: Statement) -> Statement:
        if isinstance(statement, If) and not statement.instead and statement.span in lines:
            return replace(statement, condition=Const(BOOL, statement.span, True))
        return statement

    return not any(one.severity == "error" for one in check_flow(with_lines(system, without)).diagnostics)
