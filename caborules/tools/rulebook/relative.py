"""Conditions on one of a group, or on several of it, as relative clauses: ``who has lost``, ``whose score is 3``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from caborules.ir import expressions as ex
from caborules.ir.operators import OPPOSITE
from caborules.ir.types import BoolType, CardType, Type
from caborules.ir.walk import subexpressions
from caborules.lower.fold import negate
from caborules.tools.rulebook import amounts, conditions, groups, nouns
from caborules.tools.rulebook.english import a, agreeing, denied, plural, words
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
        return f"(only if {conditions.clause(t, where, no)})"
    inner = t.with_name(name, groups.it_beside(t, name, where, _kind(where, name)))
    who = "who" if players else "that"
    match where:
        case ex.Not(operand=operand):
            return relative(t, name, operand, many, players=players, no=not no)
        case ex.Logic():
            return _joined(t, name, where, many, players=players, no=no)
        case ex.Compare(left=ex.LocalRef(name=found), right=right, op=op) if found == name:
            said = OPPOSITE[op] if no else op
            return f"{who} {said.replace('is', 'are', 1) if many else said} {nouns.noun(t, right)}"
        case ex.Compare(left=ex.AttributeOf(card=ex.LocalRef(name=found))) if found == name and (
            thing := nouns.thing_compared(t, where)
        ):
            not_ = " not" if no != (where.op == "is not") else ""
            return f"{who} are{not_} {plural(thing)}" if many else f"{who} is{not_} {a(thing)}"
        case ex.Compare(left=ex.SizeOf(collection=ex.CardsIn(place=place)), right=right, op=op) if bare := bare_of(
            t, name, place
        ):
            return f"whose {bare} {amounts.has(inner, OPPOSITE[op] if no else op, right)}"
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
            if isinstance(place, ex.PlaceRef) and t.system.places[place.place].shape == "one card":
                return f"who {'have' if many else 'has'} {a(bare) if no else f'no {bare}'}"
            return f"whose {bare} is {'not ' if no else ''}empty"
    found_predicate = predicate(t, name, where)
    if found_predicate:
        rest = denied(found_predicate) if no else found_predicate
        if many and rest.startswith("does not "):
            return f"{who} do not {rest.removeprefix('does not ')}"
        return f"{who} {agreeing(rest, many)}"
    whole = conditions.clause(inner, where, no)
    if whole.endswith(seen := f" seen {groups.it(_kind(where, name))}"):
        return f"{'whom' if players else 'that'} {whole.removesuffix(seen)} seen"
    each = f"for {'each of ' if many else ''}{'whom' if players else 'which'}"
    return f"{each} {whole}"


def _joined(t: Talk, name: str, where: ex.Logic, many: bool, *, players: bool, no: bool) -> str:
    """Conditions one after the other; what is not about the one called ``name`` comes last, in brackets."""
    parts = parts_of(where, where.op)
    about = [one for one in parts if speaks_of(one, name)]
    joined = where.op if not no else {"and": "or", "or": "and"}[where.op]
    told = [relative(t, name, one, many, players=players, no=no) for one in about]
    mixed = any(isinstance(part, ex.Logic) for one in about for part in (one, getattr(one, "operand", one)))
    said = f"{',' if mixed else ''} {joined} ".join(told)
    if len(about) == len(parts):
        return said
    condition = conditions.clause(t, all_of([one for one in parts if not speaks_of(one, name)], where.op), no)
    if joined == "and":
        return f"{said} (only if {condition})"
    return f"{said} (or {'all of them' if many else 'any other'}, if {condition})"


def parts_of(expr: ex.Expr, op: str) -> list[ex.Expr]:
    """The conditions that are joined by ``and`` (or by ``or``); not this or that is neither."""
    if isinstance(expr, ex.Logic) and expr.op == op:
        return [*parts_of(expr.left, op), *parts_of(expr.right, op)]
    if isinstance(expr, ex.Not) and isinstance(expr.operand, ex.Logic) and expr.operand.op != op:
        return [negate(one) for one in parts_of(expr.operand, expr.operand.op)]
    return [expr]


def all_of(parts: Sequence[ex.Expr], op: Literal["and", "or"]) -> ex.Expr:
    """Conditions joined by ``and`` (or by ``or``)."""
    found = parts[0]
    for one in parts[1:]:
        found = ex.Logic(found.type, None, op, found, one)
    return found


def predicate(t: Talk, name: str, where: ex.Expr) -> str:
    """What is said of the one called ``name``, if a text of the ruleset says it as a predicate."""
    match where:
        case ex.Compare(op="is") if (told := conditions.manner(t, where)) and _is_it(told[0], name):
            return told[1]
        case ex.Knows(player=ex.LocalRef(name=found), cards=cards) if found == name:
            return f"has seen {nouns.noun(t, cards)}"
        case ex.FaceUp(card=ex.LocalRef(name=found)) if found == name:
            return "lies face up"
        case ex.Apply(function=function, arguments=(ex.LocalRef(name=found), *_)) if found == name:
            one = t.system.functions[function]
            named = nouns.spoken(one.text, {one.parameters[0].name: ""})[1]
            if one.text and isinstance(one.type, BoolType) and not named and conditions.is_predicate(one.text):
                return one.text.removeprefix("who ")
        case ex.VariableRef(variable=variable, owner=ex.LocalRef(name=found)) if found == name:
            return conditions.predicate_of(t.system.variables[variable])
    return ""


def _is_it(expr: ex.Expr, name: str) -> bool:
    return isinstance(expr, ex.LocalRef) and expr.name == name


def speaks_of(where: ex.Expr, name: str) -> bool:
    return any(isinstance(one, ex.LocalRef) and one.name == name for one in subexpressions(where))


def is_another(t: Talk, name: str, where: ex.Expr) -> bool:
    """Is the one called ``name`` told apart, in a condition on it, from another that is spoken of?"""
    kind = _kind(where, name)
    return groups.it_beside(t, name, where, kind) != groups.it(kind)


def _kind(where: ex.Expr, name: str) -> Type:
    found = (one.type for one in subexpressions(where) if isinstance(one, ex.LocalRef) and one.name == name)
    return next(found, CardType())
