"""Questions that nobody answered: may one be read where it was never asked?

A rule may read one where its callers alone see to it that it was asked. What stands in a block of rules is therefore
refused only if the rules, followed through every call, come to that block (see ``flow.check``).
"""

from __future__ import annotations

from dataclasses import dataclass

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.ir.expressions import Const, Expr, RuleMade
from caborules.ir.system import System
from caborules.ir.types import BoolType, CollectionType, EnumType, NumberType, RuleType, Type, Value
from caborules.ir.walk import expressions_in, subexpressions
from caborules.types.constants import satisfiable
from caborules.types.world import Env, World


@dataclass(frozen=True, slots=True)
class Unasked:
    """That a question is read where it need not have been asked; wrong if ``block`` is ever carried out."""

    problem: Diagnostic
    block: int


def unanswered(w: World, key: str, span: Span, env: Env) -> Expr:
    """The value of a question without answer: any, since it is never needed, or E210 is reported of it anyway.

    Where the question is never asked, and its neighbours do not see to it that this is not reached, that is noted.
    """
    if never_asked(w, key) and satisfiable(w, env.static) is not False:
        message = f"{key} has no answer here: it need not have been asked."
        mend = "Answer it in the form, or read it only where its condition holds."
        w.unasked.append(Diagnostic("E212", span, message, "", mend))
    type = w.options[key].type
    return RuleMade(type, span, None, ()) if isinstance(type, RuleType) else Const(type, span, any_value(type))


def in_blocks(w: World, system: System) -> tuple[Unasked, ...]:
    """What was noted, with the block of rules that it stands in. E212 for what stands elsewhere."""
    at = {
        part.span: block.number
        for block in (system.blocks.values() if w.unasked else ())
        for statement in block.statements
        for expr in expressions_in(statement)
        for part in subexpressions(expr)
    }
    found = []
    for problem in w.unasked:
        if problem.span in at:
            found.append(Unasked(problem, at[problem.span]))
        else:
            w.report.error(problem.code, problem.span, problem.message, problem.mend)
    return tuple(found)


def never_asked(w: World, key: str) -> bool:
    """Is the condition of a question false in every setting?"""
    when = w.unanswered.get(key)
    return when is not None and satisfiable(w, (when,)) is False


def any_value(type: Type) -> Value:
    """Some value of the type, for text that is never reached."""
    match type:
        case BoolType():
            return False
        case NumberType():
            return type.low
        case EnumType():
            return type.members[0]
        case CollectionType():
            return ()
        case _:
            return None
