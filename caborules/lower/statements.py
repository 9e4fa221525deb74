"""Statements become operations: rules are written out where they are carried out, loops become jumps back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir import statements as st
from caborules.ir.system import RuleDef
from caborules.ir.types import (
    BOOL,
    CARD,
    CARDS,
    CardType,
    NumberType,
    PlaceType,
    PlayerType,
    RuleType,
    RuleValue,
    SpotType,
)
from caborules.lower.asking import decide
from caborules.lower.fold import YES, equals, is_no, simplify
from caborules.lower.possible import element_type
from caborules.lower.waiting import wait
from caborules.lower.work import Context, Work, stays


def write_block(work: Work, block: st.Block, context: Context) -> None:
    """The operations of a block; control goes on to what is written next, unless a line says otherwise."""
    write_statements(work, block.statements, context)


def write_statements(work: Work, statements: tuple[st.Statement, ...], context: Context) -> None:
    for index, statement in enumerate(statements):
        source = context.source(statement)
        match statement:
            case st.Let() if isinstance(statement.value.type, PlaceType | RuleType):
                _name_by_case(work, statement, statements[index + 1 :], context)
                return
            case st.Let():
                value = work.keep(statement.name, work.expand(statement.value, context), context, source)
                context = context.naming(statement.name, value)
            case st.Pick():
                among = work.expand(statement.among, context)
                register = work.register(context, statement.name, element_type(among))
                work.code.emit(lo.PickOne(register.name, among, statement.name), source)
                context = context.naming(statement.name, register)
            case _:
                _write(work, statement, context, source)


def _name_by_case(work: Work, line: st.Let, rest: tuple[st.Statement, ...], context: Context) -> None:
    """A name for a place or for the rule in a cell: the rest of the block is written for each that it may be."""

    def named(value: ex.Expr) -> None:
        write_statements(work, rest, context.naming(line.name, value))

    by_case(work, work.expand(line.value, context), context, context.source(line), named)


def _write(work: Work, statement: st.Statement, context: Context, source: lo.Source) -> None:
    match statement:
        case st.Move():
            _move(work, statement, context, source)
        case st.Swap():
            left, right = work.expand(statement.left, context), work.expand(statement.right, context)
            work.code.emit(lo.SwapCards(left, right), source)
        case st.Shuffle():
            by_case(
                work,
                work.expand(statement.place, context),
                context,
                source,
                lambda place: work.code.emit(lo.ShufflePlace(place), source),
            )
        case st.Show():
            what, to = work.expand(statement.what, context), work.expand(statement.to, context)
            work.code.emit(lo.ShowCards(what, to, statement.secretly), source)
        case st.Flip():
            work.code.emit(lo.TurnCards(work.expand(statement.what, context), statement.up), source)
        case st.Assign():
            value = work.expand(statement.value, context)
            work.code.emit(lo.SetVariable(statement.variable, _owner(work, statement.owner, context), value), source)
        case st.Pay():
            _pay(work, statement, context, source)
        case st.Announce():
            said = None if statement.value is None else work.expand(statement.value, context)
            work.code.emit(lo.Say(statement.text, said), source)
        case st.SetWindow():
            work.code.emit(lo.MoveWindow(statement.window, "open" if statement.open else "close"), source)
        case st.If():
            _if(work, statement, context, source)
        case st.ForEach() | st.RepeatTimes() | st.RepeatUntil():
            _loop(work, statement, context, source)
        case st.CallRule():
            _call(work, statement.rule, statement.arguments, context, source)
        case st.Do():
            given = statement.arguments
            by_case(
                work,
                work.expand(statement.rule, context),
                context,
                source,
                lambda rule: _do(work, rule, given, context, source),
            )
        case st.EndRule():
            _end(work, statement, context, source)
        case st.Again():
            assert context.again is not None, "again outside a choice"
            work.code.jump(context.again)
        case st.Await():
            wait(work, lambda block, at: write_block(work, block, at), statement, context)
        case st.Decide():
            decide(work, lambda block, at: write_block(work, block, at), statement, context)
        case st.Let() | st.Pick():
            raise AssertionError("names are given where the block is written")


def by_case(work: Work, value: ex.Expr, context: Context, source: lo.Source, then: Callable[[ex.Expr], None]) -> None:
    """Write ``then`` for each thing that ``value`` may be, behind tests: each place, or each rule that a cell holds."""
    done = work.code.label()
    match value:
        case ex.Either() if isinstance(value.type, PlaceType | RuleType):
            otherwise = work.code.label()
            work.test(value.condition, otherwise, source)
            by_case(work, value.then, context, source, then)
            work.code.jump(done)
            work.code.place(otherwise)
            by_case(work, value.otherwise, context, source, then)
        case ex.Lookup() if isinstance(value.type, RuleType):
            distinct = list(dict.fromkeys(work.expander.cells[value.table, value.column].values()))
            distinct.sort(key=lambda held: held is None)
            for held in distinct[:-1]:
                otherwise = work.code.label()
                constant = ex.Const(value.type, value.span, held)
                work.test(equals(value, constant), otherwise, source)
                then(constant)
                work.code.jump(done)
                work.code.place(otherwise)
            if distinct:  # there is no row to be carried out where the options leave no card in the deck
                then(ex.Const(value.type, value.span, distinct[-1]))
        case _:
            then(work.settle("place", value, context, source))
    work.code.place(done)


# ---------------------------------------------------------------- cards and values
def _move(work: Work, statement: st.Move, context: Context, source: lo.Source) -> None:
    what = work.expand(statement.what, context)
    to = work.expand(statement.to, context)
    if isinstance(to.type, SpotType):
        _move_to(work, what, work.keep("spot", to, context, source), context, source)
    else:
        by_case(work, to, context, source, lambda place: _move_to(work, what, place, context, source))


def _move_to(work: Work, what: ex.Expr, to: ex.Expr, context: Context, source: lo.Source) -> None:
    match what:
        case ex.CardsIn(place=ex.PlaceRef() as place) if not isinstance(to.type, SpotType):
            work.code.emit(lo.MoveAll(work.settle("place", place, context, source), False, to), source)
        case ex.RestOf(cards=ex.CardsIn(place=ex.PlaceRef() as place)) if not isinstance(to.type, SpotType):
            work.code.emit(lo.MoveAll(work.settle("place", place, context, source), True, to), source)
        case _ if not isinstance(what.type, CardType):
            work.code.emit(lo.MoveCards(what, to), source)
        case _:
            lifted = what if _can_be_lifted(work, what) else work.keep("card", what, context, source)
            register = lifted if isinstance(lifted, ex.LocalRef) else work.register(context, "card", what.type)
            hands = any(place.shape == "hand" for place in work.system.places.values())
            work.code.emit(lo.Lift(register.name, lifted, to if hands else None), source)
            work.code.emit(lo.Lay(register.name, to), source)


def _can_be_lifted(work: Work, card: ex.Expr) -> bool:
    """Does it say plainly where the card lies?"""
    match card:
        case ex.EndOf(cards=ex.CardsIn(place=ex.PlaceRef() as place)):
            return work.system.places[place.place].shape == "pile" and stays(place)
        case ex.TheCard(place=ex.PlaceRef() as place):
            return stays(place)
    return False


def _owner(work: Work, owner: ex.Expr | None, context: Context) -> ex.Expr | None:
    return None if owner is None else work.expand(owner, context)


def _pay(work: Work, statement: st.Pay, context: Context, source: lo.Source) -> None:
    """``amount`` leaves the one variable and comes to the other."""
    amount = work.keep("amount", work.expand(statement.amount, context), context, source)
    payer, payee = _owner(work, statement.source_owner, context), _owner(work, statement.target_owner, context)
    payer = None if payer is None else work.keep("payer", payer, context, source)
    payee = None if payee is None else work.keep("payee", payee, context, source)
    _change(work, statement.source, payer, "minus", amount, source)
    _change(work, statement.target, payee, "plus", amount, source)


def _change(
    work: Work,
    variable: str,
    owner: ex.Expr | None,
    op: Literal["plus", "minus"],
    amount: ex.Expr,
    source: lo.Source,
) -> None:
    before = ex.VariableRef(work.system.variables[variable].type, source.span, variable, owner)
    after = simplify(ex.Arithmetic(before.type, source.span, op, before, amount))
    work.code.emit(lo.SetVariable(variable, owner, after), source)


# ---------------------------------------------------------------- control
def _if(work: Work, statement: st.If, context: Context, source: lo.Source) -> None:
    otherwise, done = work.code.label(), work.code.label()
    work.test(work.expand(statement.condition, context), otherwise, source)
    write_block(work, statement.then, context)
    work.code.jump(done)
    work.code.place(otherwise)
    write_block(work, statement.otherwise, context)
    work.code.place(done)


def _loop(
    work: Work, statement: st.ForEach | st.RepeatTimes | st.RepeatUntil, context: Context, source: lo.Source
) -> None:
    again, done = work.code.label(), work.code.label()
    match statement:
        case st.ForEach():
            among = work.expand(statement.among, context)
            element = work.register(context, statement.variable, element_type(among))
            inside = context.naming(statement.variable, element)
            where = YES if statement.where is None else work.expand(statement.where, inside)
            if is_no(where):
                return
            collection = work.register(context, f"{statement.variable}-rest", among.type)
            work.code.emit(lo.SetRegister(collection.name, among), source)
            if statement.start is not None:
                start = work.expand(statement.start, context)
                work.code.emit(lo.Rotate(collection.name, start), source)
            work.code.place(again)
            work.code.emit(lo.NextOf(element.name, collection.name, done), source)
            work.test(where, again, source)
        case st.RepeatTimes():
            inside = context
            times = work.expand(statement.times, context)
            if isinstance(times, ex.Const) and isinstance(times.value, int) and times.value <= 1:
                if times.value == 1:
                    write_block(work, statement.body, context)
                return
            count = work.register(context, "count", times.type)
            work.code.emit(lo.SetRegister(count.name, times), source)
            work.code.place(again)
            one, none = (ex.Const(NumberType(n, n), statement.span, n) for n in (1, 0))
            work.code.emit(lo.Test(ex.Compare(BOOL, statement.span, "is more than", count, none), done), source)
            less = ex.Arithmetic(times.type, statement.span, "minus", count, one)
            work.code.emit(lo.SetRegister(count.name, less), source)
        case st.RepeatUntil():
            inside = context
            work.code.place(again)
            condition = work.expand(statement.condition, context)
            work.code.emit(lo.Test(simplify(ex.Not(BOOL, condition.span, condition)), done), source)
    write_block(work, statement.body, inside)
    work.code.jump(again)
    work.code.place(done)


# ---------------------------------------------------------------- rules
def _call(work: Work, name: str, arguments: tuple[ex.Expr, ...], context: Context, source: lo.Source) -> None:
    """Carry out a rule with all its arguments, told in the caller's names."""
    rule = work.system.rules[name]
    given = tuple((p.name, work.expand(a, context)) for p, a in zip(rule.parameters, arguments, strict=True))
    enter(work, rule, given, context, source)


def _do(work: Work, held: ex.Expr, arguments: tuple[ex.Expr, ...], context: Context, source: lo.Source) -> None:
    """Carry out the rule that a cell holds: some of its arguments stand in the cell, ``do`` gives the others."""
    match held:
        case ex.Const(value=None):
            return
        case ex.Const(value=RuleValue(name, constants)):
            rule = work.system.rules[name]
            types = {p.name: p.type for p in rule.parameters}
            given: dict[str, ex.Expr] = {n: ex.Const(types[n], held.span, value) for n, value in constants}
        case ex.RuleMade(rule=str(name)):
            rule = work.system.rules[name]
            given = dict(held.given)
        case _:
            raise AssertionError("a rule that is not known when the rules are written out")
    assert isinstance(held.type, RuleType)
    open_parts = [p for p in rule.parameters if p.name not in given]
    for (preposition, _), argument in zip(held.type.parts, arguments, strict=True):
        part = next((p for p in open_parts if p.preposition == preposition), open_parts[0])
        open_parts.remove(part)
        given[part.name] = work.expand(argument, context)
    enter(work, rule, tuple((p.name, given[p.name]) for p in rule.parameters), context, source)


def _end(work: Work, statement: st.EndRule, context: Context, source: lo.Source) -> None:
    """On to the end of the innermost run. Where the rule is not running, a step that is never defined.

    That is refused (E312) where control can come to it; but reactions are written at every decision where their window
    might be open, and it shows only later where it cannot be.
    """
    if statement.rule in context.ends:
        work.code.jump(context.ends[statement.rule])
        return
    register = work.register(context, "nothing", CARD)
    nothing = ex.Const(CARDS, statement.span, ())
    work.code.emit(lo.Lift(register.name, ex.EndOf(CARD, statement.span, "top", nothing)), source)


def enter(
    work: Work, rule: RuleDef, given: tuple[tuple[str, ex.Expr], ...], context: Context, source: lo.Source
) -> None:
    """A run of a rule: its parameters, resets and body. Places are told apart first."""
    for index, (name, argument) in enumerate(given):
        if isinstance(argument, ex.Either) and isinstance(argument.type, PlaceType):

            def settled(place: ex.Expr, index: int = index, name: str = name) -> None:
                enter(work, rule, (*given[:index], (name, place), *given[index + 1 :]), context, source)

            by_case(work, argument, context, source, settled)
            return
    room = replace(context, room=rule.name)
    scope = {name: work.keep(name, argument, room, source) for name, argument in given}
    end = work.code.label()
    inside = Context(
        scope=scope,
        rules=(*context.rules, rule.name),
        ends={**context.ends, rule.name: end},
        held=context.held,
        again=context.again,
        room=rule.name,
    )
    mark = lo.Source(inside.rules, rule.span, rule.cites)
    player = next((scope[p.name] for p in rule.parameters if isinstance(p.type, PlayerType)), None)
    work.code.emit(lo.Mark(rule.name, "start", player), mark)
    write_block(work, rule.resets, inside)
    write_block(work, rule.body, inside)
    work.code.place(end)
    work.code.emit(lo.Mark(rule.name, "end"), mark)
