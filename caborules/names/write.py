"""Writing a new variant: a file that extends a game, with an example of each kind of delta that the game offers.

The examples are comments, in the names of that game. Lines that begin with ``##`` explain; the lines that begin with a
single ``#`` become rules when it is taken away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.names.accept import with_print
from caborules.names.balance import citations
from caborules.names.choices import choices
from caborules.names.draft import Draft
from caborules.names.load import load_book, merge
from caborules.names.options import addresses
from caborules.names.sources import gather, shipped_rulesets
from caborules.syntax import nodes as n
from caborules.syntax.fingerprint import fingerprint
from caborules.text import parse
from caborules.text.resources import shipped_root

_NAME: Final = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
_HEAD: Final = """\
## Everything that is not said here is as in the game above. Take away the # before a line to say otherwise, and put in
## your own values. `was` says what the game above has now, so that you are told when that changes; leave it out and
## run  caborules fmt --accept  on this file to have it filled in.
"""


def new_variant(name: str, title: str, base: str, *, folder: Path | None = None) -> str:
    """The text of a variant called ``name`` of ``base``: a shipped game (``cabo``), or a path as seen from ``folder``.

    Raises Refused where the name is no name (E102), the title no text (E103), or the base cannot be loaded.
    """
    if not _NAME.fullmatch(name) or len(name) > 60:
        mend = "Begin with a letter; then letters, digits and hyphens, at most 60 characters."
        raise _refused("E102", f"{name!r} cannot name a ruleset.", mend)
    if '"' in title or not title.isprintable() or not title.strip():
        raise _refused("E103", "The title is not one line of text without quotes.", "Write it otherwise.")
    if '"' in base or not base.isprintable():
        raise _refused("E205", f"{base!r} cannot be written as a path.", "Rename the file.")
    shipped = shipped_rulesets()
    where = (folder or Path()) / base
    if base in shipped and not where.is_file():
        where, path = shipped[base], shipped[base].relative_to(shipped_root()).as_posix()
    elif Path(base).is_absolute():
        raise _refused("E205", f"{base!r} is not a path relative to the new file.", "Write  extends  from its folder.")
    else:
        path = Path(base).as_posix()
    book = load_book(where)
    offer = Offer(merge(gather(where)), Counter(cite.clause for cite in citations(book)))
    parts = [f'language 1\nruleset {name} "{title}" extends "{path}"\n', _HEAD]
    for about, example in offer.examples():
        lines = "\n".join(f"# {line}" if line.strip() else "#" for line in example.rstrip().split("\n"))
        parts.append(f"## {about}\n{lines}\n")
    text = "\n".join(parts)
    parse(text, name)
    return text


def _short(cell: n.Cell) -> bool:
    """Whether a value is one word or number: the best example for somebody new."""
    return isinstance(cell, n.Ref | n.Number | n.NoLiteral)


def _refused(code: str, message: str, mend: str) -> Refused:
    return Refused((Diagnostic(code, None, message, "", mend),))


@dataclass(frozen=True, slots=True)
class Offer:
    """The examples that a game offers. ``cited`` counts the citations of each clause, so that none loses its last."""

    draft: Draft
    cited: Counter[str]

    def examples(self) -> Iterator[tuple[str, str]]:
        """What each kind of delta does, and one of it that would change nothing, or little."""
        for about, example in (
            ("Answer a question of the game otherwise.", self.change_form()),
            ("Change one cell of a table.", self.change_table()),
            ("Change what an option is unless somebody chooses.", self.change_options()),
            ("Settle an option for good.", self.fix()),
            ("Change how many can play.", self.players()),
            ("Replace a function: the whole of it is written anew.", self.replace_define()),
            ("Replace a rule: it keeps its parts.", self.replace_rule()),
            ("Replace what one choice does.", self.replace_choice()),
            ("Offer one more choice, in the first decision of a rule.", self.add_choice()),
            ("Do something more before, or after, a rule.", self.hook()),
            ("Remove an example that your changes make untrue.", self.remove_example()),
        ):
            if example is not None:
                yield about, example

    def change_form(self) -> str | None:
        for key, answer in sorted(self.draft.answers.items(), key=lambda pair: not _short(pair[1].cell)):
            form, question = key.split(".")
            cell = self.draft.text_of(answer.cell)
            return f"change form {form}\n    {question}: {cell} was {cell}"
        return None

    def change_table(self) -> str | None:
        for name, grid in self.draft.tables.items():
            for pattern, column, given in grid.cells():
                cell = self.draft.text_of(given.cell)
                line = f"{self.draft.text_of(pattern)} | {cell} was {cell}"
                return f"change table {name} | {column}\n    {line}"
        return None

    def change_options(self) -> str | None:
        for name, option in sorted(self.draft.options.items(), key=lambda pair: not _short(pair[1].default)):
            if name not in self.draft.fixes:
                value = self.draft.text_of(option.default)
                return f"change options\n    {name} is {value} was {value}"
        return None

    def fix(self) -> str | None:
        values: dict[str, n.Cell] = {name: option.default for name, option in self.draft.options.items()}
        values |= {name: answer.cell for name, answer in self.draft.answers.items()}
        known = addresses(self.draft)
        for name, cell in sorted(values.items(), key=lambda pair: not _short(pair[1])):
            if known[name].selectable and not isinstance(cell, n.Blank | n.Partial):
                return f"fix {name} at {self.draft.text_of(cell)}"
        return None

    def players(self) -> str | None:
        if self.draft.players is None:
            return None
        range_ = self.draft.text_of(self.draft.players.range)
        return f"players {range_} was {range_}"

    def replace_define(self) -> str | None:
        for define in self.draft.defines.values():
            if self._as_written("define", define.name) and self._may_lose(define.name):
                return "replace " + with_print(self._raw(define), fingerprint(define), formula=not define.by_cases)
        return None

    def replace_rule(self) -> str | None:
        for rule in self.draft.bodies.values():
            if isinstance(rule, n.Rule) and self._as_written("body", rule.name) and self._may_lose(rule.name):
                return "replace " + with_print(self._raw(rule), fingerprint(rule), formula=False)
        return None

    def replace_choice(self) -> str | None:
        for owner in self.draft.bodies.values():
            for name, found in choices(owner).items():
                path = f"{owner.name}.{name}"
                if len(found) == 1 and self._as_written("body", owner.name) and self._may_lose(path):
                    text = with_print(self._raw(found[0]), fingerprint(found[0]), formula=False)
                    return f"replace choice {path}{text.removeprefix(name)}"
        return None

    def add_choice(self) -> str | None:
        for owner in self.draft.bodies.values():
            if isinstance(owner, n.Rule) and choices(owner) and "wait" not in choices(owner):
                return f'add choice {owner.name}.wait "do nothing"\n    nothing'
        return None

    def hook(self) -> str | None:
        if self.draft.begin is None:
            return None
        return f'after rule {self.draft.begin.rule}\n    announce "that was it"'

    def remove_example(self) -> str | None:
        for title, example in self.draft.examples.items():
            if self._can_spare(example.cites):
                return f'remove example "{title}"'
        return None

    def _as_written(self, kind: str, name: str) -> bool:
        """Whether a thing stands in the text as it is in force: nobody has replaced it or added to it."""
        touches = (*self.draft.touches.upon((kind, name)), *self.draft.touches.inside((kind, name)))
        return all(touch.verb == "declare" for touch in touches)

    def _may_lose(self, path: str) -> bool:
        """Whether the ``cite`` lines that name ``path`` alone can be lost."""
        alone = [line for line, _ in self.draft.cited if all(p.text == path for p in line.paths)]
        return self._can_spare(tuple(cite for line in alone for cite in line.cites))

    def _can_spare(self, cites: n.Cites) -> bool:
        lost = Counter(cite.clause for cite in cites)
        return all(self.cited[clause] > count for clause, count in lost.items())

    def _raw(self, node: n.Node) -> str:
        """The text that a node was read from, line by line, moved to the left margin."""
        span = node.span
        source = next(s for s in self.draft.gathered.sources if s.name == span.file)
        lines = source.text.split("\n")[span.start.line - 1 : span.end.line]
        lines[-1] = lines[-1][: span.end.column - 1] if len(lines) > 1 else lines[-1]
        margin = span.start.column - 1
        return "\n".join(line[margin:].rstrip() for line in lines).rstrip()
