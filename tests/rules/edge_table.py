"""The table of edge positions (tests/rules/edges.toml): read, held against what is there, and written as a page.

``python -m tests.rules.edge_table`` writes docs/edge-cases.md; tests/rules/test_edge_table.py keeps it current.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from caborules.engine.examples import run_example
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.names.sources import shipped_rulesets
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "edges.toml"
PAGE = ROOT / "docs" / "edge-cases.md"
VARIANTS = ROOT / "tests" / "data" / "edges"
COMMAND = "python -m tests.rules.edge_table"
NUMBERS = (
    *(1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 14),
    *(15, 16, 17, 18, 20, 22, 23, 24, 26, 28, 30, 31, 32, 33, 35, 36),
    *(38, 39, 40, 41, 43, 44, 45, 48, 49),
    *(50, 51, 53, 54, 56, 57, 58, 60, 62, 64, 65, 68),
    *(69, 70, 71, 72, 73, 74, 76, 77, 78, 80, 81, 83),
    *(84, 85, 86, 87, 88, 91, 92, 95, 96, 98),
)
"""The rows of the collection of reported cases, by the numbers that they have there; the gaps are in the collection."""


@dataclass(frozen=True)
class Place:
    """Where something is shown: ``source`` is a ruleset, a variant (``edges/...``) or a test file; ``kind`` what it is.

    ``games``: those for which it shows something; of a variant that is not shipped, none.
    """

    kind: str
    source: str
    title: str
    games: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    says: str
    shown: tuple[Place, ...]


@dataclass(frozen=True)
class Row:
    """``excused``: game to the reason why the row cannot apply to it; ``own``: those reasons that are the row's own."""

    number: int
    title: str
    answers: tuple[Answer, ...]
    excused: dict[str, str]
    own: frozenset[str]

    @property
    def games(self) -> set[str]:
        """The games in which some answer is shown."""
        return {game for answer in self.answers for place in answer.shown for game in place.games}


@dataclass(frozen=True)
class Section:
    letter: str
    title: str
    rows: tuple[Row, ...]


# ---------------------------------------------------------------- reading
@cache
def games() -> tuple[str, ...]:
    """The shipped games, not their variants."""
    return tuple(sorted(name for name, path in shipped_rulesets().items() if path.parent == shipped_root()))


@cache
def table() -> tuple[Section, ...]:
    content = tomllib.loads(DATA.read_text(encoding="utf-8"))
    return tuple(_section(section) for section in content["section"])


def _section(content: dict[str, Any]) -> Section:
    shared = content.get("not", {})
    return Section(content["letter"], content["title"], tuple(_row(row, shared) for row in content["row"]))


def _row(content: dict[str, Any], shared: dict[str, str]) -> Row:
    answers = tuple(
        Answer(one["says"], tuple(_place(text, tuple(one.get("games", ()))) for text in one["shown"]))
        for one in content["answer"]
    )
    own = content.get("not", {})
    return Row(content["number"], content["title"], answers, {**shared, **own}, frozenset(own))


def _place(text: str, told: tuple[str, ...]) -> Place:
    source, _, title = text.partition(": ")
    if title.startswith("test_"):
        path = source if "/" in source else f"tests/rules/{source}.py"
        return Place("test", path, title, told or _games_of_test(path, title))
    if source.startswith("edges/"):
        return Place("example", source, title, ())
    kind = "property" if source.endswith(" property") else "example"
    source = source.removesuffix(" property")
    return Place(kind, source, title, _games_of_ruleset(source))


def _games_of_test(path: str, title: str) -> tuple[str, ...]:
    """A file ``test_cabo_..._edges.py`` is about Cabo; elsewhere the values of the parameter ``game`` say it."""
    name = Path(path).stem.split("_")[1]
    if name in games():
        return (name,)
    found = _function(path, title)
    marks = getattr(found, "pytestmark", ())
    named = [mark.args[1] for mark in marks if mark.name == "parametrize" and mark.args[0] == "game"]
    return tuple(named[0]) if named else ()


@cache
def _function(path: str, title: str) -> Callable[..., object] | None:
    """The test, or None. A file that does not exist has none."""
    if not (ROOT / path).is_file():
        return None
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    found = getattr(module, title, None)
    return found if callable(found) else None


@cache
def _games_of_ruleset(name: str) -> tuple[str, ...]:
    if name not in shipped_rulesets():
        return ()
    bases = {file.header.name for file in load_book(name).files if file.header.kind == "ruleset"}
    return tuple(game for game in games() if game in bases)


# ---------------------------------------------------------------- holding it against what is there
def faults(sections: Iterable[Section]) -> list[str]:
    """Everything that is wrong with the table."""
    rows = [row for section in sections for row in section.rows]
    numbers = [row.number for row in rows]
    found = [f"row {number} is left out" for number in NUMBERS if number not in numbers]
    found += [f"row {number} is in the table twice" for number in set(numbers) if numbers.count(number) > 1]
    found += [f"row {number} is no row of the collection" for number in numbers if number not in NUMBERS]
    for row in rows:
        found += [f"row {row.number}: {text}" for text in _row_faults(row)]
    return found


def _row_faults(row: Row) -> Iterator[str]:
    if not row.answers:
        yield "no answer"
    for answer in row.answers:
        if not answer.shown:
            yield f'"{answer.says}" is shown nowhere'
        for place in answer.shown:
            yield from _missing(place)
    for game in games():
        if game not in row.games and game not in row.excused:
            yield f"nothing is said about {game}"
        if game in row.games and game in row.own:
            yield f"said not to apply to {game}, and shown there"


@cache
def _missing(place: Place) -> tuple[str, ...]:
    """What is wrong with the place: no such test; no such example or property; an example that does not pass."""
    return tuple(_wrong_with(place))


def _wrong_with(place: Place) -> Iterator[str]:
    if place.kind == "test":
        if _function(place.source, place.title) is None:
            yield f"there is no test {place.title} in {place.source}"
        return
    system = _system(place.source)
    if system is None:
        yield f"there is no ruleset {place.source}"
    elif place.kind == "property":
        if place.title not in [one.title for one in system.properties]:
            yield f"{place.source} has no property {place.title!r}"
    elif (outcome := _outcome(place.source, place.title)) != "passed":
        yield f"the example {place.title!r} of {place.source}: {outcome}"


@cache
def _system(source: str) -> System | None:
    if source.startswith("edges/"):
        path = VARIANTS / f"{source.removeprefix('edges/')}.cabo"
        return elaborate(load_book(path)).system if path.is_file() else None
    return elaborate(load_book(source)).system if source in shipped_rulesets() else None


@cache
def _outcome(source: str, title: str) -> str:
    system = _system(source)
    assert system is not None
    found = next((one for one in system.examples if one.title == title), None)
    return "is not there" if found is None else run_example(system, found).outcome


# ---------------------------------------------------------------- the page
HEAD = f"""# Edge positions

Positions in which implementations of such games went wrong, or in which their players asked what is right. Each is a
kind of defect. For each this page tells the answers in use, and where each answer is shown: in an example of a shipped
ruleset (with the options that it names), in a test, or, where no shipped game gives that answer, in a variant of a few
lines ([`tests/data/edges`](../tests/data/edges)); and why a row cannot apply to a game. The numbers are those of the
collection that the positions come from; numbers that are missing here are missing there.

The page is written by `{COMMAND}` from [`tests/rules/edges.toml`](../tests/rules/edges.toml). A test holds it
current. It fails for a row that is left out, for a game about which a row says nothing, and for a test or an example
that is not there or does not pass.
"""


def page(sections: Iterable[Section]) -> str:
    return "\n".join([HEAD, *(line for section in sections for line in _section_lines(section))]).rstrip() + "\n"


def _section_lines(section: Section) -> Iterator[str]:
    yield f"## {section.letter}. {section.title}"
    yield ""
    for row in section.rows:
        yield f"### {row.number}. {row.title}"
        yield ""
        yield "| answer | shown in |"
        yield "|---|---|"
        for answer in row.answers:
            yield f"| {_cell(answer.says)} | {'; '.join(map(_shown, answer.shown))} |"
        yield ""
        reasons: dict[str, list[str]] = {}
        for game in games():
            if game not in row.games:
                reasons.setdefault(row.excused.get(game, "nothing is said"), []).append(game)
        for reason, those in reasons.items():
            yield f"Not in {' and '.join(those)}: {reason}."
        if reasons:
            yield ""


def _shown(place: Place) -> str:
    if place.kind == "test":
        return f"[`{place.title}`](../{place.source})"
    if place.source.startswith("edges/"):
        link = f"../tests/data/{place.source}.cabo"
    else:
        link = f"../spec/{shipped_rulesets()[place.source].relative_to(shipped_root()).as_posix()}"
    options = _options(place)
    return f'[{place.source.removeprefix("edges/")}]({link}) {place.kind} "{_cell(place.title)}"{options}'


def _options(place: Place) -> str:
    """The options under which an example is shown, as its file says them."""
    if place.kind != "example":
        return ""
    system = _system(place.source)
    assert system is not None
    example = next(one for one in system.examples if one.title == place.title)
    given = [f"`{key}`" for key, _ in example.options]
    return f" (with {', '.join(dict.fromkeys(given))})" if given else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*")


def without(sections: Iterable[Section], number: int) -> tuple[Section, ...]:
    """The table without a row."""
    return tuple(replace(one, rows=tuple(row for row in one.rows if row.number != number)) for one in sections)


if __name__ == "__main__":
    PAGE.write_text(page(table()), encoding="utf-8")
