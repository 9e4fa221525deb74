"""The printed form of expressions, types, patterns, cells and other parts of a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from caborules.syntax import expressions as x
from caborules.syntax import vocabulary as v
from caborules.syntax.base import Cites, Name
from caborules.syntax.sheets import Chosen, DomainName, DomainPart

# How tightly a form binds; an operand that binds less tightly than its place wants stands in parentheses.
FREE, OR, AND, NOT, COMPARISON, SUM, PRODUCT, OF, ATOM = range(9)
_OPS = {"or": OR, "and": AND, "plus": SUM, "minus": SUM, "times": PRODUCT, "div": PRODUCT, "mod": PRODUCT}


def expression(e: x.Expr, level: int = FREE, reaches: bool = True) -> str:
    """An expression as it stands where at least ``level`` is wanted.

    ``reaches`` says that nothing follows which a form that ends in a condition could swallow.
    """
    text = _expression(e, reaches)
    too_loose = _level(e) < level or (isinstance(e, x.Exists) and not reaches)
    return f"({_expression(e, True)})" if too_loose else text


def enclosed(e: x.Expr) -> str:
    """An expression that words of the line follow: in parentheses if it would be hard to see where it ends."""
    return expression(e, OR, False)


def _level(e: x.Expr) -> int:
    match e:
        case x.Either() | x.Those() | x.ThoseBest() | x.FirstWhere() | x.Fold():
            return FREE
        case x.Binary(op=op):
            return _OPS.get(op, COMPARISON)
        case x.Not() | x.Exists():
            return NOT
        case x.IsEmpty() | x.IsIn() | x.IsOver() | x.IsOpen() | x.IsFace() | x.Share() | x.Knows():
            return COMPARISON
        case x.Of():
            return OF
        case x.Number() | x.CardLiteral() | x.Ref() | x.NoLiteral() | x.SetLiteral() | x.Interval():
            return ATOM
        case _:
            assert_never(e)


def _expression(e: x.Expr, reaches: bool) -> str:
    match e:
        case x.Number(value=value):
            return str(value)
        case x.CardLiteral(text=text):
            return text
        case x.Ref(name=name):
            return name.text
        case x.NoLiteral():
            return "no"
        case x.SetLiteral(pattern=members):
            return f"{{{pattern(members)}}}"
        case x.Interval(low=low, high=high):
            return f"({expression(low, SUM)}..{expression(high, SUM)})"
        case x.Of(function=function, arguments=(single,)):
            return f"{function.text} of {expression(single, OF)}"
        case x.Of(function=function, arguments=several):
            return f"{function.text} of ({', '.join(expression(part) for part in several)})"
        case x.Binary(op=op, left=left, right=right):
            level = _level(e)
            below = SUM if level == COMPARISON else level + 1
            if op == "or":
                return f"{_in_or(left, False)} or {_in_or(right, reaches)}"
            first = expression(left, SUM if level == COMPARISON else level, False)
            return f"{first} {op} {expression(right, below, reaches)}"
        case x.Not(operand=operand):
            return f"not {expression(operand, NOT, reaches)}"
        case x.Either() | x.Those() | x.ThoseBest() | x.FirstWhere() | x.Fold() | x.Exists():
            return _binder(e)
        case _:
            return _test(e)


def _in_or(e: x.Expr, reaches: bool) -> str:
    """An operand of ``or``: an ``and`` in it stands in parentheses, because few readers know which binds tighter."""
    if isinstance(e, x.Binary) and e.op == "and":
        return f"({expression(e)})"
    return expression(e, AND if reaches else OR, reaches)


def _test(e: x.IsEmpty | x.IsIn | x.IsOver | x.IsOpen | x.IsFace | x.Share | x.Knows) -> str:
    match e:
        case x.IsEmpty(operand=operand, negated=negated):
            return f"{expression(operand, SUM)} is{' not' if negated else ''} empty"
        case x.IsIn(operand=operand, among=among, negated=negated):
            return f"{expression(operand, SUM)} is{' not' if negated else ''} in {expression(among, SUM)}"
        case x.IsOver(rule=rule):
            return f"{expression(rule, SUM)} is over"
        case x.IsOpen(window=window):
            return f"{expression(window, SUM)} is open"
        case x.IsFace(operand=operand, up=up):
            return f"{expression(operand, SUM)} is face {'up' if up else 'down'}"
        case x.Share(operand=operand, attribute=attribute):
            return f"{expression(operand, SUM)} share {attribute}"
        case x.Knows(player=player, card=card):
            return f"{expression(player, SUM)} knows {expression(card, SUM)}"
        case _:
            assert_never(e)


def _binder(e: x.Either | x.Those | x.ThoseBest | x.FirstWhere | x.Fold | x.Exists) -> str:
    match e:
        case x.Either(value=value, condition=condition, otherwise=otherwise):
            return f"{expression(value, OR, False)} if {expression(condition, OR)} otherwise {expression(otherwise)}"
        case x.Those(variable=variable, among=among, where=where):
            return f"those {variable} in {expression(among, SUM)} where {expression(where, OR)}"
        case x.ThoseBest(variable=variable, among=among, which=which, measure=measure):
            return f"those {variable} in {expression(among, SUM)} with the {which} {expression(measure, SUM)}"
        case x.FirstWhere(variable=variable, among=among, where=where, otherwise=otherwise):
            test = f" where {expression(where, OR)}" if where else ""
            return f"first {variable} in {expression(among, SUM)}{test} otherwise {expression(otherwise)}"
        case x.Fold(which=fold, measure=measure, variable=variable, among=among, where=where):
            test = f" where {expression(where, OR)}" if where else ""
            return f"{fold} of {expression(measure, SUM)} for each {variable} in {expression(among, SUM)}{test}"
        case x.Exists(negated=negated, variable=variable, among=among, where=where):
            return f"{'no' if negated else 'some'} {variable} in {expression(among, SUM)} where {expression(where, OR)}"
        case _:
            assert_never(e)


def pattern(p: x.Pattern) -> str:
    return ", ".join(_pattern_part(part) for part in p.parts)


def _pattern_part(part: x.PatternWords | x.PatternSpan) -> str:
    if isinstance(part, x.PatternSpan):
        return f"{part.low}..{part.high}"
    words = " ".join(str(word) for word in part.words)
    return words if part.of is None else f"{words} of {part.of}"


def arguments(given: x.Arguments) -> str:
    """The arguments of a rule, with a blank before each."""
    return "".join(f" {part.prep or ''} {expression(part.value, OF)}".replace("  ", " ") for part in given)


def cell(c: x.Cell) -> str:
    match c:
        case x.Blank():
            return "--"
        case x.Partial(rule=rule, arguments=given):
            return rule + arguments(given)
        case _:
            return expression(c)


def chosen(c: Chosen | None) -> str:
    """``, open in a or b``, or nothing."""
    if c is None:
        return ""
    domain = "" if c.domain is None else " in " + " or ".join(_member(part) for part in c.domain)
    return f", {c.openness}{domain}"


def _member(part: DomainPart) -> str:
    if isinstance(part, DomainName):
        return part.name + arguments(part.arguments)
    return type_part(part)


def type_(t: v.TypeExpr) -> str:
    return " or ".join(type_part(part) for part in t.parts)


def type_part(part: v.TypePart) -> str:
    match part:
        case v.TypeName(name=name):
            return name
        case v.TypeNumber(value=value):
            return str(value)
        case v.TypeNo():
            return "no"
        case v.TypeSet(of=of):
            return f"set of {of}"
        case v.TypeRule(parts=parts):
            return f"rule {signature(parts)}"
        case v.Range():
            return range_(part)
        case _:
            assert_never(part)


def range_(r: v.Range) -> str:
    return f"{r.low}..{r.high}"


def params(given: tuple[v.Param, ...]) -> str:
    return f"({', '.join(param.name + (f': {type_(param.type)}' if param.type else '') for param in given)})"


def signature(parts: tuple[v.Part, ...]) -> str:
    return " ".join(f"{part.prep} {params(part.params)}" if part.prep else params(part.params) for part in parts)


def citations(cited: Cites) -> str:
    return " ".join(f"@{cite.clause}" for cite in cited)


def names(given: Iterable[Name]) -> str:
    return ", ".join(name.text for name in given)
