"""Mutants of the lowered system: one operation, offer, way on or constant that a lowering could have got wrong.

A mutant is told by where it is and what is done there, so that it can be made of any lowered system of the same nodes:
of the real game, and of the one with small options that brute force looks at.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import zip_longest
from typing import Any

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import PLAYERS, BoolType, CardType, NumberType, PlayerType
from caborules.lower.assemble import branches
from caborules.lower.fold import negate
from tests.support import surgery

DROPPED = (
    lo.Lift, lo.Lay, lo.MoveAll, lo.MoveCards, lo.SwapCards, lo.ShufflePlace, lo.ShowCards, lo.TurnCards, lo.Say,
    lo.SetVariable, lo.Rotate, lo.MoveWindow,
)  # fmt: skip
DOUBLED = (lo.Lift, lo.Lay, lo.SwapCards, lo.NextOf)
LONGEST = 140
STRAIGHT = (*DROPPED, lo.SetRegister)
EVERYBODY = ex.Seats(PLAYERS, None)


@dataclass(frozen=True, slots=True)
class Lowering:
    """``what`` is done at node ``at``; or at offer ``at`` of point ``point``. ``variant`` numbers ways to do it;
    ``rule``: in which it stands; ``was`` and ``now`` for people; ``twin``: how many before it look the same."""

    what: str
    at: int
    point: int | None
    variant: int
    rule: str
    was: str
    now: str
    twin: int = 0

    @property
    def id(self) -> str:
        where = f"node {self.at}" if self.point is None else f"point {self.point} offer {self.at}"
        return f"{where} {self.what} {self.variant}"

    @property
    def look(self) -> str:
        """What is done, in which rule, to what, wherever in the system that is."""
        return "\n".join((self.what, self.rule, self.was[:LONGEST], self.now[:LONGEST]))

    @property
    def key(self) -> str:
        """What the mutant is, wherever its node has moved to."""
        return hashlib.sha256(f"{self.look}\n{self.twin}".encode()).hexdigest()[:12]

    @property
    def place(self) -> tuple[int | None, int]:
        """The node (None and its number) or the offer (the point's number and its own)."""
        return self.point, self.at

    def of(self, system: lo.LoweredSystem) -> lo.LoweredSystem:
        """The system with this mistake. Raises ValueError where it does not fit."""
        for number, (what, _, made) in enumerate(_all_at(system, self.point, self.at)):
            if (what, number) == (self.what, self.variant):
                changed: lo.LoweredSystem = made()
                return changed
        raise ValueError(f"{self.id} does not fit this system")


def lowerings(system: lo.LoweredSystem) -> tuple[Lowering, ...]:
    """All mutants of a lowered system, in the order of its nodes and then of its offers."""
    found: list[Lowering] = []
    for at, node in enumerate(system.nodes):
        for variant, (what, now, _) in enumerate(_all_at(system, None, at)):
            rule = (*node.source.rules, "")[len(node.source.rules) - 1]
            found.append(Lowering(what, at, None, variant, rule, _short(node.operation), now))
    for point, asked in enumerate(system.points):
        for at, offer in enumerate(asked.offers):
            for variant, (what, now, _) in enumerate(_all_at(system, point, at)):
                found.append(Lowering(what, at, point, variant, asked.rule, f"{offer.kind} {offer.path}", now))
    alike: Counter[str] = Counter()
    numbered = []
    for one in found:
        numbered.append(replace(one, twin=alike[one.look]))
        alike[one.look] += 1
    return tuple(numbered)


def drawn(key: str, seed: int) -> str:
    """By this mutants are drawn: each by its own key, so that what is done elsewhere does not shift the sample."""
    return hashlib.sha256(f"{seed}\n{key}".encode()).hexdigest()


def sample(every: Sequence[Lowering], count: int, seed: int) -> tuple[Lowering, ...]:
    """So many, one of each kind of mistake after the other, none twice of the same look; in the order of all."""
    looks: dict[str, Lowering] = {}
    for one in every:
        looks.setdefault(one.look, one)
    kinds: dict[str, list[Lowering]] = {}
    for look in sorted(looks, key=lambda look: drawn(look, seed)):
        kinds.setdefault(looks[look].what, []).append(looks[look])
    rows = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    chosen = [one for row in rows for one in row if one is not None][:count]
    places = {one: number for number, one in enumerate(every)}
    return tuple(sorted(chosen, key=places.__getitem__))


Made = tuple[str, str, Any]
"""What is done, how it reads then, and what makes the system."""


def _all_at(system: lo.LoweredSystem, point: int | None, at: int) -> Iterator[Made]:
    yield from _at_node(system, at) if point is None else _at_offer(system, point, at)


# ---------------------------------------------------------------- operations
def _at_node(system: lo.LoweredSystem, at: int) -> Iterator[Made]:
    node, operation = system.nodes[at], system.nodes[at].operation
    if isinstance(operation, DROPPED):
        yield "drop", "nothing", lambda: surgery.leave_out(system, at)
    if isinstance(operation, DOUBLED):
        yield "double", "twice", lambda: surgery.put_after(system, at, operation)
    after = system.nodes[node.next] if node.next >= 0 else None
    straight = isinstance(operation, STRAIGHT) and after is not None and isinstance(after.operation, STRAIGHT)
    if straight and after is not None and _reached_from(system, node.next) == [at]:
        yield "exchange", f"after {_short(after.operation)}", lambda: _exchanged(system, at)
    for changed in _otherwise(system, operation):
        yield changed[0], _short(changed[1]), _putting(system, at, changed[1])
    for field, change in _parts(system, operation):
        changed_operation = replace(operation, **{field: change.whole})
        yield change.what, change.text, _putting(system, at, changed_operation)
    yield from _jumps(system, at)


def _otherwise(system: lo.LoweredSystem, operation: lo.Operation) -> Iterator[tuple[str, lo.Operation]]:
    """The operation done in another way."""
    match operation:
        case lo.Test(condition=condition):
            yield "negate", replace(operation, condition=negate(condition))
        case lo.MoveAll(rest=rest):
            yield "rest", replace(operation, rest=not rest)
        case lo.ShowCards(secretly=secretly):
            if operation.to != EVERYBODY:
                yield "show-all", replace(operation, to=EVERYBODY)
            yield "secretly", replace(operation, secretly=not secretly)
        case lo.TurnCards(up=up):
            yield "up-down", replace(operation, up=not up)
        case lo.MoveWindow(what=what):
            yield "window", replace(operation, what="close" if what == "open" else "open")
        case lo.SwapCards(left=left):
            yield "swap-same", replace(operation, right=left)


def _jumps(system: lo.LoweredSystem, at: int) -> Iterator[Made]:
    """Control goes somewhere else: on where a test fails, or past the next operation where it holds."""
    node, operation = system.nodes[at], system.nodes[at].operation
    if isinstance(operation, lo.Test):
        yield "jump", "goes on in any case", _putting(system, at, replace(operation, otherwise=node.next))
        yield "jump", "never goes on", lambda: surgery.lead(system, at, operation.otherwise)
    if isinstance(operation, lo.NextOf) and system.nodes[operation.done].next >= 0:
        past = replace(operation, done=system.nodes[operation.done].next)
        if not isinstance(system.nodes[operation.done].operation, lo.Mark):
            yield "jump", "is done one step later", _putting(system, at, past)
    if isinstance(operation, lo.NextOf):
        yield "jump", "for the first only", _once(system, at, operation)


def _once(system: lo.LoweredSystem, at: int, operation: lo.NextOf) -> Any:
    """The body of a loop goes on behind the loop."""

    def made() -> lo.LoweredSystem:
        found = system
        back = [n for n in _reached_from(system, at) if n > at]
        for number in back:
            node = found.nodes[number]
            if node.next == at:
                found = surgery.lead(found, number, operation.done)
        return found

    return made


def _putting(system: lo.LoweredSystem, at: int, operation: lo.Operation) -> Any:
    return lambda: surgery.change(system, at, operation)


def _exchanged(system: lo.LoweredSystem, at: int) -> lo.LoweredSystem:
    following = system.nodes[at].next
    first, second = system.nodes[at].operation, system.nodes[following].operation
    return surgery.change(surgery.change(system, at, second), following, first)


def _reached_from(system: lo.LoweredSystem, number: int) -> list[int]:
    return [n for n, node in enumerate(system.nodes) if number in branches(node, system.points)]


# ---------------------------------------------------------------- offers
def _at_offer(system: lo.LoweredSystem, point: int, at: int) -> Iterator[Made]:
    asked, offer = system.points[point], system.points[point].offers[at]

    def putting(new: lo.Offer | None) -> Any:
        offers = (*asked.offers[:at], *(() if new is None else (new,)), *asked.offers[at + 1 :])
        points = (*system.points[:point], replace(asked, offers=offers), *system.points[point + 1 :])
        return lambda: replace(system, points=points)

    if len(asked.offers) > 1:
        yield "drop-offer", "nothing", putting(None)
    if offer.guard is not None:
        yield "drop-guard", "without a guard", putting(replace(offer, guard=None))
        yield "negate-guard", "the guard negated", putting(replace(offer, guard=negate(offer.guard)))
        for change in _within(system, offer.guard):
            yield f"guard-{change.what}", change.text, putting(replace(offer, guard=change.whole))
    if offer.among is not None and offer.among != EVERYBODY:
        yield "anybody", "for everybody", putting(replace(offer, among=EVERYBODY))
    for number, domain in enumerate(offer.domains):
        for what, new in _domains(system, domain):
            domains = (*offer.domains[:number], new, *offer.domains[number + 1 :])
            yield what, _short(new), putting(replace(offer, domains=domains))
    others = [one for one in asked.offers if one.target != offer.target and one.kind == offer.kind and not one.domains]
    if others and not offer.domains:
        yield "target", f"does what {others[0].path} does", putting(replace(offer, target=others[0].target))


def _domains(system: lo.LoweredSystem, domain: lo.Domain) -> Iterator[tuple[str, lo.Domain]]:
    if domain.where is not None:
        yield "drop-where", replace(domain, where=None)
    if domain.many and domain.high is not None:
        yield "more", replace(domain, high=domain.high + 1)
    for change in _within(system, domain.among):
        yield f"domain-{change.what}", replace(domain, among=change.whole)


# ---------------------------------------------------------------- expressions
@dataclass(frozen=True, slots=True)
class _Change:
    """``what`` is done to a part of an expression, the part before and after, and the whole as it is then."""

    what: str
    was: Any
    now: Any
    whole: Any

    @property
    def text(self) -> str:
        return f"{_short(self.now)} for {_short(self.was)}"


def _parts(system: lo.LoweredSystem, operation: lo.Operation) -> Iterator[tuple[str, _Change]]:
    """For each expression in an operation: its field, and what can be changed in it."""
    for field in fields(operation):
        value = getattr(operation, field.name)
        if isinstance(value, ex.Typed):
            yield from ((field.name, change) for change in _within(system, value))


def _within(system: lo.LoweredSystem, expr: Any) -> Iterator[_Change]:
    for what, new in _variants(system, expr):
        yield _Change(what, expr, new, new)
    for field in fields(expr):
        value = getattr(expr, field.name)
        if isinstance(value, ex.Typed) and is_dataclass(value):
            for change in _within(system, value):
                yield replace(change, whole=replace(expr, **{field.name: change.whole}))


def _variants(system: lo.LoweredSystem, expr: ex.Expr) -> Iterator[tuple[str, ex.Expr]]:
    match expr:
        case ex.PlaceRef(place=place, owner=owner):
            own = [name for name, one in system.places.items() if one.per_player == (owner is not None)]
            own = [name for name in own if name != place]
            if own:
                yield "place", replace(expr, place=own[0])
        case ex.LocalRef(type=PlayerType() | CardType(), name=name) if name in system.registers:
            other = _other_register(system, name)
            if other is not None:
                yield "register", replace(expr, name=other)
        case ex.EndOf(end=end):
            yield "end", replace(expr, end="bottom" if end == "top" else "top")
        case ex.Neighbour(side=side):
            yield "side", replace(expr, side="right" if side == "left" else "left")
        case ex.Const(type=NumberType(), value=int(number)):
            yield "number", replace(expr, value=number + 1)
        case ex.Const(type=BoolType(), value=bool(truth)):
            yield "truth", replace(expr, value=not truth)
        case ex.Compare(op="is at most"):
            yield "bound", replace(expr, op="is less than")
        case ex.Compare(op="is at least"):
            yield "bound", replace(expr, op="is more than")
        case ex.Compare(op="is"):
            yield "compare", replace(expr, op="is not")
        case ex.Logic(op=op):
            yield "and-or", replace(expr, op="or" if op == "and" else "and")
        case ex.Arithmetic(op="plus"):
            yield "plus-minus", replace(expr, op="minus")
        case ex.ThoseBest(which=which):
            yield "lowest-highest", replace(expr, which="highest" if which == "lowest" else "lowest")


def _other_register(system: lo.LoweredSystem, name: str) -> str | None:
    """The nearest register of the same type: of those before it the last, else the next."""
    same = [one for one, kind in system.registers.items() if type(kind) is type(system.registers[name])]
    place = same.index(name)
    return None if len(same) < 2 else same[place - 1] if place else same[1]


def _short(part: object) -> str:
    """An operation or expression in one line: its name, and what it names."""
    match part:
        case lo.Domain(register=register):
            return f"{register} of {_short(part.among)}"
        case ex.Const(value=value):
            return str(value)
        case ex.PlaceRef(place=place):
            return place
        case ex.LocalRef(name=name):
            return name
    told = [type(part).__name__]
    for field in fields(part) if is_dataclass(part) else ():
        value = getattr(part, field.name)
        if field.name in ("type", "span", "next", "otherwise", "done", "point"):
            continue
        if isinstance(value, str | bool | int):
            told.append(str(value))
        elif isinstance(value, ex.Typed):
            told.append(_short(value))
    return " ".join(told)
