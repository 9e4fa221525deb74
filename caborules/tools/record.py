"""Recorded games: making one with bots, going through one, and saying where one parts from the rules."""

from __future__ import annotations

from dataclasses import dataclass

from caborules.diagnostics.span import Span
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, awaited, decision, statement_at
from caborules.engine.faults import RulesFault
from caborules.engine.play import Difference, Play, Replay, Turn
from caborules.engine.setup import Setup
from caborules.engine.state import Deciding, State, Waiting
from caborules.ir.system import System
from caborules.tools.bots import BotName
from caborules.tools.simulate import table_of_bots
from caborules.tools.words import Words


@dataclass(frozen=True, slots=True)
class Recording:
    """A game of bots as far as it went. ``fault``: how the rules broke down, or nothing."""

    play: Play
    fault: str


def record(setup: Setup, bots: BotName, seed: int | str, most: int) -> Recording:
    """Let bots play a game of this seed, at most ``most`` decisions. The same as the game of ``sim`` with this seed.

    Raises RulesFault where the rules break down before the first decision.
    """
    turns: list[Turn] = []
    fault = ""
    try:
        for move in table_of_bots(setup, bots, seed).games(seeded(seed)):
            turns.append(Turn(move.action, move.step))
            if len(turns) > most:
                break
    except RulesFault as error:
        if not turns:
            raise
        fault = str(error)
    return Recording(Play(setup, tuple(turns)), fault)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line of the rules: the rule's name, where it stands, and the clauses that it cites."""

    rule: str
    span: Span | None
    cites: tuple[str, ...]


def standing(setup: Setup, state: State) -> RuleLine | None:
    """The decision at which a state stands; None where the game is over."""
    match state.control[-1] if state.control else None:
        case Deciding() as frame:
            asking = decision(setup, frame)
            return RuleLine(asking.rule, asking.span, clauses_of(setup.system, asking.cites, asking.rule))
        case Waiting() as frame:
            line = statement_at(setup, frame)
            window = awaited(setup, frame)
            return RuleLine(window, line.span, clauses_of(setup.system, line.cites, window))
        case _:
            return None


def concerned(words: Words, setup: Setup, replay: Replay) -> tuple[RuleLine, ...]:
    """The lines of the rules that a difference concerns; nothing where there is none.

    The first is the choice made, if the ruleset has it; after it, or alone, stands the decision at which it was made;
    at the start of the game the rule that it begins with.
    """
    difference = replay.difference
    if difference is None:
        return ()
    if replay.play is None:
        begin = setup.system.rules[setup.system.begin]
        return (RuleLine(begin.name, begin.span, clauses_of(setup.system, begin.cites, begin.name)),)
    stands = standing(setup, replay.play.state)
    lines = () if stands is None else (stands,)
    action = difference.action
    if action is not None and action.choice in words.choices:
        choice = words.choices[action.choice]
        cites = clauses_of(setup.system, choice.cites, action.choice)
        return (RuleLine(action.choice, choice.span, cites), *lines)
    return lines


def clauses_of(system: System, written: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The clauses cited at a line, then those tied to it by ``cite`` blocks, or to the rule or window that it is in."""
    own = _tied(system, name) or _tied(system, name.partition(".")[0])
    return tuple(dict.fromkeys((*written, *own)))


def _tied(system: System, name: str) -> tuple[str, ...]:
    labels = {f"{sort} {name}" for sort in ("choice", "rule", "window")}
    return tuple(clause for clause, citing in system.cited.items() if not labels.isdisjoint(citing))


def difference_text(words: Words, difference: Difference) -> str:
    """``step 12, B draws ...: the state ...``."""
    done = "the start of the game" if difference.action is None else who_does(words, difference.action)
    return f"step {difference.step}, {done}: {difference.what}"


def who_does(words: Words, action: Action) -> str:
    """``B: draw from the stock``."""
    who = "" if action.seat is None else f"{words.seat(action.seat)}: "
    return who + words.action(action)
