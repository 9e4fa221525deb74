"""Which registers still matter at each decision: those that something may read before it sets them again."""

from __future__ import annotations

from caborules.engine.values import passed
from caborules.ir import lowered as lo
from caborules.lower.loaded import Machine


def live_before(machine: Machine) -> tuple[frozenset[str], ...]:
    """By node, the registers that matter where control comes to it."""
    lowered = machine.lowered
    live: list[frozenset[str]] = [frozenset()] * len(lowered.nodes)
    before: dict[int, set[int]] = {}
    for number, node in enumerate(lowered.nodes):
        for after in _after(lowered, node):
            before.setdefault(after, set()).add(number)
    waiting = set(range(len(lowered.nodes)))
    while waiting:
        number = waiting.pop()
        found = _live(machine, number, live)
        if found != live[number]:
            live[number] = found
            waiting |= before.get(number, set())
    return tuple(live)


def live_at(lowered: lo.LoweredSystem, live: tuple[frozenset[str], ...]) -> tuple[frozenset[str], ...]:
    """By point, the registers that matter where its decision is made."""
    asks = {node.operation.point: at for at, node in enumerate(lowered.nodes) if isinstance(node.operation, lo.Ask)}
    return tuple(live[asks[point]] for point in range(len(lowered.points)))


def _after(lowered: lo.LoweredSystem, node: lo.Node) -> list[int]:
    """Every node to which control may go from here."""
    found = [node.next] if node.next >= 0 else []
    match node.operation:
        case lo.Test(otherwise=other) | lo.NextOf(done=other):
            found.append(other)
        case lo.Ask(point):
            found += [offer.target for offer in lowered.points[point].offers]
        case lo.Unseal(point, done):
            found = [offer.target for offer in lowered.points[point].offers if offer.kind == "choice"] + [done]
    return found


def _live(machine: Machine, number: int, live: list[frozenset[str]]) -> frozenset[str]:
    node = machine.lowered.nodes[number]
    operation = node.operation
    reads = frozenset(machine.reads[number]) - frozenset(passed(window) for window in machine.lowered.windows)
    match operation:
        case lo.Ask(point):
            found: frozenset[str] = frozenset()
            for (offer, _, names), one in zip(
                machine.choices[point], machine.lowered.points[point].offers, strict=True
            ):
                sets = _set_by(one)
                own = frozenset((one.actor,)) if one.among is None and one.actor is not None else frozenset()
                found |= (live[offer.target] - sets) | own | (frozenset(names) - sets)
                if node.next >= 0:
                    found |= live[node.next] - _actor(one) | own
            return found - frozenset(passed(window) for window in machine.lowered.windows)
        case lo.Unseal(point, done):
            found = live[done]
            for offer in machine.lowered.points[point].offers:
                if offer.kind == "choice":
                    found |= live[offer.target] - _set_by(offer)
            return found
        case lo.SetRegister(register=register) | lo.PickOne(register=register) | lo.Lift(register=register):
            return live[node.next] - {register} | reads
        case lo.NextOf(register, collection, done):
            return live[node.next] - {register} | live[done] | {collection}
        case lo.Rotate(register=register) | lo.Lay(register=register):
            return live[node.next] | reads | {register}
        case lo.Test(otherwise=other):
            return live[node.next] | live[other] | reads
        case lo.Stop():
            return frozenset()
        case _:
            return live[node.next] | reads


def _domains(offer: lo.Offer) -> frozenset[str]:
    return frozenset(domain.register for domain in offer.domains)


def _actor(offer: lo.Offer) -> frozenset[str]:
    return frozenset() if offer.actor is None else frozenset((offer.actor,))


def _set_by(offer: lo.Offer) -> frozenset[str]:
    """The registers that taking an offer sets."""
    return _domains(offer) | _actor(offer)
