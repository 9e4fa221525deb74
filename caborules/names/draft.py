"""The book while it is being put together: names declared so far, deltas made so far, and what was found wrong.

A draft is filled in two passes: first all declarations of all files, then file by file the deltas, a file coming
after those that it uses or extends. Which of two unrelated files comes first must not matter: ``touch`` sees to that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Position, Span
from caborules.names import builtin
from caborules.names.grid import Grid
from caborules.names.nearest import suggestion
from caborules.names.sources import Gathered, Source
from caborules.names.touches import FIXES, Key, Ledger, Touch, Verb, clash
from caborules.syntax import nodes as n

Space: TypeAlias = Literal["name", "type", "pack", "table", "event", "preset", "assumption", "example", "property"]
MOST_PROBLEMS: Final = 200
WHY_WAS: Final = "A variant says what it was written against, so that it notices when its base changes."


@dataclass(frozen=True, slots=True)
class Declared:
    """Where a name was declared, and as what (``rule``, ``place``, ...)."""

    what: str
    span: Span
    path: Path


@dataclass(frozen=True, slots=True)
class Stamp:
    """A ``was`` that a file has, or lacks (``said`` is None): what it should say, for ``fmt --accept``.

    ``node`` is the Replace, ReplaceChoice, Remove, RowCell, Answer, ChangedOption, Fix or Players; ``now`` and
    ``before`` are texts: a fingerprint or a cell.
    """

    path: Path
    node: n.Node
    said: str | None
    now: str
    right: bool


@dataclass(slots=True)
class Draft:
    """See the module. The dictionaries are those of Book, or on the way to them."""

    gathered: Gathered
    problems: list[Diagnostic] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    spaces: dict[Space, dict[str, Declared]] = field(default_factory=dict)
    touches: Ledger = field(default_factory=Ledger)
    stamps: list[Stamp] = field(default_factory=list)

    players: n.Players | None = None
    begin: n.Begin | None = None
    won: n.Won | None = None
    deck: n.Deck | None = None
    kinds: dict[str, n.Kind] = field(default_factory=dict)
    attributes: dict[str, n.Attribute] = field(default_factory=dict)
    packs: dict[str, n.Pack] = field(default_factory=dict)
    forms: dict[str, n.DefineForm] = field(default_factory=dict)
    questions: dict[str, n.Field] = field(default_factory=dict)
    answers: dict[str, n.Answer] = field(default_factory=dict)
    sheets: dict[str, n.DefineTable] = field(default_factory=dict)
    tables: dict[str, Grid] = field(default_factory=dict)
    defines: dict[str, n.Define] = field(default_factory=dict)
    options: dict[str, n.Option] = field(default_factory=dict)
    requires: list[n.Require] = field(default_factory=list)
    fixes: dict[str, n.Fix] = field(default_factory=dict)
    presets: dict[str, n.Preset] = field(default_factory=dict)
    places: dict[str, n.PlaceDecl] = field(default_factory=dict)
    variables: dict[str, n.Variable] = field(default_factory=dict)
    bodies: dict[str, n.Rule | n.Window] = field(default_factory=dict)
    events: dict[str, n.Event] = field(default_factory=dict)
    removed: dict[str, Source] = field(default_factory=dict)
    hooks: list[tuple[n.Hook, Source]] = field(default_factory=list)
    added: dict[str, set[str]] = field(default_factory=dict)
    examples: dict[str, n.Example] = field(default_factory=dict)
    properties: dict[str, n.Property] = field(default_factory=dict)
    assumes: dict[str, n.Assume] = field(default_factory=dict)
    cited: list[tuple[n.Cited, Path]] = field(default_factory=list)
    excuses: list[n.Excuse] = field(default_factory=list)
    _texts: dict[str, list[str]] = field(default_factory=dict)

    # ---- what was found wrong
    def report(self, code: str, span: Span | None, message: str, why: str = "", mend: str = "") -> None:
        """Note a finding; of errors and of warnings the first two hundred each."""
        problem = Diagnostic(code, span, message, why, mend)
        count = self.counts.get(problem.severity, 0)
        if count < MOST_PROBLEMS and problem not in self.problems:
            self.counts[problem.severity] = count + 1
            self.problems.append(problem)

    @property
    def full(self) -> bool:
        """Whether so many errors were found that no more are wanted."""
        return self.counts.get("error", 0) >= MOST_PROBLEMS

    def gone(
        self,
        span: Span,
        what: str,
        name: str,
        known: Iterable[str],
        key: Key,
        source: Source,
        code: str = "E507",
        mend: str = "",
    ) -> None:
        """E507: there is no such thing to change; E505 where a file that this one does not reach took it away.

        ``mend`` stands in place of the nearest known name.
        """
        for touch in self.touches.upon(key):
            if touch.verb not in ("remove", "replace"):
                continue
            if not self.reaches(source.path, touch.path):
                self.at_odds(span, source, touch)
                return
            if touch.verb == "remove":
                message = f'There is no {what} "{name}": it was removed in {self.place_of(touch.span)}.'
                self.report(code, span, message, "", "Take one of the two away.")
                return
        self.unknown(span, what, name, known, code, mend)

    def at_odds(self, span: Span, source: Source, other: Touch) -> None:
        """E505: two files that do not reach each other are about the same thing."""
        self.report(
            "E505",
            span,
            f"{source.name} and {other.span.file} both have a say in this ({self.place_of(other.span)}), "
            "and this file does not use the other.",
            "What would hold is a matter of the order of files.",
            "Let one of the two files use the other: its word then goes over the other's.",
        )

    def unknown(
        self, span: Span, what: str, name: str, known: Iterable[str], code: str = "E201", mend: str = ""
    ) -> None:
        """E201 (or E507): there is no such ``what``; the nearest known name is suggested, unless ``mend`` is given."""
        if self.full:
            return
        known = list(known)
        few = f"Known: {', '.join(sorted(known))}." if 0 < len(known) <= 12 else "Check the name."
        self.report(code, span, f'There is no {what} "{name}".', "", mend or suggestion(name, known, few))

    def place_of(self, span: Span) -> str:
        return f"{span.file}:{span.start.line}"

    def reaches(self, source: Path, other: Path) -> bool:
        return other in self.gathered.reaches[source]

    # ---- declarations
    def declare(self, space: Space, name: str, what: str, span: Span, source: Source) -> bool:
        """Enter a name into its space; False, with E202, where it is taken."""
        built_in = {"name": builtin.THINGS, "type": builtin.TYPES}.get(space, frozenset())
        known = self.spaces.setdefault(space, {})
        if name in built_in:
            self.report(
                "E202",
                span,
                f'"{name}" is a name of the language.',
                "One name, one thing.",
                f"Choose another name for the {what}.",
            )
            return False
        if name in known:
            old = known[name]
            mend = f"Choose another name for this {what}, or take one of the two away."
            if old.path != source.path and old.what == what and what in ("rule", "window", "function"):
                word = "define" if what == "function" else what
                mend = f"Say  replace {word} {name} ...  if this is to take its place."
            self.report(
                "E202",
                span,
                f'"{name}" is declared twice: as {old.what} in {self.place_of(old.span)}, and here as {what}.',
                "One name, one thing, in all files of a game.",
                mend,
            )
            return False
        known[name] = Declared(what, span, source.path)
        return True

    # ---- deltas
    def touch(self, verb: Verb, key: Key, span: Span, source: Source) -> bool:
        """Note what a file does to ``key``. False where it may not: E505 (a file that it does not reach did something
        to the same thing), E202 (the same file did), E508 (the thing is fixed)."""
        mine = Touch(verb, key, source.path, span)
        for other in [*self.touches.upon(key), *self.touches.inside(key)]:
            if clash(mine, other) and not self._may(mine, other, source):
                return False
        self.touches.enter(mine)
        return True

    def _may(self, mine: Touch, other: Touch, source: Source) -> bool:
        """Whether a touch may come after another of the same thing."""
        same = other.path == source.path
        if not same and not self.reaches(source.path, other.path):
            self.at_odds(mine.span, source, other)
            return False
        if mine.verb == "refix" and not same:
            return True
        if other.verb in FIXES or (same and mine.verb in FIXES):
            mend = "Take one of the two lines away." if same else "Fix it anew:  fix NAME at VALUE was VALUE."
            message = f"This is fixed for good, or changed, in {self.place_of(other.span)}, and cannot be set again."
            self.report("E508", mine.span, message, "Who fixes an option promises that it stays so.", mend)
            return False
        if same:
            self.report(
                "E202",
                mine.span,
                f"The same thing is changed twice in this file, first in line {other.span.start.line}.",
                "The order of lines must not matter.",
                "Say it once.",
            )
        return not same

    def hook(self, hook: n.Hook, source: Source) -> None:
        """Note a hook; E505 where a file that this one does not reach declared its target, or hooked it likewise.

        A hook goes well with everything else that is done to its target.
        """
        key: Key = ("body", *hook.path.parts)
        hooked: Key = (hook.when, *key)
        declared = [touch for touch in self.touches.upon(key) if touch.verb == "declare"]
        for other in [*declared, *self.touches.upon(hooked)]:
            if not self.reaches(source.path, other.path):
                self.at_odds(hook.span, source, other)
                return
        if all(touch.path != source.path for touch in self.touches.upon(hooked)):
            self.touches.enter(Touch(hook.when, hooked, source.path, hook.span))
        self.hooks.append((hook, source))

    def stamp(
        self, source: Source, node: n.Node, said: str | None, now: str, right: bool, what: str, text: str = ""
    ) -> None:
        """Compare a ``was`` with what it stands for: E501 where it says something else, W502 where there is none."""
        self.stamps.append(Stamp(source.path, node, said, now, right))
        if said is None:
            mend = f"Write  was {now},  or run  caborules fmt {source.name}"
            self.report("W502", node.span, f"{what}: `was` is missing.", WHY_WAS, f"{mend}.")
        elif not right:
            self.report(
                "E501",
                node.span,
                f"{what} says something else by now: {now}, and not {said}.",
                f"It is now:  {text}" if text else WHY_WAS,
                f"Look at the difference; then write  was {now},  or run  caborules fmt --accept {source.name}.",
            )

    def uncite(self, source: Source, gone: set[str]) -> None:
        """What a file replaced or removed loses its lines in the ``cite`` blocks of the files below that one."""
        kept = []
        for line, home in self.cited if gone else ():
            if home == source.path or not self.reaches(source.path, home):
                kept.append((line, home))
                continue
            paths = tuple(path for path in line.paths if path.text not in gone and path.parts[0] not in gone)
            if paths:
                kept.append((replace(line, paths=paths), home))
        if gone:
            self.cited[:] = kept

    def text_of(self, node: n.Node) -> str:
        """The text that a node was read from, on one line."""
        span = node.span
        if not self._texts:
            self._texts.update({s.name: s.text.split("\n") for s in self.gathered.sources})
        lines = self._texts.get(span.file, [])[span.start.line - 1 : span.end.line]
        return " ".join(_cut(lines, span.start, span.end).split())


def _cut(lines: list[str], start: Position, end: Position) -> str:
    if not lines:
        return ""
    lines = [*lines[:-1], lines[-1][: end.column - 1]]
    return "\n".join([lines[0][start.column - 1 :], *lines[1:]])
