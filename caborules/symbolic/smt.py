"""Terms as SMT-LIB 2: the one way in which terms come to solvers, each of which reads them with its own parser.

The text depends on the terms alone. A part that occurs more than once is defined once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from caborules.symbolic.terms import App, Term

_SIMPLE: Final = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")


def assertions(terms: Iterable[Term]) -> str:
    """Declarations and assertions of all these terms, each once."""
    kept = list(dict.fromkeys(terms))
    writer = _Writer()
    writer.count(kept)
    written = [f"(assert {writer.write(term)})" for term in kept]
    return "\n".join((*sorted(writer.declared), *writer.defined, *written)) + "\n"


@dataclass(slots=True)
class _Writer:
    """Writes terms. ``uses``: how often each part occurs in the others."""

    uses: dict[App, int] = field(default_factory=dict)
    written: dict[App, str] = field(default_factory=dict)
    declared: dict[str, None] = field(default_factory=dict)
    defined: list[str] = field(default_factory=list)

    def count(self, terms: Iterable[Term]) -> None:
        uses = self.uses
        waiting = [term for term in terms if isinstance(term, App)]
        while waiting:
            one = waiting.pop()
            if one in uses:
                uses[one] += 1
                continue
            uses[one] = 1
            waiting += [part for part in one.parts if isinstance(part, App)]

    def write(self, term: Term) -> str:
        """The term, its parts first; recursion would be too deep for long terms."""
        if not isinstance(term, App):
            return _plain(term)
        written = self.written
        waiting = [term]
        while waiting:
            one = waiting[-1]
            if one in written:
                waiting.pop()
                continue
            missing = [part for part in one.parts if isinstance(part, App) and part not in written]
            if missing:
                waiting += reversed(missing)
                continue
            waiting.pop()
            written[one] = self._named(one)
        return written[term]

    def _named(self, term: App) -> str:
        name = term.op
        if term.declared:
            name = _symbol(name)
            self.declared[f"(declare-fun {name} ({' '.join('Int' for _ in term.parts)}) {term.sort})"] = None
        if not term.parts:
            return name
        written = self.written
        parts = " ".join([written[part] if isinstance(part, App) else _plain(part) for part in term.parts])
        text = f"({name} {parts})"
        if self.uses[term] < 2:
            return text
        name = f"?{len(self.defined)}"
        self.defined.append(f"(define-fun {name} () {term.sort} {text})")
        return name


def _plain(value: bool | int) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value >= 0 else f"(- {-value})"


@cache
def _symbol(name: str) -> str:
    return name if _SIMPLE.fullmatch(name) else f"|{name}|"
