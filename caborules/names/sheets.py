"""Sheets: the answers of forms, the rows of tables and the defaults of options, as given and as changed by variants.

What is changed keeps its citations and gains those of the change; what is replaced or removed loses them (deltas).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from caborules.names import part_rows
from caborules.names.draft import Draft
from caborules.names.grid import Grid, GridRow
from caborules.names.sources import Source
from caborules.syntax import nodes as n


def fill_sheets(draft: Draft, source: Source) -> None:
    """The answers and rows that a file gives. Reports E201, E202, E210 (a cell without a value), E224."""
    for item in source.file.items:
        match item:
            case n.Form():
                for answer in item.answers:
                    _answer(draft, source, item, answer)
            case n.Table():
                fill_table(draft, source, item)
            case _:
                pass


def _answer(draft: Draft, source: Source, form: n.Form, answer: n.Answer) -> None:
    key = question_key(draft, form.name, answer)
    if key is None:
        return
    if key in draft.answers:
        old = draft.place_of(draft.answers[key].span)
        draft.report(
            "E202",
            answer.span,
            f"{key} is answered twice: in {old}, and here.",
            "",
            f"Say  change form {form.name}  if this answer is to take the place of the other.",
        )
        return
    draft.answers[key] = answer
    draft.touch("declare", ("answer", key), answer.span, source)


def question_key(draft: Draft, form: str, answer: n.Answer) -> str | None:
    """``form.question``, or None with E201 where there is no such form or question."""
    if form not in draft.forms:
        draft.unknown(answer.span, "form", form, draft.forms)
        return None
    key = f"{form}.{answer.question}"
    if key not in draft.questions:
        known = [field.name for field in draft.forms[form].fields]
        draft.unknown(answer.span, f'question in the form "{form}" called', answer.question, known)
        return None
    return key


def fill_table(draft: Draft, source: Source, table: n.Table) -> None:
    """Enter the rows of a table."""
    if not check_columns(draft, table):
        return
    if table.name in draft.tables:
        old = draft.place_of(draft.tables[table.name].node.span)
        draft.report(
            "E202",
            table.span,
            f'The table "{table.name}" is given twice: in {old}, and here.',
            "",
            f"Say  change table {table.name}  or  replace table {table.name}.",
        )
        return
    draft.touch("declare", ("table", table.name), table.span, source)
    draft.tables[table.name] = new_grid(draft, table)


def check_columns(draft: Draft, table: n.Table | n.ChangeTable) -> bool:
    """Whether table, columns and the number of cells in each row are right (E201, E202, E224)."""
    if table.name not in draft.sheets:
        draft.unknown(table.span, "table", table.name, draft.sheets)
        return False
    known = [field.name for field in draft.sheets[table.name].fields]
    right = True
    for number, column in enumerate(table.columns):
        if column not in known:
            draft.unknown(table.span, f'column in the table "{table.name}" called', column, known)
            right = False
        elif column in table.columns[:number]:
            draft.report("E202", table.span, f'The column "{column}" stands twice.', "", "Take one away.")
            right = False
    for row in table.rows:
        if row.change != "remove" and len(row.cells) != len(table.columns):
            has, wants = len(row.cells), len(table.columns)
            draft.report(
                "E224",
                row.span,
                f"This row has {has} cell{'s' if has != 1 else ''} for {wants} column{'s' if wants != 1 else ''}.",
                "",
                "Separate the cells by |, one for each column; -- is the default of a column.",
            )
            right = False
    return right


def new_grid(draft: Draft, table: n.Table) -> Grid:
    """The grid of a table whose columns are right. E220: two rows alike; E210: a cell without value or default."""
    _check_complete(draft, table)
    grid = Grid.of(table)
    for row in table.rows:
        first = grid.rows[row.pattern].row
        if first is not row:
            why, mend = f"The other is in {draft.place_of(first.span)}.", "Take one of the two away."
            draft.report("E220", row.span, f"{_called(draft, table, row)} stands there twice.", why, mend)
    return grid


def _check_complete(draft: Draft, table: n.Table) -> None:
    for field in draft.sheets[table.name].fields:
        if field.default is not None:
            continue
        if field.name not in table.columns:
            draft.report(
                "E210",
                table.span,
                f'The table "{table.name}" lacks the column "{field.name}": {field.text}',
                "The column has no default.",
                _into_heading(draft, "table", table.name, table.columns),
            )
            continue
        at = table.columns.index(field.name)
        for row in table.rows:
            _check_blank(draft, field, row.cells[at])


def _check_blank(draft: Draft, field: n.Field, cell: n.RowCell) -> None:
    if field.default is None and isinstance(cell.cell, n.Blank):
        draft.report(
            "E210",
            cell.span,
            f'The column "{field.name}" has no default, so -- says nothing: {field.text}',
            "",
            "Write a value.",
        )


# ---- deltas ------------------------------------------------------------------------------------------------------
def change_sheets(draft: Draft, source: Source) -> None:
    """The ``change`` items of a file. Reports E201, E202, E501, W502, E503, E505, E507, E213."""
    for item in source.file.items:
        match item:
            case n.ChangeForm():
                for answer in item.answers:
                    _change_answer(draft, source, item, answer)
            case n.ChangeTable():
                _change_table(draft, source, item)
            case n.ChangeOptions():
                for line in item.lines:
                    _change_option(draft, source, line)
            case n.Players():
                _change_players(draft, source, item)
            case _:
                pass


def _change_answer(draft: Draft, source: Source, form: n.ChangeForm, answer: n.Answer) -> None:
    key = question_key(draft, form.name, answer)
    if key is None:
        return
    old = draft.answers.get(key)
    now = old.cell if old is not None else draft.questions[key].default
    if now is None:
        draft.report(
            "E507",
            answer.span,
            f"{key} has no answer yet that could be changed.",
            "",
            f"Answer it:  form {form.name}  with the line  {answer.question}: ...",
        )
        return
    if not draft.touch("change", ("answer", key), answer.span, source):
        return
    said = None if answer.was is None else draft.text_of(answer.was)
    draft.stamp(source, answer, said, draft.text_of(now), answer.was == now, key)
    kept = () if old is None else old.cites
    draft.answers[key] = replace(answer, was=None, cites=(*kept, *answer.cites))


def _change_option(draft: Draft, source: Source, line: n.ChangedOption) -> None:
    name = line.option.text
    if name not in draft.options:
        if name in draft.questions:
            form, question = line.option.parts[0], line.option.parts[-1]
            draft.report(
                "E507",
                line.span,
                f"{name} is a question of a form.",
                "",
                f"Say  change form {form}  with the line  {question}: ...",
            )
        else:
            draft.unknown(line.span, "option", name, draft.options, "E507")
        return
    if isinstance(line.cell, n.Blank | n.Partial):
        draft.report("E213", line.cell.span, f"The option {name} needs a value.", "", "Write a value.")
        return
    if not draft.touch("change", ("option", name), line.span, source):
        return
    old = draft.options[name]
    said = None if line.was is None else draft.text_of(line.was)
    draft.stamp(source, line, said, draft.text_of(old.default), line.was == old.default, name)
    draft.options[name] = replace(old, default=line.cell, cites=(*old.cites, *line.cites))


def _change_players(draft: Draft, source: Source, players: n.Players) -> None:
    old = draft.players
    if old is None:
        draft.report(
            "E507", players.span, "There is no number of players yet that could be changed.", "", "Leave `was` away."
        )
        draft.players = replace(players, was=None)
        return
    if old is players or not draft.touch("change", ("players",), players.span, source):
        return
    said = None if players.was is None else draft.text_of(players.was)
    draft.stamp(source, players, said, draft.text_of(old.range), players.was == old.range, "players")
    draft.players = replace(players, was=None)


def _change_table(draft: Draft, source: Source, change: n.ChangeTable) -> None:
    if not check_columns(draft, change):
        return
    if change.name not in draft.tables:
        draft.report(
            "E507",
            change.span,
            f'The table "{change.name}" has no rows yet that could be changed.',
            "",
            f"Give it:  table {change.name} | ...",
        )
        return
    grid = draft.tables[change.name]
    grid.name_columns(change.columns)
    for row in change.rows:
        old = grid.rows.get(row.pattern)
        if row.change == "add":
            if old is not None:
                where = draft.place_of(old.row.span)
                mend = f"Change it: leave `add` away, and say what it `was` ({where})."
                draft.report("E220", row.span, f"{_called(draft, change, row)} exists already.", "", mend)
            elif draft.touch("add", ("table", change.name, row.pattern), row.span, source):
                _check_new(draft, change, row)
                grid.add(row, change.columns)
        elif old is None:
            _no_row(draft, source, grid, change, row)
        elif row.change == "remove":
            if draft.touch("remove", ("table", change.name, row.pattern), row.span, source):
                del grid.rows[row.pattern]
        else:
            _change_row(draft, source, change, row, old)


def _called(draft: Draft, table: n.Table | n.ChangeTable, row: n.Row) -> str:
    return f'The row "{draft.text_of(row.pattern)}" of the table "{table.name}"'


def _no_row(draft: Draft, source: Source, grid: Grid, change: n.ChangeTable, row: n.Row) -> None:
    if draft.full:
        return
    name = grid.node.name
    known = {pattern: draft.text_of(pattern) for pattern in grid.rows}
    what, words = f'row in the table "{name}" called', draft.text_of(row.pattern)

    def cell(pattern: n.Pattern, column: str) -> str:
        there = grid.rows[pattern].cells.get(column)
        return "--" if there is None or isinstance(there.cell, n.Blank) else draft.text_of(there.cell)

    names = tuple(field.name for field in draft.sheets[name].fields)
    given = {key: draft.text_of(one.cell) for key, one in zip(change.columns, row.cells, strict=False)}
    columns = part_rows.Columns(_heading("change table", name, names), names, given, cell)
    mend = part_rows.mend(row.pattern, words, known, columns)
    draft.gone(row.span, what, words, known.values(), ("table", name, row.pattern), source, "E503", mend)


def _heading(start: str, table: str, columns: Iterable[str]) -> str:
    return " | ".join([f"{start} {table}", *columns])


def _into_heading(draft: Draft, start: str, table: str, columns: tuple[str, ...]) -> str:
    """How columns that are missing and have no default are added."""
    lacking = [one.name for one in draft.sheets[table].fields if one.default is None and one.name not in columns]
    them = "it" if len(lacking) == 1 else "them"
    return (
        f"Name {them} in the heading line, and give every row below a cell for {them}:\n"
        f"  {_heading(start, table, (*columns, *lacking))}"
    )


def _check_new(draft: Draft, change: n.ChangeTable, row: n.Row) -> None:
    """E210 where a new row says nothing of a column that has no default; once where the heading lacks it."""
    first = next(one for one in change.rows if one.change == "add")
    given = dict(zip(change.columns, row.cells, strict=True))
    for field in draft.sheets[change.name].fields:
        if field.name in given:
            _check_blank(draft, field, given[field.name])
        elif field.default is None and row is first:
            message = f'The new row lacks the column "{field.name}": {field.text}'
            mend = _into_heading(draft, "change table", change.name, change.columns)
            draft.report("E210", row.span, message, "The column has no default.", mend)


def _change_row(draft: Draft, source: Source, change: n.ChangeTable, row: n.Row, old: GridRow) -> None:
    fields = {field.name: field for field in draft.sheets[change.name].fields}
    for column, cell in zip(change.columns, row.cells, strict=True):
        if not draft.touch("change", ("table", change.name, row.pattern, column), cell.span, source):
            continue
        _check_blank(draft, fields[column], cell)
        now = old.cells[column].cell if column in old.cells else n.Blank(row.span)
        default = fields[column].default
        plain = default if isinstance(now, n.Blank) else now
        right = cell.was is not None and (default if isinstance(cell.was, n.Blank) else cell.was) == plain
        said = None if cell.was is None else draft.text_of(cell.was)
        text = "--" if isinstance(now, n.Blank) else draft.text_of(now)
        draft.stamp(source, cell, said, text, right, f"{column} of {draft.text_of(row.pattern)}")
        old.cells[column] = replace(cell, was=None)
    old.cites = (*old.cites, *row.cites)
