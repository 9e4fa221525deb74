"""What people read for a seat, a card, a spot, an action or a value. It never looks at a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from caborules.diagnostics.span import Span
from caborules.engine.decisions import DECLINE, PASS, Action
from caborules.engine.game import value_text
from caborules.engine.views import CardView, View
from caborules.ir.seats import seat_name
from caborules.ir.statements import Announce, Choice, Decide
from caborules.ir.system import Face, System
from caborules.ir.types import CollectionType, PlayerType, Type, Value
from caborules.types.faces import CardNames


@dataclass(frozen=True)
class Words:
    """The names and texts of a ruleset. All of this is public: it is what stands in the rulebook."""

    system: System

    @cached_property
    def cards(self) -> CardNames:
        faces = tuple(dict.fromkeys(face for line in self.system.deck for face in line.faces))
        return CardNames(self.system.attributes, faces)

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """The choices of all rules and windows by path; of several with one path the first."""
        found: dict[str, Choice] = {}
        for choice in all_choices(self.system):
            found.setdefault(choice.path, choice)
        return found

    @cached_property
    def _texts(self) -> dict[tuple[str, Span | None], str]:
        """The texts of the choices by path and where they are written."""
        return {(choice.path, choice.span): choice.text for choice in all_choices(self.system) if choice.text}

    @cached_property
    def announcements(self) -> dict[str, Type]:
        """The types of the values that are announced, by the text they are announced with."""
        return {
            statement.text: statement.value.type
            for block in self.system.blocks.values()
            for statement in block.statements
            if isinstance(statement, Announce) and statement.value is not None
        }

    @cached_property
    def _literals(self) -> dict[Face, str]:
        return {face: self.cards.literal(face) for face in self.cards.faces}

    @staticmethod
    def seat(seat: int) -> str:
        """The name of a seat."""
        return seat_name(seat)

    def face(self, face: Face | None) -> str:
        """``5♠``; ``?`` for a face that is not known."""
        return "?" if face is None else self._literals.get(face) or self.cards.name(face)

    def place(self, name: str, owner: int | None) -> str:
        return name if owner is None else f"{name} of {seat_name(owner)}"

    def spot(self, spot: Value) -> str:
        """``row of A 3``: positions count from 1. A pile's or a single card's position is not said."""
        match spot:
            case (str() as name, (int() | None) as owner, (int() | None) as index):
                shape = self.system.places[name].shape
                told = index is not None and shape in ("row", "hand")
                return (
                    f"{self.place(name, owner)} {index + 1}" if told and index is not None else self.place(name, owner)
                )
            case _:
                return str(spot)

    def value(self, value: Value, kind: Type | None = None) -> str:
        """A value; players by name and cards by spot, where the type says that it is one or the value shows it."""
        match kind, value:
            case PlayerType(), int():
                return seat_name(value)
            case PlayerType(), None:
                return "nobody"
            case CollectionType(PlayerType() as of), tuple():
                return ", ".join(self.value(one, of) for one in value) or "nobody"
            case _, (str() as name, (int() | None), (int() | None)) if name in self.system.places:
                return self.spot(value)
            case _, tuple() if value and all(isinstance(one, tuple) for one in value):
                told = Counter(self.value(one) for one in value)
                return " and ".join(one if count == 1 else f"{count} cards of {one}" for one, count in told.items())
            case _:
                return value_text(value)

    def choice(self, path: str, span: Span | None = None) -> str:
        """The text of a choice; its path where it has none, the word itself for decline, pass and events.

        ``span``: where it is written. Two choices may have one path; without it the first of them is meant.
        """
        if path in (DECLINE, PASS):
            return path
        if span is not None and (path, span) in self._texts:
            return self._texts[path, span]
        if path in self.choices:
            return self.choices[path].text or path.rpartition(".")[2]
        event = self.system.events.get(path)
        return (event.text if event else "") or path

    def window(self, name: str) -> str:
        """The text of a window; its name where it has none."""
        return self.system.windows[name].text or name

    def window_of(self, action: Action) -> str:
        """The text of the window that an action reacts to; nothing if it is no reaction."""
        if action.opening is None or action.choice == PASS:
            return ""
        windows = self.system.windows.values()
        return next((w.text or w.name for w in windows if any(c.path == action.choice for c in w.choices)), "")

    def arguments(self, path: str, arguments: Value) -> str:
        """The arguments of a choice, with their types: ``B, row of B 2``."""
        if not isinstance(arguments, tuple):
            return ""
        choice = self.choices.get(path)
        kinds: list[Type | None] = [None] * len(arguments)
        if choice is not None and len(choice.params) == len(arguments):
            kinds = [element_type(param.among.type) for param in choice.params]
        return ", ".join(self.value(one, kind) for one, kind in zip(arguments, kinds, strict=True))

    def action(self, action: Action) -> str:
        """What an action is: ``exchange it for one of your cards: row of A 3``."""
        arguments = self.arguments(action.choice, action.arguments)
        return self.choice(action.choice) + (f": {arguments}" if arguments else "")


def element_type(kind: Type) -> Type:
    """The type of one of a collection, or the type itself."""
    return kind.of if isinstance(kind, CollectionType) else kind


def all_choices(system: System) -> Iterator[Choice]:
    """All choices, those of the rules in the order of the blocks, then those of the windows."""
    for block in system.blocks.values():
        for statement in block.statements:
            if isinstance(statement, Decide):
                yield from statement.choices
    for window in system.windows.values():
        yield from window.choices


def cards_named(view: View, value: object) -> list[CardView | None]:
    """The cards, as the player sees them, of all spots in an argument; None for a spot that cannot be told."""
    match value:
        case (str() as name, (int() | None) as owner, (int() | None) as index):
            there = next((place.cards for place in view.places if place.place == (name, owner)), ())
            return [there[index] if index is not None and index < len(there) else None]
        case tuple():
            return [card for one in value for card in cards_named(view, one)]
        case _:
            return []
