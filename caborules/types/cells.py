"""Cells of tables and answers of forms: a value of the type that was asked for, or a rule with arguments given."""

from __future__ import annotations

from collections.abc import Iterable

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Const, Expr, RuleMade
from caborules.ir.system import ParamDef
from caborules.ir.types import BOOL, BoolType, EnumType, NumberType, RuleType, Type
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.coerce import coerce
from caborules.types.declared import bound_of
from caborules.types.kinds import describe, fits, members
from caborules.types.ranges import backwards, disjoint
from caborules.types.report import Failed
from caborules.types.words import undirected
from caborules.types.world import Env, World


def cell_value(w: World, cell: n.Expr | n.Partial, want: Type, env: Env, what: str) -> Expr:
    """The value of a cell or answer. ``what`` names it in messages. Raises Failed (E213 outside its type, E223)."""
    if isinstance(cell, n.Partial):
        if not isinstance(want, RuleType):
            raise _outside(w, cell.span, f'the rule "{cell.rule}"', want, what)
        return _rule(w, cell.span, cell.rule, cell.arguments, want, env)
    if isinstance(want, RuleType):
        made = w.expr(cell, env, want)
        if isinstance(made, RuleMade) and made.rule is not None:
            return _rule(w, cell.span, made.rule, (), want, env)
        if made.type != want:
            raise _outside(w, cell.span, describe(made.type), want, what)
        return made
    if isinstance(cell, n.Ref) and isinstance(want, EnumType) and undirected(w, env, cell):
        word = cell.name.text
        if word not in want.members:
            raise _outside(w, cell.span, f'"{word}"', want, what, word)
    made = w.expr(cell, env, want)
    if isinstance(want, NumberType) and isinstance(made.type, NumberType) and disjoint(made.type, want):
        raise _outside(w, cell.span, describe(made.type), want, what)
    if fits(made.type, want):
        return made
    if isinstance(want, BoolType | NumberType | EnumType) and not isinstance(made.type, RuleType):
        raise _outside(w, cell.span, describe(made.type), want, what)
    return coerce(w, made, want, env)


def _outside(w: World, span: Span, value: str, want: Type, what: str, word: str = "") -> Failed:
    match want:
        case EnumType():
            mend = suggestion(word, [str(m) for m in want.members], f"Write {members(want)}.")
        case NumberType(low=low, high=high):
            mend = f"Write a number from {low} to {high}, or widen the range where it is declared."
        case BoolType():
            mend = "Write yes or no."
        case RuleType():
            mend = "Write the name of a rule, or  nothing."
        case _:
            mend = f"Write {describe(want)}."
    told = members(want) if isinstance(want, EnumType) and want.name in what else describe(want)
    return w.report.error("E213", span, f"{what} is {told}, and {value} is not.", mend)


def _rule(w: World, span: Span, name: str, arguments: n.Arguments, want: RuleType, env: Env) -> Expr:
    """A rule with some arguments given. Raises Failed (E201, E204, E223)."""
    if name == "nothing":
        return RuleMade(want, span, None, ())
    if name not in w.rules:
        if w.sorts.get(name) == "rule":
            raise Failed
        mend = suggestion(name, w.rules, "A cell names a rule, or  nothing.")
        raise w.report.error("E201", span, f'There is no rule "{name}".', mend)
    signature = w.rules[name].parameters
    given = labelled(w, name, signature, arguments, env)
    left = tuple((p.preposition, p.type) for p in signature if p.name not in given)
    if sorted(map(str, left)) != sorted(map(str, want.parts)) and not _takes(left, want):
        message = f'The rule "{name}" does not fit: it wants {_parts(left)}, and the column gives {_parts(want.parts)}.'
        raise w.report.error("E223", span, message, f"Its parts are:  {header(name, signature)}.")
    return RuleMade(want, span, name, tuple(given.items()))


def _takes(left: tuple[tuple[str | None, Type], ...], want: RuleType) -> bool:
    """Do the parts that are left take what the column gives?"""
    wanted = dict(left)
    return len(left) == len(want.parts) and all(p in wanted and fits(t, wanted[p]) for p, t in want.parts)


def _parts(parts: Iterable[tuple[str | None, Type]]) -> str:
    words = [" ".join(filter(None, (prep, f"({describe(type)})"))) for prep, type in parts]
    return " ".join(words) if words else "nothing"


def header(name: str, parameters: Iterable[ParamDef]) -> str:
    """How a rule is called: ``attempt c from owner by matcher``."""
    return " ".join([name, *(" ".join(filter(None, (p.preposition, p.name))) for p in parameters)])


def labelled(
    w: World, rule: str, parameters: tuple[ParamDef, ...], arguments: n.Arguments, env: Env
) -> dict[str, Expr]:
    """Arguments by the names of the parameters, in the parameters' order. Raises Failed (E204)."""
    by_word = {p.preposition: p for p in parameters}
    made: dict[str, Expr | None] = {}
    for argument in arguments:
        word = f'a part "{argument.prep}"' if argument.prep else "a part without a word before it"
        mend = f"It is called so:  {header(rule, parameters)}."
        if argument.prep not in by_word:
            raise w.report.error("E204", argument.span, f'The rule "{rule}" has no {word[2:]}.', mend)
        param = by_word[argument.prep]
        if param.name in made:
            raise w.report.error("E204", argument.span, f'The rule "{rule}" is given {word} twice.', mend)
        made[param.name] = w.report.trying(wants.wanted, w, argument.value, env, param.type)
    if None in made.values():
        raise Failed
    return {p.name: value for p in parameters if (value := made.get(p.name)) is not None}


def domain(w: World, chosen: n.Chosen, type: Type, span: Span, what: str) -> tuple[Expr, ...] | tuple[int, int]:
    """The values that may be chosen: those after ``in``, or all of the type. Raises Failed (E213)."""
    if chosen.domain is None:
        return whole_domain(w, type, span, what)
    match chosen.domain:
        case (n.Range() as only,) if isinstance(type, NumberType):
            low, high = bound_of(w, only, only.low, None).low, bound_of(w, only, only.high, None).high
            if low > high:
                turned = f"Write `{only.high}..{only.low}`."
                message = backwards(only.low, only.high)
                raise w.report.error("E302", only.span, message, turned, "It would leave no value to choose.")
            if low < type.low or high > type.high:
                raise _outside(w, only.span, f"the range {low}..{high}", type, what)
            return (low, high)
    return tuple(value for part in chosen.domain for value in _domain_part(w, part, type, what))


def _domain_part(w: World, part: n.DomainPart, type: Type, what: str) -> list[Expr]:
    match part:
        case n.Range(low=int() as low, high=int() as high) if high - low <= 10_000:
            values: list[str | int] = list(range(low, high + 1))
        case n.TypeNumber(value=number):
            values = [number]
        case n.TypeNo():
            values = ["no"]
        case n.DomainName(name=name, arguments=arguments) if isinstance(type, RuleType):
            return [_rule(w, part.span, name, arguments, type, Env())]
        case n.DomainName(name=name, arguments=()):
            values = [name]
        case _:
            raise _outside(w, part.span, "this", type, what)
    return [_constant(w, part.span, value, type, what) for value in values]


def _constant(w: World, span: Span, value: str | int, type: Type, what: str) -> Expr:
    match type:
        case BoolType() if value in ("yes", "no"):
            return Const(BOOL, span, value == "yes")
        case NumberType() if isinstance(value, int) and type.low <= value <= type.high:
            return Const(NumberType(value, value), span, value)
        case EnumType() if value in type.members:
            return Const(type, span, value)
    raise _outside(w, span, f'"{value}"', type, what, str(value))


def whole_domain(w: World, type: Type, span: Span, what: str) -> tuple[Expr, ...] | tuple[int, int]:
    """All values of a type that has few. Raises Failed (E213)."""
    match type:
        case BoolType():
            return (Const(BOOL, span, True), Const(BOOL, span, False))
        case NumberType():
            return (type.low, type.high)
        case EnumType():
            return tuple(Const(type, span, member) for member in type.members)
    mend = "Write the values that may be chosen:  in X or Y."
    raise w.report.error("E213", span, f"{what}: of {describe(type)} the choices must be written.", mend)
