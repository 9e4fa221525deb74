"""What a move of an example may mean: the legal actions that fit its words, and what is said where not one does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from caborules.engine.decisions import Offer, element_type, offers
from caborules.engine.game import value_text
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.ir.statements import Choice
from caborules.ir.system import Face, MoveText
from caborules.ir.types import CardType, PlayerType, Spot, Type, Value

Said: TypeAlias = "int | str | tuple[Face, ...]"
"""An argument as an example says it."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """The moves of a position as the lines of an example speak of them."""

    setup: Setup
    seats: tuple[str, ...]
    state: State

    def ways(self, move: MoveText) -> list[Offer]:
        """The legal actions that a move may mean."""
        return [offer for offer in self._of_choice(move) if self.fits(offer, move.arguments)]

    def fits(self, offer: Offer, said: tuple[Said, ...]) -> bool:
        """Whether the words are its arguments, of which any may be left out; the others stand in their order."""
        arguments = zip(self.types(offer), offer.action.arguments, strict=True)
        # Each word is taken by the first argument that it may mean, which leaves the most for the words after it.
        return all(any(self.is_meant(of, value, word) for of, value in arguments) for word in said)

    # ------------------------------------------------------------ none or several
    def doubt(self, ways: list[Offer], move: MoveText) -> str:
        """What is said where several fit: what they are, and what was left out."""
        count = "Two ways" if len(ways) == 2 else f"{len(ways)} ways"
        found = f"E611: {count} fit: {', '.join(self.told(one) for one in ways[:8])}{', ...' if len(ways) > 8 else ''}."
        names = self._names(ways[0])
        alike = all(self._names(one) == names for one in ways)
        if not alike or len(names) == len(move.arguments):
            return f"{found} Say which."
        columns = zip(*(one.action.arguments for one in ways), strict=True)
        open_ones = [name for name, values in zip(names, columns, strict=True) if len(set(values)) > 1]
        return f"{found} Say which: {_listed(open_ones)} {'are' if len(open_ones) > 1 else 'is'} left out or in doubt."

    def refusal(self, move: MoveText) -> str:
        """What is said where nothing fits: that the choice cannot be made at all, or which argument does not fit."""
        there = self._of_choice(move)
        if not there:
            return f"{move.seat} cannot {move.choice}. {_possible(self._all())}"
        start = f"{move.seat} can {move.choice}, but not with these arguments"
        names = self._names(there[0])
        if len(move.arguments) > len(names):
            takes = f"takes {_listed(names)}" if names else "takes none"
            why = f"it {takes}, and {len(move.arguments)} are given"
        elif (wrong := self._misfit(there, move.arguments)) is not None:
            why = f"argument {wrong + 1} fits nothing here, of what {move.choice} takes: {', '.join(names)}"
        else:
            why = f"each fits alone, but not together and in the order {', '.join(names)}"
        return f"{start}: {why}. {_possible([self.told(one) for one in there])}"

    def _misfit(self, there: list[Offer], said: tuple[Said, ...]) -> int | None:
        """The first argument that no way takes, even alone."""
        return next((at for at, word in enumerate(said) if not any(self.fits(one, (word,)) for one in there)), None)

    def _of_choice(self, move: MoveText) -> list[Offer]:
        seat = self.seats.index(move.seat)
        return [
            offer
            for offer in offers(self.setup, self.state)
            if offer.action.seat == seat
            and move.choice in (offer.action.choice, offer.action.choice.rpartition(".")[2])
        ]

    def _all(self) -> list[str]:
        return [self.told(offer) for offer in offers(self.setup, self.state)]

    # ------------------------------------------------------------ arguments
    @staticmethod
    def types(offer: Offer) -> list[Type]:
        return [element_type(p.among.type) for p in offer.source.params] if isinstance(offer.source, Choice) else []

    @staticmethod
    def _names(offer: Offer) -> list[str]:
        return [f"`{p.name}`" for p in offer.source.params] if isinstance(offer.source, Choice) else []

    def is_meant(self, of: Type, value: Value, word: Said) -> bool:
        match of, word:
            case CardType(), int():
                return isinstance(value, tuple) and value[-1] == word - 1
            case CardType(), tuple():
                return sorted(map(repr, self.faces(value))) == sorted(map(repr, word))
            case PlayerType(), str():
                return value is not None and self.seats[cast(int, value)] == word
            case _:
                return value == word or value_text(value) == word

    def faces(self, value: Value) -> list[Face]:
        """The faces of the card on a spot, or of the cards on several."""
        assert isinstance(value, tuple)
        spots = value if value and isinstance(value[0], tuple) else (value,)
        found = []
        for name, owner, index in cast("tuple[Spot, ...]", spots):
            card = self.state.store.places[self.setup.place_index[name, owner]][index]
            assert card is not None
            found.append(self.setup.faces[card])
        return found

    def told(self, offer: Offer) -> str:
        """A legal action in words: ``A turn.exchange 9♥``."""
        action = offer.action
        words = [] if action.seat is None else [self.seats[action.seat]]
        words.append(action.choice)
        for of, value in zip(self.types(offer), action.arguments, strict=True):
            if isinstance(of, CardType):
                words += [self.setup.card_names.literal(face) for face in self.faces(value)]
            elif isinstance(of, PlayerType) and isinstance(value, int):
                words.append(self.seats[value])
            else:
                words.append(value_text(value))
        return " ".join(words)


def waits(setup: Setup, seats: tuple[str, ...], state: State) -> str:
    """For whom the play waits, and for what: ``The play waits for A, B: double or decline.`` Empty where it is over.

    Reactions and events are told only where it waits for nothing else: they may come, and need not.
    """
    possible = offers(setup, state)
    needed = [offer for offer in possible if offer.action.seat is not None and offer.action.opening is None]
    of_seat: dict[int | None, dict[str, None]] = {}
    for offer in needed or possible:
        of_seat.setdefault(offer.action.seat, {})[offer.action.choice.rpartition(".")[2]] = None
    groups: dict[tuple[str, ...], list[str]] = {}
    for seat, names in of_seat.items():
        groups.setdefault(tuple(names), []).append("an event" if seat is None else seats[seat])
    told = "; ".join(f"{', '.join(who)}: {_either(names)}" for names, who in groups.items())
    return f"The play waits for {told}." if told else ""


def _either(names: tuple[str, ...]) -> str:
    """``draw, take or call``; of many the first."""
    if len(names) > 6:
        return ", ".join(names[:6]) + ", ..."
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _listed(names: list[str]) -> str:
    return " and ".join(names)


def _possible(legal: list[str]) -> str:
    if not legal:
        return "The play is over."
    return "Possible: " + ", ".join(legal[:8]) + (", ..." if len(legal) > 8 else "") + "."
