"""Why a fact of an example does not hold, in the words of the example and with the values that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from caborules.diagnostics.span import Span
from caborules.engine.basics import Undefined
from caborules.engine.game import value_text
from caborules.engine.setup import Setup
from caborules.engine.state import Store
from caborules.engine.values import Locals, evaluate
from caborules.ir import expressions as x
from caborules.ir.show_expressions import show
from caborules.ir.system import ThenFact
from caborules.ir.types import BoolType, CardType, CollectionType, PlayerType, SpotType, Type, Value


def why_not(setup: Setup, store: Store, seats: tuple[str, ...], line: ThenFact, ended: Locals) -> str:
    """Sentences about a fact that does not hold: the fact, then what is so instead. ``seats``: the players' names;
    ``ended``: which rules are over (``values.over``)."""
    teller = _Teller(setup, store, seats, line.texts, ended)
    told = "; ".join(dict.fromkeys(teller.told(line.fact, True)))
    return f'This is not so: "{teller.text(line.fact)}".' + (f" Here {told}." if told else "")


@dataclass(frozen=True, slots=True)
class _Teller:
    setup: Setup
    store: Store
    seats: tuple[str, ...]
    texts: Mapping[Span, str]
    ended: Locals

    def text(self, expr: x.Expr) -> str:
        """An expression as it is written."""
        return (expr.span is not None and self.texts.get(expr.span)) or show(expr)

    def told(self, expr: x.Expr, wanted: bool) -> Iterator[str]:
        """What makes a condition come out other than ``wanted``."""
        match expr:
            case x.Not(operand=operand):
                yield from self.told(operand, not wanted)
            case x.Logic(left=left, right=right):
                for part in (left, right):
                    if self.holds(part) is (not wanted):
                        yield from self.part(part, wanted)
                        if (expr.op == "and") is wanted:
                            return  # one part decides; the other may have no value here
            case x.Compare(left=left, right=right):
                yield from self.sides(expr, left, right, wanted)
            case _:
                return

    def part(self, expr: x.Expr, wanted: bool) -> Iterator[str]:
        """Of a part of an ``and`` or ``or``: what makes it so, or that it is so."""
        told = list(self.told(expr, wanted))
        yield from told or [f'"{self.text(expr)}" is {value_text(not wanted)}']

    def holds(self, expr: x.Expr) -> bool | None:
        """Whether a condition holds; None where it has no value."""
        try:
            return bool(evaluate(self.setup, self.store, expr, self.ended))
        except Undefined:
            return None

    def sides(self, expr: x.Compare, left: x.Expr, right: x.Expr, wanted: bool) -> Iterator[str]:
        """The values of what is compared; of a plain value there is nothing to say."""
        found = {side: self.value(side) for side in (left, right)}
        plain = [side for side in (left, right) if isinstance(side, x.Const | x.CardNamed)]
        spoken = [side for side in (left, right) if side not in plain]
        if expr.op == "is" and wanted and len(spoken) == len(plain) == 1:
            yield f"{self.text(spoken[0])} is {found[spoken[0]]}, not {found[plain[0]]}"
            return
        for side in spoken:
            yield f"{self.text(side)} is {found[side]}"

    def value(self, expr: x.Expr) -> str:
        """What an expression is worth, as an example would write it."""
        if isinstance(expr, x.CardNamed):
            return self.setup.card_names.literal(expr.face)
        try:
            return self.shown(evaluate(self.setup, self.store, expr, self.ended), expr.type)
        except Undefined as undefined:
            return f"without a value ({undefined.reason})"

    def shown(self, value: Value, type: Type) -> str:
        match type, value:
            case PlayerType(), None:
                return "nobody"
            case PlayerType(), int():
                return self.seats[value]
            case CardType(), int():
                return self.setup.card_names.literal(self.setup.faces[value])
            case CollectionType(of=of), tuple():
                return " ".join(self.shown(one, of) for one in value) or "empty"
            case SpotType(), (str() as place, (int() | None) as owner, int() as index):
                whose = "" if owner is None else f" of {self.seats[owner]}"
                return f"position {index + 1} of {place}{whose}"
            case BoolType(), _:
                return value_text(bool(value))
            case _:
                return value_text(value)
