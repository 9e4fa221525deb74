"""Changes to rules: a line, guard, case, choice or window line left out, and other small slips of an author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caborules.syntax import nodes as n
from tests.mutants.expressions import Change, another_player, negated, ref
from tests.mutants.scope import Words
from tests.mutants.tree import altered, without

_BLOCKS = ("body", "otherwise")


def of_statement(node: Any, players: tuple[str, ...], words: Words) -> Iterator[Change]:
    """The changes to one statement, choice, window or function, apart from those to the expressions in it."""
    yield from _dropped_lines(node)
    match node:
        case n.Step(otherwise=otherwise) if otherwise is not None:
            yield "drop-otherwise", node, altered(node, otherwise=None)
        case n.If(arms=arms, otherwise=otherwise):
            if otherwise is not None:
                yield "drop-otherwise", otherwise[0], altered(node, otherwise=None)
            for at, arm in enumerate(arms):
                if len(arms) > 1:
                    yield "drop-case", arm, altered(node, arms=without(arms, at))
                new_arm = altered(arm, condition=negated(arm.condition))
                yield "negate", arm, altered(node, arms=(*arms[:at], new_arm, *arms[at + 1 :]))
        case n.ForEach(start=start, where=where):
            if start is not None:
                yield "drop-start", node, altered(node, start=None)
            yield from _guard(node, "where", where)
        case n.RepeatUntil(condition=condition):
            yield "negate", node, altered(node, condition=negated(condition))
        case n.Decision(must=must, alternatives=choices, otherwise=otherwise):
            yield "must-may", node, altered(node, must=not must, otherwise=None)
            if otherwise is not None:
                yield "drop-otherwise", otherwise[0], altered(node, otherwise=None)
            yield from _choices(node, choices)
            if isinstance(node.who, n.OnePlayer):
                for name in [name for name in players if name != node.who.name][:1]:
                    yield "player", node, altered(node, who=altered(node.who, name=name))
        case n.Alternative(when=when):
            yield from _guard(node, "when", when)
        case n.OneOf(where=where) | n.SomeSharing(where=where) | n.SomeMany(where=where):
            yield from _guard(node, "where", where)
        case n.Window():
            yield from _window(node)
        case n.Define(cases=cases):
            for at, case in enumerate(cases):
                yield "drop-case", case, _cases(node, without(cases, at))
                new = altered(case, when=negated(case.when))
                yield "negate", case, _cases(node, (*cases[:at], new, *cases[at + 1 :]))
                if isinstance(case.value, n.NoLiteral):
                    new = altered(case, value=negated(case.value))
                    yield "member", case, _cases(node, (*cases[:at], new, *cases[at + 1 :]))
        case n.Show(to=n.Ref(name=name)):
            whom = another_player(node, "", players) if name.text == "everyone" else ref(node, "everyone")
            yield "audience", node, altered(node, to=whom)
        case n.Flip(up=up):
            yield "up-down", node, altered(node, up=not up)
        case n.SetTo(value=n.NoLiteral() as value):
            yield "member", node, altered(node, value=negated(value))
        case n.CallRule(arguments=arguments):
            for at, part in enumerate(arguments):
                other = _other_kind(part, words)
                if other is not None:
                    yield "member", node, altered(node, arguments=(*arguments[:at], other, *arguments[at + 1 :]))


def _dropped_lines(node: Any) -> Iterator[Change]:
    """Each statement of the blocks of the node left out; ``nothing`` stays in a block that would be empty."""
    for name in _BLOCKS:
        lines = getattr(node, name, None)
        if not isinstance(lines, tuple):
            continue
        for at, line in enumerate(lines):
            operator = _drop(line)
            if operator is not None:
                rest = without(lines, at) or (n.Step(line.span, n.Nothing(line.span), None, ()),)
                yield operator, line, altered(node, **{name: rest})
            if isinstance(line, n.If) and line.otherwise is None and len(line.arms) == 1:
                inner = (*lines[:at], *line.arms[0].body, *lines[at + 1 :])
                yield "drop-guard", line, altered(node, **{name: inner})


def _drop(line: n.Statement) -> str | None:
    """The operator that leaves the line out. A name that later lines use cannot be left out alone."""
    match line:
        case n.Step(action=n.Let() | n.DrawLot() | n.Nothing()):
            return None
        case n.Step(action=n.Show()):
            return "drop-show"
        case n.Step(action=n.Flip()):
            return "drop-flip"
    return "drop-line"


def _guard(node: Any, field: str, condition: Any) -> Iterator[Change]:
    if condition is not None:
        yield "drop-guard", condition, altered(node, **{field: None})
        yield "negate", condition, altered(node, **{field: negated(condition)})


def _choices(node: n.Decision | n.Window, choices: tuple[n.Alternative, ...]) -> Iterator[Change]:
    if len(choices) > 1:
        for at, choice in enumerate(choices):
            yield "drop-choice", choice, altered(node, alternatives=without(choices, at))


def _window(node: n.Window) -> Iterator[Change]:
    for field in ("opens", "closes", "held"):
        lines: tuple[n.Paths, ...] = getattr(node, field)
        for at, line in enumerate(lines):
            yield "drop-window-line", line, altered(node, **{field: without(lines, at)})
            for number, path in enumerate(line.paths if len(line.paths) > 1 else ()):
                fewer = altered(line, paths=without(line.paths, number))
                yield f"drop-window-line {path.text}", line, altered(node, **{field: _with(lines, at, fewer)})
            if line.when is not None:
                yield "drop-guard", line, altered(node, **{field: _with(lines, at, altered(line, when=None))})
                opposite = altered(line, when=negated(line.when))
                yield "negate", line, altered(node, **{field: _with(lines, at, opposite)})
    if node.late is not None:
        yield "drop-window-line", node.late, altered(node, late=None)
    yield from _guard(node, "where", node.where)
    yield from _choices(node, node.alternatives)


def _with(parts: tuple[Any, ...], at: int, new: Any) -> tuple[Any, ...]:
    return (*parts[:at], new, *parts[at + 1 :])


def _cases(node: n.Define, cases: tuple[n.Case, ...]) -> n.Define:
    new: n.Define = altered(node, cases=cases, by_cases=bool(cases))
    return new


def _other_kind(part: n.Labelled, words: Words) -> n.Labelled | None:
    if not isinstance(part.value, n.Ref):
        return None
    member = part.value.name.text
    kind = words.kind_of(member)
    other = None if kind is None else words.other_member(kind, member)
    return None if other is None else altered(part, value=ref(part.value, other))
