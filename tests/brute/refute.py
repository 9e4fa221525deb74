"""Brute force against verdicts: whatever holds must hold in every position of a small scope, looked at one by one.

``refutes`` is what a run over mutants calls. It trusts nothing but the machine of the lowered rules and the reference
engine, which plays every find again. A contradiction has the property, the scope, and the game that shows it; in case
of doubt ``confirmed`` asks ``check`` about the scope itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from caborules.api.game import Ruleset
from caborules.check.run import check
from caborules.diagnostics.verdict import Verdict
from caborules.explore.find import (
    broken_in,
    decides,
    find_endless,
    find_stuck,
    find_trap,
    find_trouble,
    takes,
    watched,
)
from caborules.explore.found import Found, Player
from caborules.explore.loops import Test
from caborules.explore.scopes import LEVELS, Scope, scopes
from caborules.explore.search import Edge, Graph
from caborules.explore.watch import WATCHED
from caborules.explore.worlds import Twins, find_twins
from caborules.ir import expressions as ex
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import Value

LEAKS = ("own-legality", "public-legality", "no-leak")


@dataclass(frozen=True, slots=True)
class Budget:
    """``scopes``: so many at each level; ``cards``: in their decks; ``positions``: of each scope; ``worlds``: actions
    taken in possible worlds, for one deck; ``claims``: are the author's properties watched?"""

    scopes: int = 5
    cards: tuple[int, ...] = (3,)
    levels: tuple[int | None, ...] = LEVELS[:2]
    positions: int = 1500
    worlds: int = 700
    claims: bool = True


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A verdict that is not so in a scope: ``shows`` is the game that was played."""

    property: str
    found: str
    scope: Scope
    shows: Found | Twins


def confirmed(one: Contradiction) -> bool:
    """Does ``check`` say of the scope itself, its few cards and options, that the property holds?

    The scope is a ruleset of its own. A verdict about a ruleset with its real deck says nothing, strictly, about the
    same rules with three cards; what is confirmed is a contradiction without any such doubt.
    """
    report = check(Ruleset(one.scope.setup.system))
    return any(each.property == one.property and each.found == "holds" for each in report.verdicts)


def refutes(
    system: System,
    verdicts: Iterable[Verdict],
    budget: Budget = Budget(),
    settings: Mapping[str, Value] | None = None,
) -> list[Contradiction]:
    """The verdicts that brute force contradicts. Only ``holds``, and ``declared`` leaks, can be contradicted.

    Whether something stays possible may hang on the deck; what is found about that is ``confirmed`` first.
    """
    said = {one.property: one.found for one in verdicts}
    unsure = {f"author:{one.title}" for one in system.properties if one.kind == "possible"}
    found: list[Contradiction] = []
    for level in budget.levels:
        for scope in islice(scopes(system, settings, budget.cards, (level,)), budget.scopes):
            found += contradictions(scope, said, budget)
    if any(said.get(name) in ("holds", "declared") for name in LEAKS):
        found += _leaks(system, settings, said, budget)
    return [one for one in found if one.property not in unsure or confirmed(one)]


def contradictions(scope: Scope, said: Mapping[str, str], budget: Budget, by: Player = "engine") -> list[Contradiction]:
    """What one scope contradicts, leaks left aside. ``said``: what was found, by property."""
    properties = scope.setup.system.properties
    claims = [one for one in properties if one.kind in WATCHED and said.get(f"author:{one.title}") == "holds"]
    claims = claims if budget.claims else []
    graph = watched(scope, claims, budget.positions)
    broken = broken_in(scope, graph, claims, by)
    found: list[Contradiction] = []

    def look(name: str, shows: Found | None) -> None:
        if shows is not None:
            found.append(Contradiction(name, said[name], scope, shows))

    for name, what in said.items():
        if what != "holds":
            continue
        kind, _, rest = name.partition(":")
        match kind:
            case "conservation":
                look(name, find_trouble(scope, graph=graph, by=by)[0])
            case "progress":
                look(name, find_stuck(scope, graph=graph, by=by)[0])
            case "ends":
                look(name, find_endless(scope, rest, graph=graph, by=by)[0])
            case "end-reachable":
                # Whether the whole game can end hangs on what the cards of the deck are worth.
                for rule in _stages(said, scope.setup.system.begin):
                    look(name, find_trap(scope, rule, graph=graph, by=by)[0])
            case "author" if budget.claims:
                claim = next(one for one in properties if one.title == rest)
                look(name, broken.get(rest) or _claimed(scope, claim, graph, by))
            case _:
                pass
    return found


def _stages(said: Mapping[str, str], begin: str) -> list[str]:
    """The rules whose ends are spoken of, the whole game left aside."""
    return [name[5:] for name in said if name.startswith("ends:") and name[5:] != begin]


# ---------------------------------------------------------------- the author's properties about what will happen
def _claimed(scope: Scope, claim: PropertyDef, graph: Graph, by: Player) -> Found | None:
    if claim.kind == "ends" and claim.rule is not None:
        return _endless(scope, claim, graph, by)
    if claim.kind == "possible" and isinstance(claim.claim, ex.IsOver):
        return find_trap(scope, claim.claim.rule, graph=graph, by=by)[0]
    return None


def _endless(scope: Scope, claim: PropertyDef, graph: Graph, by: Player) -> Found | None:
    """A loop on which the players do what they are assumed to do: where a choice is assumed, either each player makes
    it, or it is possible nowhere on the loop."""
    assumed = [scope.setup.system.assumes[name] for name in claim.assuming]
    needs: list[Test] = [decides(scope)] if any(one.kind == "decides" for one in assumed) else []
    paths = [one.paths for one in assumed if one.kind == "choice"]
    made = [_by(seat, chosen) for chosen in paths for seat in scope.setup.seats]
    rule = claim.rule or ""
    found, _ = find_endless(scope, rule, needs=[*needs, *made], graph=graph, by=by)
    if found is None and paths:
        found, _ = find_endless(scope, rule, needs=needs, graph=_nowhere(graph, paths), by=by)
    return found


def _by(seat: int, paths: tuple[str, ...]) -> Test:
    test = takes(*paths)
    return lambda edge: test(edge) and edge.action is not None and edge.action.seat == seat


def _nowhere(graph: Graph, paths: list[tuple[str, ...]]) -> Graph:
    """The graph without what comes of positions where somebody could make one of the choices."""
    every = {path for chosen in paths for path in chosen}

    def kept(out: tuple[Edge, ...] | None) -> tuple[Edge, ...] | None:
        if out is None or any(edge.action is not None and edge.action.choice in every for edge in out):
            return None
        return out

    return replace(graph, edges=tuple(kept(out) for out in graph.edges))


# ---------------------------------------------------------------- leaks
def _leaks(
    system: System, settings: Mapping[str, Value] | None, said: Mapping[str, str], budget: Budget
) -> Iterator[Contradiction]:
    """What players can tell on two decks of four cards; what is declared as a disclosure may be told."""
    for scope in islice(scopes(system, settings, (4,), (0,)), 0, None, 4):
        for twins in find_twins(scope, (0,), limit=budget.worlds).found:
            name = "no-leak" if twins.property == "announced" else twins.property
            if said.get(name) == "holds":
                yield Contradiction(name, "holds", scope, twins)
