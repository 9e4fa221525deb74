"""Whether two rulesets are the same game: their compiled rules are held against each other, names left aside.

Lowered systems are equal up to names if one turns into the other by giving every name of a file (places, variables,
choices, windows, ranks, what is announced ...) one other name, no two the same. What the language itself says (shapes,
sights, operators) must be the same word. Rules that are equal so play the same; rules that are not may still do.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Final, Literal, TypeAlias, cast, get_args, get_origin, get_type_hints

from caborules.engine.setup import Setup
from caborules.ir import types
from caborules.ir.system import System, VariableDef
from caborules.ir.types import CollectionType, NumberType, Type, Value
from caborules.lower.build import groups, lower
from caborules.tools.difference.record import Sameness

Both: TypeAlias = tuple[Mapping[str, Value], Mapping[str, Value]]
"""The options chosen in the first and in the second ruleset, by key."""

_LEFT_OUT: Final = {"LoweredSystem": frozenset({"name", "options", "players"}), "Point": frozenset({"number"})}
"""What does not bear on play: the ruleset's name, options (they are constants by now), numbers of decisions."""


@dataclass(slots=True)
class Naming:
    """One name of the first for each of the second, found on the way."""

    forth: dict[str, str] = field(default_factory=dict)
    back: dict[str, str] = field(default_factory=dict)

    def same(self, first: str, second: str) -> bool:
        return self.forth.setdefault(first, second) == second and self.back.setdefault(second, first) == first

    def renamed(self) -> tuple[tuple[str, str], ...]:
        return tuple((old, new) for old, new in self.forth.items() if old != new)


def sameness(first: System, second: System, settings: Both) -> Sameness:
    """For which numbers of players the compiled rules are equal up to names. ``settings``: the options chosen in each.

    Raises Refused: where the options are allowed for no number of players, or E313 where a ruleset is too large to be
    compiled.
    """
    equal: list[int] = []
    unequal: list[int] = []
    renamed: dict[tuple[str, str], None] = {}
    for players, mine, theirs in _common(first, second, settings):
        naming = Naming()
        compiled = lower(first, mine, players)
        same = alike(compiled, lower(second, theirs, players), naming)
        (equal if same else unequal).extend(range(players[0], players[1] + 1))
        if same:
            pairs = (pair for pair in naming.renamed() if pair[0] not in compiled.registers)
            renamed.update(dict.fromkeys(pairs))
    allowed = (_allowed(first, settings[0]), _allowed(second, settings[1]))
    only = (tuple(sorted(one)) for one in (allowed[0] ^ allowed[1], allowed[1] - allowed[0]))
    only_one, only_second = only
    return Sameness(tuple(equal), tuple(unequal), only_one, tuple(renamed), only_second)


def _allowed(system: System, settings: Mapping[str, Value]) -> set[int]:
    return {n for (low, high), _ in groups(system, settings) for n in range(low, high + 1)}


def _common(
    first: System, second: System, settings: Both
) -> Iterator[tuple[tuple[int, int], Mapping[str, Value], Mapping[str, Value]]]:
    """The ranges of numbers of players that both allow, with the options of each."""
    for (low, high), mine in groups(first, settings[0]):
        for (start, end), theirs in groups(second, settings[1]):
            if max(low, start) <= min(high, end):
                yield (max(low, start), min(high, end)), mine, theirs


def equal_for(first: Setup, second: Setup) -> bool:
    """Are the compiled rules of two games equal up to names? Raises Refused: E313."""
    mine, theirs = (lower(one.system, one.options, (one.players, one.players)) for one in (first, second))
    return alike(mine, theirs, Naming())


def alike(first: object, second: object, naming: Naming) -> bool:
    """Are two parts of lowered systems equal up to names? ``naming`` is added to.

    The range of a number counts where a variable has it; what the compiler found out about expressions does not.
    """
    match first, second:
        case (str(), str()):
            return naming.same(first, second)
        case (bool() | int() | None, _):
            return type(first) is type(second) and first == second
        case (tuple(), tuple()):
            pairs = zip(first, second, strict=False)
            return len(first) == len(second) and all(alike(one, other, naming) for one, other in pairs)
        case (Mapping(), Mapping()):
            return alike(tuple(first.items()), tuple(second.items()), naming)
        case (NumberType(), NumberType()):
            return True
        case (VariableDef(), VariableDef()) if _ranges(first.type) != _ranges(second.type):
            return False
        case _ if is_dataclass(first) and type(first) is type(second):
            return all(_alike_part(first, second, name, fixed, naming) for name, fixed in _parts(type(first)))
    return False


def _ranges(kind: Type) -> Type | None:
    """The range of a number or of the numbers in a collection."""
    inner = kind.of if isinstance(kind, CollectionType) else kind
    return inner if isinstance(inner, NumberType) else None


def _alike_part(first: object, second: object, name: str, fixed: bool, naming: Naming) -> bool:
    mine, theirs = getattr(first, name), getattr(second, name)
    return bool(mine == theirs) if fixed else alike(mine, theirs, naming)


def _parts(kind: type) -> tuple[tuple[str, bool], ...]:
    return _parts_of_class(cast(Hashable, kind))


@cache
def _parts_of_class(kind: type) -> tuple[tuple[str, bool], ...]:
    """The fields that bear on play, each with whether it holds a word of the language, not a name of a file."""
    hints = get_type_hints(kind, localns=vars(types))
    out = _LEFT_OUT.get(kind.__name__, frozenset())
    return tuple((one.name, _is_word(hints[one.name])) for one in fields(kind) if one.compare and one.name not in out)


def _is_word(hint: object) -> bool:
    """A Literal, or something that may be one (``Literal["a"] | None``)."""
    return get_origin(hint) is Literal or any(get_origin(part) is Literal for part in get_args(hint))
