"""The options of a game by their addresses: own options, open answers (``form.question``), open cells (``column.key``).

Here ``fix`` and presets are held against them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from caborules.names.draft import Draft
from caborules.names.sources import Source
from caborules.names.touches import FIXES, Key
from caborules.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Address:
    """What an option's address leads to: the key of its touches, and whether there is anything left to choose."""

    key: Key
    selectable: bool


def cell_address(column: str, pattern: n.Pattern) -> str:
    """The name of the option that a cell makes: ``cost.late-match``; words of a longer pattern are joined by ``-``."""
    words: list[str] = []
    for part in pattern.parts:
        if isinstance(part, n.PatternSpan):
            words += [str(part.low), str(part.high)]
        else:
            words += [str(word) for word in part.words] + ([part.of] if part.of is not None else [])
    return f"{column}.{'-'.join(words)}"


def addresses(draft: Draft) -> dict[str, Address]:
    """Everything that ``fix`` and presets can name, fixed answers and cells included."""
    found = {name: Address(("option", name), name not in draft.fixes) for name in draft.options}
    for key in draft.questions:
        answer = draft.answers.get(key)
        chosen = answer is not None and answer.chosen is not None and key not in draft.fixes
        found[key] = Address(("answer", key), chosen)
    for table, grid in draft.tables.items():
        for pattern, column, cell in grid.cells():
            name = cell_address(column, pattern)
            chosen = cell.chosen is not None and name not in draft.fixes
            found[name] = Address(("table", table, pattern, column), chosen)
    return found


def apply_fixes(draft: Draft, source: Source) -> None:
    """The ``fix`` lines of a file. Reports E201 (no such option), E501, E505, E507 (`was`, and nothing is fixed), and
    E508 (it is no option, or is fixed and there is no `was`)."""
    fixes = [item for item in source.file.items if isinstance(item, n.Fix)]
    known = addresses(draft) if fixes else {}
    for item in fixes:
        name = item.option.text
        address = known.get(name)
        if address is None:
            draft.unknown(item.option.span, "option", name, known)
        elif _may_fix(draft, source, item, address.key):
            if item.was is not None:
                old = draft.fixes[name].value
                draft.stamp(source, item, draft.text_of(item.was), draft.text_of(old), item.was == old, name)
                draft.fixes[name] = item
            elif address.selectable:
                draft.fixes[name] = item
            else:
                draft.report(
                    "E508",
                    item.span,
                    f"{name} is not an option: its value is fixed already.",
                    "Only what is open can be fixed.",
                    "Say  change form  or  change table.",
                )


def _may_fix(draft: Draft, source: Source, item: n.Fix, key: Key) -> bool:
    """Whether an option may be fixed here. E508 says how to fix anew what a file below has fixed."""
    name, old = item.option.text, draft.fixes.get(item.option.text)
    fixed = [touch.path for touch in draft.touches.upon(key) if touch.verb in FIXES]
    if item.was is not None and old is None:
        message = f"No file below has fixed {name}, so there is nothing that it was fixed at."
        draft.report("E507", item.span, message, "", "Leave `was` away.")
        return False
    if item.was is None and old is not None and all(_is_below(draft, source, path) for path in fixed):
        value, before = draft.text_of(item.value), draft.text_of(old.value)
        draft.report(
            "E508",
            item.span,
            f"{name} is fixed already, at {before} ({draft.place_of(old.span)}).",
            "Who fixes it anew says what it was, and so notices when its base changes.",
            f"Write  fix {name} at {value} was {before}.",
        )
        return False
    return draft.touch("fix" if item.was is None else "refix", key, item.span, source)


def _is_below(draft: Draft, source: Source, path: Path) -> bool:
    return path != source.path and draft.reaches(source.path, path)


def settle_presets(draft: Draft) -> None:
    """Hold presets against the options in force: E201 and E508, and E202 for a setting twice.

    A preset that a file inherits loses the settings of options that this file, or one below it, has fixed or removed.
    """
    known = addresses(draft)
    for name, preset in list(draft.presets.items()):
        settings = tuple(_settings(draft, known, preset))
        if settings:
            draft.presets[name] = replace(preset, settings=settings)
        else:
            del draft.presets[name]


def _settings(draft: Draft, known: dict[str, Address], preset: n.Preset) -> Iterator[n.Setting]:
    home = draft.spaces["preset"][preset.name].path
    seen = set()
    for setting in preset.settings:
        name = setting.option.text
        address = known.get(name)
        if address is None:
            if not _cell_taken_away(draft, home, setting.option):
                draft.unknown(setting.option.span, "option", name, known)
        elif name in seen:
            draft.report("E202", setting.span, f"{name} is set twice in this preset.", "", "Say it once.")
        elif address.selectable:
            yield setting
        elif not any(t.path != home and not draft.reaches(home, t.path) for t in draft.touches.upon(address.key)):
            draft.report(
                "E508",
                setting.span,
                f"{name} is not an option: its value is fixed.",
                "A preset chooses among what is open.",
                "Leave the line away, or write `, option` after the answer.",
            )
        seen.add(name)


def _cell_taken_away(draft: Draft, home: Path, option: n.Name) -> bool:
    """Whether a file that the preset's file does not reach has removed a row of, or replaced, the option's table."""
    tables = [sheet.name for sheet in draft.sheets.values() for field in sheet.fields if field.name == option.parts[0]]
    keys: list[Key] = [("table", table) for table in tables]
    touches = [t for key in keys for t in (*draft.touches.upon(key), *draft.touches.inside(key))]
    return any(t.verb in ("remove", "replace") and t.path != home and not draft.reaches(home, t.path) for t in touches)
