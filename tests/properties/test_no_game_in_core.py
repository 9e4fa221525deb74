"""Nothing about a particular game is in the package: any other names would do as well.

Every name that the shipped game and its libraries declare is changed in the texts; the lowered systems must be the same
up to these names. And no such name stands as a string in the package.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from caborules.diagnostics.span import Span
from caborules.ir.lowered import LoweredSystem
from caborules.lower import groups, lower
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from tests.support import renaming

PACKAGE = Path(__file__).parents[2] / "caborules"

OF_THE_LANGUAGE = ("kind", "op", "end", "side", "which", "what", "shape", "sight", "text", "openness", "preposition")
"""Fields of nodes that hold words of the language or texts for people, and no names."""

SAME_WORD = {
    "row": "a shape of places",
    "new": "a command",
    "must": "a word of the language",
    "may": "a word of the language",
    "ends": "a word of the language",
    "other": "the pattern of all other keys",
    "either": "a form of expressions in the grammar",
    "call": "a statement in the grammar: a rule that is carried out",
    "how": "a column of the table of who learns what",
    "owner": "a column of the table of who learns what, and whose a place is in views",
    "gap": "an empty position of a row, in examples",
    "none": "a verdict: nothing was found",
    "shown": "an event: cards are shown",
    "source": "where an ITF trace comes from",
    "chosen": "part of an option's line in the grammar, and of tables of options",
    "value": "the value of an option",
    "game": "one game of a simulation",
    "taken": "how often a choice was taken in a simulation",
    "target": "where an offer leads",
    "free": "a spot where no card lies",
    "reveal": "a word that people write for show or flip, in messages",
    "look": "a word that people write for show, in messages",
    "c": "the name of a card in a table's cells",
    "q": "the key that leaves a game",
    "hand": "a shape of places",
    "pile": "a shape of places",
    "up": "how a card lies, or is turned",
    "down": "how a card lies, or is turned",
    "looks": "what somebody does, in narration",
    "last": "the end of a collection, in print",
    "gaps": "empty positions of a row, in what diff prints",
    "deal": "what the cards of a short game are called by diff",
}
"""Strings of the package that are names in the game as well, and what they are in the package."""


def test_the_lowered_system_is_the_same_under_other_names(tmp_path: Path) -> None:
    files = renaming.sources()
    names = renaming.names_of(files)
    assert len(names) > 150
    other_files = {path: renaming.renamed(text, names) for path, text in files.items()}
    before = _lowered(renaming.write(tmp_path / "before", files))
    after = _lowered(renaming.write(tmp_path / "after", other_files))
    assert len(before) == len(after) == 2
    for one, other in zip(before, after, strict=True):
        assert list(_dump(one, names)) == list(_dump(other, {}))


def test_renaming_changes_the_lowered_system(tmp_path: Path) -> None:
    """The comparison above compares names too: it fails where one of them is left as it was."""
    files = renaming.sources()
    names = renaming.names_of(files)
    missing = {name: new for name, new in names.items() if name != "stock"}
    other_files = {path: renaming.renamed(text, names) for path, text in files.items()}
    (before, _), (after, _) = (
        _lowered(renaming.write(tmp_path / str(at), texts)) for at, texts in enumerate((files, other_files))
    )
    assert list(_dump(before, missing)) != list(_dump(after, {}))


def _lowered(path: Path) -> tuple[LoweredSystem, ...]:
    system = elaborate(load_book(path)).system
    return tuple(lower(system, options, players) for players, options in groups(system))


def _dump(part: object, names: dict[str, str]) -> Iterator[object]:
    """All that a lowered system says, in order, with names replaced; where lines stand in files is left out."""
    match part:
        case str():
            yield _renamed(part, names)
        case tuple():
            yield len(part)
            for one in part:
                yield from _dump(one, names)
        case dict():
            yield len(part)
            for key, value in part.items():
                yield from _dump(key, names)
                yield from _dump(value, names)
        case Span():
            return
        case _ if is_dataclass(part):
            yield type(part).__name__
            for field in fields(part):
                value = getattr(part, field.name)
                if field.name in OF_THE_LANGUAGE and isinstance(value, str):
                    yield value
                elif field.name != "cites":
                    yield from _dump(value, names)
        case _:
            yield part


def _renamed(word: str, names: dict[str, str]) -> str:
    """A name, an address (``turn.draw``), or the name of a register (``turn.player-rest-2``), under other names."""
    if "." in word:
        return ".".join(_renamed(part, names) for part in word.split("."))
    if word in names:
        return names[word]
    stem, dash, last = word.rpartition("-")
    if dash and (last.isdigit() or last in ("rest", "todo", "stuck", "owner")):
        return f"{_renamed(stem, names)}-{last}"
    return word


# ---------------------------------------------------------------- strings of the package
def _strings(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file that are not documentation, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def test_no_name_of_the_game_is_a_string_of_the_package() -> None:
    names = set(renaming.names_of(renaming.sources()))
    found = {
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, text in _strings(path)
        if text in names and text not in SAME_WORD
    }
    assert not found, "a name of the game, or a word that needs its reason in SAME_WORD"


def test_a_word_that_is_excused_is_one_of_both() -> None:
    strings = {text for path in PACKAGE.rglob("*.py") for _, text in _strings(path)}
    both = strings & set(renaming.names_of(renaming.sources()))
    assert set(SAME_WORD) <= both
