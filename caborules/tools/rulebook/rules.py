"""Rules with the chosen options worked in: branches, choices, windows and steps that cannot happen are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from caborules.ir import expressions as ex
from caborules.ir import statements as st
from caborules.ir.system import DeckLine, RuleDef, System, TableDef, WindowDef
from caborules.lower.fold import is_yes
from caborules.tools.rulebook.folding import Folder, never, opposite
from caborules.tools.rulebook.mapping import with_expressions


@dataclass(slots=True)
class Rules:
    """Folds statements; ``dead`` are the windows that offer nothing to anybody."""

    folder: Folder
    dead: frozenset[str] = frozenset()
    empty: frozenset[str] = frozenset()

    def system(self) -> System:
        """The system, folded."""
        old, folder = self.folder.system, self.folder
        windows = {name: self._window(window) for name, window in old.windows.items()}
        self.dead = frozenset(name for name, window in windows.items() if not window.choices)
        rules = old.rules
        while True:
            rules = {name: self._rule(rule) for name, rule in old.rules.items()}
            empty = frozenset(n for n, r in rules.items() if not r.body.statements and not r.resets.statements)
            if empty == self.empty:
                break
            self.empty = empty
        return replace(
            old,
            deck=tuple(self._deck()),
            requires=tuple(
                replace(one, condition=condition)
                for one in old.requires
                if not isinstance(condition := folder.fold(one.condition), ex.Const)
            ),
            variables={n: replace(v, initial=folder.fold(v.initial)) for n, v in old.variables.items()},
            functions={name: folder.function(name) for name in old.functions},
            tables={name: self._table(table) for name, table in old.tables.items()},
            rules=rules,
            windows={name: self._window(window) for name, window in old.windows.items() if name not in self.dead},
            events={
                name: replace(event, when=when, body=self._block(event.body))
                for name, event in old.events.items()
                if not never(when := folder.without(event.when))
            },
            won=None if old.won is None else folder.fold(old.won),
        )

    def _deck(self) -> Iterator[DeckLine]:
        for line in self.folder.system.deck:
            when = self.folder.without(line.when)
            times = None if line.times is None else self.folder.fold(line.times)
            absent = isinstance(times, ex.Const) and times.value == 0
            if not never(when) and not absent:
                yield replace(line, times=times, when=when)

    def _table(self, table: TableDef) -> TableDef:
        rows = (
            replace(row, cells={column: self.folder.fold(cell) for column, cell in row.cells.items()})
            for row in table.rows
        )
        return replace(table, rows=tuple(rows))

    def _rule(self, rule: RuleDef) -> RuleDef:
        return replace(rule, resets=self._block(rule.resets), body=self._block(rule.body))

    def _window(self, window: WindowDef) -> WindowDef:
        among = self.folder.fold(window.among)
        choices = () if isinstance(among, ex.Const) else self._choices(window.choices)
        held = tuple(replace(one, when=when) for one in window.held if not never(when := self.folder.without(one.when)))
        return replace(window, among=among, choices=choices, held=held, late=self._block(window.late))

    def _choices(self, choices: tuple[st.Choice, ...]) -> tuple[st.Choice, ...]:
        folded = (self._choice(choice) for choice in choices)
        return tuple(choice for choice in folded if not never(choice.guard))

    def _choice(self, choice: st.Choice) -> st.Choice:
        params: list[st.ChosenParam] = []
        for param in choice.params:
            among, where = self.folder.fold(param.among), self.folder.without(param.where)
            if isinstance(param, st.SomeOf):
                measure = None if param.measure is None else self.folder.fold(param.measure)
                params.append(replace(param, among=among, where=where, measure=measure))
            else:
                params.append(replace(param, among=among, where=where))
        guard = self.folder.without(choice.guard)
        return replace(choice, params=tuple(params), guard=guard, body=self._block(choice.body))

    # ------------------------------------------------------------ statements
    def _block(self, block: st.Block) -> st.Block:
        return replace(block, statements=tuple(one for each in block.statements for one in self._statement(each)))

    def _statement(self, one: st.Statement) -> Iterator[st.Statement]:
        fold = self.folder.fold
        match one:
            case st.If():
                yield from self._if(one)
            case st.ForEach():
                body, where = self._block(one.body), self.folder.without(one.where)
                if body.statements and not never(where):
                    start = None if one.start is None else fold(one.start)
                    yield replace(one, among=fold(one.among), start=start, where=where, body=body)
            case st.RepeatTimes():
                body, times = self._block(one.body), fold(one.times)
                if isinstance(times, ex.Const) and times.value == 1:
                    yield from body.statements
                elif body.statements:
                    yield replace(one, times=times, body=body)
            case st.RepeatUntil():
                until = fold(one.condition)
                if not is_yes(until):
                    yield replace(one, condition=until, body=self._block(one.body))
            case st.Decide():
                yield from self._decide(one)
            case st.SetWindow() | st.Await():
                if one.window not in self.dead:
                    yield one
            case st.CallRule():
                if one.rule not in self.empty:
                    yield replace(one, arguments=tuple(map(fold, one.arguments)))
            case st.Do():
                yield from self._do(one)
            case _:
                yield with_expressions(one, fold)

    def _if(self, one: st.If) -> Iterator[st.Statement]:
        condition = self.folder.fold(one.condition)
        if isinstance(condition, ex.Const):
            yield from self._block(one.then if condition.value else one.otherwise).statements
            return
        then, otherwise = self._block(one.then), self._block(one.otherwise)
        if then.statements:
            yield replace(one, condition=condition, then=then, otherwise=otherwise)
        elif otherwise.statements:
            yield replace(one, condition=opposite(condition), then=otherwise, otherwise=then, instead=False)

    def _do(self, one: st.Do) -> Iterator[st.Statement]:
        rule = self.folder.fold(one.rule)
        idle = isinstance(rule, ex.RuleMade) and (rule.rule is None or rule.rule in self.empty)
        if not idle:
            yield replace(one, rule=rule, arguments=tuple(map(self.folder.fold, one.arguments)))

    def _decide(self, one: st.Decide) -> Iterator[st.Statement]:
        choices = self._choices(one.choices)
        otherwise = None if one.otherwise is None else self._block(one.otherwise)
        if choices:
            actors: st.OneActor | st.SeveralActors
            if isinstance(one.actors, st.OneActor):
                actors = replace(one.actors, player=self.folder.fold(one.actors.player))
            else:
                actors = replace(one.actors, among=self.folder.fold(one.actors.among))
            yield replace(one, actors=actors, choices=choices, otherwise=otherwise)
        elif otherwise is not None:
            yield from otherwise.statements
