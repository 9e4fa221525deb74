"""Expressions as Python source over the working state ``s``: as a value, a condition, or elements to go through."""

from __future__ import annotations

from dataclasses import dataclass, field

from caborules.compile.layout import Layout, Unsupported
from caborules.compile.loops import Names, fresh, loop_body
from caborules.ir import expressions as ex
from caborules.ir.types import BoolType, CardType, CollectionType, PlayerType, Type, Value
from caborules.ir.walk import subexpressions

_COMPARISONS = {
    "is": "==",
    "is not": "!=",
    "is at least": ">=",
    "is at most": "<=",
    "is more than": ">",
    "is less than": "<",
}
_SUMS = {"plus": "+", "minus": "-", "times": "*", "div": "//", "mod": "%"}


def conjuncts(expr: ex.Expr | None) -> list[ex.Expr]:
    """The parts of an ``and``, in order."""
    if expr is None:
        return []
    if isinstance(expr, ex.Logic) and expr.op == "and":
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


def reads(expr: ex.Expr, names: set[str]) -> bool:
    """Does an expression read one of the local names?"""
    return any(isinstance(part, ex.LocalRef) and part.name in names for part in subexpressions(expr))


def total(expr: ex.Expr) -> bool:
    """Has the expression a value wherever it stands? (Sure where the answer is yes.)"""
    match expr:
        case ex.Compare(op="is" | "is not"):
            return all(_plain(side) or total(side) for side in (expr.left, expr.right))
        case ex.EndOf() | ex.TheCard() | ex.SomeSet():
            return False
        case ex.Fold() if expr.which != "sum":
            return False
        case ex.Arithmetic(op="div" | "mod"):
            return False
    for part in (one for one in subexpressions(expr) if one is not expr):
        if isinstance(part.type, PlayerType) and part.type.optional:
            return False
        if not total(part):
            return False
    return True


def _plain(expr: ex.Expr) -> bool:
    return isinstance(expr, ex.LocalRef | ex.Const) or (isinstance(expr, ex.VariableRef) and expr.owner is None)


@dataclass(slots=True)
class Values:
    """Writes expressions; loops become functions of their own, collected in ``helpers``."""

    layout: Layout
    helpers: list[str] = field(default_factory=list)
    _written: dict[str, str] = field(default_factory=dict)

    # ------------------------------------------------------------ values
    def value(self, expr: ex.Expr, names: Names) -> str:
        """The value, exactly as the reference engine has it."""
        pool = self.layout.pool
        match expr:
            case ex.Const():
                return pool.of(expr.value)
            case ex.LocalRef():
                return names[expr.name] if expr.name in names else self.layout.register(expr.name)
            case ex.VariableRef():
                at = self.layout.variable(expr.variable)
                return at if expr.owner is None else f"{at}[{self.value(expr.owner, names)}]"
            case ex.PlaceRef():
                owner = "None" if expr.owner is None else self.value(expr.owner, names)
                return f"({pool.name(expr.place)}, {owner})"
            case ex.Compare() | ex.Logic() | ex.Not() | ex.IsEmpty() | ex.IsIn() | ex.Exists() | ex.SomeSet():
                text = self.condition(expr, names)
                return text if self._exact(expr) else f"(not not {text})"
            case ex.Knows() | ex.FaceUp() | ex.WindowOpen() | ex.HasPassed() | ex.Share():
                return f"(not not {self.condition(expr, names)})"
            case ex.Either():
                then, other = self.value(expr.then, names), self.value(expr.otherwise, names)
                return f"({then} if {self.condition(expr.condition, names)} else {other})"
            case ex.Arithmetic():
                return f"({self.value(expr.left, names)} {_SUMS[expr.op]} {self.value(expr.right, names)})"
            case ex.SizeOf():
                return self._size(expr.collection, names)
            case ex.PlayerCount():
                return str(self.layout.players)
            case ex.FirstSeat():
                return "0"
            case ex.Neighbour():
                step = 1 if expr.side == "left" else -1
                n = self.layout.players
                table = tuple((seat + step) % n for seat in range(n))
                return f"{pool.name(table)}[{self.value(expr.player, names)}]"
            case ex.AttributeOf():
                number = list(self.layout.lowered.attributes).index(expr.attribute)
                marks = tuple(face[number] for face in self.layout.machine.setup.faces)
                return f"{pool.name(marks)}[{self.value(expr.card, names)}]"
            case ex.Lookup():
                return self._cell(expr, names)
            case ex.FirstWhere() | ex.Fold():
                return self._loop(expr, names)
            case _:
                return self._about_cards(expr, names)

    def _about_cards(self, expr: ex.Expr, names: Names) -> str:
        match expr:
            case ex.TheCard():
                return f"{self.place(expr.place, names)}[0]"
            case ex.EndOf():
                match expr.cards:
                    case ex.CardsIn(place=ex.PlaceRef() as place) if self._shape(place) in ("pile", "one card", "hand"):
                        last = (expr.end == "top") == (self._shape(place) == "pile")
                        return f"{self.place(place, names)}[{-1 if last else 0}]"
                return f"{self.elements(expr.cards, names)}[{0 if expr.end == 'top' else -1}]"
            case ex.SpotOf():
                return f"spot_of(s, {self.value(expr.card, names)})"
            case ex.NewSpot():
                row = self.value(expr.place, names)
                return f"(*{row}, len(s.pl[PLACES[{row}]]))"
            case ex.PositionOf():
                return f"(index_of(s, {self.value(expr.card, names)}) + 1)"
            case _ if isinstance(expr.type, CollectionType):
                return f"tuple({self.elements(expr, names)})"
            case _:
                raise Unsupported(type(expr).__name__)

    def _cell(self, expr: ex.Lookup, names: Names) -> str:
        if expr.arguments:
            raise Unsupported("a table with arguments")
        cells = self.layout.lowered.cells[expr.table, expr.column]
        key = self.value(expr.key, names)
        if isinstance(expr.key.type, CardType):
            by_card = tuple(cells.get(face) for face in self.layout.machine.setup.faces)
            return f"{self.layout.pool.name(by_card)}[{key}]"
        return f"{self.layout.pool.name(dict(cells))}[{key}]"

    def _exact(self, expr: ex.Expr) -> bool:
        """Is the condition's text of type bool?"""
        match expr:
            case ex.Not(operand=ex.IsEmpty(collection=ex.CardsIn())):
                return False
            case ex.Compare() | ex.Not() | ex.IsEmpty() | ex.Exists() | ex.IsIn() | ex.SomeSet():
                return True
            case ex.Logic():
                return self._exact(expr.left) and self._exact(expr.right)
            case ex.LocalRef() | ex.VariableRef() | ex.Const():
                return isinstance(expr.type, BoolType)
        return False

    # ------------------------------------------------------------ conditions
    def condition(self, expr: ex.Expr, names: Names) -> str:
        """Something that is true or false in Python as the condition is."""
        match expr:
            case ex.Logic():
                return f"({self.condition(expr.left, names)} {expr.op} {self.condition(expr.right, names)})"
            case ex.Not(operand=ex.IsEmpty(collection=ex.CardsIn(place=place))):
                return self.place(place, names)
            case ex.Not(operand=ex.IsEmpty(collection=ex.Those() as those)):
                return self._loop(ex.Exists(expr.type, None, those.variable, those.among, those.where), names)
            case ex.Not():
                return f"(not {self.condition(expr.operand, names)})"
            case ex.Compare():
                return self._compare(expr, names)
            case ex.IsEmpty():
                match expr.collection:
                    case ex.CardsIn(place=place):
                        return f"(not {self.place(place, names)})"
                    case ex.Those() as those:
                        nothing = self._loop(
                            ex.Exists(expr.type, None, those.variable, those.among, those.where), names
                        )
                        return f"(not {nothing})"
                return f"(not {self.elements(expr.collection, names)})"
            case ex.IsIn():
                return f"({self.value(expr.element, names)} in {self.elements(expr.collection, names)})"
            case ex.Exists() | ex.Share() | ex.SomeSet():
                return self._loop(expr, names)
            case ex.Knows():
                bit = f">> {self.value(expr.player, names)} & 1"
                if isinstance(expr.cards.type, CollectionType):
                    return f"all([s.kn[c] {bit} for c in {self.elements(expr.cards, names)}])"
                return f"(s.kn[{self.value(expr.cards, names)}] {bit})"
            case ex.FaceUp():
                return f"is_up(s, {self.value(expr.card, names)})"
            case ex.WindowOpen():
                return f"s.o{self.layout.window(expr.window)}"
            case ex.HasPassed():
                return f"(s.q{self.layout.window(expr.window)} >> {self.value(expr.player, names)} & 1)"
            case _:
                return self.value(expr, names)

    def _compare(self, expr: ex.Compare, names: Names) -> str:
        for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
            if isinstance(other, ex.Const) and expr.op in ("is", "is not"):
                match one:
                    case ex.Lookup() if isinstance(one.key.type, CardType) and not one.arguments:
                        cells = self.layout.lowered.cells[one.table, one.column]
                        wanted = expr.op == "is"
                        fits = (cells.get(face) == other.value for face in self.layout.machine.setup.faces)
                        yes = tuple(fit == wanted for fit in fits)
                        return f"{self.layout.pool.name(yes)}[{self.value(one.key, names)}]"
                if other.value is None:
                    return f"({self.value(one, names)} {'is' if expr.op == 'is' else 'is not'} None)"
        left, right = self.value(expr.left, names), self.value(expr.right, names)
        return f"({left} {_COMPARISONS[expr.op]} {right})"

    # ------------------------------------------------------------ places and collections
    def place(self, expr: ex.Expr, names: Names) -> str:
        """The list of a place."""
        return f"s.pl[{self.place_index(expr, names)}]"

    def place_index(self, expr: ex.Expr, names: Names) -> str:
        if not isinstance(expr, ex.PlaceRef):
            return f"PLACES[{self.value(expr, names)}]"
        first = self.layout.first_index(expr.place)
        if expr.owner is None:
            return str(first)
        owner = self.value(expr.owner, names)
        return owner if first == 0 else f"{first} + {owner}"

    def _shape(self, place: ex.PlaceRef) -> str:
        return self.layout.place_def(place.place).shape

    def _size(self, of: ex.Expr, names: Names) -> str:
        match of:
            case ex.CardsIn(place=ex.PlaceRef() as place):
                there = self.place(place, names)
                if self._shape(place) == "row":
                    return f"(len({there}) - {there}.count(-1))"
                return f"len({there})"
            case ex.Seats():
                return str(self.layout.players)
        return f"len({self.elements(of, names)})"

    def elements(self, expr: ex.Expr, names: Names) -> str:
        """The elements in order, as a list or tuple that must not be changed."""
        pool, n = self.layout.pool, self.layout.players
        match expr:
            case ex.Const():
                return pool.name(expr.value)
            case ex.Seats():
                return pool.name(tuple(range(n)))
            case ex.Others():
                step = 1 if expr.side == "left" else -1
                table = tuple(tuple((here + step * k) % n for k in range(1, n)) for here in range(n))
                return f"{pool.name(table)}[{self.value(expr.player, names)}]"
            case ex.CardsIn(place=ex.PlaceRef() as place):
                there = self.place(place, names)
                match self._shape(place):
                    case "row":
                        return f"[c for c in {there} if c >= 0]"
                    case "pile":
                        return f"{there}[::-1]"
                    case _:
                        return there
            case ex.CardsIn():
                return f"cards_in(s, {self.place_index(expr.place, names)})"
            case ex.RestOf():
                return f"{self.elements(expr.cards, names)}[1:]"
            case ex.FirstCards():
                return f"{self.elements(expr.cards, names)}[:max(0, {self.value(expr.count, names)})]"
            case ex.Numbers():
                return f"range({self.value(expr.low, names)}, {self.value(expr.high, names)} + 1)"
            case ex.Those():
                clauses, variable = self.clauses(expr, names, ordered=True)
                return f"[{variable} {' '.join(clauses)}]"
            case ex.ThoseBest():
                return self._loop(expr, names)
            case ex.Either():
                then, other = self.elements(expr.then, names), self.elements(expr.otherwise, names)
                return f"({then} if {self.condition(expr.condition, names)} else {other})"
            case ex.LocalRef() | ex.VariableRef() | ex.Lookup():
                return self.value(expr, names)
            case _:
                raise Unsupported(type(expr).__name__)

    def seats_in_order(self, expr: ex.Expr, names: Names) -> str | None:
        """Players in the order of their seats, each once; None where they have to be sorted."""
        match expr:
            case ex.Seats():
                return self.elements(expr, names)
            case ex.Others():
                seats = range(self.layout.players)
                table = tuple(tuple(seat for seat in seats if seat != here) for here in seats)
                return f"{self.layout.pool.name(table)}[{self.value(expr.player, names)}]"
            case ex.Those():
                base, wheres = expr.among, [(expr.variable, expr.where)]
                while isinstance(base, ex.Those):
                    wheres.append((base.variable, base.where))
                    base = base.among
                among = self.seats_in_order(base, names)
                if among is None:
                    return None
                python = fresh(names)
                tests = [f"if {self.condition(where, {**names, one: python})}" for one, where in reversed(wheres)]
                return f"[{python} for {python} in {among} {' '.join(tests)}]"
        return None

    def clauses(self, expr: ex.Expr, names: Names, *, ordered: bool) -> tuple[list[str], str]:
        """``for`` and ``if`` parts that go through the elements, and the Python name of the element."""
        python = fresh(names)
        match expr:
            case ex.Those():
                clauses, python = self.clauses(expr.among, names, ordered=ordered)
                clauses.append(f"if {self.condition(expr.where, {**names, expr.variable: python})}")
            case ex.CardsIn(place=ex.PlaceRef() as place):
                there = self.place(place, names)
                if self._shape(place) == "pile" and ordered:
                    there = f"reversed({there})"
                clauses = [f"for {python} in {there}"]
                if self._shape(place) == "row":
                    clauses.append(f"if {python} >= 0")
            case _:
                clauses = [f"for {python} in {self.elements(expr, names)}"]
        return clauses, python

    def _loop(self, expr: ex.Expr, names: Names) -> str:
        """A call of a function that goes through a collection."""
        outer = sorted(set(names.values()))
        inside = {name: f"a{outer.index(python)}" for name, python in names.items()}
        parameters = ", ".join(["s", *(f"a{i}" for i in range(len(outer)))])
        text = "\n".join(loop_body(self, expr, inside))
        key = f"{parameters}|{text}"
        if key not in self._written:
            name = f"h{len(self.helpers)}"
            self._written[key] = name
            self.helpers.append(f"def {name}({parameters}):\n{text}")
        return f"{self._written[key]}({', '.join(['s', *outer])})"

    # ------------------------------------------------------------ what is told
    def outward(self, of: Type, text: str) -> str:
        """A value as events and actions have it: cards are told by their spots."""
        match of:
            case CardType():
                return f"spot_of(s, {text})"
            case CollectionType(of=CardType()):
                return f"tuple([spot_of(s, c) for c in {text}])"
        return text


def constant(expr: ex.Expr) -> tuple[Value] | None:
    """The value of a constant."""
    return (expr.value,) if isinstance(expr, ex.Const) else None
