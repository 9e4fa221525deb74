"""A ruleset as a list of things that can be compared one by one: answers, options, rules, examples, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from caborules.diagnostics.span import Position, Span
from caborules.names.book import Book, MergedRow, MergedTable, Question
from caborules.names.options import cell_address
from caborules.names.walk import cites_in
from caborules.syntax import lines as l
from caborules.syntax import nodes as n
from caborules.syntax import rule_lines as r
from caborules.syntax.fingerprint import canonical
from caborules.syntax.lines import Line
from caborules.syntax.words import cell, chosen, expression, params, pattern, range_, type_


@dataclass(frozen=True, slots=True)
class Said:
    """A printed line with the clauses it cites, and where it is written (None for words that stand within a line)."""

    text: str
    cites: tuple[str, ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a ruleset declares or answers. ``meaning``: equal for things that mean the same, whatever they
    are called in words for people. ``value``: its text where one line is enough, else None and ``lines``. ``span``:
    where what is in force is written, which is the line of a variant where that has changed it."""

    kind: str
    name: str
    meaning: str
    value: str | None
    lines: tuple[Said, ...]
    cites: tuple[str, ...]
    span: Span | None


def things(book: Book) -> Iterator[Thing]:
    """Everything in a book that can differ; tables by row and column (see ``tables`` for rows of other patterns)."""
    yield _valued("players", "", range_(book.players), book.players, (), book.players.span)
    yield _valued("begin with", "", book.begin.rule, book.begin.rule, _clauses(book.begin), book.begin.span)
    if book.won is not None:
        yield _valued("won by", "", expression(book.won.players), book.won.players, _clauses(book.won), book.won.span)
    for question in book.questions.values():
        yield _question(book, question)
    for table in book.tables.values():
        yield from _columns(table)
    for option in book.options.values():
        yield _option(book, option)
    for one in book.requires:
        yield _valued(
            "require", expression(one.condition), f'"{one.reason}"', one.condition, _clauses(one), one.span, one.reason
        )
    for preset in book.presets.values():
        for setting in preset.settings:
            name = f"{preset.name}, {setting.option.text}"
            yield _valued("preset", name, cell(setting.cell), setting.cell, _clauses(setting), setting.span)
    yield _block("deck", f"in {book.deck.place}", l.deck(book.deck), book.deck)
    for pack in book.packs.values():
        yield _block("pack", pack.name, l.pack(pack), pack)
    for kind in book.kinds.values():
        yield _valued("kind", kind.name, type_(kind.type), kind.type, _clauses(kind), kind.span)
    for attribute in book.attributes.values():
        yield _valued(
            "attribute", attribute.name, type_(attribute.type), attribute.type, _clauses(attribute), attribute.span
        )
    for place in book.places.values():
        line = list(l.places(n.Places(place.span, (place,))))[1]
        yield _valued("place", place.name, line.cells[0], place, _clauses(place), place.span)
    for variable in book.variables.values():
        line = list(l.state(n.State(variable.span, (variable,))))[1]
        yield _valued("state", variable.name, line.cells[0], variable, _clauses(variable), variable.span)
    for define in book.defines.values():
        yield _block("function", define.name, l.define(define), define)
    yield from _bodies(book)
    for claim in book.properties:
        yield _block("property", f'"{claim.title}"', l.property_(claim), claim)
    for name, assume in book.assumes.items():
        done = " or ".join(assume.choices) or "decides"
        text = f"each {assume.variable} eventually {done}"
        yield _valued("assumption", name, text, assume, _clauses(assume), assume.span)
    for example in book.examples:
        yield _block("example", f'"{example.title}"', l.example(example), example)


def _bodies(book: Book) -> Iterator[Thing]:
    """Rules with their hooks, hooks of choices, windows, events; each with the clauses that are tied to it."""
    for name, merged in book.rules.items():
        nodes = (merged.rule, *merged.before, *merged.after)
        lines = (*_hooks(merged.before), *r.rule(merged.rule), *_hooks(merged.after))
        yield _tied(book, name, _block("rule", name, lines, *nodes))
    for path, hooks in book.choice_hooks.items():
        lines = (*_hooks(hooks.before), *_hooks(hooks.after))
        yield _tied(book, path, _block("choice", path, lines, *hooks.before, *hooks.after))
    for name, window in book.windows.items():
        yield _tied(book, name, _block("window", name, r.window(window), window))
    for name, event in book.events.items():
        yield _tied(book, name, _block("event", name, r.event(event), event))


def _hooks(hooks: tuple[n.Hook, ...]) -> Iterator[Line]:
    for hook in hooks:
        yield l.line(hook, 0, f"{hook.when} {hook.what} {hook.path.text}", cites=hook.cites)
        yield from r.block(hook.body, 1)


def _tied(book: Book, name: str, thing: Thing) -> Thing:
    tied = (
        cite.clause
        for line in book.cited
        if any(path.text == name or path.text.startswith(f"{name}.") for path in line.paths)
        for cite in line.cites
    )
    return replace(thing, cites=tuple(dict.fromkeys((*thing.cites, *tied))))


# ---------------------------------------------------------------- sheets
def _question(book: Book, question: Question) -> Thing:
    field, answer, fix = question.field, question.answer, book.fixes.get(question.key)
    name = f"{question.form}, {field.name}"
    if fix is not None:
        text, cites, span = f"{expression(fix.value)}, fixed", _clauses(fix), fix.span
    elif answer is not None:
        text, cites, span = cell(answer.cell) + chosen(answer.chosen), _clauses(answer), answer.span
    else:
        text = "no answer" if field.default is None else cell(field.default)
        cites, span = _clauses(field), field.span
    return Thing("form", name, text, text, (), cites, span)


def _option(book: Book, option: n.Option) -> Thing:
    fix = book.fixes.get(option.name)
    asked = f"{type_(option.type)} = {expression(option.default)}{', open' if option.open else ''}"
    text = asked if fix is None else f"{expression(fix.value)}, fixed"
    cites = _clauses(option) if fix is None else _clauses(fix)
    span = option.default.span if fix is None else fix.span
    thing = Thing("option", option.name, text, text, (), cites, span)
    return replace(thing, lines=_words(option.text))


def _columns(table: MergedTable) -> Iterator[Thing]:
    """The definition of a table; its cells are compared apart."""
    given = f" for {params(table.define.params)}" if table.define.params else ""
    text = f"by {table.define.key}{given}"
    yield _valued("table", table.define.name, text, text, _clauses(table.define), table.define.span)
    for field in table.define.fields:
        default = "" if field.default is None else f" = {cell(field.default)}"
        name = f"{table.define.name}, column {field.name}"
        text = f"{type_(field.type)}{default}"
        yield _valued("table", name, text, text, _clauses(field), field.span, field.text)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell in force as it is written, the clauses that are cited where it is fixed, and where it stands."""

    text: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table in force: its pattern, its cells by column, and its clauses."""

    pattern: str
    cells: dict[str, Cell]
    cites: tuple[str, ...]
    span: Span


def rows(book: Book, table: MergedTable) -> tuple[Row, ...]:
    """The rows of a table with defaults and fixed options filled in."""
    return tuple(
        Row(
            pattern(row.pattern),
            {field.name: _cell(book, row, field) for field in table.define.fields},
            _clauses(row.cites),
            row.span,
        )
        for row in table.rows
    )


def _cell(book: Book, row: MergedRow, field: n.Field) -> Cell:
    fix = book.fixes.get(cell_address(field.name, row.pattern))
    if fix is not None:
        return Cell(f"{expression(fix.value)}, fixed", _clauses(fix), fix.span)
    given = row.cells.get(field.name)
    if given is None:
        return Cell("--" if field.default is None else cell(field.default), (), row.span)
    blank = isinstance(given.cell, n.Blank)
    text = "--" if field.default is None and blank else cell(field.default if blank and field.default else given.cell)
    return Cell(text + chosen(given.chosen), (), given.span)


# ---------------------------------------------------------------- what is taken away
def removals(book: Book) -> dict[tuple[str, str], Span]:
    """Where things are removed, by their kind and name; a rule or window that a choice is taken from counts as well."""
    found: dict[tuple[str, str], Span] = {}
    for file in book.files:
        for item in file.items:
            match item:
                case n.Remove(what="choice"):
                    found |= dict.fromkeys([(kind, item.path.parts[0]) for kind in ("rule", "window")], item.span)
                case n.Remove():
                    found[item.what, item.path.text] = item.span
                case n.RemoveStatement():
                    found |= dict.fromkeys([(item.what, f'"{title}"') for title in item.titles], item.span)
                case n.ChangeTable():
                    gone = [row for row in item.rows if row.change == "remove"]
                    found |= {("table", f"{item.name}, row {pattern(row.pattern)}"): row.span for row in gone}
                case _:
                    pass
    return found


# ---------------------------------------------------------------- parts
def _valued(
    kind: str,
    name: str,
    text: str,
    meaning: object,
    cites: tuple[str, ...],
    span: Span | None,
    words: str | None = None,
) -> Thing:
    return Thing(kind, name, canonical(meaning), text, _words(words), cites, span)


def _words(text: str | None) -> tuple[Said, ...]:
    return () if text is None else (Said(f'"{text}"', ()),)


def _block(kind: str, name: str, lines: Iterable[Line], *nodes: n.Node) -> Thing:
    said = tuple(
        Said("    " * line.depth + "  ".join(line.cells), tuple(c.lstrip("@") for c in line.cites.split()), _at(line))
        for line in lines
    )
    cites = tuple(dict.fromkeys(cite for line in said for cite in line.cites))
    return Thing(kind, name, canonical(tuple(nodes)), None, said, cites, nodes[0].span)


def _at(line: Line) -> Span:
    at = Position(abs(line.source), 1)
    return Span(line.file, at, at)


def _clauses(*nodes: object) -> tuple[str, ...]:
    """The clauses that are cited at the nodes or inside them, in the order of the text."""
    found = sorted(cites_in(*nodes), key=lambda cite: (cite.span.start.line, cite.span.start.column))
    return tuple(dict.fromkeys(cite.clause for cite in found))
