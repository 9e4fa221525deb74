"""Runs the examples of a ruleset: lays out a position, makes the moves, and looks whether the facts hold.

Chance is the identity: nothing moves in a shuffle, the first is drawn. Options have their defaults, save those given;
``require`` is not enforced. A move that can be made in no way or in several fails the example, as a fact does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from caborules.engine.basics import Undefined, lies_face_up
from caborules.engine.chance import Identity
from caborules.engine.decisions import Action, window_of
from caborules.engine.events import Event
from caborules.engine.facts import why_not
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.game import Settings, fixed, in_domain, value_text
from caborules.engine.laying import lay_out
from caborules.engine.machine import Step, act, to_decision
from caborules.engine.meanings import Meanings, waits
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import Inside, State
from caborules.engine.values import Locals, evaluate, over
from caborules.ir import system as d
from caborules.ir.seats import spare_names
from caborules.ir.system import ExampleDef, Face, LaidCards, MoveText, System
from caborules.ir.types import PlaceId, Value

Outcome: TypeAlias = Literal["passed", "failed", "does not apply"]


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """``line`` is the line that failed; ``why`` says why, or which option the example does not apply for."""

    title: str
    outcome: Outcome
    line: int | None = None
    why: str = ""
    file: str = ""


class Failed(Exception):  # noqa: N818 - the example's answer, not an error of the program
    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def run_examples(system: System) -> tuple[ExampleResult, ...]:
    """The result of every example, in order."""
    return tuple(run_example(system, example) for example in system.examples)


def run_example(system: System, example: ExampleDef) -> ExampleResult:
    setup, seats, unfit = set_table(system, example)
    unfit = example.inapplicable or unfit
    if unfit is not None:
        return ExampleResult(example.title, "does not apply", None, unfit)
    line: d.ExampleLine | None = next(iter(example.lines), None)
    try:
        runner = _Runner(setup, seats, laid_out(setup, example))
        for line in example.lines:
            runner.follow(line)
    except Failed as failed:
        why = failed.why
    except Undefined as undefined:
        why = f"This has no value here: {undefined.reason}."
    except RulesFault as fault:
        why = f"The rules cannot go on: {fault}."
    else:
        return ExampleResult(example.title, "passed")
    span = (line.span if line is not None else None) or example.span
    if span is None:
        return ExampleResult(example.title, "failed", None, why)
    return ExampleResult(example.title, "failed", span.start.line, why, span.file)


def laid_out(setup: Setup, example: ExampleDef) -> State:
    """The position that an example gives. Raises Undefined, see ``laying.lay_out``."""
    return State(lay_out(setup, example.lines), (), Identity())


def begun(setup: Setup, state: State, line: d.AtRule) -> Step:
    """Carry out a rule up to the next decision: state that it renews keeps what was given. Raises RulesFault."""
    parameters = setup.system.rules[line.rule].parameters
    values = [evaluate(setup, state.store, argument, {}) for argument in line.arguments]
    run = Run(setup, state)
    run.enter(line.rule, tuple((p.name, v) for p, v in zip(parameters, values, strict=True)), resets=False)
    return to_decision(run)


def meant(setup: Setup, seats: tuple[str, ...], state: State, move: MoveText) -> tuple[Action, ...]:
    """The legal actions that a move of an example may mean."""
    return tuple(offer.action for offer in Meanings(setup, seats, state).ways(move))


def set_table(system: System, example: ExampleDef) -> tuple[Setup, tuple[str, ...], str | None]:
    """The setup and the names of the seats; and the option, if there is one, that cannot have the value given."""
    low, _ = system.players
    seats = example.seats + spare_names(example.seats, low - len(example.seats))
    plain = fixed(system, len(seats), {})
    chosen: dict[str, Value] = {}
    for key, expr in example.options:
        option, value = system.options[key], evaluate(plain, plain.empty_store(), expr, {})
        if plain.options[key] != value and (option.openness == "fixed" or in_domain(plain, option, value) is None):
            return plain, seats, f"{key} cannot be {value_text(value)}"
        chosen[key] = value
    return fixed(system, len(seats), cast(Settings, chosen)), seats, None


@dataclass(frozen=True, slots=True)
class Followed:
    """A line of an example, the state before it, and what has happened in it."""

    line: d.ExampleLine
    before: State
    events: tuple[Event, ...]


def followed(setup: Setup, seats: tuple[str, ...], example: ExampleDef) -> Iterator[Followed]:
    """The lines of an example that passes, at the table that ``set_table`` has set for it."""
    runner = _Runner(setup, seats, laid_out(setup, example))
    for line in example.lines:
        before, runner.events = runner.state, ()
        runner.follow(line)
        yield Followed(line, before, runner.events)


class _Runner:
    """The state as the lines of an example change it; ``events`` are those of the last move."""

    def __init__(self, setup: Setup, seats: tuple[str, ...], state: State) -> None:
        self.setup = setup
        self.seats = seats
        self.state = state
        self.begun = False
        self.events: tuple[Event, ...] = ()

    def follow(self, line: d.ExampleLine) -> None:
        match line:
            case d.AtRule():
                self.begin(line)
            case d.WhenMove():
                self.move(line)
            case d.WhenEvent(event=event):
                self.take(Action(None, event))
            case d.ThenCards():
                self.compare(line.cards)
            case d.ThenCan():
                ways = self.moves().ways(line.move)
                if line.can and not ways:
                    raise Failed(self.moves().refusal(line.move))
                if not line.can and ways:
                    raise Failed(f"{line.move.seat} can {line.move.choice}.")
            case d.ThenFact():
                ended = self.ended()
                if not evaluate(self.setup, self.state.store, line.fact, ended):
                    raise Failed(self.waiting(why_not(self.setup, self.state.store, self.seats, line, ended)))
            case d.GivenCards() | d.GivenVariable() | d.GivenWindow():
                if self.begun:
                    raise Failed("What is given must stand before the moves.")

    def begin(self, line: d.AtRule) -> None:
        """Carry out a rule."""
        self.begun = True
        self.go_on(begun(self.setup, self.state, line))

    def go_on(self, step: Step) -> None:
        self.state, self.events = step.state, step.events

    def ended(self) -> Locals:
        """For ``R is over``: the rules of which no run is going on."""
        return {over(rule): Inside(rule) not in self.state.control for rule in self.setup.system.rules}

    def move(self, line: d.WhenMove) -> None:
        if line.late:
            self.take(self.late(line.move))
            return
        moves = self.moves()
        ways = moves.ways(line.move)
        if len(ways) > 1:
            raise Failed(moves.doubt(ways, line.move))
        if not ways:
            raise Failed(moves.refusal(line.move))
        self.take(ways[0].action)

    def take(self, action: Action) -> None:
        self.begun = True
        if self.state.over:
            raise Failed("E613: The play is over; no move can be made.")
        try:
            self.go_on(act(self.setup, self.state, action))
        except IllegalAction as illegal:
            raise Failed(illegal.reason) from illegal

    def late(self, move: MoveText) -> Action:
        """The move as an answer to the opening before the present one."""
        for name, window in self.setup.system.windows.items():
            for choice in window.choices:
                if move.choice in (choice.name, choice.path):
                    there = window_of(self.setup, self.state.store, name)
                    opening = there.number - 1 if there.open else there.number
                    if opening < 1:
                        raise Failed(f"This is not late: {name} was not opened before.")
                    return Action(self.seats.index(move.seat), choice.path, (), opening)
        raise Failed(f"{move.choice} is not a reaction, and so never late.")

    def moves(self) -> Meanings:
        """What a move may mean now."""
        return Meanings(self.setup, self.seats, self.state)

    # ------------------------------------------------------------ facts
    def compare(self, laid: LaidCards) -> None:
        place = cast(PlaceId, evaluate(self.setup, self.state.store, laid.place, {}))
        there = self.state.store.places[self.setup.place_index[place]]
        wanted = laid.cards
        while wanted and wanted[-1] is None:
            wanted = wanted[:-1]
        shown = there[: len(wanted)] if laid.rest else there
        fits = len(shown) == len(wanted) and all(map(self.is_card, shown, wanted, laid.up[: len(wanted)]))
        if not fits:
            words = " ".join("_" if card is None else self.card_text(card) for card in there) or "empty"
            raise Failed(self.waiting(f"There lies: {words}."))

    def waiting(self, why: str) -> str:
        """What is not so, and what the play waits for: what a fact speaks of may come only after that."""
        told = waits(self.setup, self.seats, self.state) if self.begun else ""
        return f"{why} {told}".rstrip()

    def is_card(self, card: int | None, wanted: Face | Literal["any"] | None, up: bool) -> bool:
        if card is None or wanted is None:
            return card is None and wanted is None
        if up and not lies_face_up(self.setup, self.state.store, card):
            return False
        return wanted == "any" or self.setup.faces[card] == wanted

    def card_text(self, card: int) -> str:
        text = self.setup.card_names.literal(self.setup.faces[card])
        return f"({text})" if self.state.store.turned[card] else text
