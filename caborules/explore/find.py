"""The searches that others ask for: each gives the first and shortest game that shows something, played again.

Positions are those of a small scope (``scopes``). What is not found in a scope is not there only where the graph is
complete, and then only in this scope.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from caborules.engine.basics import Undefined
from caborules.engine.values import evaluate
from caborules.explore.found import Found, NotReplayed, Player, played, script
from caborules.explore.keys import NOTHING_MORE, Wanted, keys_of
from caborules.explore.liveness import outside_reactions
from caborules.explore.loops import Loop, Test, find_loop, inside, out_of_reach
from caborules.explore.scopes import Scope
from caborules.explore.search import LIMIT, Edge, Graph, explore, is_stuck
from caborules.explore.space import Move, Position, Space, Stopped
from caborules.explore.watch import BROKEN, Watch, Watches
from caborules.ir import expressions as ex
from caborules.ir.system import PropertyDef


def space_of(scope: Scope, wanted: Wanted = NOTHING_MORE) -> Space:
    """The plays of a scope, with keys that tell apart what is ``wanted``."""
    return Space(scope.machine, keys_of(scope.machine, wanted))


# ---------------------------------------------------------------- positions
def find_position(
    scope: Scope,
    what: str,
    goal: Callable[[Position], bool],
    *,
    wanted: Wanted = NOTHING_MORE,
    limit: int = LIMIT,
    by: Player = "engine",
    space: Space | None = None,
) -> tuple[Found | None, Graph]:
    """The shortest game to a position that fits ``goal``, and the graph that was looked at.

    ``goal`` may look at cards and variables; of variables, knowledge and facing only at what is ``wanted`` or read by
    the rules. ``space``: plays of the scope, if not all of them. Raises NotReplayed.
    """
    graph = explore(space_of(scope, wanted) if space is None else space, limit, goal)
    return shown(scope, graph, graph.found, what, by), graph


def find_stuck(
    scope: Scope, *, limit: int = LIMIT, by: Player = "engine", graph: Graph | None = None
) -> tuple[Found | None, Graph]:
    """The shortest game to a position where somebody must choose and nothing is possible."""
    graph = explore(space_of(scope), limit, is_stuck) if graph is None else graph
    return shown(scope, graph, graph.first(is_stuck), "nobody can go on", by), graph


def find_trouble(
    scope: Scope, *, limit: int = LIMIT, by: Player = "engine", graph: Graph | None = None
) -> tuple[Found | None, Graph]:
    """The shortest game that loses or doubles a card, or comes to an operation that is not defined."""
    space = space_of(scope)

    def goal(position: Position) -> bool:
        return bool(space.trouble(position))

    graph = explore(space, limit, goal) if graph is None else graph
    return shown(scope, graph, graph.first(goal), "a card is lost or doubled, or a step is not defined", by), graph


def shown(scope: Scope, graph: Graph, number: int | None, what: str, by: Player = "engine") -> Found | None:
    """The shortest game to a position of a graph, by its number; None for None. Raises NotReplayed.

    A position in the middle of a move, before a random event, is played on to where the move is done.
    """
    if number is None:
        return None
    way, position, space = [*graph.way(number)], graph.positions[number], replace(graph.space, watcher=None)
    while space.is_chance(position):
        move = next(space.moves(position))
        way.append(Edge(number, number, position.node, None, move.outcome, move.entered, move.left))
        position = move.to
    return played(what, scope, script(way), by=by)


def holds(scope: Scope, condition: ex.Expr) -> Callable[[Position], bool]:
    """The goal: a decision or the end at which a condition of the author holds. It must read no register."""
    space = space_of(scope)

    def goal(position: Position) -> bool:
        if isinstance(position, Stopped) or space.is_chance(position):
            return False
        try:
            return bool(evaluate(scope.setup, scope.store(position), condition, {}))
        except Undefined:
            return False

    return goal


# ---------------------------------------------------------------- plays without end
def find_endless(
    scope: Scope,
    rule: str,
    *,
    needs: Sequence[Test] = (),
    without: Sequence[str] = (),
    fair: Callable[[Sequence[Position], Sequence[Edge]], bool] | None = None,
    limit: int = LIMIT,
    by: Player = "engine",
    graph: Graph | None = None,
) -> tuple[Found | None, Graph]:
    """The shortest play that stays inside a run of ``rule`` for ever: a way to a position, and one back to it.

    ``needs``, ``fair``: see ``loops.find_loop``. ``without``: choices, by path, that the cycle does not take.
    ``graph``: one of the same scope, if it is at hand.
    """
    graph = explore(space_of(scope), limit) if graph is None else graph
    within = inside(graph, rule)

    def allowed(edge: Edge) -> bool:
        return within(edge) and (edge.action is None or edge.action.choice not in without)

    loop = find_loop(graph, allowed, needs, fair)
    try:
        return (None if loop is None else loop_found(scope, graph, loop, f"{rule} goes on for ever", by)), graph
    except NotAgain:
        return None, graph


def find_trap(
    scope: Scope,
    rule: str | None = None,
    *,
    limit: int = LIMIT,
    moves: int | None = None,
    by: Player = "engine",
    graph: Graph | None = None,
) -> tuple[Found | None, Graph]:
    """The shortest game to a position from which no play leads to the end of a run of ``rule``, or of the game."""
    graph = explore(space_of(scope), limit, moves=moves) if graph is None else graph
    goals = {at for at, position in enumerate(graph.positions) if graph.space.is_over(position)}
    goals |= {edge.source for out in graph.edges for edge in out or () if rule in edge.left}
    trap = None if graph.cut else out_of_reach(graph, goals)
    return shown(scope, graph, trap, "the end is out of reach", by), graph


def find_broken(
    scope: Scope, claim: PropertyDef, *, limit: int = LIMIT, by: Player = "engine"
) -> tuple[Found | None, Graph]:
    """The shortest game that breaks a property of the author, one of the kinds in ``watch.WATCHED``."""
    watch = Watch(scope, claim)
    space = replace(space_of(scope, watch.wanted), watcher=watch)
    graph = explore(space, limit, broken=BROKEN)
    return shown(scope, graph, graph.found, f"not so: {claim.title}", by), graph


def watched(scope: Scope, claims: Sequence[PropertyDef], limit: int = LIMIT) -> Graph:
    """The graph of a scope in whose games all these claims are watched at once; the marks have one for each."""
    watches = Watches(tuple(Watch(scope, one) for one in claims))
    return explore(replace(space_of(scope, watches.wanted), watcher=watches), limit)


def broken_in(scope: Scope, graph: Graph, claims: Sequence[PropertyDef], by: Player = "engine") -> dict[str, Found]:
    """Of a graph that ``watched`` made: by title of each claim that is broken, the shortest game that breaks it."""
    found: dict[str, Found] = {}
    for at, claim in enumerate(claims):
        numbers = (n for n, marks in enumerate(graph.marks) if isinstance(marks, tuple) and marks[at] == BROKEN)
        game = shown(scope, graph, next(numbers, None), f"not so: {claim.title}", by)
        if game is not None:
            found[claim.title] = game
    return found


def takes(*paths: str) -> Test:
    """Edges on which one of the choices is made."""
    return lambda edge: edge.action is not None and edge.action.choice in paths


def decides(scope: Scope) -> Test:
    """Edges on which somebody answers a decision: no reaction, pass or event, and nothing inside a reaction."""
    plain = outside_reactions(scope.machine.lowered)

    def proper(edge: Edge) -> bool:
        action = edge.action
        return action is not None and action.seat is not None and action.opening is None and edge.node in plain

    return proper


# ---------------------------------------------------------------- loops as games
class NotAgain(NotReplayed):
    """A cycle of a search that left plays out does not go on from another position of the same key: the play that
    would do so is among those left out. No error; only no loop was found."""


def loop_found(scope: Scope, graph: Graph, loop: Loop, what: str, by: Player) -> Found:
    """A loop as a game: the way, and once round the cycle. Raises NotReplayed."""
    loop = _from_a_decision(loop)
    turns = sum(edge.outcome is None for edge in loop.stem)
    found = played(what, scope, script((*loop.stem, *_really(graph, loop))), turns, by)
    first, last = found.turns[turns].step, found.turns[-1].step
    if first is None or last is None or graph.space.key(first.state) != graph.space.key(last.state):
        raise NotReplayed(f"{what}: the cycle does not close")
    return found


def _from_a_decision(loop: Loop) -> Loop:
    """The same loop from where somebody is asked: chance that is waited for belongs to the turn before.

    What is drawn by lot at its beginning is drawn on the way to it, and once more at its end.
    """
    chance = tuple(takewhile(lambda edge: edge.outcome is not None, loop.cycle))
    return Loop((*loop.stem, *chance), (*loop.cycle[len(chance) :], *chance))


def _really(graph: Graph, loop: Loop) -> list[Edge]:
    """The edges of the cycle as they are taken from the very position to which the way leads.

    Elsewhere on the cycle a position may differ from the graph's in what does not count: which of two equal cards.
    """
    position = graph.positions[loop.stem[-1].target if loop.stem else 0]
    found = []
    for edge in loop.cycle:
        move = _same(graph, position, edge)
        found.append(replace(edge, action=move.action, outcome=move.outcome))
        position = move.to
    return found


def _same(graph: Graph, position: Position, edge: Edge) -> Move:
    goal = graph.positions[edge.target]
    key = graph.space.key(goal)
    wanted = None if edge.action is None else replace(edge.action, opening=None)
    for move in replace(graph.space, watcher=None).moves(position):
        action = None if move.action is None else replace(move.action, opening=None)
        if action == wanted and graph.space.key(move.to) == key:
            return move
    partial = graph.cut or graph.space.narrow is not None
    raise (NotAgain if partial else NotReplayed)(f"no move leads to the next position of the cycle: {edge.action}")
