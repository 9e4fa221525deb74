"""Simple statements: one line each, such as ``move``, ``set``, ``let`` or a rule called by its name."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.expressions import Expr
from caborules.ir.statements import Statement
from caborules.ir.types import (
    CARD,
    PLACE,
    PLAYER,
    PLAYERS,
    CollectionType,
    NumberType,
    PlaceType,
    PlayerType,
    RuleType,
    SpotType,
)
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.syntax.verbs import VERBS
from caborules.types import coerce, wants
from caborules.types.cells import header, labelled
from caborules.types.kinds import describe
from caborules.types.locals import bind
from caborules.types.narrowing import assigned, is_player, moved, without_state
from caborules.types.ranges import arithmetic
from caborules.types.report import Failed
from caborules.types.world import Env, Home, World

Cited = tuple[str, ...]
Result = tuple[list[Statement], "Env | None"]


def simple(w: World, node: n.Simple, cited: Cited, env: Env, home: Home) -> Result:
    """The typed statements for one, and what holds after it (None: what follows is not reached). Raises Failed."""
    match node:
        case n.Let() | n.DrawLot():
            return _naming(w, node, cited, env, home)
        case n.SetTo() | n.Add() | n.Pay():
            return _state(w, node, cited, env)
        case n.OpenWindow() | n.CloseWindow() | n.Await():
            return _window(w, node, cited, env)
        case n.CallRule() | n.Do() | n.EndRule() | n.Again():
            return _control(w, node, cited, env, home)
        case n.Nothing():
            return [], env
        case n.Announce(text=text, value=value):
            said = None if value is None else _said(w, value, env)
            return [s.Announce(node.span, cited, text, said)], env
        case n.Move() | n.Swap() | n.Shuffle() | n.Show() | n.Flip():
            return [_cards(w, node, cited, env)], moved(env)


def _said(w: World, value: n.Expr, env: Env) -> Expr:
    made = w.expr(value, env)
    return coerce.card_or_cards(w, made) if isinstance(made.type, PlaceType) else made


def _cards(w: World, node: n.Move | n.Swap | n.Shuffle | n.Show | n.Flip, cited: Cited, env: Env) -> Statement:
    span = node.span
    match node:
        case n.Move(what=what, to=to):
            cards, goal = w.report.both(lambda: wants.card_or_cards(w, what, env), lambda: _goal(w, to, env))
            return s.Move(span, cited, cards, goal)
        case n.Swap():
            left, right = w.report.both(
                lambda: wants.wanted(w, node.left, env, CARD), lambda: wants.wanted(w, node.right, env, CARD)
            )
            return s.Swap(span, cited, left, right)
        case n.Shuffle(place=place):
            return s.Shuffle(span, cited, wants.wanted(w, place, env, PLACE))
        case n.Show(what=what, to=to, secretly=secretly):
            cards, seen_by = w.report.both(lambda: wants.card_or_cards(w, what, env), lambda: _audience(w, to, env))
            return s.Show(span, cited, cards, seen_by, secretly)
        case n.Flip(what=what, up=up):
            return s.Flip(span, cited, wants.card_or_cards(w, what, env), up)


def _goal(w: World, node: n.Expr, env: Env) -> Expr:
    made = w.expr(node, env)
    if isinstance(made.type, PlaceType | SpotType):
        return made
    mend = "Write  to spot of c  for the position of a card." if made.type == CARD else "Name a place."
    raise w.report.error(
        "E301", made.span, f"Cards are moved to a place or a spot; this is {describe(made.type)}.", mend
    )


def _audience(w: World, node: n.Expr, env: Env) -> Expr:
    made = w.expr(node, env)
    return coerce.coerce(w, made, PLAYERS if isinstance(made.type, CollectionType) else PLAYER, env)


def _naming(w: World, node: n.Let | n.DrawLot, cited: Cited, env: Env, home: Home) -> Result:
    if isinstance(node, n.DrawLot):
        among = wants.collection(w, node.among, env)
        env = bind(w, env, node.name, coerce.element_type(among), node.span, home.taken)
        return [s.Pick(node.span, cited, env.locals[node.name].name, among)], env
    value = w.expr(node.value, env)
    if coerce.holds_one(w, value):
        value = coerce.the_card(w, value)
    # A name for somebody who is not nobody here stays a player, whatever becomes of the state.
    known = isinstance(value.type, PlayerType) and is_player(env, value)
    env = bind(w, env, node.name, PLAYER if known else value.type, node.span, home.taken)
    return [s.Let(node.span, cited, env.locals[node.name].name, value)], env


def _target(w: World, node: n.Expr, env: Env) -> x.VariableRef:
    """The state variable that is set. Raises Failed (E301)."""
    made = w.expr(node, env)
    if isinstance(made, x.VariableRef):
        return made
    what = {x.LocalRef: "a name, which means one thing", x.OptionRef: "an option, constant within a game"}
    described = what.get(type(made), describe(made.type))
    mend = "Declare it under  state."
    raise w.report.error("E301", node.span, f"Only state is set; this is {described}.", mend)


def _state(w: World, node: n.SetTo | n.Add | n.Pay, cited: Cited, env: Env) -> Result:
    match node:
        case n.SetTo(target=target, value=value):
            variable = _target(w, target, env)
            new = wants.wanted(w, value, env, variable.type)
            made = s.Assign(node.span, cited, variable.variable, variable.owner, new)
            return [made], assigned(env, variable.variable, variable.owner, new)
        case n.Add(amount=amount, target=target):
            variable, more = w.report.both(lambda: _number_target(w, target, env), lambda: wants.number(w, amount, env))
            range_ = arithmetic("plus", wants.range_of(variable), wants.range_of(more))
            total = x.Arithmetic(range_, node.span, "plus", variable, more)
            coerce.coerce(w, total, variable.type, env)
            return [s.Assign(node.span, cited, variable.variable, variable.owner, total)], env
        case n.Pay(amount=amount, source=source, target=target):
            much = wants.number(w, amount, env)
            payer, receiver = w.report.both(
                lambda: _number_target(w, source, env), lambda: _number_target(w, target, env)
            )
            pay = s.Pay(node.span, cited, much, payer.variable, payer.owner, receiver.variable, receiver.owner)
            return [pay], env


def _number_target(w: World, node: n.Expr, env: Env) -> x.VariableRef:
    variable = _target(w, node, env)
    if not isinstance(variable.type, NumberType):
        message = f"This is {describe(variable.type)}; only numbers are added to."
        raise w.report.error("E301", node.span, message, "Use `set` for what is no number.")
    return variable


def _window(w: World, node: n.OpenWindow | n.CloseWindow | n.Await, cited: Cited, env: Env) -> Result:
    name = node.window
    if name not in w.book.windows:
        mend = suggestion(name, w.book.windows, "Windows are declared by  window.")
        raise w.report.error("E201", node.span, f'There is no window "{name}".', mend)
    if isinstance(node, n.Await):
        return [s.Await(node.span, cited, name)], without_state(env)
    return [s.SetWindow(node.span, cited, name, isinstance(node, n.OpenWindow))], env


def _control(w: World, node: n.CallRule | n.Do | n.EndRule | n.Again, cited: Cited, env: Env, home: Home) -> Result:
    match node:
        case n.CallRule(rule=rule, arguments=given):
            return [s.CallRule(node.span, cited, rule, call(w, node, rule, given, env))], without_state(env)
        case n.Do():
            return [_do(w, node, cited, env)], without_state(env)
        case n.EndRule(rule=rule):
            if rule not in w.book.rules:
                raise unknown_rule(w, node, rule)
            return [s.EndRule(node.span, cited, rule)], None
        case n.Again():
            if home.again == "no" or not home.last:
                mend = "Write it as the last line of a choice."
                raise w.report.error("E330", node.span, "`again` stands at the end of a choice only.", mend)
            if home.again == "hooked":
                message = "`again` would leave out what follows this choice: hooks, or a window that opens after it."
                raise w.report.error("E330", node.span, message, "Put the decision into a `repeat until`.")
            return [s.Again(node.span, cited)], None


def unknown_rule(w: World, node: n.Node, rule: str) -> Failed:
    if w.sorts.get(rule) in ("function", "column"):
        mend = f"A {w.sorts[rule]} has no effect by itself. A rule held by a cell is carried out by  do."
        return w.report.error("E201", node.span, f'"{rule}" is a {w.sorts[rule]}, not a rule.', mend)
    mend = suggestion(rule, [*w.book.rules, *VERBS], "Rules are declared by  rule.")
    return w.report.error("E201", node.span, f'There is no rule "{rule}".', mend)


def call(w: World, node: n.Node, rule: str, given: n.Arguments, env: Env) -> tuple[Expr, ...]:
    """The arguments of a rule in the order of its parameters. Raises Failed (E201, E204)."""
    if rule not in w.rules:
        if rule in w.book.rules:
            raise Failed
        raise unknown_rule(w, node, rule)
    parameters = w.rules[rule].parameters
    made = labelled(w, rule, parameters, given, env)
    missing = [p for p in parameters if p.name not in made]
    if missing:
        parts = ", ".join(" ".join(filter(None, (p.preposition, f"({describe(p.type)})"))) for p in missing)
        mend = f"It is called so:  {header(rule, parameters)}."
        raise w.report.error("E204", node.span, f'The rule "{rule}" is not given {parts}.', mend)
    return tuple(made.values())


def _do(w: World, node: n.Do, cited: Cited, env: Env) -> Statement:
    rule = w.expr(node.rule, env)
    if not isinstance(rule.type, RuleType):
        mend = "`do` carries out the rule that a cell holds; a rule itself is called by its name."
        raise w.report.error("E301", node.rule.span, f"This is {describe(rule.type)}; a rule is wanted here.", mend)
    parts = rule.type.parts
    by_word = dict(parts)
    made: dict[str | None, Expr | None] = {}
    for argument in node.arguments:
        word = argument.prep
        if word not in by_word or word in made:
            message = f"The rule is given {'a part twice' if word in made else 'a part that its column does not name'}."
            raise w.report.error("E204", argument.span, message, f"The column holds {describe(rule.type)}.")
        made[word] = w.report.trying(wants.wanted, w, argument.value, env, by_word[word])
    if len(made) < len(parts):
        mend = f"The column holds {describe(rule.type)}."
        raise w.report.error("E204", node.span, "The rule is not given all its parts.", mend)
    values = [made[word] for word, _ in parts]
    if None in values:
        raise Failed
    return s.Do(node.span, cited, rule, tuple(value for value in values if value is not None))
