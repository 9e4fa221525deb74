"""Decisions: who decides, the choices with their domains and guards, and the blocks that follow them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from caborules.ir import statements as s
from caborules.ir.expressions import Compare, Expr, LocalRef, Logic, OptionRef, SizeOf, Those
from caborules.ir.statements import Choice, ChosenParam, Decide, OneActor, OneOf, SeveralActors, SomeOf
from caborules.ir.types import BOOL, CARD, CARDS, PLAYER, PLAYERS, NumberType
from caborules.names.book import ChoiceHooks
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.applying import measured
from caborules.types.declared import bound_of
from caborules.types.framing import framed
from caborules.types.locals import bind, unused
from caborules.types.narrowing import assume, without_state
from caborules.types.ranges import backwards
from caborules.types.report import Failed
from caborules.types.world import Env, Home, World, cites


def decision(w: World, node: n.Decision, env: Env, home: Home) -> Decide:
    """A decision. Raises Failed after all errors in it."""
    number = w.next_decision()
    env = without_state(env)
    actors: s.OneActor | s.SeveralActors | None
    match node.who:
        case n.OnePlayer(name=name):
            ref = n.Ref(node.who.span, n.Name(node.who.span, tuple(name.split("."))))
            player = w.report.trying(wants.wanted, w, ref, env, PLAYER)
            actors, inner = None if player is None else OneActor(player), env
        case n.SeveralPlayers():
            actors, inner = _several(w, node.who, env, home)
    choices = all_choices(w, node.alternatives, inner, home)
    otherwise = None
    if node.otherwise is not None:
        last = node.otherwise
        otherwise = w.report.trying(w.block, last, inner, home.inside_loop())
        if not node.must:
            message = "`otherwise` belongs to a `must`: a player who may can always decline."
            raise w.report.error("E301", node.span, message, "Write `must`, or take the `otherwise` away.")
    if actors is None or choices is None or (node.otherwise is not None and otherwise is None):
        raise Failed
    return Decide(
        node.span, cites(node.cites), number, home.name, actors, node.must, node.alone, node.secretly, choices,
        None if otherwise is None else otherwise[0],
    )  # fmt: skip


def _several(w: World, who: n.SeveralPlayers, env: Env, home: Home) -> tuple[SeveralActors | None, Env]:
    among = w.report.trying(players_among, w, who.variable, who.among, who.where, env)
    inner = bind(w, env, who.variable, PLAYER, who.span, home.taken)
    if among is None:
        return None, inner
    if isinstance(among, Those):
        inner = assume(w, inner, among.where)
    return SeveralActors(who.quantifier, inner.locals[who.variable].name, among), inner


def players_among(w: World, variable: str, among: n.Expr, where: n.Expr | None, env: Env) -> Expr:
    """``p in S where C``: the players asked. Raises Failed."""
    players = wants.wanted(w, among, env, PLAYERS)
    if where is None:
        return players
    inner = bind(w, env, variable, PLAYER, among.span)
    return Those(PLAYERS, among.span, variable, players, wants.condition(w, where, inner))


def all_choices(w: World, nodes: Iterable[n.Alternative], env: Env, home: Home) -> tuple[Choice, ...] | None:
    """The choices of a decision or window; None where one failed."""
    made = [w.report.trying(choice, w, node, env, home) for node in nodes]
    return None if None in made else tuple(one for one in made if one is not None)


def choice(w: World, node: n.Alternative, env: Env, home: Home) -> Choice:
    """One choice with its hooks and windows. Raises Failed after all errors in it."""
    path = f"{home.name}.{node.name}"
    params: list[ChosenParam] = []
    failed = False
    for param in node.params:
        try:
            made, env = _param(w, param, env, home)
            params.append(made)
        except Failed:
            failed = True
            env = bind(w, env, param.name, None, param.span, home.taken)
    guard = None
    if node.when is not None:
        test = node.when
        guard = w.report.trying(wants.condition, w, test, env)
        failed = failed or guard is None
        if guard is not None:
            env = assume(w, env, guard)
    hooks = w.book.choice_hooks.get(path, ChoiceHooks())
    body = w.report.trying(
        framed, w, path, hooks.before, node.body, hooks.after, env, home, cited=cites(node.cites), of_choice=True
    )
    if failed or body is None:
        raise Failed
    text = node.text or node.name.replace("-", " ")
    return Choice(node.span, cites(node.cites), path, node.name, tuple(params), guard, node.announces, text, True, body)


def _param(w: World, node: n.ChosenParam, env: Env, home: Home) -> tuple[ChosenParam, Env]:
    """A parameter of a choice, and where its name is known. Raises Failed."""
    match node:
        case n.OneOf():
            among = wants.collection(w, node.among, env)
            env = bind(w, env, node.name, coerce.element_type(among), node.span, home.taken)
            name = env.locals[node.name].name
            where = _where(w, node.where, env)
            env = env if where is None else assume(w, env, where)
            return OneOf(name, among, where), env
        case n.SomeSharing():
            cards, env, name = _set(w, node, env, home)
            variable = unused(env, node.name)
            measure = measured(w, node.attribute, LocalRef(CARD, node.span, variable), node.span)
            return SomeOf(name, cards, 1, None, variable, measure, _where(w, node.where, env)), env
        case n.SomeMany():
            cards, env, name = _set(w, node, env, home)
            low, high, bounds = _count(w, node, name)
            where = _where(w, node.where, env)
            if bounds is not None:
                where = bounds if where is None else Logic(BOOL, node.span, "and", bounds, where)
            return SomeOf(name, cards, low, high, unused(env, node.name), None, where), env


def _set(w: World, node: n.SomeSharing | n.SomeMany, env: Env, home: Home) -> tuple[Expr, Env, str]:
    cards = wants.wanted(w, node.among, env, CARDS)
    env = bind(w, env, node.name, CARDS, node.span, home.taken)
    return cards, env, env.locals[node.name].name


def _where(w: World, node: n.Expr | None, env: Env) -> Expr | None:
    return None if node is None else wants.condition(w, node, env)


def _count(w: World, node: n.SomeMany, name: str) -> tuple[int, int, Expr | None]:
    """How many cards; bounds that name an option become a condition on the set. Raises Failed (E302)."""
    if isinstance(node.count, int):
        low = high = node.count
        condition = None
    else:
        low, high = (
            bound_of(w, node.count, node.count.low, None).low, bound_of(w, node.count, node.count.high, None).high,
        )  # fmt: skip
        conditions: list[Expr] = []
        if isinstance(node.count.low, str):
            conditions.append(_size_is(w, node, name, "is at least", node.count.low))
        if isinstance(node.count.high, str):
            conditions.append(_size_is(w, node, name, "is at most", node.count.high))
        condition = conditions[0] if conditions else None
        if len(conditions) > 1:
            condition = Logic(BOOL, node.span, "and", conditions[0], conditions[1])
    if low > high:
        raise w.report.error("E302", node.span, backwards(low, high), f"Write `{high}..{low}`.", "No set is so large.")
    if low < 1:
        raise w.report.error("E302", node.span, f"A set of {low} to {high} cards cannot be chosen.", "Begin at 1.")
    return low, high, condition


def _size_is(w: World, node: n.SomeMany, name: str, op: Literal["is at least", "is at most"], option: str) -> Expr:
    w.read_options.add(option)
    size = SizeOf(NumberType(0, w.deck_size.high), node.span, LocalRef(CARDS, node.span, name))
    bound = OptionRef(w.options[option].type, node.span, option)
    return Compare(BOOL, node.span, op, size, bound)
