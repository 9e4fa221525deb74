"""The mutation run over the other shipped rulesets: each is judged by its own static checks, examples and clause tests.

A game answers for the lines of its own file, all of them, cited or not; and for those of the libraries that it uses and
that no game before it has noticed, be it that the change is none there. A line of a library counts as noticed
if some shipped game notices it. A variant does not answer for the file of the game that it extends, and for the
libraries that it has from there only where a game before it has not noticed a change to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from caborules.engine.examples import run_examples
from caborules.names.load import book_of
from caborules.names.sources import Gathered, gather
from caborules.types.elaborate import elaborate
from caborules.types.flow.check import check_flow
from tests.mutants import record
from tests.mutants.generate import Mutant, mutants
from tests.mutants.judge import NOTICED, Outcome, Subject, sound
from tests.mutants.same import essence
from tests.rules.game_checks import game_faults

GAMES: Final = (
    "kaboo", "kobo", "shithead", "kabu", "cambio", "dutch",
    "bradley", "three-point-call", "extra-card", "six-open",
    "jokers-reverse", "magic-cards", "pick-three", "play-for-winner",
    "kamikaze", "published-deck", "first-edition", "second-edition", "current-publisher",
    "open-peek", "jokers-zero", "no-matching", "short-match",
)  # fmt: skip
"""In the order in which they are judged; before them Cabo."""
FOLDER: Final = record.HERE / "games"
LIBRARY: Final = "library/"


def recorded(name: str) -> Path:
    """The record of a game."""
    return record.RECORDED if name == "cabo" else FOLDER / f"{name}.jsonl"


def answers_for(gathered: Gathered, earlier: Mapping[str, Outcome]) -> tuple[Mutant, ...]:
    """The mutants that a game answers for, its own first; ``earlier``: outcomes of the games before it."""
    own = gathered.main.name
    noticed = {key for key, one in earlier.items() if one.by in NOTICED}
    alive = {key for key, one in earlier.items() if one.by == "nothing"}
    every = mutants(gathered, {own})
    libraries = _libraries(gathered)
    shared = [m for m in every if m.file in libraries and record.key(m) not in noticed]
    left = [m for m in every if m.file.startswith(LIBRARY) and m.file not in libraries and record.key(m) in alive]
    return (*(m for m in every if m.file == own), *shared, *left)


def _libraries(gathered: Gathered) -> frozenset[str]:
    """The libraries that a ruleset uses; of a variant, those that the game it extends does not use."""
    main = gathered.main
    names = {source.path: source.name for source in gathered.sources}
    parents = [path for path in main.parents if not names[path].startswith(LIBRARY)]
    inherited = {names[path] for parent in parents for path in gathered.reaches[parent]}
    return frozenset(name for name in names.values() if name.startswith(LIBRARY) and name not in inherited)


def game(name: str) -> Subject:
    """A game with the mutants that it answers for, after what is recorded of the games before it.

    Raises ValueError where the game itself is noticed.
    """
    gathered = gather(name)
    system = check_flow(elaborate(book_of(gathered)).system).system
    idle = frozenset(one.title for one in run_examples(system) if one.outcome == "does not apply")
    some = answers_for(gathered, before(name))
    return sound(Subject(gathered, some, essence(system), partial(game_faults, name), idle))


def before(name: str) -> dict[str, Outcome]:
    """What is recorded of the games before this one."""
    found: dict[str, Outcome] = {}
    for earlier in ("cabo", *GAMES[: GAMES.index(name)]):
        if recorded(earlier).exists():
            add(found, record.read(recorded(earlier))[1])
    return found


def add(found: dict[str, Outcome], more: Mapping[str, Outcome]) -> None:
    """Outcomes of one more game: of several of a mutant the first that notices it counts, then that it survives."""
    for key, one in more.items():
        if key not in found or one.by in NOTICED or (found[key].by == "same" and one.by == "nothing"):
            found[key] = one
