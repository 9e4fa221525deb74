"""Driving the tables that Lark makes of the grammar: shift, reduce, and where each tree begins and ends.

Lark can do this itself; here the places of trees are carried along instead of being looked up in their parts again and
again, and the parser can be asked before each word what that word could be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from lark import Token, Tree
from lark.parsers.lalr_analysis import Shift

from caborules.text.grammar import parser

Actions: TypeAlias = Mapping[str, tuple[object, Any]]
"""What the parser can do in a state, by kind of token: shift to a state, or reduce by a rule of Lark's."""


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables for one start; ``reductions`` by the identity of Lark's rule, whose own hash is slow."""

    states: Mapping[int, Actions]
    begin: int
    end: int
    reductions: Mapping[int, tuple[int, str, Callable[[list[object]], object]]]
    """For each rule: the number of its parts, what it makes, and what builds the tree."""


@cache
def tables(start: str) -> Tables:
    """The tables for a start of the grammar."""
    conf = parser().parse_interactive("", start=start).parser_state.parse_conf
    rules = {id(arg): arg for row in conf.states.values() for action, arg in row.values() if action is not Shift}
    reductions = {key: (len(rule.expansion), rule.origin.name, conf.callbacks[rule]) for key, rule in rules.items()}
    return Tables(conf.states, conf.start_state, conf.end_state, reductions)


class Drive:
    """One run of the parser. ``stack``: its states, innermost last."""

    def __init__(self, start: str) -> None:
        self._tables = tables(start)
        self.stack: list[int] = [self._tables.begin]
        self._values: list[object] = []
        # The first and the last token of each value, None where it has none; brackets around it included.
        self._firsts: list[Token | None] = []
        self._lasts: list[Token | None] = []

    def choices(self) -> Actions:
        """What the table says that the parser can do now."""
        return self._tables.states[self.stack[-1]]

    def take(self, token: Token) -> bool:
        """Give the parser a token. False if it cannot go on with it; then it stays where it noticed."""
        states, stack, kind = self._tables.states, self.stack, token.type
        while True:
            found = states[stack[-1]].get(kind)
            if found is None:
                return False
            action, arg = found
            if action is Shift:
                stack.append(arg)
                self._values.append(token)
                self._firsts.append(token)
                self._lasts.append(token)
                return True
            self._reduce(arg)

    def finish(self) -> Tree[Token] | None:
        """There are no more tokens: the tree, or None if something is missing."""
        while self.stack[-1] != self._tables.end:
            found = self.choices().get("$END")
            if found is None:
                return None
            self._reduce(found[1])
        (tree,) = self._values[-1:]
        assert isinstance(tree, Tree)
        return tree

    def can_take(self, kind: str) -> bool:
        """Whether the parser can really take a token of this kind next (its table alone may promise too much)."""
        states, stack = self._tables.states, list(self.stack)
        while True:
            found = states[stack[-1]].get(kind)
            if found is None:
                return False
            action, rule = found
            if action is Shift:
                return True
            if stack[-1] == self._tables.end:
                return kind == "$END"
            size, made, _ = self._tables.reductions[id(rule)]
            if size:
                del stack[-size:]
            stack.append(states[stack[-1]][made][1])
            if kind == "$END" and stack[-1] == self._tables.end:
                return True

    def _reduce(self, rule: object) -> None:
        size, made, build = self._tables.reductions[id(rule)]
        if size == 1:  # most are: from the narrowest kind of expression to the widest
            parts = self._values[-1:]
            value = build(parts)
            self.stack[-1] = self._tables.states[self.stack[-2]][made][1]
            self._values[-1] = value
            if value is not parts[0]:
                _place(value, self._firsts[-1], self._lasts[-1])
            return
        parts, firsts, lasts = [], [], []
        if size:
            parts, firsts, lasts = self._values[-size:], self._firsts[-size:], self._lasts[-size:]
            del self.stack[-size:], self._values[-size:], self._firsts[-size:], self._lasts[-size:]
        first = next((token for token in firsts if token is not None), None)
        last = next((token for token in reversed(lasts) if token is not None), None)
        value = build(parts)
        _place(value, first, last)
        if isinstance(value, Token):
            first = last = value
        self.stack.append(self._tables.states[self.stack[-1]][made][1])
        self._values.append(value)
        self._firsts.append(first)
        self._lasts.append(last)


def _place(value: object, first: Token | None, last: Token | None) -> None:
    """Where a tree begins and ends. One that has its place already was passed on from inside brackets."""
    if isinstance(value, Tree) and first is not None and last is not None:
        meta = value.meta
        if meta.empty:
            meta.empty = False
            meta.line, meta.column = first.line or 1, first.column or 1
            meta.end_line, meta.end_column = last.end_line or 1, last.end_column or 1
