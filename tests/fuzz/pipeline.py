"""All that is done with a text, from bytes to a few moves, and what must hold of it whatever the text says."""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from caborules.diagnostics.codes import CODES
from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.render import render_dict, render_one
from caborules.engine import save
from caborules.engine.chance import seeded
from caborules.engine.decisions import offers
from caborules.engine.examples import run_examples
from caborules.engine.faults import RulesFault, UndefinedStep
from caborules.engine.game import set_up
from caborules.engine.machine import act, start
from caborules.engine.setup import Setup
from caborules.engine.views import view
from caborules.ir.content_hash import content_hash
from caborules.ir.show import show_system
from caborules.ir.system import System
from caborules.lower import groups, lower
from caborules.lower.show import show
from caborules.names.load import load_book
from caborules.names.sources import source_text
from caborules.syntax.printer import format_file
from caborules.text import parse
from caborules.tools.narrate import narrated
from caborules.tools.option_list import list_options
from caborules.tools.screen import Screen
from caborules.tools.words import Words
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow, disclosures

LONGEST: Final = 5.0
"""Seconds of computing that one text may take."""
MOVES: Final = 6
MOST_CHARACTERS: Final = 1500
STAGES: Final = ("text", "names", "types", "flow", "setup", "play")
"""How far a text can come: each is where it was refused; ``play`` is the end."""

# What only Python would say: reprs of objects, dataclasses and collections, and words of its errors.
_PYTHON: Final = re.compile(
    r"Traceback|object at 0x|<class |frozenset\(|mappingproxy\(|Token\(|Tree\(|NoneType|KeyError|\b[A-Z]\w+\(\w+="
    r"|[\w-]~|@first\b"  # and names that the compiler has made
)
_UNPRINTABLE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class TooLong(BaseException):
    """A text took longer than ``LONGEST``. No handler for ordinary exceptions catches it."""


@contextmanager
def clock(seconds: float | None = None) -> Iterator[None]:
    """Raises TooLong after so many seconds of computing (None: LONGEST); there is no limit without Unix timers."""
    seconds = LONGEST if seconds is None else seconds
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: object) -> None:
        raise TooLong(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the text was refused, or ``play``; and the codes of what was reported, warnings included."""

    stage: str
    codes: frozenset[str]


def run(source: bytes, beside: Path) -> Outcome:
    """Put the text through everything, as a main file with the files of the folder ``beside`` next to it.

    Raises AssertionError where a promise is broken, TooLong, and whatever should never be raised.
    """
    with tempfile.TemporaryDirectory(dir=beside) as folder, clock():
        path = Path(folder) / "main.cabo"
        for file in beside.glob("*.*"):
            (path.parent / file.name).symlink_to(file)
        path.write_bytes(source)
        return _run(source, path)


def _run(source: bytes, path: Path) -> Outcome:
    found: list[Diagnostic] = []
    stage = "text"
    try:
        _layout(source)
        stage = "names"
        book = load_book(path)
        stage = "types"
        elaborated = elaborate(book)
        stage = "flow"
        flowed = check_flow(elaborated.system, elaborated.unasked)
        found += [*book.warnings, *elaborated.warnings, *flowed.diagnostics]
        disclosures(elaborated.system)
        if not any(one.severity == "error" for one in found):
            stage = _played(flowed.system)
    except Refused as refused:
        assert refused.diagnostics, "refused without a reason"
        assert any(one.severity == "error" for one in refused.diagnostics)
        found += refused.diagnostics
    for diagnostic in found:
        check_diagnostic(diagnostic, source)
    return Outcome(stage, frozenset(one.code for one in found))


def _layout(source: bytes) -> None:
    """What can be read can be formatted: the same tree, and formatting once is enough."""
    file = parse(source, "main.cabo")
    text = source.decode("utf-8-sig")
    once = format_file(file, text)
    again = parse(once, "main.cabo")
    assert again == file, "formatting has changed the meaning"
    assert format_file(again, once) == once, "formatting twice is not formatting once"


def _played(system: System) -> str:
    show_system(system)
    content_hash(system)
    try:
        list_options(system, system.players[0], {})
        setup = set_up(system, system.players[0])
        for players, options in groups(system):
            show(lower(system, options, players))
    except Refused as refused:
        for diagnostic in refused.diagnostics:
            check_diagnostic(diagnostic, None)
        return "setup"
    run_examples(system)
    try:
        _moves(setup)
    except RulesFault as fault:
        assert not isinstance(fault, UndefinedStep), f"the checks promise that this cannot be: {fault}"
        assert not _PYTHON.search(str(fault)), fault
    return "play"


def _moves(setup: Setup) -> None:
    rng = Random(1)
    words = Words(setup.system)
    step = start(setup, seeded(1))
    for _ in range(MOVES):
        for seat in setup.seats:
            seen = view(setup, step.state, seat, step.events)
            screen = Screen(words)
            shown = [screen.heading(seen), *screen.table(seen), *screen.known(seen), *screen.moves(seen, seen.legal)]
            assert not _PYTHON.search(str(shown)), shown
            narrated(words, seen.events)
        assert save.read(setup.system, save.save(setup, step.state))[1] == step.state, "a saved state reads otherwise"
        possible = offers(setup, step.state)
        assert bool(possible) != step.state.over, "nobody can act, and the game is not over"
        if not possible:
            return
        step = act(setup, step.state, rng.choice(possible).action, possible)


def check_diagnostic(diagnostic: Diagnostic, source: bytes | None) -> None:
    """A code of the table, a place within its text, and words for people. ``source`` is the text of ``main.cabo``."""
    assert diagnostic.code in CODES, diagnostic
    for text in (diagnostic.message, diagnostic.why, diagnostic.mend):
        assert not _PYTHON.search(text), diagnostic
        assert not _UNPRINTABLE.search(text), diagnostic
        assert len(text) < MOST_CHARACTERS, diagnostic
    assert diagnostic.message.strip(), diagnostic
    span = diagnostic.span
    lines: list[str] = []
    if span is not None and source is not None:
        own = Path(span.file).name == "main.cabo"
        whole = source.decode("utf-8", "replace") if own else source_text(span.file)
        assert whole is not None, f"no such file: {span}"
        lines = whole.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        assert span.start <= span.end, span
        for place in (span.start, span.end):
            assert 1 <= place.line <= len(lines), f"line {place.line} of {len(lines)}: {diagnostic}"
            assert 1 <= place.column <= len(lines[place.line - 1]) + 2, f"{place}: {diagnostic}"
    shown = render_one(diagnostic, lambda _, line: lines[line - 1] if line <= len(lines) else None)
    assert not _UNPRINTABLE.search(shown.replace("\n", "")), f"this would reach the terminal: {shown!r}"
    render_dict(diagnostic)
