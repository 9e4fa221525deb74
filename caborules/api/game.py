"""The public face of the engine: rulesets, games and states, with OpenSpiel's names where the concept is the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from caborules.diagnostics.record import Diagnostic
from caborules.engine import machine, save, views
from caborules.engine.chance import Chance, Entropy, seeded
from caborules.engine.decisions import Action, offers
from caborules.engine.events import Event
from caborules.engine.formats import refused
from caborules.engine.game import NOTHING, set_up
from caborules.engine.play import Play, Replay, begin, replay
from caborules.engine.setup import Setup
from caborules.engine.state import State as StateValue
from caborules.engine.values import evaluate
from caborules.engine.views import View
from caborules.ir.content_hash import content_hash
from caborules.ir.system import System
from caborules.ir.types import NumberType, Value
from caborules.names.nearest import suggestion
from caborules.types.flow.disclosures import Disclosure


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A ruleset that has passed all static checks; ``warnings`` are what they had to remark.

    ``disclosures``: what they found that the rules make public on purpose; None where that was not kept.
    """

    system: System
    warnings: tuple[Diagnostic, ...] = ()
    disclosures: tuple[Disclosure, ...] | None = None

    @property
    def name(self) -> str:
        return self.system.name

    @property
    def title(self) -> str:
        return self.system.title

    @property
    def hash(self) -> str:
        """The content hash: comments, layout and texts for people do not change it."""
        return content_hash(self.system)

    def game(self, players: int | None = None, preset: str | None = None, **options: Value) -> Game:
        """A game for so many players (None: the fewest allowed).

        In a keyword ``_`` stands for a hyphen and ``__`` for a dot: ``matching__chain="none"``. Raises Refused, see
        ``configured``.
        """
        named = {key.replace("__", ".").replace("_", "-"): value for key, value in options.items()}
        return self.configured(players, named, preset)

    def configured(
        self, players: int | None = None, options: Mapping[str, Value] | None = None, preset: str | None = None
    ) -> Game:
        """A game with options by their keys as they stand in the ruleset; they go before those of the preset.

        Raises Refused with every fault: E701 to E705 (see ``engine.game.set_up``), E706 unknown preset.
        """
        count = self.system.players[0] if players is None else players
        chosen: dict[str, Value] = {}
        if preset is not None:
            chosen.update(preset_settings(self.system, preset))
        chosen.update(options or {})
        return Game(set_up(self.system, count, chosen))

    def replay(self, trace: str) -> Replay:
        """Play a recorded game again. Raises Refused for a text that is no trace of this ruleset."""
        return replay(self.system, trace)

    def deserialize(self, text: str) -> State:
        """The state in a text that ``State.serialize`` made. Raises Refused."""
        setup, value = save.read(self.system, text)
        return State(Game(setup), value)


def preset_settings(system: System, name: str) -> dict[str, Value]:
    """The options that a preset sets. Raises Refused: E706 where there is none of the name."""
    preset = system.presets.get(name)
    if preset is None:
        known = ", ".join(system.presets) or "none"
        raise refused("E706", f'There is no preset "{name}".', f"There are: {known}.", suggestion(name, system.presets))
    plain = Setup(system, system.players[0], {}, ())
    return {key: evaluate(plain, NOTHING, expr, {}) for key, expr in preset.settings}


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset with its options and its number of players fixed. Seats are 0 to ``num_players`` - 1."""

    setup: Setup

    @property
    def num_players(self) -> int:
        return self.setup.players

    @property
    def options(self) -> Mapping[str, Value]:
        return self.setup.options

    def new_initial_state(self, seed: int | str | None = None, chance: Chance | None = None) -> State:
        """The first decision of a game.

        Chance comes from the ``seed``, or from another source; with neither, from the operating system's entropy.
        """
        step = machine.start(self.setup, _source(seed, chance))
        return State(self, step.state, step.events)

    def new_play(self, seed: int | str | None = None, chance: Chance | None = None) -> Play:
        """A new game that remembers how it came about."""
        return begin(self.setup, _source(seed, chance))


def _source(seed: int | str | None, chance: Chance | None) -> Chance:
    if seed is not None and chance is not None:
        raise ValueError("give a seed or a source of chance, not both")
    if chance is not None:
        return chance
    return Entropy() if seed is None else seeded(seed)


@dataclass(frozen=True, slots=True)
class State:
    """A state at a decision, or at the end. Immutable: an action gives another state.

    States are equal if their values are; ``events`` (what the last action brought about) does not count.
    """

    game: Game = field(compare=False, repr=False)
    value: StateValue
    events: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """What a player can do, or (None) what can happen at all, outside events included; in the documented order."""
        actions = tuple(offer.action for offer in offers(self.game.setup, self.value))
        return actions if player is None else tuple(action for action in actions if action.seat == player)

    def apply_action(self, action: Action) -> State:
        """The next state; what happened on the way is its ``events``. Raises IllegalAction, RulesFault."""
        step = machine.act(self.game.setup, self.value, action)
        return State(self.game, step.state, step.events)

    def is_terminal(self) -> bool:
        return self.value.over

    def current_players(self) -> tuple[int, ...]:
        """The seats that can act, by choosing or by reacting."""
        return tuple(sorted({action.seat for action in self.legal_actions() if action.seat is not None}))

    def observation(self, player: int) -> View:
        """All that a player may see now."""
        return views.view(self.game.setup, self.value, player, self.events)

    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won, by the ruleset's ``won by``; None before the end, or where it does not say."""
        won = self.game.setup.system.won
        if won is None or not self.value.over:
            return None
        seats = evaluate(self.game.setup, self.value.store, won, {})
        return tuple(sorted(_number(seat) for seat in (seats if isinstance(seats, tuple) else (seats,))))

    def returns(self, variable: str | None = None) -> tuple[int, ...]:
        """What the game was worth to each seat: 1 to the winners and 0 to the others; 0 to all before its end.

        With the name of a number that each player has: its values (a score, say). Raises KeyError if there is none of
        that name, ValueError without a name where the ruleset does not say who has won.
        """
        if variable is None:
            if self.game.setup.system.won is None:
                raise ValueError(
                    f"{self.game.setup.system.name} does not say who has won; name a number of each player"
                )
            winners = self.winners() or ()
            return tuple(int(seat in winners) for seat in self.game.setup.seats)
        definition = self.game.setup.system.variables.get(variable)
        if definition is None or not definition.per_player or not isinstance(definition.type, NumberType):
            raise KeyError(variable)
        index = self.game.setup.variable_index
        return tuple(_number(self.value.store.variables[index[variable, seat]]) for seat in self.game.setup.seats)

    def clone(self) -> State:
        """The state itself: it cannot change."""
        return self

    def serialize(self) -> str:
        """The state as a JSON text that holds everything, hidden cards too; ``Ruleset.deserialize`` reads it."""
        return save.save(self.game.setup, self.value)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
