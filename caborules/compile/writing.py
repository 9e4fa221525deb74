"""A piece of generated code while it is written: lines with their indentation, and the events that wait to be logged.

Events of one straight piece are logged together: one tuple of the number of their template and the values that are only
known when it runs. A template is a function that makes ``Event`` objects of such a tuple; it runs when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from caborules.compile.layout import Pool
from caborules.ir.lowered import Source


@dataclass(slots=True)
class Templates:
    """The templates of events, each once, by number."""

    pool: Pool
    texts: list[str] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, events: tuple[str, ...]) -> int:
        """The number of the template that makes these events (each written to stand in a tuple)."""
        text = f"lambda e: ({', '.join(events)},)"
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


@dataclass(frozen=True, slots=True)
class Where:
    """A place by its name in the ruleset and by its index (a number or a local variable), and a position in it."""

    place: str
    index: str
    position: str | None


@dataclass(slots=True)
class Piece:
    """See the module. ``depth`` is the indentation; ``waiting`` and ``dynamic`` the events not yet logged.

    ``facts`` tell where the card of a register lies; ``kept`` are local variables for what stays the same.
    """

    templates: Templates
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    waiting: tuple[str, ...] = ()
    dynamic: tuple[str, ...] = ()
    temporaries: int = 0
    facts: dict[str, Where] = field(default_factory=dict)
    kept: dict[tuple[str, ...], str] = field(default_factory=dict)

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def temporary(self, value: str) -> str:
        """A local variable set to a value."""
        self.temporaries += 1
        name = f"t{self.temporaries}"
        self.line(f"{name} = {value}")
        return name

    def once(self, key: tuple[str, ...], value: str) -> str:
        """A local variable set to a value that stays the same, the first time that it is wanted."""
        if key not in self.kept:
            self.kept[key] = self.temporary(value)
        return self.kept[key]

    def changed(self, register: str) -> None:
        """A register is set: what hangs on it is no longer known."""
        self.facts.pop(register, None)
        self.kept = {key: name for key, name in self.kept.items() if key[0] != "place" or key[2] != register}

    def meet(self) -> None:
        """Control comes here from several ways: nothing is known."""
        self.facts, self.kept = {}, {}

    @contextmanager
    def inside(self, opening: str) -> Iterator[None]:
        """A block that ``opening`` begins; the events that wait before it wait after it as well."""
        self.line(opening)
        self.depth += 1
        waiting, dynamic, before = self.waiting, self.dynamic, len(self.lines)
        facts, kept = dict(self.facts), dict(self.kept)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1
        self.waiting, self.dynamic = waiting, dynamic
        self.facts, self.kept = facts, kept

    def event(
        self,
        kind: str,
        source: Source,
        *,
        seat: str = "None",
        name: str = "",
        named: str | None = None,
        value: str = "None",
        cards: str = "()",
        when: str | None = None,
        dynamic: tuple[str, ...] = (),
    ) -> None:
        """An event. ``{0}``, ``{1}`` in its parts are the values in ``dynamic``: local variables that do not change.

        ``named``: the name where it is no constant; ``when``: the event happens only where this holds of them.
        """
        pool = self.templates.pool
        at = len(self.dynamic) + 1
        places = [f"e[{at + i}]" for i in range(len(dynamic))]
        span, cites = pool.of(source.span), pool.of(source.cites)
        parts = (pool.of(kind), seat, named or pool.of(name), value, cards, span, cites)
        text = f"Event({', '.join(parts)})"
        if when is not None:
            text = f"*((({text}),) if {when} else ())"
        self.waiting = (*self.waiting, text.format(*places))
        self.dynamic = (*self.dynamic, *dynamic)

    def flush(self) -> None:
        """Log the events that wait."""
        if self.waiting:
            number = self.templates.number(self.waiting)
            self.line(f"s.ev.append(({', '.join([str(number), *self.dynamic])},))")
        self.waiting, self.dynamic = (), ()
