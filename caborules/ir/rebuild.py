"""Rules with other statements or choices in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from caborules.ir import statements as st
from caborules.ir.system import System
from caborules.ir.walk import blocks


def with_lines(system: System, line: Callable[[st.Statement], st.Statement]) -> System:
    """The system with every statement in it changed, from the inside out."""

    def changed(block: st.Block) -> st.Block:
        return rebuilt(block, line)

    rules = {
        name: replace(rule, resets=changed(rule.resets), body=changed(rule.body)) for name, rule in system.rules.items()
    }
    windows = {
        name: replace(
            window,
            late=changed(window.late),
            choices=tuple(replace(choice, body=changed(choice.body)) for choice in window.choices),
        )
        for name, window in system.windows.items()
    }
    events = {name: replace(event, body=changed(event.body)) for name, event in system.events.items()}
    outermost = (
        *(block for rule in rules.values() for block in (rule.resets, rule.body)),
        *(window.late for window in windows.values()),
        *(choice.body for window in windows.values() for choice in window.choices),
        *(event.body for event in events.values()),
    )
    inner = {block.number: block for whole in outermost for block in blocks(whole)}
    every = {number: inner.get(number, block) for number, block in system.blocks.items()}
    return replace(system, rules=rules, windows=windows, events=events, blocks=every)


def rebuilt(
    block: st.Block,
    line: Callable[[st.Statement], st.Statement],
    choice: Callable[[st.Choice], st.Choice] = lambda one: one,
) -> st.Block:
    """The block with every statement and every choice in it changed, from the inside out."""
    return replace(block, statements=tuple(line(_rebuilt(one, line, choice)) for one in block.statements))


def _rebuilt(
    one: st.Statement, line: Callable[[st.Statement], st.Statement], choice: Callable[[st.Choice], st.Choice]
) -> st.Statement:
    match one:
        case st.If():
            return replace(one, then=rebuilt(one.then, line, choice), otherwise=rebuilt(one.otherwise, line, choice))
        case st.ForEach() | st.RepeatTimes() | st.RepeatUntil():
            return replace(one, body=rebuilt(one.body, line, choice))
        case st.Decide():
            choices = tuple(choice(replace(each, body=rebuilt(each.body, line, choice))) for each in one.choices)
            otherwise = None if one.otherwise is None else rebuilt(one.otherwise, line, choice)
            return replace(one, choices=choices, otherwise=otherwise)
    return one
