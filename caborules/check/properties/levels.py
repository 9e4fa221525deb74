"""Which conditions are followed for a property: its own, and those of the rules that it depends on, few at first."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.check.properties.atoms import ANY, Pool, belongs, between, normal, parts, reads, same
from caborules.check.properties.watch import PLAYER, Watch
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, CARD, BoolType, CollectionType, PlayerType
from caborules.ir.types import PLAYER as PLAYER_TYPE
from caborules.ir.walk import subexpressions


def levels(watch: Watch, pool: Pool) -> Iterator[tuple[ex.Expr, ...]]:
    """Conditions to be tried, few at first and then more."""
    own = [normal(part, pool.system) for expr in watch.expressions() for part in _own(watch, expr)]
    names = set(pool.watched(watch))
    places = reads(*watch.expressions()).places
    first = _close(own, names, pool, places)
    yield first
    wider, widest = set(names), set(names)
    for condition in pool.conditions:
        told = reads(condition)
        if told.variables & names and not told.places - places:
            wider |= told.variables
        elif told.variables & names:
            widest |= {v for part in map(reads, parts(condition)) if not part.places - places for v in part.variables}
    widest |= wider
    variables = pool.system.variables
    tied = {v for v in wider - names if isinstance(variables[v].type, PlayerType) and not variables[v].per_player}
    done = [first]
    owners = (*_owners(places, names, pool), *_moving(watch, pool))
    if owners:
        more = tuple(one for one in _close(own, names | tied, pool, places) if PLAYER not in reads(one).registers)
        done.append(tuple(dict.fromkeys((*more, *owners))))
        yield done[-1]
    for some in (names | tied, wider, widest):
        more = _close(own, some, pool, places)
        if more not in done:
            done.append(more)
            yield more


def _own(watch: Watch, expr: ex.Expr) -> Iterator[ex.Expr]:
    if expr is watch.claim and watch.for_each:
        yield from belongs(ANY, expr)
    elif isinstance(expr.type, BoolType):
        yield from parts(expr)


def _close(own: list[ex.Expr], names: set[str], pool: Pool, places: frozenset[str]) -> tuple[ex.Expr, ...]:
    """The property's own conditions, those of the rules about the variables, and how players' variables relate."""
    found = list(own)
    for condition in pool.conditions:
        if reads(condition).variables & names:
            for part in parts(condition):
                told = reads(part)
                if (
                    told.variables
                    and told.variables <= names
                    and told.places <= places
                    and not told.registers - {PLAYER}
                ):
                    found.append(normal(part, pool.system))
    for op, _ in pool.sets:
        if isinstance(op, lo.SetRegister) and isinstance(pool.system.registers.get(op.register), BoolType):
            told = reads(op.value)
            if told.variables and told.variables <= names and not told.places and not told.registers:
                found.append(ex.LocalRef(BOOL, None, op.register))
    found += _players(names, pool)
    found += _loops(names, pool)
    return tuple(dict.fromkeys(normal(one, pool.system) for one in found if not isinstance(one, ex.Const)))


def _players(names: set[str], pool: Pool) -> Iterator[ex.Expr]:
    variables = pool.system.variables
    single = [v for v in sorted(names) if isinstance(variables[v].type, PlayerType) and not variables[v].per_player]
    for at, name in enumerate(single):
        here = _ref(name, pool)
        yield same(ANY, here)
        for other in single[:at]:
            yield same(_ref(other, pool), here)
    for name in single:
        if any(
            isinstance(op, lo.SetVariable) and op.variable == name and isinstance(op.value, ex.Neighbour)
            for op, _ in pool.sets
        ):
            for other in single:
                if other != name:
                    yield between(_ref(other, pool), ANY, _ref(name, pool))


def _loops(names: set[str], pool: Pool) -> Iterator[ex.Expr]:
    """Whether a player is still to come, or has his turn, in a loop that sets one of the variables for each."""
    rests = {
        node.operation.register: node.operation.collection
        for node in pool.system.nodes
        if isinstance(node.operation, lo.NextOf)
    }
    for op, _ in pool.sets:
        if isinstance(op, lo.SetVariable) and op.variable in names and isinstance(op.owner, ex.LocalRef):
            rest = rests.get(op.owner.name)
            if rest is not None:
                yield ex.IsIn(BOOL, None, ANY, ex.LocalRef(pool.system.registers[rest], None, rest))
                yield same(ANY, op.owner)


def _owners(places: frozenset[str], names: set[str], pool: Pool) -> Iterator[ex.Expr]:
    """Whether a player with a name in the rules, whose place is one of these, is the player of a variable."""
    variables = pool.system.variables
    single = [v for v in sorted(names) if isinstance(variables[v].type, PlayerType) and not variables[v].per_player]
    owners: dict[str, None] = {}
    for expr in pool.touching:
        for part in subexpressions(expr):
            if not isinstance(part, ex.PlaceRef) or part.place not in places:
                continue
            if isinstance(part.owner, ex.LocalRef) and part.owner.name in pool.system.registers:
                owners[part.owner.name] = None
    for register in owners:
        for variable in single:
            yield normal(same(ex.LocalRef(PLAYER_TYPE, None, register), _ref(variable, pool)), pool.system)


def _moving(watch: Watch, pool: Pool) -> Iterator[ex.Expr]:
    """Whether a card that is moved by its name lies in the place that is to stay as it is, and whether it is empty."""
    claim = watch.claim
    if watch.kind != "unchanged" or claim is None:
        return
    place = claim.place if isinstance(claim, ex.CardsIn) else claim
    if not isinstance(place, ex.PlaceRef):
        return
    cards = ex.CardsIn(CollectionType(CARD), None, place)
    moved: dict[ex.Expr, None] = {}
    for node in pool.system.nodes:
        match node.operation:
            case lo.SwapCards(left=left, right=right):
                moved.update({left: None, right: None})
            case lo.Lift(card=card):
                moved[card] = None
    named = [card for card in moved if isinstance(card, ex.LocalRef)]
    yield from (ex.IsIn(BOOL, None, card, cards) for card in named)
    if named:
        yield ex.IsEmpty(BOOL, None, cards)


def _ref(name: str, pool: Pool) -> ex.Expr:
    return ex.VariableRef(pool.system.variables[name].type, None, name, None)
