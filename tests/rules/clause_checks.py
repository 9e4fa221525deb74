"""What clauses of Cabo say that no position can show: numbers of players, decks, presets, and what is left open.

Each check returns what is wrong, so that the tests and the mutation run can both use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caborules.diagnostics.record import Refused
from caborules.engine.game import fixed, set_up
from caborules.ir import expressions as x
from caborules.ir.system import OptionDef, System
from caborules.ir.types import Value
from tests.support.positions import position

AS_IT_STANDS: dict[str, tuple[str, Value]] = {
    "two-decks": ("option", False),
    "jokers": ("open", 0),
    "jokers-match": ("open", True),
    "open-peek": ("option", False),
    "drawing.refilled": ("open", "when-needed"),
    "drawing.nothing-left": ("open", "no-draw"),
    "rows.empty-row": ("open", "plays-on"),
    "rows.gaps": ("open", "stay"),
    "rows.new-card": ("open", "first-gap"),
    "rows.no-target": ("open", "passed-over"),
    "calling.protected": ("open", True),
    "calling.spied": ("open", False),
    "matching.offered": ("option", True),
    "matching.chain": ("open", "anyone"),
    "matching.powers": ("open", "power-first"),
    "matching.unpaid": ("open", "free"),
    "matching.caller-matches": ("open", True),
    "matching.starter": ("open", False),
    "matching.last-window": ("open", True),
    "matching.call-closes": ("open", False),
    "game.target": ("option", 100),
    "game.losers": ("open", "all"),
    "game.all-lost": ("open", "no-winner"),
    "game.tie-breaks": ("open", 1),
    "cost.late-match": ("open", None),
}
"""What two players play who agree on nothing; what is open, and what the source says that a table may choose."""
TWO_DECKS = {2: {False}, 3: {False}, 4: {False}, 5: {False, True}, 6: {True}}
"""What ``two-decks`` may be for so many players: P1 and P2."""


def faults(system: System) -> tuple[str, ...]:
    """Everything that is wrong."""
    return tuple(fault for check in CHECKS for fault in check(system))


def players(system: System) -> Iterator[str]:
    """P1: two to six."""
    if system.players != (2, 6):
        yield f"P1: for {system.players} players"


def decks(system: System) -> Iterator[str]:
    """P1, P2, D1: up to four with one pack of 52, six with two, five with either; no joker unless chosen."""
    for count, allowed in TWO_DECKS.items():
        for two in (False, True):
            try:
                setup = set_up(system, count, {"two-decks": two})
            except Refused:
                if two in allowed:
                    yield f"P2: {count} players cannot have two-decks {two}"
                continue
            if two not in allowed:
                yield f"P2: {count} players can have two-decks {two}"
            if len(setup.faces) != (104 if two else 52):
                yield f"D1: {len(setup.faces)} cards"
        try:
            cards = len(set_up(system, count).faces)
        except Refused:
            yield f"P2: {count} players cannot play as it stands"
        else:
            if cards != (104 if count > 4 else 52):
                yield f"P2: {count} players have {cards} cards"


def domains(system: System) -> Iterator[str]:
    """Y8: up to four jokers, two for each pack. F3: a tie is played off once at least."""
    for key, wanted in {"jokers": (0, 4), "game.tie-breaks": (1, 20)}.items():
        if key not in system.options or system.options[key].domain != wanted:
            yield f"{key} is not in {wanted}"


def presets(system: System) -> Iterator[str]:
    """Y4, Y6: the quick game."""
    quick = system.presets.get("quick")
    values = {} if quick is None else {key: getattr(cell, "value", None) for key, cell in quick.settings}
    if values != {"matching.offered": False, "game.target": 50}:
        yield f"Y6: the quick game is {values}"


def answers(system: System) -> Iterator[str]:
    """What may be chosen is what the catalogue leaves open or calls a variant; and what holds if nobody chooses."""
    setup = fixed(system, 2, {})
    found = {k: (o.openness, setup.options[k]) for k, o in system.options.items() if o.openness != "fixed"}
    for key in found.keys() ^ AS_IT_STANDS.keys():
        yield f"{key} may {'' if key in found else 'not '}be chosen"
    for key in found.keys() & AS_IT_STANDS.keys():
        if found[key] != AS_IT_STANDS[key]:
            yield f"{key} is {found[key]}"


def open_points(system: System) -> Iterator[str]:
    """Every ``open`` clause that is not excused is an option that the table has to agree on, with two answers."""
    for clause in system.clauses.values():
        if clause.kind == "open" and clause.id not in system.excuses:
            citing = [o for o in system.options.values() if clause.id in o.cites and o.openness == "open"]
            if not citing or not all(len(values(option)) > 1 for option in citing):
                yield f"{clause.id} is open, and no option answers it"


def winners(system: System) -> Iterator[str]:
    """F2: when the last round is over, the winners are named."""
    play = position(fixed(system, 2, {}), "play-game", values={"score 0": 40, "score 1": 100})
    said = [event.value for event in play.turns[-1].step.events if event.kind == "announced"]
    if said != [(0,)] or not play.state.over:
        yield f"F2: announced as winners: {said}"


def sitting_out(system: System) -> Iterator[str]:
    """T5, F3: in a play-off where emptied rows are out, the lap goes on as long as one of those who play has cards,
    whoever sits beside them."""
    among = {"in-play 1": False, "in-play 3": False}
    setup = fixed(system, 4, {"rows.empty-row": "is-out"})
    for cards, over in (({}, True), ({"row 2": "4♠ 5♠"}, False)):
        laid = {**cards, "discard": "8♥", "stock": "Q♣ 4♥"}
        if position(setup, "lap", laid, values=among).state.over is not over:
            yield f"T5: with {cards or 'no cards'} the lap is {'not ' if over else ''}over"


def values(option: OptionDef) -> tuple[object, ...]:
    """The values that an option may have; of a range its ends."""
    return tuple(dict.fromkeys(v.value if isinstance(v, x.Const) else v for v in option.domain))


CHECKS: tuple[Callable[[System], Iterator[str]], ...] = (
    players,
    decks,
    domains,
    presets,
    answers,
    open_points,
    winners,
    sitting_out,
)
