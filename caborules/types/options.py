"""Options and answers: their types first, then their values, domains and conditions."""

from __future__ import annotations

from typing import Literal, TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.system import FunctionDef, OptionDef
from caborules.ir.types import Type
from caborules.ir.walk import subexpressions
from caborules.names.book import Question
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.cells import cell_value, domain, whole_domain
from caborules.types.declared import resolve
from caborules.types.mentions import reads_state
from caborules.types.narrowing import assume
from caborules.types.report import Failed
from caborules.types.world import ColumnSig, Env, OptionSig, World, cites

Openness: TypeAlias = Literal["fixed", "option", "open"]


def declare(w: World) -> None:
    """The types of all options and questions; bounds may name those whose own bounds are numbers."""
    named: list[tuple[str, n.TypeExpr, str | None]] = []
    plain: list[tuple[str, n.TypeExpr, str | None]] = []
    for key, option in w.book.options.items():
        (named if _names_bound(option.type) else plain).append((key, option.type, None))
    for key, question in w.book.questions.items():
        (named if _names_bound(question.field.type) else plain).append((key, question.field.type, question.form))
    for key, type, form in (*plain, *named):
        made = w.report.trying(resolve, w, type, key, form)
        if made is not None:
            w.options[key] = _signature(w, key, made, type.span)
        else:
            w.failed.add(key)


def _names_bound(type: n.TypeExpr) -> bool:
    return any(isinstance(p, n.Range) and not (isinstance(p.low, int) and isinstance(p.high, int)) for p in type.parts)


def _signature(w: World, key: str, type: Type, span: Span) -> OptionSig:
    question = w.book.questions.get(key)
    if question is None or key in w.book.fixes:
        return OptionSig(type, True, span)
    cell = answer_cell(question)
    answered = cell is not None
    return OptionSig(type, answered, question.field.span, answered and reads_state(w, cell))


def answer_cell(question: Question) -> n.Expr | n.Partial | None:
    """The answer in force: the one given, or the default."""
    cell = question.field.default if question.answer is None else question.answer.cell
    if isinstance(cell, n.Blank):
        cell = question.field.default
    return None if cell is None or isinstance(cell, n.Blank) else cell


def define(w: World) -> None:
    """The values of all options and answers."""
    for key, option in w.book.options.items():
        w.report.trying(_option, w, key, option)
    for key, question in w.book.questions.items():
        w.report.trying(_question, w, key, question)


def _known(w: World, key: str) -> OptionSig:
    if key not in w.options:
        raise Failed
    return w.options[key]


def _option(w: World, key: str, option: n.Option) -> None:
    type = _known(w, key).type
    fix = w.book.fixes.get(key)
    default = cell_value(w, option.default if fix is None else fix.value, type, Env(), f'The option "{key}"')
    values = () if fix is not None else whole_domain(w, type, option.span, f'The option "{key}"')
    openness: Openness = "fixed" if fix is not None else "open" if option.open else "option"
    cited = option.cites if fix is None else (*option.cites, *fix.cites)
    text = option.text or key.replace("-", " ")
    w.option_defs[key] = OptionDef(option.span, cites(cited), key, type, openness, values, default, None, text)


def _question(w: World, key: str, question: Question) -> None:
    signature, field = _known(w, key), question.field
    when = None if field.when is None else wants.condition(w, field.when, Env())
    env = Env() if when is None else assume(w, Env(), when)
    fix, answer = w.book.fixes.get(key), question.answer
    cell = answer_cell(question) if fix is None else fix.value
    if cell is None:
        w.unanswered[key] = when
        return
    value = cell_value(w, cell, signature.type, env, f"The answer to {key}")
    chosen = None if answer is None or fix is not None else answer.chosen
    span = field.span if answer is None else answer.span
    cited = cites(() if answer is None else answer.cites) + cites(() if fix is None else fix.cites)
    if signature.inlined:
        if chosen is not None:
            mend = "Write the choices in an option of their own, and read it here."
            message = f"{key} depends on the state of the game, so it cannot be an option."
            raise w.report.error("E213", span, message, mend)
        w.functions[key] = FunctionDef(span, cited, key, field.text, (), signature.type, value)
        return
    values = () if chosen is None else domain(w, chosen, signature.type, span, f"The answer to {key}")
    openness = "fixed" if chosen is None else chosen.openness
    w.option_defs[key] = OptionDef(span, cited, key, signature.type, openness, values, value, when, field.text)


def cell_option(w: World, key: str, column: ColumnSig, cell: n.RowCell, value: Expr, cited: n.Cites, row: str) -> Expr:
    """A cell that the rules allow to vary becomes an option; what stands in the table is a reference to it."""
    assert cell.chosen is not None
    if any(isinstance(part, x.LocalRef | x.PrintedNumber) for part in subexpressions(value)):
        message = f"{key} must be constant to be an option."
        raise w.report.error("E213", cell.span, message, "Write a number, a word or a rule.")
    values = domain(w, cell.chosen, column.type, cell.span, f"The cell {key}")
    text = f"{column.field.text} ({row})"
    w.option_defs[key] = OptionDef(
        cell.span, cites(cited), key, column.type, cell.chosen.openness, values, value, None, text
    )
    w.options[key] = OptionSig(column.type, True, cell.span)
    w.read_options.add(key)
    return x.OptionRef(column.type, cell.span, key)
