"""Constants and domains of options as abstract values."""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.types import CardType, CollectionType, NumberType, PlaceType, PlayerType, RuleType, Type, Value
from caborules.types.flow.bounds import BOTH, SOMEBODY, Possible, Range, of_type
from caborules.types.flow.facts import NOBODY, UNKNOWN, CardFact
from caborules.types.flow.values import Cards, Items, Made, Person, Scalar, Val


def constant(value: Value, kind: Type) -> Val:
    """The abstract value of a constant."""
    match kind:
        case PlayerType():
            return Person(UNKNOWN, frozenset({None if value is None else SOMEBODY}))
        case CollectionType():
            assert isinstance(value, tuple)
            numbers = [v for v in value if isinstance(v, int)]
            if len(numbers) == len(value) and value:
                return Items(Range(min(numbers), max(numbers)), Range(len(value), len(value)))
            return Items(frozenset(value), Range(len(value), len(value)))
        case RuleType():
            return Made(frozenset({None}))
        case NumberType():
            assert isinstance(value, int)
            return Scalar(Range(value, value))
        case CardType() | PlaceType():
            return Cards(CardFact(None, NOBODY), Range(1, 1), single=True)
        case _:
            return Scalar(frozenset({value}))


def domain(choices: tuple[x.Expr, ...] | tuple[int, int], kind: Type) -> Possible:
    """What an option may be set to."""
    if len(choices) == 2 and isinstance(choices[0], int) and isinstance(choices[1], int):
        return Range(choices[0], choices[1])
    constants = [e.value for e in choices if isinstance(e, x.Const)]
    if (
        constants
        and all(isinstance(v, int) and not isinstance(v, bool) for v in constants)
        and isinstance(kind, NumberType)
    ):
        numbers = [v for v in constants if isinstance(v, int)]
        return Range(min(numbers), max(numbers))
    return frozenset(constants) if constants else every(kind)


def every(kind: Type) -> Possible:
    """Every value of a type, as far as values of it are followed."""
    found = of_type(kind)
    return BOTH if found is None else found
