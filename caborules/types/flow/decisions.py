"""Decisions, windows and events: who may do what, what others may have done meanwhile, what a choice tells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir import statements as s
from caborules.ir.system import System, WindowDef
from caborules.ir.walk import choice_expressions
from caborules.types.flow import audience
from caborules.types.flow.bounds import Range
from caborules.types.flow.disclosures import Disclosure
from caborules.types.flow.effects import NOTHING, Effects, Log, suffer
from caborules.types.flow.facts import ALL, NOBODY, PUBLIC, CardFact, CardName, Key, Label, Owed, State, World
from caborules.types.flow.findings import Findings
from caborules.types.flow.merge import join, join_all, widen
from caborules.types.flow.names import Env, Named
from caborules.types.flow.phrases import could_be_alone, phrase
from caborules.types.flow.steps import Steps
from caborules.types.flow.symbols import leave
from caborules.types.flow.totality import none_possible
from caborules.types.flow.values import Cards, Person, Val

Where: TypeAlias = tuple[str, int]
"""A choice: its decision's number or its window's name, and its place in the list."""


@dataclass(frozen=True, slots=True)
class Guard:
    """A choice whose legality is not public, what names meant in its guard, the rule it stands in, what it reads."""

    choice: s.Choice
    env: Env
    rule: str
    label: Label


class Decisions(Steps, ABC):
    """Follows decisions. ``held``: the window whose reaction is followed, if it is one."""

    def __init__(self, system: System, world: World, findings: Findings) -> None:
        super().__init__(system, world, findings)
        self.held: frozenset[str] = frozenset()
        self.reacting = False
        self.reactions: dict[str, Effects] = dict.fromkeys(system.windows, NOTHING)
        self.supposed: set[str] = set()
        """Windows of which it was asked what their reactions may do."""
        self.events = NOTHING
        self.exits: dict[str, State | None] = {}
        self.ends: dict[str, Span | None] = {}
        self._guards: dict[Where, Guard] = {}

    @abstractmethod
    def block(self, block: s.Block, env: Env, state: State | None) -> State | None:
        """Carry out a block; None where its end is not reached."""

    # ------------------------------------------------------------ meanwhile
    def meanwhile(self, state: State, windows: frozenset[str], others: bool, decision: str = "") -> State:
        """What still holds when reactions in these windows, and events, may have happened.

        ``others``: windows that are opened meanwhile are on offer as well; ``decision``: the one that could be `alone`.
        """
        effects = self.events
        seen: set[str] = set()
        todo = set(windows)
        while todo:
            seen |= todo
            self.supposed |= todo
            effects = effects.join(self.reactions[w] for w in todo)
            todo = {w for w in effects.opens if w not in self.held and others} - seen
        self.note(effects)
        state = suffer(state, effects, "" if self.events.shuffles else decision)
        for rule in sorted(effects.ends):
            if rule in self.stack:
                self.exit(rule, state)
            elif not self.reacting:
                self.not_running(rule, "at every decision where the reaction is on offer")
        return state

    def not_running(self, rule: str, when: str) -> None:
        """E312 at the line that ends the rule."""
        self.report(
            "E312",
            f"{rule} need not be running {when}.",
            f"Say it only where {rule} is running: inside it, or in a window that is closed before it is over.",
            "Only a rule that is running can be left.",
            self.ends.get(rule),
        )

    def on_offer(self, state: State, alone: bool) -> frozenset[str]:
        """The windows whose reactions may be possible at a decision."""
        if alone:
            return frozenset()
        return frozenset(
            name
            for name, window in self.system.windows.items()
            if state.windows.get(name, True) and name not in self.held and not self._is_held(window, state)
        )

    def _is_held(self, window: WindowDef, state: State) -> bool:
        return any(h.rule in self.stack and (h.when is None or self.holds(h.when, {}, state)) for h in window.held)

    def exit(self, label: str, state: State) -> None:
        """A way leads from here to the end of a rule (or back to a decision)."""
        self.exits[label] = join(self.exits.get(label), state)

    def await_window(self, statement: s.Await, state: State) -> State:
        """All who may react have reacted or passed."""
        state = self.collect(state)
        if state.windows.get(statement.window) is False or statement.window in self.held:
            return state
        for place, choice in enumerate(self.system.windows[statement.window].choices):
            if (statement.window, place) in self.findings.private - self.findings.refused:
                self.leak(audience.waited_for(choice.name))
        return self.meanwhile(state, frozenset({statement.window}), False)

    # ------------------------------------------------------------ decisions
    def decide(self, statement: s.Decide, env: Env, state: State) -> State | None:
        """Carry out a decision."""
        state = self.collect(state)
        if isinstance(statement.actors, s.OneActor):
            person = self.person(statement.actors.player, env, state)
            if person.label:
                self.leak(audience.condition(person.label, "Who decides"))
            named, state = self.name(f"{self.frame}.!{statement.number}", replace(person, label=PUBLIC), state)
            assert isinstance(named[1], Person)
            return self._repeated(statement, env, state, named[1].symbol, phrase(statement.actors.player))
        return self._several(statement, statement.actors, env, state)

    def _repeated(
        self, statement: s.Decide, env: Env, state: State, actor: str, who: str, between: Effects = NOTHING
    ) -> State | None:
        """One player decides; ``again`` leads back here."""
        back = f"again {statement.number}"
        head, rounds = state, 0
        while True:
            before = self.exits.pop(back, None)
            out = self._once(statement, env, head, actor, who, between)
            again = self.exits.pop(back, None)
            if before is not None:
                self.exits[back] = before
            new = join(head, again)
            assert new is not None
            rounds += 1
            new = widen(head, new) if rounds > 3 else new
            if again is None or new == head:
                return out
            head = new

    def _once(
        self, statement: s.Decide, env: Env, state: State, actor: str, who: str, between: Effects
    ) -> State | None:
        self.at(statement.span)
        at = could_be_alone(statement, who)
        state = self.meanwhile(state, self.on_offer(state, statement.alone), not statement.alone, at)
        outs: list[State | None] = []
        for place, choice in enumerate(statement.choices):
            where = (str(statement.number), place)
            outs.append(self.choice(where, choice, env, state, actor, who, between))
        if not statement.must:
            return join_all([state, *outs])
        self.at(statement.span)
        stuck = none_possible(self, statement.choices, env, state)
        if statement.otherwise is None:
            if stuck is not None:
                self._may_be_stuck(statement, who)
        else:
            self.findings.branches.setdefault(statement.otherwise.number, statement.span)
            if stuck is not None:
                self._telling_otherwise(statement)
                outs.append(self.block(statement.otherwise, env, stuck))
        return join_all(outs)

    def _may_be_stuck(self, statement: s.Decide, who: str) -> None:
        names = ", ".join(c.name for c in statement.choices)
        self.report(
            "E314",
            f'There is no answer for "no move is possible": {who} must choose ({names}), '
            "and nothing on the way says that one of these is always possible.",
            "Write `otherwise` after the choices and what happens then, or write `may`.",
            "A game must not get stuck.",
        )

    def _telling_otherwise(self, statement: s.Decide) -> None:
        wheres = [((str(statement.number), i), c) for i, c in enumerate(statement.choices)]
        for where, choice in wheres:
            if where in self.findings.private and not any(w in self.findings.refused for w, _ in wheres):
                self.leak(audience.nothing_possible(choice.name))
                return

    def _several(self, statement: s.Decide, actors: s.SeveralActors, env: Env, state: State) -> State | None:
        among = self.value(actors.among, env, state)
        if among.label:
            self.leak(audience.condition(among.label, "Who decides"))
        (_, among), state = self.name(f"{self.frame}.{actors.variable}*", among, state)
        between, settled = NOTHING, True
        head, rounds, out = state, 0, None
        while True:
            value, inside = self.element_in(actors.variable, among, head)
            assert isinstance(value, Person)
            named: Named = (value.symbol, value)
            log = Log()
            self.logs.append(log)
            member = self.member(actors.among, named, env, inside) if settled else inside
            if member is not None:
                inner = {**env, actors.variable: named}
                out = self._repeated(statement, inner, member, value.symbol, actors.variable, between)
            self.logs.pop()
            self.note(log.effects)
            out = None if out is None else leave(out, frozenset({value.symbol}))
            if actors.quantifier == "any":
                return out if out is None or statement.must else join(out, self._declined(statement, head))
            new = join(head, out)
            assert new is not None
            rounds += 1
            new = widen(head, new) if rounds > 3 else new
            later = between.join([log.effects]) if statement.secretly else NOTHING
            steady = settled and not self.reads.disturbed(actors.among, log.effects)
            if new == head and (later, steady) == (between, settled):
                return new
            head, between, settled = new, later, steady

    def _declined(self, statement: s.Decide, state: State) -> State:
        return self.meanwhile(state, self.on_offer(state, statement.alone), not statement.alone)

    # ------------------------------------------------------------ choices
    def choice(
        self, where: Where, choice: s.Choice, env: Env, state: State, actor: str, who: str, between: Effects
    ) -> State | None:
        """Carry out a choice; None where it is never possible. ``between``: what sealed choices do before it."""
        self.at(choice.span)
        if not any(self.reads.options(expr) for expr in choice_expressions(choice)):
            self.findings.branches.setdefault(choice.body.number, choice.span)
        inner: dict[str, Named] = dict(env)
        label: Label = PUBLIC
        names: set[str] = set()
        for param in choice.params:
            among = self.value(param.among, inner, state)
            label |= among.label
            names.add(f"{self.frame}.{param.name}")
            chosen, after = self._chosen_param(param, among, inner, state)
            if after is None:
                return None
            inner[param.name] = chosen
            if isinstance(param, s.SomeOf) and param.measure is not None:
                label |= self.label(param.measure, {**inner, param.variable: chosen}, after)
            if param.where is not None:
                label |= self.label(param.where, inner, after)
                after = self.learn(param.where, True, inner, after)
                if after is None:
                    return None
            state = after
        if choice.guard is not None:
            label |= self.label(choice.guard, inner, state)
            taught = self.learn(choice.guard, True, inner, state)
            if taught is None:
                return None
            state = taught
        state, ghosts = self._judge(where, choice, inner, label, state, actor, who)
        state = suffer(state, between)
        out = self.block(choice.body, inner, state)
        return None if out is None else leave(self.collect(out), frozenset(names) | ghosts)

    def _chosen_param(self, param: s.ChosenParam, among: Val, env: Env, state: State) -> tuple[Named, State | None]:
        symbol = f"{self.frame}.{param.name}"
        value, inside = self.element_in(param.name, among, state)
        named: Named = (symbol, value)
        if isinstance(param, s.OneOf):
            return named, self.member(param.among, named, env, inside)
        least = max(1, param.low)
        most = getattr(among, "size", Range(0, 0)).high if param.high is None else param.high
        assert isinstance(value, Cards)
        several = replace(value, size=Range(least, max(least, most)), single=False)
        after = self.sized(param.among, Range(least, 10**9), env, inside)
        after = None if after is None else self.member(param.among, named, env, after)
        return (symbol, several), after

    def _judge(
        self, where: Where, choice: s.Choice, env: Env, label: Label, state: State, actor: str, who: str
    ) -> tuple[State, frozenset[str]]:
        """What a choice tells by being legal; the state that owes what its body must lay open."""
        if not label:
            return state, frozenset()
        self.findings.private.add(where)
        can_tell = audience.audience(label)
        rule = self.stack[-1] if self.stack else self.frame
        if can_tell != ALL and actor not in can_tell:
            self.findings.refused.add(where)
            self.leak(audience.own(label, choice.name, who))
            return state, frozenset()
        if choice.announces:
            self.findings.disclose(Disclosure("announces", choice.text or choice.name, choice.span, rule, False))
            return state, frozenset()
        ghosts: dict[CardName, CardFact] = {}
        owed: set[CardName] = set()
        for read in sorted(label, key=repr):
            if isinstance(read.about, str) and read.about in state.cards:
                owed.add(read.about)
                continue
            ghost = f"{self.frame}.!{len(ghosts)} {where[0]} {where[1]}"
            place = _place_of(read.about)
            ghosts[ghost] = CardFact(None if place is None else frozenset({place}), NOBODY)
            owed.add(ghost)
        self._guards[where] = Guard(choice, env, rule, label)
        return (
            state.but(
                cards=state.cards | ghosts,
                owed=state.owed | {Owed(where, frozenset(owed))},
                said=state.said | {("fresh", where)},
            ),
            frozenset(str(g) for g in ghosts),
        )

    def collect(self, state: State) -> State:
        """A decision or the end of a choice: what a guard read must lie open by now (E403)."""
        for owed in state.owed:
            if all(state.face(state.cards.get(c, CardFact(None, NOBODY))) == ALL for c in owed.cards):
                self._laid_open(owed)
                continue
            guard = self._guards[owed.choice]
            self.findings.refused.add(owed.choice)
            span = self._span
            self.at(guard.choice.span)
            self.leak(audience.others(guard.label, guard.choice.name))
            self.at(span)
        return state.but(owed=frozenset()) if state.owed else state

    def _laid_open(self, owed: Owed) -> None:
        guard = self._guards[owed.choice]
        text = guard.choice.text or guard.choice.name
        self.findings.disclose(Disclosure("laid open", text, guard.choice.span, guard.rule, False))

    def settled(self, state: State) -> State:
        """See ``Steps.settled``: a guard whose value can be worked out from what was announced is not owed."""
        for owed in state.owed:
            guard = self._guards[owed.choice]
            parts = [p.where for p in guard.choice.params if p.where is not None]
            parts += [] if guard.choice.guard is None else [guard.choice.guard]
            if ("fresh", owed.choice) in state.said and not any(self.label(p, guard.env, state) for p in parts):
                self._laid_open(owed)
                state = state.but(owed=state.owed - {owed})
        return state

    # ------------------------------------------------------------ reactions and events
    def reaction(self, window: WindowDef) -> Effects:
        """Follow the reactions of a window from anywhere; what they may change."""
        self.held, self.reacting, self.frame = frozenset({window.name}), True, window.name
        self.at(window.span)
        log = Log()
        self.logs.append(log)
        state = State(self.world)
        among = self.value(window.among, {}, state)
        if among.label:
            self.leak(audience.others(among.label, window.name))
        value, inside = self.element_in(window.variable, among, state)
        assert isinstance(value, Person)
        named: Named = (value.symbol, value)
        env = {window.variable: named}
        if inside is not None:
            self.block(window.late, env, inside)
            member = self.member(window.among, named, {}, inside)
            for place, choice in enumerate(window.choices):
                if member is not None:
                    self.choice((window.name, place), choice, env, member, value.symbol, window.variable, NOTHING)
        self.logs.pop()
        self.held, self.reacting, self.frame = frozenset(), False, "begin"
        self.exits.clear()
        return log.effects

    def happen(self) -> Effects:
        """Follow every outside event; what they may change."""
        log = Log()
        self.logs.append(log)
        self.reacting = True
        for event in self.system.events.values():
            self.at(event.span)
            self.frame = event.name
            state: State | None = State(self.world)
            if event.when is not None:
                assert state is not None
                state = self.learn(event.when, True, {}, state)
            if state is not None:
                self.block(event.body, {}, state)
        self.logs.pop()
        self.frame, self.reacting = "begin", False
        return log.effects


def _place_of(about: CardName | Key | None) -> Key | None:
    """The place whose cards a read is about, or on top of which its card lies."""
    match about:
        case (_, (str() as family, owner)):
            return family, owner
        case (str() as family, (str() | None) as owner):
            return family, owner
        case _:
            return None
