"""Questions that nobody answered: may one be read where it was never asked?"""

from __future__ import annotations

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Const, Expr, RuleMade
from caborules.ir.types import BoolType, CollectionType, EnumType, NumberType, RuleType, Type, Value
from caborules.types.constants import satisfiable
from caborules.types.world import Env, World


def unanswered(w: World, key: str, span: Span, env: Env) -> Expr:
    """The value of a question without answer: any, since it is never needed, or E210 is reported of it anyway.

    Raises Failed (E212) where the question is never asked, and what stands around this can be reached all the same.
    """
    if never_asked(w, key) and satisfiable(w, env.static) is not False:
        message = f"{key} has no answer here: it need not have been asked."
        mend = "Answer it in the form, or read it only where its condition holds."
        raise w.report.error("E212", span, message, mend)
    type = w.options[key].type
    return RuleMade(type, span, None, ()) if isinstance(type, RuleType) else Const(type, span, any_value(type))


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
