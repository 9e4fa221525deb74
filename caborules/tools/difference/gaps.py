"""What is so in one game and not in the other, in words: with the lines of the rules that say so, and their clauses."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from caborules.api.game import State
from caborules.check.narrate import line
from caborules.diagnostics.span import Span
from caborules.engine.events import Event
from caborules.engine.views import CardView, EventView, seen_event
from caborules.ir.system import RuleDef, System
from caborules.ir.walk import statements
from caborules.tools.difference.position import Deed, Pair, deeds, differences, told
from caborules.tools.difference.record import Gap
from caborules.tools.difference.sides import Sides
from caborules.tools.difference.telling import as_referee, done, together
from caborules.tools.difference.unordered import cards_in_order, rank_of_hand, without_positions
from caborules.tools.narrate import sentences
from caborules.tools.record import clauses_of
from caborules.tools.words import Words


def gaps(sides: Sides, pair: Pair) -> tuple[Gap, ...]:
    """Every difference between two games at the same moment; see ``position`` for what is held against each other."""
    if not pair.going:
        mine, theirs = (() if isinstance(one, State) else (str(one),) for one in (pair.first, pair.second))
        return () if mine and theirs else (Gap("breaks", "the rules cannot go on", mine, theirs),)
    first, second = pair.states()
    words = (Words(sides.first.setup.system), Words(sides.second.setup.system))
    return (
        *_ends(words[0], first, second),
        *_legal(sides, words, first, second),
        *_happens(sides, words, first, second),
        *_table(sides, words, first, second),
    )


def _ends(words: Words, first: State, second: State) -> Iterator[Gap]:
    if first.is_terminal() != second.is_terminal():
        mine, theirs = ("it is over" if one.is_terminal() else "it goes on" for one in (first, second))
        yield Gap("over", "the game", (mine,), (theirs,))
    won, other = first.winners(), second.winners()
    if won is not None and other is not None and won != other:
        mine, theirs = (", ".join(words.seat(seat) for seat in one) or "nobody" for one in (won, other))
        yield Gap("won", "the winners", (mine,), (theirs,))


# ---------------------------------------------------------------- what can be done
def _legal(sides: Sides, words: tuple[Words, Words], first: State, second: State) -> Iterator[Gap]:
    mine, theirs = (set(deeds(state)) for state in (first, second))
    seats: list[int | None] = [None, *range(sides.players)]
    for seat in seats:
        only_first = _deeds(words[0], first, {deed for deed in mine - theirs if deed[0] == seat})
        only_second = _deeds(words[1], second, {deed for deed in theirs - mine if deed[0] == seat})
        if only_first or only_second:
            who = "what can happen" if seat is None else f"what {words[0].seat(seat)} can do"
            yield Gap("legal", who, only_first, only_second)


def _deeds(words: Words, state: State, wanted: set[Deed]) -> tuple[str, ...]:
    """The deeds in words, those of one choice in one line, with where it is written and its clauses."""
    setup, store = state.game.setup, state.store
    there = [action for action, deed in zip(state.legal_actions(), deeds(state), strict=True) if deed in wanted]
    found: dict[tuple[str, str], list[str]] = {}
    for action in sorted(there, key=lambda one: rank_of_hand(setup, store, one.arguments)):
        text, arguments, where = done(words, state, action, where=True)
        found.setdefault((text, where), []).append(arguments)
    return tuple(_ways(text, list(filter(None, ways))) + where for (text, where), ways in found.items())


def _ways(text: str, ways: list[str]) -> str:
    return f"{text}: {'; '.join(ways)}" if ways else text


# ---------------------------------------------------------------- what happened
def _happens(sides: Sides, words: tuple[Words, Words], first: State, second: State) -> Iterator[Gap]:
    mine, theirs = (
        [as_referee(setup, event) for event in _brought_about(state.events)]
        for setup, state in zip(sides.setups, (first, second), strict=True)
    )
    only_first, only_second = _only(words, mine, theirs)
    if only_first or only_second:
        yield Gap("happens", "what comes of it", only_first, only_second)
        return
    for seat in range(sides.players):
        mine, theirs = (
            [without_positions(setup, seen_event(setup, event, seat)) for event in _brought_about(state.events)]
            for setup, state in zip(sides.setups, (first, second), strict=True)
        )
        only_first, only_second = _only(words, mine, theirs)
        if only_first or only_second:
            yield Gap("happens", f"what {words[0].seat(seat)} is told", only_first, only_second)


def _brought_about(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What a move brought about: who chose what is told before, and is the same in both."""
    return tuple(event for event in told(events) if event.kind != "chose")


def _where(system: System, event: Event | EventView) -> str:
    """The line of the rules that an event comes from, with the clauses cited there, or else by the rule it is in."""
    cites = event.cites
    if not cites and event.span is not None:
        rule = next((one for one in system.rules.values() if _holds(one, event.span)), None)
        cites = () if rule is None else clauses_of(system, rule.cites, rule.name)
    return line(event.span, cites)


def _holds(rule: RuleDef, span: Span) -> bool:
    return any(statement.span == span for statement in statements(rule.body))


def _only(
    words: tuple[Words, Words], first: list[EventView], second: list[EventView]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands in one list only, in words, each with the line of the rules that it comes from."""
    said = [
        [tuple(sentences(of, event)) for event in events] for of, events in zip(words, (first, second), strict=True)
    ]
    matcher = SequenceMatcher(None, said[0], said[1], autojunk=False)
    mine: list[EventView] = []
    theirs: list[EventView] = []
    for what, low, high, start, end in matcher.get_opcodes():
        if what != "equal":
            mine += first[low:high]
            theirs += second[start:end]
    return _told(words[0], mine), _told(words[1], theirs)


def _told(words: Words, events: list[EventView]) -> tuple[str, ...]:
    return tuple(
        sentence + _where(words.system, event) for event in together(events) for sentence in sentences(words, event)
    )


# ---------------------------------------------------------------- what lies there
def _table(sides: Sides, words: tuple[Words, Words], first: State, second: State) -> Iterator[Gap]:
    """Values that differ, once; cards that differ, with who sees them so."""
    values: dict[str, Gap] = {}
    cards: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for seat in range(sides.players):
        mine, theirs = first.observation(seat), second.observation(seat)
        for one, other, is_place in differences(sides, mine, theirs):
            if is_place:
                place = mine.places[one].place
                left = cards_in_order(sides.first.setup, place, mine.places[one].cards)
                right = cards_in_order(sides.second.setup, place, theirs.places[other].cards)
                full = _cards(words[0], left, False) == _cards(words[1], right, False)
                key = (
                    words[0].place(*place),
                    _cards(words[0], left, full),
                    _cards(words[1], right, full),
                )
                cards.setdefault(key, []).append(words[0].seat(seat))
            else:
                name, owner, value = mine.variables[one]
                kind = words[0].system.variables[name].type
                theirs_kind = words[1].system.variables[name].type
                where = words[0].place(name, owner)
                here = words[0].value(value, kind) + _set_by(words[0].system, first, second, name, owner)
                there = words[1].value(theirs.variables[other][2], theirs_kind)
                there += _set_by(words[1].system, second, first, name, owner)
                values[where] = Gap("value", where, (here,), (there,))
    yield from values.values()
    for (where, left_cards, right_cards), seats in cards.items():
        yield Gap(
            "seen", f"{where}, as {' and '.join(seats)} see{'s' if len(seats) == 1 else ''} it", left_cards, right_cards
        )


def _set_by(system: System, state: State, other: State, name: str, owner: int | None) -> str:
    """The lines of the rules that have just set a variable, save those that did so in the other game as well."""
    mine, theirs = (
        [event for event in one.events if (event.kind, event.name, event.seat) == ("set", name, owner)]
        for one in (state, other)
    )
    spans = {event.span for event in theirs}
    return "".join(dict.fromkeys(_where(system, event) for event in mine if event.span not in spans))


def _cards(words: Words, cards: tuple[CardView | None, ...], full: bool) -> tuple[str, ...]:
    """The cards of a place in one text, many unknown ones by their number; ``full``: with how they are known."""
    if len(cards) > 1 and all(card is not None and card.face is None for card in cards):
        return (f"{len(cards)} cards unseen",)
    return (" ".join(_card(words, card, full) for card in cards) or "empty",)


def _card(words: Words, card: CardView | None, full: bool) -> str:
    if card is None:
        return "_"
    how = f" ({card.look}{', face up' if card.up else ''})" if full else ""
    return words.face(card.face) + how
