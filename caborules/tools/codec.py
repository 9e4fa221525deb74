"""The outcome of a check as a text that gives the same outcome back: what the cache keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from caborules.check.outcome import Outcome
from caborules.check.report import Coverage, Report
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Position, Span
from caborules.diagnostics.verdict import Verdict, Witness

_KINDS: Final[Mapping[str, type[Any]]] = {
    kind.__name__: kind for kind in (Outcome, Report, Coverage, Verdict, Witness, Diagnostic, Span, Position)
}
"""What an outcome is made of beside plain values."""


def to_text(outcome: Outcome) -> str:
    """One line of JSON. Raises TypeError where a part of the outcome is of no known kind."""
    return json.dumps(_packed(outcome), ensure_ascii=True, separators=(",", ":"))


def from_text(text: str) -> Outcome:
    """The outcome. Raises ValueError for a text that ``to_text`` did not make."""
    try:
        found = _unpacked(json.loads(text))
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"no outcome: {error}") from error
    if not isinstance(found, Outcome):
        raise ValueError("no outcome")
    return found


def _packed(value: object) -> object:
    """Lists come back as tuples; a dictionary or a record is an object with its kind and its parts in order."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case tuple() | list():
            return [_packed(one) for one in value]
        case Mapping():
            return {"map": [[_packed(key), _packed(one)] for key, one in value.items()]}
    if is_dataclass(value) and _KINDS.get(type(value).__name__) is type(value):
        return {type(value).__name__: {field.name: _packed(getattr(value, field.name)) for field in fields(value)}}
    raise TypeError(f"an outcome cannot hold {type(value).__name__}")


def _unpacked(value: Any) -> object:
    match value:
        case list():
            return tuple(_unpacked(one) for one in value)
        case {"map": list() as pairs}:
            return {_unpacked(key): _unpacked(one) for key, one in pairs}
        case dict():
            ((name, parts),) = value.items()
            return _KINDS[name](**{key: _unpacked(one) for key, one in parts.items()})
    return value
