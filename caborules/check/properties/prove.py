"""Proving a watched property on a lowered system: with few conditions first, with more where they do not do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from caborules.check.properties.atoms import Pool, pool
from caborules.check.properties.drawing import drawing
from caborules.check.properties.filling import filling
from caborules.check.properties.ghosts import AS_IT_WAS, CHANGE, linear, number
from caborules.check.properties.levels import levels
from caborules.check.properties.liveness import followed
from caborules.check.properties.logic import Cube
from caborules.check.properties.past import remembered
from caborules.check.properties.pose import GOING_ON, Setting
from caborules.check.properties.question import GaveUpError
from caborules.check.properties.regions import Regions, Search
from caborules.check.properties.sources import sources
from caborules.check.properties.turns import named, turns
from caborules.check.properties.watch import BROKEN, COUNT, MEMBER, Watch
from caborules.check.prove import Memory, Proof
from caborules.engine.values import over
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, NumberType
from caborules.lower.fold import negate
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.shape import shape_of

_BROKEN = ex.LocalRef(BOOL, None, BROKEN)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one system: ``why`` it is not proved, or "", and ``where``; ``regions``: what proves it;
    ``shown``: at how many decisions and ends."""

    why: str
    where: int
    checks: int
    regions: Regions | None
    shown: int


def prove(watch: Watch, proof: Proof, memory: Memory, fewest: int) -> Outcome:
    """Prove the property; ``fewest``: the least number of players that the proof is to cover."""
    graph = proof.graph
    shape = shape_of(graph.system, memory.codes, fewest)
    checks, why, place = 0, "no conditions were found that prove it", graph.system.entry
    try:
        for atoms in conditions(watch, pool(graph.system)):
            setting = Setting(graph, proof.facts, shape, watch, atoms, followed(graph, watch, atoms))
            at = {atom: place for place, atom in enumerate(atoms)}
            search = Search(setting, proof.closed, _bad(at))
            try:
                regions = search.run()
                failing = failing_at(watch, regions) if regions is not None else ()
            except GaveUpError as error:
                checks += search.checks
                why = str(error)
                continue
            checks += search.checks
            if regions is not None and not failing:
                return Outcome("", graph.system.entry, checks, regions, len(_ends(graph.system)))
            place = search.spoilt[0] if search.spoilt is not None else failing[0]
            why = "the conditions that were followed do not tell that it holds"
    except NotEncodedError as error:
        why = f"no encoding for {error}"
    return Outcome(why, place, checks, None, 0)


def _bad(at: dict[ex.Expr, int]) -> Callable[[Cube], bool]:
    place = at.get(_BROKEN)
    return lambda cube: place is not None and cube[place] is True


def failing_at(watch: Watch, regions: Regions) -> tuple[int, ...]:
    claim = claimed(watch)
    if claim is None:
        return _unfinished(watch, regions)
    return regions.claims(claim, _ends(regions.setting.graph.system))


def claimed(watch: Watch) -> ex.Expr | None:
    """What is claimed of the state at every decision; None where something is counted."""
    match watch.kind:
        case "always":
            return watch.claim
        case "never" if watch.claim is not None:
            return negate(watch.claim)
        case "unchanged":
            return AS_IT_WAS
        case "conserved":
            return ex.Compare(BOOL, None, "is", ex.LocalRef(NumberType(0, 0), None, CHANGE), number(0))
    return None


def _unfinished(watch: Watch, regions: Regions) -> tuple[int, ...]:
    """Where the play may end with a claim that something has happened exactly so often still going on."""
    if watch.kind != "exactly":
        return ()
    count = ex.LocalRef(NumberType(0, 999), None, COUNT)
    enough = ex.Compare(BOOL, None, "is", count, number(watch.count))
    if watch.for_each:
        enough_or_not = ex.Logic(BOOL, None, "or", negate(ex.LocalRef(BOOL, None, MEMBER)), enough)
        return regions.claims(enough_or_not, _stops(regions.setting.graph.system))
    return regions.claims(enough, _stops(regions.setting.graph.system))


def _ends(system: lo.LoweredSystem) -> list[int]:
    return [n for n, node in enumerate(system.nodes) if isinstance(node.operation, lo.Ask | lo.Stop)]


def _stops(system: lo.LoweredSystem) -> list[int]:
    return [n for n, node in enumerate(system.nodes) if isinstance(node.operation, lo.Stop)]


def conditions(watch: Watch, pool: Pool) -> Iterator[tuple[ex.Expr, ...]]:
    ghosts = tuple(_ghosts(watch, pool))
    first: tuple[ex.Expr, ...] = ()
    tried: list[tuple[ex.Expr, ...]] = []
    for atoms in levels(watch, pool):
        first = first or atoms
        tried.append((*ghosts, *(atom for atom in atoms if atom not in ghosts)))
        yield tried[-1]
    held = turns(watch, pool)
    if held:
        yield tuple(dict.fromkeys((*ghosts, *first, *held)))
    drawn = drawing(watch, pool)
    if drawn:
        yield tuple(dict.fromkeys((*ghosts, *drawn)))
    more = filling(watch, pool)
    if more:
        yield tuple(dict.fromkeys((*ghosts, *first, *more)))
    known = sources(pool, first)
    if known:
        yield tuple(dict.fromkeys((*ghosts, *known)))
    for atoms in tried:
        past = remembered(watch, pool, atoms)
        if past:
            yield tuple(dict.fromkeys((*atoms, *past)))
    said = named(watch, pool)
    if said:
        yield tuple(dict.fromkeys((*ghosts, *first, *said)))


def _ghosts(watch: Watch, pool: Pool) -> Iterator[ex.Expr]:
    """The conditions on what the watch keeps."""
    yield GOING_ON
    if watch.counts:
        yield _BROKEN
        count = ex.LocalRef(NumberType(0, 999), None, COUNT)
        for some in range(watch.count + 1):
            yield ex.Compare(BOOL, None, "is at most", count, number(some))
        if watch.for_each:
            yield ex.LocalRef(BOOL, None, MEMBER)
    if watch.kind == "unchanged":
        yield AS_IT_WAS
    for rule in watch.overs:
        yield ex.LocalRef(BOOL, None, over(rule))
    if watch.kind == "conserved" and watch.claim is not None:
        yield from _changes(linear(watch.claim), pool)


def _changes(factors: Mapping[str, int], pool: Pool) -> Iterator[ex.Expr]:
    """By how much the conserved number may have changed between two steps that belong together."""
    change = ex.LocalRef(NumberType(0, 0), None, CHANGE)
    values: dict[ex.Expr, None] = {number(0): None}
    for op, _ in pool.sets:
        if isinstance(op, lo.SetVariable) and factors.get(op.variable) and isinstance(op.value, ex.Arithmetic):
            for part in (op.value.left, op.value.right):
                if isinstance(part, ex.Const | ex.LocalRef) and op.value.op in ("plus", "minus"):
                    values[part] = None
                    values[ex.Arithmetic(part.type, None, "minus", number(0), part)] = None
    for value in values:
        yield ex.Compare(BOOL, None, "is", change, value)
