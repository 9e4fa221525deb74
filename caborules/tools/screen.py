"""What a person at the table reads: the table, what they know, and their moves, as plain text.

Everything here is made from a ``View`` and the rulebook's words. This module must not see a state: a test says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from caborules.engine.decisions import Action
from caborules.engine.views import CardView, PlaceView, View
from caborules.ir.seats import seat_name
from caborules.ir.types import BoolType
from caborules.tools.words import Words, cards_named

MOST_SHOWN = 12
"""Of a pile whose cards are seen, so many are shown from the top."""

FEW_WAYS = 6
"""So many ways to make one choice have a line each."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Draws for one seat of one ruleset."""

    words: Words

    def table(self, view: View) -> list[tuple[str, str]]:
        """What lies where, and how things stand: pairs of a heading and what there is to say."""
        rows = self.cards(view)
        if view.variables:
            rows.append(("state", "; ".join(self._variables(view))))
        for window in view.windows:
            if window.open:
                text = self.words.system.windows[window.name].text or window.name
                rows.append((text, "open, but must wait" if window.held else "open"))
        return rows

    def _variables(self, view: View) -> Iterator[str]:
        """``caller nobody``, ``score A 3, B 0``; of a yes or no of each player those for whom it is yes."""
        for name, values in groupby(view.variables, key=lambda one: one[0]):
            variable = self.words.system.variables[name]
            kind = variable.type
            if variable.per_player and isinstance(kind, BoolType):
                whom = [seat_name(owner) for _, owner, value in values if value and owner is not None]
                yield f"{name} {', '.join(whom) or 'nobody'}"
                continue
            told = [
                (f"{seat_name(owner)} " if owner is not None else "") + self.words.value(value, kind)
                for _, owner, value in values
            ]
            yield f"{name} {', '.join(told)}"

    def cards(self, view: View) -> list[tuple[str, str]]:
        """What lies where; the empty places of players are left out."""
        return [
            (self.words.place(*place.place), self._place(place))
            for place in view.places
            if place.cards or place.place[1] is None
        ]

    def known(self, view: View) -> list[tuple[str, str]]:
        """The cards whose faces the player knows without their lying face up: where, and which."""
        rows = []
        for place in view.places:
            for index, card in enumerate(place.cards):
                if card is not None and card.face is not None and not card.up:
                    how = "seen now" if card.look == "seen" else "remembered"
                    rows.append((self.words.spot((*place.place, index)), f"{self.words.face(card.face)} ({how})"))
        return rows

    def moves(self, view: View, actions: Sequence[Action]) -> list[tuple[str, str]]:
        """The actions, numbered from 1."""
        return [(str(number), self.move(view, action)) for number, action in enumerate(actions, 1)]

    def move_lines(self, view: View, width: int) -> list[str]:
        """The legal actions, numbered from 1. Many ways to make one choice stand in columns below its text."""
        lines: list[str] = []
        for _, group in groupby(enumerate(view.legal, 1), key=lambda one: (one[1].choice, one[1].opening)):
            ways = list(group)
            if len(ways) <= FEW_WAYS:
                lines += [f"  {number:>2}  {self.move(view, action)}" for number, action in ways]
                continue
            lines.append(f"      {self._choice(ways[0][1])}:")
            cells = [f"{number:>4}  {self._way(view, action)}" for number, action in ways]
            wide = max(map(len, cells)) + 2
            columns = max(1, (width - 4) // wide)
            for at in range(0, len(cells), columns):
                lines.append("    " + "".join(cell.ljust(wide) for cell in cells[at : at + columns]).rstrip())
        return lines

    def move(self, view: View, action: Action) -> str:
        """An action with the faces that the player knows of the cards it names."""
        way = self._way(view, action)
        return self._choice(action) + (f": {way}" if way else "")

    def _choice(self, action: Action) -> str:
        window = self.words.window_of(action)
        return (f"[{window}] " if window else "") + self.words.choice(action.choice)

    def _way(self, view: View, action: Action) -> str:
        """The arguments of an action, with the faces that the player knows: ``row of A 3 (5♠)``."""
        arguments = self.words.arguments(action.choice, action.arguments)
        faces = [self.words.face(card.face) for card in cards_named(view, action.arguments) if card and card.face]
        return arguments + (f" ({', '.join(faces)})" if faces else "")

    def heading(self, view: View) -> str:
        """Who is asked, and in which part of the rules."""
        rule = self.words.system.rules.get(view.rule)
        window = self.words.system.windows.get(view.rule)
        where = (rule.text if rule else window.text if window else "") or view.rule
        asked = " and ".join("you" if seat == view.seat else seat_name(seat) for seat in view.asked)
        return f"{where}: {asked} to act" if asked else where

    def _place(self, place: PlaceView) -> str:
        shape = self.words.system.places[place.place[0]].shape
        if shape == "pile":
            return self._pile(place)
        if shape == "one card":
            return self._card(place.cards[0]) if place.cards else "empty"
        told = [f"{index}:{self._card(card)}" for index, card in enumerate(place.cards, 1)]
        return "  ".join(told) or "empty"

    def _pile(self, place: PlaceView) -> str:
        count = len(place.cards)
        if not count:
            return "empty"
        seen = [card for card in place.cards[:MOST_SHOWN] if card is not None and card.face is not None]
        number = f"{count} card{'' if count == 1 else 's'}"
        if not seen:
            return number
        top = place.cards[: max(i for i, card in enumerate(place.cards[:MOST_SHOWN]) if card and card.face) + 1]
        return (
            f"{' '.join(self._card(card) for card in top)}{' ...' if len(top) < count else ''}  ({number}, top first)"
        )

    def _card(self, card: CardView | None) -> str:
        """``5♠`` lies open or is seen; ``5♠*`` is remembered; ``?`` is unknown; ``_`` is a gap."""
        if card is None:
            return "_"
        return self.words.face(card.face) + ("*" if card.look == "remembered" else "")
