"""Control: from the flat graph to Python functions that run from one decision to the next.

A function returns the number of the point where a decision is to be made, ``OVER`` at the end, or a number below that:
``-2 - i`` says that function ``i`` is to be run next. So control can go anywhere by ``return``, and what stands
together in the graph is written together: a branch whose arms meet again as ``if`` and ``else``, a loop as ``while``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caborules.compile.graph import Graph
from caborules.compile.layout import OVER, Layout, Unsupported
from caborules.compile.operations import Operations
from caborules.compile.skips import NOWHERE, Note, Skips
from caborules.compile.values import Values
from caborules.compile.writing import Piece, Templates
from caborules.ir import lowered as lo

PATIENCE = 100_000
"""So many rounds of a loop without a decision are taken for a loop without end."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the piece that is being written stands: nodes to which control goes by falling through, or ``continue``."""

    fall: int | None = None
    again: int | None = None
    leave: int | None = None


@dataclass(slots=True)
class Flow:
    """Writes the functions of all nodes that need one; ``wanted`` are those not yet written."""

    layout: Layout
    values: Values
    operations: Operations
    skips: Skips
    graph: Graph
    live: tuple[frozenset[str], ...]
    """By node, the registers that matter there; others need not be set."""
    wanted: list[int] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    _here: int = -1
    _went_back: bool = False

    def number(self, node: int) -> int:
        """The number of the function that begins at a node."""
        if node not in self.numbers:
            self.numbers[node] = len(self.numbers)
            self.wanted.append(node)
        return self.numbers[node]

    def function(self, templates: Templates, node: int) -> list[str]:
        """The lines of the function that begins at a node."""
        self._here, self._went_back = node, False
        if node in self.graph.heads:
            piece = Piece(templates)
            rounds = piece.temporary("0")
            with piece.inside("while True:"):
                piece.line(f"{rounds} += 1")
                with piece.inside(f"if {rounds} > {PATIENCE}:"):
                    piece.line("raise Unending()")
                self.path(piece, node, Frame(again=node), start=True)
            if self._went_back:
                return piece.lines
        piece = Piece(templates)
        self.path(piece, node, Frame(), start=True)
        return piece.lines

    def begin_at(self, node: int) -> None:
        """What is written next is taken to begin at a node: going back from there is going back in a loop."""
        self._here = node

    def go(self, piece: Piece, node: int, rules: tuple[str, ...]) -> None:
        """Control goes to a node: what happens there is written, or its function called."""
        self._left(piece, node, rules)
        if node in self.graph.apart:
            self._leave(piece, f"f{self.number(node)}(s)")
        else:
            self.path(piece, node, Frame(), start=True)

    # ------------------------------------------------------------ paths
    def path(
        self, piece: Piece, node: int, frame: Frame, *, start: bool = False, rules: tuple[str, ...] | None = None
    ) -> None:
        """All that happens from a node on, until control leaves the piece.

        ``rules`` are those that go on where control comes from (None: those of the node itself).
        """
        while True:
            self._left(piece, node, rules)
            if not start and self._jump(piece, node, frame):
                return
            start = False
            here = self.layout.lowered.nodes[node]
            rules = _rules_after(here)
            match here.operation:
                case lo.Ask(point):
                    self._leave(piece, str(point))
                    return
                case lo.Stop():
                    self._leave(piece, str(OVER))
                    return
                case lo.Lift() as lift:
                    following = self.layout.lowered.nodes[here.next]
                    if not isinstance(following.operation, lo.Lay) or following.operation.register != lift.register:
                        piece.line('raise Undefined("a card is lifted and not laid down", None)')
                        return
                    stays = lift.register in self.live[following.next]
                    self.operations.move_one(piece, lift, following.operation, following.source, stays)
                    node = following.next
                case lo.Test() if self._is_loop(node, frame):
                    node = self._loop(piece, node, here)
                    rules = None
                case lo.Test(condition, otherwise):
                    text = self.values.condition(condition, {})
                    missed = self.skips.at_test(node)
                    joined = self._branch(piece, node, f"if {text}:", here.next, otherwise, frame, missed)
                    if joined is None:
                        return
                    node, rules = joined, None
                case lo.NextOf():
                    joined = self._next_of(piece, node, here, frame)
                    if joined is None:
                        return
                    node = joined
                case lo.Unseal(point, done):
                    self._unseal(piece, point, done)
                    return
                case lo.Lay():
                    raise Unsupported("a card is laid down that was not lifted just before")
                case lo.SetRegister():
                    before = self.skips.before_strike(piece, node)
                    self.operations.write(piece, here, self.live[here.next])
                    self.skips.after_strike(piece, node, before)
                    node = here.next
                case _:
                    self.operations.write(piece, here, self.live[here.next])
                    node = here.next

    def _left(self, piece: Piece, node: int, rules: tuple[str, ...] | None) -> None:
        """Rules that control leaves without coming to their ends: ``end``, and ``again`` in a rule that was called."""
        there = self.layout.lowered.nodes[node]
        stay = _rules_before(there)
        if rules is not None and len(rules) > len(stay) and rules[: len(stay)] == stay:
            for rule in reversed(rules[len(stay) :]):
                piece.event("left", NOWHERE, name=rule)

    def _leave(self, piece: Piece, where: str) -> None:
        piece.flush()
        piece.line(f"return {where}")

    def _jump(self, piece: Piece, node: int, frame: Frame) -> bool:
        """Does control leave the piece at a node, rather than go on there? Then this is written."""
        if node == frame.fall:
            piece.flush()
        elif node == frame.again:
            piece.flush()
            piece.line("continue")
            self._went_back = True
        elif node == frame.leave:
            piece.flush()
            piece.line("break")
        elif node in self.graph.apart:
            number = self.number(node)
            if self.graph.order[node] > self.graph.order[self._here]:
                self._leave(piece, f"f{number}(s)")
            else:
                self._leave(piece, str(OVER - 1 - number))
        else:
            return False
        return True

    def _branch(
        self, piece: Piece, node: int, test: str, then: int, otherwise: int, frame: Frame, missed: Note | None
    ) -> int | None:
        """Two ways on. Returns the node where they meet, written so far; None where all is written."""
        meet, rules = self.graph.meets.get(node), _rules_after(self.layout.lowered.nodes[node])
        inner = frame if meet is None else Frame(meet, frame.again, frame.leave)
        if meet is not None:
            piece.flush()
        with piece.inside(test):
            self.path(piece, then, inner, rules=rules)
        if inner.fall is None and missed is None:
            self.path(piece, otherwise, inner, rules=rules)
            return None
        if otherwise != inner.fall or missed is not None or piece.waiting:
            with piece.inside("else:"):
                if missed is not None:
                    self.skips.tell(piece, missed)
                self.path(piece, otherwise, inner, rules=rules)
        if meet is None:
            piece.waiting, piece.dynamic = (), ()
        piece.meet()
        return meet

    def _next_of(self, piece: Piece, node: int, here: lo.Node, frame: Frame) -> int | None:
        assert isinstance(here.operation, lo.NextOf)
        operation = here.operation
        rest, one = self.layout.register(operation.collection), self.layout.register(operation.register)
        if self._is_loop(node, frame) and self.graph.loops[node] == operation.done:
            piece.flush()
            with piece.inside(f"while {rest}:"):
                piece.meet()
                piece.line(f"{one} = {rest}[0]; {rest} = {rest}[1:]")
                self.path(piece, here.next, Frame(again=node, leave=operation.done), rules=here.source.rules)
            piece.meet()
            return operation.done
        piece.flush()
        stuck = self.skips.at_next(node)
        with piece.inside(f"if {rest}:"):
            piece.line(f"{one} = {rest}[0]; {rest} = {rest}[1:]")
            piece.changed(operation.register)
            piece.changed(operation.collection)
            if stuck is not None:
                self.skips.tell(piece, stuck)
            self.path(piece, here.next, frame, rules=here.source.rules)
        if frame.fall is None:
            return operation.done
        with piece.inside("else:"):
            self.path(piece, operation.done, frame, rules=here.source.rules)
        return None

    def _is_loop(self, node: int, frame: Frame) -> bool:
        """Does a loop begin here that is written as one? (Not within the loop itself.)"""
        return node in self.graph.loops and node != frame.again

    def _loop(self, piece: Piece, node: int, here: lo.Node) -> int:
        """A loop that goes on as long as its first test comes out one way. Returns where control goes after it."""
        assert isinstance(here.operation, lo.Test)
        done = self.graph.loops[node]
        piece.flush()
        piece.meet()
        test = self.values.condition(here.operation.condition, {})
        rounds = piece.temporary("0")
        goes_on, inside = ("", here.next) if done == here.operation.otherwise else ("not ", here.operation.otherwise)
        with piece.inside(f"while {goes_on}{test}:"):
            piece.line(f"{rounds} += 1")
            with piece.inside(f"if {rounds} > {PATIENCE}:"):
                piece.line("raise Unending()")
            self.path(piece, inside, Frame(again=node, leave=done), rules=here.source.rules)
        piece.meet()
        return done

    def _unseal(self, piece: Piece, point: int, done: int) -> None:
        """The sealed choice of the first seat that has one."""
        piece.flush()
        fresh = piece.temporary(f"laid_open(s, {point})")
        offers = self.layout.lowered.points[point].offers
        with piece.inside(f"if {fresh}:"):
            pool = self.layout.pool
            told = {n: (o.path, o.source.span, o.source.cites) for n, o in enumerate(offers) if o.kind == "choice"}
            asked = self.layout.lowered.points[point].source
            template = f"*opened(e[1], {pool.name(told)}, {pool.of(asked.span)}, {pool.of(asked.cites)})"
            piece.line(f"s.ev.append(({piece.templates.number((template,))}, {fresh}))")
        sealed = piece.temporary(f"min([one for one in s.sealed if one[0] == {point}], default=None)")
        with piece.inside(f"if {sealed} is None:"):
            self.path(piece, done, Frame(), rules=asked.rules)
        piece.line(f"s.sealed = tuple([one for one in s.sealed if one != {sealed}])")
        for number, offer in enumerate(offers):
            if offer.kind != "choice":
                continue
            with piece.inside(f"if {sealed}[2] == {number}:"):
                names = [offer.actor, *(domain.register for domain in offer.domains)]
                for at, name in enumerate(names):
                    assert name is not None
                    piece.line(f"{self.layout.register(name)} = {sealed}[3][{at}]")
                self.path(piece, offer.target, Frame(), rules=offer.source.rules)
        piece.line("raise AssertionError")


def _rules_before(node: lo.Node) -> tuple[str, ...]:
    """The rules that go on where control comes to a node."""
    starts = isinstance(node.operation, lo.Mark) and node.operation.what == "start"
    return node.source.rules[:-1] if starts else node.source.rules


def _rules_after(node: lo.Node) -> tuple[str, ...]:
    ends = isinstance(node.operation, lo.Mark) and node.operation.what == "end"
    return node.source.rules[:-1] if ends else node.source.rules
