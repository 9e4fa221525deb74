"""Simple players that know any game of the language: they see their own view and the rulebook, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from caborules.engine.decisions import PASS, Action
from caborules.engine.views import View
from caborules.ir import statements as s
from caborules.ir.system import System
from caborules.ir.walk import statements
from caborules.tools.dice import Dice
from caborules.tools.imagine import Imagine
from caborules.tools.table import Player
from caborules.tools.words import all_choices, cards_named

BotName: TypeAlias = Literal["careful", "random"]

REACT_ODDS: Final = 10
"""A random bot reacts once in so many pollings."""
DECLARE_ODDS: Final = 8
"""A careful bot makes a declaration once in so many times that it is offered one."""
KNOWN_WEIGHT: Final = 3
"""A careful bot takes a way that touches only cards it knows so much more often than another one."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """When asked: one of its choices, each as likely as the other, then one of the ways to make it. Reacts rarely."""

    dice: Dice
    watches: bool = False

    def saw(self, view: View) -> None:
        """A random bot remembers nothing."""

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        reactions = [action for action in view.legal if is_reaction(action)]
        own = [action for action in view.legal if not is_reaction(action)]
        if reactions and self.dice.one_in(REACT_ODDS):
            return self.dice.pick(reactions)
        return self.dice.pick(self.dice.pick(list(by_choice(own).values()))) if own else None


@dataclass(frozen=True, slots=True)
class CarefulBot:
    """Plays what it can answer for.

    * It reacts only with cards whose faces it knows, and only where, in a position that agrees with all it knows, the
      reaction moves a card and leaves it with no more cards than before.
    * A choice that touches no card but sets state (it calls, passes the deal, doubles the stake) is a *declaration*: it
      is made once in DECLARE_ODDS times, so that games in which play ends by a declaration come to an end.
    * Otherwise all choices are alike, declining among them; of the ways to make a choice, those that touch only cards
      it knows are preferred.
    """

    dice: Dice
    declarations: frozenset[str]
    watches: bool = False

    def saw(self, view: View) -> None:
        """What it has to remember stands in each of its views."""

    def choose(self, view: View, must: bool, imagine: Imagine) -> Action | None:
        for action in self.dice.shuffled([action for action in view.legal if is_reaction(action)]):
            if self._worth_it(view, action, imagine):
                return action
        own = by_choice(action for action in view.legal if not is_reaction(action))
        if not own:
            return None
        declared = [path for path in own if path in self.declarations]
        plain = [path for path in own if path not in self.declarations]
        path = self.dice.pick(plain or declared)
        if plain and declared and self.dice.one_in(DECLARE_ODDS):
            path = self.dice.pick(declared)
        ways = own[path]
        return self.dice.weighted(ways, [KNOWN_WEIGHT if knows_cards_of(view, way) else 1 for way in ways])

    @staticmethod
    def _worth_it(view: View, action: Action, imagine: Imagine) -> bool:
        if not knows_cards_of(view, action):
            return False
        outcome = imagine(action)
        return outcome is not None and outcome.stirred and outcome.gained <= 0


def is_reaction(action: Action) -> bool:
    """Is this an answer to a window, other than passing?"""
    return action.opening is not None and action.choice != PASS


def by_choice(actions: Iterable[Action]) -> dict[str, list[Action]]:
    """The actions by choice, in their order."""
    found: dict[str, list[Action]] = {}
    for action in actions:
        found.setdefault(action.choice, []).append(action)
    return found


def knows_cards_of(view: View, action: Action) -> bool:
    """Does the player know the face of every card that the action names?"""
    return all(card is not None and card.face is not None for card in cards_named(view, action.arguments))


# ---------------------------------------------------------------- declarations
_TOUCHING = (s.Move, s.Swap, s.Show, s.Flip, s.Shuffle, s.Pick)
_SETTING = (s.Assign, s.Pay, s.SetWindow, s.EndRule)


def declarations(system: System) -> frozenset[str]:
    """The choices that touch no card and set state, whatever rules they carry out. Read from the rules alone."""
    found = set()
    for choice in all_choices(system):
        lines = list(_reached(system, choice.body))
        if any(isinstance(line, _SETTING) for line in lines) and not any(isinstance(line, _TOUCHING) for line in lines):
            found.add(choice.path)
    return frozenset(found)


def _reached(system: System, block: s.Block) -> Iterable[s.Statement]:
    """The statements of a block and of the rules it carries out; a rule held by a cell counts as touching cards."""
    seen: set[str] = set()
    todo = [block]
    while todo:
        for statement in statements(todo.pop()):
            yield statement
            if isinstance(statement, s.CallRule) and statement.rule not in seen:
                seen.add(statement.rule)
                todo.append(system.rules[statement.rule].body)
            elif isinstance(statement, s.Do):
                yield from (rule_line for rule in system.rules.values() for rule_line in statements(rule.body))


# ---------------------------------------------------------------- making them
def make_bots(name: BotName, system: System, seats: Iterable[int], seed: int | str) -> dict[int, Player]:
    """A bot of this kind for each of the seats, with dice of its own."""
    make = BOTS[name]
    return {seat: make(system, Dice(seed, "bot", seat)) for seat in seats}


def _careful(system: System, dice: Dice) -> Player:
    return CarefulBot(dice, declarations(system))


def _random(_: System, dice: Dice) -> Player:
    return RandomBot(dice)


BOTS: Final[Mapping[BotName, Callable[[System, Dice], Player]]] = MappingProxyType(
    {"careful": _careful, "random": _random}
)
