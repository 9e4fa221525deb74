"""Plain expressions: they read no face and no place of a named card, and are defined everywhere.

Whatever is plain is public and needs no look at the state, unless a name in it stands for something that is not public.
"""

from __future__ import annotations

from caborules.ir import expressions as x
from caborules.ir.system import System
from caborules.ir.types import CardType
from caborules.ir.walk import subexpressions


class Plain:
    """Tells plain expressions; functions are looked into once."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._known: dict[int, bool] = {}

    def __call__(self, expr: x.Expr) -> bool:
        key = id(expr)
        if key not in self._known:
            self._known[key] = all(self._alone(part) for part in subexpressions(expr))
        return self._known[key]

    def _alone(self, expr: x.Expr) -> bool:
        match expr:
            case x.AttributeOf() | x.Share() | x.Knows() | x.PositionOf() | x.SpotOf() | x.TheCard() | x.EndOf():
                return False
            case x.Fold():
                return expr.which == "sum"
            case x.Arithmetic():
                return expr.op not in ("div", "mod")
            case x.Compare():
                return not isinstance(expr.left.type, CardType)
            case x.IsIn():
                return not isinstance(expr.element.type, CardType)
            case x.Apply():
                return self(self._system.functions[expr.function].body)
            case x.Lookup():
                rows = self._system.tables[expr.table].rows
                cells = {id(row.cells[expr.column]): row.cells[expr.column] for row in rows}
                return not isinstance(expr.key.type, CardType) and all(self(cell) for cell in cells.values())
            case _:
                return True
