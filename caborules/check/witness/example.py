"""The end of a game as an ``example`` to paste into the ruleset: the position, the moves, and what then holds.

An example begins where a rule begins and has no chance, so it tells the last part of the game: from the start of a rule
after which nothing was shuffled. It is given only if the engine, starting from the position as an example lays it out,
comes to the same places and state by the same moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from caborules.check.witness.games import Shown
from caborules.engine.chance import Identity, OutcomeMissing, Supplied
from caborules.engine.decisions import Action, Offer, element_type, offers
from caborules.engine.faults import IllegalAction, RulesFault
from caborules.engine.game import fixed, value_text
from caborules.engine.machine import act, act_in, dealt, initial_values, to_decision
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import Env, State, Store, Window
from caborules.ir.seats import seat_name
from caborules.ir.statements import Choice
from caborules.ir.types import CardType, PlayerType, Type, Value


@dataclass(frozen=True, slots=True)
class _Start:
    """The start of a rule in a game: the turn in which it began, its arguments, what lay where, and what was left to
    unwind: the store at that moment."""

    turn: int
    rule: str
    arguments: Env
    store: Store


class _Watching(Run):
    """A run that remembers where rules began."""

    def __init__(self, setup: Setup, state: State) -> None:
        super().__init__(setup, state)
        self.entered: list[tuple[int, str, Env, Store]] = []

    def enter(self, rule: str, env: Env, *, resets: bool = True) -> None:
        self.entered.append((len(self.outcomes), rule, env, self.store))
        super().enter(rule, env, resets=resets)

    def after_chance(self) -> Iterator[tuple[str, Env, Store]]:
        """The rules that began when chance had been asked for the last time."""
        for outcomes, rule, env, store in self.entered:
            if outcomes == len(self.outcomes):
                yield rule, env, store


def example(shown: Shown, title: str, then: tuple[str, ...] = ()) -> str | None:
    """The example, or None where the end of the game cannot be told as one. ``then``: facts to be added at its end."""
    for start in _starts(shown):
        lines = _told(shown, start)
        if lines is not None:
            facts = [f"then {fact}" for fact in then] or list(_outcome(shown))
            said = title.replace('"', "'").replace("\n", " ")
            return "\n".join([f'example "{said}"', *(f"    {one}" for one in [*lines, *facts])]) + "\n"
    return None


# ---------------------------------------------------------------- where it may begin
def _starts(shown: Shown) -> Iterator[_Start]:
    """Starts of rules, the latest first, that are still running at the last decision of the game."""
    found: list[_Start] = []
    for number, turn in enumerate(shown.turns):
        source = Supplied(() if turn.step is None else turn.step.outcomes)
        run = _Watching(shown.setup, _before(shown, number, source))
        try:
            if turn.action is None:
                run.enter(shown.setup.system.begin, ())
                to_decision(run)
            else:
                act_in(run, turn.action, offers(shown.setup, run.state()))
        except (RulesFault, IllegalAction, OutcomeMissing):
            continue
        if run.outcomes:
            found.clear()
        found += [_Start(number, *one) for one in run.after_chance()]
    yield from reversed(found)


def _before(shown: Shown, number: int, source: Supplied) -> State:
    """The state before a turn of the game, with the chance outcomes that the turn used."""
    setup = shown.setup
    if number == 0:
        return State(initial_values(setup, dealt(setup, setup.empty_store()), {}), (), source)
    before = shown.turns[number - 1].step
    assert before is not None
    return replace(before.state, chance=source)


# ---------------------------------------------------------------- telling it
def _told(shown: Shown, start: _Start) -> list[str] | None:
    """The lines up to the last move, if the engine comes to the same end; at least one move must be told."""
    setup = shown.setup
    actions = [turn.action for turn in shown.turns[start.turn + 1 :] if turn.action is not None]
    call = _call(setup, start)
    if not actions or call is None:
        return None
    state = _laid(setup, start)
    moves: list[str] = []
    try:
        run = Run(setup, state)
        run.enter(start.rule, start.arguments, resets=False)
        state = to_decision(run).state
        for number, action in enumerate(actions):
            words = _move(setup, state, action)
            if words is None:
                return None
            moves.append(f"when {words}")
            last = number == len(actions) - 1
            try:
                state = act(setup, state, action).state
            except RulesFault:
                if last and shown.turns[-1].fault:
                    return [*_given(setup, start.store), call, *moves]
                return None
    except (RulesFault, IllegalAction):
        return None
    end = shown.turns[-1].step
    if (
        end is None
        or state.store.places != end.state.store.places
        or state.store.variables != end.state.store.variables
    ):
        return None
    return [*_given(setup, start.store), call, *moves]


def _laid(setup: Setup, start: _Start) -> State:
    """The position as an example lays it out: nobody has seen more than lies open to them."""
    known = [0] * len(setup.faces)
    turned = list(start.store.turned)
    for place, cards in zip(setup.place_ids, start.store.places, strict=True):
        for card in cards:
            if card is not None:
                known[card] = setup.onlookers(place)
                if turned[card]:
                    known[card] = setup.everyone
    windows = tuple(Window(one.open, 1) if one.open else Window() for one in start.store.windows)
    store = replace(start.store, known=tuple(known), windows=windows)
    return State(store, (), Identity())


def _given(setup: Setup, store: Store) -> Iterator[str]:
    yield "given players " + ", ".join(seat_name(seat) for seat in setup.seats)
    usual = fixed(setup.system, setup.players, {}).options
    for key, option in setup.system.options.items():
        if option.openness != "fixed" and setup.options[key] != usual[key]:
            yield f"given option {key} is {value_text(setup.options[key])}"
    for place, cards in zip(setup.place_ids, store.places, strict=True):
        if any(card is not None for card in cards):
            words = " ".join("_" if card is None else _laid_card(setup, store, card) for card in cards)
            yield f"given {_place(*place)}: {words}"
    for (name, owner), value in _unlike_initial(setup, store).items():
        text = _value(setup.system.variables[name].type, value)
        if text is not None:
            yield f"given {name if owner is None else f'{name} of {seat_name(owner)}'} is {text}"
    for name, window in zip(setup.system.windows, store.windows, strict=True):
        if window.open:
            yield f"given {name} is open"


def _unlike_initial(setup: Setup, store: Store) -> dict[tuple[str, int | None], Value]:
    """The variables that must be given, so that the others have their values by being left out."""
    given: dict[tuple[str, int | None], Value] = {}
    while True:
        initial = initial_values(setup, store, given)
        values = zip(setup.variable_ids, initial.variables, store.variables, strict=True)
        more = {key: value for key, usual, value in values if value != usual}
        if not more:
            return {key: given[key] for key in setup.variable_ids if key in given}
        given |= more


def _laid_card(setup: Setup, store: Store, card: int) -> str:
    text = setup.card_names.literal(setup.faces[card])
    return f"({text})" if store.turned[card] else text


def _call(setup: Setup, start: _Start) -> str | None:
    """``at turn by A``; None where an argument cannot be written."""
    words = [f"at {start.rule}"]
    values = dict(start.arguments)
    for parameter in setup.system.rules[start.rule].parameters:
        value = values.get(parameter.name)
        if not isinstance(parameter.type, PlayerType) or not isinstance(value, int):
            return None
        words.append(f"{parameter.preposition} {seat_name(value)}" if parameter.preposition else seat_name(value))
    return " ".join(words)


# ---------------------------------------------------------------- moves
def _move(setup: Setup, state: State, action: Action) -> str | None:
    """``A does draw``, with arguments where there is more than one way; None where it cannot be written."""
    if action.seat is None:
        return f"event {action.choice}"
    if action.opening is not None:
        return None
    offered = [offer for offer in offers(setup, state) if offer.action.seat == action.seat]
    meant = next((offer for offer in offered if offer.action == action), None)
    if meant is None:
        return None
    short = action.choice.rpartition(".")[2]
    alike = [offer for offer in offered if offer.action.choice.rpartition(".")[2] == short]
    name = short if all(offer.action.choice == action.choice for offer in alike) else action.choice
    ways = [offer for offer in offered if offer.action.choice == action.choice]
    said = f"{seat_name(action.seat)} does {name}"
    if len(ways) == 1:
        return said
    words = _arguments(setup, state, meant, ways)
    return None if words is None else f"{said} {' '.join(words)}"


def _arguments(setup: Setup, state: State, meant: Offer, ways: list[Offer]) -> list[str] | None:
    types = _types(meant)
    told = []
    for at, (kind, value) in enumerate(zip(types, meant.action.arguments, strict=True)):
        match kind:
            case CardType() if isinstance(value, tuple) and isinstance(value[-1], int):
                faces = [_face(setup, state, way.action.arguments[at]) for way in ways]
                mine = _face(setup, state, value)
                others = {way.action.arguments[at] for way, face in zip(ways, faces, strict=True) if face == mine}
                told.append(str(value[-1] + 1) if len(others) > 1 or mine is None else mine)
            case PlayerType() if isinstance(value, int):
                told.append(seat_name(value))
            case _ if isinstance(value, bool | int | str):
                told.append(value_text(value))
            case _:
                return None
    return told


def _types(offer: Offer) -> list[Type]:
    return [element_type(p.among.type) for p in offer.source.params] if isinstance(offer.source, Choice) else []


def _face(setup: Setup, state: State, spot: Value) -> str | None:
    assert isinstance(spot, tuple)
    name, owner, index = spot
    card = state.store.places[setup.place_index[name, owner]][index]  # type: ignore[index]  # parts of a spot
    return None if card is None else setup.card_names.literal(setup.faces[card])


# ---------------------------------------------------------------- what then holds
def _outcome(shown: Shown) -> Iterator[str]:
    """What lies where at the end, for the places that everybody can count."""
    end = shown.turns[-1].step
    if end is None:
        return
    setup, store = shown.setup, end.state.store
    for (name, owner), cards in zip(setup.place_ids, store.places, strict=True):
        if owner is None:
            yield f"then size of {name} is {sum(card is not None for card in cards)}"


def _place(name: str, owner: int | None) -> str:
    return name if owner is None else f"{name} of {seat_name(owner)}"


def _value(kind: Type, value: Value) -> str | None:
    match value:
        case None:
            return "nobody" if isinstance(kind, PlayerType) else None
        case int() if isinstance(kind, PlayerType):
            return seat_name(value)
        case bool() | int() | str():
            return value_text(value)
    return None
