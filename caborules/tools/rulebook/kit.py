"""What is on the table: players, cards, tables of values, and places with who sees them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from caborules.engine.game import NOTHING
from caborules.engine.setup import Setup
from caborules.engine.values import evaluate
from caborules.ir import expressions as ex
from caborules.ir.system import DeckLine, Face, PlaceDef, System, TableDef, TableRow
from caborules.ir.types import CardType
from caborules.ir.walk import subexpressions
from caborules.tools.rulebook.chosen import Chosen
from caborules.tools.rulebook.conditions import clause
from caborules.tools.rulebook.document import Grid, Item, Text, cited
from caborules.tools.rulebook.english import capital, counted, listed, words
from caborules.tools.rulebook.nouns import noun, told_with
from caborules.tools.rulebook.special import expressions_of
from caborules.tools.rulebook.telling import Teller

DASH: Final = "—"
"""Stands in a table for: nothing."""


def numbers(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def players(low: int, high: int) -> str:
    """``1 player``, ``5 or 6 players``, ``2 to 6 players``."""
    if high == low + 1:
        return f"{low} or {high} players"
    return f"{numbers(low, high)} player{'' if high == 1 else 's'}"


# ---------------------------------------------------------------- players and deck
def needed(teller: Teller, chosen: Chosen) -> Iterator[Item]:
    """What must be there before play begins."""
    system = chosen.system
    low, high = chosen.players
    yield Item(cited((f"{players(low, high)}.",), teller.cites.get("players", ())))
    for at, line in enumerate(system.deck):
        again = any(one.faces == line.faces for one in system.deck[:at])
        yield Item(cited((_pack(teller, system, line, again),), line.cites))
    place = noun(teller.talk, ex.PlaceRef(CardType(), None, system.deck_place, None))
    yield Item((f"All cards begin in {place}.",))
    for require in system.requires:
        if all(holds(system, require.condition, n) for n in range(low, high + 1)):
            continue
        yield Item(cited((require.reason,), require.cites))


def _pack(teller: Teller, system: System, line: DeckLine, again: bool) -> str:
    """``With 5 players, also 52 cards: ace, 2 to 10, ...``; ``again``: another line has the same cards already."""
    times = 1 if line.times is None else line.times.value if isinstance(line.times, ex.Const) else 0
    assert isinstance(times, int)
    if len(line.faces) == 1 and times:
        name = teller.talk.cards.name(line.faces[0])
        text = counted(times, name) if " of " not in name else f"{times} times the {name}"
    elif again and times == 1:
        text = f"the same {counted(len(line.faces), 'card')} once more"
    else:
        text = _cards_of(teller, line)
        if times > 1:
            text = f"{times} of each of these {text}"
        elif line.times is not None and not times:
            text += f"; {noun(teller.talk, line.times)} times"
    if line.when is not None:
        return f"{_if(teller, system, line.when)}, {'' if again else 'also '}{text}."
    return f"{capital(text)}."


def _cards_of(teller: Teller, line: DeckLine) -> str:
    """``52 cards: ace, 2 to 10, jack, queen, king in each of clubs, diamonds``."""
    values = [tuple(dict.fromkeys(face[at] for face in line.faces)) for at in range(len(line.faces[0]))]
    parts = [_values(each) for each in values if len(each) > 1] or [teller.talk.cards.name(line.faces[0])]
    product = 1
    for each in values:
        product *= len(each)
    copies, rest = divmod(len(line.faces), product)
    what = " of each of ".join(reversed(parts)) if len(parts) > 1 else parts[0]
    copied = "" if rest or copies == 1 else f"{copies} of each: "
    return f"{counted(len(line.faces), 'card')}: {copied}{what}"


def _if(teller: Teller, system: System, condition: ex.Expr) -> str:
    """A condition on the number of players as the numbers for which it holds; any other as it is."""
    low, high = system.players
    if any(isinstance(part, ex.VariableRef | ex.LocalRef | ex.Apply) for part in subexpressions(condition)):
        return f"If {clause(teller.talk, condition)}"
    fitting = [str(n) for n in range(low, high + 1) if holds(system, condition, n)]
    return f"With {listed(fitting, 'or')} players"


def holds(system: System, condition: ex.Expr, players: int) -> bool:
    """Does a condition on options and the number of players hold for so many players?"""
    return evaluate(Setup(system, players, {}, ()), NOTHING, condition, {}) is True


def _values(values: tuple[str | int, ...]) -> str:
    """The values of an attribute; numbers that follow one another as a range."""
    parts: list[str] = []
    run: list[int] = []
    for value in (*values, None):
        if isinstance(value, int) and (not run or value == run[-1] + 1):
            run.append(value)
            continue
        if run:
            parts.append(numbers(run[0], run[-1]))
            run = []
        if isinstance(value, int):
            run.append(value)
        elif value is not None:
            parts.append(words(value))
    return listed(parts)


# ---------------------------------------------------------------- tables
def table(teller: Teller, one: TableDef, faces: frozenset[Face]) -> Grid:
    """A table of the game; rows for cards that no deck has are left out."""
    columns = [name for name in one.columns if not _idle(one, name)]
    heads = (_key(teller, one), *(_head(one, name) for name in columns), "Clauses")
    talk = teller.talk
    for parameter in one.parameters:
        talk = talk.with_name(parameter.name, f"the {words(parameter.name)}")
    rows: list[tuple[Text, ...]] = []
    for row in _shown(one, faces):
        cells = tuple(_cell(teller.saying(talk), row, name) for name in columns)
        rows.append(((_pattern(row.pattern),), *cells, cited(("",), row.cites)))
    return Grid(heads, tuple(rows))


def _head(one: TableDef, column: str) -> str:
    """The name of a column, with the question that it answers."""
    question = one.questions.get(column, "")
    return f"{capital(words(column))}: {question}" if question else capital(words(column))


def _shown(one: TableDef, faces: frozenset[Face]) -> Iterator[TableRow]:
    for at, row in enumerate(one.rows):
        keys = [key for key, number in one.index.items() if number == at]
        if not isinstance(one.key, CardType) or any(key in faces for key in keys):
            yield row


def _idle(one: TableDef, column: str) -> bool:
    """Does the column say "nothing" everywhere?"""
    return all(
        is_nothing(cell := row.cells[column]) or (isinstance(cell, ex.Const) and cell.value is None) for row in one.rows
    )


def _key(teller: Teller, one: TableDef) -> str:
    """Cards, or what the table is looked up for, as a term says it; else the name of the kind."""
    if isinstance(one.key, CardType):
        return "Cards"
    for part in expressions_of(teller.talk.system):
        if isinstance(part, ex.Lookup) and part.table == one.name and isinstance(part.key, ex.Apply):
            text = teller.talk.system.functions[part.key.function].text
            if text:
                return capital(text)
    return capital(words(getattr(one.key, "name", "") or "case"))


def _pattern(pattern: str) -> str:
    return words(pattern).replace("..", " to ")


def is_nothing(cell: ex.Expr) -> bool:
    """Does a cell that may hold a rule hold none?"""
    return isinstance(cell, ex.RuleMade) and cell.rule is None


def _cell(teller: Teller, row: TableRow, column: str) -> Text:
    match row.cells[column]:
        case ex.RuleMade(rule=str(name), given=given):
            parts = {part.name: part for part in teller.talk.system.rules[name].parameters}
            tail = listed([told_with(parts[part], noun(teller.talk, value)) for part, value in given])
            return (teller.link(f"rule {name}"), f" ({tail})" if tail else "")
        case cell if is_nothing(cell):
            return (DASH,)
        case ex.PrintedNumber():
            return ("the number on the card",)
        case cell:
            return (noun(teller.talk, cell),)


# ---------------------------------------------------------------- places
def place(teller: Teller, one: PlaceDef) -> Item:
    """What a place is, and who sees what lies there."""
    name = one.text or words(one.name)
    shape = {"pile": "a stack", "row": "a row", "hand": "cards in no order", "one card": "room for one card"}[one.shape]
    start = f"The {name} of each player" if one.per_player else f"The {name}"
    return Item(cited((f"{start}: {shape}, {one.sight}.",), (*one.cites, *teller.cites.get(f"place {one.name}", ()))))


def explained(system: System) -> Iterator[str]:
    """What the words for places say, as far as they are used; then what holds in every game."""
    places = system.places.values()
    yield from (text for shape, text in _SHAPES.items() if any(one.shape == shape for one in places))
    yield from (text for sight, text in _SIGHTS.items() if any(one.sight == sight for one in places))
    yield from KNOWLEDGE


_SHAPES: Final = {
    "pile": "A stack: cards are put on its top and taken from its top, unless it is said otherwise.",
    "row": "A row: cards lie side by side, each in its position, counted from 1 (the table agrees from which "
    "end). A card that leaves leaves a gap; a card that comes takes the first gap, else the end, unless it is said "
    "otherwise.",
}
_SIGHTS: Final = {
    "face up": "Face up: everybody sees the cards.",
    "face down": "Face down: nobody may look at the cards, not even their owner, unless a rule says so.",
    "seen by its owner": "Seen by its owner: that player alone sees what lies there.",
}
KNOWLEDGE: Final = (
    "Whoever has seen a card knows it wherever it is moved to, and may act on it; shuffling ends that.",
    "That somebody looks at a card, and at which, is seen by all; what it is, only by those who look.",
    "A card that is shown or looked at stays where it lies, and as it lies.",
    "A card takes the facing of the place it comes to.",
)
"""What the language says of knowledge in every game."""
