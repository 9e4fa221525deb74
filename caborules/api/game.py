"""The public face of the engine: rulesets, games and states, with OpenSpiel's names where the concept is the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

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
from caborules.engine.state import Store
from caborules.engine.values import evaluate
from caborules.engine.views import View
from caborules.ir.content_hash import content_hash
from caborules.ir.system import System
from caborules.ir.types import NumberType, Value
from caborules.names.nearest import suggestion
from caborules.types.flow.disclosures import Disclosure

if TYPE_CHECKING:
    from caborules.compile.live import Live
    from caborules.compile.playout import Pace, Played
    from caborules.compile.program import Program

EngineName: TypeAlias = Literal["compiled", "reference"]


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

    def game(
        self,
        players: int | None = None,
        preset: str | None = None,
        *,
        engine: EngineName | None = None,
        **options: Value,
    ) -> Game:
        """A game for so many players (None: the fewest allowed).

        ``engine``: "compiled" or "reference"; None is the compiled one, where it can play the game. In a keyword ``_``
        stands for a hyphen and ``__`` for a dot: ``matching__chain="none"``. Raises Refused, see ``configured``.
        """
        named = {key.replace("__", ".").replace("_", "-"): value for key, value in options.items()}
        return self.configured(players, named, preset, engine)

    def configured(
        self,
        players: int | None = None,
        options: Mapping[str, Value] | None = None,
        preset: str | None = None,
        engine: EngineName | None = None,
    ) -> Game:
        """A game with options by their keys as they stand in the ruleset; they go before those of the preset.

        Raises Refused with every fault: E701 to E705 (see ``engine.game.set_up``), E706 unknown preset.
        """
        count = self.system.players[0] if players is None else players
        chosen: dict[str, Value] = {}
        if preset is not None:
            chosen.update(preset_settings(self.system, preset))
        chosen.update(options or {})
        return Game(set_up(self.system, count, chosen), engine)

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
        raise refused("E706", f'There is no preset "{name}".', f"Presets: {known}.", suggestion(name, system.presets))
    plain = Setup(system, system.players[0], {}, ())
    return {key: evaluate(plain, NOTHING, expr, {}) for key, expr in preset.settings}


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset with its options and its number of players fixed. Seats are 0 to ``num_players`` - 1."""

    setup: Setup
    engine: EngineName | None = None
    """Which engine plays: None is the compiled one, where it can play the game at all, else the reference engine."""

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
        source = _source(seed, chance)
        program = self._program()
        if program is not None:
            from caborules.compile.live import begin as begin_live

            return State(self, live=begin_live(program, self.setup, source))
        step = machine.start(self.setup, source)
        return State(self, step.state, step.events)

    def playout(
        self, seed: int | str, *, pace: Pace | None = None, most: int = 1_000_000
    ) -> tuple[Played, State | None]:
        """A whole game by random choices, and its last state; see ``compile.playout``.

        Game and choices follow from the ``seed`` alone. At every decision all legal actions are listed; knowledge and
        events are kept. ``most``: so many decisions at most. With the reference engine there is no such shortcut: the
        same is played step by step. Raises RulesFault.
        """
        from caborules.compile.playout import play_game

        program = self._program()
        played, live, value = play_game(program, self.setup, seed, pace, most)
        return played, State(self, value, live=live)

    def _program(self) -> Program | None:
        """The compiled game; None where the reference engine plays. Raises ValueError, see ``engine``."""
        if self.engine == "reference":
            return None
        from caborules.compile.cache import compiled

        program = compiled(self.setup)
        if program is None and self.engine == "compiled":
            raise ValueError("this game cannot be compiled; leave the choice of the engine to the game")
        return program

    def new_play(self, seed: int | str | None = None, chance: Chance | None = None) -> Play:
        """A new game that remembers how it came about."""
        return begin(self.setup, _source(seed, chance))


def _source(seed: int | str | None, chance: Chance | None) -> Chance:
    if seed is not None and chance is not None:
        raise ValueError("give a seed or a source of chance, not both")
    if chance is not None:
        return chance
    return Entropy() if seed is None else seeded(seed)


class State:
    """A state at a decision, or at the end. Immutable: an action gives another state.

    States are equal if their values are, whichever engine plays them; ``events`` (what the last action brought about)
    does not count.
    """

    __slots__ = ("_events", "_live", "_value", "game")

    def __init__(
        self, game: Game, value: StateValue | None = None, events: tuple[Event, ...] = (), live: Live | None = None
    ) -> None:
        """A state of the reference engine by its ``value``, or one of the compiled engine."""
        self.game = game
        self._value = value
        self._events: tuple[Event, ...] | None = None if live is not None else events
        self._live = live

    @property
    def value(self) -> StateValue:
        """The state as the reference engine has it; see ``compile.live`` on what it costs."""
        if self._value is None:
            assert self._live is not None
            self._value = self._live.value()
        return self._value

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action brought about."""
        if self._events is None:
            assert self._live is not None
            self._events = self._live.events()
        return self._events

    @property
    def store(self) -> Store:
        """What lies where, who knows what, and the variables."""
        return self.value.store if self._live is None else self._live.store()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.store == other.store and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.store)

    def __repr__(self) -> str:
        return f"State({self.store!r})"

    def legal_actions(self, player: int | None = None) -> tuple[Action, ...]:
        """What a player can do, or (None) what can happen at all, outside events included; in the documented order."""
        if self._live is not None:
            actions = self._live.actions()
        else:
            actions = tuple(offer.action for offer in offers(self.game.setup, self.value))
        return actions if player is None else tuple(action for action in actions if action.seat == player)

    def apply_action(self, action: Action) -> State:
        """The next state; what happened on the way is its ``events``. Raises IllegalAction, RulesFault."""
        if self._live is not None:
            return State(self.game, live=self._live.act(action))
        step = machine.act(self.game.setup, self.value, action)
        return State(self.game, step.state, step.events)

    def is_terminal(self) -> bool:
        return self.value.over if self._live is None else self._live.over()

    def current_players(self) -> tuple[int, ...]:
        """The seats that can act, by choosing or by reacting."""
        return tuple(sorted({action.seat for action in self.legal_actions() if action.seat is not None}))

    def observation(self, player: int) -> View:
        """All that a player may see now."""
        if self._live is not None:
            return self._live.view(player)
        return views.view(self.game.setup, self.value, player, self.events)

    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won, by the ruleset's ``won by``; None before the end, or where it does not say."""
        won = self.game.setup.system.won
        if won is None or not self.is_terminal():
            return None
        seats = evaluate(self.game.setup, self.store, won, {})
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
        store = self.store
        return tuple(_number(store.variables[index[variable, seat]]) for seat in self.game.setup.seats)

    def key(self) -> Hashable:
        """A value by which positions can be counted: where it is equal, the same can happen, with the same chance.

        It means nothing between games, nor between engines.
        """
        if self._live is not None:
            return self._live.key()
        return self.value

    def clone(self) -> State:
        """The state itself: it cannot change."""
        return self

    def serialize(self) -> str:
        """The state as a JSON text that holds everything, hidden cards too; ``Ruleset.deserialize`` reads it."""
        return save.save(self.game.setup, self.value)


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value
