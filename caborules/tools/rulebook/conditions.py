"""Conditions as clauses: ``the stock is empty``, ``some player has lost``, ``who is not the dealer``."""

from __future__ import annotations

from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir.operators import OPPOSITE
from caborules.ir.system import VariableDef
from caborules.ir.types import CollectionType, EnumType, NumberType, PlayerType
from caborules.tools.rulebook import amounts, nouns, relative
from caborules.tools.rulebook.english import a, denied, denied_sentence, listed, past, words
from caborules.tools.rulebook.talk import Talk


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
            if (same := _number(t, right)) and same == _number(t, last) and clause(t, last, no).startswith(same):
                second = second.removeprefix(same)
            return f"{first} {joined} {second}"
        case ex.Compare():
            return _compared(t, expr, no)
        case ex.IsEmpty(collection=collection):
            return amounts.empty(t, collection, no)
        case ex.IsIn(element=element, collection=collection):
            quoted = isinstance(element, ex.LocalRef)
            return f"{nouns.noun(t, element)} {membership(t, collection, no, False, quoted=quoted)}"
        case ex.Exists():
            return amounts.exists(t, expr, no)
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
            return f"{first}, or {clause(t, otherwise, no)} (otherwise)"
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
        case ex.Compare(left=ex.VariableRef(type=PlayerType()), right=ex.LocalRef(type=PlayerType()) as who):
            return nouns.noun(t, who)
        case ex.Compare(left=ex.VariableRef(type=PlayerType()) | ex.LocalRef(type=PlayerType()) as left):
            return nouns.noun(t, left)
        case ex.IsIn(element=element):
            return nouns.noun(t, element)
    return ""


def _number(t: Talk, expr: ex.Expr) -> str:
    """How a comparison of a number begins; nothing where it is something else."""
    inner = expr.operand if isinstance(expr, ex.Not) else expr
    if not isinstance(inner, ex.Compare) or not isinstance(inner.left.type, NumberType):
        return ""
    return "" if isinstance(inner.left, ex.SizeOf | ex.PlayerCount) else f"{nouns.noun(t, inner.left)} is "


def _side(t: Talk, expr: ex.Expr, no: bool, joined: str) -> str:
    inner = expr.operand if isinstance(expr, ex.Not) else expr
    denied_here = no != isinstance(expr, ex.Not)
    text = clause(t, expr, no)
    if isinstance(inner, ex.Either):
        then, otherwise = (clause(t, one, denied_here) for one in (inner.then, inner.otherwise))
        return f"(if {clause(t, inner.condition)}: {then}; otherwise: {otherwise})"
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
    if told := manner(t, expr):
        return f"{nouns.noun(t, told[0])} {told[1] if op == 'is' else denied(told[1])}"
    if thing := nouns.thing_compared(t, expr):
        assert isinstance(left, ex.AttributeOf)
        return f"{nouns.noun(t, left.card)} {op} {a(thing)}"
    match left, right:
        case ex.Arithmetic(op="minus", left=ex.SizeOf() as size, right=ex.Const(value=int(less))), ex.Const(
            value=int(n)
        ) if counted := amounts.size(t, size.collection, op, replace(right, value=n + less)):
            return counted
        case ex.SizeOf(collection=collection), _ if counted := amounts.size(t, collection, op, right):
            return counted
        case ex.VariableRef(type=PlayerType()), ex.LocalRef() | ex.Const():
            return f"{nouns.noun(t, right)} {op} {nouns.noun(t, left)}"
        case ex.PlayerCount(), ex.Const(value=int(n)):
            return amounts.players(op, n)
        case ex.VariableRef(variable=name), _ if is_many(t.system.variables[name]):
            are = op.replace("is", "are", 1).replace("less", "fewer")
            return f"{nouns.noun(t, left)} {are} {nouns.noun(t, right)}"
        case ex.AttributeOf(), _:
            return f"{nouns.noun(t, left)} {op} {nouns.noun(t, right)}"
    return f"{nouns.noun(t, left)} {op} {nouns.argument(t, right)}"


def manner(t: Talk, expr: ex.Compare) -> tuple[ex.Expr, str] | None:
    """Who stands in which way, and what is said of them: where a term says how the player stands."""
    match expr:
        case ex.Compare(left=ex.Apply(function=name, arguments=(who,)), right=ex.Const(type=EnumType())):
            function = t.system.functions[name]
            start = f"how the {words(function.parameters[0].name)} "
            if function.text.startswith(start):
                said = f"{function.text.removeprefix(start)} as {nouns.argument(t, expr.right)}"
                return who, said
    return None


def is_many(variable: VariableDef) -> bool:
    """Is a number called by what it counts, as chips?"""
    name = variable.text or words(variable.name)
    return len(name.split()) == 1 and name.endswith("s") and not name.endswith("ss")


def membership(t: Talk, collection: ex.Expr, no: bool, many: bool, *, quoted: bool = False) -> str:
    """What is said of a member; ``quoted``: words that are but names stand in quotation marks."""
    is_ = ("are" if many else "is") + (" not" if no else "")
    match collection:
        case ex.Const(value=tuple(members)):
            inner = collection.type.of if isinstance(collection.type, CollectionType) else collection.type
            told = [nouns.value(t, one, inner) for one in members]
            if quoted and isinstance(inner, EnumType):
                told = [f"“{one}”" for one in told]
            return f"{is_} {listed(told, 'or')}"
        case ex.CardsIn(place=place):
            return f"{is_} in {nouns.noun(t, place)}"
        case ex.ThoseBest() if not many:
            return f"{is_} one of {nouns.noun(t, collection)}"
    return f"{is_} among {nouns.noun(t, collection)}"


# ---------------------------------------------------------------- terms and state that hold or not
def _holds(t: Talk, expr: ex.Apply, no: bool) -> str:
    function = t.system.functions[expr.function]
    phrases = {p.name: nouns.noun(t, one) for p, one in zip(function.parameters, expr.arguments, strict=True)}
    if not function.text:
        of = f" for {listed(list(phrases.values()))}" if phrases else ""
        return f"“{words(function.name)}” {'does not hold' if no else 'holds'}{of}"
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
