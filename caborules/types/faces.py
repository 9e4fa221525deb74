"""Cards as they are written in examples (``5♠``, ``KH``, ``★``, ``[13]``) -> faces.

The only place that knows the words of standard playing cards. The attributes themselves are found by their members,
never by their names: the suits are the attribute that has clubs, diamonds, hearts and spades; the ranks are the
attribute that has an ace, or numbers. So a ruleset may call both what it likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from caborules.diagnostics.span import Span
from caborules.ir.system import Face
from caborules.ir.types import EnumType
from caborules.types.report import Report

_SUITS: Final = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_LETTERS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANKS: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
_JOKER: Final = "joker"


class CardNames:
    """How cards are written and read in one ruleset. ``faces`` are the faces of all its decks, each once."""

    def __init__(self, attributes: Mapping[str, EnumType], faces: tuple[Face, ...]) -> None:
        self.faces = faces
        members = [set(enum.members) for enum in attributes.values()]
        self.suits = next((i for i, each in enumerate(members) if set(_SUITS.values()) <= each), None)
        """Which attribute holds the suits."""
        named = next((i for i, each in enumerate(members) if "ace" in each), None)
        numbered = next((i for i, each in enumerate(members) if any(isinstance(m, int) for m in each)), None)
        self.ranks = named if named is not None else numbered
        """Which attribute holds the ranks."""
        self._written: dict[str, tuple[Face, ...]] = {}
        self._forms: dict[str | None, int] = {}
        """How many faces have each short form; filled when it is first needed."""

    def face(self, report: Report, text: str, span: Span) -> Face:
        """The face of a card as it is written. Raises Failed (E612 no such card in any deck, E611 two fit)."""
        found = self.written(text)
        if len(found) == 1:
            return found[0]
        if found:
            fitting = " and ".join(self.name(face) for face in found[:3])
            raise report.error("E611", span, f"{text} may be {fitting}.", "Name its position instead.")
        raise report.error("E612", span, f"There is no {text} in the deck.", "Use a card that the deck has.")

    def exists(self, text: str) -> bool:
        """Has any deck a card that is written so?"""
        return bool(self.written(text))

    def written(self, text: str) -> tuple[Face, ...]:
        """The faces that are written so."""
        if text not in self._written:
            self._written[text] = tuple(face for face in self.faces if self._reads(face, text))
        return self._written[text]

    def _reads(self, face: Face, text: str) -> bool:
        rank = face[self.ranks] if self.ranks is not None else None
        suit = face[self.suits] if self.suits is not None else None
        if text == "★":
            return rank == _JOKER
        if text.startswith("["):
            return rank == int(text[1:-1]) and suit not in _SUITS.values()
        head, tail = text[:-1], text[-1]
        value: str | int = _RANKS[head] if head in _RANKS else int(head)
        return rank == value and suit == (_SUITS.get(tail) or _LETTERS[tail])

    def number(self, face: Face) -> int | None:
        """The printed number of a card, None where there is none."""
        rank = face[self.ranks] if self.ranks is not None else None
        return rank if isinstance(rank, int) else None

    def called(self, key: Face | str | int) -> str:
        """What people call the key of a table."""
        return self.name(key) if isinstance(key, tuple) else str(key)

    def name(self, face: Face) -> str:
        """What people call a card: ``king of hearts``, ``joker``, ``13``."""
        if self.ranks is None:
            return " ".join(str(value) for value in face)
        rank = face[self.ranks]
        rest = [value for index, value in enumerate(face) if index not in (self.ranks, self.suits)]
        suit = face[self.suits] if self.suits is not None else None
        words = " ".join(str(value) for value in (*rest, rank))
        return f"{words} of {suit}" if suit in _SUITS.values() else words

    def literal(self, face: Face) -> str:
        """A card as it is written in examples: ``5♠``, ``K♥``, ``★``, ``[13]``; its words where it has no such form."""
        form = self._form(face)
        if not self._forms:
            self._forms.update(Counter(self._form(other) for other in set(self.faces)))
        return self.name(face) if form is None or self._forms.get(form, 0) > 1 else form

    def _form(self, face: Face) -> str | None:
        """The short form that reads as this face, if there is one; other faces may have the same."""
        rank = face[self.ranks] if self.ranks is not None else None
        suit = face[self.suits] if self.suits is not None else None
        sign = next((sign for sign, word in _SUITS.items() if word == suit), None)
        head = next((letter for letter, word in _RANKS.items() if word == rank), str(rank))
        if rank == _JOKER:
            return "★"
        if sign is None:
            return f"[{rank}]" if isinstance(rank, int) else None
        return f"{head}{sign}" if head in _RANKS or rank in range(2, 11) else None
