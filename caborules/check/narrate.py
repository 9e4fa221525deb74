"""Witnesses in the ruleset's own words: who does what, by which line of the rules, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caborules.check.losses import Loss
from caborules.check.twins import Twins
from caborules.check.valued import ChoiceTexts, argument_types, event_type, event_words, value_words
from caborules.check.witness.sides import side_by_side
from caborules.diagnostics.span import Span
from caborules.diagnostics.verdict import Json, Witness
from caborules.engine.decisions import Action
from caborules.engine.events import Event
from caborules.engine.formats import written
from caborules.explore.found import Found
from caborules.explore.games import Turn
from caborules.ir.seats import seat_name
from caborules.ir.statements import Choice, Decide
from caborules.ir.system import System
from caborules.ir.types import Type, Value
from caborules.ir.walk import statements
from caborules.lower.machine import Machine, MachineState

_THEN: Final = "\n   "
"""Before each thing that came of a turn."""


@dataclass(frozen=True, slots=True)
class Words:
    """``texts``: what people read for a choice, see ``choice_texts``."""

    texts: ChoiceTexts

    # ------------------------------------------------------------ witnesses
    def loss(self, loss: Loss) -> Witness:
        """A game that loses or doubles a card."""
        machine = loss.table.machine
        title = f"{machine.setup.players} players, {loss.table.deck}: " + "; ".join(loss.wrong)
        steps = (*self._game(machine, loss.turns), *(f"Now: {one}." for one in loss.wrong))
        return Witness(title, steps, {**_data(machine, loss.turns), "wrong": loss.wrong}, loss.table.smaller)

    def found(self, found: Found, shows: str) -> Witness:
        """A game that a search of small decks has found, and what it shows; a loop says where it begins again."""
        machine, data = found.scope.machine, _data(found.scope.machine, found.turns)
        data["chance"] = found.chance
        data["options"] = {key: written(value) for key, value in found.scope.setup.options.items()}
        steps = self._game(machine, found.turns)
        if found.back_to is not None:
            data["loop"] = found.back_to
            steps = (*steps, f"Now everything is as it was after {found.back_to}., and the same can happen again.")
        title = f"{found.scope.text}: {shows}"
        return Witness(title, steps, {**data, "shows": shows}, found.scope.text if found.scope.fewer else "")

    def game(self, found: Found) -> str:
        """A game that was found, in words, in one line."""
        turns = self._game(found.scope.machine, found.turns)
        return " / ".join(turn.replace(_THEN, ": ", 1).replace(_THEN, "; ") for turn in turns)

    def twins(self, twins: Twins) -> Witness:
        """Two deals that look the same to a player and differ all the same."""
        machine, (first, second) = twins.table.machine, twins.cards
        names = [_card(machine, card) for card in (first, second)]
        seat = seat_name(twins.seat)
        title = (
            f"{machine.setup.players} players, {twins.table.deck}: {seat} has seen neither {names[0]} nor {names[1]}, "
            f"and yet: {twins.shows}"
        )
        left, right = twins.left[-1].step, twins.right[-1].step
        assert left is not None and right is not None
        both = tuple(
            f"In the {which} deal {names[0]} lies in {_lies(machine, step.state, first)}, {names[1]} in "
            f"{_lies(machine, step.state, second)}."
            for which, step in (("first", left), ("second", right))
        )
        last = () if twins.action is None else (f"Now {self.action(machine, twins.action)}.",)
        table = side_by_side(machine, left.state, right.state, twins.seat)
        steps = (*self._game(machine, twins.left), *both, *table, *last, f"{seat} sees a difference: {twins.shows}.")
        data: dict[str, Json] = {
            "seat": twins.seat,
            "exchanged": tuple(names),
            "first": _data(machine, twins.left),
            "second": _data(machine, twins.right),
            "action": None if twins.action is None else _action(twins.action),
            "difference": twins.shows,
        }
        return Witness(title, steps, data, twins.table.smaller)

    def _game(self, machine: Machine, turns: tuple[Turn, ...]) -> tuple[str, ...]:
        """The game turn by turn; the same done again and again is told once. What came of the last turn stands below
        it, line by line."""
        told: list[tuple[int, int, str]] = []
        for number, turn in enumerate(turns):
            before = None if number == 0 or turns[number - 1].step is None else turns[number - 1].step
            happened = "the game begins"
            if turn.action is not None:
                events = () if turn.step is None else turn.step.events
                span = next((one.span for one in events if _chose(one, turn.action)), None)
                happened = self.action(machine, turn.action, None if before is None else before.state, span)
            after = ""
            if turn.fault is not None:
                after = f": {turn.fault.reason}"
            elif turn.step is not None and number == len(turns) - 1:
                after = self._events(machine, turn.step.events)
            again = bool(told) and told[-1][2] == happened and not after
            told[-1:] = [(told[-1][0], number, happened)] if again else [*told[-1:], (number, number, happened + after)]
        return tuple(f"{_numbers(first, last)} {words}" for first, last, words in told)

    # ------------------------------------------------------------ parts of a game
    def action(
        self, machine: Machine, action: Action, state: MachineState | None = None, span: Span | None = None
    ) -> str:
        """An action in words; ``state``: where it was done, to say which cards are meant; ``span``: where the choice is
        written."""
        who = "" if action.seat is None else f"{seat_name(action.seat)}: "
        text = self.texts.get((action.choice, span)) or self.texts.get((action.choice, None), "")
        said = f"{action.choice} ({text})" if text else action.choice
        kinds = argument_types(machine, action)
        arguments = ", ".join(
            _argument(machine, state, one, kind) for one, kind in zip(action.arguments, kinds, strict=True)
        )
        return f"{who}{said}" + (f" with {arguments}" if arguments else "")

    def _events(self, machine: Machine, events: tuple[Event, ...]) -> str:
        found = []
        for event in events:
            cards = ", ".join(
                f"{_card(machine, one.card)} from {value_words(machine, one.start)} to {value_words(machine, one.end)}"
                if event.kind in ("moved", "swapped")
                else _card(machine, one.card)
                for one in event.cards
            )
            if cards or event.kind in ("announced", "set", "shuffled"):
                kind = event_type(machine, event.kind, event.name, event.span)
                what = event_words(machine, event.kind, event.seat, event.name, event.value, kind, cards)
                found.append(what + line(event.span, event.cites))
        return "".join(f"{_THEN}{one}" for one in found)


def _chose(event: Event, action: Action) -> bool:
    return (event.kind, event.seat, event.name) == ("chose", action.seat, action.choice)


def _numbers(first: int, last: int) -> str:
    return f"{first}." if first == last else f"{first}. to {last}."


def _argument(machine: Machine, state: MachineState | None, value: Value, kind: Type | None) -> str:
    """What an action is done with, each card with its face."""
    if isinstance(value, tuple) and value and all(isinstance(one, tuple) for one in value):
        return "(" + ", ".join(_argument(machine, state, one, None) for one in value) + ")"
    return value_words(machine, value, kind) + _lying(machine, state, value)


def _lying(machine: Machine, state: MachineState | None, value: Value) -> str:
    """The card on a spot, in brackets."""
    match value:
        case (str() as name, (int() | None) as owner, int() as index) if state is not None:
            cards = state.store.places[machine.setup.place_index[name, owner]]
            card = cards[index] if index < len(cards) else None
            return "" if card is None else f" ({machine.setup.card_names.literal(machine.setup.faces[card])})"
    return ""


def line(span: Span | None, cites: tuple[str, ...]) -> str:
    """Where a rule stands, for people: file, line and clause."""
    if span is None:
        return ""
    clauses = "".join(f" @{one}" for one in cites)
    return f" [{span.file}:{span.start.line}{clauses}]"


def choice_clauses(system: System, choice: Choice) -> tuple[str, ...]:
    """The clauses cited at a choice, and those tied to it, or to its window, by ``cite``."""
    labels = {f"choice {choice.path}", f"window {choice.path.partition('.')[0]}"}
    tied = (clause for clause, citing in system.cited.items() if not labels.isdisjoint(citing))
    return tuple(dict.fromkeys((*choice.cites, *tied)))


def choice_texts(system: System) -> ChoiceTexts:
    """What people read for each choice of the rules and windows, and the clauses that stand behind it."""
    found: dict[tuple[str, Span | None], str] = {}

    def add(choices: tuple[Choice, ...]) -> None:
        for choice in choices:
            clauses = (f"@{one}" for one in choice_clauses(system, choice))
            text = " ".join([choice.text, *clauses]).strip()
            found[choice.path, choice.span] = text
            found.setdefault((choice.path, None), text)

    for rule in system.rules.values():
        for statement in statements(rule.body):
            if isinstance(statement, Decide):
                add(statement.choices)
    for window in system.windows.values():
        add(window.choices)
        for choice in window.choices:
            for statement in statements(choice.body):
                if isinstance(statement, Decide):
                    add(statement.choices)
    return found


def _card(machine: Machine, card: int) -> str:
    return machine.setup.card_names.name(machine.setup.faces[card])


def _lies(machine: Machine, state: MachineState, card: int) -> str:
    for (name, owner), cards in zip(machine.setup.place_ids, state.store.places, strict=True):
        if card in cards:
            return value_words(machine, (name, owner, cards.index(card)))
    return "no place"


def _data(machine: Machine, turns: tuple[Turn, ...]) -> dict[str, Json]:
    """A game for a machine: deck, players, chance outcomes and actions."""
    return {
        "players": machine.setup.players,
        "deck": tuple(machine.setup.card_names.literal(face) for face in machine.setup.faces),
        "faces": tuple(machine.setup.faces),
        "chance": tuple(() if turn.step is None else turn.step.outcomes for turn in turns),
        "actions": tuple(_action(turn.action) for turn in turns if turn.action is not None),
    }


def _action(action: Action) -> dict[str, Json]:
    return {
        "seat": action.seat,
        "choice": action.choice,
        "arguments": tuple(_json(one) for one in action.arguments),
        "opening": action.opening,
    }


def _json(value: Value) -> Json:
    if isinstance(value, tuple):
        return tuple(_json(one) for one in value)
    return value if isinstance(value, bool | int | str) or value is None else str(value)
