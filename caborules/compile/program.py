"""A compiled game: the generated functions made ready, and what can be done with a working state.

A working state is changed in place: copy it first where the old one is still wanted. ``legal`` lists whole numbers
that stand for actions (see ``offers``). The same number is the same action in every state of the game, save that a
reaction answers the present opening of its window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final, TypeAlias

from caborules.compile.generate import Generated, generate
from caborules.compile.layout import BREADTH, GAP, OVER, SET_BREADTH
from caborules.compile.memo import Book, Memo, Runs
from caborules.compile.offers import WIDE, placed
from caborules.compile.support import Support, places_of
from caborules.engine.basics import Countless, Undefined, fits
from caborules.engine.chance import Chance, Outcome, Supplied
from caborules.engine.decisions import Action, element_type
from caborules.engine.events import Event
from caborules.engine.machine import dealt, initial_values
from caborules.engine.setup import Setup
from caborules.engine.state import Store, Window
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import Declared
from caborules.ir.types import CardType, EnumType, NumberType, Value
from caborules.lower.loaded import Machine

Working: TypeAlias = Any
"""A working state: an object of the class that is generated for the game, see ``layout``."""

MOST_JUMPS: Final = 100_000
"""So many functions run one after another without a decision are taken for a loop without end."""


MOST_BOOKS: Final = 500
"""For so many openings of windows, action objects are kept at most."""


class Fault(Exception):  # noqa: N818 - as in the engine: a fault of the rules
    """The rules cannot go on. The working state is of no use any more; the reference engine says more."""


class _OutOfRange(Exception):  # noqa: N818 - raised by generated code, and answered by Fault
    pass


class _Stuck(Exception):  # noqa: N818 - raised by generated code, and answered by Fault
    pass


class _Unending(Exception):  # noqa: N818 - raised by generated code, and answered by Fault
    pass


class _TooLong(Exception):  # noqa: N818 - raised by generated code: a row has more positions than numbers are made for
    pass


FAULTS: Final = (
    _OutOfRange,
    _Stuck,
    _Unending,
    Undefined,
    Countless,
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
)
"""What generated code raises where the engine has a fault: an empty list has no last card, nobody no seat."""


Do: TypeAlias = tuple[Callable[[Working, tuple[Any, ...]], int], tuple[Any, ...]]


@dataclass(eq=False)
class Program:
    """See the module."""

    machine: Machine
    generated: Generated
    support: Support
    space: dict[str, Any]

    def __post_init__(self) -> None:
        self._offers = Memo(self.generated.numbers.offer_of)
        """The point, the offer and the digits of an action."""
        self.doing = Memo(self._decoded)
        """The function and the arguments of an action."""
        self._parts = Memo(self._plain)
        self.legal_at: tuple[Callable[[Working], list[int]], ...] = self.space["LEGAL"]
        self.run: tuple[Callable[[Working], int], ...] = self.space["RUN"]
        self._copy: tuple[Callable[[Working], Working], ...] = self.space["COPY"]
        self.must = (*(point.must for point in self.machine.lowered.points), False)
        """By point (and for the end, the last): whether somebody must choose there."""
        self._numbers_of: dict[frozenset[str], frozenset[int]] = {}
        self._books: dict[int | None, Book] = {}
        self._slots = tuple(f"m{at}" for at in range(len(self.machine.lowered.windows)))
        self._windows = Memo(self._opening_slot)
        self._templates: tuple[Callable[[tuple[Any, ...]], tuple[Event, ...]], ...] = self.space["TEMPLATES"]

    @cached_property
    def _pristine(self) -> Working:
        """The table before the game begins."""
        setup = self.machine.setup
        return self.working(initial_values(setup, dealt(setup, setup.empty_store()), {}), Supplied())

    # ------------------------------------------------------------ playing
    def start(self, chance: Chance) -> Working:
        """A new game at its first decision. Raises Fault, and OutcomeMissing from a supplied source."""
        s = self.copied(self._pristine)
        self.space["cleared"](s)
        s.ch = chance
        s.pt = self._arrived(s, self.space["BEGIN"])
        return s

    def legal(self, s: Working) -> list[int]:
        """The numbers of the legal actions, in the documented order; none at the end. Raises Fault."""
        if s.pt == OVER:
            return []
        try:
            numbers: list[int] = self.legal_at[s.pt](s)
        except FAULTS as fault:
            raise Fault(repr(fault)) from fault
        return numbers

    def do(self, s: Working, number: int) -> None:
        """Take a legal action: ``s`` stands at the next decision then. Raises Fault."""
        function, arguments = self.doing[number]
        s.pt = self._arrived(s, lambda one: function(one, arguments))

    def do_late(self, s: Working, action: Action, window: str, line: Declared | None = None) -> None:
        """A late attempt for an earlier opening of a window; ``line`` declares it. Raises Fault."""
        point = self.machine.lowered.points[s.pt]
        for at, offer in enumerate(point.offers):
            if offer.kind == "late" and offer.window == window:
                function = self.space["DO"][s.pt][at]
                s.pt = self._arrived(s, partial(function, x=(action.seat, action.choice)))
                return
        span, cites = (None, ()) if line is None else (line.span, line.cites)
        s.ev.append((0, Event("late", action.seat, action.choice, span=span, cites=cites)))

    def _arrived(self, s: Working, function: Callable[[Working], int]) -> int:
        try:
            there = function(s)
            jumps = 0
            while there < OVER:
                there = self.run[OVER - 1 - there](s)
                jumps += 1
                if jumps > MOST_JUMPS:
                    raise _Unending
            return there
        except FAULTS as fault:
            raise Fault(repr(fault)) from fault

    def copied(self, s: Working) -> Working:
        """A copy at the same decision, with nothing logged."""
        return self._copy[s.pt](s)

    def frozen(self, s: Working) -> tuple[Any, ...]:
        """All that matters of a state as one value: equal where the same can happen, and the same is known."""
        value: tuple[Any, ...] = self.space["VALUE"][s.pt](s)
        return value

    def thawed(self, value: tuple[Any, ...]) -> Working:
        """A working state of a value that ``frozen`` made."""
        return self.space["AGAIN"][value[0]](value)

    # ------------------------------------------------------------ actions
    def _decoded(self, number: int) -> Do:
        point, at, digits = self.generated.numbers.offer_of(number)
        offer = self.machine.lowered.points[point].offers[at]
        values: list[Any] = []
        told: list[Value] = []
        for domain, digit in zip(offer.domains, digits[1:], strict=True):
            place = placed(offer, domain)
            if place is not None:
                owner = self._owner(offer, place, digits)
                values.append(digit)
                told.append((place.place, owner, digit))
            else:
                value, outward = self._digit(domain, digit)
                values.append(value)
                told.append(outward)
        return self.space["DO"][point][at], (digits[0], *values, tuple(told))

    def _owner(self, offer: lo.Offer, place: ex.PlaceRef, digits: list[int]) -> int | None:
        """Whose place it is: that of the actor, of an argument, or of a seat that is named."""
        match place.owner:
            case ex.LocalRef(name=name):
                return digits[[offer.actor, *(domain.register for domain in offer.domains)].index(name)]
            case ex.Const(value=int(seat)):
                return seat
        return None

    def _digit(self, domain: lo.Domain, digit: int) -> tuple[Any, Value]:
        """The value of an argument, as generated code takes it and as an action has it."""
        ids = self.machine.setup.place_ids
        of = element_type(domain.among.type)
        if domain.many:
            spots = tuple(divmod(bit, SET_BREADTH) for bit in range(digit.bit_length()) if digit >> bit & 1)
            return spots, tuple((*ids[at], position) for at, position in spots)
        match of:
            case CardType():
                at, position = divmod(digit, BREADTH)
                return (at, position), (*ids[at], position)
            case NumberType():
                return digit - WIDE // 2, digit - WIDE // 2
            case EnumType(_, members):
                return members[digit], members[digit]
            case _:
                return digit, digit

    def actions(self, s: Working, numbers: Sequence[int]) -> tuple[Action, ...]:
        """The actions that numbers stand for, in this state; equal ones are the same object, while they are kept."""
        if len(self._books) > MOST_BOOKS:
            self._books.clear()
        books: dict[str | None, Book] = {None: self._book(None)}
        for slot in self._slots:
            books[slot] = self._book(getattr(s, slot))
        windows = self._windows
        return tuple([books[windows[number]][number] for number in numbers])

    def _book(self, opening: int | None) -> Book:
        book = self._books.get(opening)
        if book is None:
            book = self._books[opening] = Book(self._parts, opening)
        return book

    def _plain(self, number: int) -> tuple[int | None, str, tuple[Value, ...]]:
        """The seat, the path and the arguments of an action."""
        point, at, digits = self._offers[number]
        offer = self.machine.lowered.points[point].offers[at]
        return (None if offer.actor is None else digits[0]), offer.path, self.doing[number][1][-1]

    def opening_of(self, s: Working, number: int) -> int | None:
        """The opening of a window that an action answers."""
        slot = self._windows[number]
        return None if slot is None else int(getattr(s, slot))

    def numbers_of(self, paths: frozenset[str]) -> frozenset[int]:
        """The numbers of choices without parameters, by their paths. Raises ValueError for any other path."""
        if paths in self._numbers_of:
            return self._numbers_of[paths]
        found: list[int] = []
        left = set(paths)
        for point, bases in zip(self.machine.lowered.points, self.generated.numbers.bases, strict=True):
            for offer, base in zip(point.offers, bases, strict=True):
                if offer.path in paths and not offer.domains:
                    found += range(base, base + self.machine.setup.players)
                    left.discard(offer.path)
        if left:
            raise ValueError(f"no choice without parameters: {', '.join(sorted(left))}")
        self._numbers_of[paths] = frozenset(found)
        return self._numbers_of[paths]

    def late_window(self, setup: Setup, s: Working, action: Action) -> str | None:
        """The window for whose present opening the action comes too late, as ``engine.decisions.late_window``."""
        if s.pt == OVER or self.machine.lowered.points[s.pt].alone:
            return None
        if action.seat not in setup.seats or not isinstance(action.opening, int):
            return None
        for name, window in setup.system.windows.items():
            if any(choice.path == action.choice for choice in window.choices):
                at = setup.window_index[name]
                past = getattr(s, f"m{at}") - bool(getattr(s, f"o{at}"))
                return name if 1 <= action.opening <= past else None
        return None

    def action(self, s: Working, number: int) -> Action:
        """The action that a number stands for, in this state."""
        return self.actions(s, (number,))[0]

    def _opening_slot(self, number: int) -> str | None:
        point, at, _ = self._offers[number]
        window = self.machine.lowered.points[point].offers[at].window
        return None if window is None else f"m{self.machine.setup.window_index[window]}"

    # ------------------------------------------------------------ what a state holds
    def events(self, s: Working) -> tuple[Event, ...]:
        """What was logged since the log was last emptied."""
        return self.events_of(s.ev)

    def events_of(self, log: Sequence[tuple[Any, ...]]) -> tuple[Event, ...]:
        return tuple(event for entry in log for event in self._templates[entry[0]](entry))

    def outcomes(self, s: Working) -> tuple[Outcome, ...]:
        """The chance outcomes used since the log was last emptied."""
        return tuple(s.oc)

    def asked(self, s: Working) -> tuple[int, ...]:
        """The seats that are to act: at a decision to choose, at an await to react or pass."""
        if s.pt == OVER:
            return ()
        point = self.machine.lowered.points[s.pt]
        if point.window is None:
            return tuple(sorted(set(self.space["ASKED"][s.pt](s))))
        offers = [(self._offers[number], number) for number in self.legal(s)]
        passing = [digits[0] for (_, at, digits), _ in offers if point.offers[at].kind == "pass"]
        return tuple(sorted(passing))

    def sealed(self, s: Working) -> tuple[int, ...]:
        """The seats whose secret choices at this decision wait to be laid open."""
        return tuple(sorted(one[1] for one in s.sealed if one[0] == s.pt and not one[5]))

    def held(self, s: Working) -> tuple[bool, ...]:
        """For each window, whether it is held."""
        if s.pt == OVER:
            return (False,) * len(self.machine.lowered.windows)
        return tuple(self.space["HELD"][s.pt](s))

    def rule(self, s: Working) -> str:
        """The rule that asks; at an await the window."""
        return "" if s.pt == OVER else self.machine.lowered.points[s.pt].rule

    def over(self, s: Working) -> bool:
        return bool(s.pt == OVER)

    def store(self, s: Working) -> Store:
        """What lies where, who knows what, and the variables, as the engine has them."""
        shapes = self.support.shapes
        places = tuple(
            tuple(there[::-1]) if shape == "pile" else tuple([None if card == GAP else card for card in there])
            for there, shape in zip(s.pl, shapes, strict=True)
        )
        variables: list[Value] = []
        for at, variable in enumerate(self.machine.lowered.variables.values()):
            held = getattr(s, f"v{at}")
            variables += held if variable.per_player else [held]
        windows = tuple(
            Window(getattr(s, f"o{at}"), getattr(s, f"m{at}")) for at in range(len(self.machine.lowered.windows))
        )
        return Store(places, tuple(s.tu), tuple(s.kn), tuple(variables), windows)

    def ordered_store(self, setup: Setup, s: Working) -> Store:
        """The same with the variables in the order of the ruleset."""
        store, here = self.store(s), self.machine.setup
        if setup.variable_ids == here.variable_ids:
            return store
        return replace(
            store, variables=tuple([store.variables[here.variable_index[one]] for one in setup.variable_ids])
        )

    def working(self, store: Store, chance: Chance) -> Working:
        """A working state with these contents, before the game begins."""
        s = self.space["Working"]()
        s.pt, s.sealed, s.ch, s.ev, s.oc = OVER, (), chance, [], []
        s.pl = [
            [GAP if card is None else card for card in (there[::-1] if shape == "pile" else there)]
            for there, shape in zip(store.places, self.support.shapes, strict=True)
        ]
        s.at = places_of(s.pl, len(store.known))
        s.kn, s.tu = list(store.known), list(store.turned)
        values = iter(store.variables)
        for at, variable in enumerate(self.machine.lowered.variables.values()):
            held = [next(values) for _ in self.machine.setup.seats] if variable.per_player else next(values)
            setattr(s, f"v{at}", held)
        for at, window in enumerate(store.windows):
            setattr(s, f"o{at}", window.open)
            setattr(s, f"m{at}", window.number)
            setattr(s, f"q{at}", 0)
        return s


def program(machine: Machine) -> Program:
    """Generate and load the code for a game. Raises Unsupported."""
    return loaded(machine, generate(machine))


def loaded(machine: Machine, generated: Generated) -> Program:
    """Load code that was generated for the machine."""
    support = Support(machine.setup)
    space: dict[str, Any] = {
        **support.functions(),
        **generated.constants,
        "Event": Event,
        "Stuck": _Stuck,
        "OutOfRange": _OutOfRange,
        "Unending": _Unending,
        "TooLong": _TooLong,
        "RUNS": Runs(len(machine.setup.faces)),
        "fits": fits,
        "places_of": places_of,
    }
    exec(compile(generated.source, "<caborules generated>", "exec"), space)
    return Program(machine, generated, support, space)
