"""Where a command writes: results to standard output, progress and messages to standard error.

On a terminal that wants colour, tables are drawn by rich; everywhere else (a pipe, a file, ``NO_COLOR``) they are
plain text. rich is imported only when it is about to draw. What is written for people is made plain first (see
``diagnostics.plain``), so that nothing in a file, a name or an argument can command the terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from caborules.diagnostics.plain import UNFIT, plain

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True, slots=True)
class Table:
    """A table for people: a heading, the columns, the rows (one text a cell)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Standard input, output and error of one command; ``quiet`` keeps progress to itself."""

    inp: TextIO
    out: TextIO
    err: TextIO
    quiet: bool = False

    @property
    def coloured(self) -> bool:
        """Whether results go to a terminal that wants colour."""
        return wants_colour(self.out)

    @property
    def width(self) -> int:
        return max(40, shutil.get_terminal_size((100, 24)).columns)

    def say(self, text: str = "", styled: bool = False) -> None:
        """A line of the result. ``styled``: it is plain but for our own colours."""
        self.out.write((text if styled else plain(text)) + "\n")

    def note(self, text: str, styled: bool = False) -> None:
        """A message to the person at the keyboard; never part of the result. ``styled`` as for ``say``."""
        self.err.write((text if styled else plain(text)) + "\n")

    def json(self, schema: str, content: Mapping[str, object]) -> None:
        """A result for machines; ``schema`` is ``caborules/COMMAND/1``."""
        from caborules.cli.version import version

        whole = {"schema": schema, "tool": version(), **content}
        text = json.dumps(whole, indent=2, ensure_ascii=False, default=_plain)
        # Unfit characters stand inside strings only, where JSON has a spelling for each.
        self.out.write(UNFIT.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n")

    def table(self, table: Table) -> None:
        if self.coloured:
            self._rich_table(table)
        else:
            self.out.write(plain(plain_table(table)))

    def heading(self, text: str) -> None:
        if self.coloured:
            from rich.text import Text

            self._console().print(Text(plain(text), style="bold"))
        else:
            self.say(text)

    def _console(self) -> Console:
        from rich.console import Console

        return Console(file=self.out, highlight=False)

    def _rich_table(self, table: Table) -> None:
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        title = Text(plain(table.title)) if table.title else None
        drawn = RichTable(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
        for column in table.columns:
            drawn.add_column(Text(plain(column)), overflow="fold")
        for row in table.rows:
            drawn.add_row(*(Text(plain(cell)) for cell in row))
        self._console().print(drawn)


def wants_colour(stream: TextIO) -> bool:
    """A terminal, no ``NO_COLOR`` (https://no-color.org) and no ``TERM=dumb``."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def plain_table(table: Table) -> str:
    """The table with aligned columns and no frame; the last column is not padded."""
    rows = [table.columns, *table.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]
    lines = [table.title] if table.title else []
    lines += [_plain_row(row, widths) for row in (table.columns, tuple("-" * w for w in widths), *table.rows)]
    return "\n".join(lines) + "\n"


def _plain_row(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _plain(value: object) -> object:
    """How json writes what it does not know: a set as a sorted list, anything else as its text."""
    return sorted(value, key=str) if isinstance(value, set | frozenset) else str(value)


@dataclass(slots=True)
class Progress:
    """Tells on standard error what is going on, once a command has taken over a second."""

    terminal: Terminal
    started: float = field(default_factory=time.monotonic)
    last: float = 0.0
    drawn: bool = False

    def __call__(self, text: str) -> None:
        """Say what is being done now. On a terminal the line is overwritten; elsewhere at most one every 2 seconds."""
        now = time.monotonic()
        if self.terminal.quiet or now - self.started < 1.0:
            return
        if self.terminal.err.isatty():
            if now - self.last >= 0.1:
                self.terminal.err.write(f"\r\x1b[K{plain(text)[: self.terminal.width - 1]}")
                self.terminal.err.flush()
                self.drawn, self.last = True, now
        elif now - self.last >= 2.0:
            self.terminal.note(text)
            self.terminal.err.flush()
            self.last = now

    def done(self) -> None:
        """Wipe the line away."""
        if self.drawn:
            self.terminal.err.write("\r\x1b[K")
            self.terminal.err.flush()
            self.drawn = False
