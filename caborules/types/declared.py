"""Types as they are written: ``0..12``, ``a or b``, ``player or nobody``, ``rule by (player)`` -> types."""

from __future__ import annotations

from collections import Counter

from caborules.diagnostics.span import Span
from caborules.ir.system import ParamDef
from caborules.ir.types import (
    BOOL,
    CARD,
    CARDS,
    OPTIONAL_PLAYER,
    PLACE,
    PLAYER,
    PLAYERS,
    SPOT,
    CollectionType,
    EnumType,
    NumberType,
    RuleType,
    Type,
)
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types.ranges import backwards
from caborules.types.report import Failed
from caborules.types.world import World

_BUILT_IN: dict[str, Type] = {
    "player": PLAYER, "players": PLAYERS, "card": CARD, "cards": CARDS, "spot": SPOT, "place": PLACE,
}  # fmt: skip
LIMIT = 1_000_000
"""No range reaches further than this on either side of 0."""
MOST_MEMBERS = 1_000
"""So many members an enumeration may have."""


def resolve(w: World, type: n.TypeExpr, name: str, form: str | None = None) -> Type:
    """The type that is written; an enumeration without a name of its own is called ``name``.

    ``form`` is the form whose questions a bound may name. Raises Failed (E201, E301, E302).
    """
    match type.parts:
        case (n.Range() as span,):
            return _range(w, span, form)
        case (n.TypeNumber(value=value),):
            return NumberType(value, value)
        case (n.TypeSet(of=of) as node,):
            return CollectionType(_element(w, node, of))
        case (n.TypeRule(parts=parts),):
            return RuleType(tuple((p.preposition, p.type) for p in parameters(w, parts)))
        case (n.TypeName(name=single) as node,):
            return _named(w, node, single)
        case (n.TypeName(name="player"), n.TypeName(name="nobody")):
            return OPTIONAL_PLAYER
    return _enumeration(w, type, name, form)


def _named(w: World, node: n.Node, name: str) -> Type:
    known: dict[str, Type] = {**_BUILT_IN, **w.kinds, **w.attributes}
    if name not in known:
        if name in w.book.kinds or name in w.book.attributes:
            raise Failed
        names = [*known, "yes or no", "set of number"]
        raise w.report.error("E201", node.span, f'There is no type "{name}".', suggestion(name, names))
    return known[name]


def _element(w: World, node: n.Node, of: str) -> Type:
    if of == "number":
        return NumberType(-LIMIT, LIMIT)
    return _named(w, node, of)


def _enumeration(w: World, type: n.TypeExpr, name: str, form: str | None) -> Type:
    members: list[str | int] = []
    for part in type.parts:
        match part:
            case n.TypeName(name=word):
                if word in _BUILT_IN or word in w.kinds or word in w.attributes:
                    mend = (
                        "Write  player or nobody." if word == "player" else "Write one type, or words joined by `or`."
                    )
                    raise w.report.error(
                        "E301", part.span, f'"{word}" is a type, not a member of an enumeration.', mend
                    )
                members.append(word)
            case n.TypeNumber(value=value):
                members.append(value)
            case n.TypeNo():
                members.append("no")
            case n.Range():
                span = _range(w, part, form)
                if span.high - span.low >= MOST_MEMBERS:
                    raise _too_many_members(w, part.span)
                members.extend(range(span.low, span.high + 1))
            case _:
                message = "A set or a rule cannot be joined with `or`."
                raise w.report.error("E301", part.span, message, "Let the set or the rule stand alone.")
    if len(members) > MOST_MEMBERS:
        raise _too_many_members(w, type.span)
    twice = next((m for m, times in Counter(members).items() if times > 1), None)
    if twice is not None:
        raise w.report.error("E202", type.span, f'"{twice}" stands twice in the type of "{name}".', "Take one away.")
    if set(members) == {"yes", "no"}:
        return BOOL
    return w.enumeration(EnumType(name, tuple(members)))


def _too_many_members(w: World, span: Span) -> Failed:
    message = f"An enumeration has at most {MOST_MEMBERS:,} members."
    return w.report.error("E302", span, message, "Use a number: a range such as 0..5000 is a type.")


def _range(w: World, span: n.Range, form: str | None) -> NumberType:
    low, high = (bound_of(w, span, bound, form) for bound in (span.low, span.high))
    if low.low > high.high:
        turned = f"Write `{span.high}..{span.low}`."
        raise w.report.error("E302", span.span, backwards(span.low, span.high), turned, "The lower bound comes first.")
    if low.low < -LIMIT or high.high > LIMIT:
        raise w.report.error("E302", span.span, f"A range reaches at most from -{LIMIT} to {LIMIT}.", "Narrow it.")
    return NumberType(low.low, high.high)


def bound_of(w: World, span: n.Range, bound: int | str, form: str | None) -> NumberType:
    """A bound that names an option stands for all values that the option may have."""
    if isinstance(bound, int):
        return NumberType(bound, bound)
    key = bound if bound in w.options else f"{form}.{bound}"
    if key not in w.options:
        mend = suggestion(bound, w.options, "A bound is a number or the name of an option.")
        raise w.report.error("E201", span.span, f'There is no option "{bound}" to bound the range.', mend)
    type = w.options[key].type
    if not isinstance(type, NumberType):
        raise w.report.error("E301", span.span, f'The option "{bound}" is not a number.', "A bound is a number.")
    return type


def parameters(w: World, parts: tuple[n.Part, ...]) -> tuple[ParamDef, ...]:
    """The parameters of a rule, or the parts of a type of rules; each part has one. Raises Failed (E204, E202)."""
    result: list[ParamDef] = []
    for part in parts:
        if len(part.params) != 1:
            mend = "Give each its own word:  rule r (c: card) from (p: player)"
            raise w.report.error("E204", part.span, "Each part of a rule has one parameter.", mend)
        made = ParamDef(part.params[0].name, part.prep, param_type(w, part.params[0]))
        for other in result:
            if other.preposition == made.preposition:
                label = f'the word "{made.preposition}"' if made.preposition else "no word before it"
                raise w.report.error("E204", part.span, f"Two parts have {label}.", "Each part has a word of its own.")
            if other.name == made.name:
                message = f'The parameter "{made.name}" stands twice.'
                raise w.report.error("E202", part.span, message, "Choose another name for one.")
        result.append(made)
    return tuple(result)


def plain_parameters(w: World, params: tuple[n.Param, ...]) -> tuple[ParamDef, ...]:
    """The parameters of a function or table. Raises Failed (E202)."""
    result: list[ParamDef] = []
    for param in params:
        if any(other.name == param.name for other in result):
            raise w.report.error("E202", param.span, f'The parameter "{param.name}" stands twice.', "Rename one.")
        result.append(ParamDef(param.name, None, param_type(w, param)))
    return tuple(result)


def param_type(w: World, param: n.Param) -> Type:
    """The type of a parameter; without one it is named after its type."""
    if param.type is not None:
        return resolve(w, param.type, param.name)
    return _named(w, param, param.name)
