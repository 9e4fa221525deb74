"""A table while it is being changed: rows by pattern, cells by column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from caborules.syntax import nodes as n


@dataclass(slots=True)
class GridRow:
    """A row as written, with the citations in force, and its cells; a column that is missing has its default."""

    row: n.Row
    cells: dict[str, n.RowCell]
    cites: n.Cites


@dataclass(slots=True)
class Grid:
    """``node`` is the table as it was given; ``columns`` are those and any that a change has named since."""

    node: n.Table
    columns: list[str]
    rows: dict[n.Pattern, GridRow] = field(default_factory=dict)

    @classmethod
    def of(cls, table: n.Table) -> Grid:
        """The grid of a table whose rows have a cell for each column; of two rows alike the first is taken."""
        grid = cls(table, list(table.columns))
        for row in table.rows:
            grid.rows.setdefault(row.pattern, _row(row, table.columns))
        return grid

    def name_columns(self, columns: tuple[str, ...]) -> None:
        """Note the columns that a change names."""
        self.columns += [column for column in columns if column not in self.columns]

    def add(self, row: n.Row, columns: tuple[str, ...]) -> None:
        """Add a row at the end."""
        self.rows[row.pattern] = _row(row, columns)

    def cells(self) -> Iterator[tuple[n.Pattern, str, n.RowCell]]:
        """All cells that are given."""
        for pattern, row in self.rows.items():
            for column, cell in row.cells.items():
                yield pattern, column, cell

    def table(self) -> n.Table:
        """The table in force, with a cell for each row and column."""
        rows = []
        for row in self.rows.values():
            blank = n.RowCell(row.row.span, n.Blank(row.row.span), None, None)
            cells = tuple(row.cells.get(column, blank) for column in self.columns)
            rows.append(replace(row.row, change=None, cells=cells, cites=row.cites))
        return replace(self.node, columns=tuple(self.columns), rows=tuple(rows))


def _row(row: n.Row, columns: tuple[str, ...]) -> GridRow:
    return GridRow(row, dict(zip(columns, row.cells, strict=True)), row.cites)
