"""Typed expressions and types in the words of the language, with brackets wherever they help."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.types import (
    BoolType,
    CardType,
    CollectionType,
    EnumType,
    NumberType,
    PlaceType,
    PlayerType,
    RuleType,
    RuleValue,
    SpotType,
    Type,
    Value,
)


def show_type(type: Type) -> str:
    """A type as a declaration would write it."""
    match type:
        case BoolType():
            return "yes or no"
        case NumberType(low=low, high=high):
            return f"{low}..{high}"
        case EnumType(members=members):
            return " or ".join(str(member) for member in members)
        case PlayerType(optional=optional):
            return "player or nobody" if optional else "player"
        case CardType():
            return "card"
        case SpotType():
            return "spot"
        case PlaceType():
            return "place"
        case CollectionType(of=NumberType()):
            return "set of number"
        case CollectionType(of=of):
            return {"card": "cards", "player": "players"}.get(show_type(of), f"set of {show_type(of)}")
        case RuleType(parts=parts):
            shown = [" ".join(filter(None, (prep, f"({show_type(part)})"))) for prep, part in parts]
            return " ".join(["rule", *shown])


def show_value(value: Value) -> str:
    """A constant."""
    match value:
        case True | False:
            return "yes" if value else "no"
        case None:
            return "nobody"
        case RuleValue(rule=rule, given=given):
            return " ".join([rule, *(show_value(argument) for _, argument in given)])
        case tuple():
            return "{" + ", ".join(show_value(one) for one in value) + "}"
        case _:
            return str(value)


def show(expr: Expr) -> str:
    """An expression; coercions are not shown, since the language does not write them."""
    match expr:
        case x.Const(type=PlayerType(), value=int() as seat):
            return f"seat {seat + 1}"
        case x.Const(value=value):
            return show_value(value)
        case x.OptionRef(key=key):
            return key
        case x.LocalRef(name=name):
            return name
        case x.VariableRef(variable=name, owner=owner) | x.PlaceRef(place=name, owner=owner):
            return name if owner is None else f"{name} of {show_operand(owner)}"
        case x.Apply(function=name, arguments=arguments):
            return _applied(name, arguments)
        case x.Lookup(column=name, key=key, arguments=arguments):
            return _applied(name, (key, *arguments))
        case x.RuleMade(rule=rule, given=given):
            return " ".join([rule or "nothing", *(f"({name}: {show(one)})" for name, one in given)])
        case x.Seats():
            return "players"
        case x.PlayerCount():
            return "player-count"
        case x.FirstSeat():
            return "first-seat"
        case x.PrintedNumber():
            return "number"
        case x.CardNamed(face=face):
            return f"[{' '.join(str(value) for value in face)}]"
        case x.TheCard(place=inner) | x.CardsIn(place=inner):
            return show(inner)
    return _composed(expr)


def show_operand(expr: Expr) -> str:
    """An expression with brackets where it consists of several words that could be torn apart."""
    text = show(expr)
    simple = " " not in text or text.startswith(("{", "["))
    applied = isinstance(expr, x.VariableRef | x.PlaceRef | x.Lookup | x.Apply | x.Neighbour | x.EndOf | x.AttributeOf)
    inside = expr.place if isinstance(expr, x.TheCard | x.CardsIn) else expr
    return text if simple or applied or isinstance(inside, x.PlaceRef) else f"({text})"


def _applied(name: str, arguments: tuple[Expr, ...]) -> str:
    if not arguments:
        return name
    if len(arguments) == 1:
        return f"{name} of {show_operand(arguments[0])}"
    return f"{name} of ({', '.join(show(argument) for argument in arguments)})"


def _composed(expr: Expr) -> str:
    match expr:
        case x.Neighbour(side=side, player=player):
            return f"{side} of {show_operand(player)}"
        case x.Others(side=side, player=player):
            return f"{'others' if side == 'left' else 'others-right'} of {show_operand(player)}"
        case x.EndOf(end=end, cards=cards):
            return f"{end} of {show_operand(cards)}"
        case x.RestOf(cards=cards):
            return f"rest of {show_operand(cards)}"
        case x.FirstCards(count=count, cards=cards):
            return f"first-cards of ({show(count)}, {show(cards)})"
        case x.SizeOf(collection=among):
            return f"size of {show_operand(among)}"
        case x.SpotOf(card=card):
            return f"spot of {show_operand(card)}"
        case x.NewSpot(place=place):
            return f"new-spot of {show_operand(place)}"
        case x.PositionOf(card=card):
            return f"position of {show_operand(card)}"
        case x.AttributeOf(attribute=name, card=card):
            return f"{name} of {show_operand(card)}"
        case x.Numbers(low=low, high=high):
            return f"({show(low)}..{show(high)})"
        case x.Arithmetic(op=op, left=left, right=right) | x.Compare(op=op, left=left, right=right):
            return f"{show_operand(left)} {op} {show_operand(right)}"
    return _condition(expr)


def _condition(expr: Expr) -> str:
    match expr:
        case x.Logic(op=op, left=left, right=right):
            return f"{_part(left, op)} {op} {_part(right, op)}"
        case x.Not(operand=x.IsEmpty(collection=among)):
            return f"{show_operand(among)} is not empty"
        case x.Not(operand=x.IsIn(element=element, collection=among)):
            return f"{show_operand(element)} is not in {show_operand(among)}"
        case x.Not(operand=x.Exists(variable=name, among=among, where=where)):
            return f"no {name} in {show_operand(among)} where {show(where)}"
        case x.Not(operand=x.FaceUp(card=card)):
            return f"{show_operand(card)} is face down"
        case x.Not(operand=operand):
            return f"not {show_operand(operand)}"
        case x.Either(condition=condition, then=then, otherwise=otherwise):
            return f"{show_operand(then)} if {show_operand(condition)} otherwise {_part(otherwise, 'otherwise')}"
        case x.IsEmpty(collection=among):
            return f"{show_operand(among)} is empty"
        case x.IsIn(element=element, collection=among):
            return f"{show_operand(element)} is in {show_operand(among)}"
        case x.Knows(player=player, cards=cards):
            return f"{show_operand(player)} knows {show_operand(cards)}"
        case x.FaceUp(card=card):
            return f"{show_operand(card)} is face up"
        case x.WindowOpen(window=name):
            return f"{name} is open"
        case x.IsOver(rule=name):
            return f"{name} is over"
        case x.HasPassed(window=name, player=player):
            return f"{show_operand(player)} has passed in {name}"
    return _binder(expr)


def _part(expr: Expr, op: str) -> str:
    """A part of ``and``, ``or`` or a chain of ``otherwise``: brackets only where another joining word stands inside."""
    match expr:
        case x.Logic(op=inner) if inner == op:
            return show(expr)
        case x.Logic() | x.Either() if not (isinstance(expr, x.Either) and op == "otherwise"):
            return f"({show(expr)})"
        case x.Exists() | x.Not(operand=x.Exists()) | x.FirstWhere() | x.Fold() | x.Those() | x.ThoseBest():
            return f"({show(expr)})"
    return show(expr)


def _binder(expr: Expr) -> str:
    match expr:
        case x.Those(variable=name, among=among, where=where):
            return f"those {name} in {show_operand(among)} where {show(where)}"
        case x.ThoseBest(variable=name, among=among, which=which, measure=measure):
            return f"those {name} in {show_operand(among)} with the {which} {show_operand(measure)}"
        case x.FirstWhere(variable=name, among=among, where=condition, otherwise=otherwise):
            test = "" if condition is None else f" where {show(condition)}"
            return f"first {name} in {show_operand(among)}{test} otherwise {show(otherwise)}"
        case x.Exists(variable=name, among=among, where=where):
            return f"some {name} in {show_operand(among)} where {show(where)}"
        case x.Fold(which=which, measure=measure, variable=name, among=among, where=condition):
            test = "" if condition is None else f" where {show(condition)}"
            return f"{which} of {show_operand(measure)} for each {name} in {show_operand(among)}{test}"
        case x.Share(cards=cards, measure=x.AttributeOf(attribute=name) | x.Lookup(column=name)):
            return f"{show_operand(cards)} share {name}"
        case x.SomeSet(name=name, among=among, low=low, high=high, measure=measure, where=where):
            most = "or more" if high is None else f"to {high}"
            shared = "" if measure is None else f" sharing {show(measure)}"
            return f"some {low} {most} {name} in {show_operand(among)}{shared} where {show(where)}"
    return repr(expr)
