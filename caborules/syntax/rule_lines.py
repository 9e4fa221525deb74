"""The lines of rules, windows, events, statements and decisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from caborules.syntax import rules as r
from caborules.syntax.base import Cites
from caborules.syntax.expressions import Expr
from caborules.syntax.lines import Line, group_of, inserted, line, text_cell, was_print
from caborules.syntax.words import OF, SUM, arguments, citations, enclosed, expression, names, range_, signature


def rule(t: r.Rule, prefix: str = "", fingerprint: str | None = None) -> Iterator[Line]:
    parts = f" {signature(t.parts)}" if t.parts else ""
    head = f"{prefix}rule {t.name}{parts}{inserted(t.text)}{was_print(fingerprint)}"
    yield line(t, 0, head, cites=t.cites)
    yield from block(t.body, 1)


def window(w: r.Window, prefix: str = "", fingerprint: str | None = None) -> Iterator[Line]:
    yield line(w, 0, f"{prefix}window {w.name}{inserted(w.text)}{was_print(fingerprint)}", cites=w.cites)
    tied = [
        *(_tied("opens after", part) for part in w.opens),
        *(_tied("closes before", part) for part in w.closes),
        *(_tied("held during", part) for part in w.held),
    ]
    if w.late is not None:
        tied.append(line(w.late, 1, f"late: {simple(w.late.step)}", cites=w.late.cites))
    yield from sorted(tied, key=lambda part: part.source)
    who = f"{w.variable} in {expression(w.among, SUM)}{_where(w.where)} may"
    yield line(w.among, 1, who, cites=w.who_cites)
    yield from _alternatives(w.alternatives, 2)


def _tied(words: str, part: r.Paths) -> Line:
    when = "" if part.when is None else f" when {expression(part.when)}"
    return line(part, 1, f"{words} {names(part.paths)}{when}", cites=part.cites)


def event(t: r.Event) -> Iterator[Line]:
    when = "" if t.when is None else f" when {expression(t.when)}"
    yield line(t, 0, f'event {t.name}{when} "{t.text}"', cites=t.cites)
    yield from block(t.body, 1)


def block(statements: r.Block, depth: int) -> Iterator[Line]:
    for statement in statements:
        yield from _statement(statement, depth)


def _statement(s: r.Statement, depth: int) -> Iterator[Line]:
    match s:
        case r.Step(action=action, otherwise=otherwise):
            instead = "" if otherwise is None else f" otherwise {simple(otherwise)}"
            yield line(s, depth, simple(action) + instead, cites=s.cites)
        case r.If(arms=arms, otherwise=other):
            for number, arm in enumerate(arms):
                word = "otherwise if" if number else "if"
                yield line(arm, depth, f"{word} {expression(arm.condition)}", cites=arm.cites)
                yield from block(arm.body, depth + 1)
            if other is not None:
                yield _otherwise(other, depth, s.otherwise_cites)
                yield from block(other, depth + 1)
        case r.ForEach(variable=variable, among=among, start=start, where=where):
            begin = "" if start is None else f" from {expression(start, SUM)}"
            text = f"for each {variable} in {expression(among, SUM)}{begin}{_where(where)}"
            yield line(s, depth, text, cites=s.cites)
            yield from block(s.body, depth + 1)
        case r.RepeatTimes(times=times):
            yield line(s, depth, f"repeat {expression(times, OF)} times", cites=s.cites)
            yield from block(s.body, depth + 1)
        case r.RepeatUntil(condition=condition):
            yield line(s, depth, f"repeat until {expression(condition)}", cites=s.cites)
            yield from block(s.body, depth + 1)
        case r.Decision():
            yield from _decision(s, depth)
        case _:
            assert_never(s)


def _otherwise(body: r.Block, depth: int, cites: Cites) -> Line:
    # Nodes do not keep where `otherwise` stands: a negative source means the statement before that line.
    first = body[0].span
    return Line(depth, ("otherwise",), citations(cites), -first.start.line, file=first.file)


def _where(condition: Expr | None) -> str:
    return "" if condition is None else f" where {expression(condition)}"


def simple(s: r.Simple) -> str:
    """A statement of one line."""
    match s:
        case r.Move(what=what, to=to):
            return f"move {enclosed(what)} to {expression(to)}"
        case r.Swap(left=left, right=right):
            return f"swap {enclosed(left)} with {expression(right)}"
        case r.Shuffle(place=place):
            return f"shuffle {expression(place)}"
        case r.Show(what=what, to=to, secretly=secretly):
            return f"show {enclosed(what)} to {expression(to)}{' secretly' if secretly else ''}"
        case r.Flip(what=what, up=up):
            return f"flip {enclosed(what)} {'up' if up else 'down'}"
        case r.SetTo(target=target, value=value):
            return f"set {expression(target, SUM)} to {expression(value)}"
        case r.Add(amount=amount, target=target):
            return f"add {enclosed(amount)} to {expression(target, SUM)}"
        case r.Pay(amount=amount, source=source, target=target):
            return f"pay {enclosed(amount)} from {expression(source, SUM)} to {expression(target, SUM)}"
        case r.Let(name=name, value=value):
            return f"let {name} be {expression(value)}"
        case r.DrawLot(name=name, among=among):
            return f"let {name} be one of {expression(among, SUM)} at random"
        case r.Announce(text=text, value=said):
            return f'announce "{text}"' + ("" if said is None else f" {expression(said)}")
        case _:
            return _control(s)


def _control(
    s: r.OpenWindow | r.CloseWindow | r.Await | r.Do | r.EndRule | r.Again | r.Nothing | r.CallRule,
) -> str:
    match s:
        case r.OpenWindow(window=name):
            return f"open {name}"
        case r.CloseWindow(window=name):
            return f"close {name}"
        case r.Await(window=name):
            return f"await {name}"
        case r.Do(rule=held, arguments=given):
            return f"do {expression(held, OF)}{arguments(given)}"
        case r.EndRule(rule=name):
            return f"end {name}"
        case r.Again():
            return "again"
        case r.Nothing():
            return "nothing"
        case r.CallRule(rule=name, arguments=given):
            return name + arguments(given)
        case _:
            assert_never(s)


def _decision(d: r.Decision, depth: int) -> Iterator[Line]:
    words = [_who(d.who), *(["alone"] if d.alone else []), "must" if d.must else "may"]
    if d.must_when is not None:
        words.append(f"when {enclosed(d.must_when)} otherwise may")
    if d.secretly:
        words.append("secretly")
    yield line(d, depth, " ".join(words), cites=d.cites)
    yield from _alternatives(d.alternatives, depth + 1)
    if d.otherwise is not None:
        yield _otherwise(d.otherwise, depth, d.otherwise_cites)
        yield from block(d.otherwise, depth + 1)


def _who(who: r.OnePlayer | r.SeveralPlayers) -> str:
    if isinstance(who, r.OnePlayer):
        return who.name
    return f"{who.quantifier} {who.variable} in {expression(who.among, SUM)}{_where(who.where)}"


def _alternatives(given: tuple[r.Alternative, ...], depth: int) -> Iterator[Line]:
    for part in given:
        yield from alternative(part, depth, part.name, group=group_of(given[0]))


def alternative(
    a: r.Alternative, depth: int, name: str, fingerprint: str | None = None, group: int = 0
) -> Iterator[Line]:
    """A choice; ``name`` is what stands for its name (with ``add choice`` and its path, in a delta)."""
    chosen = f" ({', '.join(_chosen(part) for part in a.params)})" if a.params else ""
    when = "" if a.when is None else f" when {expression(a.when)}"
    announces = " announces" if a.announces else ""
    was = was_print(fingerprint)
    head = f"{name}{chosen}{when}{announces}"
    cells = (head + was,) if a.text is None else (head, *(text + was for text in text_cell(a.text)))
    yield line(a, depth, *cells, cites=a.cites, group=group)
    yield from block(a.body, depth + 1)


def _chosen(part: r.ChosenParam) -> str:
    match part:
        case r.OneOf(name=name, among=among, where=where):
            return f"{name} in {expression(among, SUM)}{_where(where)}"
        case r.SomeSharing(name=name, among=among, attribute=attribute, where=where):
            return f"some {name} in {expression(among, SUM)} sharing {attribute}{_where(where)}"
        case r.SomeMany(count=count, name=name, among=among, where=where):
            number = count if isinstance(count, int) else range_(count)
            return f"{number} {name} in {expression(among, SUM)}{_where(where)}"
        case _:
            assert_never(part)
