"""What the lowering of one system carries along: where we are in the rules, and what has been written so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir import statements as st
from caborules.ir.system import System
from caborules.ir.types import Type
from caborules.lower.assemble import Assembly, Label
from caborules.lower.expand import Expander, Scope


@dataclass(frozen=True, slots=True)
class Context:
    """A place in the expanded rules.

    ``rules`` are the rules entered, outermost first; ``ends`` tells where each ends, the innermost run of it; ``held``
    are the windows whose reactions we are in. ``again``: where the decision of the choice we are in is offered once
    more. ``room``: what the names of registers begin with.
    """

    scope: Scope
    rules: tuple[str, ...] = ()
    ends: Mapping[str, Label] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    again: Label | None = None
    room: str = ""

    def naming(self, name: str, expr: ex.Expr) -> Context:
        """The same place, with a name for ``expr``."""
        return replace(self, scope={**self.scope, name: expr})

    def source(self, line: st.Line) -> lo.Source:
        return lo.Source(self.rules, line.span, line.cites)


@dataclass(slots=True)
class Work:
    """The lowered system while it is written."""

    system: System
    expander: Expander
    code: Assembly = field(default_factory=Assembly)
    registers: dict[str, Type] = field(default_factory=dict)
    _numbers: dict[str, int] = field(default_factory=dict)
    """How often each name was wanted for a register."""

    def expand(self, expr: ex.Expr, context: Context) -> ex.Expr:
        return self.expander.expand(expr, context.scope)

    def register(self, context: Context, name: str, kind: Type) -> ex.LocalRef:
        """A new register; its name says which rule and which name of the rule it stands for."""
        wanted = f"{context.room}.{name}" if context.room else name
        number = self._numbers.get(wanted, 0) + 1
        free = wanted if number == 1 else f"{wanted}-{number}"
        while free in self.registers:
            number += 1
            free = f"{wanted}-{number}"
        self._numbers[wanted] = number
        self.registers[free] = kind
        return ex.LocalRef(kind, None, free)

    def give_back(self, context: Context, name: str, register: ex.LocalRef) -> None:
        """The register made last by this name is not needed."""
        del self.registers[register.name]
        self._numbers[f"{context.room}.{name}" if context.room else name] -= 1

    def keep(self, name: str, value: ex.Expr, context: Context, source: lo.Source) -> ex.Expr:
        """``value`` as something that stays the same while control goes on: itself, or a register that is set to it."""
        settled = self.settle(name, value, context, source)
        if stays(settled):
            return settled
        register = self.register(context, name, value.type)
        self.code.emit(lo.SetRegister(register.name, settled), source)
        return register

    def settle(self, name: str, value: ex.Expr, context: Context, source: lo.Source) -> ex.Expr:
        """A place whose owner stays the same; any other value as it is."""
        if isinstance(value, ex.PlaceRef) and value.owner is not None:
            return replace(value, owner=self.keep(f"{name}-owner", value.owner, context, source))
        return value

    def test(self, condition: ex.Expr, otherwise: Label, source: lo.Source) -> None:
        """Control goes on where the condition holds, else to ``otherwise``."""
        if isinstance(condition, ex.Const):
            if not condition.value:
                self.code.jump(otherwise)
            return
        self.code.emit(lo.Test(condition, otherwise), source)


Run: TypeAlias = Callable[[st.Block, Context], None]
"""Writes the operations of a block."""


def stays(expr: ex.Expr) -> bool:
    """Is its value the same whatever happens, as long as the registers that it names are not set again?"""
    match expr:
        case ex.Const() | ex.LocalRef() | ex.PlayerCount() | ex.Seats() | ex.FirstSeat():
            return True
        case ex.PlaceRef():
            return expr.owner is None or stays(expr.owner)
    return False
