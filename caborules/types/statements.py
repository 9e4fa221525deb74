"""Statements: blocks, conditions and loops, and what ``otherwise`` after a step means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from caborules.ir import statements as s
from caborules.ir.expressions import Expr
from caborules.ir.statements import Block, Statement
from caborules.ir.types import PLAYER, PLAYERS, Type
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.decisions import decision
from caborules.types.definedness import Definedness, negation
from caborules.types.locals import bind
from caborules.types.narrowing import assume, joined, without_state
from caborules.types.report import Failed
from caborules.types.steps import simple
from caborules.types.world import Env, Home, World, cites

MOST_TIMES: Final = 10_000
"""So often a block may be repeated."""


def block(w: World, nodes: n.Block, env: Env, home: Home) -> tuple[Block, Env | None]:
    """A block, and what holds after it (None: what follows it is never reached). Raises Failed after all its errors."""
    number = w.next_block()
    made, after = statements(w, nodes, env, home)
    return Block(number, tuple(made)), after


def statements(w: World, nodes: n.Block, env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    """Statements one after another. Raises Failed after all their errors are reported."""
    made: list[Statement] = []
    failed = False
    reached = True
    for index, node in enumerate(nodes):
        inner = home if index == len(nodes) - 1 or home.again == "no" else home.not_last()
        try:
            new, after = statement(w, node, env, inner)
        except Failed:
            failed = True
            env = _after_failure(w, node, env, home)
            continue
        made.extend(new)
        reached = reached and after is not None
        env = after if after is not None else env
    if failed:
        raise Failed
    return made, env if reached else None


def _after_failure(w: World, node: n.Statement, env: Env, home: Home) -> Env:
    """The name that a failed ``let`` would have given means something unknown."""
    env = without_state(env)
    if isinstance(node, n.Step) and isinstance(node.action, n.Let | n.DrawLot) and node.action.name not in env.locals:
        return bind(w, env, node.action.name, None, node.span, home.taken)
    return env


def statement(w: World, node: n.Statement, env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    """One statement. Raises Failed."""
    if home.only and not _allowed(node, home):
        what = "An event sets state, opens and closes windows" if home.only == "event" else "Nobody decides in `late`"
        raise w.report.error("E305", node.span, f"{what}; nothing else stands here.", "Keep the rest for a rule.")
    match node:
        case n.Step(action=action, otherwise=None):
            return simple(w, action, cites(node.cites), env, home)
        case n.Step():
            return _step_or_else(w, node, env, home)
        case n.If():
            return _if(w, node, node.arms, env, home)
        case n.ForEach():
            return _for_each(w, node, env, home)
        case n.RepeatTimes():
            times = wants.number(w, node.times, env)
            if wants.range_of(times).high > MOST_TIMES:
                message = f"This may be {wants.range_of(times).high:,} times; {MOST_TIMES:,} are the limit."
                raise w.report.error("E302", node.span, message, "Use a smaller range, or  repeat until.")
            body, _ = w.block(node.body, without_state(env), home.inside_loop())
            return [s.RepeatTimes(node.span, cites(node.cites), times, body)], without_state(env)
        case n.RepeatUntil():
            return _repeat_until(w, node, env, home)
        case n.Decision():
            if node.must_when is not None:
                return _must_or_may(w, node, node.must_when, env, home)
            return [decision(w, node, env, home)], without_state(env)


def _allowed(node: n.Statement, home: Home) -> bool:
    if home.only == "late":
        return not isinstance(node, n.Decision)
    return isinstance(node, n.Step) and isinstance(
        node.action, n.SetTo | n.Add | n.OpenWindow | n.CloseWindow | n.Nothing
    )


def _step_or_else(w: World, node: n.Step, env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    """``A otherwise B``: A where it can be carried out, else B."""
    assert node.otherwise is not None
    cited = cites(node.cites)
    first, after = simple(w, node.action, cited, env, home)
    second, elsewhere = simple(w, node.otherwise, cited, without_state(env), home)
    can = None
    if len(first) == 1:
        types: dict[str, Type] = {name: variable.type for name, variable in w.variables.items()}
        can = Definedness(w.functions, w.places, types).of_step(first[0])
    if can is None:
        message = "The step before `otherwise` can always be carried out."
        w.report.warn("W604", node.otherwise.span, message, "Take the `otherwise` away.")
        return first, after
    if isinstance(node.action, n.Let | n.DrawLot):
        if elsewhere is not None:
            mend = "Test it first:  if P is not empty  and then  let ...  inside."
            message = "After `otherwise` the name would mean nothing in the lines that follow."
            raise w.report.error("E320", node.span, message, mend)
        leave = s.If(node.span, cited, negation(can), _plain(w, second), _plain(w, []))
        return [leave, *first], after
    made = s.If(node.span, cited, can, _plain(w, first), _plain(w, second), instead=True)
    return [made], joined(after, elsewhere)


def _plain(w: World, made: list[Statement]) -> Block:
    return Block(w.next_block(), tuple(made))


def _if(w: World, node: n.If, arms: tuple[n.Arm, ...], env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    """An ``otherwise if`` is an ``if`` inside the ``otherwise``."""
    if len(arms) > w.most_nested:
        message = f"{len(arms)} branches are too many; {w.most_nested} are the limit."
        raise w.report.error("E313", node.span, message, "Write a table, or a rule of its own.")
    arm, rest = arms[0], arms[1:]
    test = w.report.trying(wants.condition, w, arm.condition, env)
    yes, no = (env, env) if test is None else (assume(w, env, test), assume(w, env, test, False))
    then = w.report.trying(w.block, arm.body, yes, home)
    otherwise: tuple[Block, Env | None] | None
    if rest:
        number = w.next_block()
        nested = w.report.trying(_if, w, node, rest, no, home)
        otherwise = None if nested is None else (Block(number, tuple(nested[0])), nested[1])
    elif node.otherwise is not None:
        last = node.otherwise
        otherwise = w.report.trying(w.block, last, no, home)
    else:
        otherwise = (_plain(w, []), no)
    if test is None or then is None or otherwise is None:
        raise Failed
    after = joined(_leaving(env, then[1]), _leaving(env, otherwise[1]))
    return [s.If(arm.condition.span, cites(arm.cites), test, then[0], otherwise[0])], after


def _must_or_may(
    w: World, node: n.Decision, condition: n.Expr, env: Env, home: Home
) -> tuple[list[Statement], Env | None]:
    """``p must when C otherwise may``: one decision where C holds, the other where it does not."""
    must = replace(node, must_when=None)
    may = replace(must, must=False, otherwise=None, otherwise_cites=())
    arm = n.Arm(node.span, condition, (), (must,))
    return _if(w, n.If(node.span, (arm,), (may,), ()), (arm,), env, home)


def _leaving(outer: Env, inner: Env | None) -> Env | None:
    """What holds after an inner block: its names are gone."""
    return None if inner is None else inner.having(locals=outer.locals)


def _for_each(w: World, node: n.ForEach, env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    among = wants.collection(w, node.among, env)
    start = None
    if node.start is not None:
        first = node.start
        start = wants.wanted(w, first, env, PLAYER)
        if among.type != PLAYERS:
            message = "`from` says at which player the seats begin, and these are not players."
            raise w.report.error("E301", first.span, message, "Take the `from` away.")
    inner = bind(w, without_state(env), node.variable, coerce.element_type(among), node.span, home.taken)
    name = inner.locals[node.variable].name
    where: Expr | None = None
    if node.where is not None:
        test = node.where
        where = w.report.trying(wants.condition, w, test, inner)
        if where is not None:
            inner = assume(w, inner, where)
    body, _ = w.block(node.body, inner, home.inside_loop())
    if node.where is not None and where is None:
        raise Failed
    made = s.ForEach(node.span, cites(node.cites), name, among, start, where, body)
    return [made], without_state(env)


def _repeat_until(w: World, node: n.RepeatUntil, env: Env, home: Home) -> tuple[list[Statement], Env | None]:
    inner = without_state(env)
    test = w.report.trying(wants.condition, w, node.condition, inner)
    within = inner if test is None else assume(w, inner, test, False)
    body, _ = w.block(node.body, within, home.inside_loop())
    if test is None:
        raise Failed
    return [s.RepeatUntil(node.span, cites(node.cites), test, body)], assume(w, inner, test)
