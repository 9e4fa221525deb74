"""Small rulesets with their certificates, and certificates changed at random, one thing at a time."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from caborules.api.game import Ruleset
from caborules.check.certificate import record
from caborules.check.certificate.certify import certify
from caborules.check.run import look_into
from caborules.lower import groups, lower
from tests.support import lockstep_games, rulesets

STATED = """
state
    count: 0..5, at first 0
    turn: player, at first first-seat
    boss: player or nobody, at first nobody

rule game
    repeat until count is at least 3
        turn may
            go "go"
                add 1 to count
            lead when boss is nobody "lead"
                set boss to turn
        set turn to left of turn
    show-all

rule show-all
    repeat until stock is empty
        turn must
            draw when stock is not empty "draw"
                move top of stock to row of turn
        otherwise
            nothing

assume goers: each player eventually go

property "somebody goes on"
    game always ends assuming goers

property "a boss stays"
    after boss is not nobody until game is over unchanged boss

property "the count has a limit"
    always count is at most 3
"""
"""A game of which authors state something, and whose loops end."""


@cache
def ruleset_of(name: str) -> Ruleset:
    """A game of ``lockstep_games``, ``stated``, or a shipped one."""
    games = {**lockstep_games.GAMES, "stated": STATED}
    return Ruleset(rulesets.system_of(rulesets.HEAD + games[name]) if name in games else rulesets.shipped(name))


@cache
def certified(name: str) -> str:
    """The text of its certificate."""
    ruleset = ruleset_of(name)
    ranges = groups(ruleset.system, {})
    lowered = [lower(ruleset.system, options, players) for players, options in ranges]
    looked = look_into(ruleset, {}, ranges, lowered)
    certificate = certify(looked.work, looked.verdicts, name)
    assert certificate is not None
    return record.write(certificate)


# ---------------------------------------------------------------- changed at random
Change = Callable[[Any, random.Random], None]
"""Changes the parts of a certificate in place."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed certificate: what was done to it, and its text."""

    what: str
    text: str


def mutant(text: str, number: int) -> Mutant:
    """The mutant of this number; kinds of changes take turns."""
    rng = random.Random(f"mutant {number}")
    what, change = CHANGES[number % len(CHANGES)]
    parts = json.loads(text)
    old = copy.deepcopy(parts)
    for _ in range(20):
        change(parts, rng)
        if parts != old:
            break
    return Mutant(what, record.sealed({name: one for name, one in parts.items() if name != "digest"}))


def _stated(parts: Any) -> dict[str, str]:
    found: dict[str, str] = parts["sections"]["facts"]["facts"]
    return found


def _graph(parts: Any, rng: random.Random) -> Any:
    return rng.choice(parts["sections"]["facts"]["graphs"])


def _other_fact(parts: Any, rng: random.Random) -> None:
    facts = _stated(parts)
    facts[rng.choice(sorted(facts))] = facts[rng.choice(sorted(facts))]


def _other_word(parts: Any, rng: random.Random) -> None:
    facts = _stated(parts)
    words = sorted({word for text in facts.values() for word in text.split()})
    number = rng.choice(sorted(facts))
    here = facts[number].split()
    here[rng.randrange(len(here))] = rng.choice(words)
    facts[number] = " ".join(here)


def _without_fact(parts: Any, rng: random.Random) -> None:
    facts = _stated(parts)
    del facts[rng.choice(sorted(facts))]


def _facts_at(change: Callable[[list[str], list[str], random.Random], None]) -> Change:
    def changed(parts: Any, rng: random.Random) -> None:
        at = _graph(parts, rng)["at"]
        key = rng.choice(sorted(key for key in at if at[key] != "never reached"))
        here = at[key].split()
        change(here, sorted(_stated(parts)), rng)
        at[key] = " ".join(here)

    return changed


def _drop(here: list[str], _all: list[str], rng: random.Random) -> None:
    if here:
        here.remove(rng.choice(here))


def _add(here: list[str], every: list[str], rng: random.Random) -> None:
    here.append(rng.choice([one for one in every if one not in here]))


def _replace(here: list[str], every: list[str], rng: random.Random) -> None:
    if here:
        here[rng.randrange(len(here))] = rng.choice(every)


def _never(parts: Any, rng: random.Random) -> None:
    at = _graph(parts, rng)["at"]
    key = rng.choice(sorted(at))
    at[key] = "1" if at[key] == "never reached" else "never reached"


def _renumbered(parts: Any, rng: random.Random) -> None:
    graph = _graph(parts, rng)
    key = rng.choice(sorted(graph["at"]))
    digits = rng.choice(list(re.finditer(r"[0-9]+", key.split(" ")[0])))
    moved = f"{key[: digits.start()]}{max(0, int(digits[0]) + rng.choice((-1, 1, 2)))}{key[digits.end() :]}"
    graph["at"] = {moved if one == key else one: said for one, said in graph["at"].items()}


def _other_rule(parts: Any, rng: random.Random) -> None:
    graph = _graph(parts, rng)
    key, other = rng.choice(sorted(graph["at"])), rng.choice(sorted(graph["at"]))
    moved = f"{key.split(' ')[0]} {other.split(' ')[1]}"
    graph["at"] = {moved if one == key else one: said for one, said in graph["at"].items()}


def _closed(parts: Any, rng: random.Random) -> None:
    graph = _graph(parts, rng)
    if graph["closed"] and rng.random() < 0.5:
        graph["closed"].remove(rng.choice(graph["closed"]))
        return
    key = rng.choice(sorted(graph["at"]))
    graph["closed"].append(f"{key.split(' ')[0].split('-')[0]} {key.split(' ')[1]}, way {rng.choice((0, 0, 1))}")


def _operations(parts: Any, rng: random.Random) -> None:
    _graph(parts, rng)["operations"] += rng.choice((-1, 1))


def _players(parts: Any, rng: random.Random) -> None:
    one = rng.choice(_graph(parts, rng)["players"])
    one[rng.randrange(2)] += rng.choice((-1, 1))


def _claims(parts: Any, rng: random.Random) -> None:
    claims = parts["claims"]
    key = rng.choice(sorted(claims))
    match rng.randrange(4):
        case 0:
            del claims[key]
        case 1:
            claims[key] = "declared" if claims[key] == "holds" else "holds"
        case 2:
            claims["secrecy-of-everything"] = "holds"
        case 3:
            claims[key] = "violated"


def _header(parts: Any, rng: random.Random) -> None:
    match rng.randrange(5):
        case 0:
            at = rng.randrange(64)
            digit = "0" if parts["hash"][at] != "0" else "1"
            parts["hash"] = parts["hash"][:at] + digit + parts["hash"][at + 1 :]
        case 1:
            parts["format"] = "caborules/certificate/2"
        case 2:
            parts["name"] += "x"
        case 3:
            parts["options"]["no-such-option"] = "1"
        case 4:
            parts["more"] = 1


def _sections(parts: Any, rng: random.Random) -> None:
    sections = parts["sections"]
    key = rng.choice(sorted(sections))
    part = sections.pop(key)
    if rng.random() < 0.5:
        sections[f"{key}-2"] = part


def _leaves(part: Any) -> Iterator[tuple[Any, Any]]:
    """Where values without parts stand: what holds them, and the key or place there."""
    for key, one in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(one, dict | list):
            yield from _leaves(one)
        else:
            yield part, key


def _other_leaf(parts: Any, rng: random.Random) -> None:
    """A value of a section beside the facts is another one of that section, or a little different."""
    name = rng.choice(sorted(set(parts["sections"]) - {"facts"}))
    leaves = list(_leaves(parts["sections"][name]))
    if not leaves:
        return
    holder, key = rng.choice(leaves)
    old = holder[key]
    if isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = old + rng.choice((-1, 1))
    elif rng.random() < 0.5:
        holder[key] = rng.choice([h[k] for h, k in leaves if isinstance(h[k], str)])
    else:
        at = rng.randrange(len(old))
        holder[key] = old[:at] + rng.choice("+-.0123456789") + old[at + 1 :]


def _without_part(parts: Any, rng: random.Random) -> None:
    """An element of a list of a section beside the facts is dropped."""
    lists: list[list[Any]] = []

    def look(part: Any) -> None:
        if isinstance(part, list) and part:
            lists.append(part)
        for one in part.values() if isinstance(part, dict) else part:
            if isinstance(one, dict | list):
                look(one)

    look({name: one for name, one in parts["sections"].items() if name != "facts"})
    some = rng.choice(lists)
    del some[rng.randrange(len(some))]


CHANGES: tuple[tuple[str, Change], ...] = (
    ("a fact is another one", _other_fact),
    ("a word of a fact is another one", _other_word),
    ("a fact is missing from the list", _without_fact),
    ("a fact is dropped at an operation", _facts_at(_drop)),
    ("a fact is added at an operation", _facts_at(_add)),
    ("a number of a fact is another one", _facts_at(_replace)),
    ("never reached, or the reverse", _never),
    ("a number of an operation", _renumbered),
    ("a rule of an operation", _other_rule),
    ("a closed way", _closed),
    ("how many operations there are", _operations),
    ("for how many players", _players),
    ("a claim", _claims),
    ("the head", _header),
    ("a section", _sections),
    ("a value of a section beside the facts", _other_leaf),
    ("a part of a section beside the facts is missing", _without_part),
)
