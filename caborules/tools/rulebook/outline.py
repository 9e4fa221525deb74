"""Which rules and windows have a section of their own, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import System
from caborules.ir.walk import blocks_in, expressions_in, statements, subexpressions
from caborules.tools.rulebook.english import slug

LONG = 8
"""A rule without a title has a section if it has more statements than this and more than one place comes to it."""


@dataclass(frozen=True, slots=True)
class Section:
    """``thing`` is ``rule lap`` or ``window match``; ``depth`` tells how far it stands below the beginning."""

    thing: str
    depth: int

    @property
    def anchor(self) -> str:
        return slug(self.thing)


def outline(system: System) -> tuple[Section, ...]:
    """The sections in the order in which the rules come to them, each once."""
    work = _Outline(system, _counts(system))
    work.rule(system.begin, 0)
    for name in system.windows:
        work.window(name, 0)
    for event in system.events.values():
        work.block(event.body, 0)
    return tuple(Section(thing, depth) for thing, depth in work.found.items())


def _counts(system: System) -> dict[str, int]:
    counts: dict[str, int] = {}
    bodies = [rule.body for rule in system.rules.values()]
    bodies += [choice.body for window in system.windows.values() for choice in window.choices]
    for body in bodies:
        for one in statements(body):
            if isinstance(one, st.CallRule):
                counts[one.rule] = counts.get(one.rule, 0) + 1
    return counts


@dataclass(slots=True)
class _Outline:
    system: System
    counts: dict[str, int]
    found: dict[str, int] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)

    def rule(self, name: str, depth: int, *, always: bool = False) -> None:
        """A rule, and after it those that it comes to; a rule without a section stands for what is in it."""
        rule = self.system.rules[name]
        long = sum(1 for _ in statements(rule.body)) > LONG and self.counts.get(name, 0) > 1
        own = bool(rule.text) or always or long or name == self.system.begin
        if f"rule {name}" in self.found:
            return
        if own:
            self.found[f"rule {name}"] = depth
        self.block(rule.body, depth + own)
        if own:
            waiting, self.waiting = self.waiting, []
            for window in waiting:
                self.window(window, depth)

    def window(self, name: str, depth: int) -> None:
        if f"window {name}" not in self.found:
            self.found[f"window {name}"] = depth
            window = self.system.windows[name]
            self.block(window.late, depth + 1)
            for choice in window.choices:
                self.block(choice.body, depth + 1)

    def block(self, block: st.Block, depth: int) -> None:
        for one in block.statements:
            match one:
                case st.CallRule():
                    self.rule(one.rule, depth)
                case st.SetWindow(open=True) | st.Await():
                    self.waiting.append(one.window)
            for name in self._made(one):
                self.rule(name, depth, always=True)
            for inner in blocks_in(one):
                self.block(inner, depth)

    def _made(self, one: st.Statement) -> Iterator[str]:
        """The rules that a statement carries out because a cell of a table says so."""
        for expr in expressions_in(one):
            for part in subexpressions(expr):
                if isinstance(part, ex.RuleMade) and part.rule is not None:
                    yield part.rule
                elif isinstance(part, ex.Lookup):
                    for row in self.system.tables[part.table].rows:
                        cell = row.cells[part.column]
                        if isinstance(cell, ex.RuleMade) and cell.rule is not None:
                            yield cell.rule
