"""Clause to what cites it, in words for people: ``rule lap``, ``choice turn.draw``, ``example ...``."""

from __future__ import annotations

from collections.abc import Iterator

from caborules.names.book import Book
from caborules.names.walk import cites_in
from caborules.syntax import nodes as n
from caborules.types.patterns import pattern_text


def citing(book: Book) -> dict[str, tuple[str, ...]]:
    """Every cited clause with what cites it, each once, in the order of the book."""
    found: dict[str, dict[str, None]] = {}
    for label, node in _labelled(book):
        for cite in sorted(cites_in(node), key=lambda c: c.span):
            found.setdefault(cite.clause, {}).setdefault(label)
    return {clause: tuple(labels) for clause, labels in sorted(found.items())}


def _labelled(book: Book) -> Iterator[tuple[str, object]]:
    yield "file", tuple(file.header for file in book.files)
    yield "players", tuple(i for file in book.files for i in file.items if isinstance(i, n.Players))
    yield "begin", book.begin
    yield "won by", book.won
    for sort, things in (
        ("kind", book.kinds),
        ("attribute", book.attributes),
        ("pack", book.packs),
        ("form", book.forms),
        ("option", book.options),
        ("fix", book.fixes),
        ("preset", book.presets),
        ("place", book.places),
        ("state", book.variables),
        ("define", book.defines),
    ):
        for name, node in things.items():
            yield f"{sort} {name}", node
    for key, question in book.questions.items():
        yield f"answer {key}", question.answer
    yield "require", book.requires
    yield "deck", book.deck
    for name, table in book.tables.items():
        yield f"table {name}", table.define
        for row in table.rows:
            yield f"row {name} | {pattern_text(row.pattern)}", row.cites
    yield from _rules(book)
    for line in book.cited:
        for path in line.paths:
            yield _thing(book, path.text), line.cites
    for example in book.examples:
        yield f'example "{example.title}"', example
    for claim in book.properties:
        yield f'property "{claim.title}"', claim
    for name, assume in book.assumes.items():
        yield f"assume {name}", assume


def _rules(book: Book) -> Iterator[tuple[str, object]]:
    for name, merged in book.rules.items():
        yield f"rule {name}", merged.rule
        yield f"rule {name}", (merged.before, merged.after)
    for path, hooks in book.choice_hooks.items():
        yield f"choice {path}", (hooks.before, hooks.after)
    for name, window in book.windows.items():
        yield f"window {name}", window
    for name, event in book.events.items():
        yield f"event {name}", event


def _thing(book: Book, path: str) -> str:
    """What a line of a ``cite`` block names."""
    if "." in path:
        return f"answer {path}" if path in book.questions else f"choice {path}"
    for sort, things in (("rule", book.rules), ("window", book.windows), ("define", book.defines)):
        if path in things:
            return f"{sort} {path}"
    return path
