"""What the lines of a variant change in the ruleset that it extends, a line each, as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from caborules.names.walk import cites_in
from caborules.syntax import nodes as n
from caborules.syntax.printer import item_lines

_NO_CHANGE = (n.Clauses, n.CiteBlock, n.Excuse, n.Example, n.Property, n.Assume)
_LISTS = (n.ChangeForm, n.ChangeTable, n.ChangeOptions, n.Options, n.Places, n.State, n.Form)
"""Items whose lines say one thing each."""
_FINGERPRINT: Final = re.compile(r" was ~[0-9a-f]+$")


@dataclass(frozen=True, slots=True)
class Change:
    """``text`` as it is written (of a rule or a deck the first line; no citations, no fingerprint), where it stands,
    and its clauses."""

    text: str
    file: str
    line: int
    clauses: tuple[str, ...]


def changes(file: n.File) -> Iterator[Change]:
    """The changes that a file makes, in their order; what it cites, excuses, states and shows are none."""
    for item in file.items:
        if isinstance(item, _LISTS):
            yield from _each_line(item)
        elif not isinstance(item, _NO_CHANGE):
            yield _change(item_lines(item)[0], item)


def _each_line(item: n.Item) -> Iterator[Change]:
    heading, *texts = item_lines(item)
    for text, node in zip(texts, _lines(item), strict=True):
        yield _change(f"{heading}: {text}", node)


def _lines(item: n.Item) -> tuple[n.Node, ...]:
    """The nodes behind the lines below the heading."""
    match item:
        case n.ChangeForm(answers=answers) | n.Form(answers=answers):
            return answers
        case n.ChangeTable(rows=rows):
            return rows
        case n.ChangeOptions(lines=lines) | n.Options(lines=lines) | n.Places(lines=lines) | n.State(lines=lines):
            return lines
    raise TypeError(item)


def _change(text: str, node: n.Node) -> Change:
    cited = sorted(cites_in(node), key=lambda cite: cite.span)
    clauses = tuple(dict.fromkeys(cite.clause for cite in cited))
    return Change(_FINGERPRINT.sub("", text), node.span.file, node.span.start.line, clauses)
