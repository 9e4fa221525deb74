"""Examples: a position, moves and facts about them; what can be wrong with them before they are run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, cast

from caborules.diagnostics.span import Span
from caborules.ir.expressions import Compare, Const, Expr, Not, PlaceRef, VariableRef, WindowOpen
from caborules.ir.seats import is_seat, seated, spare_names
from caborules.ir.system import (
    AtRule,
    ExampleDef,
    ExampleLine,
    Face,
    GivenCards,
    GivenVariable,
    GivenWindow,
    LaidCards,
    MoveText,
    OptionDef,
    ThenCan,
    ThenCards,
    ThenFact,
    WhenEvent,
    WhenMove,
)
from caborules.ir.types import BOOL, PLACE, PLAYER
from caborules.names.nearest import suggestion
from caborules.names.options import cell_address
from caborules.names.walk import walk
from caborules.syntax import nodes as n
from caborules.syntax.words import expression
from caborules.types import wants
from caborules.types.cells import cell_value
from caborules.types.report import Failed
from caborules.types.steps import call
from caborules.types.world import Env, Local, OptionSig, World, cites

WAITING = ("decline", "pass")
"""Moves that no choice declares."""


@dataclass(slots=True)
class _Reading:
    """One example while it is being read."""

    env: Env
    seats: tuple[str, ...]
    choices: frozenset[str]
    faces: Counter[Face] = field(default_factory=Counter)
    at: n.At | None = None


def example(w: World, node: n.Example, choices: frozenset[str]) -> ExampleDef:
    """An example. ``choices`` are the names of all choices. Raises Failed after all errors in it."""
    seats = next((line.names for line in node.lines if isinstance(line, n.GivenPlayers)), _default_seats(w))
    missing = None if node.span.file == w.own_file else _missing_card(w, node)
    if missing is not None:
        reason = f"There is no {missing} in the deck."
        return ExampleDef(node.span, cites(node.cites), node.title, seats, (), (), reason)
    reading = _Reading(_environment(w, node, seats), seats, choices)
    options: list[tuple[str, Expr]] = []
    lines: list[ExampleLine] = []
    failed = False
    for line in node.lines:
        try:
            if isinstance(line, n.GivenOption):
                options.append(_given_option(w, line))
            elif not isinstance(line, n.GivenPlayers):
                lines.append(_line(w, line, reading))
        except Failed:
            failed = True
    if failed:
        raise Failed
    return ExampleDef(node.span, cites(node.cites), node.title, seats, tuple(options), tuple(lines))


def _missing_card(w: World, node: n.Example) -> str | None:
    """A card that the example names and no deck has: where it is inherited, it was written for another deck."""
    assert w.card_names is not None
    return next((text for line in node.lines for text in _cards_of(line) if not w.card_names.exists(text)), None)


def _cards_of(line: n.ExampleLine) -> list[str]:
    """The cards that a line names, as written."""
    match line:
        case n.GivenCards(cards=cards) | n.ThenCards(cards=cards):
            return [card.text for card in cards if card.kind == "card"]
        case n.WhenMove(move=move) | n.ThenCan(move=move):
            found: list[str] = []
            for argument in move.arguments:
                if isinstance(argument.value, tuple):
                    found.extend(argument.value)
                elif isinstance(argument.value, str) and argument.kind == "card":
                    found.append(argument.value)
            return found
    return [part.text for part in walk(line) if isinstance(part, n.CardLiteral)]


def _default_seats(w: World) -> tuple[str, ...]:
    """A, B: as many as the game needs at least, and two where it allows them."""
    count = max(w.players.low, min(2, w.players.high))
    return spare_names((), count)


def _environment(w: World, node: n.Example, seats: tuple[str, ...]) -> Env:
    if len(set(seats)) < len(seats):
        raise w.report.error("E202", node.span, "Two players have one name.", "Give each a name of their own.")
    if not w.players.low <= len(seats) <= w.players.high:
        message = f"{len(seats)} players sit down; the game is for {w.players.low} to {w.players.high}."
        raise w.report.error("E613", node.span, message, "Name as many players as can play.")
    names = {name: Local(name, PLAYER, Const(PLAYER, node.span, index)) for index, name in enumerate(seats)}
    for name in names:
        if name in w.sorts:
            message = f'The player "{name}" is called like something in the rules.'
            raise w.report.error("E202", node.span, message, "Choose another name.")
    return Env(names, card_names=True)


def _given_option(w: World, node: n.GivenOption) -> tuple[str, Expr]:
    key = node.option.text
    if key not in w.options and not _fixed_cell(w, key):
        mend = suggestion(key, w.options, "Options are listed by  caborules options.")
        raise w.report.error("E201", node.option.span, f'There is no option "{key}".', mend)
    if isinstance(node.cell, n.Blank):
        raise w.report.error("E213", node.cell.span, "`--` is no value here.", "Write the value.")
    return key, cell_value(w, node.cell, w.options[key].type, Env(), f'The option "{key}"')


def _fixed_cell(w: World, key: str) -> bool:
    """A cell that was an option where the example was written, and is fixed here: known to examples as fixed."""
    name = key.partition(".")[0]
    if name not in w.columns or w.columns[name].table not in w.tables:
        return False
    column = w.columns[name]
    for merged, row in zip(w.book.tables[column.table].rows, w.tables[column.table].rows, strict=True):
        if cell_address(name, merged.pattern) == key:
            w.options[key] = OptionSig(column.type, True, row.span or merged.span)
            text = f"{column.field.text} ({row.pattern})"
            w.option_defs[key] = OptionDef(
                row.span, row.cites, key, column.type, "fixed", (), row.cells[name], None, text
            )
            return True
    return False


def _line(w: World, node: n.ExampleLine, reading: _Reading) -> ExampleLine:
    span, env = node.span, reading.env
    match node:
        case n.GivenCards():
            laid = _laid(w, node.place, node.cards, env)
            _count_cards(w, node, laid, reading)
            return GivenCards(span, (), laid)
        case n.GivenFact(fact=fact):
            return _given(w, fact, env)
        case n.At():
            if reading.at is not None:
                first = reading.at.span.start.line
                message = f"An example has one  at  line; the other is line {first}."
                raise w.report.error("E614", span, message, "Make two examples of it.")
            reading.at = node
            return AtRule(span, (), node.rule, call(w, node, node.rule, node.arguments, env))
        case n.WhenMove(player=player, move=move, late=late):
            _after_at(w, node, reading)
            return WhenMove(span, (), _move(w, node, player, move, reading), late)
        case n.WhenEvent(event=event):
            _after_at(w, node, reading)
            if event not in w.book.events:
                raise w.report.error("E201", span, f'There is no event "{event}".', suggestion(event, w.book.events))
            return WhenEvent(span, (), event)
        case n.ThenCards():
            return ThenCards(span, (), _laid(w, node.place, node.cards, env))
        case n.ThenCan(player=player, move=move, can=can):
            _after_at(w, node, reading)
            return ThenCan(span, (), _move(w, node, player, move, reading), can)
        case n.ThenFact(fact=fact):
            return ThenFact(span, (), wants.condition(w, fact, env.having(facing_claims=True)), _texts(fact))
    raise AssertionError(node)


def _texts(fact: n.Expr) -> dict[Span, str]:
    """An expression and its parts as they are written, by where they stand."""
    inner = (n.Name, n.Pattern, n.PatternWords, n.PatternSpan)  # the nodes in an expression that are none themselves
    return {part.span: expression(cast(n.Expr, part)) for part in walk(fact) if not isinstance(part, inner)}


def _after_at(w: World, node: n.Node, reading: _Reading) -> None:
    if reading.at is None:
        message = "Nobody can move before an  at  line says which rule is under way."
        raise w.report.error("E614", node.span, message, "Write  at R  above, after all  given  lines.")


def _laid(w: World, place: n.Expr, cards: tuple[n.LaidCard, ...], env: Env) -> LaidCards:
    where = wants.wanted(w, place, env, PLACE)
    if not isinstance(where, PlaceRef):
        raise w.report.error("E301", place.span, "Cards are laid in a place.", "Name the place:  row of A.")
    assert w.card_names is not None
    laid: list[Face | Literal["any"] | None] = []
    up: list[bool] = []
    for card in cards:
        match card.kind:
            case "card":
                laid.append(w.card_names.face(w.report, card.text, card.span))
            case "gap":
                laid.append(None)
            case "any":
                laid.append("any")
            case _:
                continue
        up.append(card.face_up)
    return LaidCards(where, tuple(laid), tuple(up), any(card.kind == "rest" for card in cards))


def _count_cards(w: World, node: n.GivenCards, laid: LaidCards, reading: _Reading) -> None:
    """E612: a card is laid more often than any deck has it."""
    assert w.card_names is not None
    for face in laid.cards:
        if isinstance(face, tuple):
            reading.faces[face] += 1
            if reading.faces[face] > w.copies[face]:
                name = w.card_names.name(face)
                times = "once" if w.copies[face] == 1 else f"{w.copies[face]} times"
                message = f"The {name} is laid too often: the deck has it {times}."
                raise w.report.error("E612", node.span, message, "Lay another card.")


def _given(w: World, fact: n.Expr, env: Env) -> ExampleLine:
    """``given active is B``, ``given match is open``, ``given had-last-turn of B``."""
    made = wants.condition(w, fact, env)
    yes = not isinstance(made, Not)
    inner = made.operand if isinstance(made, Not) else made
    match inner:
        case WindowOpen(window=window):
            return GivenWindow(fact.span, (), window, yes)
        case VariableRef(variable=variable, owner=owner):
            return GivenVariable(fact.span, (), variable, owner, Const(BOOL, fact.span, yes))
        case Compare(op="is", left=VariableRef(variable=variable, owner=owner), right=value) if yes:
            return GivenVariable(fact.span, (), variable, owner, value)
    mend = "Write  given STATE is VALUE,  given WINDOW is open  or  given PLACE: CARDS."
    raise w.report.error("E301", fact.span, "A position is given by its cards, state and open windows.", mend)


def _move(w: World, node: n.Node, player: str, move: n.MoveWords, reading: _Reading) -> MoveText:
    if player not in reading.seats:
        mend = suggestion(player, reading.seats, f"The players are {', '.join(reading.seats)}.")
        if is_seat(player):
            mend = f"Seat the player in the first line of the example:  given players {seated(reading.seats, player)}."
        raise w.report.error("E201", node.span, f'There is no player "{player}" here.', mend)
    if move.choice not in reading.choices and move.choice not in WAITING:
        mend = suggestion(move.choice, [*reading.choices, *WAITING])
        raise w.report.error("E201", move.span, f'There is no choice "{move.choice}".', mend)
    return MoveText(player, move.choice, tuple(_argument(w, argument, reading) for argument in move.arguments))


def _argument(w: World, node: n.MoveArgument, reading: _Reading) -> int | str | tuple[Face, ...]:
    assert w.card_names is not None
    match node.value:
        case tuple() as texts:
            return tuple(w.card_names.face(w.report, text, node.span) for text in texts)
        case str() as text if node.kind == "card":
            return (w.card_names.face(w.report, text, node.span),)
        case str() as text if text not in reading.seats and not any(text in e.members for e in w.enums.values()):
            mend = suggestion(text, reading.seats, "An argument is a card, a position, a player or a number.")
            raise w.report.error("E201", node.span, f'"{text}" is no argument of a move.', mend)
        case other:
            return other
