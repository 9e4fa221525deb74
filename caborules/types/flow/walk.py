"""The abstract interpreter: follows the rules along the call tree, both branches, loops until nothing changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.system import System
from caborules.ir.types import RuleType
from caborules.types.flow import processed
from caborules.types.flow.decisions import Decisions
from caborules.types.flow.effects import NOTHING, Effects, Log
from caborules.types.flow.facts import State, World
from caborules.types.flow.findings import Findings
from caborules.types.flow.merge import join, join_all, widen
from caborules.types.flow.names import Env, Named, local
from caborules.types.flow.phrases import phrase
from caborules.types.flow.purses import covered
from caborules.types.flow.steps import steady_rule
from caborules.types.flow.symbols import leave, leave_frames
from caborules.types.flow.values import Cards, Items, Made, People, Val

_PATIENCE = 2
"""After so many rounds of a loop, ranges that still grow are given up."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop: what it goes over, the symbol of the element; ``settled``: nothing changes what it goes over."""

    statement: s.ForEach
    among: Val
    env: dict[str, Named]
    symbol: str
    settled: bool

    @property
    def witness(self) -> str:
        return self.symbol + "'"

    @property
    def over_players(self) -> bool:
        return isinstance(self.among, People)

    @property
    def everybody(self) -> bool:
        return isinstance(self.among, People) and self.among.everyone and self.statement.where is None


class Walker(Decisions):
    """Follows rules. A call with the same arguments and facts is followed once."""

    def __init__(self, system: System, world: World, findings: Findings) -> None:
        super().__init__(system, world, findings)
        self._known: dict[object, tuple[State | None, dict[str, State | None], Effects]] = {}
        self._decisions: list[int] = []
        ended = {t.rule for block in system.blocks.values() for t in block.statements if isinstance(t, s.EndRule)}
        self._matters = ended | {h.rule for w in system.windows.values() for h in w.held}

    def start(self, state: State) -> None:
        """Follow the game from its beginning."""
        self._known.clear()
        over = self.call(self.system.begin, (), {}, state)
        if over is not None and self.system.won is not None:
            self.at(self.system.won.span)
            self.stored(self.label(self.system.won, {}, over), "who has won")

    def forget(self) -> None:
        """What is known of calls no longer holds: reactions were found to do more."""
        self._known.clear()

    # ------------------------------------------------------------ blocks
    def block(self, block: s.Block, env: Env, state: State | None) -> State | None:
        self.findings.reached.add(block.number)
        inner: dict[str, Named] = dict(env)
        for statement in block.statements:
            if state is None:
                return None
            self.findings.count()
            self.at(statement.span)
            state = self._statement(statement, inner, state)
        if state is not None and len(inner) > len(env):
            ended = frozenset(symbol for name, (symbol, _) in inner.items() if name not in env and symbol is not None)
            state = leave(state, frozenset(f"{self.frame}.{n}" for n in inner if n not in env) | ended)
        return state

    def _statement(self, statement: s.Statement, env: dict[str, Named], state: State) -> State | None:
        match statement:
            case s.If():
                return self._if(statement, env, state)
            case s.ForEach():
                return self._for_each(statement, env, state)
            case s.RepeatTimes():
                return self._times(statement, env, state)
            case s.RepeatUntil():
                return self._until(statement, env, state)
            case s.CallRule():
                return self.call(statement.rule, statement.arguments, env, state)
            case s.Do():
                return self._do(statement, env, state)
            case s.EndRule():
                self._end(statement, state)
                return None
            case s.Again() if not self._decisions:
                self.report("E330", "`again` stands outside a choice.", "Write it at the end of a choice.")
                return None
            case s.Again():
                self.exit(f"again {self._decisions[-1]}", self.collect(state))
                return None
            case s.Decide():
                self._decisions.append(statement.number)
                after = self.decide(statement, env, state)
                self._decisions.pop()
                return after
            case s.Await():
                self._wait_for_others(statement.window, state)
                return self.await_window(statement, state)
            case _:
                return self.step(statement, env, state)

    def _wait_for_others(self, window: str, state: State) -> None:
        """E332 where a reaction waits for its own window, on a way that leads there while the window may be open."""
        if window in self.held and state.windows.get(window) is not False:
            message = f"This waits for {window} inside a reaction of {window} itself."
            why = "Its own reaction holds the window, so nobody could react."
            self.report("E332", message, "Wait for it after the reaction, or close it.", why)

    def _if(self, statement: s.If, env: dict[str, Named], state: State) -> State | None:
        self.public(statement.condition, "What follows this `if`", env, state)
        if not self.reads.options(statement.condition):
            self.findings.branches.setdefault(statement.then.number, statement.span)
            if statement.otherwise.statements:
                self.findings.branches.setdefault(statement.otherwise.number, statement.span)
        yes, no = self.split(statement.condition, env, state)
        then = None if yes is None else self.block(statement.then, env, yes)
        otherwise = None if no is None else self.block(statement.otherwise, env, no)
        return join(then, otherwise)

    # ------------------------------------------------------------ loops
    def _for_each(self, statement: s.ForEach, env: dict[str, Named], state: State) -> State | None:
        self.public(statement.among, "Which round comes next", env, state)
        among = self.value(statement.among, env, state)
        assert isinstance(among, (Cards, People, Items))
        if among.size.high == 0:
            return state
        (symbol, among), state = self.name(f"{self.frame}.{statement.variable}*", among, state)
        log = Log()
        self.logs.append(log)
        before = self.covered
        self._cover(statement, env, state)
        loop = _Loop(statement, among, env, f"{self.frame}.{statement.variable}", True)
        after = self._loop(loop, state)
        # The collection is that of the start: what made something part of it need not hold in later rounds.
        if self.reads.disturbed(statement.among, log.effects):
            after = self._loop(replace(loop, settled=False), state)
        self.covered = before
        self.logs.pop()
        self.note(log.effects)
        return None if after is None else leave(after, frozenset({symbol}) if symbol else frozenset())

    def _cover(self, loop: s.ForEach, env: Env, state: State) -> None:
        """Note the payments of a loop whose sum is known to be covered."""
        pay = covered(loop, state.said, self.system, env)
        if pay is None:
            return
        paid = Effects(variables=frozenset({pay.source, pay.target}))
        if not self.reads.disturbed(pay.amount, paid) and not self.reads.disturbed(loop.among, paid):
            self.covered = (*self.covered, pay)

    def _loop(self, loop: _Loop, state: State) -> State | None:
        done: processed.Processed | None = None
        names = frozenset({loop.symbol, loop.witness})
        head, rounds = leave(state, names), 0
        while True:
            out, skipped = self._round(loop, head, done)
            skipped = None if skipped is None else leave(skipped, names)
            before = done
            if out is not None and loop.over_players:
                out, now = processed.extract(out, loop.witness, done, loop.symbol)
                done = processed.join_processed(done, now)
            elif out is not None:
                out = leave(out, names)
            new = join_all([head, out, skipped])
            assert new is not None
            rounds += 1
            if rounds > _PATIENCE:
                new = widen(head, new)
                done = None if done is None or before is None else processed.widen(before, done, self.world)
            if new == head and done == before:
                return processed.finish(head, loop.witness, done, loop.everybody)
            head = new

    def _round(self, loop: _Loop, state: State, done: processed.Processed | None) -> tuple[State | None, State | None]:
        """One round of a loop, and the state where its condition does not hold."""
        statement, env = loop.statement, loop.env
        self.at(statement.span)
        value, inside = self.element_in(statement.variable, local((f"{loop.symbol}*", loop.among), state), state)
        inside = processed.inject(inside, loop.witness, done, loop.symbol)
        named: Named = (loop.symbol, value)
        inner = {**env, statement.variable: named}
        after = self.member(statement.among, named, env, inside) if loop.settled else inside
        skipped: State | None = None
        if after is not None and statement.where is not None:
            self.public(statement.where, "Which round comes next", inner, after)
            after, skipped = self.split(statement.where, inner, after)
        return None if after is None else self.block(statement.body, inner, after), skipped

    def _times(self, statement: s.RepeatTimes, env: dict[str, Named], state: State) -> State | None:
        self.public(statement.times, "How often this is repeated", env, state)
        times = self.number(statement.times, env, state)
        if times.high <= 0:
            return state
        head: State | None = state
        if times.low >= 1:
            head = self.block(statement.body, env, state)
        rounds = 0
        while head is not None and times.high > min(1, times.low):
            new = join(head, self.block(statement.body, env, head))
            assert new is not None
            rounds += 1
            new = widen(head, new) if rounds > _PATIENCE else new
            if new == head:
                break
            head = new
        return head

    def _until(self, statement: s.RepeatUntil, env: dict[str, Named], state: State) -> State | None:
        head, rounds = state, 0
        while True:
            self.at(statement.span)
            self.public(statement.condition, "When this loop ends", env, head)
            inside = self.learn(statement.condition, False, env, head)
            new = head if inside is None else join(head, self.block(statement.body, env, inside))
            assert new is not None
            rounds += 1
            new = widen(head, new) if rounds > _PATIENCE else new
            if new == head:
                return self.learn(statement.condition, True, env, head)
            head = new

    # ------------------------------------------------------------ calls
    def call(self, rule: str, arguments: Sequence[x.Expr | Named], env: Env, state: State) -> State | None:
        """Carry out a rule. Arguments are expressions, or values that are known already."""
        definition = self.system.rules[rule]
        names: list[Named] = []
        for parameter, argument in zip(definition.parameters, arguments, strict=True):
            # One after another, since naming one may give a player another symbol.
            symbol, value = argument if isinstance(argument, tuple) else self.argument(argument, env, state)
            if symbol is None:
                named, state = self.name(f"{rule}.{parameter.name}", value, state)
            else:
                named = (symbol, value)
            names.append(named)
        running = frozenset(self.stack) & self._matters
        key = (rule, tuple(names), state.frozen(), running, self.held, self.reacting)
        if key not in self._known:
            self._known[key] = self._followed(rule, tuple(names), state)
        out, exits, effects = self._known[key]
        self.note(effects)
        for label, leaving in exits.items():
            if leaving is not None:
                self.exit(label, leaving)
        return out

    def _followed(
        self, rule: str, names: tuple[Named, ...], state: State
    ) -> tuple[State | None, dict[str, State | None], Effects]:
        definition = self.system.rules[rule]
        env = {p.name: named for p, named in zip(definition.parameters, names, strict=True)}
        outer = (self.frame, self.exits, self._span, self._decisions)
        log = Log()
        self.frame, self.exits, self._decisions = rule, {}, []
        self.stack.append(rule)
        self.logs.append(log)
        after = self.block(definition.body, env, self.block(definition.resets, env, state))
        exits = self.exits
        self.logs.pop()
        self.stack.pop()
        self.frame, self.exits, self._span, self._decisions = outer
        out = join(after, exits.pop(rule, None))
        if out is not None:
            out = leave_frames(out, frozenset({rule}))
        return out, exits, log.effects

    def _do(self, statement: s.Do, env: dict[str, Named], state: State) -> State | None:
        made = self.value(statement.rule, env, state)
        if isinstance(made, Made) and len(made.candidates) > 1:
            self.public(statement.rule, f"What {phrase(statement.rule)} does", env, state)
        assert isinstance(made, Made) and isinstance(statement.rule.type, RuleType)
        outs: list[State | None] = []
        for candidate in sorted((steady_rule(c) for c in made.candidates), key=repr):
            if candidate is None:
                outs.append(state)
                continue
            rule, given = candidate
            fixed: dict[str, Named] = {name: (None, value) for name, value in given}
            parts = [part for part, _ in statement.rule.type.parts]
            arguments: list[x.Expr | Named] = []
            for parameter in self.system.rules[rule].parameters:
                if parameter.name in fixed:
                    arguments.append(fixed[parameter.name])
                else:
                    place = parts.index(parameter.preposition)
                    parts[place] = "used"
                    arguments.append(statement.arguments[place])
            outs.append(self.call(rule, arguments, env, state))
        return join_all(outs)

    def _end(self, statement: s.EndRule, state: State) -> None:
        self.ends[statement.rule] = statement.span
        state = self.collect(state)
        if statement.rule in self.stack:
            place = len(self.stack) - 1 - self.stack[::-1].index(statement.rule)
            self.exit(statement.rule, leave_frames(state, frozenset(self.stack[place:])))
        elif self.reacting:
            self.note(replace(NOTHING, ends=frozenset({statement.rule})))
        else:
            self.not_running(statement.rule, "on this way")
