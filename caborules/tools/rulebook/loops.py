"""Steps that are carried out for each of several, or several times over, as people say it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.types import BoolType, CardType, CollectionType
from caborules.ir.walk import all_expressions, expressions_in, statements, subexpressions
from caborules.tools.rulebook.conditions import clause, predicate_of
from caborules.tools.rulebook.document import Item
from caborules.tools.rulebook.english import agreeing, words
from caborules.tools.rulebook.groups import Group, group, it
from caborules.tools.rulebook.nouns import noun
from caborules.tools.rulebook.relative import bare_of
from caborules.tools.rulebook.steps import destination, marked, simple
from caborules.tools.rulebook.talk import Talk

if TYPE_CHECKING:
    from caborules.tools.rulebook.telling import Teller


def for_each(teller: Teller, one: st.ForEach) -> Item:
    """``For each player: ...``, or shorter."""
    t = teller.talk
    members = group(t, one.among)
    brief = _closing_up(t, one) or _brief(t, one, members)
    if brief:
        return teller.line(replace(one, cites=_cites(one)), brief)
    if (ranked := _ranked(one)) is not None:
        return _by_rank(teller, one, *ranked)
    phrase = _phrase(t, one)
    which = members if one.where is None else members.narrowed(t, one.variable, one.where)
    start = ""
    if one.start is not None:
        start = f", beginning {_beginning(t, one.start)} and going on to the left"
    elif isinstance(one.among, ex.Numbers):
        start = " in order"
    items = teller.saying(t.with_name(one.variable, phrase)).block(one.body)
    return teller.under(f"For {which.each()}{start}: ", one, items)


def _beginning(t: Talk, start: ex.Expr) -> str:
    if isinstance(start, ex.Neighbour):
        return f"at the {start.side} of {noun(t, start.player)}"
    return f"with {noun(t, start)}"


def _phrase(t: Talk, one: st.ForEach) -> str:
    """How each of them is spoken of."""
    kind = one.among.type.of if isinstance(one.among.type, CollectionType) else one.among.type
    usual = it(kind)
    other = "the other player" if isinstance(one.among, ex.Others) else usual
    return t.free(usual, other, f"{usual.removeprefix('that ')} “{words(one.variable)}”")


# ---------------------------------------------------------------- one step for all
def _brief(t: Talk, one: st.ForEach, members: Group) -> str:
    """A single step with "each player" in the place of the name; nothing where it is not so simple."""
    if one.start is not None or one.where is not None or len(one.body.statements) != 1 or not members.players:
        return ""
    step = one.body.statements[0]
    if isinstance(step, st.Assign) and isinstance(step.value.type, BoolType):
        return _all_marked(t, one, step, members)
    uses = [
        part
        for expr in expressions_in(step)
        for part in subexpressions(expr)
        if isinstance(part, ex.LocalRef) and part.name == one.variable
    ]
    if not isinstance(step, st.Move | st.Show | st.Flip | st.Assign) or len(uses) != 1:
        return ""
    if isinstance(step, st.Assign) and not isinstance(step.value, ex.Const):
        return ""
    return simple(t.with_name(one.variable, members.each()), step)


def _closing_up(t: Talk, one: st.ForEach) -> str:
    """The cards of a row that are put into that same row, one after the other; nothing where it is something else."""
    place = one.among.place if isinstance(one.among, ex.CardsIn) else None
    if not isinstance(place, ex.PlaceRef) or t.system.places[place.place].shape != "row" or one.where is not None:
        return ""
    card = ex.LocalRef(CardType(), None, one.variable)
    moved = [part for part in statements(one.body) if isinstance(part, st.Move)]
    match one.body.statements:
        case (st.Move(),):
            lying = ""
        case (
            st.If(
                condition=ex.FaceUp(card=asked),
                then=st.Block(statements=(st.Move(), st.Flip(what=flipped, up=True))),
                otherwise=st.Block(statements=(st.Move(),)),
            ),
        ) if asked == flipped == card:
            lying = ", face up or face down as they lie"
        case _:
            return ""
    if any(part.what != card or part.to != place for part in moved):
        return ""
    return f"the cards of {noun(t, place)} move up, in their order{lying}, until there is no gap before or between them"


def _all_marked(t: Talk, one: st.ForEach, step: st.Assign, members: Group) -> str:
    if step.owner != ex.LocalRef(step.owner.type, None, one.variable) if step.owner is not None else True:
        return ""
    variable = t.system.variables[step.variable]
    current = ex.VariableRef(variable.type, None, step.variable, step.owner)
    match step.value:
        case ex.Const(value=bool(given)):
            who = members.each() if given else members.none()
            return marked(clause(t.with_name(one.variable, who), current), given)
        case ex.IsIn(element=ex.LocalRef(name=name), collection=collection) if name == one.variable:
            said = agreeing(predicate_of(variable), True)
            return f"from now on exactly {noun(t, collection)} {said}"
    return ""


def _cites(one: st.ForEach) -> tuple[str, ...]:
    inner = (line for line in statements(one.body) if not isinstance(line, st.ForEach))
    return tuple(dict.fromkeys((*one.cites, *(cite for line in inner for cite in line.cites))))


# ---------------------------------------------------------------- in the order of a measure
def _ranked(one: st.ForEach) -> tuple[st.ForEach, ex.Expr, ex.Expr | None] | None:
    """``for each number: for each one whose measure is that number``: the inner loop, the measure, what else holds."""
    if not isinstance(one.among, ex.Numbers) or one.where is not None or len(one.body.statements) != 1:
        return None
    inner = one.body.statements[0]
    if not isinstance(inner, st.ForEach) or inner.where is None or inner.start is not None:
        return None
    measure, rest = None, []
    for part in _conjuncts(inner.where):
        match part:
            case ex.Compare(left=left, op="is", right=ex.LocalRef(name=name)) if name == one.variable:
                measure = left
            case _:
                rest.append(part)
    spoken = [part for expr in (*rest, inner.among) for part in subexpressions(expr)] + list(
        all_expressions(inner.body)
    )
    if measure is None or any(isinstance(part, ex.LocalRef) and part.name == one.variable for part in spoken):
        return None
    where = None
    for part in rest:
        where = part if where is None else ex.Logic(part.type, None, "and", where, part)
    return inner, measure, where


def _conjuncts(expr: ex.Expr) -> list[ex.Expr]:
    if isinstance(expr, ex.Logic) and expr.op == "and":
        return [*_conjuncts(expr.left), *_conjuncts(expr.right)]
    return [expr]


def _by_rank(teller: Teller, one: st.ForEach, inner: st.ForEach, measure: ex.Expr, where: ex.Expr | None) -> Item:
    t = teller.talk
    phrase = _phrase(t, inner)
    members = group(t, inner.among).narrowed(t, inner.variable, where)
    bare = bare_of(t, inner.variable, measure) or noun(t.with_name(inner.variable, phrase), measure)
    items = teller.saying(t.with_name(inner.variable, phrase)).block(inner.body)
    cites = tuple(dict.fromkeys((*one.cites, *inner.cites)))
    return teller.under(f"For {members.each()}, the lowest {bare} first: ", replace(one, cites=cites), items)


# ---------------------------------------------------------------- several times
def repeat_times(teller: Teller, one: st.RepeatTimes) -> Item:
    """``2 times: ...``; cards that come from a pile one by one are counted."""
    t = teller.talk
    fixed = isinstance(one.times, ex.Const)
    match one.body.statements:
        case (
            st.If(
                instead=True,
                then=st.Block(statements=(st.Move(what=ex.EndOf(end="top", cards=ex.CardsIn(place=place)), to=to),)),
                otherwise=st.Block(statements=()),
            ),
        ):
            where = destination(t, to)
            if fixed:
                told = f"put the top {noun(t, one.times)} cards of {noun(t, place)}, one by one, {where}"
            else:
                told = (
                    f"put cards from the top of {noun(t, place)}, one by one, {where}, as many as {noun(t, one.times)}"
                )
            return teller.line(replace(one, cites=_all_cites(one)), f"{told}, as far as there are any")
    if fixed and (filled := _filled(t, one)):
        return teller.line(replace(one, cites=_all_cites(one)), filled)
    often = f"{noun(t, one.times)} times: " if fixed else f"As many times as {noun(t, one.times)} says: "
    return teller.under(often, one, teller.block(one.body))


def _filled(t: Talk, one: st.RepeatTimes) -> str:
    """Cards that come to a place one by one until it has so many; nothing where it is something else."""
    match one:
        case st.RepeatTimes(
            times=ex.Const(value=int(times)),
            body=st.Block(
                statements=(
                    st.If(
                        instead=False,
                        condition=ex.Compare(
                            left=ex.SizeOf(collection=ex.CardsIn(place=counted)),
                            op="is less than",
                            right=ex.Const(value=int(enough)),
                        ),
                        then=st.Block(
                            statements=(
                                st.If(
                                    instead=True,
                                    then=st.Block(
                                        statements=(
                                            st.Move(what=ex.EndOf(end="top", cards=ex.CardsIn(place=source)), to=to),
                                        )
                                    ),
                                    otherwise=st.Block(statements=()),
                                ),
                            )
                        ),
                        otherwise=st.Block(statements=()),
                    ),
                )
            ),
        ) if counted == to and times >= enough:
            what = f"put cards from the top of {noun(t, source)}, one by one, {destination(t, to)}"
            return f"{what} until it has at least {enough} cards, as far as there are any"
    return ""


def _all_cites(one: st.RepeatTimes) -> tuple[str, ...]:
    inner = (line for line in statements(one.body) if not isinstance(line, st.RepeatTimes))
    return tuple(dict.fromkeys((*one.cites, *(cite for line in inner for cite in line.cites))))
