"""Answers about steps, remembered from one mutant to the next: most steps of a mutant are those of the game itself.

A step's answer is told by what the question is made of: the operation, what is known there, the conditions that are
followed, and what is asked. Without this a run over mutants takes twice as long; with it the same verdicts come out,
which the sample that is judged anew shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from caborules.check.ends.asker import Asker
from caborules.check.ends.loops import Loop, Search
from caborules.check.properties import question, regions
from caborules.check.properties.atoms import reads
from caborules.check.properties.logic import Cube
from caborules.check.properties.pose import Setting
from caborules.check.prove import Memory, constants
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import AssumeDef
from caborules.lower.assemble import retarget, retarget_point
from caborules.symbolic.facts import Fact

Answer = tuple[tuple[Cube, ...], int, Exception | None]
"""What comes after the step, how often the solver was asked, and why it gave up."""


@dataclass(slots=True)
class Remembered:
    """What was found out so far. ``memory``: of proofs; ``answers``: of steps; ``possible``: of moves, for rankings;
    ``loops``: plays of the game itself that go on for ever."""

    memory: Memory = field(default_factory=Memory)
    answers: dict[object, Answer] = field(default_factory=dict)
    others: dict[object, bool] = field(default_factory=dict)
    loops: dict[object, Loop] = field(default_factory=dict)
    possible: dict[object, bool] = field(default_factory=dict)
    _parts: dict[int, tuple[object, int]] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)
    _fact_names: dict[int, frozenset[str]] = field(default_factory=dict)

    def number(self, part: object, key: Callable[[Any], object] = lambda one: one) -> int:
        """A number for a part of keys: equal parts have one. Each object is looked at once, and kept."""
        known = self._parts.get(id(part))
        if known is None:
            known = self._parts[id(part)] = (part, self._numbers.setdefault(key(part), len(self._numbers)))
        return known[1]

    def forget_objects(self) -> None:
        """Objects of a mutant that is done with need not be kept."""
        self._parts.clear()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Within this, questions are answered from memory. Loops are those of the ruleset that was looked at first."""
        with ExitStack() as stack:
            stack.enter_context(patch.object(regions, "ask_step", self._step))
            stack.enter_context(patch.object(regions, "ask_claim", self._claim))
            stack.enter_context(patch.object(Search, "loop", self._looping()))
            stack.enter_context(patch.object(Asker, "_ask", self._asking()))
            yield

    def _looping(self) -> Callable[..., Loop]:
        real = Search.loop

        def loop(search: Search, rule: str, inner: str | None = None, assumed: Iterable[AssumeDef] = ()) -> Loop:
            key = (rule, inner, tuple(repr(one) for one in assumed))
            if key not in self.loops:
                self.loops[key] = real(search, rule, inner, tuple(assumed))
            return self.loops[key]

        return loop

    def _asking(self) -> Callable[[Asker, list[Any]], bool]:
        real = Asker._ask

        def ask(asker: Asker, formulas: list[Any]) -> bool:
            table = asker.table
            keys = sorted(frozenset().union(*(asker.keys(one) for one in formulas)))
            key = frozenset((*formulas, *table.facts(keys)))
            if key not in self.possible:
                self.possible[key] = real(asker, formulas)
            return self.possible[key]

        return ask

    # ------------------------------------------------------------ steps
    def _step(self, setting: Setting, number: int, way: int) -> _Asking:
        target = setting.graph.targets[number][way]
        key = ("step", way, *self._at(setting, number), *self._node(setting, target), setting.active[target])
        return _Asking(self, key, lambda: question.ask_step(setting, number, way))

    def _claim(self, setting: Setting, number: int, claim: ex.Expr) -> _Asking:
        key = ("claim", self.number(claim), *self._at(setting, number))
        return _Asking(self, key, lambda: question.ask_claim(setting, number, claim))

    def _at(self, setting: Setting, number: int) -> tuple[object, ...]:
        """All that is told about a node: itself, the facts there and behind it, what is followed, what it stands in."""
        system, facts = setting.graph.system, setting.facts
        around = (number, *setting.graph.targets[number])
        point = setting.graph.point(number)
        known = tuple(-1 if facts[at] is None else self.number(facts[at]) for at in around)
        offers = -1 if point is None else self.number(point, _plain_point)
        watched = (self.number(setting.watch), self.number(setting.atoms), setting.shape.fewest)
        rests = self.number(system, lambda one: (constants(one), one.windows))
        types = tuple((name, system.registers[name]) for name in sorted(self._names(setting, number, around)))
        return (*self._node(setting, number), setting.active[number], known, offers, *watched, rests, types)

    def _names(self, setting: Setting, number: int, around: Iterable[int]) -> set[str]:
        """The registers that the operation, the conditions that are followed, and the facts speak of."""
        system, point, templates = setting.graph.system, setting.graph.point(number), setting.claims.templates
        names = set(templates.of(system.nodes[number].operation)[1])
        names |= set() if point is None else set(templates.of(point)[1])
        names |= {name for atom in setting.atoms for name in reads(atom).registers}
        for at in around:
            names |= self._of_facts(setting.facts[at] or frozenset())
        return names & system.registers.keys()

    def _of_facts(self, facts: frozenset[Fact]) -> frozenset[str]:
        number = self.number(facts)
        if number not in self._fact_names:
            self._fact_names[number] = frozenset(name for fact in facts for name in fact.names())
        return self._fact_names[number]

    def _node(self, setting: Setting, number: int) -> tuple[object, ...]:
        node = setting.graph.system.nodes[number]
        return (self.number(node, lambda one: (_plain(one.operation), one.source.rules, one.source.span)),)


def _plain(operation: lo.Operation) -> lo.Operation | lo.Point | str:
    """An operation, wherever it leads."""
    if isinstance(operation, lo.Ask | lo.Unseal):
        return type(operation).__name__
    return retarget(operation, lambda _: 0)


def _plain_point(point: lo.Point) -> lo.Point:
    return retarget_point(point, lambda _: 0)


@dataclass(slots=True)
class _Asking:
    """In place of a ``Question``: it is made only where the answer is not remembered."""

    remembered: Remembered
    key: tuple[object, ...]
    make: Callable[[], question.Question]
    checks: int = 0
    _made: question.Question | None = None

    @property
    def of_others(self) -> bool:
        others = self.remembered.others
        if self.key not in others:
            others[self.key] = self._question().of_others
        return others[self.key]

    def posts(self, cubes: Iterable[Cube], held: Iterable[Cube], known: Iterable[Cube]) -> Iterator[Cube]:
        cubes, held, known = tuple(cubes), tuple(held), tuple(known)
        answers = self.remembered.answers
        key = (self.key, frozenset(cubes), frozenset(held), frozenset(known))
        if key not in answers:
            answers[key] = self._answer(cubes, held, known)
        found, checks, gave_up = answers[key]
        self.checks += checks
        yield from found
        if gave_up is not None:
            raise gave_up

    def _answer(self, cubes: tuple[Cube, ...], held: tuple[Cube, ...], known: tuple[Cube, ...]) -> Answer:
        found: list[Cube] = []
        asked = self._question()
        before = asked.checks
        try:
            found.extend(asked.posts(cubes, held, known))
        except question.GaveUpError as error:
            return tuple(found), asked.checks - before, error
        return tuple(found), asked.checks - before, None

    def _question(self) -> question.Question:
        if self._made is None:
            self._made = self.make()
        return self._made
