"""Broken lowered systems, one per way of being broken: what proofs must notice. Each keeps all the rest as it was.

``DEFECTS`` maps a name to a function; ``CONSERVATION`` are those that lose or double a card or cannot be carried out,
``LEAKS`` those by which somebody learns what they were not shown. They fit spec/cabo.cabo and its variants; a function
that finds nothing to break fails with an AssertionError.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, CARDS, PLACE, PLAYER, SPOT, NumberType
from caborules.ir.walk import subexpressions
from caborules.lower.fold import negate
from tests.support import surgery

Defect = Callable[[lo.LoweredSystem], lo.LoweredSystem]

_STOCK = ex.CardsIn(CARDS, None, ex.PlaceRef(PLACE, None, "stock", None))
_TOP = ex.EndOf(CARD, None, "top", _STOCK)


def _has_top(expr: ex.Expr) -> ex.Expr:
    """``expr``, asked only where the stock has a top."""
    return ex.Logic(BOOL, None, "and", negate(ex.IsEmpty(BOOL, None, _STOCK)), expr)


def _worth(system: lo.LoweredSystem, card: ex.Expr) -> ex.Expr:
    """What a card is worth: a number read from its face."""
    assert ("cards", "value") in system.cells, "no column of values"
    return ex.Lookup(NumberType(-30, 50), None, "cards", "value", card, ())


# ---------------------------------------------------------------- cards
def doubled_card(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A card that is discarded lies on the pile twice."""
    at = surgery.find(system, lo.Lay, "lay-on-pile")
    return surgery.put_after(system, at, system.nodes[at].operation)


def dropped_card(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A card that is discarded never comes to the pile."""
    return surgery.leave_out(system, surgery.find(system, lo.Lay, "lay-on-pile"))


def lost_top(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A reshuffle takes the top discard away before it makes a stock of the rest."""
    at = surgery.find(system, lo.MoveAll, "refill", lambda op: op.rest)
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.MoveAll)
    top = ex.EndOf(CARD, None, "top", ex.CardsIn(CARDS, None, operation.source))
    system = surgery.register(system, "lost", CARD)
    return surgery.put_before(system, at, lo.Lift("lost", top))


def copying_swap(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A swap puts the left card in the right one's spot, and leaves it in its own as well."""
    at = surgery.find(system, lo.SwapCards, "blind-swap")
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
    return surgery.leave_out(surgery.put_after(system, at, *steps), at)


def draw_from_nothing(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Penalty cards are drawn without a look whether there is one."""
    for at in surgery.find_all(system, lo.Test, "add-card", lambda op: _mentions(op.condition, "stock")):
        system = surgery.leave_out(system, at)
    return system


# ---------------------------------------------------------------- what is known
def dropped_show(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A card that somebody tries to match with is compared and not shown."""
    for at in surgery.find_all(system, lo.ShowCards, "show-tried"):
        system = surgery.leave_out(system, at)
    return system


def hidden_rank_in_variable(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """The first player's score is what the top card of the stock is worth, whenever a turn begins."""
    at = surgery.find(system, lo.Mark, "turn", lambda op: op.what == "start")
    values = ex.Either(
        NumberType(-30, 50),
        None,
        negate(ex.IsEmpty(BOOL, None, _STOCK)),
        _worth(system, _TOP),
        ex.Const(NumberType(0, 0), None, 0),
    )
    return surgery.put_after(system, at, lo.SetVariable("score", ex.FirstSeat(PLAYER, None), values))


def guard_reads_hidden(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """The discard can be taken only if the next card of the stock is worth little: who may take it learns that."""
    few = ex.Const(NumberType(6, 6), None, 6)
    low = _has_top(ex.Compare(BOOL, None, "is at most", _worth(system, _TOP), few))
    empty = ex.IsEmpty(BOOL, None, _STOCK)
    condition = ex.Logic(BOOL, None, "or", empty, low)

    def guarded(offer: lo.Offer) -> lo.Offer:
        both = condition if offer.guard is None else ex.Logic(BOOL, None, "and", offer.guard, condition)
        return replace(offer, guard=both)

    return surgery.change_offers(system, lambda offer: offer.path == "turn.take", guarded)


def test_of_hidden_card(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Whether a power fires hangs on the card that is next in the stock."""
    at = surgery.find(system, lo.Ask, None, lambda op: system.points[op.point].offers[0].path.startswith("peek."))
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.Ask)
    few = ex.Const(NumberType(6, 6), None, 6)
    condition = _has_top(ex.Compare(BOOL, None, "is at most", _worth(system, _TOP), few))
    over = next(offer.target for offer in system.points[operation.point].offers if offer.kind == "decline")
    return surgery.put_before(system, at, lo.Test(condition, over))


# ---------------------------------------------------------------- the course of play
def negated_test(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A right match is taken for a wrong one, and a wrong one for a right one."""
    at = surgery.find(system, lo.Test, "attempt")
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.Test)
    return surgery.change(system, at, replace(operation, condition=negate(operation.condition)))


def dropped_shuffle(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """The discards become the stock without being shuffled: everybody knows what will be drawn."""
    for at in surgery.find_all(system, lo.ShufflePlace, "refill"):
        system = surgery.leave_out(system, at)
    return system


def another_card(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Who takes the top discard is given the name of the bottom one."""
    at = surgery.find(system, lo.SetRegister, "turn", lambda op: isinstance(op.value, ex.EndOf))
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.SetRegister)
    assert isinstance(operation.value, ex.EndOf)
    return surgery.change(system, at, replace(operation, value=replace(operation.value, end="bottom")))


def _mentions(expr: ex.Expr, place: str) -> bool:
    return any(isinstance(part, ex.PlaceRef) and part.place == place for part in subexpressions(expr))


CONSERVATION: dict[str, Defect] = {
    "a card is doubled": doubled_card,
    "a card is dropped": dropped_card,
    "a reshuffle loses the top": lost_top,
    "a swap copies": copying_swap,
    "a penalty is drawn from nothing": draw_from_nothing,
}
LEAKS: dict[str, Defect] = {
    "a match is not shown": dropped_show,
    "a variable tells a hidden card": hidden_rank_in_variable,
    "a guard reads a hidden card": guard_reads_hidden,
    "a test reads a hidden card": test_of_hidden_card,
}
OTHERS: dict[str, Defect] = {
    "a test is negated": negated_test,
    "a shuffle is dropped": dropped_shuffle,
    "another card is named": another_card,
}
DEFECTS: dict[str, Defect] = {**CONSERVATION, **LEAKS, **OTHERS}
