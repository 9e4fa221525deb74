"""The content hash of a system: what its rules mean, whatever the files look like.

Left out: spans, citations, file names, titles, texts for people, examples, properties and clauses, the numbers of
blocks and decisions, and the order of declarations where it has no meaning. Names that files declare are part of it:
traces and option settings speak of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Final, cast

from caborules.ir.expressions import Expr
from caborules.ir.system import System, TableDef

VERSION: Final = "caborules system 1"
"""Changes whenever the same rules would give another dump."""

_FOR_PEOPLE: Final = frozenset({"text", "reason"})
_LEFT_OUT: Final = frozenset(
    {"name", "title", "file", "examples", "properties", "assumes", "clauses", "cited", "excuses", "blocks"}
)
_ORDERED: Final = frozenset({"attributes"})
"""Dictionaries whose order means something: a face lists its attributes in this order."""


def content_hash(system: System) -> str:
    """SHA-256 in hexadecimal digits."""
    digest = hashlib.sha256()
    for part in _system(system):
        digest.update(part.encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _system(system: System) -> Iterator[str]:
    yield VERSION
    for field in fields(system):
        if field.name not in _LEFT_OUT:
            yield f"# {field.name}"
            yield from _dump(getattr(system, field.name), ordered=field.name in _ORDERED)


@cache
def _parts_of_class(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.compare and f.name not in _FOR_PEOPLE)


def _parts(node: object) -> tuple[str, ...]:
    """The fields of a node that carry meaning: those that take part in comparison, texts for people aside."""
    return _parts_of_class(cast(Hashable, type(node)))


def _by_key(table: TableDef) -> dict[str, dict[str, Expr]]:
    """The cells of every key: the order of the rows and how their patterns are written mean nothing."""
    return {repr(key): table.rows[row].cells for key, row in table.index.items()}


def _dump(value: object, *, ordered: bool = False) -> Iterator[str]:
    """The parts of a value, one a line, with brackets around what has parts."""
    if isinstance(value, Mapping):
        yield "{"
        items = value.items() if ordered else sorted(value.items(), key=lambda item: repr(item[0]))
        for key, one in items:
            yield repr(key)
            yield from _dump(one)
        yield "}"
    elif isinstance(value, tuple):
        yield "("
        for one in value:
            yield from _dump(one)
        yield ")"
    elif isinstance(value, TableDef):
        yield f"<table {value.name}"
        for one in (value.key, value.parameters, value.columns, _by_key(value)):
            yield from _dump(one)
        yield ">"
    elif is_dataclass(value) and not isinstance(value, type):
        yield f"<{type(value).__name__}"
        for name in _parts(value):
            yield from _dump(getattr(value, name))
        yield ">"
    else:
        yield repr(value)
