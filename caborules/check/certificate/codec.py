"""Frozen dataclasses as JSON and back, led by their type annotations: what is read has exactly those types.

A field that has its default is left out. Of a union of dataclasses the name of the class stands in ``is``. Facts are
written in words. Fields that do not take part in comparison (positions in files) are not written.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from caborules.check.certificate.section import Json, Misread, wanted
from caborules.check.certificate.words import fact_text, read_fact
from caborules.symbolic.facts import Fact


def encode(value: Any, kind: Any) -> Json:
    """The value of this type as JSON."""
    members = _members(kind)
    if isinstance(value, Fact):
        return fact_text(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = _encode_fields(value)
        several = sum(_is_record(one) for one in members) > 1
        return {"is": type(value).__name__, **parts} if several else parts
    origin = next((one for one in members if get_origin(one) in _CONTAINERS), None)
    if isinstance(value, Mapping):
        key_kind, item_kind = get_args(origin)
        return [[encode(k, key_kind), encode(v, item_kind)] for k, v in sorted(value.items())]
    if isinstance(value, frozenset):
        return [encode(one, get_args(origin)[0]) for one in sorted(value)]
    if isinstance(value, tuple):
        return [encode(one, kind) for one, kind in zip(value, _element_kinds(origin, len(value)), strict=True)]
    return value


def _encode_fields(value: Any) -> dict[str, Json]:
    hints = _hints(type(value))
    found = {}
    for field in dataclasses.fields(value):
        held = getattr(value, field.name)
        if field.compare and not (_has_default(field) and held == _default(field)):
            found[field.name] = encode(held, hints[field.name])
    return found


def decode(part: Json, kind: Any) -> Any:
    """The value of this type that the JSON says. Raises Misread."""
    members = _members(kind)
    if Fact in members and isinstance(part, str):
        try:
            return read_fact(part)
        except ValueError as error:
            raise Misread(str(error)) from error
    if isinstance(part, dict):
        return _decode_record(part, members)
    if isinstance(part, list):
        return _decode_list(part, members)
    for one in members:
        if part is None and one is type(None):
            return None
        if get_origin(one) is Literal and part in get_args(one):
            return part
        if type(part) is one:
            return part
    raise Misread(f"expected: {kind}, not {part!r:.60}")


def _decode_record(part: dict[str, Json], members: tuple[Any, ...]) -> Any:
    records = [one for one in members if _is_record(one)]
    if len(records) > 1:
        records = [one for one in records if one.__name__ == part.get("is")]
        part = {name: one for name, one in part.items() if name != "is"}
    wanted(len(records) == 1, "a known kind of entry")
    record = records[0]
    hints = _hints(record)
    known = {field.name: field for field in dataclasses.fields(record) if field.compare}
    wanted(set(part) <= set(known), f"the parts {', '.join(known)} of {record.__name__}")
    missing = [name for name, field in known.items() if name not in part and not _has_default(field)]
    wanted(not missing, f"{', '.join(missing)} of {record.__name__}")
    unwritten = {f.name: None for f in dataclasses.fields(record) if f.init and not f.compare and not _has_default(f)}
    return record(**unwritten, **{name: decode(one, hints[name]) for name, one in part.items()})


def _decode_list(part: list[Json], members: tuple[Any, ...]) -> Any:
    origin = next((one for one in members if get_origin(one) in _CONTAINERS), None)
    if origin is None:
        raise Misread(f"expected: no list, but {members}")
    if get_origin(origin) is frozenset:
        return frozenset(decode(one, get_args(origin)[0]) for one in part)
    if get_origin(origin) is tuple:
        kinds = _element_kinds(origin, len(part))
        return tuple(decode(one, kind) for one, kind in zip(part, kinds, strict=True))
    key_kind, item_kind = get_args(origin)
    wanted(all(isinstance(one, list) and len(one) == 2 for one in part), "pairs")
    return {decode(key, key_kind): decode(value, item_kind) for key, value in part}


def _element_kinds(origin: Any, count: int) -> tuple[Any, ...]:
    kinds = get_args(origin)
    if kinds[-1:] == (Ellipsis,):
        return (kinds[0],) * count
    wanted(len(kinds) == count, f"{len(kinds)} elements, not {count}")
    return kinds


_CONTAINERS = (tuple, frozenset, dict, Mapping, cast(Any, get_origin(Mapping[int, int])))


def _members(kind: Any) -> tuple[Any, ...]:
    """The members of a union, those of unions within it included; of another type, itself."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(member for one in get_args(kind) for member in _members(one))
    return (kind,)


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind is not Fact


@cache
def _hints_of(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def _hints(kind: type) -> dict[str, Any]:
    return _hints_of(cast(Hashable, kind))


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
