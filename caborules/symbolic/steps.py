"""What one operation of the lowered graph does to a symbolic state: needs, the ways on, and what is seen of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, PlayerType
from caborules.symbolic import summaries
from caborules.symbolic.many_moves import Moving, move_cards
from caborules.symbolic.missing import NotEncodedError
from caborules.symbolic.moves import Mover
from caborules.symbolic.offers import Deciding, element_of
from caborules.symbolic.places import SHARED, Loc, Whose, same_loc
from caborules.symbolic.sets import Many, same_element
from caborules.symbolic.state import Base, State
from caborules.symbolic.terms import Term, all_of, any_of, choose, negate, same
from caborules.symbolic.values import Reader
from caborules.symbolic.ways import Seen, Step, Told, Way


def step(operation: lo.Operation, onward: int, point: lo.Point | None, reader: Reader, mover: Mover) -> Step:
    """What the operation does. ``onward``: where control goes after it; ``point``: the point of an Ask or Unseal.

    Raises NotEncodedError where the proofs have no encoding for it.
    """
    return _Stepper(reader, mover, onward).take(operation, point)


@dataclass(slots=True)
class _Stepper:
    reader: Reader
    mover: Mover
    onward: int

    @property
    def state(self) -> State:
        return self.reader.state

    @property
    def base(self) -> Base:
        return self.reader.base

    def done(self, state: State, *seen: Seen, told: tuple[Told, ...] = ()) -> Step:
        return Step(tuple(self.reader.needs), (Way(self.onward, "", True, state),), seen, told)

    def take(self, operation: lo.Operation, point: lo.Point | None) -> Step:
        state, reader = self.state, self.reader
        match operation:
            case lo.Mark():
                return self.done(state)
            case lo.Rotate():
                return self.done(state, Seen("where a loop begins", reader.seat(operation.start)))
            case lo.Stop():
                return Step((), ())
            case lo.MoveWindow():
                return self.done(self._window(operation))
            case lo.Say():
                if operation.value is None:
                    return self.done(state)
                said = Told(None, lambda _q: True, reader.value(operation.value))
                return self.done(state, told=(said,))
            case lo.SetVariable():
                return self._set_variable(operation)
            case lo.SetRegister():
                return self.done(state.with_register(operation.register, reader.value(operation.value)))
            case lo.NextOf():
                return self._next_of(operation)
            case lo.PickOne():
                among = reader.many(operation.among)
                reader.require("choosing one of none", among.some())
                element = element_of(self.base, operation.register, among, "picked")
                way = Way(self.onward, "", among.has(element), state.with_register(operation.register, element))
                return Step(tuple(reader.needs), (way,), (Seen("what is chosen from", among),))
            case lo.Test():
                condition = reader.value(operation.condition)
                holds = Way(self.onward, "holds", condition, state)
                fails = Way(operation.otherwise, "fails", negate(condition), state)
                return Step(tuple(reader.needs), (holds, fails), (Seen("what happens next", condition),))
            case lo.Ask() if point is not None:
                deciding = Deciding(reader, self.onward)
                ways = tuple(deciding.offer(offer, point) for offer in point.offers)
                return Step(tuple(reader.needs), ways, deciding.asked(point))
            case lo.Unseal() if point is not None:
                return Deciding(reader, self.onward).unseal(operation, point.offers)
        return self._cards(operation)

    # ------------------------------------------------------------ cards
    def _cards(self, operation: lo.Operation) -> Step:
        state, reader, mover = self.state, self.reader, self.mover
        match operation:
            case lo.Lift():
                return self._lift(operation)
            case lo.Lay():
                return self._lay(operation)
            case lo.SwapCards():
                left, right = reader.loc(operation.left), reader.loc(operation.right)
                reader.require("swapping a card that lies nowhere", all_of(state.lies(left), state.lies(right)))
                moving = (Seen("which card moves", left), Seen("which card moves", right))
                arrivals = (self._arrival(left, right), self._arrival(right, left))
                return self.done(mover.swap(state, left, right), *moving, told=arrivals)
            case lo.MoveAll():
                source, to = self._known(operation.source), self._known(operation.to)
                apart = any_of(negate(same(source.place, to.place)), negate(same(source.owner, to.owner)))
                reader.require("moving cards to where they lie", apart)
                if self.base.shape.families[to.place].kind == "one":
                    fits = all_of(negate(state.lies(Loc(to.place, to.owner, 0))), state.size_of(source) <= 1)
                    reader.require(
                        "moving several cards to a single position", any_of(same(state.size_of(source), 0), fits)
                    )
                if operation.rest and self.base.shape.families[source.place].kind != "pile":
                    raise NotEncodedError("moving all but the first card out of a place that is no pile")
                if operation.rest and self.base.shape.families[to.place].kind != "pile":
                    raise NotEncodedError("moving all but the first card to a place that is no pile")
                moved = mover.move_all(state, source, to, rest=operation.rest)
                shown = self._shown_at(source, to)
                return self.done(moved, Seen("what moves", source), Seen("where it goes", to), told=(shown,))
            case lo.MoveCards():
                return self._move_cards(operation)
            case lo.ShufflePlace():
                whose = self._known(operation.place)
                shown = self._shown_at(whose, whose)
                return self.done(mover.shuffle(state, whose), Seen("what is shuffled", whose), told=(shown,))
            case lo.ShowCards():
                hit, inside, which = self._hit(operation.cards, "shown")
                shown_to, seen_to = self._seats(operation.to)
                return self.done(mover.show(state, hit, inside, shown_to), which, seen_to, told=(Told(hit, shown_to),))
            case lo.TurnCards():
                hit, inside, which = self._hit(operation.cards, "turned")
                turned = mover.turn(state, hit, inside, operation.up)
                told = (Told(hit, lambda _q: True),) if operation.up else ()
                return self.done(turned, which, told=told)
        raise NotEncodedError(f"the operation {type(operation).__name__}")

    def _move_cards(self, operation: lo.MoveCards) -> Step:
        state, reader = self.state, self.reader
        cards, to = reader.many(operation.cards), self._known(operation.to)
        source, size = cards.lies, reader.size(operation.cards, cards)
        if source is None or not isinstance(source.place, int):
            raise NotEncodedError("moving cards that may lie in several places")
        if same(source.place, to.place) is True and self.base.shape.families[to.place].kind == "pile":
            apart = negate(same(source.owner, to.owner))
            reader.require("moving cards to the pile in which they lie", any_of(same(size, 0), apart))
        if self.base.shape.families[to.place].kind == "one":
            fits = all_of(negate(state.lies(Loc(to.place, to.owner, 0))), size <= 1)
            reader.require("moving several cards to a single position", any_of(same(size, 0), fits))
        moving = Moving(cards, source, to, size)
        moved = move_cards(self.mover, state, moving, summaries.same_in_both(self.base, cards, "what moves"))
        shown = Told(cards.has, self.mover.sees(Loc(to.place, to.owner, 0)))
        return self.done(moved, Seen("which cards move", cards), Seen("where they go", to), told=(shown,))

    def _lift(self, operation: lo.Lift) -> Step:
        state, reader, mover = self.state, self.reader, self.mover
        loc = reader.loc(operation.card)
        reader.require("lifting a card that lies nowhere", state.lies(loc))
        reader.require("lifting a card with the hand full", negate(state.exists(mover.in_hand)))
        lifted = mover.lift(state, loc, on_top=self._on_top(operation.card), to=self._goal(operation))
        return self.done(lifted.with_register(operation.register, mover.in_hand), Seen("which card moves", loc))

    def _goal(self, operation: lo.Lift) -> Loc | None:
        """Where a lifted card goes next: a spot or a place."""
        if operation.to is None:
            return None
        goal = self.reader.value(operation.to)
        return goal if isinstance(goal, Loc) else Loc(goal.place, goal.owner, 0)

    def _on_top(self, card: ex.Expr) -> bool:
        match card:
            case ex.EndOf(end="top", cards=ex.CardsIn(place=ex.PlaceRef(place=name))):
                return self.base.shape.families[self.base.shape.numbers[name]].kind == "pile"
        return False

    def _lay(self, operation: lo.Lay) -> Step:
        state, reader, mover = self.state, self.reader, self.mover
        held = reader.loc(ex.LocalRef(CardType(), None, operation.register))
        in_hand = all_of(same_loc(held, mover.in_hand), state.exists(mover.in_hand))
        reader.require("laying a card that is not in the hand", in_hand)
        to = reader.value(operation.to)
        if isinstance(to, Loc):
            reader.require("laying a card on a spot that is taken", negate(state.lies(to)))
            self._spot_in_a_row(to)
            return self._laid(to, Seen("where a card goes", to))
        whose = self._known_place(to)
        family = state.families[whose.place]
        seen = Seen("where a card goes", whose)
        if family.kind == "pile":
            return self._laid(Loc(whose.place, whose.owner, family.size(whose.owner)), seen)
        if family.kind == "one":
            loc = Loc(whose.place, whose.owner, 0)
            reader.require("laying a card where one lies", negate(state.lies(loc)))
            return self._laid(loc, seen)
        return self._laid(summaries.free_spot(self.base, state, whose, "gap"), seen)

    def _laid(self, to: Loc, seen: Seen) -> Step:
        return self.done(self.mover.lay(self.state, to), seen, told=(self._arrival(self.mover.in_hand, to),))

    def _arrival(self, card: Loc, to: Loc) -> Told:
        """A card that comes to a place is shown to those who see the faces there."""
        return Told(lambda x: same_loc(x, card), self.mover.sees(to))

    def _shown_at(self, source: Whose, to: Whose) -> Told:
        """The cards of one place are shown to those who see the faces in another."""
        sees = self.mover.sees(Loc(to.place, to.owner, 0))
        return Told(lambda x: all_of(same(x.place, source.place), same(x.owner, source.owner)), sees)

    def _spot_in_a_row(self, to: Loc) -> None:
        if not isinstance(to.place, int):
            raise NotEncodedError("a spot whose place is not known")
        shape = self.base.shape.families[to.place]
        if shape.kind == "pile" or shape.forgets:
            raise NotEncodedError("a spot in a pile or in a hand")

    def _known(self, expr: ex.Expr) -> Whose:
        return self._known_place(self.reader.place(expr))

    def _known_place(self, whose: Any) -> Whose:
        if not isinstance(whose, Whose) or not isinstance(whose.place, int):
            raise NotEncodedError("a place that is not known")
        return whose

    def _hit(self, cards: ex.Expr, what: str) -> tuple[Callable[[Loc], Term], int | None, Seen]:
        """Which locations are shown or turned, the only family in which they are if that is known, and what is seen."""
        state = self.state
        value = self.reader.value(cards)
        if isinstance(value, Many):
            return value.has, value.inside, Seen(f"which cards are {what}", value)
        loc: Loc = value
        self.reader.require(f"a card that is {what} lies nowhere", state.exists(loc))
        inside = loc.place if isinstance(loc.place, int) else None
        return (lambda x: same_loc(x, loc)), inside, Seen(f"which card is {what}", loc)

    def _seats(self, to: ex.Expr) -> tuple[Callable[[Term], Term], Seen]:
        value = self.reader.value(to)
        if isinstance(value, Many):
            return value.has, Seen("who is shown it", value)
        return (lambda q: same(q, value)), Seen("who is shown it", value)

    # ------------------------------------------------------------ values
    def _window(self, operation: lo.MoveWindow) -> State:
        state, window = self.state, operation.window
        opened = state
        if operation.what != "forget":
            opened = replace(state, open={**state.open, window: operation.what == "open"})
        if operation.what == "close":
            return opened
        return replace(opened, passed={**opened.passed, window: lambda _q: False})

    def _set_variable(self, operation: lo.SetVariable) -> Step:
        state, reader = self.state, self.reader
        name, value = operation.variable, reader.value(operation.value)
        owner = SHARED if operation.owner is None else reader.seat(operation.owner)
        old = state.variables.get(name) or self.base.variable(name)
        new = (lambda _o: value) if operation.owner is None else (lambda o: choose(same(o, owner), value, old(o)))
        seen = (Seen(f"whose {name} is set", owner), Seen(f"the new {name}", value))
        kind = self.base.shape.variables[name].type
        if isinstance(kind, PlayerType):
            self._in_range(kind, value, f"setting {name} to somebody who is no player")
        return self.done(replace(state, variables={**state.variables, name: new}), *seen)

    def _in_range(self, kind: PlayerType, value: Term, what: str) -> None:
        lowest = -1 if kind.optional else 0
        self.reader.require(what, all_of(value >= lowest, value < self.base.players()))

    def _next_of(self, operation: lo.NextOf) -> Step:
        state = self.state
        left = self.reader.many(ex.LocalRef(self.base.types[operation.collection], None, operation.collection))
        element = element_of(self.base, operation.register, left, "next")
        has = left.has
        some = self.base.symbols.truth(f"more.{operation.collection}")
        fewer = Many(lambda x: all_of(has(x), negate(same_element(x, element))), left.element, lambda: some)
        taken = state.with_register(operation.register, element).with_register(operation.collection, fewer)
        condition = all_of(left.some(), has(element))
        if isinstance(self.base.types[operation.register], CardType):
            condition = all_of(condition, state.lies(element))
        return Step(
            tuple(self.reader.needs),
            (
                Way(self.onward, "next", condition, taken),
                Way(operation.done, "done", negate(left.some()), state, lambda x: negate(has(x))),
            ),
            (Seen("what a loop goes through", left),),
        )
