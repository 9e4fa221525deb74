"""Tables become constants of their keys: what a cell is worth for each key of the deck in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from caborules.engine.setup import Setup
from caborules.ir import expressions as ex
from caborules.ir.system import Face, TableDef
from caborules.ir.types import CardType, EnumType, NumberType, Type, Value
from caborules.ir.walk import subexpressions

Key: TypeAlias = Face | str | int

ROW_NUMBER = "row number"
PRINTED = "printed number"
"""Columns of our own, for tables whose cells are not constant; names of the language have no blank in them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that some key of the game has: its number in the table, its cell, and the keys that have it."""

    number: int
    cell: ex.Expr
    keys: tuple[Key, ...]


def printed_number(key: Key) -> int | None:
    """The number printed on a face, if there is one."""
    if isinstance(key, tuple):
        return next((part for part in key if isinstance(part, int)), None)
    return None


def reads_printed_number(expr: ex.Expr) -> bool:
    return any(isinstance(part, ex.PrintedNumber) for part in subexpressions(expr))


def deck_faces(setups: tuple[Setup, ...]) -> tuple[Face, ...]:
    """The faces that occur in a deck of any of the games, each once, in the order of the deck."""
    return tuple(dict.fromkeys(face for setup in setups for face in setup.faces))


def keys_of(table: TableDef, faces: tuple[Face, ...]) -> Iterator[Key]:
    """The keys of a table that can occur: the faces of the deck, or every member of the key's type."""
    if isinstance(table.key, CardType):
        yield from (face for face in faces if face in table.index)
    else:
        yield from table.index


def rows_of(table: TableDef, column: str, faces: tuple[Face, ...]) -> tuple[Row, ...]:
    """The rows that occur, in the order of the table."""
    keys: dict[int, list[Key]] = {}
    for key in keys_of(table, faces):
        keys.setdefault(table.index[key], []).append(key)
    return tuple(Row(number, table.rows[number].cells[column], tuple(keys[number])) for number in sorted(keys))


def own_column_type(column: str, values: list[Value]) -> Type:
    """The type of a column of our own."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values):
        return NumberType(min(numbers, default=0), max(numbers, default=0))
    return EnumType(column, tuple(value for value in values if isinstance(value, str | int)))
