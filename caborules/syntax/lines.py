"""A printed line before it is laid out, and the lines of vocabulary, sheets, examples and properties."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from caborules.syntax import examples as e
from caborules.syntax import sheets as s
from caborules.syntax import vocabulary as v
from caborules.syntax.base import Cites, Node
from caborules.syntax.words import (
    ATOM,
    OF,
    SUM,
    arguments,
    cell,
    chosen,
    citations,
    enclosed,
    expression,
    params,
    pattern,
    type_,
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its block depth, its cells, its citations, and the line of the source (of ``file``) that it comes from.

    Neighbours with the same ``group`` have their cells aligned, with ``bars`` by ``|`` between them.
    """

    depth: int
    cells: tuple[str, ...]
    cites: str
    source: int
    group: int = 0
    bars: bool = False
    cite_column: int = 91
    file: str = ""


def line(node: Node, depth: int, *cells: str, cites: Cites = (), group: int = 0, bars: bool = False) -> Line:
    """A line that stands where ``node`` begins."""
    return Line(depth, cells, citations(cites), node.span.start.line, group, bars, file=node.span.file)


def text_cell(text: str | None) -> tuple[str, ...]:
    """A text in quotation marks as a cell, or no cell."""
    return () if text is None else (f'"{text}"',)


def inserted(text: str | None, before: str = " ") -> str:
    """A text in quotation marks with a blank before it, or nothing."""
    return "" if text is None else f'{before}"{text}"'


def was_print(fingerprint: str | None) -> str:
    return "" if fingerprint is None else f" was {fingerprint}"


def group_of(node: Node) -> int:
    """A number for the lines that a node's lines are aligned with; the source line will do."""
    return node.span.start.line * 1000 + node.span.start.column


# ---- vocabulary


def pack(p: v.Pack) -> Iterator[Line]:
    yield line(p, 0, f"pack {p.name}", cites=p.cites)
    for part in p.lines:
        copies = "" if part.copies is None else f"{part.copies} of "
        axes = " and ".join(f"each {axis.attribute} {pattern(axis.pattern)}" for axis in part.axes)
        yield line(part, 1, copies + axes, cites=part.cites)


def define_form(d: v.DefineForm) -> Iterator[Line]:
    yield line(d, 0, f'define form {d.name} "{d.text}"', cites=d.cites)
    yield from _fields(d, d.fields)


def define_table(d: v.DefineTable) -> Iterator[Line]:
    given = f" for {params(d.params)}" if d.params else ""
    yield line(d, 0, f'define table {d.name} by {d.key}{given} "{d.text}"', cites=d.cites)
    yield from _fields(d, d.fields)


def _fields(node: Node, fields: tuple[v.Field, ...]) -> Iterator[Line]:
    conditional = any(field.when is not None for field in fields)
    for field in fields:
        default = "" if field.default is None else f" = {cell(field.default)}"
        when = "" if field.when is None else f"when {expression(field.when)}"
        cells = [f"{field.name}: {type_(field.type)}{default}"]
        if conditional:
            cells.append(when)
        yield line(field, 1, *cells, f'"{field.text}"', cites=field.cites, group=group_of(node))


def define(d: v.Define, prefix: str = "", fingerprint: str | None = None) -> Iterator[Line]:
    given = f" of {params(d.params)}" if d.params else ""
    kind = "" if d.type is None else f": {type_(d.type)}"
    head = f"{prefix}define {d.name}{given}{inserted(d.text)}{kind}{was_print(fingerprint)}"
    if not d.by_cases:
        yield line(d, 0, f"{head} = {expression(d.otherwise)}", cites=d.cites)
        return
    yield line(d, 0, head, cites=d.cites)
    for case in d.cases:
        cells = (enclosed(case.value), f"when {expression(case.when)}")
        yield line(case, 1, *cells, cites=case.cites, group=group_of(d))
    yield line(d.otherwise, 1, f"otherwise {expression(d.otherwise)}", cites=d.otherwise_cites)


# ---- sheets


def options(o: s.Options) -> Iterator[Line]:
    yield line(o, 0, "options")
    for part in o.lines:
        if isinstance(part, s.Require):
            cells = (f"require {expression(part.condition)}", f'"{part.reason}"')
        else:
            is_open = ", open" if part.open else ""
            first = f"{part.name}: {type_(part.type)} = {expression(part.default)}{is_open}"
            cells = (first, *text_cell(part.text))  # type: ignore[assignment]  # one cell or two
        yield line(part, 1, *cells, cites=part.cites, group=group_of(o))


def preset(p: s.Preset) -> Iterator[Line]:
    yield line(p, 0, f'preset {p.name} "{p.text}"', cites=p.cites)
    for setting in p.settings:
        yield line(setting, 1, f"{setting.option.text} is {cell(setting.cell)}", cites=setting.cites)


def deck(d: s.Deck, prefix: str = "", fingerprint: str | None = None) -> Iterator[Line]:
    yield line(d, 0, f"{prefix}deck in {d.place}{was_print(fingerprint)}")
    for part in d.lines:
        times = "" if part.times is None else f", {expression(part.times, ATOM)} times"
        when = "" if part.when is None else f" when {expression(part.when)}"
        yield line(part, 1, f"{part.pack}{times}{when}", cites=part.cites)


def places(p: s.Places) -> Iterator[Line]:
    yield line(p, 0, "places")
    for part in p.lines:
        text = f"{part.name}{_each(part.each)}: {part.shape}, {part.sight}"
        yield line(part, 1, text, *text_cell(part.text), cites=part.cites, group=group_of(p))


def state(p: s.State) -> Iterator[Line]:
    yield line(p, 0, "state")
    for part in p.lines:
        start = "at first" if part.renewed_by is None else f"each {part.renewed_by}"
        text = f"{part.name}{_each(part.each)}: {type_(part.type)}, {start} {expression(part.initial)}"
        yield line(part, 1, text, *text_cell(part.text), cites=part.cites, group=group_of(p))


def _each(each: str | None) -> str:
    return "" if each is None else f" of each {each}"


def form(f: s.Form) -> Iterator[Line]:
    yield line(f, 0, f"form {f.name}")
    yield from answers(f.answers)


def answers(given: tuple[s.Answer, ...]) -> Iterator[Line]:
    for part in given:
        was = "" if part.was is None else f" was {cell(part.was)}"
        yield line(part, 1, f"{part.question}: {cell(part.cell)}{chosen(part.chosen)}{was}", cites=part.cites)


def table(t: s.Table, prefix: str = "", fingerprint: str | None = None) -> Iterator[Line]:
    *columns, last = t.columns
    first = f"{prefix}table {t.name}"
    yield line(t, 0, first, *columns, last + was_print(fingerprint), cites=t.cites, group=group_of(t), bars=True)
    yield from rows(t, t.rows)


def rows(node: Node, given: tuple[s.Row, ...]) -> Iterator[Line]:
    """The rows of a table or of a change to one."""
    for row in given:
        first = f"{row.change} " if row.change in ("add", "remove") else ""
        cells = tuple(_row_cell(part) for part in row.cells)
        yield line(row, 1, first + pattern(row.pattern), *cells, cites=row.cites, group=group_of(node), bars=True)


def _row_cell(part: s.RowCell) -> str:
    was = "" if part.was is None else f" was {cell(part.was)}"
    return f"{cell(part.cell)}{chosen(part.chosen)}{was}"


# ---- examples and properties


def example(x: e.Example) -> Iterator[Line]:
    yield line(x, 0, f'example "{x.title}"', cites=x.cites)
    for part in x.lines:
        yield line(part, 1, _example_line(part))


def _example_line(part: e.ExampleLine) -> str:
    match part:
        case e.GivenPlayers(names=players):
            return f"given players {', '.join(players)}"
        case e.GivenOption(option=option, cell=value):
            return f"given option {option.text} is {cell(value)}"
        case e.GivenCards(place=place, cards=cards):
            return f"given {expression(place, OF)}: {_cards(cards)}"
        case e.GivenFact(fact=fact):
            return f"given {expression(fact)}"
        case e.At(rule=rule, arguments=given):
            return f"at {rule}{arguments(given)}"
        case e.WhenMove(player=player, move=move, late=late):
            return f"when {player} does {_move(move)}{' late' if late else ''}"
        case e.WhenEvent(event=event):
            return f"when event {event}"
        case e.ThenCards(place=place, cards=cards):
            return f"then {expression(place, OF)}: {_cards(cards)}"
        case e.ThenCan(player=player, move=move, can=can):
            return f"then {player} {'can' if can else 'cannot'} {_move(move)}"
        case e.ThenFact(fact=fact):
            return f"then {expression(fact)}"
        case _:
            assert_never(part)


def _cards(cards: tuple[e.LaidCard, ...]) -> str:
    return " ".join(f"({card.text})" if card.face_up else card.text for card in cards)


def _move(move: e.MoveWords) -> str:
    given = (f"({' '.join(a.value)})" if isinstance(a.value, tuple) else str(a.value) for a in move.arguments)
    return " ".join((move.choice, *given))


def property_(p: e.Property) -> Iterator[Line]:
    yield line(p, 0, f'property "{p.title}"', cites=p.cites)
    yield line(p.claim, 1, _claim(p.claim))


def _claim(claim: e.Claim) -> str:
    match claim:
        case e.ClaimCore(kind=kind, expr=expr):
            return f"{kind} {expression(expr, SUM if kind == 'unchanged' else 0)}"
        case e.ClaimCount(kind=kind, count=count, rule=rule, variable=variable, among=among):
            each = "" if among is None else f" for each {variable} in {expression(among, SUM)}"
            return f"{kind} {count} {rule}{each}"
        case e.ClaimDuring(rule=rule, core=core):
            return f"during {rule} {_claim(core)}"
        case e.ClaimAfter(after=after, until=until, core=core):
            end = "" if until is None else f" until {expression(until)}"
            return f"after {expression(after)}{end} {_claim(core)}"
        case e.ClaimEventually(after=after, eventually=eventually, assuming=assuming):
            return f"after {expression(after)} eventually {expression(eventually)}{_assuming(assuming)}"
        case e.ClaimPossible(expr=expr):
            return f"always possible {expression(expr)}"
        case e.ClaimEnds(rules=rules, assuming=assuming):
            return f"{', '.join(rules)} always {'ends' if len(rules) == 1 else 'end'}{_assuming(assuming)}"
        case e.ClaimEndless(rules=rules):
            return f"{', '.join(rules)} need not end"
        case e.ClaimConserved(expr=expr):
            return f"conserved {expression(expr, SUM)}"
        case _:
            assert_never(claim)


def _assuming(names: tuple[str, ...]) -> str:
    return f" assuming {' and '.join(names)}" if names else ""
