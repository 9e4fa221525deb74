"""That something holds for some element, as a goal: it is shown for elements that have a name already.

A hypothesis says that some element fits and gives it a name; a goal that says so of no element in particular would need
a quantifier. So each ``some`` in a goal is tried on the names there are: elements found by hypotheses, players in
registers and variables, members of collections. The goal is then stronger than what is to be shown, which is sound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from caborules.ir import expressions as ex
from caborules.ir.types import CardType, CollectionType, PlayerType, SpotType, Type
from caborules.symbolic import summaries
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.places import SHARED, Loc
from caborules.symbolic.sets import Element, Many, same_element
from caborules.symbolic.symbols import Diary
from caborules.symbolic.terms import Term, all_of, any_of, identical
from caborules.symbolic.values import Reader


@dataclass(frozen=True, slots=True)
class Someone:
    """Makes goals. ``diary``: of the position; ``more``: players that the caller has a name for."""

    diary: Diary
    more: tuple[Term, ...] = ()

    def holds(self, reader: Reader, expr: ex.Expr) -> Term:
        """A goal from which the condition follows. Raises NotEncodedError."""
        match expr:
            case ex.Logic(op="and"):
                return all_of(self.holds(reader, expr.left), self.holds(reader, expr.right))
            case ex.Logic(op="or"):
                return self._either(reader, expr)
            case ex.Exists():
                return self._some(reader, expr.variable, expr.among, expr.where)
            case ex.Not(operand=ex.IsEmpty(collection=collection)):
                return self._not_empty(reader, collection)
            case ex.SomeSet(low=low, high=high) if low <= 1 and (high is None or high >= 1):
                return self._either_way(lambda: reader.value(expr), lambda: self._one_alone(reader, expr))
        return reader.value(expr)

    def _one_alone(self, reader: Reader, expr: ex.SomeSet) -> Term:
        """A set of one card fits: with itself it shares what it has to share."""
        many = reader.many(expr.among)
        cases = []
        for element in (summaries.some_element(reader, expr, many), *self._named(reader, CardType())):
            alone = Many(partial(same_element, element), many.element, lambda: True, lambda: 1)
            inner = reader.binding(expr.name, alone, many.has(element))
            cases.append(all_of(self._belongs(reader, expr.among, element), self.holds(inner, expr.where)))
        return any_of(*cases)

    def _either(self, reader: Reader, expr: ex.Logic) -> Term:
        return self._either_way(lambda: self.holds(reader, expr.left), lambda: self.holds(reader, expr.right))

    def _either_way(self, *ways: Callable[[], Term]) -> Term:
        """One of the goals. Without an encoding for one it is left to the others: that is more than is wanted."""
        cases: list[Term] = []
        missing: NotEncodedError | None = None
        for way in ways:
            try:
                cases.append(way())
            except NotEncodedError as error:
                missing = error
        if not cases and missing is not None:
            raise missing
        return any_of(*cases)

    def _not_empty(self, reader: Reader, collection: ex.Expr) -> Term:
        if isinstance(collection, ex.Those):
            return self._some(reader, collection.variable, collection.among, collection.where)
        return reader.many(collection).some()

    def _some(self, reader: Reader, name: str, among: ex.Expr, where: ex.Expr) -> Term:
        many = reader.many(among)
        kind = among.type.of if isinstance(among.type, CollectionType) else among.type
        cases = []
        for element in self._named(reader, kind):
            inner = reader.binding(name, element, many.has(element))
            cases.append(all_of(self._belongs(reader, among, element), self.holds(inner, where)))
        return any_of(*cases)

    def _belongs(self, reader: Reader, among: ex.Expr, element: Element) -> Term:
        """A goal from which it follows that the element belongs: what it is chosen by may ask for others in turn."""
        if not isinstance(among, ex.Those):
            return reader.many(among).has(element)
        inner = reader.binding(among.variable, element, reader.many(among.among).has(element))
        return all_of(self._belongs(reader, among.among, element), self.holds(inner, among.where))

    def _named(self, reader: Reader, kind: Type) -> Iterator[Element]:
        """Elements of the kind that have a name, each once."""
        done: list[Element] = []
        for element in self._all_named(reader, kind):
            cards = isinstance(element, Loc)
            if cards != isinstance(kind, CardType | SpotType):
                continue
            if not cards and any(identical(element, one) for one in done):
                continue
            done.append(element)
            yield element

    def _all_named(self, reader: Reader, kind: Type) -> Iterator[Element]:
        yield from list(self.diary.witnesses.values())
        registers, base = reader.state.registers, reader.base
        for name in sorted(registers):
            held = base.types[name]
            if type(held) is type(kind):
                yield registers[name]
            elif isinstance(held, CollectionType) and type(held.of) is type(kind):
                yield base.fresh(held.of, f"{name}.sample", own=False)
        if isinstance(kind, PlayerType):
            yield from self.more
            for name, variable in sorted(base.shape.variables.items()):
                if isinstance(variable.type, PlayerType) and not variable.per_player:
                    of = reader.state.variables.get(name) or base.variable(name)
                    yield of(SHARED)
