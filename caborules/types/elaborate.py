"""Book -> System: the entry of this folder. Everything is typed once, and all errors are reported together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.ir.expressions import Expr
from caborules.ir.statements import Block
from caborules.ir.system import (
    ClauseDef,
    DeckLine,
    EventDef,
    ExampleDef,
    PresetDef,
    RequireDef,
    RuleDef,
    System,
    VariableDef,
    WindowDef,
)
from caborules.ir.types import PLAYERS, EnumType, NumberType
from caborules.ir.walk import blocks
from caborules.names.book import Book
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types import claims, deck, examples, functions, options, rules, settings, state, tables, wants
from caborules.types.bounds import NESTED, check_functions_small, functions_in_order
from caborules.types.calls import check_calls, check_functions
from caborules.types.citing import citing
from caborules.types.declared import MOST_MEMBERS, resolve
from caborules.types.definedness import Definedness
from caborules.types.expressions import expr
from caborules.types.faces import CardNames
from caborules.types.groundless import gathered
from caborules.types.ranges import backwards
from caborules.types.report import Report
from caborules.types.statements import block
from caborules.types.unasked import Unasked, in_blocks
from caborules.types.world import Env, Sort, World

N = TypeVar("N")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Elaborated:
    """The typed system, and what is worth saying about it though nothing is wrong.

    ``unasked`` is wrong if the rules ever come to it: that is for ``flow.check`` to see.
    """

    system: System
    warnings: tuple[Diagnostic, ...]
    unasked: tuple[Unasked, ...] = ()


def elaborate(book: Book) -> Elaborated:
    """The typed system of a book. Raises Refused with every error, none the consequence of another.

    Warnings are given only where there is no error, since many of them would follow from one.
    """
    w = World(book, Report(), expr, block, functions.signature)
    w.most_nested = NESTED
    w.own_file = book.files[-1].header.span.file
    _names(w)
    _vocabulary(w)
    lines = _deck(w)
    options.define(w)
    requires = tuple(_all(w, settings.requirement, book.requires))
    order = functions_in_order(w)
    for name in order:
        w.report.trying(functions.function, w, name)
    check_functions_small(w, order)
    for name, table in book.tables.items():
        w.report.trying(tables.define, w, name, table)
    system = _system(w, lines, requires)
    settings.check_options(w, requires, tuple(system.presets.values()))
    check_functions(w.report, system)
    if not w.report.errors:
        unasked = in_blocks(w, system)
        _values_everywhere(w, system)
        check_calls(w.report, system)
    if w.report.errors:
        raise Refused(_sorted(w, gathered(w, w.report.errors)))
    return Elaborated(system, _sorted(w, w.report.warnings), unasked)


def _sorted(w: World, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """By file, the ruleset's own first, and by line."""
    order = {file.header.span.file: -index for index, file in enumerate(w.book.files)}

    def key(one: Diagnostic) -> tuple[int, int, int]:
        if one.span is None:
            return (1, 0, 0)
        return (order.get(one.span.file, 0), one.span.start.line, one.span.start.column)

    return tuple(sorted(found, key=key))


def _all(w: World, make: Callable[[World, N], T], nodes: Iterable[N]) -> list[T]:
    """Every part that has a meaning."""
    made = [w.report.trying(make, w, node) for node in nodes]
    return [one for one in made if one is not None]


def _names(w: World) -> None:
    """What each name in the one space of names is."""
    book = w.book
    things: tuple[tuple[Sort, Iterable[str]], ...] = (
        ("function", book.defines), ("attribute", book.attributes), ("place", book.places), ("state", book.variables),
        ("option", book.options), ("rule", book.rules), ("window", book.windows), ("form", book.forms),
        ("column", [field.name for table in book.tables.values() for field in table.define.fields]),
    )  # fmt: skip
    for sort, names in things:
        w.sorts.update(dict.fromkeys(names, sort))
    for file in book.files:
        for item in file.items:
            if isinstance(item, n.Form):
                w.form_spans[item.name] = item.span


def _vocabulary(w: World) -> None:
    """Types of everything declared: enumerations, options, places, state, columns, rules."""
    book = w.book
    for found, nodes in ((w.kinds, book.kinds), (w.attributes, book.attributes)):
        for name, node in nodes.items():
            made = w.report.trying(_enumeration, w, node, name)
            if made is not None:
                found[name] = made
    w.report.trying(_players, w)
    options.declare(w)
    _all(w, state.place, book.places.values())
    _all(w, state.declare, book.variables.values())
    for name, table in book.tables.items():
        w.report.trying(tables.declare, w, name, table)
    _all(w, rules.declare, (merged.rule for merged in book.rules.values()))


def _enumeration(w: World, node: n.Kind | n.Attribute, name: str) -> EnumType:
    made = resolve(w, node.type, name)
    match made:
        case EnumType(name=own) if own == name:
            return made
        case NumberType(low=low, high=high) if high - low < MOST_MEMBERS:
            return w.enumeration(EnumType(name, tuple(range(low, high + 1))))
        case NumberType():
            message = f"An enumeration has at most {MOST_MEMBERS:,} members."
            raise w.report.error("E302", node.type.span, message, "Write a range where it is used.")
    what = "A kind" if isinstance(node, n.Kind) else "An attribute"
    raise w.report.error("E301", node.type.span, f"{what} is words and numbers joined by `or`.", "List its members.")


def _players(w: World) -> None:
    range_ = w.book.players.range if isinstance(w.book.players, n.Players) else w.book.players
    if not isinstance(range_.low, int) or not isinstance(range_.high, int):
        raise w.report.error("E301", range_.span, "The number of players is two numbers.", "Write  players 2..6.")
    if range_.low > range_.high:
        turned = f"Write  players {range_.high}..{range_.low}."
        message = backwards(range_.low, range_.high)
        raise w.report.error("E302", range_.span, message, turned, "The lower bound comes first.")
    if not 1 <= range_.low <= range_.high <= 64:
        raise w.report.error("E302", range_.span, "A game has 1 to 64 players.", "Write  players 2..6.")
    w.players = NumberType(range_.low, range_.high)


def _deck(w: World) -> tuple[DeckLine, ...]:
    """The deck, its greatest size, and the names of its cards."""
    lines = tuple(_all(w, deck.deck_line, w.book.deck.lines))
    w.deck_size = w.report.trying(deck.size, w, lines) or w.deck_size
    for line in lines:
        times = 1 if line.times is None else getattr(line.times.type, "high", 1)
        for face in line.faces:
            w.copies[face] = w.copies.get(face, 0) + times
    w.faces = tuple(w.copies)
    w.card_names = CardNames(w.attributes, w.faces)
    if w.book.deck.place not in w.book.places:
        mend = suggestion(w.book.deck.place, w.book.places, "Declare it under  places.")
        w.report.error("E201", w.book.deck.span, f'There is no place "{w.book.deck.place}".', mend)
    elif w.book.places[w.book.deck.place].each is not None:
        message = "The cards begin in one place, not in one of each player."
        w.report.error("E301", w.book.deck.span, message, "Let them begin in a place that all share, and deal them.")
    elif w.book.deck.place in w.places and w.places[w.book.deck.place].shape == "one card":
        message = f'The cards begin in "{w.book.deck.place}", which holds one card.'
        w.report.error("E301", w.book.deck.span, message, "Let them begin in a pile, a row or a hand.")
    return lines


def _system(w: World, lines: tuple[DeckLine, ...], requires: tuple[RequireDef, ...]) -> System:
    book = w.book
    variables: dict[str, VariableDef] = {v.name: v for v in _all(w, state.variable, book.variables.values())}
    order = state.initial_order(w, variables)
    made: list[RuleDef] = []
    for name, merged in book.rules.items():
        renewed = tuple(variables[v] for v in order if variables[v].renewed_by == name)
        rule = w.report.trying(rules.rule, w, merged, renewed)
        if rule is not None:
            made.append(rule)
    windows: list[WindowDef] = _all(w, rules.window, book.windows.values())
    events: list[EventDef] = _all(w, rules.event, book.events.values())
    _begin(w)
    paths = rules.choice_paths(w)
    choices = frozenset(path.split(".")[1] for path in paths)
    presets: list[PresetDef] = _all(w, settings.preset, book.presets.values())
    shown: list[ExampleDef] = [
        one for e in book.examples if (one := w.report.trying(examples.example, w, e, choices)) is not None
    ]
    claimed = claims.stated(w, book.properties)
    assumes = {name: w.report.trying(claims.assumption, w, node, tuple(paths)) for name, node in book.assumes.items()}
    return System(
        name=book.name,
        title=book.title,
        file=book.path.name,
        players=(w.players.low, w.players.high),
        attributes=w.attributes,
        kinds=w.kinds,
        options=w.option_defs,
        requires=requires,
        presets={one.name: one for one in presets},
        deck_place=book.deck.place,
        deck=lines,
        places=w.places,
        variables=variables,
        initial_order=order,
        functions={name: w.functions[name] for name in (*book.defines, *w.options) if name in w.functions},
        tables=w.tables,
        rules={rule.name: rule for rule in made},
        windows={window.name: window for window in windows},
        events={event.name: event for event in events},
        begin=book.begin.rule,
        won=w.report.trying(_won, w, book.won) if book.won is not None else None,
        blocks=_blocks(made, windows, events),
        examples=tuple(shown),
        properties=tuple(claimed),
        assumes={name: path for name, path in assumes.items() if path is not None},
        clauses={c.id: ClauseDef(c.id, c.kind, c.text, c.why) for c in book.clauses.values()},
        cited=citing(book),
        excuses={cite.clause: excuse.reason for excuse in book.excuses for cite in excuse.cites},
    )


def _begin(w: World) -> None:
    begin = w.book.begin
    if begin.rule not in w.book.rules:
        mend = suggestion(begin.rule, w.book.rules, "Declare the rule with which a game begins.")
        w.report.error("E201", begin.span, f'There is no rule "{begin.rule}".', mend)
    elif begin.rule in w.rules and w.rules[begin.rule].parameters:
        message = f'The rule "{begin.rule}" has parts, and nobody gives them when a game begins.'
        w.report.error("E204", begin.span, message, "Begin with a rule without parts.")


def _won(w: World, node: n.Won) -> Expr:
    """``won by``: players. Raises Failed."""
    return wants.wanted(w, node.players, Env(), PLAYERS)


def _blocks(made: Iterable[RuleDef], windows: Iterable[WindowDef], events: Iterable[EventDef]) -> dict[int, Block]:
    roots: list[Block] = []
    for rule in made:
        roots += [rule.resets, rule.body]
    for window in windows:
        roots += [window.late, *(choice.body for choice in window.choices)]
    roots += [event.body for event in events]
    return {one.number: one for root in roots for one in blocks(root)}


def _values_everywhere(w: World, system: System) -> None:
    """E320 for cells and initial values that need not have a value: nothing could be said instead of them."""
    types = {name: variable.type for name, variable in w.variables.items()}
    definedness = Definedness(system.functions, system.places, types)
    for table in system.tables.values():
        for row in table.rows:
            for column, cell in row.cells.items():
                if definedness.of_expr(cell) is not None:
                    message = f'The cell "{column}" of "{row.pattern}" need not have a value.'
                    w.report.error("E320", cell.span, message, "Test it in a function, and use that here.")
    for variable in system.variables.values():
        if definedness.of_expr(variable.initial) is not None:
            message = f'The initial value of "{variable.name}" need not have a value.'
            w.report.error("E320", variable.initial.span, message, "All cards lie in the deck when a game begins.")
