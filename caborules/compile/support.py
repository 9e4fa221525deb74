"""What generated code calls where an operation is not written out in line: moves of cards, chance, sets, spots.

Each function stands for one of ``engine.cards``, ``engine.values`` or ``engine.chance`` and does the same to the
working state, which it changes in place. A card that an event tells of is a *raw* tuple: card, index of the place and
position before, the same after, and who knows it then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from caborules.compile.layout import GAP
from caborules.diagnostics.span import Span
from caborules.engine.basics import MOST_WAYS, Countless, Undefined, sets_within
from caborules.engine.chance import Chance, Seeded
from caborules.engine.events import Event, Seen
from caborules.engine.setup import Setup
from caborules.ir.types import Spot, Value

Raw: TypeAlias = tuple[int, int, int, int, int, int]
Working: TypeAlias = Any
"""The working state: an object of the generated class, see ``layout``."""

_SAFE = 0x100000000 - 0x10000
"""A word below this is never drawn again, for bounds up to 65536."""


def permutation(chance: Chance, size: int) -> tuple[tuple[int, ...], Chance]:
    """The outcome of a shuffle: as the source has it, the seeded generator's loop written out."""
    if type(chance) is not Seeded or size > 0x10000:
        return chance.permutation(size)
    a, b, c, d = chance.a, chance.b, chance.c, chance.d
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        t = (a + b + d) & 0xFFFFFFFF
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & 0xFFFFFFFF
        c = (((c << 21) | (c >> 11)) + t) & 0xFFFFFFFF
        d += 1
        if t >= _SAFE and t >= 0x100000000 - 0x100000000 % (i + 1):  # seldom: the word is drawn again
            j, again = Seeded(a, b, c, d & 0xFFFFFFFF).below(i + 1)
            a, b, c, d = again.a, again.b, again.c, again.d
        else:
            j = t % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order), Seeded(a, b, c, d & 0xFFFFFFFF)


def index(chance: Chance, size: int) -> tuple[int, Chance]:
    """The outcome of a choice at random."""
    return chance.index(size)


def rotated(seats: Sequence[int], first: int, players: int) -> tuple[int, ...]:
    """Players in seat order, beginning at one of them."""
    return tuple(sorted(seats, key=lambda seat: (seat - first) % players))


def sets_of(cards: Sequence[int], measure: Callable[[int], Value], low: int, high: int | None) -> list[tuple[int, ...]]:
    """The sets of ``low`` to ``high`` of the cards that share the measure: by size, then in order. Raises Countless."""
    once = list(dict.fromkeys(cards))
    groups: dict[Value, list[int]] = {}
    for card in once:
        groups.setdefault(measure(card), []).append(card)
    if sets_within(groups.values(), low, high) > MOST_WAYS:
        raise Countless(None)
    rank = {card: at for at, card in enumerate(once)}
    found: list[tuple[int, ...]] = []
    for size in range(low, min(len(once), len(once) if high is None else high) + 1):
        sets = [one for group in groups.values() for one in combinations(group, size)]
        found += sorted(sets, key=lambda one: [rank[card] for card in one])
    return found


def laid_open(s: Working, point: int) -> tuple[tuple[Any, ...], ...]:
    """The choices at a point that were sealed until now, by seat; who declined is done."""
    fresh = tuple(sorted(one for one in s.sealed if one[0] == point and not one[5]))
    if fresh:
        made = [(*one[:5], True) if one[0] == point else one for one in s.sealed if one[2] >= 0 or one[0] != point]
        s.sealed = tuple(made)
    return fresh


def opened(
    made: Sequence[tuple[Any, ...]],
    told: Mapping[int, tuple[str, Span | None, tuple[str, ...]]],
    span: Span | None,
    cites: tuple[str, ...],
) -> Iterator[Event]:
    """The events of laying choices open; ``told``: path and line of each offer."""
    for _, seat, offer, _, arguments, _ in made:
        if offer < 0:
            yield Event("declined", seat, span=span, cites=cites)
        else:
            path, line, clauses = told[offer]
            yield Event("chose", seat, path, arguments, span=line, cites=clauses)


def places_of(places: Sequence[Sequence[int]], cards: int) -> list[int]:
    """The place of each card, by the cards of each place."""
    found = [0] * cards
    for at, there in enumerate(places):
        for card in there:
            if card != GAP:
                found[card] = at
    return found


class Support:
    """The functions that depend on the places of one game."""

    def __init__(self, setup: Setup) -> None:
        self.places = setup.place_index
        self.ids = setup.place_ids
        self.shapes = tuple(setup.shape(place) for place in setup.place_ids)
        self.open = tuple(setup.open_to_all(place) for place in setup.place_ids)
        self.onlookers = tuple(setup.onlookers(place) for place in setup.place_ids)
        self.everyone = setup.everyone

    def functions(self) -> dict[str, object]:
        """By the names that generated code has for them."""
        here = {
            name: getattr(self, name)
            for name in (
                *("index_of", "spot_of", "is_up", "cards_in", "in_order", "lying", "seen"),
                *("move", "move_all", "swap", "shuffle", "flip", "card_at", "card_ats"),
            )
        }
        return {
            **here,
            "permutation": permutation,
            "draw_index": index,
            "rotated": rotated,
            "sets_of": sets_of,
            "laid_open": laid_open,
            "opened": opened,
            "Undefined": Undefined,
            "PLACES": self.places,
        }

    # ------------------------------------------------------------ where cards lie
    def index_of(self, s: Working, card: int) -> int:
        """The position of a card in its place, from 0; of a pile from the top."""
        at = s.at[card]
        there = s.pl[at]
        if self.shapes[at] == "pile":
            return len(there) - 1 - int(there.index(card))
        return int(there.index(card))

    def spot_of(self, s: Working, card: int) -> Spot:
        name, owner = self.ids[s.at[card]]
        return (name, owner, self.index_of(s, card))

    def is_up(self, s: Working, card: int) -> bool:
        turned = s.tu[card]
        return self.open[s.at[card]] if turned is None else bool(turned)

    def cards_in(self, s: Working, at: int) -> list[int]:
        """The cards of a place in order, gaps left out."""
        there = s.pl[at]
        if self.shapes[at] == "pile":
            return list(there[::-1])
        return [card for card in there if card != GAP]

    def in_order(self, s: Working, cards: Sequence[int]) -> list[int]:
        """Cards by place and position, each once."""
        return sorted(dict.fromkeys(cards), key=lambda card: (s.at[card], self.index_of(s, card)))

    # ------------------------------------------------------------ what events tell
    def lying(self, s: Working, cards: Sequence[int]) -> tuple[Raw, ...]:
        """Cards that stay where they are."""
        found = []
        for card in cards:
            at = s.at[card]
            there = s.pl[at]
            position = len(there) - 1 - there.index(card) if self.shapes[at] == "pile" else there.index(card)
            found.append((card, at, position, at, position, s.kn[card]))
        return tuple(found)

    def seen(self, raws: Sequence[Raw], told: int) -> tuple[Seen, ...]:
        return tuple(
            Seen(card, (*self.ids[k0], i0), (*self.ids[k1], i1), known, told) for card, k0, i0, k1, i1, known in raws
        )

    # ------------------------------------------------------------ moves
    def move(self, s: Working, cards: Sequence[int], to: int, spot: int | None = None) -> tuple[Raw, ...]:
        """Take the cards from where they lie, then lay them down, their order kept, the first uppermost on a pile.

        ``spot``: the position in the place. Raises Undefined where a card lies there already.
        """
        cards = tuple(cards)
        starts = [(s.at[card], self.index_of(s, card)) for card in cards]
        for card in cards:
            self._forget(s, card, to)
            self._take_up(s, card)
        self._lay(s, cards, to, spot)
        return tuple(
            (card, k0, i0, to, self.index_of(s, card), s.kn[card]) for card, (k0, i0) in zip(cards, starts, strict=True)
        )

    def move_all(self, s: Working, source: int, rest: bool, to: int) -> tuple[Raw, ...]:
        """All cards of a place, or all but the first."""
        if self.shapes[source] != "hand" and self.shapes[to] == "pile" and source != to:
            return self._onto_pile(s, source, rest, to)
        cards = self.cards_in(s, source)
        return self.move(s, cards[1:] if rest else cards, to)

    def _onto_pile(self, s: Working, source: int, rest: bool, to: int) -> tuple[Raw, ...]:
        """The same for the commonest case, in which nothing is forgotten."""
        there, known, onlookers = s.pl[source], s.kn, self.onlookers[to]
        if self.shapes[source] == "pile":
            cards = there[: len(there) - 1] if rest else there[:]
            first = 1 if rest and there else 0
            positions: Sequence[int] = range(first, first + len(cards))
            del there[: len(cards)]
            s.pl[to] += cards
            cards.reverse()
        else:
            positions = [i for i, card in enumerate(there) if card != GAP][1 if rest else 0 :]
            cards = [there[i] for i in positions]
            if positions:
                del there[positions[0] :]
            while there and there[-1] == GAP:
                there.pop()
            s.pl[to] += cards[::-1]
        at, turned = s.at, s.tu
        for card in cards:
            at[card] = to
            turned[card] = None
            known[card] |= onlookers
        return tuple(
            [(c, source, start, to, i, known[c]) for i, (start, c) in enumerate(zip(positions, cards, strict=True))]
        )

    def swap(self, s: Working, left: int, right: int) -> tuple[Raw, ...]:
        """The two cards change places."""
        starts = [(s.at[card], self.index_of(s, card)) for card in (left, right)]
        arrivals = ((left, *starts[1]), (right, *starts[0]))
        for card, at, _ in arrivals:
            self._forget(s, card, at)
        for card, at, position in arrivals:
            there = s.pl[at]
            there[len(there) - 1 - position if self.shapes[at] == "pile" else position] = card
        for card, at, _ in arrivals:
            self._arrive(s, card, at)
        return tuple(
            (card, k0, i0, k1, i1, s.kn[card]) for (card, k1, i1), (k0, i0) in zip(arrivals, starts, strict=True)
        )

    def shuffle(self, s: Working, at: int) -> None:
        """With two cards or more their order is new, and knowledge and flips end."""
        there = s.pl[at]
        pile = self.shapes[at] == "pile"
        cards = self.cards_in(s, at)
        if len(cards) < 2:
            return
        order, s.ch = permutation(s.ch, len(cards))
        s.oc.append(order)
        shuffled = [cards[i] for i in order]
        if pile:
            shuffled.reverse()
            there[:] = shuffled
        else:
            fresh = iter(shuffled)
            there[:] = [card if card == GAP else next(fresh) for card in there]
        known, turned, onlookers = s.kn, s.tu, self.onlookers[at]
        for card in cards:
            known[card] = onlookers
            turned[card] = None

    def flip(self, s: Working, cards: Sequence[int], up: bool) -> tuple[Raw, ...]:
        """The cards lie face up, and all know them, or face down, until they move."""
        for card in cards:
            s.tu[card] = None if self.open[s.at[card]] == up else up
            if up:
                s.kn[card] = self.everyone
        return self.lying(s, cards)

    # ------------------------------------------------------------ the parts of moves
    def _forget(self, s: Working, card: int, to: int) -> None:
        """What is no longer known when a card leaves a hand."""
        at = s.at[card]
        if self.shapes[at] != "hand":
            return
        hand = s.pl[at]
        if len(hand) < 2 or self.is_up(s, card):
            return
        onlookers = self.onlookers[at] | self.onlookers[to]
        for one in hand:
            if one == card or not self.is_up(s, one):
                s.kn[one] &= onlookers

    def _take_up(self, s: Working, card: int) -> None:
        """A row keeps a gap, but none at its end; other places close up."""
        at = s.at[card]
        there = s.pl[at]
        if self.shapes[at] != "row":
            there.remove(card)
            return
        there[there.index(card)] = GAP
        while there and there[-1] == GAP:
            there.pop()

    def _lay(self, s: Working, cards: tuple[int, ...], to: int, spot: int | None) -> None:
        there, shape = s.pl[to], self.shapes[to]
        if shape == "one card" and len(cards) + len(there) > 1:
            raise Undefined("a card lies there already", None)
        if spot is not None:
            self._on_spot(there, cards, spot, shape)
        elif shape == "pile":
            there.extend(reversed(cards))
        elif shape == "row":
            for card in cards:
                if GAP in there:
                    there[there.index(GAP)] = card
                else:
                    there.append(card)
        else:
            there.extend(cards)
        for card in cards:
            self._arrive(s, card, to)

    def _on_spot(self, there: list[int], cards: tuple[int, ...], spot: int, shape: str) -> None:
        if len(cards) != 1:
            raise Undefined("only one card fits on a spot", None)
        if shape == "pile":
            there.insert(max(0, len(there) - spot), cards[0])
            return
        if shape != "row":
            there.insert(spot, cards[0])
            return
        if spot < len(there) and there[spot] != GAP:
            raise Undefined("the spot is taken", None)
        there.extend([GAP] * (spot + 1 - len(there)))
        there[spot] = cards[0]

    def _arrive(self, s: Working, card: int, at: int) -> None:
        s.at[card] = at
        s.tu[card] = None
        s.kn[card] |= self.onlookers[at]

    # ------------------------------------------------------------ actions
    def card_at(self, s: Working, spot: tuple[int, int]) -> int:
        """The card at a place and position."""
        at, position = spot
        there = s.pl[at]
        return int(there[len(there) - 1 - position if self.shapes[at] == "pile" else position])

    def card_ats(self, s: Working, spots: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(self.card_at(s, spot) for spot in spots)
