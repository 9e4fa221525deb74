"""Plays that hold from any position at a node: they read nothing that was not settled since, or is given.

A play is carried out on one position. What it reads is watched: registers, variables and windows that it set itself,
variables that are given or can only have their first value, and, once all cards are gathered in one pile and shuffled,
the cards. So from every position at the node that agrees with what is given the same choices are legal and the same
happens, if the shuffles come out the same way. A number that is only added to is not read: what is added is noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from caborules.check.prove import Proof
from caborules.check.reach.reads import Read, reads
from caborules.check.reach.unknown import Key
from caborules.engine.chance import Chance, Outcome, OutcomeMissing
from caborules.engine.decisions import Action
from caborules.engine.machine import dealt, initial_values
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import expressions_in
from caborules.ir.types import Value
from caborules.lower.listing import Legal, ways_of
from caborules.lower.machine import Fault, Machine, MachineState, step
from caborules.lower.states import set_register, values_of
from caborules.symbolic.facts import EACH, SHARED_PLACE, Fact

LONGEST = 4_000
"""A play has so many operations at most."""


@dataclass(frozen=True, slots=True)
class Play:
    """From ``start`` with the ``given`` variables: what chance does, what is chosen, where it ends and what it adds.

    It ends at ``stop``: before something is read that is not settled (``unsettled``: what), at a node that was
    awaited, or at the end of the play. ``added``: what is added to the watched variable, step by step.
    """

    players: int
    start: int
    given: tuple[tuple[Key, Value], ...]
    outcomes: tuple[Outcome, ...]
    actions: tuple[Action, ...]
    stop: int
    added: tuple[tuple[Key, int], ...]
    unsettled: tuple[Read, ...] = ()


@dataclass(slots=True)
class Player:
    """Carries out plays.

    ``proof``: facts tell where all cards have been gathered. ``fixed``: variables that can only have their first value
    at the start. ``watched``: the variable of which nothing is known, and to which is only added. ``order``: by
    decision, the offers that may be taken, the first legal one first.
    """

    proof: Proof
    machine: Machine
    fixed: frozenset[str]
    watched: str
    order: Mapping[int, tuple[int, ...]]
    _settled: set[Read] = field(default_factory=set)
    _written: set[Key] = field(default_factory=set)
    _added: list[tuple[Key, int]] = field(default_factory=list)

    def play(
        self,
        start: int,
        given: Mapping[Key, Value],
        chance: Chance,
        until: frozenset[int],
        actions: tuple[Action, ...] | None = None,
    ) -> Play | None:
        """The play from a node on; None where it goes wrong. ``actions``: what is chosen, if it is told."""
        system = self.machine.lowered
        state = self.begin(start, given, chance)
        outcomes: list[Outcome] = []
        chosen: list[Action] = []
        told = None if actions is None else list(actions)
        for count in range(LONGEST):
            operation = system.nodes[state.node].operation
            if isinstance(operation, lo.Stop) or (state.node in until and count):
                return self._done(start, given, outcomes, chosen, state.node)
            one = None
            if isinstance(operation, lo.Ask):
                one = self._choice(state, operation, told)
                if one is None:
                    return None
            missing = self._missing(state, operation, one)
            if missing:
                return self._done(start, given, outcomes, chosen, state.node, missing)
            try:
                if one is not None:
                    chosen.append(one.action)
                    state = self._take(state, operation, one)
                else:
                    before = state
                    taken = step(self.machine, state)
                    outcomes += taken.outcomes
                    state = taken.state
                    self._note(before, state, operation)
            except (Fault, OutcomeMissing):
                return None
        return None

    def begin(self, start: int, given: Mapping[Key, Value], chance: Chance) -> MachineState:
        """Where a play begins, with what is settled there."""
        system, setup = self.machine.lowered, self.machine.setup
        self._settled = {("variable", name) for name in self.fixed}
        self._written = set(given)
        self._added = []
        store = initial_values(setup, dealt(setup, setup.empty_store()), {})
        for key, value in given.items():
            store = store.with_variable(setup.variable_index[key], value)
        for name in system.variables:
            self._settle(name)
        nothing = (None,) * len(system.registers)
        return MachineState(start, store, nothing, ((),) * len(system.windows), (), (), chance)

    def _done(
        self,
        start: int,
        given: Mapping[Key, Value],
        outcomes: list[Outcome],
        chosen: list[Action],
        stop: int,
        missing: tuple[Read, ...] = (),
    ) -> Play:
        added = tuple(self._added)
        players = self.machine.setup.players
        return Play(players, start, tuple(given.items()), tuple(outcomes), tuple(chosen), stop, added, missing)

    # ------------------------------------------------------------ decisions
    def _choice(self, state: MachineState, ask: lo.Ask, told: list[Action] | None) -> Legal | None:
        """What is chosen. Only as many ways are worked out as it takes: there may be thousands."""
        offers = self.machine.lowered.points[ask.point].offers
        try:
            if told is not None:
                wanted = told.pop(0) if told else None
                made = (at for at, one in enumerate(offers) if wanted is not None and one.path == wanted.choice)
                some = (one for number in made for one in ways_of(self.machine, state, number))
                return next((one for one in some if one.action == wanted), None)
            firsts = (next(ways_of(self.machine, state, at), None) for at in self.order.get(state.node, ()))
            return next((one for one in firsts if one is not None), None)
        except Fault:
            return None

    def _take(self, state: MachineState, ask: lo.Operation, one: Legal) -> MachineState:
        assert isinstance(ask, lo.Ask)
        offer = self.machine.lowered.points[ask.point].offers[one.offer]
        for name, value in one.sets:
            state = set_register(self.machine, state, name, value)
            self._settled.add(("register", name))
        if offer.kind == "pass" and offer.window is not None and one.action.seat is not None:
            at = self.machine.setup.window_index[offer.window]
            who = tuple(sorted({*state.passed[at], one.action.seat}))
            state = replace(state, passed=(*state.passed[:at], who, *state.passed[at + 1 :]))
        return replace(state, node=offer.target)

    # ------------------------------------------------------------ what is read
    def _missing(self, state: MachineState, operation: lo.Operation, one: Legal | None) -> tuple[Read, ...]:
        """What the step reads that is not settled."""
        return tuple(dict.fromkeys(read for read in self._needs(state, operation, one) if read not in self._settled))

    def _needs(self, state: MachineState, operation: lo.Operation, one: Legal | None) -> Iterator[Read]:
        match operation:
            case lo.Ask(point=number):
                point = self.machine.lowered.points[number]
                assert one is not None
                offer = point.offers[one.offer]
                if point.sealed:
                    yield "sealed", ""
                if offer.actor is not None and offer.among is None:
                    yield "register", offer.actor
                inner = {name for name, _ in one.sets}
                for read in self._of(expressions_in(offer)):
                    if read[0] != "register" or read[1] not in inner:
                        yield read
            case lo.Lay(register=register):
                yield "register", register
                yield "cards", ""
                yield from self._of((operation.to,))
            case lo.MoveAll(source=source, to=to):
                yield from self._of((source, to))
            case lo.ShufflePlace(place=place):
                yield from self._of((place,))
                if not self._gathered(state.node, place):
                    yield "cards", ""
            case lo.Rotate(register=register, start=start):
                yield "register", register
                yield from self._of((start,))
            case lo.NextOf(collection=collection):
                yield "register", collection
            case lo.SetVariable(variable=name, owner=owner) if name == self.watched:
                amount = added_to(operation)
                if amount is None:
                    yield "variable", name
                else:
                    yield from self._of((amount,) if owner is None else (amount, owner))
            case lo.Unseal():
                yield "sealed", ""
            case lo.Lift() | lo.SwapCards() | lo.MoveCards() | lo.TurnCards() | lo.ShowCards():
                yield "cards", ""
                yield from self._of(expressions_in(operation))
            case _:
                yield from self._of(expressions_in(operation))

    def _of(self, exprs: Iterable[ex.Expr]) -> Iterator[Read]:
        registers = frozenset(self.machine.lowered.registers)
        for expr in exprs:
            yield from reads(expr, registers)

    def _gathered(self, node: int, place: ex.Expr) -> bool:
        """Do all cards lie in this pile, by the facts at the node?"""
        if not isinstance(place, ex.PlaceRef) or place.owner is not None:
            return False
        places = self.machine.lowered.places
        facts = self.proof.facts[node] or frozenset()
        others = (one for name, one in places.items() if name != place.place)
        empty = all(Fact("empty", one.name, "", EACH if one.per_player else SHARED_PLACE) in facts for one in others)
        return places[place.place].shape == "pile" and empty and Fact("hand empty") in facts

    # ------------------------------------------------------------ what is settled
    def _settle(self, name: str) -> None:
        """A variable is settled when each owner's is."""
        variable = self.machine.lowered.variables[name]
        owners: Iterable[int | None] = self.machine.setup.seats if variable.per_player else (None,)
        if all((name, owner) in self._written for owner in owners):
            self._settled.add(("variable", name))

    def _note(self, before: MachineState, after: MachineState, operation: lo.Operation) -> None:
        match operation:
            case lo.SetRegister(register=name) | lo.PickOne(register=name) | lo.Lift(register=name):
                self._settled.add(("register", name))
            case lo.NextOf(register=name):
                self._settled.add(("register", name))
            case lo.ShufflePlace():
                self._settled.add(("cards", ""))
            case lo.MoveWindow(window=name, what=what):
                if what != "forget":
                    self._settled.add(("open", name))
                if what != "close":
                    self._settled.add(("passed", name))
            case lo.SetVariable(variable=name):
                owner = self._owner(before, operation)
                if name != self.watched:
                    self._written.add((name, owner))
                    self._settle(name)
                    return
                at = self.machine.setup.variable_index[name, owner]
                new, old = after.store.variables[at], before.store.variables[at]
                assert isinstance(new, int) and isinstance(old, int)
                self._added.append(((name, owner), new - old))

    def _owner(self, state: MachineState, operation: lo.SetVariable) -> int | None:
        if operation.owner is None:
            return None
        local = values_of(self.machine, state, self.machine.reads[state.node])
        owner = evaluate(self.machine.setup, state.store, operation.owner, local)
        assert isinstance(owner, int)
        return owner


def added_to(operation: lo.SetVariable) -> ex.Expr | None:
    """What is added, if the operation adds something to the variable and reads it in no other way."""
    value = operation.value
    if not isinstance(value, ex.Arithmetic) or value.op != "plus":
        return None
    itself = ex.VariableRef(value.left.type, None, operation.variable, operation.owner)
    for one, other in ((value.left, value.right), (value.right, value.left)):
        if isinstance(one, ex.VariableRef) and (one.variable, one.owner) == (itself.variable, itself.owner):
            return other
    return None
