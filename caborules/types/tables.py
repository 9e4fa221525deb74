"""Tables: their columns first, then the cells of every row and the row of every key."""

from __future__ import annotations

from caborules.ir.expressions import Expr, PrintedNumber
from caborules.ir.system import TableDef, TableRow
from caborules.ir.types import NumberType
from caborules.ir.walk import subexpressions
from caborules.names.book import MergedRow, MergedTable
from caborules.names.options import cell_address
from caborules.syntax import nodes as n
from caborules.types.cells import cell_value
from caborules.types.declared import LIMIT, plain_parameters, resolve
from caborules.types.functions import parameters_env
from caborules.types.options import cell_option
from caborules.types.patterns import Key, Keys, key_type, keys, pattern_text, rows_of_keys
from caborules.types.report import Failed
from caborules.types.world import ColumnSig, Env, OptionSig, World, cites

_ANY_NUMBER = NumberType(-LIMIT, LIMIT)
"""What ``number`` may be in a row whose cards are not known, or have none: what is wrong there is told otherwise."""


def declare(w: World, name: str, table: MergedTable) -> None:
    """The columns of a table, and the options that its cells make. Raises Failed."""
    key = key_type(w, table.define)
    params = plain_parameters(w, table.define.params)
    for field in table.define.fields:
        made = w.report.trying(resolve, w, field.type, field.name)
        if made is not None:
            w.columns[field.name] = ColumnSig(name, made, key, params, field)
    for row in table.rows:
        for column, cell in row.cells.items():
            option = cell_address(column, row.pattern)
            if cell.chosen is not None and column in w.columns and option not in w.book.fixes:
                w.options[option] = OptionSig(w.columns[column].type, True, cell.span)
                w.read_options.add(option)


def define(w: World, name: str, table: MergedTable) -> None:
    """The rows of a table and its index. Raises Failed."""
    if any(field.name not in w.columns for field in table.define.fields):
        raise Failed
    key = key_type(w, table.define)
    known = keys(w, key)
    span = table.rows[0].span if table.rows else table.define.span
    index: dict[Key, int] | None = w.report.trying(
        rows_of_keys, w, name, span, known, [row.pattern for row in table.rows]
    )
    _idle_rows(w, name, table, index)
    made = [
        w.report.trying(_row, w, table, known, row, _keys_of(index, number)) for number, row in enumerate(table.rows)
    ]
    if index is None or None in made:
        raise Failed
    rows = tuple(row for row in made if row is not None)
    columns = {field.name: w.columns[field.name].type for field in table.define.fields}
    params = plain_parameters(w, table.define.params)
    questions = {field.name: field.text or "" for field in table.define.fields}
    told = (table.define.span, cites(table.define.cites), name, table.define.text)
    w.tables[name] = TableDef(*told, key, params, columns, rows, index, questions)


def _keys_of(index: dict[Key, int] | None, number: int) -> list[Key]:
    return [] if index is None else [key for key, row in index.items() if row == number]


def _idle_rows(w: World, name: str, table: MergedTable, index: dict[Key, int] | None) -> None:
    """W604: a row for cards that no deck of this ruleset has, where the ruleset itself wrote the row or the deck."""
    if index is None:
        return
    used = set(index.values())
    homes = {w.own_file, w.book.deck.span.file}
    for number, row in enumerate(table.rows):
        if number not in used and row.span.file in homes:
            message = f'The row "{pattern_text(row.pattern)}" of "{name}" fits nothing in any deck.'
            w.report.warn("W604", row.span, message, "Take it away, or add the cards.")


def _row(w: World, table: MergedTable, known: Keys, row: MergedRow, own: list[Key]) -> TableRow:
    params = plain_parameters(w, table.define.params)
    env = parameters_env(w, table.define.params, params)
    printed = _printed(w, own) if known.cards else None
    if known.cards:
        env = env.having(printed=printed or _ANY_NUMBER)
    cells: dict[str, Expr] = {}
    for field in table.define.fields:
        made = w.report.trying(_cell, w, row, field, env)
        if made is None:
            continue
        if any(isinstance(part, PrintedNumber) for part in subexpressions(made)):
            _all_printed(w, row, known, own)
        cells[field.name] = made
    if len(cells) < len(table.define.fields):
        raise Failed
    return TableRow(row.span, cites(row.cites), pattern_text(row.pattern), cells)


def _cell(w: World, row: MergedRow, field: n.Field, env: Env) -> Expr:
    column = w.columns[field.name]
    given = row.cells.get(field.name)
    cell = field.default if given is None or isinstance(given.cell, n.Blank) else given.cell
    pattern = pattern_text(row.pattern)
    what = f'"{field.name}" of "{pattern}"'
    if cell is None or isinstance(cell, n.Blank):
        message = f'The row "{pattern}" says nothing in the column "{field.name}", which has no default.'
        raise w.report.error("E210", row.span if given is None else given.span, message, f"Asked is:  {field.text}")
    key = cell_address(field.name, row.pattern)
    if key in w.book.fixes:
        return cell_value(w, w.book.fixes[key].value, column.type, env, what)
    value = cell_value(w, cell, column.type, env, what)
    if given is None or given.chosen is None:
        return value
    return cell_option(w, key, column, given, value, row.cites, pattern)


def _printed(w: World, own: list[Key]) -> NumberType | None:
    assert w.card_names is not None
    numbers = [w.card_names.number(key) for key in own if isinstance(key, tuple)]
    found = [number for number in numbers if number is not None]
    return NumberType(min(found), max(found)) if found else None


def _all_printed(w: World, row: MergedRow, known: Keys, own: list[Key]) -> None:
    """E222: `number` where a card of the row has none."""
    assert w.card_names is not None
    for key in own:
        if isinstance(key, tuple) and w.card_names.number(key) is None:
            message = f"`number` is the printed number, and {known.name(key)} has none."
            raise w.report.error("E222", row.span, message, "Give this card a row of its own.")
