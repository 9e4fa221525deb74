"""Many games between bots, and what came of them: how long they took, what was chosen, how things stood at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from caborules.api.game import Game
from caborules.api.game import State as GameState
from caborules.engine.chance import seeded
from caborules.engine.faults import RulesFault
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.ir.types import NumberType
from caborules.tools.bots import BotName, make_bots
from caborules.tools.dice import Dice
from caborules.tools.processes import spread
from caborules.tools.table import Move, Table


@dataclass(frozen=True, slots=True)
class Plan:
    """``games`` games of one setup; game ``n`` (from 1) has the seed ``seed/n``. ``max_steps`` caps each of them."""

    setup: Setup
    bots: BotName
    seed: int | str
    games: int
    max_steps: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game.

    ``steps`` are the decisions taken; ``end``: "over", "capped" at the limit of steps, or a "fault" of the rules, told
    in ``fault``. ``choices`` counts (seat, choice); ``finals`` are the numbers that each player has at the end; ``won``
    the seats that have won, by the ruleset's ``won by`` (None: not over, or the ruleset does not say).
    """

    game: int
    steps: int
    end: str
    fault: str
    choices: Counter[tuple[int | None, str]]
    finals: dict[str, tuple[int, ...]]
    won: tuple[int, ...] | None


def simulate(plan: Plan, jobs: int = 1, tell: Callable[[int], None] = lambda _: None) -> list[Outcome]:
    """Play all games, in the order of their numbers. ``tell`` is given the number of games done so far.

    The result does not depend on ``jobs``, the number of processes. Raises ProcessLost where one of several was killed.
    """
    numbers = range(1, plan.games + 1)
    play = partial(play_one, plan)
    answers = ((number, play(number)) for number in numbers) if jobs == 1 else spread(play, numbers, jobs)
    found: dict[int, Outcome] = {}
    for number, outcome in answers:
        found[number] = outcome
        tell(len(found))
    return [found[number] for number in numbers]


def table_of_bots(setup: Setup, bots: BotName, seed: int | str) -> Table:
    """A table at which bots sit on all seats."""
    seats = make_bots(bots, setup.system, setup.seats, seed)
    players = [seats[seat] for seat in setup.seats]
    return Table(setup, players, Dice(seed, "polling"), Dice(seed, "imagining"))


def play_one(plan: Plan, number: int) -> Outcome:
    """Play the game of this number."""
    seed = f"{plan.seed}/{number}"
    table = table_of_bots(plan.setup, plan.bots, seed)
    choices: Counter[tuple[int | None, str]] = Counter()
    last: Move | None = None
    steps = 0
    end, fault = "over", ""
    try:
        for move in table.games(seeded(seed)):
            last = move
            if move.action is not None:
                steps += 1
                choices[move.action.seat, move.action.choice] += 1
            if steps >= plan.max_steps and not move.step.state.over:
                end = "capped"
                break
    except RulesFault as error:
        end, fault = "fault", str(error)
    finals = {} if last is None else final_numbers(plan.setup, last.step.state)
    won = None if last is None else GameState(Game(plan.setup), last.step.state).winners()
    return Outcome(number, steps, end, fault, choices, finals, won)


def final_numbers(setup: Setup, state: State) -> dict[str, tuple[int, ...]]:
    """The numbers that each player has, by variable and seat."""
    found: dict[str, tuple[int, ...]] = {}
    for name, variable in setup.system.variables.items():
        if variable.per_player and isinstance(variable.type, NumberType):
            values = [state.store.variables[setup.variable_index[name, seat]] for seat in setup.seats]
            found[name] = tuple(value for value in values if isinstance(value, int))
    return found
