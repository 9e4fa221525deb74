"""Checks that need the call tree only: loops without a decision, idle windows and rules. E311, E331, W336."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from caborules.diagnostics.record import Diagnostic
from caborules.ir import expressions as x
from caborules.ir import statements as s
from caborules.ir.system import System
from caborules.ir.walk import expressions_in, statements, subexpressions


class Structure:
    """The call tree of a ruleset."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._below: dict[str, frozenset[str]] = {}

    def diagnostics(self) -> Iterator[Diagnostic]:
        """All findings, in no particular order."""
        reached = self.reached()
        yield from self._loops(reached)
        yield from self._windows(reached)

    # ------------------------------------------------------------ the call tree
    def reached(self) -> frozenset[str]:
        """The rules that can be carried out at all."""
        return self._closure(self._called([*self._roots()])) | self._closure({self._system.begin})

    def _roots(self) -> Iterator[s.Block]:
        for window in self._system.windows.values():
            yield window.late
            yield from (choice.body for choice in window.choices)
        for event in self._system.events.values():
            yield event.body

    def _closure(self, rules: Iterable[str]) -> frozenset[str]:
        found: set[str] = set()
        todo = list(rules)
        while todo:
            rule = todo.pop()
            if rule not in found:
                found.add(rule)
                todo.extend(self.calls(rule))
        return frozenset(found)

    def calls(self, rule: str) -> frozenset[str]:
        """The rules that a rule carries out itself."""
        if rule not in self._below:
            self._below[rule] = self._called([self._system.rules[rule].body])
        return self._below[rule]

    def _called(self, blocks: Iterable[s.Block]) -> frozenset[str]:
        found: set[str] = set()
        for block in blocks:
            for statement in statements(block):
                if isinstance(statement, s.CallRule):
                    found.add(statement.rule)
                elif isinstance(statement, s.Do):
                    for expr in expressions_in(statement):
                        found |= self._made(expr)
        return frozenset(found)

    def _made(self, expr: x.Expr) -> frozenset[str]:
        """The rules that an expression may hold."""
        found: set[str] = set()
        for part in subexpressions(expr):
            match part:
                case x.RuleMade(rule=str() as rule):
                    found.add(rule)
                case x.Lookup():
                    for row in self._system.tables[part.table].rows:
                        found |= self._made(row.cells[part.column])
                case x.OptionRef():
                    option = self._system.options[part.key]
                    for one in (option.default, *option.domain):
                        found |= frozenset() if isinstance(one, int) else self._made(one)
                case x.Apply():
                    found |= self._made(self._system.functions[part.function].body)
        return frozenset(found)

    # ------------------------------------------------------------ findings
    def idle(self) -> Iterator[Diagnostic]:
        """W336: rules of the ruleset's own file to which no way leads; of those that call one another the first."""
        idle = {
            name: rule
            for name, rule in self._system.rules.items()
            if rule.span is not None and PurePath(rule.span.file).name == self._system.file
        }
        for name in self.reached():
            idle.pop(name, None)
        below = frozenset(called for name in idle for called in self.calls(name))
        for name, rule in idle.items():
            if name not in below:
                yield Diagnostic(
                    "W336",
                    rule.span,
                    f"Nothing carries out the rule {name}.",
                    f"No way leads to it from `begin with {self._system.begin}`, a window, an event or a cell.",
                    "Call it where it belongs, write it as a hook (`after rule ...`), or remove it.",
                )

    def _loops(self, reached: frozenset[str]) -> Iterator[Diagnostic]:
        for rule in sorted(reached):
            for statement in statements(self._system.rules[rule].body):
                if isinstance(statement, s.RepeatUntil) and not self._pauses(statement.body):
                    yield Diagnostic(
                        "E311",
                        statement.span,
                        "No way through this loop meets a decision or chance.",
                        "Nothing could ever end it but the rules themselves, and the compiler cannot see that they do.",
                        "Let somebody decide in it, or write `repeat n times` or `for each`.",
                    )

    def _pauses(self, block: s.Block) -> bool:
        inner = [block, *(self._system.rules[r].body for r in self._closure(self._called([block])))]
        pausing = (s.Decide, s.Await, s.Shuffle, s.Pick)
        return any(isinstance(t, pausing) for b in inner for t in statements(b))

    def _windows(self, reached: frozenset[str]) -> Iterator[Diagnostic]:
        bodies = [self._system.rules[r].body for r in sorted(reached)]
        bodies += [self._system.rules[r].resets for r in sorted(reached)]
        bodies += list(self._roots())
        opened = {t.window for b in bodies for t in statements(b) if isinstance(t, s.SetWindow) and t.open}
        for window in self._system.windows.values():
            if window.name not in opened:
                yield Diagnostic(
                    "E331",
                    window.span,
                    f"Nothing opens the window {window.name}.",
                    "Its reactions would never be on offer.",
                    "Write `opens after ...` in it, or `open` where it shall be open; or remove it.",
                )
            if not window.choices:
                yield Diagnostic(
                    "E331",
                    window.span,
                    f"The window {window.name} has no reactions.",
                    "Opening it changes nothing.",
                    "Add a choice, or remove the window.",
                )
