"""Whether a condition holds where some conditions are known to hold or not: yes, no, or not to be told from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from caborules.check.properties.atoms import ANY, any_card, canonical, normal, same
from caborules.check.properties.watch import of_players
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import BOOL, BoolType, PlayerType
from caborules.ir.walk import subexpressions
from caborules.lower.fold import simplify
from caborules.lower.rewrite import substitute

Cube: TypeAlias = tuple[bool | None, ...]
"""For each condition that is followed whether it holds; None: not known."""
Value: TypeAlias = Callable[[Cube], bool | None]


@dataclass(slots=True)
class Logic:
    """Values of conditions; ``places`` of the followed conditions in a cube. Conditions are read once.

    ``each``: the value is asked for the one player that a cube is about; where it holds for all cubes of a node, it
    holds for all players.
    """

    system: lo.LoweredSystem
    places: Mapping[ex.Expr, int]
    each: bool = False
    _known: dict[int, tuple[ex.Expr, Value]] = field(default_factory=dict)

    def value(self, expr: ex.Expr, cube: Cube) -> bool | None:
        """The value of a condition for every player, where the cube holds of any."""
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = (expr, self._read(expr))
        return known[1](cube)

    def either_or(self, left: ex.Expr, right: ex.Expr) -> Value:
        """Whether one of two conditions holds."""
        return _not(_both(_not(self._read(left)), _not(self._read(right))))

    def _read(self, expr: ex.Expr) -> Value:
        match expr:
            case ex.Const():
                constant = bool(expr.value)
                return lambda _cube: constant
            case ex.Not():
                return _not(self._read(expr.operand))
            case ex.Logic(op="and"):
                return _both(self._read(expr.left), self._read(expr.right))
            case ex.Logic():
                return _not(_both(_not(self._read(expr.left)), _not(self._read(expr.right))))
            case ex.Either() if isinstance(expr.type, BoolType):
                return _either(self._read(expr.condition), self._read(expr.then), self._read(expr.otherwise))
            case ex.Exists():
                return self._some(expr.variable, expr.among, expr.where)
            case ex.IsEmpty(collection=ex.Those() as those):
                return _not(self._some(those.variable, those.among, those.where))
            case ex.IsIn() if canonical(expr, self.system)[0] not in self.places:
                return self._belongs(expr.element, expr.collection)
        form, positive = canonical(expr, self.system)
        place = self.places.get(form)
        if place is None:
            return self._of_holder(form, positive)
        here = place
        return (lambda cube: cube[here]) if positive else _not(lambda cube: cube[here])

    def _of_holder(self, form: ex.Expr, positive: bool) -> Value:
        """What is said of the player in a register, where the player that a cube is about is that one."""
        for name in sorted({part.name for part in subexpressions(form) if isinstance(part, ex.LocalRef)}):
            kind = self.system.registers.get(name)
            if not isinstance(kind, PlayerType):
                continue
            holder = self.places.get(normal(same(ANY, ex.LocalRef(kind, None, name)), self.system))
            of_any, same_way = canonical(simplify(substitute(form, {name: ANY})), self.system)
            said = self.places.get(of_any)
            if holder is not None and said is not None:
                return _of_holder(holder, said, positive is same_way)
        return _unknown

    def _some(self, name: str, among: ex.Expr, where: ex.Expr) -> Value:
        """One that fits is enough; that this one does not fit says nothing of the others."""
        element = ANY if of_players(among) else _card_of(among) if self.each else None
        if element is None:
            return _unknown
        fits = _both(self._belongs(element, among), self._read(simplify(substitute(where, {name: element}))))
        return fits if self.each else lambda cube: True if fits(cube) else None

    def _belongs(self, element: ex.Expr, among: ex.Expr) -> Value:
        match among:
            case ex.Seats():
                return lambda _cube: True
            case ex.Those():
                where = simplify(substitute(among.where, {among.variable: element}))
                return _both(self._belongs(element, among.among), self._read(where))
            case ex.Others():
                return _not(self._read(ex.Compare(BOOL, None, "is", element, among.player)))
            case ex.CardsIn():
                place = self.places.get(canonical(ex.IsIn(BOOL, None, element, among), self.system)[0])
                if place is not None:
                    here = place
                    return lambda cube: cube[here]
        return _unknown


def says_no(claim: ex.Expr, *, negated: bool = False) -> bool:
    """Does a condition say, beside plain things, only once that no player, no card, or no pair of them, fits?

    Such a condition holds if it holds for each player and card alone.
    """
    return _binders(claim) == 1 and _only_no(claim, negated=negated)


def _binders(expr: ex.Expr) -> int:
    match expr:
        case ex.Exists():
            return 1 if _is_chain(expr) else 2
        case ex.Not():
            return _binders(expr.operand)
        case ex.Logic():
            return _binders(expr.left) + _binders(expr.right)
    return 2 if any(isinstance(part, _INNER) for part in subexpressions(expr)) else 0


_INNER = (ex.Exists, ex.Those, ex.FirstWhere, ex.ThoseBest, ex.Fold, ex.Share)


def _is_chain(expr: ex.Expr) -> bool:
    """Some player, some card, or one of each, with a condition that is plain?"""
    kinds = []
    while isinstance(expr, ex.Exists):
        if not of_players(expr.among) and _card_of(expr.among) is None:
            return False
        kinds.append(of_players(expr.among))
        expr = expr.where
    return len(kinds) == len(set(kinds)) and not any(isinstance(part, _INNER) for part in subexpressions(expr))


def _card_of(among: ex.Expr) -> ex.LocalRef | None:
    """Any card of a place, where the collection is all the cards of one."""
    if isinstance(among, ex.CardsIn) and isinstance(among.place, ex.PlaceRef):
        return any_card(among.place.place)
    return None


def _only_no(expr: ex.Expr, *, negated: bool) -> bool:
    match expr:
        case ex.Exists():
            return negated
        case ex.Not():
            return _only_no(expr.operand, negated=not negated)
        case ex.Logic():
            return _only_no(expr.left, negated=negated) and _only_no(expr.right, negated=negated)
    return True


def _of_holder(holder: int, said: int, positive: bool) -> Value:
    def value(cube: Cube) -> bool | None:
        known = cube[said] if cube[holder] else None
        return known if known is None or positive else not known

    return value


def _unknown(_cube: Cube) -> bool | None:
    return None


def _not(value: Value) -> Value:
    def opposite(cube: Cube) -> bool | None:
        known = value(cube)
        return None if known is None else not known

    return opposite


def _both(left: Value, right: Value) -> Value:
    def both(cube: Cube) -> bool | None:
        one, other = left(cube), right(cube)
        if one is False or other is False:
            return False
        return True if one and other else None

    return both


def _either(condition: Value, then: Value, otherwise: Value) -> Value:
    def chosen(cube: Cube) -> bool | None:
        known = condition(cube)
        if known is None:
            one = then(cube)
            return one if one is otherwise(cube) else None
        return then(cube) if known else otherwise(cube)

    return chosen
