"""What no position of a game can show: for how many it is, its cards, what may be chosen and holds if nobody does.

Written down apart from the rulesets, in ``as_they_stand.toml``, from the catalogues of clauses. Each check returns what
is wrong, so that the tests and the mutation run can both use it. (Cabo's own are in ``clause_checks``.)
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from caborules.diagnostics.record import Refused
from caborules.engine.game import fixed, set_up
from caborules.ir import expressions as x
from caborules.ir.system import OptionDef, System
from tests.rules import kabu_checks, kobo_checks, shithead_checks
from tests.rules.clause_checks import values

SHEET = Path(__file__).parent / "as_they_stand.toml"
MATCHES: Mapping[str, Callable[[System], Iterator[str]]] = {
    "kobo": kobo_checks.match_faults,
    "shithead": shithead_checks.match_faults,
    "play-for-winner": shithead_checks.winner_faults,
    "kabu": kabu_checks.match_faults,
    "six-open": kabu_checks.match_faults,
}
"""What only whole rounds or games show."""


@dataclass(frozen=True, slots=True)
class AsItStands:
    """``players``: fewest and most; ``cards``: how many there are for each number of players; ``other_cards``: with
    options ``with``, ``cards``; ``options``: each that may be chosen, as ``told`` tells it; ``refused``: settings that
    cannot be together."""

    players: tuple[int, int]
    cards: tuple[int, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    other_cards: tuple[Mapping[str, Any], ...] = ()
    refused: tuple[Mapping[str, Any], ...] = ()


@cache
def as_they_stand() -> Mapping[str, AsItStands]:
    """What is written down of each game. A variant has the options of the game it is ``of``, but those ``fixed``."""
    found: dict[str, AsItStands] = {}
    for name, one in tomllib.loads(SHEET.read_text(encoding="utf-8")).items():
        fewest, most = one["players"]
        cards = one["cards"] if isinstance(one["cards"], list) else [one["cards"]] * (most - fewest + 1)
        options = dict(found[one["of"]].options) if "of" in one else {}
        for key in one.get("fixed", ()):
            del options[key]
        options |= one.get("options", {})
        more = (tuple(one.get(part, ())) for part in ("other_cards", "refused"))
        found[name] = AsItStands((fewest, most), tuple(cards), options, *more)
    return found


def game_faults(name: str, system: System) -> tuple[str, ...]:
    """Everything that is wrong with what should be the game ``name``."""
    wanted = as_they_stand()[name]
    found = (*_players(wanted, system), *_cards(wanted, system), *_options(wanted, system))
    return found or tuple(MATCHES[name](system)) if name in MATCHES else found


def _players(wanted: AsItStands, system: System) -> Iterator[str]:
    if system.players != wanted.players:
        yield f"for {system.players} players"


def _cards(wanted: AsItStands, system: System) -> Iterator[str]:
    """So many for each number of players, and with other options; some settings are refused."""
    fewest = wanted.players[0]
    for count, cards in enumerate(wanted.cards, start=fewest):
        yield from _counted(system, count, {}, cards)
    for one in wanted.other_cards:
        yield from _counted(system, one.get("players", fewest), one["with"], one["cards"])
    for one in wanted.refused:
        try:
            set_up(system, one.get("players", fewest), one["with"])
        except Refused:
            continue
        yield f"{one['with']} can be chosen together"


def _counted(system: System, players: int, options: Mapping[str, Any], cards: int) -> Iterator[str]:
    try:
        found = len(set_up(system, players, dict(options)).faces)
    except Refused as refused:
        yield f"{players} players cannot play with {options}: {refused}"
        return
    if found != cards:
        yield f"{players} players have {found} cards with {options}"


def _options(wanted: AsItStands, system: System) -> Iterator[str]:
    found = told(system)
    for key in sorted(found.keys() | wanted.options.keys()):
        if found.get(key) != wanted.options.get(key):
            yield f"{key} is {found.get(key)}, not {wanted.options.get(key)}"


def told(system: System) -> dict[str, str]:
    """Each option that may be chosen: is it open, what holds if nobody chooses, and what may be chosen.

    ``open yes in yes, no``; of a number the least and the greatest: ``option 4 in 1..50``.
    """
    setup = fixed(system, system.players[0], {})
    chosen = {key: option for key, option in system.options.items() if option.openness != "fixed"}
    return {key: f"{one.openness} {_word(setup.options[key])} in {_range(one)}" for key, one in chosen.items()}


def _range(option: OptionDef) -> str:
    words = [_word(value) for value in values(option)]
    numbers = len(words) == 2 and not any(isinstance(value, x.Const | x.RuleMade) for value in option.domain)
    return "..".join(words) if numbers else ", ".join(words)


def _word(value: object) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "nothing"
        case x.RuleMade(rule=rule, given=given):
            words = [_word(getattr(one, "value", one)) for _, one in given]
            return "nothing" if rule is None else " ".join([rule, *words])
    rule = getattr(value, "rule", None)
    if isinstance(rule, str):
        return " ".join([rule, *(_word(one[1]) for one in getattr(value, "given", ()))])
    return str(value)
