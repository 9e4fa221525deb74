"""Games watched one operation after another, every card for itself: does what was found really break the property?"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from caborules.engine.chance import Chance, Outcome, Supplied
from caborules.engine.decisions import Action
from caborules.explore.found import Found
from caborules.explore.space import PATIENCE, Watcher
from caborules.explore.watch import BROKEN, Watch
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef
from caborules.lower.listing import Legal, legal
from caborules.lower.machine import Fault, Machine, MachineState, before_anything, late, taken
from caborules.lower.operations import step
from caborules.lower.quick import go_on


@dataclass(frozen=True, slots=True)
class Watched:
    """Where a game stands: at a decision or at the end, its mark, and the chance outcomes since the last action."""

    state: MachineState
    mark: Hashable
    outcomes: tuple[Outcome, ...] = ()


def breaks(found: Found, claim: PropertyDef) -> bool:
    """Is the property broken in this game, wherever in it? Where the rules cannot go on, up to there."""
    watch = Watch(found.scope, claim)
    now: Watched | None = None
    try:
        for turn in found.turns:
            chance = Supplied(turn.outcomes)
            if now is None or turn.action is None:
                now = first(watch.scope.machine, watch, chance)
            else:
                now = following(watch.scope.machine, watch, replace(now.state, chance=chance), now.mark, turn.action)
            if now.mark == BROKEN:
                return True
    except Fault:
        pass
    return False


def first(machine: Machine, watch: Watcher, chance: Chance) -> Watched:
    """A game up to its first decision. Raises Fault."""
    state = before_anything(machine, chance)
    return _carried_on(machine, watch, state, watch.start(state))


def following(machine: Machine, watch: Watcher, state: MachineState, mark: Hashable, action: Action) -> Watched:
    """An action is taken, and the game carried on to the next decision. Raises Fault, IllegalAction."""
    chosen = next((one for one in legal(machine, state) if one.action == action), None)
    if chosen is not None:
        return choosing(machine, watch, state, mark, chosen)
    after = late(machine, state, action).state
    if after.node == state.node:  # a late attempt that costs nothing
        return Watched(after, mark)
    return _carried_on(machine, watch, after, watch.after(mark, state, after))


def choosing(machine: Machine, watch: Watcher, state: MachineState, mark: Hashable, one: Legal) -> Watched:
    """As ``following``, with an action that is known to be legal."""
    after = taken(machine, state, one).state
    return _carried_on(machine, watch, after, watch.after(mark, state, after))


def _carried_on(machine: Machine, watch: Watcher, state: MachineState, mark: Hashable) -> Watched:
    outcomes: list[Outcome] = []
    count = 0
    while count < PATIENCE:
        state, _, done_at_once = go_on(machine, state, PATIENCE - count, watch.still)
        count += done_at_once + 1
        if isinstance(machine.lowered.nodes[state.node].operation, lo.Ask | lo.Stop):
            return Watched(state, watch.rest(mark, state), tuple(outcomes))
        done = step(machine, state)
        outcomes += done.outcomes
        mark = watch.after(mark, state, done.state)
        state = done.state
    raise Fault("endless", "the rules go on and on without a decision", state)
