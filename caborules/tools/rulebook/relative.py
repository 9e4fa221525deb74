"""Conditions on one of a group, or on several of it, as relative clauses: ``who has lost``, ``whose score is 3``."""

from __future__ import annotations

from caborules.ir import expressions as ex
from caborules.ir.operators import OPPOSITE
from caborules.ir.types import BoolType, CardType, Type
from caborules.ir.walk import subexpressions
from caborules.tools.rulebook import conditions, nouns
from caborules.tools.rulebook.english import agreeing, denied, words
from caborules.tools.rulebook.talk import Talk


def bare_of(t: Talk, name: str, measure: ex.Expr) -> str:
    """What is measured of the one called ``name``, without its owner (``score``); nothing where it is not so simple."""
    match measure:
        case ex.VariableRef(variable=variable, owner=ex.LocalRef(name=found)) if found == name:
            return t.system.variables[variable].text or words(variable)
        case ex.PlaceRef(place=place, owner=ex.LocalRef(name=found)) if found == name:
            return t.system.places[place].text or words(place)
        case ex.Lookup(column=column, key=ex.LocalRef(name=found)) if found == name:
            return words(column)
        case ex.AttributeOf(attribute=attribute, card=ex.LocalRef(name=found)) if found == name:
            return words(attribute)
        case ex.PositionOf(card=ex.LocalRef(name=found)) if found == name:
            return "position"
        case ex.Apply(function=function, arguments=(ex.LocalRef(name=found),)) if found == name:
            text = t.system.functions[function].text
            short = text.removeprefix("the ") if text else words(function)
            return short if len(short.split()) <= 3 else ""
    return ""


def relative(t: Talk, name: str, where: ex.Expr, many: bool, *, players: bool, no: bool = False) -> str:
    """A condition on the one called ``name``, or on several so called, as a relative clause."""
    if not speaks_of(where, name):
        return f"(if {conditions.clause(t, where, no)})"
    inner = t.with_name(name, nouns.it(_kind(where, name)))
    who = "who" if players else "that"
    match where:
        case ex.Not(operand=operand):
            return relative(t, name, operand, many, players=players, no=not no)
        case ex.Logic(op=op, left=left, right=right):
            joined = op if not no else {"and": "or", "or": "and"}[op]
            first, second = (relative(t, name, part, many, players=players, no=no) for part in (left, right))
            mixed = any(isinstance(part, ex.Logic) and part.op != op for part in (left, right))
            return f"{first}{',' if mixed else ''} {joined} {second}"
        case ex.Compare(left=ex.LocalRef(name=found), right=right, op="is" | "is not" as op) if found == name:
            return f"{who} {_be(many, no != (op == 'is not'))} {nouns.noun(t, right)}"
        case ex.Compare(left=left, right=right, op=op) if bare := bare_of(t, name, left):
            said = OPPOSITE[op] if no else op
            return f"whose {bare} {said} {nouns.noun(inner, right)}"
        case ex.IsIn(element=ex.LocalRef(name=found), collection=collection) if found == name:
            return f"{who} {conditions.membership(t, collection, no, many)}"
        case ex.IsIn(element=element, collection=collection) if bare := bare_of(t, name, element):
            return f"whose {bare} {conditions.membership(inner, collection, no, False)}"
        case ex.Knows(player=ex.LocalRef(name=found), cards=cards) if found == name:
            have = "have" if many else "has"
            return f"who {have}{' not' if no else ''} seen {nouns.noun(t, cards)}"
        case ex.IsEmpty(collection=ex.CardsIn(place=place)) if bare := bare_of(t, name, place):
            return f"whose {bare} is {'not ' if no else ''}empty"
    found_predicate = predicate(t, name, where)
    if found_predicate:
        rest = denied(found_predicate) if no else found_predicate
        if many and rest.startswith("does not "):
            return f"{who} do not {rest.removeprefix('does not ')}"
        return f"{who} {agreeing(rest, many)}"
    return f"for {'whom' if players else 'which'} {conditions.clause(inner, where, no)}"


def predicate(t: Talk, name: str, where: ex.Expr) -> str:
    """What is said of the one called ``name``, if a text of the ruleset says it as a predicate."""
    match where:
        case ex.Knows(player=ex.LocalRef(name=found), cards=cards) if found == name:
            return f"has seen {nouns.noun(t, cards)}"
        case ex.Apply(function=function, arguments=(ex.LocalRef(name=found), *_)) if found == name:
            one = t.system.functions[function]
            named = nouns.spoken(one.text, {one.parameters[0].name: ""})[1]
            if one.text and isinstance(one.type, BoolType) and not named and conditions.is_predicate(one.text):
                return one.text.removeprefix("who ")
        case ex.VariableRef(variable=variable, owner=ex.LocalRef(name=found)) if found == name:
            return conditions.predicate_of(t.system.variables[variable])
    return ""


def _be(many: bool, no: bool) -> str:
    return ("are" if many else "is") + (" not" if no else "")


def speaks_of(where: ex.Expr, name: str) -> bool:
    return any(isinstance(one, ex.LocalRef) and one.name == name for one in subexpressions(where))


def _kind(where: ex.Expr, name: str) -> Type:
    found = (one.type for one in subexpressions(where) if isinstance(one, ex.LocalRef) and one.name == name)
    return next(found, CardType())
