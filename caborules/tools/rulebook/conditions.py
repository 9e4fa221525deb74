"""Conditions as clauses: ``the stock is empty``, ``some player has lost``, ``who is not the dealer``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from caborules.ir import expressions as ex
from caborules.ir.operators import OPPOSITE
from caborules.ir.system import VariableDef
from caborules.ir.types import CollectionType, EnumType, PlayerType
from caborules.tools.rulebook import nouns, relative
from caborules.tools.rulebook.english import counted, denied, denied_sentence, listed, past, words
from caborules.tools.rulebook.talk import Talk

_SCALES: Final = ("is at least", "is less than", "is at most", "is more than")


def clause(t: Talk, expr: ex.Expr, no: bool = False) -> str:
    """A condition as a clause without capital or full stop; ``no``: its opposite."""
    match expr:
        case ex.Not(operand=operand):
            return clause(t, operand, not no)
        case ex.Logic(op=op, left=left, right=right):
            joined = op if not no else {"and": "or", "or": "and"}[op]
            first, second = _side(t, left, no, joined), _side(t, right, no, joined)
            subject = _subject(t, right)
            last = left.right if isinstance(left, ex.Logic) else left
            if subject and subject == _subject(t, last) and clause(t, last, no).startswith(f"{subject} "):
                second = second.removeprefix(f"{subject} ")
            return f"{first} {joined} {second}"
        case ex.Compare():
            return _compared(t, expr, no)
        case ex.IsEmpty(collection=collection):
            return _empty(t, collection, no)
        case ex.IsIn(element=element, collection=collection):
            return f"{nouns.noun(t, element)} {membership(t, collection, no, False)}"
        case ex.Exists():
            return _exists(t, expr, no)
        case ex.Const(value=bool(given)):
            return "always" if given != no else "never"
        case ex.Apply():
            return _holds(t, expr, no)
        case ex.VariableRef():
            return _marked(t, expr, no)
        case ex.LocalRef():
            return _recalled(t, expr.name, no)
        case ex.Knows(player=player, cards=cards):
            return f"{nouns.noun(t, player)} {'has not seen' if no else 'has seen'} {nouns.noun(t, cards)}"
        case ex.FaceUp(card=card):
            return f"{nouns.noun(t, card)} {'does not lie' if no else 'lies'} face up"
        case ex.WindowOpen(window=name):
            return f"“{t.system.windows[name].text or words(name)}” is {'not open' if no else 'open'}"
        case ex.Share(cards=cards, measure=measure, variable=name):
            what = relative.bare_of(t, name, measure) or "the same value"
            return f"{nouns.noun(t, cards)} {'do not all have' if no else 'all have'} the same {what}"
        case ex.Either(condition=condition, then=then, otherwise=otherwise):
            first = f"{clause(t, then, no)} (if {clause(t, condition)})"
            return f"{first} or {clause(t, otherwise, no)} (otherwise)"
        case ex.Lookup(column=column, key=key):
            return f"the column “{words(column)}” says {'no' if no else 'yes'} for {nouns.noun(t, key)}"
        case ex.IsOver(rule=rule):
            return f"“{nouns.title(t, rule)}” is {'not over' if no else 'over'}"
    raise AssertionError(f"no condition: {expr}")


def _recalled(t: Talk, name: str, no: bool) -> str:
    """A condition that was looked at before."""
    if name in t.recalled:
        condition, step = t.recalled[name]
        return f"{past(clause(t, condition, no))} before step {step} of this list"
    text = t.names.get(name, f"it was so (“{words(name)}”)")
    return text.replace("was so", "was not so", 1) if no else text


def knowing(t: Talk, condition: ex.Expr) -> Talk:
    """How things are spoken of where the condition holds: if there is one of them, it is the only one."""
    match condition:
        case ex.Compare(left=ex.SizeOf(collection=collection), op="is", right=ex.Const(value=1)):
            return replace(t, single=(*t.single, collection))
    return t


def whether(t: Talk, expr: ex.Expr) -> str:
    """A condition where a noun is wanted."""
    return f"whether {clause(t, expr)}"


def _subject(t: Talk, expr: ex.Expr) -> str:
    """Of whom or what a condition says something with a verb; nothing where that is not so simple."""
    match expr:
        case ex.Not(operand=operand):
            return _subject(t, operand)
        case ex.Knows(player=who):
            return nouns.noun(t, who)
        case ex.VariableRef(owner=owner) if owner is not None:
            return nouns.noun(t, owner)
        case ex.Compare(left=ex.VariableRef(type=PlayerType()) | ex.LocalRef(type=PlayerType()) as left):
            return nouns.noun(t, left)
        case ex.IsIn(element=element):
            return nouns.noun(t, element)
    return ""


def _side(t: Talk, expr: ex.Expr, no: bool, joined: str) -> str:
    inner = expr.operand if isinstance(expr, ex.Not) else expr
    denied_here = no != isinstance(expr, ex.Not)
    text = clause(t, expr, no)
    if isinstance(inner, ex.Logic):
        op = inner.op if not denied_here else {"and": "or", "or": "and"}[inner.op]
        if op != joined:
            return f"({text})"
    return text


def _compared(t: Talk, expr: ex.Compare, no: bool) -> str:
    op = OPPOSITE[expr.op] if no else expr.op
    left, right = expr.left, expr.right
    if isinstance(right, ex.Const) and right.value is None and isinstance(left.type, PlayerType):
        who = nouns.noun(t, left)
        return f"{'nobody' if op == 'is' else 'somebody'} is {who}"
    if isinstance(right, ex.Const) and isinstance(right.value, bool):
        return clause(t, left, (right.value is False) == (op == "is"))
    match left, right:
        case ex.Arithmetic(op="minus", left=ex.SizeOf() as size, right=ex.Const(value=int(less))), ex.Const(
            value=int(n)
        ):
            return _count(t, size.collection, op, n + less)
        case ex.LocalRef(), ex.Const(type=EnumType()):
            return f"{nouns.noun(t, left)} {op} {nouns.argument(t, right)}"
    if isinstance(left, ex.SizeOf) and isinstance(right, ex.Const) and isinstance(right.value, int):
        return _count(t, left.collection, op, right.value)
    if isinstance(left, ex.PlayerCount) and isinstance(right, ex.Const) and isinstance(right.value, int):
        amount = {"is": "exactly", "is not": "not exactly"}.get(op, op.removeprefix("is "))
        return f"there are {amount} {right.value} players"
    if isinstance(left, ex.VariableRef) and is_many(t.system.variables[left.variable]):
        return f"{nouns.noun(t, left)} {op.replace('is', 'are', 1)} {nouns.noun(t, right)}"
    return f"{nouns.noun(t, left)} {op} {nouns.noun(t, right)}"


def is_many(variable: VariableDef) -> bool:
    """Is a number called by what it counts, as chips?"""
    name = variable.text or words(variable.name)
    return len(name.split()) == 1 and name.endswith("s") and not name.endswith("ss")


def _count(t: Talk, collection: ex.Expr, op: str, number: int) -> str:
    """``there are at least 4 cards of the pile``."""
    amount = {"is": "exactly", "is not": "not exactly"}.get(op, op.removeprefix("is "))
    if isinstance(collection, ex.CardsIn):
        return f"{nouns.noun(t, collection.place)} has {amount} {counted(number, 'card')}"
    members = nouns.group(t, collection)
    if not members.one:
        return f"the number of {members.all_of()} {op} {number}"
    what = members.single() if number == 1 else members.several()
    return f"there {'is' if number == 1 else 'are'} {amount} {number} {what}"


def _empty(t: Talk, collection: ex.Expr, no: bool) -> str:
    if isinstance(collection, ex.CardsIn) and isinstance(collection.place, ex.PlaceRef):
        place = t.system.places[collection.place.place]
        if place.shape == "one card":
            thing = place.text or words(place.name)
            who = "there is" if collection.place.owner is None else f"{nouns.noun(t, collection.place.owner)} has"
            return f"{who} {'a' if no else 'no'} {thing}"
        return f"{nouns.noun(t, collection.place)} is {'not empty' if no else 'empty'}"
    if isinstance(collection, ex.CardsIn):
        return f"{nouns.noun(t, collection.place)} is {'not empty' if no else 'empty'}"
    members = nouns.group(t, collection)
    if not members.one and members.players:
        return f"{'somebody' if no else 'nobody'} is among {members.all_of()}"
    return f"there is {members.some() if no else members.none()}"


def membership(t: Talk, collection: ex.Expr, no: bool, many: bool) -> str:
    is_ = ("are" if many else "is") + (" not" if no else "")
    if isinstance(collection, ex.Const) and isinstance(collection.value, tuple):
        inner = collection.type.of if isinstance(collection.type, CollectionType) else collection.type
        return f"{is_} {listed([nouns.value(t, one, inner) for one in collection.value], 'or')}"
    return f"{is_} among {nouns.noun(t, collection)}"


def _exists(t: Talk, expr: ex.Exists, no: bool) -> str:
    members = nouns.group(t, expr.among)
    if no and (isinstance(expr.where, ex.Not) or _is_measured(t, expr)):
        return clause(t.with_name(expr.variable, members.each()), expr.where, no=True)
    if members.is_everybody and (said := relative.predicate(t, expr.variable, expr.where)):
        return f"{'nobody' if no else 'somebody'} {said}"
    found = members.narrowed(t, expr.variable, expr.where)
    return f"there is {found.none() if no else found.some()}"


def _is_measured(t: Talk, expr: ex.Exists) -> bool:
    """Is the condition that something of each one is more or less than something else?"""
    match expr.where:
        case ex.Compare(left=left, right=right, op=op):
            return (
                op in _SCALES
                and bool(relative.bare_of(t, expr.variable, left))
                and not relative.speaks_of(right, expr.variable)
            )
    return False


# ---------------------------------------------------------------- terms and state that hold or not
def _holds(t: Talk, expr: ex.Apply, no: bool) -> str:
    function = t.system.functions[expr.function]
    phrases = {p.name: nouns.noun(t, one) for p, one in zip(function.parameters, expr.arguments, strict=True)}
    if not function.text:
        of = f" of {listed(list(phrases.values()))}" if phrases else ""
        return f"“{words(function.name)}”{of} {'does not hold' if no else 'holds'}"
    text, used = nouns.spoken(function.text, phrases)
    if used or not phrases:
        return denied_sentence(text) if no else text
    if not is_predicate(text):
        told = denied_sentence(text) if no else text
        return f"{told} (for {listed(list(phrases.values()))})"
    first, *others = phrases.values()
    text = text.removeprefix("who ")
    tail = f" (with {listed(others)})" if others else ""
    return f"{first} {denied(text) if no else text}{tail}"


def _marked(t: Talk, expr: ex.VariableRef, no: bool) -> str:
    variable = t.system.variables[expr.variable]
    if expr.owner is None:
        if variable.text:
            return denied_sentence(variable.text) if no else variable.text
        return f"it is {'not ' if no else ''}noted: “{words(expr.variable)}”"
    who = nouns.noun(t, expr.owner)
    predicate = predicate_of(variable)
    return f"{who} {denied(predicate) if no else predicate}"


def predicate_of(variable: VariableDef) -> str:
    """What is said of a player for whom a yes or no of the state is yes."""
    return variable.text or f"is marked “{words(variable.name)}”"


def is_predicate(text: str) -> bool:
    """Does a text say something of a subject that stands before it, rather than being a clause of its own?"""
    first = text.partition(" ")[0].lower()
    return first not in ("there", "nobody", "somebody", "everybody", "it", "the", "a", "an", "all", "no", "at")
