"""Which questions the chosen rules ask: those of options that something still read when the rules were worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import System, WindowDef
from caborules.ir.walk import choice_expressions, expressions_in, subexpressions
from caborules.lower.fold import NO, YES
from caborules.tools.rulebook.chosen import Chosen
from caborules.tools.rulebook.folding import Folder, never


def asked(system: System, chosen: Chosen, values: Mapping[str, ex.Expr]) -> frozenset[str]:
    """The keys of the options of ``system`` that decide something, when all have these values."""
    work = _Walk(chosen.system, chosen.idle, _Watch(replace(system, players=chosen.players), values))
    work.all()
    return frozenset(work.folder.read)


@dataclass(slots=True)
class _Watch(Folder):
    """A folder that notes which options it is asked for, and what their values come from."""

    read: set[str] = field(default_factory=set)
    printed: frozenset[tuple[int, str | int]] | None = None
    """What is printed on the cards of the chosen deck, by the number of the attribute; None until it is known."""

    def fold(self, expr: ex.Expr) -> ex.Expr:
        match expr:
            case ex.OptionRef():
                self._note(expr.key)
            case ex.Compare(left=ex.AttributeOf(attribute=name), op="is" | "is not" as op, right=ex.Const(value=value)):
                number = list(self.system.attributes).index(name)
                if self.printed is not None and (number, value) not in self.printed:
                    return YES if op == "is not" else NO
            case ex.Logic() if (settled := self._settled(expr)) is not None:
                return settled
        return Folder.fold(self, expr)

    def _settled(self, expr: ex.Logic) -> ex.Expr | None:
        """What the right side says alone, whatever the left side is: then nobody asks for the left side."""
        before, known = set(self.read), dict(self._functions)
        right = self.fold(expr.right)
        if isinstance(right, ex.Const) and right.value == (expr.op == "or"):
            return right
        self.read, self._functions = before, known
        return None

    def _lookup(self, expr: ex.Lookup) -> ex.Expr:
        keys = [expr.key.value] if isinstance(expr.key, ex.Const) else self.system.tables[expr.table].index
        for key in keys:
            self._note(f"{expr.column}.{key}")
        return Folder._lookup(self, expr)

    def _note(self, key: str) -> None:
        if key not in self.read and key in self.system.options:
            self.read.add(key)
            for part in subexpressions(self.system.options[key].default):
                if isinstance(part, ex.OptionRef):
                    self._note(part.key)


@dataclass(slots=True)
class _Walk:
    """Goes through the rules as written, past what the options switch off; ``left`` is what is printed of them.

    The ``idle`` rules, of which nothing is left, are gone through as well: an option may be what emptied them.
    """

    left: System
    idle: frozenset[str]
    folder: _Watch
    done: set[str] = field(default_factory=set)

    def all(self) -> None:
        system = self.folder.system
        printed: set[tuple[int, str | int]] = set()
        for line in system.deck:
            self._look(line.times, line.when)
            times = None if line.times is None else self._folded(line.times)
            if not never(self._folded(line.when)) and not (isinstance(times, ex.Const) and times.value == 0):
                printed |= {pair for face in line.faces for pair in enumerate(face)}
        self.folder.printed = frozenset(printed)
        for name in self.left.variables:
            self._variable(name)
        self._look(system.won, *(one.condition for one in system.requires))
        self._rule(system.begin)
        for window in system.windows.values():
            self._window(window)
        for event in system.events.values():
            if not never(self._folded(event.when)):
                self._block(event.body)

    def _folded(self, expr: ex.Expr | None) -> ex.Expr | None:
        return self.folder.without(expr)

    def _look(self, *exprs: ex.Expr | None) -> None:
        for expr in exprs:
            folded = self._folded(expr)
            for part in () if folded is None else subexpressions(folded):
                if isinstance(part, ex.RuleMade) and part.rule is not None:
                    self._rule(part.rule)
                elif isinstance(part, ex.VariableRef):
                    self._variable(part.variable)
                elif isinstance(part, ex.Lookup):
                    self._look(*(row.cells[part.column] for row in self.folder.system.tables[part.table].rows))

    def _variable(self, name: str) -> None:
        if f"state {name}" not in self.done:
            self.done.add(f"state {name}")
            self._look(self.folder.system.variables[name].initial)

    def _rule(self, name: str) -> None:
        if name in self.done:
            return
        self.done.add(name)
        rule = self.folder.system.rules[name]
        self._block(rule.resets)
        self._block(rule.body)

    def _window(self, window: WindowDef) -> None:
        among = self.folder.fold(window.among)
        if not isinstance(among, ex.Const) and window.name in self.left.windows:
            self._look(*(held.when for held in window.held))
            self._block(window.late)
            self._choices(window.choices)

    def _choices(self, choices: Iterable[st.Choice]) -> None:
        for choice in choices:
            if not never(self._folded(choice.guard)):
                self._look(*choice_expressions(choice))
                self._block(choice.body)

    def _block(self, block: st.Block) -> None:
        for one in block.statements:
            self._statement(one)

    def _statement(self, one: st.Statement) -> None:
        match one:
            case st.If():
                condition = self.folder.fold(one.condition)
                settled = condition.value if isinstance(condition, ex.Const) else None
                if settled is not False:
                    self._block(one.then)
                if settled is not True:
                    self._block(one.otherwise)
            case st.ForEach():
                self._look(one.among, one.start, one.where)
                if not never(self._folded(one.where)):
                    self._block(one.body)
            case st.RepeatTimes(times=test, body=body) | st.RepeatUntil(condition=test, body=body):
                self._look(test)
                self._block(body)
            case st.Decide():
                self._choices(one.choices)
                if one.otherwise is not None:
                    self._block(one.otherwise)
            case st.CallRule():
                self._look(*one.arguments)
                if one.rule in self.left.rules or one.rule in self.idle:
                    self._rule(one.rule)
            case _:
                self._look(*expressions_in(one))
