"""Expressions of lowered systems in the words of the language."""

from __future__ import annotations

from caborules.ir import expressions as ex
from caborules.ir.types import RuleValue, Value

_SIMPLE = (
    ex.Const
    | ex.LocalRef
    | ex.VariableRef
    | ex.PlaceRef
    | ex.Lookup
    | ex.Seats
    | ex.PlayerCount
    | ex.FirstSeat
    | ex.Neighbour
    | ex.Others
    | ex.TheCard
    | ex.CardsIn
    | ex.EndOf
    | ex.RestOf
    | ex.FirstCards
    | ex.SizeOf
    | ex.SpotOf
    | ex.NewSpot
    | ex.PositionOf
    | ex.AttributeOf
    | ex.Numbers
    | ex.PrintedNumber
    | ex.WindowOpen
)


def value_phrase(value: Value | RuleValue) -> str:
    """A constant: yes, no, nobody, a number, a member, a set, a rule that a cell holds."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "nobody"
        case RuleValue(rule, given):
            return " ".join([rule, *(value_phrase(argument) for _, argument in given)])
        case tuple():
            return "{" + ", ".join(value_phrase(one) for one in value) + "}"
    return str(value)


def phrase(expr: ex.Expr) -> str:
    """``expr`` in words."""
    match expr:
        case ex.Const():
            return value_phrase(expr.value)
        case ex.LocalRef():
            return expr.name
        case ex.OptionRef():
            return expr.key
        case ex.VariableRef():
            return _of(expr.variable, expr.owner)
        case ex.PlaceRef():
            return _of(expr.place, expr.owner)
        case ex.Apply():
            return f"{expr.function} of ({', '.join(phrase(argument) for argument in expr.arguments)})"
        case ex.Lookup():
            return _of(expr.column, expr.key)
        case ex.RuleMade():
            return " ".join([expr.rule or "nothing", *(f"({phrase(argument)})" for _, argument in expr.given)])
        case ex.Seats():
            return "players"
        case ex.PlayerCount():
            return "player-count"
        case ex.FirstSeat():
            return "first-seat"
        case ex.Neighbour():
            return _of(expr.side, expr.player)
        case ex.Others():
            return _of("others" if expr.side == "left" else "others-right", expr.player)
        case ex.Knows():
            return f"{_part(expr.player)} knows {_part(expr.cards)}"
        case ex.FaceUp():
            return f"{_part(expr.card)} is face up"
        case ex.WindowOpen():
            return f"{expr.window} is open"
        case ex.HasPassed():
            return f"{_part(expr.player)} has passed in {expr.window}"
        case ex.CardNamed() | ex.IsOver():
            return "a thing of examples and properties"
    return _about_cards(expr)


def _about_cards(expr: ex.Expr) -> str:
    match expr:
        case ex.TheCard():
            return f"the card in {phrase(expr.place)}"
        case ex.CardsIn():
            return phrase(expr.place)
        case ex.EndOf():
            return _of(expr.end, expr.cards)
        case ex.RestOf():
            return _of("rest", expr.cards)
        case ex.FirstCards():
            return f"first-cards of ({phrase(expr.count)}, {phrase(expr.cards)})"
        case ex.SizeOf():
            return _of("size", expr.collection)
        case ex.SpotOf():
            return _of("spot", expr.card)
        case ex.NewSpot():
            return _of("new-spot", expr.place)
        case ex.PositionOf():
            return _of("position", expr.card)
        case ex.AttributeOf():
            return _of(expr.attribute, expr.card)
        case ex.PrintedNumber():
            return "number"
        case ex.Share():
            return f"{_part(expr.cards)} share {phrase(expr.measure)} of each {expr.variable}"
    return _composed(expr)


def _composed(expr: ex.Expr) -> str:
    match expr:
        case ex.Arithmetic() | ex.Compare() | ex.Logic():
            return f"{_part(expr.left)} {expr.op} {_part(expr.right)}"
        case ex.Not():
            if isinstance(expr.operand, ex.IsEmpty):
                return f"{_part(expr.operand.collection)} is not empty"
            if isinstance(expr.operand, ex.IsIn):
                return f"{_part(expr.operand.element)} is not in {_part(expr.operand.collection)}"
            return f"not {_part(expr.operand)}"
        case ex.Either():
            return f"{_part(expr.then)} if {_part(expr.condition)} otherwise {_part(expr.otherwise)}"
        case ex.Numbers():
            return f"({phrase(expr.low)}..{phrase(expr.high)})"
        case ex.IsEmpty():
            return f"{_part(expr.collection)} is empty"
        case ex.IsIn():
            return f"{_part(expr.element)} is in {_part(expr.collection)}"
        case ex.Those():
            return f"those {expr.variable} in {_part(expr.among)} where {phrase(expr.where)}"
        case ex.ThoseBest():
            return f"those {expr.variable} in {_part(expr.among)} with the {expr.which} {phrase(expr.measure)}"
        case ex.FirstWhere():
            where = "" if expr.where is None else f" where {phrase(expr.where)}"
            return f"first {expr.variable} in {_part(expr.among)}{where} otherwise {_part(expr.otherwise)}"
        case ex.Exists():
            return f"some {expr.variable} in {_part(expr.among)} where {phrase(expr.where)}"
        case ex.Fold():
            where = "" if expr.where is None else f" where {phrase(expr.where)}"
            return f"{expr.which} of {_part(expr.measure)} for each {expr.variable} in {_part(expr.among)}{where}"
        case ex.SomeSet():
            most = "or more" if expr.high is None else f"to {expr.high}"
            shared = "" if expr.measure is None else f" sharing {phrase(expr.measure)} of each {expr.variable}"
            return f"some {expr.low} {most} {expr.name} in {_part(expr.among)}{shared} where {phrase(expr.where)}"
    raise AssertionError(expr)


def _of(name: str, owner: ex.Expr | None) -> str:
    return name if owner is None else f"{name} of {_part(owner)}"


def _part(expr: ex.Expr) -> str:
    """``expr`` inside another: in parentheses, unless it is a name or an application."""
    return phrase(expr) if isinstance(expr, _SIMPLE) else f"({phrase(expr)})"
