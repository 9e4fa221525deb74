"""Single steps: moves, looks, values, announcements; naming; and saying what is wrong with a line."""

from __future__ import annotations

from abc import ABC
from dataclasses import replace

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Span
from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.system import System
from caborules.ir.types import CollectionType, NumberType, PlayerType
from caborules.ir.walk import subexpressions
from caborules.types.flow import audience, cards
from caborules.types.flow.bounds import Possible, Range, as_range, common
from caborules.types.flow.conditions import Conditions, seen_by
from caborules.types.flow.disclosures import Disclosure
from caborules.types.flow.effects import NOTHING, Effects, Log
from caborules.types.flow.facts import ALL, NOBODY, PUBLIC, UNKNOWN, Audience, CardFact, Key, Label, Read, State, World
from caborules.types.flow.findings import Findings
from caborules.types.flow.names import Env, Named, element_of, fact_of, resolved
from caborules.types.flow.phrases import phrase
from caborules.types.flow.purses import closed, compared
from caborules.types.flow.reads import Reads
from caborules.types.flow.symbols import leave, reassign, rename
from caborules.types.flow.values import Cards, Made, People, Person, Place, Scalar, Spot, Val


class Steps(Conditions, ABC):
    """Carries out single steps on a state. ``stack``: the rules that are running, outermost first."""

    def __init__(self, system: System, world: World, findings: Findings) -> None:
        super().__init__(system, world)
        self.findings = findings
        self.stack: list[str] = []
        self.frame = "begin"
        self.logs: list[Log] = [Log()]
        self.reads = Reads(system)
        self.covered: tuple[s.Pay, ...] = ()
        """Payments of the loops that are followed now which are known to be covered."""
        self.closed = closed(system)
        self._span: Span | None = None

    # ------------------------------------------------------------ reporting
    def at(self, span: Span | None) -> None:
        """The line that is looked at from here on."""
        self._span = span

    def report(self, code: str, message: str, mend: str = "", why: str = "", span: Span | None = None) -> None:
        path = f" It is reached by {' > '.join(self.stack)}." if len(self.stack) > 1 else ""
        self.findings.add(Diagnostic(code, span or self._span, message, why + path, mend))

    def leak(self, leak: audience.Leak) -> None:
        self.report(leak.code, leak.message, leak.mend, leak.why)

    def undefined(self, what: str, guard: str) -> None:
        self.report(
            "E320",
            f"This step can fail: it needs {what}, and nothing on the way says that {guard}.",
            f"Write `if {guard}` before it, or `otherwise nothing` (or another step) at the end of the line.",
            "A step is carried out whole or not at all, so the rules must say what happens then.",
        )

    def public(self, expr: x.Expr, what: str, env: Env, state: State) -> None:
        """E401 unless everybody can compute the expression."""
        label = self.label(expr, env, state)
        if label:
            self.leak(audience.condition(label, what))

    def stored(self, label: Label, what: str) -> None:
        """E405 unless everybody can compute what is kept."""
        if label:
            self.leak(audience.stored(label, what))

    def note(self, effects: Effects) -> None:
        if effects != NOTHING:
            self.logs[-1].add(effects)

    # ------------------------------------------------------------ names
    def bind(self, name: str, value: Val, env: Env, state: State) -> tuple[dict[str, Named], State]:
        """A name of the rule that runs now gets a meaning."""
        named, state = self.name(f"{self.frame}.{name}", value, state)
        return {**env, name: named}, state

    def name(self, symbol: str, value: Val, state: State) -> tuple[Named, State]:
        """Give a value a symbol, so that the state can keep facts about it."""
        state = leave(state, frozenset({symbol}))
        label = value.label
        if label:
            state = state.but(labels=state.labels | {symbol: label})
            value = replace(value, label=PUBLIC)
        match value:
            case Scalar():
                state = state.but(locals=state.locals | {symbol: value.possible})
            case Person():
                if value.symbol == UNKNOWN:
                    value = replace(value, symbol=symbol)
                elif value.symbol.startswith("$"):
                    state = self._steady(value.symbol, symbol, state)
                    value = replace(value, symbol=symbol)
            case Cards():
                if not (isinstance(value.symbol, str) and not value.part):
                    fact = fact_of(value, state)
                    state = state.but(cards=state.cards | {symbol: CardFact(fact.lies, state.face(fact), fact.lost)})
                    value = replace(value, symbol=symbol, part=False, whole=None, about=symbol)
            case Place():
                keys, state = self._steady_keys(value.keys, symbol, state)
                value = replace(value, keys=keys)
            case Spot() if value.lies is not None:
                keys, state = self._steady_keys(value.lies, symbol, state)
                value = replace(value, lies=keys)
            case People() if value.without is not None and value.without.startswith("$"):
                value = replace(value, without=None)
            case Made():
                value = replace(value, candidates=frozenset(steady_rule(c) for c in value.candidates))
        return (symbol, value), state

    def _steady(self, old: str, symbol: str, state: State) -> State:
        """The player whom a variable holds now gets a name that outlives the variable's value."""
        people = {v: symbol if p == old else p for v, p in state.people.items()}
        variable = old.removeprefix("$")
        if state.people.get(variable, old) == old:
            people[variable] = symbol
        return replace(rename(state, old, symbol), people=people)

    def _steady_keys(self, keys: frozenset[Key], symbol: str, state: State) -> tuple[frozenset[Key], State]:
        changing = {o for _, o in keys if o is not None and o.startswith("$")}
        if not changing:
            return keys, state
        if len(changing) == 1:
            state = self._steady(changing.pop(), symbol, state)
            owner = symbol
        else:
            owner = UNKNOWN
        return frozenset((f, owner if o is not None and o.startswith("$") else o) for f, o in keys), state

    # ------------------------------------------------------------ steps
    def step(self, statement: s.Statement, env: dict[str, Named], state: State) -> State:
        """Carry out a step that neither branches nor calls. Names that it introduces are added to ``env``."""
        match statement:
            case s.Move():
                return self._move(statement, env, state)
            case s.Swap():
                left, right = self.cards(statement.left, env, state), self.cards(statement.right, env, state)
                self._chosen("Which cards are swapped", state, (statement.left, left), (statement.right, right))
                state, effects = cards.swap(state, left, fact_of(left, state), right, fact_of(right, state))
            case s.Shuffle():
                state, effects = cards.shuffle(state, self.place(statement.place, env, state))
            case s.Show():
                what = self.cards(statement.what, env, state)
                if not statement.secretly:
                    self._chosen("Which cards are shown", state, (statement.what, what))
                return seen_by(state, what, self._whom(statement.to, env, state))
            case s.Flip():
                what = self.cards(statement.what, env, state)
                self._chosen("Which cards are turned", state, (statement.what, what))
                return seen_by(state, what, ALL) if statement.up else state
            case s.Assign():
                return self._assign(statement, env, state)
            case s.Pay():
                return self._pay(statement, env, state)
            case s.Let():
                names, state = self.bind(statement.name, self.value(statement.value, env, state), env, state)
                env.update(names)
                return state
            case s.Pick():
                return self._pick(statement, env, state)
            case s.Announce():
                return self._announce(statement, env, state)
            case s.SetWindow():
                state = state.but(windows=state.windows | {statement.window: statement.open})
                opened = frozenset({statement.window})
                effects = Effects(opens=opened) if statement.open else Effects(closes=opened)
            case _:
                raise AssertionError(f"not a step: {statement!r}")
        self.note(effects)
        return state

    def _chosen(self, what: str, state: State, *chosen: tuple[x.Expr, Cards]) -> None:
        """Everybody sees which cards a step is about, and so where a named card lies."""
        by_face = [(expr, one) for expr, one in chosen if one.label]
        lies = [self.whereabouts(one, "the card", state) for _, one in chosen]
        label = frozenset[Read]().union(*lies, *(one.label for _, one in by_face))
        if by_face and not any(lies):
            expr = by_face[0][0]
            name = phrase(expr) if isinstance(expr, x.LocalRef) else ""
            mend = audience.announced(name, isinstance(expr.type, CollectionType))
            self.leak(audience.condition(label, what, mend))
        elif label:
            self.leak(audience.condition(label, what))

    def _whom(self, expr: x.Expr, env: Env, state: State) -> Audience:
        match self.value(expr, env, state):
            case People(everyone=True):
                return ALL
            case Person(symbol=symbol) if symbol != UNKNOWN:
                return frozenset({symbol})
            case _:
                return NOBODY

    def _move(self, statement: s.Move, env: Env, state: State) -> State:
        what = self.cards(statement.what, env, state)
        moves = "Which cards move" if isinstance(statement.what.type, CollectionType) else "Which card moves"
        self._chosen(moves, state, (statement.what, what))
        to = self.value(statement.to, env, state)
        if isinstance(to, Spot):
            to = Place(state.world.anywhere if to.lies is None else to.lies)
        assert isinstance(to, Place)
        fact = fact_of(what, state)
        for key in to.keys:
            room = state.world.room(key[0])
            if state.one_card(key) and fact.lies != frozenset({key}):
                free = state.size(key).high + what.size.high <= room.high
                target = phrase(statement.to)
                self.require(free, f"room in {target}, where one card may lie", f"{target} is empty")
        state, effects = cards.move(state, what, fact, to)
        self.note(effects)
        return state

    def _assign(self, statement: s.Assign, env: Env, state: State) -> State:
        value = self.value(statement.value, env, state)
        owner, owner_label = self.owner(statement.owner, env, state)
        name = phrase(x.VariableRef(statement.value.type, None, statement.variable, statement.owner))
        self.stored(value.label | owner_label, name)
        kind = self.system.variables[statement.variable].type
        self.note(Effects(variables=frozenset({statement.variable})))
        if isinstance(kind, PlayerType):
            assert isinstance(value, Person)
            if owner is None:
                state = reassign(state, statement.variable, value.symbol)
            return state.write((statement.variable, owner), value.possible)
        if not isinstance(value, Scalar):
            return state
        parts = subexpressions(statement.value)
        grows = any(isinstance(part, x.VariableRef) and part.variable == statement.variable for part in parts)
        return self.store((statement.variable, owner), name, value.possible, kind, state, grows=grows)

    def store(
        self, key: Key, name: str, possible: Possible, kind: object, state: State, *, grows: bool = False
    ) -> State:
        """Write a value, which must be in the variable's range. ``grows``: it is made of the value before."""
        kept: Possible | None = possible
        if isinstance(kind, NumberType):
            numbers = as_range(possible)
            kept = common(numbers, kind)
            certain = kept is None or (numbers.low == numbers.high and kept != numbers)
            if kept != numbers:
                self.report(
                    "E302" if certain else "W302",
                    f"{name} holds {kind.low} to {kind.high}, and would become "
                    + (f"{numbers.low}." if numbers.low == numbers.high else f"{numbers.low} to {numbers.high}.")
                    if certain
                    else f"{name} holds {kind.low} to {kind.high}; the compiler cannot see that it stays there.",
                    "Widen the range, or test the value before."
                    if certain
                    else _kept_within(name, numbers, kind, grows),
                    "" if certain else "No proof covers it; a game that gets there stops with `out of range`.",
                )
            if kept is None:
                kept = kind
        assert kept is not None
        return state.write(key, kept)

    def _pay(self, statement: s.Pay, env: Env, state: State) -> State:
        amount = self.value(statement.amount, env, state)
        assert isinstance(amount, Scalar)
        source, source_label = self.owner(statement.source_owner, env, state)
        target, target_label = self.owner(statement.target_owner, env, state)
        number = NumberType(0, 0)
        payer = x.VariableRef(number, None, statement.source, statement.source_owner)
        payee = x.VariableRef(number, None, statement.target, statement.target_owner)
        self.stored(amount.label | source_label | target_label, phrase(payer))
        paid, held = as_range(amount.possible), as_range(state.value((statement.source, source)))
        sure = (
            paid.high <= held.low
            or (statement in self.covered and paid.low >= 0)
            or any(
                compared(fact, statement.amount, (statement.source, statement.source_owner), env) for fact in state.said
            )
        )
        if not sure:
            what = phrase(statement.amount)
            self.report(
                "E321",
                f"{phrase(payer)} may be less than what is paid.",
                f"Write `if {what} is at most {phrase(payer)}` before it.",
                "A payment conserves: nobody can pay what they do not have.",
            )
        self.note(Effects(variables=frozenset({statement.source, statement.target})))
        limits = {name: self.system.variables[name].type for name in (statement.source, statement.target)}
        left = Range(max(0, held.low - paid.high), max(0, held.high - paid.low))
        state = self.store((statement.source, source), phrase(payer), left, limits[statement.source], state)
        got = as_range(state.value((statement.target, target)))
        more = Range(got.low + paid.low, got.high + paid.high)
        if statement.target in self.closed:
            more = Range(more.low, min(more.high, self._most(statement.target)))
        return self.store((statement.target, target), phrase(payee), more, limits[statement.target], state)

    def _most(self, variable: str) -> int:
        kind = self.system.variables[variable].type
        assert isinstance(kind, NumberType)
        return kind.high

    def _pick(self, statement: s.Pick, env: dict[str, Named], state: State) -> State:
        among = self.value(statement.among, env, state)
        if among.label:
            self.leak(audience.condition(among.label, "What may be drawn by lot"))
        size = getattr(among, "size", Range(0, 0))
        what = phrase(statement.among)
        self.require(size.low >= 1, f"something in {what} to draw from", f"{what} is not empty")
        state = leave(state, frozenset({f"{self.frame}.{statement.name}"}))
        value, state = self.element_in(statement.name, among, state)
        env[statement.name] = (f"{self.frame}.{statement.name}", value)
        after = self.member(statement.among, env[statement.name], env, state)
        return state if after is None else after

    def _announce(self, statement: s.Announce, env: dict[str, Named], state: State) -> State:
        if statement.value is None:
            return state
        label = self.label(statement.value, env, state)
        self.findings.disclose(
            Disclosure(
                "announce", statement.text, statement.span, self.stack[-1] if self.stack else self.frame, not label
            )
        )
        if isinstance(statement.value, x.LocalRef):
            symbol = env[statement.value.name][0]
            state = state.but(labels={n: v for n, v in state.labels.items() if n != symbol})
        state = state.but(said=state.said | {("announced", resolved(statement.value, env))})
        return self.settled(state)

    def settled(self, state: State) -> State:
        """Something was announced: guards that are public now are no longer owed."""
        return state

    def element_in(self, name: str, among: Val, state: State) -> tuple[Val, State]:
        """One element of a collection, by a name of the rule that runs now."""
        symbol = f"{self.frame}.{name}"
        value, state = element_of(among, symbol, leave(state, frozenset({symbol})))
        if isinstance(value, Cards):
            value = replace(value, about=symbol)
        return value, state


def steady_rule(
    candidate: tuple[str, tuple[tuple[str, Val], ...]] | None,
) -> tuple[str, tuple[tuple[str, Val], ...]] | None:
    """A rule that a cell holds, without names that may change their meaning."""
    if candidate is None:
        return None
    rule, given = candidate
    return rule, tuple(
        (n, replace(v, symbol=UNKNOWN) if isinstance(v, Person) and v.symbol.startswith("$") else v) for n, v in given
    )


def _kept_within(name: str, numbers: Range, kind: NumberType, grows: bool) -> str:
    """How a number is kept within its range; that of a sum goes beyond any range, as far as the compiler can see."""
    if not grows:
        return "Widen the range or test before, if it can."
    beyond = [("more than", "most", kind.high)] if numbers.high > kind.high else []
    beyond += [("less than", "least", kind.low)] if numbers.low < kind.low else []
    cap = " ".join(f"{limit} if new is {than} {limit} otherwise" for than, _, limit in beyond)
    tests = " and ".join(f"new is at {end} {limit}" for _, end, limit in beyond)
    return (
        "No width is enough for what is added to again and again. With  let new be  and the sum, cap it:  "
        f"set {name} to {cap} new;  or change it only  if {tests}.  It may be left: then the game must not get there."
    )
