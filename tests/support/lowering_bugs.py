"""Mistakes that a lowering could make, planted in a lowered system: lock-step must notice each.

``BUGS`` maps what goes wrong to the game in which it shows (``cabo`` or a small one) and to what plants it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, CARDS
from caborules.ir.walk import subexpressions
from caborules.lower.fold import negate
from tests.support import surgery

Bug = Callable[[lo.LoweredSystem], lo.LoweredSystem]
Op = TypeVar("Op", bound=lo.Operation)


def out(kind: type[Op], rule: str, also: Callable[[Op], bool] = lambda _: True) -> Bug:
    """Operations of a kind are forgotten in a rule."""

    def plant(system: lo.LoweredSystem) -> lo.LoweredSystem:
        for at in reversed(surgery.find_all(system, kind, rule, also)):
            system = surgery.leave_out(system, at)
        return system

    return plant


def changed(
    kind: type[Op],
    rule: str | None,
    new: Callable[[lo.LoweredSystem, Op], lo.Operation],
    also: Callable[[Op], bool] = lambda _: True,
) -> Bug:
    """Operations of a kind are written differently in a rule."""

    def plant(system: lo.LoweredSystem) -> lo.LoweredSystem:
        for at in surgery.find_all(system, kind, rule, also):
            operation = system.nodes[at].operation
            assert isinstance(operation, kind)
            system = surgery.change(system, at, new(system, operation))
        return system

    return plant


def offers(fits: Callable[[lo.Offer], bool], new: Callable[[lo.Offer], lo.Offer | None]) -> Bug:
    """Offers are written differently, or forgotten."""
    return lambda system: surgery.change_offers(system, fits, new)


def lay_before_lift(system: lo.LoweredSystem) -> lo.LoweredSystem:
    at = surgery.find(system, lo.Lift, "lay-on-pile")
    lay = system.nodes[at].next
    lift, laid = system.nodes[at].operation, system.nodes[lay].operation
    return surgery.change(surgery.change(system, at, laid), lay, lift)


def one_by_one(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """All cards of a pile are moved from the top, one after another: they lie in the wrong order."""
    at = surgery.find(system, lo.MoveAll, "gather-cards", _from("discard"))
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.MoveAll)
    cards = ex.CardsIn(CARDS, None, operation.source)
    system = surgery.register(system, "one", CARD)
    after, source = system.nodes[at].next, system.nodes[at].source
    first = len(system.nodes)
    some = negate(ex.IsEmpty(BOOL, None, cards))
    lift = lo.Node(lo.Lift("one", ex.EndOf(CARD, None, "top", cards)), first + 1, source)
    lay = lo.Node(lo.Lay("one", operation.to), at, source)
    system = replace(system, nodes=(*system.nodes, lift, lay))
    return surgery.lead(surgery.change(system, at, lo.Test(some, after)), at, first)


def returns_elsewhere(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A reaction comes back behind the decision that it interrupted."""
    asked = surgery.find(system, lo.Ask, "turn")
    test = asked - 1
    done = surgery.find(system, lo.Mark, "turn", lambda op: op.what == "end")
    for at in surgery.find_all(system, lo.Mark, "attempt", lambda op: op.what == "end"):
        if system.nodes[at].next == test:
            system = surgery.lead(system, at, done)
    return system


def again_goes_on(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """``again`` goes on behind the decision."""
    target = next(o.target for p in system.points for o in p.offers if o.path == "turn.think")
    done = surgery.find(system, lo.Mark, "turn", lambda op: op.what == "end")
    return surgery.lead(system, system.nodes[target].next, done)


def unseals_one(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Only the first sealed choice is laid open."""
    at = surgery.find(system, lo.Unseal, "bid-all")
    operation = system.nodes[at].operation
    assert isinstance(operation, lo.Unseal)
    bodies = {offer.target for offer in system.points[operation.point].offers}
    first = replace(system, nodes=(*system.nodes, system.nodes[at]))
    again = len(system.nodes)
    changed_system = surgery.redirect(first, at, operation.done)
    entries = [n for n, node in enumerate(first.nodes) if node.next == at and n < at and n not in bodies]
    strike = surgery.find(system, lo.Test, "bid-all", lambda op: op.otherwise == at)
    assert entries
    test = changed_system.nodes[strike].operation
    assert isinstance(test, lo.Test)
    return surgery.change(changed_system, strike, replace(test, otherwise=again))


def shared_register(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """The one who reacts is named by the register of the one who decides."""
    asked = surgery.find(system, lo.Ask, "turn")
    operation = system.nodes[asked].operation
    assert isinstance(operation, lo.Ask)
    point = system.points[operation.point]
    actor = point.offers[0].actor
    shared = [replace(o, actor=actor) if o.kind == "reaction" else o for o in point.offers]
    point = replace(point, offers=tuple(shared))
    return replace(system, points=(*system.points[: operation.point], point, *system.points[operation.point + 1 :]))


def _other_side(expr: ex.Expr) -> ex.Expr:
    assert isinstance(expr, ex.Neighbour)
    return replace(expr, side="right")


def _sets(variable: str) -> Callable[[lo.Operation], bool]:
    return lambda op: isinstance(op, lo.SetVariable) and op.variable == variable


def _from(place: str) -> Callable[[lo.MoveAll], bool]:
    return lambda op: isinstance(op.source, ex.PlaceRef) and op.source.place == place


def _window(what: str) -> Callable[[lo.Operation], bool]:
    return lambda op: isinstance(op, lo.MoveWindow) and op.what == what


def _reads(place: str) -> Callable[[lo.Operation], bool]:
    return lambda op: (
        isinstance(op, lo.Test)
        and any(isinstance(part, ex.PlaceRef) and part.place == place for part in subexpressions(op.condition))
    )


def _strikes(op: lo.Operation) -> bool:
    """Does it strike a player from those who are still to act?"""
    return (
        isinstance(op, lo.SetRegister)
        and "todo" in op.register
        and isinstance(op.value, ex.Those)
        and isinstance(op.value.where, ex.Compare)
    )


def _domain(**changes: Any) -> Callable[[lo.Offer], lo.Offer]:
    """The first parameter, with changes."""
    return lambda offer: replace(offer, domains=(replace(offer.domains[0], **changes), *offer.domains[1:]))


def _path(path: str) -> Callable[[lo.Offer], bool]:
    return lambda offer: offer.path == path


def _among_everybody(offer: lo.Offer) -> lo.Offer:
    assert offer.among is not None
    return replace(offer, among=ex.Seats(offer.among.type, None))


def _more(system: lo.LoweredSystem, op: lo.Test) -> lo.Test:
    assert isinstance(op.condition, ex.Compare)
    return replace(op, condition=replace(op.condition, op="is at least"))


BUGS: dict[str, tuple[str, Bug]] = {
    "a card is laid before it is lifted": ("cabo", lay_before_lift),
    "a reset is forgotten": ("cabo", out(lo.SetVariable, "round", _sets("caller"))),
    "a reset of a player's state is forgotten": ("cabo", out(lo.SetVariable, "round", _sets("had-last-turn"))),
    "closes before: forgotten": ("cabo", out(lo.MoveWindow, "turn", _window("close"))),
    "opens after: forgotten": ("cabo", out(lo.MoveWindow, "lay-on-pile", _window("open"))),
    "who has passed is not forgotten": ("windows", out(lo.MoveWindow, "lap", _window("forget"))),
    "an opening does not renew": (
        "windows",
        changed(lo.MoveWindow, None, lambda _, op: replace(op, what="forget"), _window("open")),
    ),
    "a reaction returns elsewhere": ("cabo", returns_elsewhere),
    "all for rest": ("seats", changed(lo.MoveAll, "round-of-it", lambda _, op: replace(op, rest=False))),
    "rest for all": ("cabo", changed(lo.MoveAll, "gather-cards", lambda _, op: replace(op, rest=True))),
    "several cards in the wrong order": ("cabo", one_by_one),
    "a loop begins at the wrong seat": ("cabo", out(lo.Rotate, "deal-cards")),
    "the left is the right": (
        "cabo",
        changed(lo.SetVariable, "lap", lambda _, op: replace(op, value=_other_side(op.value)), _sets("active")),
    ),
    "a test the wrong way round": (
        "cabo",
        changed(lo.Test, "attempt", lambda _, op: replace(op, condition=negate(op.condition))),
    ),
    "otherwise of a step: forgotten": ("windows", out(lo.Test, "penalty", _reads("stock"))),
    "a shuffle is forgotten": ("cabo", out(lo.ShufflePlace, "gather-cards")),
    "a show is forgotten": ("cabo", out(lo.ShowCards, "first-look")),
    "a flip is forgotten": ("cabo", out(lo.TurnCards, "reveal")),
    "a repetition too many": ("cabo", changed(lo.Test, "deal", _more, lambda op: isinstance(op.condition, ex.Compare))),
    "an announcement is forgotten": ("cabo", out(lo.Say, "attempt")),
    "a reaction while the window is closed": ("cabo", offers(_path("match.match"), lambda o: replace(o, guard=None))),
    "a guard is forgotten": ("cabo", offers(_path("turn.call"), lambda o: replace(o, guard=None))),
    "a choice is forgotten": ("cabo", offers(_path("turn.take"), lambda _: None)),
    "everybody may react": (
        "windows",
        offers(_path("protest.protest"), _among_everybody),
    ),
    "pass is offered again": ("windows", offers(_path("pass"), lambda o: replace(o, guard=None))),
    "a decision with nothing to choose is asked": ("secrets", out(lo.Test, "alone-at-last", _reads("hand"))),
    "a reaction names the one who decides": ("cabo", shared_register),
    "held while: forgotten": (
        "windows",
        offers(_path("slap.slap"), lambda o: replace(o, guard=ex.WindowOpen(BOOL, None, "slap"))),
    ),
    "late attempts cost nothing": ("windows", offers(lambda o: o.kind == "late", lambda _: None)),
    "events are forgotten": ("windows", offers(lambda o: o.kind == "event", lambda _: None)),
    "again goes on": ("windows", again_goes_on),
    "one sealed choice is carried out": ("secrets", unseals_one),
    "who has acted is asked again": ("seats", out(lo.SetRegister, "round-of-it", _strikes)),
    "sets need not share": ("sets", offers(_path("meld.pair"), _domain(measure=None))),
    "sets may be larger": ("sets", offers(_path("meld.two"), _domain(high=3))),
    "a condition on a set is forgotten": ("sets", offers(_path("meld.few"), _domain(where=None))),
}
