"""Patterns of table rows: which keys a pattern means, and that every key has exactly one row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from caborules.diagnostics.span import Span
from caborules.ir.system import Face, FunctionDef
from caborules.ir.types import CARD, EnumType, Type
from caborules.names.nearest import suggestion
from caborules.syntax import nodes as n
from caborules.types.constants import NotConstant, setting
from caborules.types.functions import function
from caborules.types.report import Failed
from caborules.types.world import World

Key: TypeAlias = "Face | str | int"
OTHER = "other"
MOST_COMPARED = 1_000_000
"""So large the number of rows times the number of keys of a table may be."""


def pattern_text(pattern: n.Pattern) -> str:
    """The pattern as written."""
    return ", ".join(_part_text(part) for part in pattern.parts)


def _part_text(part: n.PatternWords | n.PatternSpan) -> str:
    if isinstance(part, n.PatternSpan):
        return f"{part.low}..{part.high}"
    words = " ".join(str(word) for word in part.words)
    return f"{words} of {part.of}" if part.of else words


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a table, with the words that are true of each."""

    all: tuple[Key, ...]
    words: dict[Key, frozenset[str | int]]
    vocabulary: frozenset[str | int]
    name: Callable[[Key], str]
    cards: bool


def keys(w: World, key: Type) -> Keys:
    """All keys of a table by cards, an attribute or a kind."""
    if isinstance(key, EnumType):
        words: dict[Key, frozenset[str | int]] = {member: frozenset({member}) for member in key.members}
        return Keys(key.members, words, frozenset(key.members), str, False)
    assert w.card_names is not None
    given = _face_functions(w)
    of_face: dict[Key, frozenset[str | int]] = {
        face: frozenset((*face, *(word for value in given for word in value(face)))) for face in w.faces
    }
    vocabulary = {m for enum in w.attributes.values() for m in enum.members}
    vocabulary |= {m for f in _candidates(w) if isinstance(f.type, EnumType) for m in f.type.members}
    return Keys(w.faces, of_face, frozenset(vocabulary), w.card_names.called, True)


def _candidates(w: World) -> list[FunctionDef]:
    """The functions of one card that give a member of an enumeration."""
    found = []
    for name, define in w.book.defines.items():
        if len(define.params) == 1 and define.type is not None:
            made = w.report.trying(function, w, name)
            if made is not None and made.parameters[0].type == CARD and isinstance(made.type, EnumType):
                found.append(made)
    return found


def _face_functions(w: World) -> list[Callable[[Face], list[str | int]]]:
    """Of those functions, the ones that depend on the face alone."""
    constants = setting(w, w.players.low)

    def words_of(made: FunctionDef, face: Face) -> list[str | int]:
        inner = constants.having(faces={made.parameters[0].name: face})
        value = inner.value(made.body)
        return [value] if isinstance(value, str | int) else []

    result: list[Callable[[Face], list[str | int]]] = []
    for made in _candidates(w):
        try:
            for face in w.faces:
                words_of(made, face)
        except NotConstant:
            continue
        result.append(partial(words_of, made))
    return result


def rows_of_keys(w: World, table: str, span: Span, known: Keys, patterns: list[n.Pattern]) -> dict[Key, int]:
    """The row of every key. Reports E220 (two rows), E221 (no row), E201 (unknown word); raises Failed after them."""
    if len(known.all) * len(patterns) > MOST_COMPARED:
        message = f'The table "{table}" is too large: {len(patterns):,} rows for {len(known.all):,} keys.'
        raise w.report.error("E313", span, message, "Use fewer rows: one pattern can stand for many keys.")
    index: dict[Key, int] = {}
    failed = False
    named: set[Key] = set()
    for stage in (_plain, _narrowed, _everything):
        before = frozenset(named)
        for number, pattern in enumerate(patterns):
            for part in pattern.parts:
                if not stage(part):
                    continue
                try:
                    found = [key for key in _matching(w, known, part) if key not in before or stage is _plain]
                except Failed:
                    failed = True
                    continue
                for key in found:
                    if index.setdefault(key, number) != number:
                        _twice(w, table, known, key, patterns[index[key]], pattern)
                        failed = True
                named.update(found)
    if failed:
        raise Failed
    missing = [key for key in known.all if key not in index]
    if missing:
        names = ", ".join(known.name(key) for key in missing[:4]) + (", ..." if len(missing) > 4 else "")
        mend = f"Add a row for it, or a row  other  for all the rest ({len(missing)} without a row)."
        raise w.report.error("E221", span, f'The table "{table}" has no row for {names}.', mend)
    return index


def _plain(part: n.PatternWords | n.PatternSpan) -> bool:
    return isinstance(part, n.PatternSpan) or part.words[0] != OTHER


def _narrowed(part: n.PatternWords | n.PatternSpan) -> bool:
    """``other king``."""
    return not _plain(part) and not _everything(part)


def _everything(part: n.PatternWords | n.PatternSpan) -> bool:
    """``other``."""
    return isinstance(part, n.PatternWords) and part.words == (OTHER,) and part.of is None


def _matching(w: World, known: Keys, part: n.PatternWords | n.PatternSpan) -> list[Key]:
    if isinstance(part, n.PatternSpan):
        numbers = range(part.low, part.high + 1)
        return [key for key in known.all if any(isinstance(x, int) and x in numbers for x in known.words[key])]
    wanted = [*part.words, *([part.of] if part.of else [])]
    if wanted[0] == OTHER:
        wanted = wanted[1:]
    for word in wanted:
        if word not in known.vocabulary:
            mend = suggestion(str(word), [str(each) for each in known.vocabulary])
            what = "said of a card" if known.cards else "a key of this table"
            raise w.report.error("E201", part.span, f'"{word}" is not {what}.', mend)
    return [key for key in known.all if all(word in known.words[key] for word in wanted)]


def _twice(w: World, table: str, known: Keys, key: Key, first: n.Pattern, second: n.Pattern) -> None:
    message = f'The table "{table}" has two rows for {known.name(key)}: "{pattern_text(first)}" '
    message += f'(line {first.span.start.line}) and "{pattern_text(second)}".'
    w.report.error("E220", second.span, message, "Every key has exactly one row: narrow one of the two.")


def key_type(w: World, define: n.DefineTable) -> Type:
    """What a table is looked up by. Raises Failed (E201)."""
    if define.key == "card":
        return CARD
    types: dict[str, Type] = {**w.attributes, **w.kinds}
    if define.key not in types:
        if define.key in w.book.kinds or define.key in w.book.attributes:
            raise Failed
        mend = suggestion(define.key, [*types, "card"], "A table is by card, by an attribute or by a kind.")
        raise w.report.error("E201", define.span, f'There is no kind or attribute "{define.key}".', mend)
    return types[define.key]
