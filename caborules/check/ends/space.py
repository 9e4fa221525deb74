"""The moves of a part of the rules as a finite graph: nodes, each once for each combination of a few conditions.

Nodes that do nothing to measures are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from caborules.check.ends.asker import Asker
from caborules.check.ends.conditions import Condition, Name, names_of
from caborules.check.flow import Graph
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, PlayerType
from caborules.ir.walk import subexpressions
from caborules.symbolic.measure_steps import Move, Mover
from caborules.symbolic.terms import Term, negate

Values: TypeAlias = tuple[bool | None, ...]
"""Of each split; None: it does not matter any more."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A node with the values of the splits."""

    node: int
    values: Values
    _hash: int = field(init=False, compare=False, repr=False)
    """Worked out once: spots are looked up all the time."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.node, self.values)))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A move from one spot to another. Each is an object of its own: they are told apart by identity."""

    number: int
    source: Spot
    target: Spot
    move: Move


@dataclass(slots=True)
class Space:
    """See the module. ``splits``: the conditions whose values are kept apart."""

    graph: Graph
    mover: Mover
    asker: Asker
    closed: frozenset[tuple[int, int]]
    whole: Space | None = None
    """A space that has the same moves, but at decisions."""
    _moves: dict[int, tuple[Move, ...]] = field(default_factory=dict)
    _names: dict[tuple[int, int], frozenset[Name]] = field(default_factory=dict)
    _skip: dict[int, int] = field(default_factory=dict)
    _splits: dict[ex.Expr, Term | None] = field(default_factory=dict)
    _supposed: dict[tuple[Values, tuple[ex.Expr, ...]], tuple[Term, ...]] = field(default_factory=dict)

    def moves(self, node: int) -> tuple[Move, ...]:
        """The ways on from a node that are not closed."""
        if node not in self._moves and self.whole is not None and self.graph.point(node) is None:
            return self.whole.moves(node)
        if node not in self._moves:
            all_moves = self.mover.moves(node) if self.mover.facts[node] is not None else ()
            self._moves[node] = tuple(move for move in all_moves if (node, move.way) not in self.closed)
        return self._moves[node]

    def condition_names(self, move: Move) -> frozenset[Name]:
        """What the condition of a move speaks of."""
        key = (move.node, move.way)
        if key not in self._names:
            self._names[key] = names_of(move.condition)
        return self._names[key]

    def skip(self, node: int) -> int:
        """The node, or the first one after it that does something to measures or decides something."""
        trail: list[int] = []
        at = node
        while at not in self._skip:
            moves = self.moves(at)
            idle = len(moves) == 1 and moves[0].condition is True and not moves[0].after.changed
            if not idle or at in trail or moves[0].offer is not None:
                self._skip[at] = at
                break
            trail.append(at)
            at = moves[0].target
        end = self._skip[at]
        for one in trail:
            self._skip[one] = end
        return end

    # ------------------------------------------------------------ the product
    def split_term(self, split: ex.Expr) -> Term | None:
        """The term of a split; None where measures do not tell it."""
        if split not in self._splits:
            self._splits[split] = Condition(split).term(self.mover.start(self.graph.system.entry))
        return self._splits[split]

    def supposed(self, values: Values, splits: tuple[ex.Expr, ...]) -> tuple[Term, ...]:
        """What the values of the splits say."""
        key = (values, splits)
        if key not in self._supposed:
            told = ((self.split_term(split), value) for split, value in zip(splits, values, strict=True))
            terms = ((term, value) for term, value in told if term is not None and value is not None)
            self._supposed[key] = tuple(term if value else negate(term) for term, value in terms)
        return self._supposed[key]

    def explore(
        self,
        starts: Iterable[int],
        inside: Callable[[int], bool],
        splits: tuple[ex.Expr, ...],
        where: Iterable[Condition] = (),
    ) -> list[Edge]:
        """All edges between spots that can be reached from the nodes, as long as control stays inside.

        ``where``: conditions that hold at the start.
        """
        begin = [one.term(self.mover.start(self.graph.system.entry)) for one in where]
        supposed = [one for one in begin if one is not None]
        names = [names_of(term) if (term := self.split_term(split)) is not None else frozenset() for split in splits]
        queue: list[Spot] = []
        for start in starts:
            node = self.skip(start)
            if inside(node):
                queue += (
                    s
                    for s in self._spots(node, splits, names)
                    if self.asker.possible((*supposed, *self.supposed(s.values, splits)))
                )
        seen = {spot: spot for spot in queue}
        edges: list[Edge] = []
        while queue:
            spot = queue.pop()
            for move in self.moves(spot.node):
                target = self.skip(move.target)
                if not inside(target):
                    continue
                for values in self._onward(spot, move, target, splits, names):
                    made = Spot(target, values)
                    following = seen.setdefault(made, made)
                    edges.append(Edge(len(edges), spot, following, move))
                    if following is made:
                        queue.append(following)
        return edges

    def _live(self, node: int, names: frozenset[Name]) -> bool:
        live = self.graph.live[node]
        return all(kind not in ("reg", "set", "count") or name in live for kind, name in names)

    def _spots(self, node: int, splits: tuple[ex.Expr, ...], names: list[frozenset[Name]]) -> Iterator[Spot]:
        choices = [(True, False) if self._live(node, one) else (None,) for one in names]
        for values in product(*choices):
            yield Spot(node, values)

    def _onward(
        self, spot: Spot, move: Move, target: int, splits: tuple[ex.Expr, ...], names: list[frozenset[Name]]
    ) -> Iterator[Values]:
        """The values of the splits after a move."""
        wrote, tested = move.wrote, self.condition_names(move)
        options: list[tuple[bool | None, ...]] = []
        changing, concerned = [], False
        for at, one in enumerate(names):
            concerned = concerned or bool(one & tested)
            if not self._live(target, one):
                options.append((None,))
            elif one & wrote:
                options.append((True, False))
                changing.append(at)
            else:
                options.append((spot.values[at],) if spot.values[at] is not None else (True, False))
        before = (*self.supposed(spot.values, splits), move.condition, *move.supposed)
        if not changing:
            if not concerned or self.asker.possible(before):
                yield from product(*options)
            return
        after = {at: Condition(splits[at]).term(move.after) for at in changing}
        for values in product(*options):
            now = [after[at] if values[at] else negate(after[at]) for at in changing if after[at] is not None]
            if self.asker.possible((*before, *now)):
                yield values


def splits_of(graph: Graph, nodes: Iterable[int], after: ex.Expr | None = None) -> tuple[ex.Expr, ...]:
    """Conditions worth keeping apart in a part of the rules: is a player variable nobody, is a yes/no name yes.

    ``after``: what holds where the play through the part begins; it is kept, also where nothing there changes it.
    """
    found: dict[ex.Expr, None] = {}
    written: set[Name] = set()
    some = sorted(nodes)
    for node in some:
        match graph.system.nodes[node].operation:
            case lo.SetVariable(variable=name, owner=None):
                written.add(("var", name))
            case lo.SetRegister(register=name):
                written.add(("reg", name))
    for node in some:
        for expr in _tests(graph, node):
            for part in subexpressions(expr):
                one = _split(part)
                if one is not None and one[1] in written:
                    found[one[0]] = None
    kept = (_split(part) for part in subexpressions(after)) if after is not None else ()
    found.update((one[0], None) for one in kept if one is not None)
    return tuple(found)


def _split(part: ex.Expr) -> tuple[ex.Expr, Name] | None:
    match part:
        case ex.Compare(op=op, left=ex.VariableRef(variable=name, owner=None), right=ex.Const(value=None)):
            if isinstance(part.left.type, PlayerType) and op in ("is", "is not"):
                return ex.Compare(part.type, None, "is", part.left, part.right), ("var", name)
        case ex.VariableRef(variable=name, owner=None) if isinstance(part.type, BoolType):
            return part, ("var", name)
        case ex.LocalRef(name=name) if isinstance(part.type, BoolType):
            return part, ("reg", name)
    return None


def _tests(graph: Graph, node: int) -> Iterator[ex.Expr]:
    operation = graph.system.nodes[node].operation
    if isinstance(operation, lo.Test):
        yield operation.condition
    point = graph.point(node)
    if point is not None:
        for offer in point.offers:
            if offer.guard is not None:
                yield offer.guard
