"""What expressions depend on, found without looking at any state: options; places and variables."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.ir import expressions as x
from caborules.ir.system import System
from caborules.ir.walk import subexpressions
from caborules.types.flow.effects import Effects


class Reads:
    """Looks into functions and cells of tables. Each expression is looked at once."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._options: dict[int, bool] = {}
        self._names: dict[int, frozenset[str]] = {}

    def options(self, expr: x.Expr) -> bool:
        """Does it depend on an option or on a table? Then it may well differ in another game."""
        key = id(expr)
        if key not in self._options:
            self._options[key] = any(
                isinstance(e, (x.OptionRef, x.Lookup))
                or (isinstance(e, x.Apply) and self.options(self._system.functions[e.function].body))
                for e in subexpressions(expr)
            )
        return self._options[key]

    def disturbed(self, expr: x.Expr, effects: Effects) -> bool:
        """May these effects change what the expression is worth?"""
        changed = effects.gains | effects.loses | effects.mixes | effects.shuffles | effects.variables
        return bool(self.names(expr) & (changed | effects.opens | effects.closes))

    def names(self, expr: x.Expr) -> frozenset[str]:
        """The places, variables and windows that it reads."""
        key = id(expr)
        if key not in self._names:
            self._names[key] = frozenset(name for part in subexpressions(expr) for name in self._own(part))
        return self._names[key]

    def _own(self, expr: x.Expr) -> Iterator[str]:
        match expr:
            case x.PlaceRef():
                yield expr.place
            case x.VariableRef():
                yield expr.variable
            case x.WindowOpen():
                yield expr.window
            case x.Apply():
                yield from self.names(self._system.functions[expr.function].body)
            case x.Lookup():
                for row in self._system.tables[expr.table].rows:
                    yield from self.names(row.cells[expr.column])
            case _:
                return
