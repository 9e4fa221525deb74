"""Changes to sheets: an answer, row, option or setting left out, changed, or no longer open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caborules.syntax import nodes as n
from tests.mutants.expressions import Change, negated, ref
from tests.mutants.scope import Words
from tests.mutants.tree import altered, without

_OTHER_SIGHT = {"face up": "face down", "face down": "face up", "seen by its owner": "face down"}


def of_sheet(node: Any, words: Words) -> Iterator[Change]:
    """The changes to one sheet, apart from those to the expressions in its lines."""
    match node:
        case n.Players(range=range_):
            yield from _range(node, "range", range_)
        case n.Options(lines=lines) | n.Deck(lines=lines):
            yield from _lines(node, "lines", lines, "drop-option" if isinstance(node, n.Options) else "drop-deck-line")
        case n.Preset(settings=settings):
            yield from _lines(node, "settings", settings, "drop-setting")
        case n.Setting(cell=cell):
            yield from _cell(node, cell, node.option.text, words)
        case n.Option(default=default, open=is_open):
            if is_open:
                yield "close-option", node, altered(node, open=False)
            if any(isinstance(part, n.TypeNo) for part in node.type.parts):
                yield "negate", node, altered(node, default=negated(default))
            else:
                yield from _answered(node, "default", default, node.name, words)
            for at, part in enumerate(node.type.parts):
                if isinstance(part, n.Range):
                    for operator, _, new in _range(part, "", part):
                        parts = (*node.type.parts[:at], new, *node.type.parts[at + 1 :])
                        yield operator, node, altered(node, type=altered(node.type, parts=parts))
        case n.Require(condition=condition):
            yield "negate", node, altered(node, condition=negated(condition))
        case n.DeckLine(when=when) if when is not None:
            yield "drop-guard", node, altered(node, when=None)
            yield "negate", node, altered(node, when=negated(when))
        case n.Form(answers=answers) | n.ChangeForm(answers=answers):
            yield from _lines(node, "answers", answers, "drop-answer")
            for at, answer in enumerate(answers):
                for operator, _, new in _answer(answer, f"{node.name}.{answer.question}", words):
                    yield operator, answer, altered(node, answers=(*answers[:at], new, *answers[at + 1 :]))
        case n.Table(rows=rows) | n.ChangeTable(rows=rows):
            yield from _lines(node, "rows", rows, "drop-row")
            for at, row in enumerate(rows):
                if row.change == "remove":
                    continue
                for operator, _, new in _row(row, node.columns, words):
                    yield operator, row, altered(node, rows=(*rows[:at], new, *rows[at + 1 :]))
        case n.ChangeOptions(lines=lines):
            yield from _lines(node, "lines", lines, "drop-answer")
        case n.ChangedOption(option=option, cell=cell):
            yield from _cell(node, cell, option.text, words)
        case n.Fix(option=option, value=value):
            yield from _answered(node, "value", value, option.text, words)
        case n.Variable(initial=initial, renewed_by=renewed_by):
            yield from _answered(node, "initial", initial, node.name, words)
            if renewed_by is not None:
                yield "drop-reset", node, altered(node, renewed_by=None)
        case n.PlaceDecl(sight=sight):
            yield "sight", node, altered(node, sight=_OTHER_SIGHT[sight])
        case n.Field(default=default) if default is not None:
            yield from _answered(node, "default", default, node.name, words)
        case n.Axis(pattern=pattern):
            for at, member in enumerate(pattern.parts if len(pattern.parts) > 1 else ()):
                yield "drop-member", member, altered(node, pattern=altered(pattern, parts=without(pattern.parts, at)))


def _lines(node: Any, field: str, lines: tuple[Any, ...], operator: str) -> Iterator[Change]:
    if len(lines) > 1:
        for at, line in enumerate(lines):
            yield operator, line, altered(node, **{field: without(lines, at)})


def _range(node: Any, field: str, range_: n.Range) -> Iterator[Change]:
    for bound in ("low", "high"):
        value = getattr(range_, bound)
        for step in (1, -1):
            if isinstance(value, int) and value + step >= 0:
                new = altered(range_, **{bound: value + step})
                yield f"number{step:+}", node, altered(node, **{field: new}) if field else new


def _answer(answer: n.Answer, key: str, words: Words) -> Iterator[Change]:
    yield from _cell(answer, answer.cell, key, words)
    if answer.chosen is not None:
        yield "close-option", answer, altered(answer, chosen=None)
        for at, part in enumerate(answer.chosen.domain or ()):
            if isinstance(part, n.Range):
                for operator, _, new in _range(part, "", part):
                    domain = (*answer.chosen.domain[:at], new, *answer.chosen.domain[at + 1 :])  # type: ignore[index]  # not None: we are in it
                    yield operator, answer, altered(answer, chosen=altered(answer.chosen, domain=domain))


def _cell(node: Any, cell: n.Cell, key: str, words: Words) -> Iterator[Change]:
    yield from _answered(node, "cell", cell, key, words)


def _answered(node: Any, field: str, value: n.Node, key: str, words: Words) -> Iterator[Change]:
    """Another answer: the opposite of no, the next member. (The opposite of yes is a change to an expression.)"""
    match value:
        case n.NoLiteral():
            yield "member", node, altered(node, **{field: negated(value)})
        case n.Ref(name=name):
            other = words.other_member(key, name.text)
            if other is not None:
                yield "member", node, altered(node, **{field: ref(value, other)})


def _row(row: n.Row, columns: tuple[str, ...], words: Words) -> Iterator[Change]:
    for at, (column, cell) in enumerate(zip(columns, row.cells, strict=True)):
        found = []
        rules = words.rules.get(column, ())
        if isinstance(cell.cell, n.Ref) and cell.cell.name.text in rules:
            found.append(("drop-rule", altered(cell, cell=n.Blank(cell.span))))
            if len(rules) > 1:
                other = rules[(rules.index(cell.cell.name.text) + 1) % len(rules)]
                found.append(("member", altered(cell, cell=ref(cell, other))))
        elif isinstance(cell.cell, n.Blank) and rules:
            found.append(("member", altered(cell, cell=ref(cell, rules[0]))))
        if cell.chosen is not None:
            found.append(("close-option", altered(cell, chosen=None)))
        for operator, new in found:
            yield operator, row, altered(row, cells=(*row.cells[:at], new, *row.cells[at + 1 :]))
