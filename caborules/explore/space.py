"""The moves of a machine with chance as branching: from a state to every next decision, end, fault, or random event.

A random event (a shuffle of several cards, a pick) is a position of its own, so that equal ones are spread out only
once. A shuffle has one branch for each order of its cards that the rules can tell from others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final, Protocol, TypeAlias, TypeVar

from caborules.engine.chance import Outcome, OutcomeMissing, Supplied
from caborules.engine.decisions import Action
from caborules.explore.keys import Key, Keys
from caborules.ir import lowered as lo
from caborules.ir.swift import swift
from caborules.lower import machine as lowered_machine
from caborules.lower.listing import check_somebody_can, first_ways, legal
from caborules.lower.machine import Fault, Machine, MachineState, Step, audit
from caborules.lower.operations import step
from caborules.lower.quick import go_on

PATIENCE: Final = 100_000
"""So many operations without a decision are taken for a loop without end, if no state comes twice before."""
AT_ONCE: Final = 1_024
"""So many operations are carried out in one go where they can be; after these each state is held against earlier ones,
to see whether one comes twice."""
ORDERS: Final = 720
"""Branches of one shuffle at most; where there are more, the search is not of every state."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The rules cannot go on from here: what went wrong, and at which node."""

    kind: str
    reason: str
    node: int


Position: TypeAlias = MachineState | Stopped
Taken = TypeVar("Taken")


@swift
@dataclass(frozen=True, slots=True)
class Move:
    """An action (None: chance, or the start), the outcome that chance had, and the position that comes of it.

    ``left`` and ``entered``: the rules that ended and began on the way. ``cut``: a shuffle has more branches.
    ``mark``: what is remembered of the game so far by who watches it.
    """

    action: Action | None
    outcome: Outcome | None
    to: Position
    entered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    cut: bool = False
    mark: Hashable = None


class Watcher(Protocol):
    """Remembers something about a game: see ``watch.Watch``. ``still``: nodes that never change a mark."""

    @property
    def still(self) -> frozenset[int]: ...

    def start(self, state: MachineState) -> Hashable: ...

    def after(self, mark: Hashable, before: MachineState, state: MachineState) -> Hashable: ...

    def rest(self, mark: Hashable, state: MachineState) -> Hashable: ...


@dataclass(frozen=True, eq=False)
class Space:
    """All plays of a machine, or some of them.

    ``orders``: branches of one shuffle at most. ``narrow``: which of the legal actions are followed; None: all. It is
    given the first way to take each offer, and no other is worked out.
    ``watcher``: who watches; its marks go with the moves.
    """

    machine: Machine
    keys: Keys
    orders: int = ORDERS
    narrow: Callable[[Sequence[Action]], Sequence[Action]] | None = None
    watcher: Watcher | None = None

    def key(self, position: Position) -> Key:
        match position:
            case Stopped(kind, reason, node):
                return ("stopped", kind, reason, node)
            case _:
                return self.keys.key(position)

    def start(self) -> Move:
        """The first position: a decision, or the first random event."""
        state = lowered_machine.before_anything(self.machine, Supplied())
        mark = None if self.watcher is None else self.watcher.start(state)
        return self.carried_out(Move(None, None, state, mark=mark))

    def moves(self, position: Position, mark: Hashable = None) -> Iterator[Move]:
        """Everything that can come next, in the order of the actions or of the outcomes of chance."""
        return map(self.carried_out, self.begun(position, mark))

    def begun(self, position: Position, mark: Hashable = None) -> Iterator[Move]:
        """As ``moves``, but nothing that follows from an action, or from an outcome, is carried out yet."""
        return (begin() for _, begin in self.possible(position, mark))

    def possible(self, position: Position, mark: Hashable = None) -> Iterator[tuple[str, Callable[[], Move]]]:
        """Of each move the choice, "" of chance, and what begins it when it is called."""
        if isinstance(position, Stopped):
            return
        operation = self.machine.lowered.nodes[position.node].operation
        match operation:
            case lo.Ask():
                for action, take in self._takings(position):
                    yield action.choice, partial(self._begun, position, mark, action, take)
            case lo.ShufflePlace() | lo.PickOne():
                for outcome, cut in self._outcomes(position, operation):
                    yield "", partial(self._drawn, position, outcome, mark, cut)
            case _:
                return

    # ------------------------------------------------------------ questions about positions
    def is_decision(self, position: Position) -> bool:
        return isinstance(self._operation(position), lo.Ask)

    def is_chance(self, position: Position) -> bool:
        return isinstance(self._operation(position), lo.ShufflePlace | lo.PickOne)

    def is_over(self, position: Position) -> bool:
        return isinstance(self._operation(position), lo.Stop)

    def rules(self, position: Position) -> tuple[str, ...]:
        """The rules that are going on, the outermost first."""
        node = position.node
        return self.machine.lowered.nodes[node].source.rules

    def trouble(self, position: Position) -> tuple[str, ...]:
        """What is wrong with the cards: lost, doubled, or an operation that is not defined."""
        if isinstance(position, Stopped):
            return (position.reason,) if position.kind == "undefined" else ()
        return audit(self.machine, position)

    def _operation(self, position: Position) -> lo.Operation | None:
        return None if isinstance(position, Stopped) else self.machine.lowered.nodes[position.node].operation

    # ------------------------------------------------------------ going on
    def _begun(self, position: MachineState, mark: Hashable, action: Action, take: Callable[[], Position]) -> Move:
        """An action is taken, and nothing that follows from it is carried out yet."""
        to = take()
        if self.watcher is not None and not isinstance(to, Stopped):
            mark = self.watcher.after(mark, position, to)
        return Move(action, None, to, mark=mark)

    def _takings(self, state: MachineState) -> Iterator[tuple[Action, Callable[[], Position]]]:
        """Each action, and what takes it when it is called."""
        try:
            listed = legal(self.machine, state) if self.narrow is None else first_ways(self.machine, state)
        except Fault as fault:
            stopped = Stopped(fault.kind, fault.reason, state.node)
            yield Action(None, ""), lambda: stopped
            return
        kept = None if self.narrow is None else frozenset(self.narrow([one.action for one in listed]))
        for one in listed:
            if kept is not None and one.action not in kept:
                continue
            yield one.action, partial(self._after, lowered_machine.taken, state, one)
        for action in self._late(state):
            yield action, partial(self._after, lowered_machine.late, state, action)

    def _after(self, does: Callable[[Machine, MachineState, Taken], Step], state: MachineState, one: Taken) -> Position:
        return does(self.machine, state, one).state

    def _late(self, state: MachineState) -> Iterator[Action]:
        """Attempts that come too late, one for each player and window, where that can change anything."""
        if not self.keys.late or self.narrow is not None:
            return
        for path, window in sorted(self.machine.window_of_choice.items()):
            there = state.store.windows[self.machine.setup.window_index[window]]
            past = there.number - 1 if there.open else there.number
            first = path == min(p for p, w in self.machine.window_of_choice.items() if w == window)
            for seat in self.machine.setup.seats if first and past > 0 else ():
                action = Action(seat, path, (), past)
                if lowered_machine.late_window(self.machine, state, action) is not None:
                    yield action

    def carried_out(self, move: Move) -> Move:
        """A move that is begun, with what follows: up to the next decision, the end, a fault, or a random event."""
        state, mark = move.to, move.mark
        entered, left = list(move.entered), list(move.left)
        if isinstance(state, Stopped):
            return move
        nodes = self.machine.lowered.nodes
        within = None if self.watcher is None else self.watcher.still
        earlier, compare_at, count = state, 256, 0
        while count < PATIENCE:
            if count < AT_ONCE:
                state, marks, done = go_on(self.machine, state, AT_ONCE - count, within)
                for rule, what in marks:
                    (entered if what == "start" else left).append(rule)
                count += done
            operation = nodes[state.node].operation
            if isinstance(operation, lo.Mark):
                (entered if operation.what == "start" else left).append(operation.rule)
            elif self._waits(state, operation):
                if self.watcher is not None and isinstance(operation, lo.Ask | lo.Stop):
                    mark = self.watcher.rest(mark, state)
                return replace(
                    move, to=self._asked(state, operation), entered=tuple(entered), left=tuple(left), mark=mark
                )
            after = self._one(state)
            if isinstance(after, Stopped):
                return replace(move, to=after, entered=tuple(entered), left=tuple(left), mark=mark)
            if self.watcher is not None:
                mark = self.watcher.after(mark, state, after)
            state = after
            count += 1
            if state == earlier:
                break
            if count > compare_at:
                earlier, compare_at = state, 2 * compare_at
        return replace(move, to=Stopped("endless", "the rules go on and on without a decision", state.node))

    def _waits(self, state: MachineState, operation: lo.Operation) -> bool:
        match operation:
            case lo.Ask() | lo.Stop() | lo.PickOne():
                return True
            case lo.ShufflePlace():
                return self.keys.shuffled(state) is not None
            case _:
                return False

    def _asked(self, state: MachineState, operation: lo.Operation) -> Position:
        if isinstance(operation, lo.Ask):
            try:
                check_somebody_can(self.machine, state, operation)
            except Fault as fault:
                return Stopped(fault.kind, fault.reason, state.node)
        return state

    def _one(self, state: MachineState) -> Position:
        """Carry out one operation."""
        try:
            return step(self.machine, state).state
        except Fault as fault:
            return Stopped(fault.kind, fault.reason, state.node)

    def _drawn(self, state: MachineState, outcome: Outcome, mark: Hashable, cut: bool) -> Move:
        """Carry out a random event."""
        after = self._one(replace(state, chance=Supplied((outcome,))))
        if self.watcher is not None and not isinstance(after, Stopped):
            mark = self.watcher.after(mark, state, after)
        return Move(None, outcome, after, cut=cut, mark=mark)

    def _outcomes(self, state: MachineState, operation: lo.ShufflePlace | lo.PickOne) -> Iterator[tuple[Outcome, bool]]:
        if isinstance(operation, lo.PickOne):
            for at in range(self._picks(state)):
                yield at, False
            return
        place = self.keys.shuffled(state)
        assert place is not None, "control stands before a shuffle of several cards"
        cards = state.store.places[self.machine.setup.place_index[place]]
        kinds = tuple(self.keys.kinds[card] for card in cards if card is not None)
        orders = tuple(islice(_orders(kinds), self.orders + 1))
        cut = len(orders) > self.orders
        for order in orders[: self.orders]:
            yield order, cut

    def _picks(self, state: MachineState) -> int:
        try:
            step(self.machine, replace(state, chance=Supplied()))
        except OutcomeMissing as missing:
            return missing.size
        except Fault:
            return 1
        raise AssertionError("a pick asks chance for an outcome")


def _orders(kinds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every order of cards, as indices, of those that look the same only one."""

    def fill(so_far: tuple[int, ...], rest: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield so_far
        tried: set[int] = set()
        for at in rest:
            if kinds[at] not in tried:
                tried.add(kinds[at])
                yield from fill((*so_far, at), tuple(one for one in rest if one != at))

    return fill((), tuple(range(len(kinds))))
