"""Leaks by sets of possible worlds: what a player with perfect recall can work out on a tiny deck, by enumeration.

All deals are played side by side. At each position those are kept in which the player has seen the same all along. If
the rules tell no more than the cards they show, the worlds left are exactly the ways to spread the cards that the
player does not know, each once. Nothing of the proofs is used here: no relation between states, no exchange of cards.
A play is followed up to the next random event after the deal, and up to a first leak.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from math import factorial
from typing import Final, Literal, TypeAlias

from caborules.engine import views
from caborules.engine.chance import Outcome, OutcomeMissing, Supplied
from caborules.engine.decisions import Action
from caborules.engine.state import State
from caborules.explore.found import Found, NotReplayed, Player, Script, played
from caborules.explore.keys import Key, Keys, Wanted
from caborules.explore.scopes import Scope
from caborules.ir import lowered as lo
from caborules.lower import machine as lowered_machine
from caborules.lower.machine import Fault, Legal, Machine, MachineState, Step, legal

Property: TypeAlias = Literal["own-legality", "public-legality", "no-leak", "announced"]

LIMIT: Final = 6_000
"""Actions taken in worlds, over all."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two games that look the same to ``seat`` up to the last position of ``first`` (of a leak: but one).

    Of a legality, ``action`` is legal at the end of ``first`` and not at the end of ``second``. Of a leak, the last
    action (None: the start) looks different in the two, though the cards in which they differ were not shown to the
    seat in ``first``. ``announced``: the same, by something that the rules announce.
    """

    property: Property
    seat: int
    first: Found
    second: Found
    action: Action | None


@dataclass(frozen=True, slots=True)
class Looked:
    """What a search has found, of each property the first; ``positions`` compared; ``complete``: nothing left out."""

    found: tuple[Twins, ...]
    positions: int
    complete: bool


@dataclass(frozen=True, slots=True)
class _World:
    """A state, the chance outcomes of the start that lead to it, and how things stood before the last action."""

    dealt: tuple[Outcome, ...]
    state: MachineState
    before: MachineState


@dataclass(frozen=True, slots=True)
class _Belief:
    """The worlds that a player cannot tell apart, and the actions that led here."""

    worlds: tuple[_World, ...]
    actions: tuple[Action, ...]


def find_twins(
    scope: Scope, seats: tuple[int, ...] | None = None, *, limit: int = LIMIT, by: Player = "engine"
) -> Looked:
    """Look at everything that a player (None: each in turn) can come to see, the shortest games first.

    The faces of the scope should all be different. Raises NotReplayed.
    """
    found: list[Twins] = []
    positions, complete = 0, True
    started = tuple(_deals(scope.machine))
    for seat in scope.setup.seats if seats is None else seats:
        search = _Search(scope, seat, by, Keys(scope.machine, Wanted(knowledge=True, facing=True, faces=True)))
        one = search.look(started, limit)
        found += [twins for twins in one.found if twins.property not in {other.property for other in found}]
        positions += one.positions
        complete = complete and one.complete
    return Looked(tuple(found), positions, complete)


def _deals(machine: Machine) -> Iterator[tuple[tuple[Outcome, ...], Step]]:
    """Every way in which a game can start."""
    todo: list[tuple[Outcome, ...]] = [()]
    while todo:
        outcomes = todo.pop(0)
        try:
            yield outcomes, lowered_machine.start(machine, Supplied(outcomes))
        except OutcomeMissing as missing:
            if missing.kind == "pick":
                todo += [(*outcomes, at) for at in range(missing.size)]
            else:
                todo += [(*outcomes, order) for order in permutations(range(missing.size))]
        except Fault:
            continue


@dataclass(frozen=True, eq=False)
class _Search:
    scope: Scope
    seat: int
    by: Player
    keys: Keys

    def look(self, started: tuple[tuple[tuple[Outcome, ...], Step], ...], limit: int) -> Looked:
        begun = [(_World(outcomes, step.state, step.state), step) for outcomes, step in started]
        children, found = self._judged(None, (), begun)
        todo = deque(children)
        seen: set[tuple[Key, ...]] = set()
        positions = steps = 0
        while todo and steps < limit:
            belief = todo.popleft()
            mark = tuple(sorted((self.keys.key(world.state) for world in belief.worlds), key=repr))
            if mark in seen:
                continue
            seen.add(mark)
            positions += 1
            can = [{one.action: one for one in _legal(self.scope.machine, world.state)} for world in belief.worlds]
            for action in dict.fromkeys(action for actions in can for action in actions):
                steps += len(belief.worlds)
                able = [at for at, actions in enumerate(can) if action in actions]
                announced = action.choice in self._announced(belief.worlds[0].state)
                if len(able) < len(can) and not announced:
                    unable = next(at for at in range(len(can)) if at not in able)
                    found.append(self._legality(belief, action, able[0], unable))
                if len(able) == len(can):
                    after = self._after(belief, [actions[action] for actions in can])
                    children, leak = self._judged(action, (*belief.actions, action), after)
                    todo.extend(children)
                    found.extend(leak)
        first = {twins.property: twins for twins in reversed(found)}
        return Looked(tuple(first.values()), positions, not todo)

    # ------------------------------------------------------------ one action in all worlds
    def _after(self, belief: _Belief, taken: list[Legal]) -> list[tuple[_World, Step]]:
        """What comes of an action; nothing where chance is asked, or the rules cannot go on."""
        machine = self.scope.machine
        found = []
        for world, one in zip(belief.worlds, taken, strict=True):
            state = replace(world.state, chance=Supplied())
            try:
                step = lowered_machine.run(machine, lowered_machine.taken(machine, state, one))
            except (OutcomeMissing, Fault):
                return []
            found.append((_World(world.dealt, step.state, world.state), step))
        return found

    def _judged(
        self, action: Action | None, actions: tuple[Action, ...], after: list[tuple[_World, Step]]
    ) -> tuple[list[_Belief], list[Twins]]:
        """The beliefs that come of an action, and where they tell more than was shown. ``actions``: it and earlier."""
        children: list[_Belief] = []
        found: list[Twins] = []
        for worlds in self._alike(after).values():
            unknown = sum(not mask >> self.seat & 1 for mask in worlds[0].state.store.known)
            if len(worlds) < factorial(unknown):
                found += self._leak(action, actions, worlds, after)
            else:
                children.append(_Belief(worlds, actions))
        return children, found

    def _alike(self, worlds: list[tuple[_World, Step]]) -> dict[str, tuple[_World, ...]]:
        """The worlds by what the player sees."""
        found: dict[str, tuple[_World, ...]] = {}
        for world, step in worlds:
            seen = repr(self._seen(step))
            found[seen] = (*found.get(seen, ()), world)
        return found

    def _seen(self, step: Step) -> object:
        state = step.state
        shown = views.view(
            self.scope.machine.setup, State(state.store, (), Supplied()), self.seat, step.events, offered=()
        )
        return shown, state.node, state.passed, tuple(one.seat for one in state.sealed)

    def _announced(self, state: MachineState) -> frozenset[str]:
        operation = self.scope.machine.lowered.nodes[state.node].operation
        if not isinstance(operation, lo.Ask):
            return frozenset()
        point = self.scope.machine.lowered.points[operation.point]
        return frozenset(offer.path for offer in point.offers if offer.announces)

    # ------------------------------------------------------------ games to show
    def _legality(self, belief: _Belief, action: Action, able: int, unable: int) -> Twins:
        kind: Property = "own-legality" if action.seat == self.seat else "public-legality"
        first, second = (self._game(belief.worlds[at], belief.actions) for at in (able, unable))
        self._same(first, second, len(first.turns))
        return Twins(kind, self.seat, first, second, action)

    def _leak(
        self,
        action: Action | None,
        actions: tuple[Action, ...],
        worlds: tuple[_World, ...],
        after: list[tuple[_World, Step]],
    ) -> list[Twins]:
        """A world, and one that differed from it only in cards that the player was not shown, and yet is ruled out."""
        inside = {one.dealt for one in worlds}
        first = next(one for one in after if one[0].dealt in inside)
        for other in after:
            if other[0].dealt not in inside and self._differs_unseen(first[0], other[0]):
                kind: Property = "announced" if _told(first[1]) != _told(other[1]) else "no-leak"
                games = [self._game(one, actions) for one, _ in (first, other)]
                self._same(games[0], games[1], len(actions))
                return [Twins(kind, self.seat, games[0], games[1], action)]
        return []

    def _differs_unseen(self, one: _World, other: _World) -> bool:
        """Before the last action, had each card that the player knows after it in ``one`` the same spot in both?"""
        known = one.state.store.known
        places = list(zip(one.before.store.places, other.before.store.places, strict=True))
        if one.before.node != other.before.node or any(len(mine) != len(yours) for mine, yours in places):
            return False
        pairs = [pair for mine, yours in places for pair in zip(mine, yours, strict=True)]
        return all(a == b or (a is not None and not known[a] >> self.seat & 1) for a, b in pairs)

    def _game(self, world: _World, actions: tuple[Action, ...]) -> Found:
        plan: Script = ((None, world.dealt), *((action, ()) for action in actions))
        return played("what a player can tell", self.scope, plan, by=self.by)

    def _same(self, first: Found, second: Found, turns: int) -> None:
        """By the reference engine's account too, the games look the same so far. Raises NotReplayed."""
        if first.play is None or second.play is None:
            return
        mine, yours = (one.play.information_state(self.seat)[:turns] for one in (first, second) if one.play is not None)
        if [replace(g, view=_unlisted(g.view)) for g in mine] != [replace(g, view=_unlisted(g.view)) for g in yours]:
            raise NotReplayed("the engine shows a difference earlier")


def _told(step: Step) -> list[object]:
    return [event.value for event in step.events if event.kind == "announced"]


def _unlisted(view: views.View) -> views.View:
    """A view without the list of legal actions: that is what may differ."""
    return replace(view, legal=())


def _legal(machine: Machine, state: MachineState) -> tuple[Legal, ...]:
    try:
        return legal(machine, state)
    except Fault:
        return ()
