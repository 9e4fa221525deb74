"""Rules, windows and events: signatures first, then their blocks with resets, hooks and windows in place."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir.expressions import LocalRef, Seats, Those
from caborules.ir.statements import Assign, Block, ForEach, Statement
from caborules.ir.system import EventDef, HeldDuring, RuleDef, VariableDef, WindowDef
from caborules.ir.types import PLAYER, PLAYERS
from caborules.names.book import MergedRule
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import wants
from caborules.types.decisions import all_choices, players_among
from caborules.types.declared import parameters
from caborules.types.framing import framed
from caborules.types.functions import parameters_env
from caborules.types.locals import bind
from caborules.types.narrowing import assume
from caborules.types.report import Failed
from caborules.types.world import Env, Home, RuleSig, World, cites


def declare(w: World, rule: n.Rule) -> None:
    """The signature of a rule. Raises Failed."""
    w.rules[rule.name] = RuleSig(parameters(w, rule.parts), rule.span)


def rule(w: World, merged: MergedRule, resets: tuple[VariableDef, ...]) -> RuleDef:
    """A rule; ``resets`` are the variables that its start renews, in the order of their computation. Raises Failed."""
    node = merged.rule
    if node.name not in w.rules:
        raise Failed
    params = w.rules[node.name].parameters
    env = parameters_env(w, tuple(part.params[0] for part in node.parts), params)
    renewing = Block(w.next_block(), tuple(_reset(w, variable) for variable in resets))
    body = framed(w, node.name, merged.before, node.body, merged.after, env, Home(node.name), cited=cites(node.cites))
    text = node.text or node.name.replace("-", " ")
    return RuleDef(node.span, cites(node.cites), node.name, text, params, renewing, body)


def _reset(w: World, variable: VariableDef) -> Statement:
    if not variable.per_player:
        return Assign(variable.span, variable.cites, variable.name, None, variable.initial)
    owner = LocalRef(PLAYER, variable.span, variable.owner_name)
    assign = Assign(variable.span, variable.cites, variable.name, owner, variable.initial)
    body = Block(w.next_block(), (assign,))
    seats = Seats(PLAYERS, variable.span)
    return ForEach(variable.span, variable.cites, variable.owner_name, seats, None, None, body)


def window(w: World, node: n.Window) -> WindowDef:
    """A window with its reactions. Raises Failed."""
    _known_paths(w, node)
    held = w.report.trying(tuple, _held(w, node))
    among = w.report.trying(players_among, w, node.variable, node.among, node.where, Env())
    env = bind(w, Env(), node.variable, PLAYER, node.span)
    inner = assume(w, env, among.where) if isinstance(among, Those) else env
    choices = all_choices(w, node.alternatives, inner, Home(node.name))
    late = w.report.trying(_late, w, node, env)
    if held is None or among is None or choices is None or late is None:
        raise Failed
    return WindowDef(
        node.span,
        cites((*node.cites, *node.who_cites)),
        node.name,
        node.text or node.name.replace("-", " "),
        tuple(path.text for line in node.opens for path in line.paths),
        tuple(path.text for line in node.closes for path in line.paths),
        held,
        late,
        node.variable,
        among,
        choices,
    )


def _late(w: World, node: n.Window, env: Env) -> Block:
    if node.late is None:
        return Block(w.next_block(), ())
    step = n.Step(node.late.span, node.late.step, None, node.late.cites)
    return w.block((step,), env, Home(node.name, only="late"))[0]


def _held(w: World, node: n.Window) -> Iterator[HeldDuring]:
    for line in node.held:
        condition = line.when
        when = None if condition is None else wants.condition(w, condition, Env())
        for path in line.paths:
            if path.text not in w.book.rules:
                mend = suggestion(path.text, w.book.rules, "A window is held while a rule runs.")
                raise w.report.error("E201", path.span, f'There is no rule "{path.text}".', mend)
            yield HeldDuring(path.text, when)


def _known_paths(w: World, node: n.Window) -> None:
    """E201 for names in ``opens after`` and ``closes before`` that are neither rules nor choices."""
    known = {*w.book.rules, *choice_paths(w)}
    for line in (*node.opens, *node.closes):
        for path in line.paths:
            if path.text not in known:
                mend = suggestion(path.text, known)
                w.report.error("E201", path.span, f'There is no rule or choice "{path.text}".', mend)


def choice_paths(w: World) -> dict[str, n.Alternative]:
    """Every choice by its address: of rules, their hooks, and windows. The first of two with one address."""
    found: dict[str, n.Alternative] = {}
    for name, merged in w.book.rules.items():
        for block in (merged.rule.body, *(hook.body for hook in (*merged.before, *merged.after))):
            for alternative in alternatives(block):
                found.setdefault(f"{name}.{alternative.name}", alternative)
    for name, window_node in w.book.windows.items():
        for alternative in _with_inner(window_node.alternatives):
            found.setdefault(f"{name}.{alternative.name}", alternative)
    for path, hooks in w.book.choice_hooks.items():
        for hook in (*hooks.before, *hooks.after):
            for alternative in alternatives(hook.body):
                found.setdefault(f"{path.split('.')[0]}.{alternative.name}", alternative)
    return found


def alternatives(block: n.Block) -> Iterator[n.Alternative]:
    """All choices in a block of text."""
    for statement in block:
        match statement:
            case n.If():
                for arm in statement.arms:
                    yield from alternatives(arm.body)
                yield from alternatives(statement.otherwise or ())
            case n.ForEach() | n.RepeatTimes() | n.RepeatUntil():
                yield from alternatives(statement.body)
            case n.Decision():
                yield from _with_inner(statement.alternatives)
                yield from alternatives(statement.otherwise or ())
            case n.Step():
                pass


def _with_inner(nodes: tuple[n.Alternative, ...]) -> Iterator[n.Alternative]:
    for alternative in nodes:
        yield alternative
        yield from alternatives(alternative.body)


def event(w: World, node: n.Event) -> EventDef:
    """An outside event. Raises Failed."""
    condition = node.when
    when = None if condition is None else wants.condition(w, condition, Env())
    body, _ = w.block(node.body, Env() if when is None else assume(w, Env(), when), Home(node.name, only="event"))
    return EventDef(node.span, cites(node.cites), node.name, node.text, when, body)
