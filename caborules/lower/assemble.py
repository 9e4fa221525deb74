"""From operations written one after another, with labels and jumps, to the numbered nodes of the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NewType

from caborules.ir import lowered as lo
from caborules.lower.limits import MOST_NODES, too_large

Label = NewType("Label", int)
"""A position that control can jump to; it stands where a node number will stand."""


@dataclass(frozen=True, slots=True)
class _Step:
    operation: lo.Operation
    source: lo.Source
    next: Label | None


@dataclass(slots=True)
class Assembly:
    """Operations in reading order. Control goes from each to the one after it, unless something else is said."""

    points: list[lo.Point] = field(default_factory=list)
    _items: list[_Step | Label | None] = field(default_factory=list)
    _jumps: dict[int, Label] = field(default_factory=dict)
    steps: int = 0
    """How many operations have been written."""
    _labels: int = 0

    def label(self) -> Label:
        """A new label, to be placed once."""
        self._labels += 1
        return Label(self._labels - 1)

    def place(self, label: Label) -> None:
        """Jumps to ``label`` come here."""
        self._items.append(label)

    def emit(self, operation: lo.Operation, source: lo.Source, then: Label | None = None) -> None:
        """Write an operation; control goes on to ``then``, or to what is written next. Raises Refused (E313)."""
        self.steps += 1
        if self.steps > MOST_NODES:
            raise too_large(source.span, f"This ruleset needs more than {MOST_NODES} operations.")
        self._items.append(_Step(operation, source, then))

    def jump(self, label: Label) -> None:
        """Control goes to ``label`` instead of what is written next."""
        self._jumps[len(self._items)] = label
        self._items.append(None)

    def finish(self) -> tuple[tuple[lo.Node, ...], tuple[lo.Point, ...], int]:
        """All nodes, all points, and the node where control begins; labels have become the numbers of nodes."""
        targets = self._targets()
        find = {label: targets[at] for at, label in enumerate(self._items) if isinstance(label, int)}
        nodes = tuple(
            lo.Node(
                retarget(item.operation, lambda label: find[Label(label)]),
                _next(item, targets[at + 1], find),
                item.source,
            )
            for at, item in enumerate(self._items)
            if isinstance(item, _Step)
        )
        points = tuple(retarget_point(point, lambda label: find[Label(label)]) for point in self.points)
        return nodes, points, targets[0]

    def _targets(self) -> list[int]:
        """For each position, the number of the node that is carried out when control comes there; -1 at the end."""
        placed = {item: at for at, item in enumerate(self._items) if isinstance(item, int)}
        numbers = [0]
        for item in self._items:
            numbers.append(numbers[-1] + isinstance(item, _Step))
        found: list[int] = []
        for at in range(len(self._items)):
            here = at
            while here < len(self._items) and not isinstance(self._items[here], _Step):
                here = placed[self._jumps[here]] if here in self._jumps else here + 1
            found.append(numbers[here] if here < len(self._items) else -1)
        return [*found, -1]


def _next(step: _Step, following: int, find: dict[Label, int]) -> int:
    if step.next is not None:
        return find[step.next]
    return -1 if isinstance(step.operation, lo.Ask | lo.Stop) else following


def retarget(operation: lo.Operation, find: Callable[[int], int]) -> lo.Operation:
    """The operation with the nodes that it names found anew."""
    match operation:
        case lo.Test():
            return replace(operation, otherwise=find(operation.otherwise))
        case lo.NextOf() | lo.Unseal():
            return replace(operation, done=find(operation.done))
    return operation


def retarget_point(point: lo.Point, find: Callable[[int], int]) -> lo.Point:
    """The point with the targets of its offers found anew."""
    return replace(point, offers=tuple(replace(offer, target=find(offer.target)) for offer in point.offers))


def branches(node: lo.Node, points: tuple[lo.Point, ...]) -> tuple[int, ...]:
    """The nodes to which control can go from here, each once."""
    match node.operation:
        case lo.Stop():
            found = []
        case lo.Ask(point):
            found = [offer.target for offer in points[point].offers]
            if points[point].sealed:
                found.append(node.next)
        case lo.Test(otherwise=other) | lo.NextOf(done=other):
            found = [node.next, other]
        case lo.Unseal(point, done):
            found = [offer.target for offer in points[point].offers if offer.kind == "choice"] + [done]
        case _:
            found = [node.next]
    return tuple(dict.fromkeys(found))
