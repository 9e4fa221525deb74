"""Under which heading a worked example stands: where its clauses are told, and where what is done in it is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from caborules.ir import statements as st
from caborules.ir.system import AtRule, ExampleDef, System, ThenCan, WhenMove
from caborules.ir.walk import statements
from caborules.tools.words import all_choices

LAST = 0.45
"""What it counts that the last move of an example is chosen there. A clause counts 1, shared by all that tell it."""
BEGINS = 0.2
"""What it counts that an example begins there, or that another of its moves is chosen there."""


@dataclass(frozen=True, slots=True)
class Places:
    """``behind``: the clauses by heading, in the order of the print; ``told``: what is said there, in small letters.

    ``homes``: rules and windows to the heading under which they are told.
    ``later``: headings that an example comes to only if it fits no other.
    """

    behind: Mapping[str, frozenset[str]]
    told: Mapping[str, str]
    homes: Mapping[str, str]
    later: frozenset[str]

    def of(self, system: System, example: ExampleDef) -> str:
        """The heading, or nothing where it fits none."""
        first = [thing for thing in self.behind if thing not in self.later]
        for things in (first, [thing for thing in self.behind if thing in self.later]):
            points = {thing: self._shared(thing, example) for thing in things}
            for thing, extra in self._touched(system, example):
                if thing in points:
                    points[thing] += extra
            order = {thing: (points[thing], self._words(thing, example), at) for at, thing in enumerate(things)}
            best = max(things, key=order.__getitem__, default="")
            if best and points[best] > 0:
                return best
        return ""

    def _words(self, thing: str, example: ExampleDef) -> int:
        """How many longer words of the example's title stand under the heading: that decides between equals."""
        return sum(word in self.told[thing] for word in re.findall(r"\w{4,}", example.title.lower()))

    def _shared(self, thing: str, example: ExampleDef) -> float:
        """The clauses told there, each divided by the number of headings under which it is told."""
        return sum(
            1 / sum(clause in told for told in self.behind.values())
            for clause in dict.fromkeys(example.cites)
            if clause in self.behind[thing]
        )

    def _touched(self, system: System, example: ExampleDef) -> Iterator[tuple[str, float]]:
        found: dict[str, float] = {}
        for line in example.lines:
            if isinstance(line, AtRule) and line.rule in self.homes:
                found[self.homes[line.rule]] = BEGINS
        chosen = [(line, thing) for line in example.lines for thing in self._chosen(system, line)]
        found |= dict.fromkeys((thing for _, thing in chosen), BEGINS)
        moves = [line for line in example.lines if isinstance(line, WhenMove)]
        possible = [thing for line, thing in chosen if isinstance(line, ThenCan) and line.can]
        last = possible[-1:] or [thing for _, thing in chosen][-1:]
        for thing in self._chosen(system, moves[-1]) if moves else last:
            found[thing] = LAST
        yield from found.items()

    def _chosen(self, system: System, line: object) -> Iterator[str]:
        """The heading of the choice that is made in a line, or that is said to be possible, if there is only one."""
        if isinstance(line, WhenMove | ThenCan):
            meant = [one.path for one in all_choices(system) if line.move.choice in (one.path, one.name)]
            found = {self.homes[rule] for path in meant if (rule := path.rpartition(".")[0]) in self.homes}
            if len(found) == 1:
                yield found.pop()


def homes(system: System, sections: tuple[str, ...]) -> dict[str, str]:
    """Rules and windows to the section in which they are told: their own, or that of the first that comes to them."""
    found = {thing.partition(" ")[2]: thing for thing in sections}
    for thing in sections:
        kind, _, name = thing.partition(" ")
        waiting = [system.rules[name].body] if kind == "rule" else [one.body for one in system.windows[name].choices]
        while waiting:
            for one in statements(waiting.pop()):
                if isinstance(one, st.CallRule) and one.rule not in found:
                    found[one.rule] = thing
                    waiting.append(system.rules[one.rule].body)
    return found
