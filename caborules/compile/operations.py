"""The straight operations as Python source: what each does to the working state, and the events that it logs."""

from __future__ import annotations

from dataclasses import dataclass

from caborules.compile.layout import Layout, Unsupported
from caborules.compile.moves import Moves
from caborules.compile.skips import NOWHERE
from caborules.compile.values import Values, constant, total
from caborules.compile.writing import Piece
from caborules.engine.basics import fits
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.types import CardType, CollectionType, EnumType, NumberType, PlayerType, SpotType, Type


@dataclass(frozen=True, slots=True)
class Operations:
    layout: Layout
    values: Values
    moves: Moves

    def write(self, piece: Piece, node: lo.Node, live: frozenset[str]) -> None:
        """One operation that is no ``Test``, ``NextOf``, ``Ask``, ``Unseal``, ``Stop``, ``Lift`` or ``Lay``.

        ``live`` are the registers that matter after it.
        """
        operation, source = node.operation, node.source
        match operation:
            case lo.Mark(rule=rule, what=what):
                # The engine tells the end of a rule without a line.
                piece.event(*(("entered", source) if what == "start" else ("left", NOWHERE)), name=rule)
            case lo.SetRegister(register, value) if register not in live and total(value):
                piece.changed(register)
            case lo.SetRegister(register, value):
                text = self._value(value)
                piece.line(f"{self.layout.register(register)} = {text}")
                self.moves.set_register(piece, register, value)
            case lo.Rotate(register, start):
                at = self.layout.register(register)
                piece.line(f"{at} = rotated({at}, {self._value(start)}, {self.layout.players})")
                piece.changed(register)
            case lo.SetVariable():
                self._assign(piece, operation, source)
            case lo.MoveWindow():
                self._window(piece, operation, source)
            case lo.Say(text, said):
                if said is None:
                    piece.event("announced", source, name=text)
                else:
                    told = piece.temporary(self.values.outward(said.type, self._value(said)))
                    piece.event("announced", source, name=text, value="{0}", dynamic=(told,))
            case lo.PickOne(register):
                self._pick(piece, operation, source, register in live)
            case lo.MoveAll(from_, rest, to):
                places = f"{self.values.place_index(from_, {})}, {rest}, {self.values.place_index(to, {})}"
                self._moved(piece, "moved", f"move_all(s, {places})", source)
            case lo.MoveCards(cards, to):
                self._moved(piece, "moved", f"move(s, {self._cards(cards)}, {self.goal(to)})", source)
            case lo.SwapCards(left, right):
                if not self.moves.swap(piece, operation, source):
                    self._moved(piece, "swapped", f"swap(s, {self._value(left)}, {self._value(right)})", source)
            case lo.ShufflePlace(place):
                at = piece.temporary(self.values.place_index(place, {}))
                piece.line(f"shuffle(s, {at})")
                piece.facts.clear()
                piece.event("shuffled", source, value=f"{self.layout.pool.name(self._ids())}[{{0}}]", dynamic=(at,))
            case lo.ShowCards():
                self._show(piece, operation, source)
            case lo.TurnCards(cards, up):
                raws = piece.temporary(f"flip(s, {self._cards(cards)}, {up})")
                seen = f"seen({{0}}, {self.layout.everyone})"
                piece.event("flipped", source, value=repr(up), cards=seen, dynamic=(raws,))
            case _:
                raise Unsupported(type(operation).__name__)

    def move_one(self, piece: Piece, lift: lo.Lift, lay: lo.Lay, source: lo.Source, stays: bool) -> None:
        """A card is lifted and laid down; ``stays``: its register matters after that."""
        if self.moves.move_one(piece, lift, lay, source, stays):
            return
        register = self.layout.register(lift.register)
        card = piece.temporary(self._value(lift.card))
        piece.line(f"{register} = {card}")
        piece.changed(lift.register)
        self._moved(piece, "moved", f"move(s, ({card},), {self.goal(lay.to)})", source)

    def goal(self, to: ex.Expr) -> str:
        """Where cards are laid, as the last arguments of ``move``."""
        if isinstance(to.type, SpotType):
            spot = self._value(to)
            return f"PLACES[({spot})[:2]], ({spot})[2]"
        return self.values.place_index(to, {})

    # ------------------------------------------------------------ the parts of it
    def _value(self, expr: ex.Expr) -> str:
        return self.values.value(expr, {})

    def _ids(self) -> object:
        return self.layout.machine.setup.place_ids

    def _cards(self, expr: ex.Expr) -> str:
        """A card or cards, as a collection that stays as it is while they are moved."""
        if isinstance(expr.type, CollectionType):
            return f"tuple({self.values.elements(expr, {})})"
        return f"({self._value(expr)},)"

    def _moved(self, piece: Piece, kind: str, call: str, source: lo.Source) -> None:
        raws = piece.temporary(call)
        piece.facts.clear()
        piece.event(kind, source, cards=f"seen({{0}}, {self.layout.everyone})", dynamic=(raws,))

    def _assign(self, piece: Piece, operation: lo.SetVariable, source: lo.Source) -> None:
        kind = self.layout.lowered.variables[operation.variable].type
        at, owner = self.layout.variable(operation.variable), "None"
        known = constant(operation.value)
        if operation.owner is not None:
            owner = piece.temporary(self._value(operation.owner))
            at = f"{at}[{owner}]"
        if known is not None and fits(kind, known[0], self.layout.players):
            value = self.layout.pool.of(known[0])
        else:
            value = piece.temporary(self._value(operation.value))
            self._check(piece, operation, kind, value)
        piece.line(f"{at} = {value}")
        told = self.values.outward(kind, value)
        if told != value:
            told = piece.temporary(told)
        dynamic = tuple(one for one in (owner, told) if one.startswith("t") and one[1:].isdigit())
        names = {one: f"{{{i}}}" for i, one in enumerate(dynamic)}
        piece.event(
            "set",
            source,
            name=operation.variable,
            seat=names.get(owner, owner),
            value=names.get(told, told),
            dynamic=dynamic,
        )

    def _check(self, piece: Piece, operation: lo.SetVariable, kind: Type, value: str) -> None:
        """A value outside the variable's type is a fault."""
        given, name = operation.value.type, self.layout.pool.name(operation.variable)
        match kind:
            case NumberType(low, high):
                wrong = f"not {low} <= {value} <= {high}"
            case PlayerType(optional=False) if isinstance(given, PlayerType) and not given.optional:
                return
            case PlayerType(optional=False):
                wrong = f"{value} is None"
            case EnumType() if given == kind:
                return
            case EnumType():
                wrong = f"{value} not in {self.layout.pool.name(kind.members)}"
            case CardType():
                wrong = f"{value} is None"
            case _ if given == kind or isinstance(kind, PlayerType):
                return
            case _:
                wrong = f"not fits({self.layout.pool.name(kind)}, {value}, {self.layout.players})"
        with piece.inside(f"if {wrong}:"):
            piece.line(f"raise OutOfRange({name}, {value})")

    def _window(self, piece: Piece, operation: lo.MoveWindow, source: lo.Source) -> None:
        at = self.layout.window(operation.window)
        match operation.what:
            case "forget":
                piece.line(f"s.q{at} = 0")
            case "open":
                number = piece.temporary(f"s.m{at} + 1")
                piece.line(f"s.m{at} = {number}; s.o{at} = True; s.q{at} = 0")
                piece.event("opened", source, name=operation.window, value="{0}", dynamic=(number,))
            case "close":
                was = piece.temporary(f"s.o{at}")
                piece.line(f"s.o{at} = False")
                piece.event("closed", source, name=operation.window, when="{0}", dynamic=(was,))

    def _pick(self, piece: Piece, operation: lo.PickOne, source: lo.Source, stays: bool) -> None:
        register, among = operation.register, operation.among
        among_all = piece.temporary(self.values.elements(among, {}))
        with piece.inside(f"if not {among_all}:"):
            piece.line('raise Undefined("there is nothing to choose from", None)')
        index = piece.temporary("0")
        piece.line(f"{index}, s.ch = draw_index(s.ch, len({among_all}))")
        piece.line(f"s.oc.append({index})")
        picked = piece.temporary(f"{among_all}[{index}]")
        piece.changed(register)
        if stays:
            piece.line(f"{self.layout.register(register)} = {picked}")
        told = self.values.outward(among.type.of if isinstance(among.type, CollectionType) else among.type, picked)
        if told != picked:
            told = piece.temporary(told)
        piece.event("picked", source, name=operation.name, value="{0}", dynamic=(told,))

    def _show(self, piece: Piece, operation: lo.ShowCards, source: lo.Source) -> None:
        if self.moves.show(piece, operation, source):
            return
        everyone = self.layout.everyone
        if isinstance(operation.to, ex.Seats):
            to, mask = self.layout.pool.name(tuple(range(self.layout.players))), str(everyone)
        elif isinstance(operation.to.type, CollectionType):
            to = piece.temporary(self._value(operation.to))
            mask = piece.temporary(f"sum([1 << p for p in set({to})])")
        else:
            seat = piece.temporary(self._value(operation.to))
            to, mask = f"({seat},)", piece.temporary(f"1 << {seat}")
        cards = piece.temporary(self._cards(operation.cards))
        with piece.inside(f"for c in {cards}:"):
            piece.line(f"s.kn[c] |= {mask}")
        raws = piece.temporary(f"lying(s, {cards})")
        looking = piece.temporary(to) if to.startswith("(") else to
        dynamic = [raws]
        value, told = looking, str(everyone)
        if looking.startswith("t"):
            dynamic.append(looking)
            value = "{1}"
        if operation.secretly:
            told = mask
            if mask.startswith("t"):
                told = f"{{{len(dynamic)}}}"
                dynamic.append(mask)
        piece.event("shown", source, value=value, cards=f"seen({{0}}, {told})", dynamic=tuple(dynamic))
