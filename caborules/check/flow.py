"""Facts at every node: guessed by going through the graph until nothing changes, then confirmed elsewhere.

``guess`` gives at each node what holds whichever way control came there. ``live`` says which registers are still
read, since a fact about another one helps nobody.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from caborules.check.known import Facts, forget_name, meet
from caborules.check.transfer import Transfer
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import all_expressions_in
from caborules.symbolic.facts import EACH, EVERYBODY, HAND_EMPTY, SHARED_PLACE, VARIABLE, Fact


@dataclass(frozen=True)
class Graph:
    """A lowered system with what its nodes read and where they lead."""

    system: lo.LoweredSystem

    def point(self, node: int) -> lo.Point | None:
        """The decision point of an ``Ask`` or ``Unseal``."""
        operation = self.system.nodes[node].operation
        return self.system.points[operation.point] if isinstance(operation, lo.Ask | lo.Unseal) else None

    @cached_property
    def targets(self) -> tuple[tuple[int, ...], ...]:
        """Where each node leads, in the order of ``symbolic.steps``."""
        return tuple(tuple(self._targets(number, node)) for number, node in enumerate(self.system.nodes))

    def _targets(self, number: int, node: lo.Node) -> Iterator[int]:
        point = self.point(number)
        match node.operation:
            case lo.Stop():
                return
            case lo.Test(otherwise=otherwise):
                yield from (node.next, otherwise)
            case lo.NextOf(done=done):
                yield from (node.next, done)
            case lo.Ask() if point is not None:
                for offer in point.offers:
                    yield node.next if point.sealed and offer.kind == "choice" else offer.target
            case lo.Unseal(done=done) if point is not None:
                yield from (offer.target for offer in point.offers if offer.kind == "choice")
                yield done
            case _:
                yield node.next

    @cached_property
    def live(self) -> tuple[frozenset[str], ...]:
        """The registers that may be read from each node on, before they are set again."""
        count = len(self.system.nodes)
        reads = [frozenset(self.reads(n)) for n in range(count)]
        sets = [frozenset(_sets(node.operation)) for node in self.system.nodes]
        before: list[list[int]] = [[] for _ in range(count)]
        for number, targets in enumerate(self.targets):
            for target in targets:
                before[target].append(number)
        live: list[frozenset[str]] = list(reads)
        waiting = set(range(count))
        queue = [-n for n in waiting]
        heapq.heapify(queue)
        while queue:
            number = -heapq.heappop(queue)
            if number not in waiting:
                continue
            waiting.discard(number)
            after: frozenset[str] = frozenset().union(*(live[t] for t in self.targets[number]))
            now = reads[number] | (after - sets[number])
            if now != live[number]:
                live[number] = now
                for one in before[number]:
                    if one not in waiting:
                        waiting.add(one)
                        heapq.heappush(queue, -one)
        return tuple(live)

    def reads(self, number: int) -> Iterator[str]:
        """The registers that a node reads; names that are bound in its expressions are among them."""
        operation = self.system.nodes[number].operation
        yield from registers_read(operation)
        point = self.point(number)
        if isinstance(operation, lo.Ask) and point is not None:
            for offer in point.offers:
                set_here = {domain.register for domain in offer.domains}
                if offer.actor is not None and offer.among is not None:
                    set_here.add(offer.actor)
                elif offer.actor is not None:
                    yield offer.actor
                yield from (name for name in registers_read(offer) if name not in set_here)


def registers_read(part: object) -> Iterator[str]:
    """The registers that the expressions of an operation, a domain or an offer read."""
    if isinstance(part, lo.Lay | lo.Rotate):
        yield part.register
    if isinstance(part, lo.NextOf):
        yield part.collection
    yield from (expr.name for expr in all_expressions_in(part) if isinstance(expr, ex.LocalRef))


def _sets(operation: lo.Operation) -> Iterator[str]:
    """The registers that an operation sets whatever way control goes on."""
    if isinstance(operation, lo.Lift | lo.PickOne | lo.SetRegister):
        yield operation.register


def at_entry(system: lo.LoweredSystem) -> Facts:
    """What holds at the start: all cards are in the deck's place, nobody has seen any."""
    found = {HAND_EMPTY}
    for name, place in system.places.items():
        scope = EACH if place.per_player else SHARED_PLACE
        if name != system.deck_place:
            found.add(Fact("empty", name, "", scope))
            found.add(Fact("known", name, "", scope, EVERYBODY))
            if place.shape == "hand" and place.sight == "face up":
                found.add(Fact("open", name, "", scope))
        else:
            found.add(Fact("filled", name, "", scope))
    return frozenset(found)


def guess(
    graph: Graph,
    refused: frozenset[tuple[int, Fact]] = frozenset(),
    closed: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[Facts | None, ...]:
    """Facts at every node, except those ``refused`` there; None at a node that control cannot reach.

    ``closed``: ways on (node and number of the way) that are never taken.
    """
    system = graph.system
    transfer = Transfer(system.places, system.registers)
    found: list[Facts | None] = [None] * len(system.nodes)
    entry = at_entry(system)
    found[system.entry] = frozenset(f for f in entry if (system.entry, f) not in refused)
    waiting, queue = {system.entry}, [system.entry]
    while queue:
        number = heapq.heappop(queue)
        if number not in waiting:
            continue
        waiting.discard(number)
        facts = found[number]
        assert facts is not None
        for way, (target, after) in enumerate(transfer.ways(system.nodes[number], graph.point(number), facts)):
            if (number, way) in closed:
                continue
            useful = frozenset(f for f in _useful(after, graph.live[target]) if (target, f) not in refused)
            old = found[target]
            new = useful if old is None else meet(old, useful)
            if new != old:
                found[target] = new
                if target not in waiting:
                    waiting.add(target)
                    heapq.heappush(queue, target)
    return tuple(found)


def _useful(facts: Facts, live: frozenset[str]) -> Facts:
    """The facts about registers that are still read; a name that holds the same stands in for one that is not."""
    names = {name for fact in facts for name in fact.names() if not name.startswith(VARIABLE)}
    left: set[Fact] | Facts = facts
    for name in sorted(names - live):
        left = forget_name(left, name)
    return frozenset(left)
