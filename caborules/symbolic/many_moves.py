"""Moving some of the cards of a place to another one: which of them goes where follows from what all can see.

A set of cards leaves its place together; those that stay keep their positions, or close up in a pile. What is not
told by the set itself (which position a card comes to, which of those that stay lies where) stands in functions of
positions, one the inverse of the other. Two runs in which the same cards move share them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from caborules.symbolic.moves import Has, Mover
from caborules.symbolic.places import Family, Loc, Whose
from caborules.symbolic.sets import Many
from caborules.symbolic.state import State
from caborules.symbolic.terms import Term, all_of, any_of, choose, implies, negate, plus, same, within


@dataclass(frozen=True, slots=True)
class Moving:
    """``size`` cards, all of which lie in ``source``, go to ``to``; both places are given by number."""

    cards: Many
    source: Whose
    to: Whose
    size: Term


def move_cards(mover: Mover, state: State, moving: Moving, agree: Term) -> State:
    """The state after the cards have moved. ``agree``: do both runs move the same?"""
    return _Move(mover, state, moving, agree).done()


@dataclass(slots=True)
class _Move:
    mover: Mover
    state: State
    moving: Moving
    agree: Term
    goal: Family = field(init=False)
    """The place to which they go, without those that leave: a hand may pass cards on to another hand."""

    # ------------------------------------------------------------ what is free
    def _index(self, name: str) -> Callable[[Term], Term]:
        """A function of positions, of both runs or of this one."""
        symbols = self.mover.base.symbols
        both, own = symbols.integers(f"{name} in both", 1), symbols.integers(name, 1, own=True)
        return lambda i: choose(self.agree, both(i), own(i))

    def _truth(self, name: str) -> Callable[[Term], Term]:
        symbols = self.mover.base.symbols
        both, own = symbols.truths(f"{name} in both", 1), symbols.truths(name, 1, own=True)
        return lambda i: choose(self.agree, both(i), own(i))

    def _suppose(self, condition: Term, claim: Term) -> None:
        self.mover.base.symbols.diary.suppose(implies(condition, claim))

    # ------------------------------------------------------------ the step
    def done(self) -> State:
        moving, state = self.moving, self.state
        origin = state.families[moving.source.place]
        size, copies = moving.size, self._copies(origin)
        self._suppose(True, size <= origin.size(moving.source.owner))
        after = state.with_family(moving.source.place, self._left(origin, size, copies))
        self.goal = after.families[moving.to.place]
        after = after.with_family(moving.to.place, self._arrived(origin, self.goal, size, copies))
        return self.mover.rename(after, self._forth(), self._back())

    def _copies(self, origin: Family) -> Term:
        """How many of the cards are the watched one."""
        base, owner = self.mover.base, self.moving.source.owner
        if base.watched is None:
            return 0
        copies, size, all_there = base.symbols.whole("copies moved"), self.moving.size, origin.copies(owner)
        self._suppose(True, all_of(copies >= 0, copies <= size, copies <= all_there))
        self._suppose(True, all_there - copies <= origin.size(owner) - size)
        return copies

    def _moves(self, i: Term) -> Term:
        """Does the card at this position of the source move?"""
        return self.moving.cards.has(Loc(self.moving.source.place, self.moving.source.owner, i))

    # ------------------------------------------------------------ what stays
    def _left(self, origin: Family, size: Term, copies: Term) -> Family:
        source = self.moving.source

        def ours(o: Term) -> Term:
            return same(o, source.owner)

        count, copied = origin.size, origin.copies
        left = replace(
            origin,
            known=self._still_known(origin),
            copies=lambda o: plus(copied(o), choose(ours(o), -copies, 0)),
            all_size=plus(origin.all_size, -size),
            all_copies=plus(origin.all_copies, -copies),
        )
        if origin.kind == "pile":
            stood, known = self._stood, left.known
            left = replace(
                left,
                at=lambda o, i: origin.at(o, choose(ours(o), stood(i), i)),
                known=lambda q, o, i: known(q, o, choose(ours(o), stood(i), i)),
                up=lambda o, i: origin.up(o, choose(ours(o), stood(i), i)),
            )
        else:
            left = left.with_there(lambda o, i: self._stays(origin, o, i))
        if origin.kind == "one":
            return left
        return left.with_size(lambda o: plus(count(o), choose(ours(o), -size, 0)))

    def _stays(self, origin: Family, o: Term, i: Term) -> Term:
        """Does a card lie there that stays?"""
        source = self.moving.source
        stays = all_of(origin.there(o, i), negate(all_of(same(o, source.owner), self._moves(i))))
        self._suppose(all_of(same(o, source.owner), stays), self.moving.size < origin.size(source.owner))
        return stays

    def _stood(self, i: Term) -> Term:
        """Where the card of a pile was that lies there when the pile has closed up."""
        before, origin = self._index("stood at")(i), self.state.families[self.moving.source.place]
        left = origin.size(self.moving.source.owner) - self.moving.size
        now = all_of(negate(self._moves(before)), i <= before, before <= i + self.moving.size)
        self._suppose(within(0, i, left), all_of(now, same(self._index("stands at")(before), i)))
        return before

    def _stands(self, i: Term) -> Term:
        """Where a card of a pile that stays lies when the pile has closed up."""
        now, origin = self._index("stands at")(i), self.state.families[self.moving.source.place]
        left = origin.size(self.moving.source.owner) - self.moving.size
        stays = all_of(origin.there(self.moving.source.owner, i), negate(self._moves(i)))
        self._suppose(stays, all_of(within(0, now, left), same(self._index("stood at")(now), i)))
        return now

    def _still_known(self, origin: Family) -> Callable[[Term, Term, Term], Term]:
        """Where a hidden card leaves a hand, the cards that stay are known to those who see it or where it goes."""
        mover, source, to, known = self.mover, self.moving.source, self.moving.to, origin.known
        if not mover.base.shape.families[source.place].forgets:
            return known
        hidden, sees_here = self._hidden_one(origin), mover.seen(source.place)
        sees_there = mover.sees(Loc(to.place, to.owner, 0))

        def kept(q: Term, o: Term, i: Term) -> Term:
            follows = any_of(origin.up(o, i), sees_here(q, o, i), sees_there(q))
            return all_of(known(q, o, i), any_of(negate(same(o, source.owner)), negate(hidden), follows))

        return kept

    def _hidden_one(self, origin: Family) -> Term:
        """Does one of the cards that move lie face down? Then ``the hidden one`` does."""
        symbols, owner = self.mover.base.symbols, self.moving.source.owner
        both, own = symbols.truth("a hidden card moves in both"), symbols.truth("a hidden card moves", own=True)
        hidden = choose(self.agree, both, own)
        element = symbols.whole("the hidden one in both"), symbols.whole("the hidden one", own=True)
        one = choose(self.agree, *element)
        self._suppose(hidden, all_of(self._moves(one), negate(origin.up(owner, one))))
        return hidden

    # ------------------------------------------------------------ what comes
    def _arrived(self, origin: Family, goal: Family, size: Term, copies: Term) -> Family:
        mover, to, owner = self.mover, self.moving.to, self.moving.source.owner
        came_from, told, came = self._index("came from"), self._told(origin), self._came
        seen, up = mover.seen(to.place), mover.lies_up(to.place)
        count, copied, there = goal.size, goal.copies, goal.there
        arrived = replace(
            goal,
            at=lambda o, i: choose(came(o, i), origin.at(owner, came_from(i)), goal.at(o, i)),
            known=lambda q, o, i: choose(came(o, i), any_of(told(q, came_from(i)), seen(q, o, i)), goal.known(q, o, i)),
            up=lambda o, i: choose(came(o, i), up, goal.up(o, i)),
            copies=lambda o: plus(copied(o), choose(same(o, to.owner), copies, 0)),
            all_size=plus(goal.all_size, size),
            all_copies=plus(goal.all_copies, copies),
        )
        if goal.kind != "pile":
            arrived = arrived.with_there(lambda o, i: choose(came(o, i), True, there(o, i)))
        if goal.kind == "one":
            return arrived
        return arrived.with_size(lambda o: plus(count(o), choose(same(o, to.owner), size, 0)))

    def _came(self, o: Term, i: Term) -> Term:
        """Is this a position of the goal to which one of the cards has come?"""
        to, goal = self.moving.to, self.goal
        if goal.kind == "pile":
            below = goal.size(to.owner)
            filled = within(below, i, below + self.moving.size)
        elif goal.kind == "one":
            filled = all_of(self.moving.size > 0, same(i, 0))
        else:
            filled = self._truth("newly filled")(i)
            self._suppose(filled, negate(goal.there(to.owner, i)))
        start = self._index("came from")(i)
        self._suppose(filled, all_of(self._moves(start), same(self._index("goes to")(start), i)))
        return all_of(same(o, to.owner), filled)

    def _told(self, origin: Family) -> Callable[[Term, Term], Term]:
        """Who knows a card that came from the position: out of a hand of several nobody follows a hidden card but who
        sees it there or sees where it goes; perhaps the last one."""
        mover, source = self.mover, self.moving.source
        if not mover.base.shape.families[source.place].forgets:
            return lambda q, start: origin.known(q, source.owner, start)
        sees_here, followed = mover.seen(source.place), self._truth("followed")

        def told(q: Term, start: Term) -> Term:
            last = all_of(same(self.moving.size, origin.size(source.owner)), followed(start))
            plain = any_of(origin.size(source.owner) < 2, origin.up(source.owner, start), last)
            return all_of(origin.known(q, source.owner, start), any_of(plain, sees_here(q, source.owner, start)))

        return told

    # ------------------------------------------------------------ names
    def _forth(self) -> Callable[[Loc], Loc]:
        source, to = self.moving.source, self.moving.to

        def forth(x: Loc) -> Loc:
            here = all_of(same(x.place, source.place), same(x.owner, source.owner))
            goes = all_of(here, self._moves(x.index))
            end = self._index("goes to")(x.index)
            self._suppose(goes, all_of(self._came(to.owner, end), same(self._index("came from")(end), x.index)))
            stays = x.index
            if self.state.families[source.place].kind == "pile":
                stays = choose(here, self._stands(x.index), x.index)
            return Loc(choose(goes, to.place, x.place), choose(goes, to.owner, x.owner), choose(goes, end, stays))

        return forth

    def _back(self) -> Callable[[Loc, Has], Term]:
        source, to = self.moving.source, self.moving.to
        pile = self.state.families[source.place].kind == "pile"

        def back(x: Loc, has: Has) -> Term:
            come = all_of(same(x.place, to.place), self._came(x.owner, x.index))
            start = Loc(source.place, source.owner, self._index("came from")(x.index))
            here = all_of(same(x.place, source.place), same(x.owner, source.owner))
            if pile:
                stays = has(Loc(x.place, x.owner, choose(here, self._stood(x.index), x.index)))
            else:
                stays = all_of(negate(all_of(here, self._moves(x.index))), has(x))
            return choose(come, has(start), stays)

        return back
