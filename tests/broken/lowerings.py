"""Ways in which the lowered host can be broken behind the compiler's back: what no text can say."""

from __future__ import annotations

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, CARDS, PLACE, PLAYER, SPOT, NumberType
from caborules.ir.walk import subexpressions
from caborules.lower.fold import negate
from tests.support import surgery

_STOCK = ex.PlaceRef(PLACE, None, "stock", None)
_DISCARD = ex.PlaceRef(PLACE, None, "discard", None)
_TOP = ex.EndOf(CARD, None, "top", ex.CardsIn(CARDS, None, _STOCK))


# ---------------------------------------------------------------- cards
def draw_copies(system: lo.LoweredSystem) -> lo.LoweredSystem:
    at = surgery.find(system, lo.Lay, "draw-card")
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.Lay)
    return surgery.put_after(system, at, lo.Lay(operation.register, _STOCK))


def discard_drops(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for at in surgery.find_all(system, lo.Lay, "lay-on-pile"):
        system = surgery.leave_out(system, at)
    return system


def exchange_keeps(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """The exchanged card is laid into the row; it stays where it was drawn to as soon as there is room."""
    at = surgery.find(system, lo.SwapCards, "use-drawn")
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.SwapCards)
    drawn = operation.left.place if isinstance(operation.left, ex.TheCard) else operation.left
    system = surgery.register(system, "kept", CARD)
    system = surgery.put_before(system, at, lo.SetRegister("kept", operation.left))
    laid = surgery.find(system, lo.Lay, "lay-on-pile", lambda op: op.register == getattr(operation.right, "name", None))
    return surgery.put_after(system, laid, lo.Lay("kept", drawn))


def swap_doubles(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for at in surgery.find_all(system, lo.SwapCards, "use-power"):
        operation = system.nodes[at].operation
        assert isinstance(operation, lo.SwapCards)
        for name, kind in (("copied", CARD), ("gone", CARD), ("goal", SPOT)):
            system = surgery.register(system, name, kind)
        steps = (
            lo.SetRegister("copied", operation.left),
            lo.SetRegister("goal", ex.SpotOf(SPOT, None, operation.right)),
            lo.Lift("gone", operation.right),
            lo.Lay("copied", ex.LocalRef(SPOT, None, "goal")),
        )
        system = surgery.leave_out(surgery.put_after(system, at, *steps), at)
    return system


def take_copies(system: lo.LoweredSystem) -> lo.LoweredSystem:
    return surgery.leave_out(system, surgery.find(system, lo.Lift, "turn"))


def refill_loses(system: lo.LoweredSystem) -> lo.LoweredSystem:
    system = surgery.register(system, "lost", CARD)
    for at in surgery.find_all(system, lo.MoveAll, "refill"):
        top = ex.EndOf(CARD, None, "top", ex.CardsIn(CARDS, None, _DISCARD))
        system = surgery.put_before(system, at, lo.Lift("lost", top))
    return system


def refill_doubles(system: lo.LoweredSystem) -> lo.LoweredSystem:
    system = surgery.register(system, "again", CARD)
    for at in surgery.find_all(system, lo.MoveAll, "refill"):
        top = ex.EndOf(CARD, None, "top", ex.CardsIn(CARDS, None, _DISCARD))
        system = surgery.change(system, at, lo.MoveAll(_DISCARD, False, _STOCK))
        system = surgery.put_after(system, at, lo.Lay("again", _DISCARD))
        system = surgery.put_before(system, at, lo.SetRegister("again", top))
    return system


def penalty_from_nothing(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for at in surgery.find_all(system, lo.Test, "penalty"):
        system = surgery.leave_out(system, at)
    return system


# ---------------------------------------------------------------- what is known
def match_not_shown(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for at in surgery.find_all(system, lo.ShowCards, "attempt"):
        system = surgery.leave_out(system, at)
    return system


def next_card_in_variable(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Whenever a turn begins, the first player's points are what the next card of the stock is worth."""
    at = surgery.find(system, lo.Mark, "turn", lambda op: op.what == "start")
    worth = ex.Either(
        NumberType(0, 200),
        None,
        ex.IsEmpty(BOOL, None, ex.CardsIn(CARDS, None, _STOCK)),
        ex.Const(NumberType(0, 0), None, 0),
        ex.Lookup(NumberType(2, 5), None, "cards", "value", _TOP, ()),
    )
    return surgery.put_after(system, at, lo.SetVariable("points", ex.FirstSeat(PLAYER, None), worth))


# ---------------------------------------------------------------- the course of play
def match_negated(system: lo.LoweredSystem) -> lo.LoweredSystem:
    at = surgery.find(system, lo.Test, "attempt")
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.Test)
    return surgery.change(system, at, lo.Test(negate(operation.condition), operation.otherwise))


def turn_without_test(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Who has no move is asked all the same."""
    return surgery.leave_out(system, surgery.find(system, lo.Test, "turn", lambda op: _mentions(op.condition, "stock")))


def turn_not_passed_on(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """After a turn the same player is to move again."""
    at = surgery.find(
        system,
        lo.SetVariable,
        "lap",
        lambda op: (
            op.variable == "active"
            and isinstance(op.value, ex.Neighbour)
            and isinstance(op.value.player, ex.VariableRef)
        ),
    )
    return surgery.leave_out(system, at)


def _mentions(expr: ex.Expr, place: str) -> bool:
    return any(isinstance(part, ex.PlaceRef) and part.place == place for part in subexpressions(expr))
