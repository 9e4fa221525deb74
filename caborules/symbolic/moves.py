"""Moving, turning and showing cards on a symbolic state: contents, knowledge, facing and names of cards together.

The counterpart of ``engine.cards``. A card's name is a location, which each move carries along.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from caborules.ir.types import CardType, CollectionType, Type
from caborules.symbolic.places import (
    SHARED,
    Family,
    Held,
    KnownTo,
    Loc,
    Whose,
    choose_loc,
    replaced,
    same_loc,
    with_card,
    without,
)
from caborules.symbolic.sets import Element, Many
from caborules.symbolic.shape import FamilyShape
from caborules.symbolic.state import Base, State
from caborules.symbolic.terms import Term, all_of, any_of, choose, negate, one_if, plus, same, within

Has: TypeAlias = Callable[[Element], Term]


@dataclass(frozen=True, slots=True)
class Mover:
    """Moves cards."""

    base: Base

    # ------------------------------------------------------------ helpers
    @property
    def in_hand(self) -> Loc:
        return Loc(self.base.shape.hand, SHARED, 0)

    def copies(self, card: Term) -> Term:
        return 0 if self.base.watched is None else one_if(same(card, self.base.watched))

    def lies_up(self, number: int) -> bool:
        """Does a card that comes to the place lie face up?"""
        return self.base.shape.families[number].sight == "face up"

    def seen(self, number: int) -> KnownTo:
        """Who sees the faces in the place (from seat, owner and index)."""
        return _seen_by(self.base.shape.families[number])

    def _held(self, state: State, loc: Loc) -> Held:
        card = state.card_at(loc)
        return Held(card, lambda q: state.known_at(q, loc), self.copies(card))

    def rename(self, state: State, forth: Callable[[Loc], Loc], back: Callable[[Loc, Has], Term]) -> State:
        """Names of cards and collections of cards follow: ``forth`` a location, ``back`` membership."""
        registers = dict(state.registers)
        for name, value in state.registers.items():
            kind = self.base.types.get(name)
            if isinstance(kind, CardType):
                registers[name] = forth(value)
            elif isinstance(kind, CollectionType) and isinstance(kind.of, CardType) and isinstance(value, Many):
                anywhere = self._anywhere(kind.of)
                has = _through(back, value.has)
                registers[name] = replace(value, has=has, element=anywhere, whole=None, inside=None, lies=None)
        return replace(state, registers=registers)

    def _anywhere(self, kind: Type) -> Callable[[str], Element]:
        return lambda tag: self.base.element(kind, tag)

    # ------------------------------------------------------------ one card
    def lift(self, state: State, loc: Loc, *, on_top: bool, to: Loc | None = None) -> State:
        """The card at the location comes into the hand. ``on_top``: it is the uppermost of its pile; ``to``: it goes
        there next (its position does not matter)."""
        state = self._forget(state, loc, to)
        held = self._held(state, loc)
        hand = self.base.shape.hand
        families = [without(n, f, loc, held.copies, on_top) for n, f in enumerate(state.families[:hand])]
        families.append(with_card(hand, state.families[hand], self.in_hand, held, False, self.seen(hand)))
        after = replace(state, families=tuple(families))

        def shifted(x: Loc, by: int) -> Term:
            if on_top:
                return x.index
            piles = any_of(*(same(x.place, n) for n, f in enumerate(state.families) if f.kind == "pile"))
            beyond = x.index > loc.index if by < 0 else x.index >= loc.index
            moved = all_of(piles, same(x.place, loc.place), same(x.owner, loc.owner), beyond)
            return choose(moved, x.index + by, x.index)

        def forth(x: Loc) -> Loc:
            return choose_loc(same_loc(x, loc), self.in_hand, Loc(x.place, x.owner, shifted(x, -1)))

        def back(x: Loc, has: Has) -> Term:
            gone = all_of(same_loc(x, loc), negate(after.lies(loc)))
            stays = all_of(negate(gone), has(Loc(x.place, x.owner, shifted(x, 1))))
            return choose(same_loc(x, self.in_hand), has(loc), stays)

        return self.rename(after, forth, back)

    def lay(self, state: State, to: Loc) -> State:
        """The card in the hand comes to a free location; of a pile, to its top."""
        held = self._held(state, self.in_hand)
        hand = self.base.shape.hand
        families = [
            with_card(n, f, to, held, self.lies_up(n), self.seen(n)) for n, f in enumerate(state.families[:hand])
        ]
        families.append(without(hand, state.families[hand], self.in_hand, held.copies, False))

        def forth(x: Loc) -> Loc:
            return choose_loc(same_loc(x, self.in_hand), to, x)

        def back(x: Loc, has: Has) -> Term:
            stays = all_of(negate(same_loc(x, self.in_hand)), has(x))
            return choose(same_loc(x, to), has(self.in_hand), stays)

        return self.rename(replace(state, families=tuple(families)), forth, back)

    def swap(self, state: State, left: Loc, right: Loc) -> State:
        """Two cards change places."""
        state = self._forget(self._forget(state, left, right), right, left)
        first, second = self._held(state, left), self._held(state, right)
        families = list(state.families)
        for number, family in enumerate(families):
            up, seen = self.lies_up(number), self.seen(number)
            half = replaced(number, family, left, first.copies, second, up, seen)
            families[number] = replaced(number, half, right, second.copies, first, up, seen)

        def other(x: Loc) -> Loc:
            return choose_loc(same_loc(x, left), right, choose_loc(same_loc(x, right), left, x))

        return self.rename(replace(state, families=tuple(families)), other, lambda x, has: has(other(x)))

    def _forget(self, state: State, loc: Loc, to: Loc | None) -> State:
        """A card leaves a hand of several: who does not see which one no longer knows its cards."""
        for number, shape in enumerate(self.base.shape.families):
            if shape.forgets and same(loc.place, number) is not False:
                state = state.with_family(number, self._forgotten(state, number, loc, to))
        return state

    def _forgotten(self, state: State, number: int, loc: Loc, to: Loc | None) -> Family:
        family = state.families[number]
        hidden = all_of(family.size(loc.owner) > 1, negate(state.up_at(loc)))
        sees_here, sees_there = self.seen(number), self._sees_at(to)

        def lessened(q: Term, o: Term, i: Term) -> Term:
            leaving = all_of(same(loc.place, number), same(o, loc.owner), hidden)
            open_still = all_of(family.up(o, i), negate(same(i, loc.index)))
            return all_of(family.known(q, o, i), any_of(negate(leaving), sees_here(q, o, i), sees_there(q), open_still))

        return replace(family, known=lessened)

    def _sees_at(self, to: Loc | None) -> Callable[[Term], Term]:
        return (lambda _q: False) if to is None else self.sees(to)

    def sees(self, loc: Loc) -> Callable[[Term], Term]:
        """The seats that see the face of a card that comes to the location."""
        cases = [(same(loc.place, number), self.seen(number)) for number in range(self.base.shape.hand)]
        possible = [(here, seen) for here, seen in cases if here is not False]
        return lambda q: any_of(*(all_of(here, seen(q, loc.owner, loc.index)) for here, seen in possible))

    # ------------------------------------------------------------ many cards
    def move_all(self, state: State, source: Whose, to: Whose, *, rest: bool) -> State:
        """All cards of a place, or all but the uppermost, go to another one. Both families are given by number."""
        origin, goal = state.families[source.place], state.families[to.place]
        if origin.kind == "pile" and goal.kind == "pile":
            return self._pour(state, source, to, rest=rest)
        return self._scatter(state, source, to)

    def _pour(self, state: State, source: Whose, to: Whose, *, rest: bool) -> State:
        """From pile to pile: the order is kept, the uppermost stays uppermost."""
        origin, goal = state.families[source.place], state.families[to.place]
        size, below = origin.size(source.owner), goal.size(to.owner)
        kept = choose(size > 0, 1, 0) if rest else 0
        moved = size - kept
        top = Loc(source.place, source.owner, size - 1)
        kept_copies = choose(size > 0, self.copies(state.card_at(top)), 0) if rest else 0
        copies = origin.copies(source.owner) - kept_copies

        def ours(o: Term) -> Term:
            return same(o, source.owner)

        def came(o: Term, i: Term) -> Term:
            return all_of(same(o, to.owner), i >= below)

        def shift(o: Term, i: Term) -> Term:
            return choose(ours(o), i + moved, i)

        seen, up = self.seen(to.place), self.lies_up(to.place)
        poured = replace(
            goal,
            at=lambda o, i: choose(came(o, i), origin.at(source.owner, i - below), goal.at(o, i)),
            known=lambda q, o, i: choose(
                came(o, i), any_of(origin.known(q, source.owner, i - below), seen(q, o, i)), goal.known(q, o, i)
            ),
            up=lambda o, i: choose(came(o, i), up, goal.up(o, i)),
            copies=lambda o: plus(goal.copies(o), choose(same(o, to.owner), copies, 0)),
            all_size=goal.all_size + moved,
            all_copies=goal.all_copies + copies,
        ).with_size(lambda o: plus(goal.size(o), choose(same(o, to.owner), moved, 0)))
        left = replace(
            origin,
            at=(lambda o, i: origin.at(o, shift(o, i))),
            known=lambda q, o, i: origin.known(q, o, shift(o, i)),
            up=lambda o, i: origin.up(o, shift(o, i)),
            copies=lambda o: choose(ours(o), kept_copies, origin.copies(o)),
            all_size=origin.all_size - moved,
            all_copies=origin.all_copies - copies,
        ).with_size(lambda o: choose(ours(o), kept, origin.size(o)))
        after = state.with_family(source.place, left).with_family(to.place, poured)

        def forth(x: Loc) -> Loc:
            here = all_of(same(x.place, source.place), same(x.owner, source.owner))
            goes = all_of(here, x.index < moved)
            return choose_loc(
                goes,
                Loc(to.place, to.owner, x.index + below),
                Loc(x.place, x.owner, choose(here, x.index - moved, x.index)),
            )

        def back(x: Loc, has: Has) -> Term:
            arrived = all_of(same(x.place, to.place), came(x.owner, x.index))
            here = all_of(same(x.place, source.place), same(x.owner, source.owner))
            before = Loc(x.place, x.owner, choose(here, x.index + moved, x.index))
            return choose(arrived, has(Loc(source.place, source.owner, x.index - below)), has(before))

        return self.rename(after, forth, back)

    def _scatter(self, state: State, source: Whose, to: Whose) -> State:
        """From or to a place that keeps positions: which card goes where follows from what all can see."""
        symbols = self.base.symbols
        origin, goal = state.families[source.place], state.families[to.place]
        came_from, goes_to = symbols.integers("came from", 1), symbols.integers("goes to", 1)
        new = symbols.truths("newly filled", 1)
        size, copies, below = origin.size(source.owner), origin.copies(source.owner), goal.size(to.owner)

        def came(o: Term, i: Term) -> Term:
            if goal.kind == "pile":
                filled = within(below, i, below + size)
            else:
                filled = new(i) if goal.kind == "slots" else all_of(size > 0, same(i, 0))
                symbols.diary.suppose(all_of(negate(all_of(filled, goal.there(to.owner, i)))))
            start = came_from(i)
            symbols.diary.suppose(_if(filled, all_of(origin.there(source.owner, start), same(goes_to(start), i))))
            return all_of(same(o, to.owner), filled)

        def origin_of(i: Term) -> Term:
            return came_from(i)

        followed, sees_hand = symbols.truths("followed", 1), self.seen(source.place)

        def still_known(q: Term, start: Term) -> Term:
            """Out of a hand of several nobody follows a hidden card but who sees it there; perhaps the last one."""
            told = origin.known(q, source.owner, start)
            if not self.base.shape.families[source.place].forgets:
                return told
            open_there = any_of(size < 2, origin.up(source.owner, start), followed(start))
            return all_of(told, any_of(open_there, sees_hand(q, source.owner, start)))

        seen, up = self.seen(to.place), self.lies_up(to.place)
        arrived = replace(
            goal,
            at=lambda o, i: choose(came(o, i), origin.at(source.owner, origin_of(i)), goal.at(o, i)),
            known=lambda q, o, i: choose(
                came(o, i), any_of(still_known(q, origin_of(i)), seen(q, o, i)), goal.known(q, o, i)
            ),
            up=lambda o, i: choose(came(o, i), up, goal.up(o, i)),
            copies=lambda o: plus(goal.copies(o), choose(same(o, to.owner), copies, 0)),
            all_size=goal.all_size + size,
            all_copies=goal.all_copies + copies,
        )
        if goal.kind != "pile":
            arrived = arrived.with_there(lambda o, i: choose(came(o, i), True, goal.there(o, i)))
        if goal.kind != "one":
            arrived = arrived.with_size(lambda o: plus(goal.size(o), choose(same(o, to.owner), size, 0)))
        emptied = replace(
            origin,
            copies=lambda o: choose(same(o, source.owner), 0, origin.copies(o)),
            all_size=origin.all_size - size,
            all_copies=origin.all_copies - copies,
        )
        if origin.kind != "pile":
            emptied = emptied.with_there(lambda o, i: all_of(origin.there(o, i), negate(same(o, source.owner))))
        if origin.kind != "one":
            emptied = emptied.with_size(lambda o: choose(same(o, source.owner), 0, origin.size(o)))
        after = state.with_family(source.place, emptied).with_family(to.place, arrived)

        def forth(x: Loc) -> Loc:
            here = all_of(same(x.place, source.place), same(x.owner, source.owner))
            there = all_of(here, origin.there(source.owner, x.index))
            end = goes_to(x.index)
            symbols.diary.suppose(_if(there, all_of(came(to.owner, end), same(came_from(end), x.index))))
            return choose_loc(here, Loc(to.place, to.owner, end), x)

        def back(x: Loc, has: Has) -> Term:
            come = all_of(same(x.place, to.place), came(x.owner, x.index))
            gone = all_of(same(x.place, source.place), same(x.owner, source.owner))
            stays = all_of(negate(gone), has(x))
            return choose(come, has(Loc(source.place, source.owner, came_from(x.index))), stays)

        return self.rename(after, forth, back)

    def shuffle(self, state: State, whose: Whose) -> State:
        """Chance puts the cards of a place in another order, the same in both runs."""
        symbols, family = self.base.symbols, state.families[whose.place]
        order, inverse = symbols.integers("order", 1), symbols.integers("order back", 1)
        size = family.size(whose.owner)

        def start(o: Term, i: Term) -> Term:
            mixed = all_of(same(o, whose.owner), size > 1)
            now = order(i)
            symbols.diary.suppose(_if(family.there(whose.owner, i), family.there(whose.owner, now)))
            return choose(mixed, now, i)

        def alone(o: Term) -> Term:
            return any_of(negate(same(o, whose.owner)), size < 2)

        seen, up = self.seen(whose.place), self.lies_up(whose.place)
        mixed = replace(
            family,
            at=lambda o, i: family.at(o, start(o, i)),
            known=lambda q, o, i: any_of(
                all_of(alone(o), family.known(q, o, i)), all_of(negate(alone(o)), seen(q, o, i))
            ),
            up=lambda o, i: choose(alone(o), family.up(o, i), up),
        )

        def forth(x: Loc) -> Loc:
            here = all_of(same(x.place, whose.place), negate(alone(x.owner)))
            now = inverse(x.index)
            symbols.diary.suppose(
                _if(
                    family.there(whose.owner, x.index),
                    all_of(family.there(whose.owner, now), same(order(now), x.index)),
                )
            )
            return Loc(x.place, x.owner, choose(here, now, x.index))

        def back(x: Loc, has: Has) -> Term:
            here = same(x.place, whose.place)
            return has(Loc(x.place, x.owner, choose(here, start(x.owner, x.index), x.index)))

        return self.rename(state.with_family(whose.place, mixed), forth, back)

    # ------------------------------------------------------------ knowledge and facing
    def show(self, state: State, hit: Has, inside: int | None, to: Callable[[Term], Term]) -> State:
        """The seats of ``to`` get to know the cards of ``hit``; ``inside``: the only family in which they lie."""
        for number, family in self._touched(state, inside):
            known = family.known

            def more(q: Term, o: Term, i: Term, known: KnownTo = known, number: int = number) -> Term:
                return any_of(known(q, o, i), all_of(hit(Loc(number, o, i)), to(q)))

            state = state.with_family(number, replace(family, known=more))
        return state

    def turn(self, state: State, hit: Has, inside: int | None, up: bool) -> State:
        """The cards of ``hit`` lie face up, then all know them, or face down."""
        for number, family in self._touched(state, inside):
            lies, known = family.up, family.known

            def turned(o: Term, i: Term, lies: Callable[[Term, Term], Term] = lies, number: int = number) -> Term:
                return choose(hit(Loc(number, o, i)), up, lies(o, i))

            def more(q: Term, o: Term, i: Term, known: KnownTo = known, number: int = number) -> Term:
                return any_of(known(q, o, i), hit(Loc(number, o, i)))

            changed = replace(family, up=turned)
            state = state.with_family(number, replace(changed, known=more) if up else changed)
        return state

    def _touched(self, state: State, inside: int | None) -> list[tuple[int, Family]]:
        return [(number, family) for number, family in enumerate(state.families) if inside in (None, number)]


def _through(back: Callable[[Loc, Has], Term], has: Has) -> Has:
    return lambda x: back(x, has)


def _if(condition: Term, claim: Term) -> Term:
    return any_of(negate(condition), claim)


def _seen_by(shape: FamilyShape) -> KnownTo:
    match shape.sight:
        case "face up":
            return lambda _q, _o, _i: True
        case "seen by its owner":
            return lambda q, o, _i: same(q, o)
    return lambda _q, _o, _i: False
