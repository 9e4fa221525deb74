"""The formatter: a file in its canonical layout; and the printed form of single items and expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import assert_never

from caborules.syntax import file as f
from caborules.syntax import lines as l
from caborules.syntax import rule_lines as r
from caborules.syntax import vocabulary as v
from caborules.syntax.examples import Assume, Example, Property
from caborules.syntax.fingerprint import fingerprint
from caborules.syntax.lines import Line, line
from caborules.syntax.margins import Margins, squeezed
from caborules.syntax.rules import Event, Rule, Window
from caborules.syntax.sheets import Deck, Form, Options, Places, Preset, State, Table
from caborules.syntax.words import cell, citations, expression, names, range_, type_

__all__ = ["expression", "fingerprint", "format_file", "item_lines", "print_item"]

_STEP = 4
_WIDEST_CELL = 60
"""A cell wider than this does not push the other lines of its group to the right."""
_WIDEST_CITED = 110
_GAP = "    "


def format_file(file: f.File, source: str) -> str:
    """The file in its canonical layout. ``source`` is the text that it was read from: it tells blank lines apart, and a
    statement written over several lines stays as it is written there. Comments survive."""
    margins = Margins(source, file.comments)
    printed = [_placed(part, margins) for part in _file_lines(file)]
    kept = [_kept(part, margins) for part in printed]
    texts = iter(_laid_out([part for part, old in zip(printed, kept, strict=True) if not old]))
    units = [old or (next(texts),) for old in kept]
    return "\n".join(_with_comments(printed, units, margins)) + "\n"


def print_item(item: f.Item) -> str:
    """One item in its canonical layout, without comments and blank lines."""
    return "\n".join(_laid_out(list(_item_lines(item))))


def item_lines(item: f.Item) -> tuple[str, ...]:
    """The lines of one item without their citations and not aligned: to be quoted one by one."""
    return tuple((" | " if part.bars else " ").join(filter(None, part.cells)) for part in _item_lines(item))


def _placed(part: Line, margins: Margins) -> Line:
    """The line with the first source line of its statement."""
    source = margins.start(part.source) if part.source > 0 else margins.before(-part.source)
    return replace(part, source=source)


def _kept(part: Line, margins: Margins) -> tuple[str, ...]:
    """The text of a statement over several lines, if it still has the same words; else nothing."""
    old = margins.over_lines(part.source)
    new = (" | " if part.bars else " ").join(cell for cell in part.cells if cell) + part.cites
    if not old or squeezed(old) != squeezed((new,)):
        return ()
    return (" " * _STEP * part.depth + old[0].lstrip(), *old[1:])


def _with_comments(printed: Sequence[Line], units: Sequence[tuple[str, ...]], margins: Margins) -> Iterator[str]:
    """The texts of the lines with comments between and behind them, and single blank lines where there were any."""
    comments = list(margins.comments)
    first = True
    indents: list[int] = []
    for part, unit in zip(printed, units, strict=True):
        end = margins.end(part.source)
        kept = len(unit) > 1
        here = [comment for comment in comments if comment.span.start.line <= end]
        del comments[: len(here)]
        behind = ""
        if here and not here[-1].own_line and not kept and here[-1].span.start.line >= part.source:
            behind = f"  {here.pop().text}"
        for comment in here:
            if kept and comment.span.start.line >= part.source:
                continue
            open_blocks = indents if part.depth < len(indents) else [*indents, margins.indent(part.source)]
            yield from _blank(first, margins, comment.span.start.line)
            yield _comment(comment, open_blocks)
            first = False
        yield from _blank(first, margins, part.source)
        yield from (*unit[:-1], unit[-1] + behind)
        first = False
        indents[part.depth :] = [margins.indent(part.source)]
    for comment in comments:
        yield from _blank(first, margins, comment.span.start.line)
        yield _comment(comment, indents)
        first = False


def _comment(comment: f.Comment, open_blocks: Sequence[int]) -> str:
    """A comment in the innermost block that is not indented further than it (``open_blocks``: their indentations)."""
    column = comment.span.start.column - 1
    depth = max((at for at, indent in enumerate(open_blocks) if indent <= column), default=0)
    return " " * _STEP * depth + comment.text


def _blank(first: bool, margins: Margins, number: int) -> Iterator[str]:
    if not first and margins.blank_before(number):
        yield ""


# ---- layout


def _laid_out(printed: Sequence[Line]) -> list[str]:
    """The text of each line, its cells and citations aligned with those of its group."""
    groups: dict[int, list[Line]] = {}
    for part in printed:
        groups.setdefault(part.group, []).append(part)
    widths = {group: _widths(members) for group, members in groups.items() if group}
    texts = [_joined(part, widths.get(part.group, ())) for part in printed]
    columns: dict[int, int] = {}
    for part, text in zip(printed, texts, strict=True):
        if part.group and part.cites and len(text) <= _WIDEST_CITED:
            columns[part.group] = max(columns.get(part.group, part.cite_column), len(text) + 2)
    return [
        f"{text.ljust(columns.get(part.group, part.cite_column) - 2)}  {part.cites}" if part.cites else text
        for part, text in zip(printed, texts, strict=True)
    ]


def _widths(members: Sequence[Line]) -> tuple[int, ...]:
    """The width of each column but the last; the first one counts from the margin."""
    count = max(len(part.cells) for part in members)
    return tuple(
        max((len(text) for part in members if (text := _cell(part, at)) and len(text) <= _WIDEST_CELL), default=0)
        for at in range(count - 1)
    )


def _cell(part: Line, at: int) -> str:
    """A cell that another follows, the first with the indentation before it."""
    if at + 1 >= len(part.cells):
        return ""
    return " " * _STEP * part.depth + part.cells[0] if at == 0 else part.cells[at]


def _joined(part: Line, widths: Sequence[int]) -> str:
    if len(part.cells) == 1:
        return " " * _STEP * part.depth + part.cells[0]
    padded = [_cell(part, at).ljust(width) for at, width in zip(range(len(part.cells) - 1), widths, strict=False)]
    padded += [part.cells[at] for at in range(len(padded), len(part.cells))]
    if part.group == 0 and part.depth and padded:
        padded[0] = padded[0] if padded[0].startswith(" ") else " " * _STEP * part.depth + padded[0]
    return (" | " if part.bars else _GAP).join(padded).rstrip()


# ---- the lines of a file


def _file_lines(file: f.File) -> Iterator[Line]:
    if file.language is not None:
        yield Line(0, (f"language {file.language}",), "", 1)
    header = file.header
    extends = "" if header.extends is None else f' extends "{header.extends}"'
    yield line(header, 0, f'{header.kind} {header.name} "{header.title}"{extends}', cites=header.cites)
    for item in file.items:
        yield from _item_lines(item)


def _item_lines(item: f.Item) -> Iterable[Line]:
    match item:
        case Rule():
            return r.rule(item)
        case Window():
            return r.window(item)
        case Event():
            return r.event(item)
        case Example():
            return l.example(item)
        case Property():
            return l.property_(item)
        case v.Pack():
            return l.pack(item)
        case v.DefineForm():
            return l.define_form(item)
        case v.DefineTable():
            return l.define_table(item)
        case v.Define():
            return l.define(item)
        case Options():
            return l.options(item)
        case Preset():
            return l.preset(item)
        case Deck():
            return l.deck(item)
        case Places():
            return l.places(item)
        case State():
            return l.state(item)
        case Form():
            return l.form(item)
        case Table():
            return l.table(item)
        case f.Replace() | f.ReplaceChoice() | f.AddChoice() | f.Hook():
            return _changed_rules(item)
        case f.ChangeForm() | f.ChangeTable() | f.ChangeOptions():
            return _changed_sheets(item)
        case f.CiteBlock():
            return _cite_block(item)
        case _:
            return (_one_line(item),)


_OneLine = (
    f.Use | f.Clauses | f.Players | f.Begin | f.Won | f.Excuse | v.Kind | v.Attribute | f.Fix
    | f.Remove | f.RemoveStatement | Assume
)  # fmt: skip


def _one_line(item: _OneLine) -> Line:
    match item:
        case f.Use(files=files):
            quoted = ", ".join(f'"{name}"' for name in files)
            return line(item, 0, f"use {quoted}", cites=item.cites)
        case f.Clauses(file=name):
            return line(item, 0, f'clauses "{name}"')
        case f.Players(range=now, was=was):
            old = "" if was is None else f" was {range_(was)}"
            return line(item, 0, f"players {range_(now)}{old}", cites=item.cites)
        case f.Begin(rule=rule):
            return line(item, 0, f"begin with {rule}", cites=item.cites)
        case f.Won():
            return _won(item)
        case f.Excuse(reason=reason):
            return line(item, 0, f'excuse {citations(item.cites)} "{reason}"')
        case v.Kind(name=name, type=kind):
            return line(item, 0, f"kind {name}: {type_(kind)}", cites=item.cites)
        case v.Attribute(name=name, type=kind):
            return line(item, 0, f"attribute {name}: {type_(kind)}", cites=item.cites)
        case f.Fix(option=option, value=value, was=before):
            old = "" if before is None else f" was {expression(before)}"
            return line(item, 0, f"fix {option.text} at {expression(value)}{old}", cites=item.cites)
        case f.Remove(what=what, path=path, fingerprint=old_print):
            return line(item, 0, f"remove {what} {path.text}{l.was_print(old_print)}", cites=item.cites)
        case f.RemoveStatement(what=what, titles=titles):
            quoted = ", ".join(f'"{title}"' for title in titles)
            return line(item, 0, f"remove {what} {quoted}", cites=item.cites)
        case Assume(name=name, variable=variable, choices=choices):
            done = " or ".join(choices) or "decides"
            return line(item, 0, f"assume {name}: each {variable} eventually {done}", cites=item.cites)
        case _:
            assert_never(item)


def _cite_block(item: f.CiteBlock) -> Iterator[Line]:
    yield line(item, 0, "cite")
    for part in item.lines:
        made = line(part, 1, names(part.paths), cites=part.cites, group=l.group_of(item))
        yield replace(made, cite_column=48)


def _changed_rules(item: f.Replace | f.ReplaceChoice | f.AddChoice | f.Hook) -> Iterator[Line]:
    match item:
        case f.Replace(body=body, fingerprint=old_print):
            yield from _replaced(body, old_print)
        case f.ReplaceChoice(path=path, alternative=choice, fingerprint=old_print):
            yield from r.alternative(choice, 0, f"replace choice {path.text}", old_print)
        case f.AddChoice(path=path, alternative=choice):
            yield from r.alternative(choice, 0, f"add choice {path.text}")
        case f.Hook(when=when, what=what, path=path):
            yield line(item, 0, f"{when} {what} {path.text}", cites=item.cites)
            yield from r.block(item.body, 1)
        case _:
            assert_never(item)


def _won(item: f.Won, prefix: str = "", old_print: str | None = None) -> Line:
    return line(item, 0, f"{prefix}won by {expression(item.players)}{l.was_print(old_print)}", cites=item.cites)


def _replaced(body: Rule | Window | v.Define | Deck | Table | f.Won, old_print: str | None) -> Iterator[Line]:
    match body:
        case Rule():
            return r.rule(body, "replace ", old_print)
        case Window():
            return r.window(body, "replace ", old_print)
        case v.Define():
            return l.define(body, "replace ", old_print)
        case Deck():
            return l.deck(body, "replace ", old_print)
        case Table():
            return l.table(body, "replace ", old_print)
        case f.Won():
            return iter((_won(body, "replace ", old_print),))
        case _:
            assert_never(body)


def _changed_sheets(item: f.ChangeForm | f.ChangeTable | f.ChangeOptions) -> Iterator[Line]:
    match item:
        case f.ChangeForm(name=name):
            yield line(item, 0, f"change form {name}")
            yield from l.answers(item.answers)
        case f.ChangeTable(name=name, columns=columns):
            yield line(item, 0, f"change table {name}", *columns, group=l.group_of(item), bars=True)
            yield from l.rows(item, item.rows)
        case f.ChangeOptions():
            yield line(item, 0, "change options")
            for part in item.lines:
                was = "" if part.was is None else f" was {cell(part.was)}"
                yield line(part, 1, f"{part.option.text} is {cell(part.cell)}{was}", cites=part.cites)
        case _:
            assert_never(item)
