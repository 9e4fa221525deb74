"""How messages speak of expressions: close to what the author wrote."""

from __future__ import annotations

from caborules.ir.expressions import (
    Apply,
    AttributeOf,
    CardsIn,
    Const,
    EndOf,
    Expr,
    FirstCards,
    FirstSeat,
    LocalRef,
    Lookup,
    Neighbour,
    OptionRef,
    Others,
    PlaceRef,
    PlayerCount,
    RestOf,
    Seats,
    SizeOf,
    TheCard,
    Those,
    VariableRef,
)
from caborules.ir.statements import Decide, OneActor
from caborules.ir.types import BoolType


def phrase(expr: Expr) -> str:
    """The expression in the words of the language; "this" for what would be long."""
    match expr:
        case Const(value=None):
            return "nobody"
        case Const(type=BoolType()):
            return "yes" if expr.value else "no"
        case Const():
            return str(expr.value)
        case OptionRef():
            return expr.key
        case LocalRef():
            return expr.name.partition("~")[0]  # what follows was added to keep names apart
        case VariableRef():
            return _owned(expr.variable, expr.owner)
        case PlaceRef():
            return _owned(expr.place, expr.owner)
        case TheCard() | CardsIn():
            return phrase(expr.place)
        case EndOf():
            return f"{expr.end} of {phrase(expr.cards)}"
        case RestOf():
            return f"rest of {phrase(expr.cards)}"
        case FirstCards():
            return f"first-cards of ({phrase(expr.count)}, {phrase(expr.cards)})"
        case SizeOf():
            return f"size of {phrase(expr.collection)}"
        case AttributeOf():
            return f"{expr.attribute} of {phrase(expr.card)}"
        case Lookup():
            return _applied(expr.column, (expr.key, *expr.arguments))
        case Apply():
            return _applied(expr.function, expr.arguments)
        case Neighbour():
            return f"{expr.side} of {phrase(expr.player)}"
        case Others():
            return f"others of {phrase(expr.player)}"
        case Seats():
            return "players"
        case FirstSeat():
            return "first-seat"
        case PlayerCount():
            return "player-count"
        case Those():
            return f"those {expr.variable} in {phrase(expr.among)} where ..."
        case _:
            return "this"


def could_be_alone(decision: Decide, who: str) -> str:
    """A decision as its line says it, where it is one player's and could be `alone`; empty for others."""
    if not isinstance(decision.actors, OneActor) or decision.alone or decision.span is None:
        return ""
    return f"`{who} {'must' if decision.must else 'may'}` in line {decision.span.start.line}"


def _owned(name: str, owner: Expr | None) -> str:
    return name if owner is None else f"{name} of {phrase(owner)}"


def _applied(name: str, arguments: tuple[Expr, ...]) -> str:
    match arguments:
        case ():
            return name
        case (one,):
            return f"{name} of {phrase(one)}"
        case _:
            return f"{name} of ({', '.join(phrase(a) for a in arguments)})"
