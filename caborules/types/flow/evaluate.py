"""What an expression may be worth at a point of the rules, who can compute it, and whether it is defined there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from caborules.ir import expressions as x
from caborules.ir.statements import Show
from caborules.ir.system import System
from caborules.ir.types import CollectionType, PlayerType, RuleType
from caborules.types.flow import handfuls
from caborules.types.flow.bounds import BOTH, Possible, Range, as_range, common, of_type
from caborules.types.flow.constants import constant, domain, every
from caborules.types.flow.facts import FIRST, NOBODY, PUBLIC, SHUFFLED, UNKNOWN, Label, Read, State, World
from caborules.types.flow.labels import escaped
from caborules.types.flow.names import Env, Named, element_of, fact_of, local, resolved
from caborules.types.flow.phrases import phrase
from caborules.types.flow.plain import Plain
from caborules.types.flow.said import ahead
from caborules.types.flow.symbols import holder
from caborules.types.flow.values import (
    SOMEONE,
    Cards,
    Items,
    Made,
    People,
    Person,
    Place,
    Scalar,
    Spot,
    Val,
    labelled,
    mingle,
    public,
)
from caborules.types.ranges import arithmetic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(slots=True)
class Silence:
    """Where nothing is reported, entered ``depth`` times. One is used again and again, since much is evaluated so."""

    depth: int = 0

    def __enter__(self) -> None:
        self.depth += 1

    def __exit__(self, *_: object) -> None:
        self.depth -= 1


class Evaluator(ABC):
    """Evaluates expressions. Where a step may be undefined it says so by ``undefined``, unless it is quiet."""

    def __init__(self, system: System, world: World) -> None:
        self.system = system
        self.world = world
        self._silence = Silence()
        self._scopes = ["begin"]
        self._secret_looks = any(
            isinstance(s, Show) and s.secretly for block in system.blocks.values() for s in block.statements
        )
        self._plain = Plain(system)
        self._constants: dict[int, Val] = {}
        self._options: dict[str, Val] = {}
        self._cells: dict[tuple[str, str, Sequence[int]], tuple[x.Expr, ...]] = {}
        self._shared = {name: Place(frozenset({(name, None)})) for name in system.places}
        self._everyone = People(True, None, Range(*system.players))

    @abstractmethod
    def learn(self, condition: x.Expr, truth: bool, env: Env, state: State) -> State | None:
        """The state where a condition is known to hold or not; None where that cannot be."""

    @abstractmethod
    def split(self, condition: x.Expr, env: Env, state: State) -> tuple[State | None, State | None]:
        """Both of what ``learn`` finds: the state where the condition holds, and the one where it does not."""

    @abstractmethod
    def undefined(self, what: str, guard: str) -> None:
        """``what`` cannot be carried out where ``guard`` does not hold, and it may not hold here."""

    def quietly(self) -> Silence:
        """Evaluate without reporting."""
        return self._silence

    def require(self, defined: bool, what: str, guard: str) -> None:
        """Report what may be undefined here."""
        if not defined and not self._silence.depth:
            self.undefined(what, guard)

    # ------------------------------------------------------------ the kinds of values
    def cards(self, expr: x.Expr, env: Env, state: State) -> Cards:
        value = self.value(expr, env, state)
        assert isinstance(value, Cards), expr
        return value

    def person(self, expr: x.Expr, env: Env, state: State) -> Person:
        value = self.value(expr, env, state)
        assert isinstance(value, Person), expr
        return value

    def place(self, expr: x.Expr, env: Env, state: State) -> Place:
        value = self.value(expr, env, state)
        assert isinstance(value, Place), expr
        return value

    def owner(self, expr: x.Expr | None, env: Env, state: State) -> tuple[str | None, Label]:
        """The symbol of a place's or variable's owner, and what in it is not public."""
        if expr is None:
            return None, PUBLIC
        person = self.person(expr, env, state)
        return person.symbol, person.label

    def scalar(self, expr: x.Expr, env: Env, state: State) -> Possible:
        """What a number, yes or no, member or player may be."""
        value = self.value(expr, env, state)
        return value.possible if isinstance(value, (Scalar, Person)) else BOTH

    def number(self, expr: x.Expr, env: Env, state: State) -> Range:
        return as_range(self.scalar(expr, env, state))

    def label(self, expr: x.Expr, env: Env, state: State) -> Label:
        """What is not public in an expression."""
        if self._plain(expr) and not state.labels and not any(value.label for _, value in env.values()):
            return PUBLIC
        return self.value(expr, env, state).label

    def face(self, cards: Cards, text: str, state: State) -> Label:
        """The label of what is read from the faces of cards."""
        audience = state.face(fact_of(cards, state))
        if "*" in audience:
            return PUBLIC
        return frozenset({Read(audience, cards.symbol if cards.about is None else cards.about, text)})

    def whereabouts(self, cards: Cards, text: str, state: State) -> Label:
        """The label of where cards lie: after a shuffle nobody can tell."""
        lost = fact_of(cards, state).lost
        at = "" if lost == SHUFFLED else lost
        return frozenset({Read(NOBODY, None, f"where {text} lies", at)}) if lost else PUBLIC

    # ------------------------------------------------------------ evaluation
    def value(self, expr: x.Expr, env: Env, state: State) -> Val:
        """What an expression may be worth."""
        if state.said and not isinstance(expr, x.LocalRef) and ("announced", resolved(expr, env)) in state.said:
            return public(self._value(expr, env, state.but(said=frozenset())))
        return self._value(expr, env, state)

    def _value(self, expr: x.Expr, env: Env, state: State) -> Val:
        match expr:
            case x.Const():
                if id(expr) not in self._constants:
                    self._constants[id(expr)] = constant(expr.value, expr.type)
                return self._constants[id(expr)]
            case x.OptionRef():
                return self.option(expr, state)
            case x.LocalRef():
                return local(env[expr.name], state)
            case x.VariableRef():
                return self._variable(expr, env, state)
            case x.PlaceRef(owner=None):
                return self._shared[expr.place]
            case x.PlaceRef():
                owner, label = self.owner(expr.owner, env, state)
                return Place(frozenset({(expr.place, owner)}), label)
            case x.CardsIn() | x.Those():
                return handfuls.value(self, expr, env, state)
            case x.Apply():
                with self.scope(expr.function):
                    return self.value(*self.inlined(expr, env, state), state)
            case x.Lookup():
                return self._lookup(expr, env, state)
            case x.RuleMade():
                if expr.rule is None:
                    return Made(frozenset({None}))
                given = tuple((name, self.value(e, env, state)) for name, e in expr.given)
                label = frozenset[Read]().union(*(v.label for _, v in given))
                return Made(frozenset({(expr.rule, given)}), label)
            case x.Seats():
                return self._everyone
            case x.PlayerCount():
                return Scalar(Range(*self.system.players))
            case x.FirstSeat():
                return Person(FIRST, SOMEONE)
            case x.Neighbour():
                return Person(UNKNOWN, SOMEONE, self.label(expr.player, env, state))
            case x.Others():
                person = self.person(expr.player, env, state)
                low, high = self.system.players
                return People(False, person.symbol, Range(low - 1, high - 1), person.label)
            case x.SizeOf():
                value = self.value(expr.collection, env, state)
                assert isinstance(value, (Cards, People, Items))
                known = common(value.size, as_range(of_type(expr.type) or value.size))
                return Scalar(value.size if known is None else known, value.label)
            case x.SpotOf() | x.PositionOf():
                card = self.cards(expr.card, env, state)
                label = card.label | self.whereabouts(card, phrase(expr.card), state)
                if isinstance(expr, x.SpotOf):
                    return Spot(fact_of(card, state).lies, label)
                return Scalar(every(expr.type), label)
            case x.NewSpot():
                place = self.place(expr.place, env, state)
                return Spot(place.keys, place.label)
            case x.AttributeOf():
                card = self.cards(expr.card, env, state)
                return Scalar(every(expr.type), card.label | self.face(card, phrase(expr), state))
            case x.PrintedNumber() | x.CardNamed() | x.IsOver():
                return Scalar(of_type(expr.type) or BOTH)
            case x.Arithmetic():
                return self._arithmetic(expr, env, state)
            case x.Compare():
                return self._comparison(expr.left, expr.right, env, state)
            case x.Logic():
                left = self.label(expr.left, env, state)
                with self.quietly():
                    after = self.learn(expr.left, expr.op == "and", env, state)
                return Scalar(BOTH, left if after is None else left | self.label(expr.right, env, after))
            case x.Not():
                return Scalar(BOTH, self.label(expr.operand, env, state))
            case x.Either():
                return self._either(expr, env, state)
            case x.Numbers():
                low_end, high_end = self.number(expr.low, env, state), self.number(expr.high, env, state)
                size = Range(max(0, high_end.low - low_end.high + 1), max(0, high_end.high - low_end.low + 1))
                label = self.label(expr.low, env, state) | self.label(expr.high, env, state)
                return Items(Range(low_end.low, max(low_end.low, high_end.high)), size, label)
            case x.IsEmpty():
                return Scalar(BOTH, self.label(expr.collection, env, state))
            case x.IsIn():
                return self._comparison(expr.element, expr.collection, env, state)
            case x.Exists() | x.Fold() | x.Share():
                return self._fold(expr, env, state)
            case x.Knows():
                person = self.person(expr.player, env, state)
                label = person.label | self.label(expr.cards, env, state)
                if self._secret_looks:
                    label |= {Read(frozenset({person.symbol}) - {UNKNOWN}, None, phrase(expr.cards))}
                return Scalar(BOTH, label)
            case x.FaceUp():
                return Scalar(BOTH, self.label(expr.card, env, state))
            case x.WindowOpen() | x.HasPassed():
                return Scalar(BOTH)
            case _:
                return handfuls.value(self, expr, env, state)

    def _comparison(self, left: x.Expr, right: x.Expr, env: Env, state: State) -> Val:
        """Comparing cards asks whether they are the same card, and so where they lie."""
        label = PUBLIC
        for side in (left, right):
            value = self.value(side, env, state)
            label |= value.label
            if isinstance(value, Cards):
                label |= self.whereabouts(value, phrase(side), state)
        return Scalar(BOTH, label)

    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Names bound inside belong to ``name``."""
        self._scopes.append(name)
        try:
            yield
        finally:
            self._scopes.pop()

    def inlined(self, expr: x.Apply, env: Env, state: State) -> tuple[x.Expr, dict[str, Named]]:
        """A function's body and what its parameters stand for."""
        function = self.system.functions[expr.function]
        names = [p.name for p in function.parameters]
        inner = {n: self.argument(a, env, state) for n, a in zip(names, expr.arguments, strict=True)}
        return function.body, inner

    def argument(self, expr: x.Expr, env: Env, state: State) -> Named:
        """An argument; a name that is passed on stays the same name."""
        if isinstance(expr, x.LocalRef):
            return env[expr.name]
        return None, self.value(expr, env, state)

    def option(self, expr: x.OptionRef, state: State) -> Val:
        """What an option may be set to; a fixed answer is what it is."""
        if expr.key in state.options:
            return Scalar(state.options[expr.key])
        if expr.key not in self._options:
            self._options[expr.key] = self._setting(expr)
        return self._options[expr.key]

    def _setting(self, expr: x.OptionRef) -> Val:
        state = State(self.world)
        definition = self.system.options[expr.key]
        if isinstance(definition.type, RuleType):
            if definition.openness == "fixed":
                return self.value(definition.default, {}, state)
            return reduce(mingle, (self.value(e, {}, state) for e in definition.domain if not isinstance(e, int)))
        if definition.openness == "fixed":
            with self.quietly():
                return self.value(definition.default, {}, state)
        if isinstance(definition.type, CollectionType):
            return Items(every(definition.type.of), Range(0, 10**6))
        return Scalar(domain(definition.domain, definition.type))

    def _variable(self, expr: x.VariableRef, env: Env, state: State) -> Val:
        owner, label = self.owner(expr.owner, env, state)
        possible = state.value((expr.variable, owner))
        if isinstance(expr.type, PlayerType):
            return Person(holder(state, expr.variable) if owner is None else UNKNOWN, possible, label)
        return Scalar(possible, label)

    def _arithmetic(self, expr: x.Arithmetic, env: Env, state: State) -> Val:
        left, right = self.number(expr.left, env, state), self.number(expr.right, env, state)
        label = self.label(expr.left, env, state) | self.label(expr.right, env, state)
        if expr.op in ("div", "mod") and left.low <= right.low <= 0 <= right.high:
            self.require(False, f"{phrase(expr.left)} {expr.op} {phrase(expr.right)}", f"{phrase(expr.right)} is not 0")
        found = arithmetic(expr.op, left, right)
        if expr.op == "minus" and state.said and found.low < 0:
            least = ahead(state.said, expr.left, expr.right, env)
            found = found if least is None else Range(least, max(least, found.high))
        return Scalar(found, label)

    def _either(self, expr: x.Either, env: Env, state: State) -> Val:
        label = self.label(expr.condition, env, state)
        yes, no = self.split(expr.condition, env, state)
        sides = [
            self.value(side, env, after)
            for side, after in ((expr.then, yes), (expr.otherwise, no))
            if after is not None
        ]
        if not sides:
            return self.value(expr.otherwise, env, state)
        return labelled(reduce(mingle, sides), label)

    def _lookup(self, expr: x.Lookup, env: Env, state: State) -> Val:
        table = self.system.tables[expr.table]
        key = self.value(expr.key, env, state)
        label = key.label
        rows: Sequence[int] = range(len(table.rows))
        if isinstance(key, Cards):
            label |= self.face(key, phrase(expr), state)
        elif isinstance(key, Scalar) and isinstance(key.possible, frozenset):
            members = {m for m in key.possible if isinstance(m, (str, int)) and m in table.index}
            rows = tuple(sorted({table.index[m] for m in members}))
        arguments = zip((p.name for p in table.parameters), expr.arguments, strict=True)
        inner = {name: self.argument(e, env, state) for name, e in arguments}
        with self.scope(expr.table):
            cells = self._different_cells(expr.table, expr.column, rows)
            return labelled(reduce(mingle, (self.value(cell, inner, state) for cell in cells)), label)

    def _different_cells(self, table: str, column: str, rows: Sequence[int]) -> tuple[x.Expr, ...]:
        """The cells of these rows, each once; ``rows`` is a range or a tuple."""
        key = (table, column, rows)
        if key not in self._cells:
            self._cells[key] = tuple(dict.fromkeys(self.system.tables[table].rows[r].cells[column] for r in rows))
        return self._cells[key]

    def _fold(self, expr: x.Exists | x.Fold | x.Share, env: Env, state: State) -> Val:
        among = self.value(expr.cards if isinstance(expr, x.Share) else expr.among, env, state)
        inner, within, symbol = self.element(expr.variable, among, env, state)
        label = among.label
        if isinstance(expr, x.Share):
            return Scalar(BOTH, label | escaped(self.label(expr.measure, inner, within), symbol))
        where = expr.where
        if where is not None:
            label |= escaped(self.label(where, inner, within), symbol)
        if isinstance(expr, x.Exists):
            return Scalar(BOTH, label)
        if where is not None:
            with self.quietly():
                found = self.learn(where, True, inner, within)
            if found is None:
                return Scalar(every(expr.type), label)
            within = found
        measure = self.value(expr.measure, inner, within)
        label |= escaped(measure.label, symbol)
        if expr.which == "sum":
            return Scalar(every(expr.type), label)
        assert isinstance(among, (Cards, People, Items)) and isinstance(measure, Scalar)
        self.require(
            among.size.low >= 1 and where is None,
            f"the {expr.which} of nothing",
            f"{phrase(expr.among)} is not empty" if where is None else "there is one such",
        )
        return Scalar(measure.possible, label)

    def element(self, variable: str, among: Val, env: Env, state: State) -> tuple[dict[str, Named], State, str]:
        """One element of a collection under a name that lives in an expression: names, state, the symbol."""
        symbol = f"{self._scopes[-1]}.{variable}"
        value, inside = element_of(among, symbol, state)
        return {**env, variable: (symbol, value)}, inside, symbol
