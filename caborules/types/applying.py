"""Applications ``f of x``: functions, columns, attributes, places, state, and what is built in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from caborules.diagnostics.span import Span
from caborules.ir import expressions as x
from caborules.ir.expressions import Expr
from caborules.ir.types import (
    CARD,
    CARDS,
    PLACE,
    PLAYER,
    PLAYERS,
    SPOT,
    NumberType,
    Type,
)
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import coerce, wants
from caborules.types.binders import most
from caborules.types.report import Failed
from caborules.types.world import Env, World


def apply(w: World, node: n.Of, env: Env, expected: Type | None) -> Expr:
    """The typed application. Raises Failed (E201 unknown, E204 wrong number of arguments, E301 unlike types)."""
    name = node.function.text
    if name in _BUILT_IN:
        arity, make = _BUILT_IN[name]
        _count(w, node, arity)
        return make(w, node, env)
    match w.sorts.get(name):
        case "function":
            signature = w.signature(name)
            types = [p.type for p in signature.parameters]
            return x.Apply(signature.type, node.span, name, _arguments(w, node, env, types))
        case "column":
            return _lookup(w, node, env)
        case "attribute":
            if name not in w.attributes:
                raise Failed
            (card,) = _arguments(w, node, env, [CARD])
            return x.AttributeOf(w.attributes[name], node.span, name, card)
        case "place":
            return _place(w, node, env)
        case "state":
            return _variable(w, node, env)
    return _unknown(w, node, name, env)


def _unknown(w: World, node: n.Of, name: str, env: Env) -> Expr:
    if name in w.sorts or name in env.locals or name in w.options:
        message = f'"{name}" is not applied to anything.'
        raise w.report.error("E204", node.function.span, message, "`of` applies functions, columns, places and state.")
    known = [each for each, sort in w.sorts.items() if sort not in ("rule", "window", "form", "option")]
    mend = suggestion(name, [*known, *_BUILT_IN], "Functions are declared by  define.")
    raise w.report.error("E201", node.function.span, f'There is no function "{name}".', mend)


def _count(w: World, node: n.Of, arity: int) -> None:
    given = len(node.arguments)
    if given != arity:
        plural = "one argument" if arity == 1 else f"{arity} arguments" if arity else "no argument"
        example = ", ".join("xyzuvw"[i] for i in range(min(arity, 6)))
        mend = f"Write  {node.function.text} of ({example})." if arity > 1 else f"Write  {node.function.text} of x."
        if arity == 0:
            mend = f"Write  {node.function.text}."
        message = f'"{node.function.text}" takes {plural}, not {given}.'
        raise w.report.error("E204", node.span, message, mend)


def _arguments(w: World, node: n.Of, env: Env, types: Sequence[Type]) -> tuple[Expr, ...]:
    _count(w, node, len(types))
    made = [
        w.report.trying(wants.wanted, w, argument, env, type)
        for argument, type in zip(node.arguments, types, strict=True)
    ]
    if None in made:
        raise Failed
    return tuple(argument for argument in made if argument is not None)


def _lookup(w: World, node: n.Of, env: Env) -> Expr:
    name = node.function.text
    if name not in w.columns:
        raise Failed
    column = w.columns[name]
    key, *arguments = _arguments(w, node, env, [column.key, *(p.type for p in column.parameters)])
    return x.Lookup(column.type, node.span, column.table, name, key, tuple(arguments))


def measured(w: World, name: str, card: Expr, span: Span) -> Expr:
    """An attribute or column of a card, by its name (``sharing rank``). Raises Failed (E201)."""
    if name in w.attributes:
        return x.AttributeOf(w.attributes[name], span, name, card)
    if name in w.columns and w.columns[name].key == CARD and not w.columns[name].parameters:
        return x.Lookup(w.columns[name].type, span, w.columns[name].table, name, card, ())
    known = [*w.attributes, *(c for c, column in w.columns.items() if column.key == CARD and not column.parameters)]
    message = f'"{name}" is no attribute of cards and no column of a table by card.'
    raise w.report.error("E201", span, message, suggestion(name, known))


def _owner(w: World, node: n.Of, env: Env, per_player: bool) -> Expr:
    if not per_player:
        name = node.function.text
        raise w.report.error("E204", node.span, f'There is one "{name}" for all players.', f"Write  {name}.")
    (owner,) = _arguments(w, node, env, [PLAYER])
    return owner


def _place(w: World, node: n.Of, env: Env) -> Expr:
    name = node.function.text
    if name not in w.places:
        raise Failed
    return x.PlaceRef(PLACE, node.span, name, _owner(w, node, env, w.places[name].per_player))


def _variable(w: World, node: n.Of, env: Env) -> Expr:
    name = node.function.text
    if name not in w.variables:
        raise Failed
    variable = w.variables[name]
    return x.VariableRef(variable.type, node.span, name, _owner(w, node, env, variable.per_player))


# ---------------------------------------------------------------- built in
def _end(w: World, node: n.Of, env: Env) -> Expr:
    end: Literal["top", "bottom"] = "top" if node.function.text == "top" else "bottom"
    return x.EndOf(CARD, node.span, end, wants.wanted(w, node.arguments[0], env, CARDS))


def _rest(w: World, node: n.Of, env: Env) -> Expr:
    return x.RestOf(CARDS, node.span, wants.wanted(w, node.arguments[0], env, CARDS))


def _all(w: World, node: n.Of, env: Env) -> Expr:
    return wants.wanted(w, node.arguments[0], env, CARDS)


def _size(w: World, node: n.Of, env: Env) -> Expr:
    of = wants.collection(w, node.arguments[0], env)
    return x.SizeOf(NumberType(0, most(w, coerce.element_type(of))), node.span, of)


def _first_cards(w: World, node: n.Of, env: Env) -> Expr:
    count, cards = w.report.both(
        lambda: wants.number(w, node.arguments[0], env), lambda: wants.wanted(w, node.arguments[1], env, CARDS)
    )
    return x.FirstCards(CARDS, node.span, count, cards)


def _spot(w: World, node: n.Of, env: Env) -> Expr:
    return x.SpotOf(SPOT, node.span, wants.wanted(w, node.arguments[0], env, CARD))


def _new_spot(w: World, node: n.Of, env: Env) -> Expr:
    place = wants.wanted(w, node.arguments[0], env, PLACE)
    if isinstance(place, x.PlaceRef) and w.places[place.place].shape != "row":
        raise w.report.error("E301", place.span, "Only a row has a new spot at its end.", "Name a place that is a row.")
    return x.NewSpot(SPOT, node.span, place)


def _position(w: World, node: n.Of, env: Env) -> Expr:
    card = wants.wanted(w, node.arguments[0], env, CARD)
    return x.PositionOf(NumberType(1, max(1, w.deck_size.high)), node.span, card)


def _neighbour(w: World, node: n.Of, env: Env) -> Expr:
    side: Literal["left", "right"] = "left" if node.function.text == "left" else "right"
    return x.Neighbour(PLAYER, node.span, side, wants.wanted(w, node.arguments[0], env, PLAYER))


def _others(w: World, node: n.Of, env: Env) -> Expr:
    side: Literal["left", "right"] = "left" if node.function.text == "others" else "right"
    return x.Others(PLAYERS, node.span, side, wants.wanted(w, node.arguments[0], env, PLAYER))


_BUILT_IN: dict[str, tuple[int, Callable[[World, n.Of, Env], Expr]]] = {
    "top": (1, _end),
    "bottom": (1, _end),
    "rest": (1, _rest),
    "all": (1, _all),
    "size": (1, _size),
    "first-cards": (2, _first_cards),
    "spot": (1, _spot),
    "new-spot": (1, _new_spot),
    "position": (1, _position),
    "left": (1, _neighbour),
    "right": (1, _neighbour),
    "others": (1, _others),
    "others-right": (1, _others),
}
