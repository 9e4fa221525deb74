"""Moves of single cards, in line where it is plain in which place the card lies. The rest calls ``support``.

While a piece of code is written, facts about registers are kept: the place in which a register's card lies, and its
position. They hold until cards move or the register is set; where control comes together none is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caborules.compile.layout import Layout
from caborules.compile.values import Values
from caborules.compile.writing import Piece, Where
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CollectionType, SpotType


@dataclass(frozen=True, slots=True)
class _Card:
    """A card and where it lies: Python names of the card, its place's list and index, and its position."""

    card: str
    there: str
    where: Where
    position: str


@dataclass(frozen=True, slots=True)
class Moves:
    layout: Layout
    values: Values

    # ------------------------------------------------------------ places
    def place(self, piece: Piece, place: ex.PlaceRef, position: str | None = None) -> Where:
        """A place by its index: a number, or a local variable."""
        first = self.layout.first_index(place.place)
        if place.owner is None:
            return Where(place.place, str(first), position)
        text = self.values.place_index(place, {})
        if not isinstance(place.owner, ex.LocalRef):
            return Where(place.place, piece.temporary(text), position)
        return Where(place.place, piece.once(("place", place.place, place.owner.name), text), position)

    def there(self, piece: Piece, where: Where) -> str:
        """The list of a place, which is the same object as long as the state lives."""
        return piece.once(("list", where.index), f"s.pl[{where.index}]")

    def shape(self, where: Where) -> str:
        return self.layout.place_def(where.place).shape

    # ------------------------------------------------------------ facts
    def chosen(self, piece: Piece, register: str, place: ex.PlaceRef, position: str) -> None:
        """A card was chosen by its position in a place."""
        where = self.place(piece, place, position)
        there = self.there(piece, where)
        at = f"-1 - {position}" if self.shape(where) == "pile" else position
        piece.line(f"{self.layout.register(register)} = {there}[{at}]")
        piece.facts[register] = where

    def set_register(self, piece: Piece, register: str, value: ex.Expr) -> None:
        """What is known of a register that was set."""
        piece.changed(register)
        match value:
            case (
                ex.TheCard(place=ex.PlaceRef() as place)
                | ex.EndOf(end="top", cards=ex.CardsIn(place=ex.PlaceRef() as place))
            ):
                where = self.place(piece, place, "0")
                if self.shape(where) in ("pile", "one card"):
                    piece.facts[register] = where
            case ex.LocalRef(name=name) if name in piece.facts:
                piece.facts[register] = piece.facts[name]

    def _moved(self, piece: Piece, left: tuple[str, ...], laid: str | None) -> None:
        """Cards have left places, and one was laid: what is known of cards that may be the same, or shifted, ends.

        A register whose card lies in another place than those that cards have left names another card.
        """
        shifting = laid is not None and self.layout.place_def(laid).shape != "row"
        piece.facts = {
            register: where
            for register, where in piece.facts.items()
            if where.place not in left and not (shifting and where.place == laid)
        }

    # ------------------------------------------------------------ one card
    def move_one(self, piece: Piece, lift: lo.Lift, lay: lo.Lay, source: lo.Source, stays: bool) -> bool:
        """A card is lifted and laid down; ``stays``: its register matters after that.

        Returns whether it could be written in line.
        """
        if isinstance(lay.to.type, SpotType) or not isinstance(lay.to, ex.PlaceRef):
            return False
        start = self._lifted(piece, lift)
        if start is None:
            return False
        where, card, position = start.where, start.card, start.position
        register = self.layout.register(lift.register)
        if stays and not (isinstance(lift.card, ex.LocalRef) and lift.card.name == lift.register):
            piece.line(f"{register} = {card}")
        piece.changed(lift.register)
        goal = self.place(piece, lay.to)
        end = self._laid(piece, card, goal)
        known = self._arrived(piece, card, goal)
        self._event(piece, "moved", source, [(card, where.index, position, goal.index, end, known)])
        self._moved(piece, (where.place,), goal.place)
        piece.facts[lift.register] = Where(goal.place, goal.index, end)
        return True

    def _lifted(self, piece: Piece, lift: lo.Lift) -> _Card | None:
        """Take a card up."""
        match lift.card:
            case ex.TheCard(place=ex.PlaceRef() as place):
                where = self.place(piece, place, "0")
            case ex.EndOf(end="top", cards=ex.CardsIn(place=ex.PlaceRef() as place)):
                where = self.place(piece, place, "0")
            case ex.LocalRef(name=name) if name in piece.facts:
                where = piece.facts[name]
            case _:
                return None
        shape = self.shape(where)
        if shape == "one card" or (shape == "pile" and where.position == "0"):
            there = self.there(piece, where)
            return _Card(piece.temporary(f"{there}.pop()"), there, where, "0")
        if shape != "row" or not isinstance(lift.card, ex.LocalRef):
            return None
        there = self.there(piece, where)
        card = piece.temporary(self.layout.register(lift.card.name))
        position = where.position or piece.temporary(f"{there}.index({card})")
        piece.line(f"{there}[{position}] = -1")
        with piece.inside(f"while {there} and {there}[-1] < 0:"):
            piece.line(f"{there}.pop()")
        return _Card(card, there, where, position)

    def _laid(self, piece: Piece, card: str, goal: Where) -> str:
        """Lay a card down. Returns its position."""
        there = self.there(piece, goal)
        match self.shape(goal):
            case "pile":
                piece.line(f"{there}.append({card})")
                return "0"
            case "one card":
                with piece.inside(f"if {there}:"):
                    piece.line('raise Undefined("a card lies there already", None)')
                piece.line(f"{there}.append({card})")
                return "0"
            case "hand":
                end = piece.temporary(f"len({there})")
                piece.line(f"{there}.append({card})")
                return end
            case _:
                end = piece.temporary("0")
                with piece.inside(f"if -1 in {there}:"):
                    piece.line(f"{end} = {there}.index(-1)")
                    piece.line(f"{there}[{end}] = {card}")
                with piece.inside("else:"):
                    piece.line(f"{end} = len({there})")
                    piece.line(f"{there}.append({card})")
                return end

    def _arrived(self, piece: Piece, card: str, goal: Where) -> str:
        """The card takes the facing of its place. Returns who knows it."""
        at, turned, known = (piece.once((name,), f"s.{name}") for name in ("at", "tu", "kn"))
        piece.line(f"{at}[{card}] = {goal.index}; {turned}[{card}] = None")
        definition = self.layout.place_def(goal.place)
        match definition.sight:
            case "face up":
                piece.line(f"{known}[{card}] = {self.layout.everyone}")
                return str(self.layout.everyone)
            case "seen by its owner" if definition.per_player:
                first = self.layout.first_index(goal.place)
                piece.line(f"{known}[{card}] |= 1 << ({goal.index} - {first})")
        return piece.temporary(f"{known}[{card}]")

    # ------------------------------------------------------------ two cards
    def swap(self, piece: Piece, operation: lo.SwapCards, source: lo.Source) -> bool:
        """The two cards change places. Returns whether it could be written in line."""
        left, right = self._lying(piece, operation.left), self._lying(piece, operation.right)
        if left is None or right is None:
            return False
        piece.line(f"{left.there}[{left.position}] = {right.card}")
        piece.line(f"{right.there}[{right.position}] = {left.card}")
        known = [self._arrived(piece, card.card, to.where) for card, to in ((left, right), (right, left))]
        raws = [
            (card.card, card.where.index, card.position, to.where.index, to.position, knows)
            for card, to, knows in ((left, right, known[0]), (right, left, known[1]))
        ]
        self._event(piece, "swapped", source, raws)
        self._moved(piece, (left.where.place, right.where.place), None)
        for expr, to in ((operation.left, right), (operation.right, left)):
            if isinstance(expr, ex.LocalRef):
                piece.facts[expr.name] = Where(to.where.place, to.where.index, to.position)
        return True

    def _lying(self, piece: Piece, expr: ex.Expr) -> _Card | None:
        """A card that lies in a row or alone in a place."""
        match expr:
            case ex.TheCard(place=ex.PlaceRef() as place) if self.layout.place_def(place.place).shape == "one card":
                where = self.place(piece, place, "0")
                there = self.there(piece, where)
                return _Card(piece.temporary(f"{there}[0]"), there, where, "0")
            case ex.LocalRef(name=name) if name in piece.facts:
                where = piece.facts[name]
                if self.shape(where) not in ("row", "one card"):
                    return None
                there = self.there(piece, where)
                card = piece.temporary(self.layout.register(name))
                return _Card(card, there, where, where.position or piece.temporary(f"{there}.index({card})"))
        return None

    # ------------------------------------------------------------ looks
    def show(self, piece: Piece, operation: lo.ShowCards, source: lo.Source) -> bool:
        """One card is shown. Returns whether it could be written in line."""
        card = self._lying(piece, operation.cards)
        if card is None or isinstance(operation.cards.type, CollectionType):
            return False
        known = piece.once(("kn",), "s.kn")
        everyone = str(self.layout.everyone)
        raw = [card.card, card.where.index, card.position, card.where.index, card.position]
        if isinstance(operation.to, ex.Seats):
            piece.line(f"{known}[{card.card}] = {everyone}")
            to = self.layout.pool.name(tuple(range(self.layout.players)))
            self._event(piece, "shown", source, [(*raw, everyone)], value=to)
            return True
        if isinstance(operation.to.type, CollectionType):
            return False
        seat = piece.temporary(self.values.value(operation.to, {}))
        knows = piece.temporary(f"{known}[{card.card}] | 1 << {seat}")
        piece.line(f"{known}[{card.card}] = {knows}")
        told = f"1 << {seat}" if operation.secretly else everyone
        self._event(piece, "shown", source, [(*raw, knows)], value=f"({seat},)", told=told, more=(seat,))
        return True

    # ------------------------------------------------------------ what is told
    def _event(
        self,
        piece: Piece,
        kind: str,
        source: lo.Source,
        raws: Sequence[tuple[str, ...]],
        *,
        value: str = "None",
        told: str | None = None,
        more: tuple[str, ...] = (),
    ) -> None:
        """An event with cards: local variables among their parts are logged, numbers stand in the template."""
        parts = [part for raw in raws for part in raw] + list(more)
        dynamic = tuple(dict.fromkeys(part for part in parts if not part.isdigit()))
        names = {part: f"{{{i}}}" for i, part in enumerate(dynamic)}
        cards = "".join(f"({', '.join(names.get(part, part) for part in raw)}), " for raw in raws)
        told = str(self.layout.everyone) if told is None else told
        for one in more:
            value, told = value.replace(one, names[one]), told.replace(one, names[one])
        piece.event(kind, source, value=value, cards=f"seen(({cards}), {told})", dynamic=dynamic)
