"""What only whole hands of Shithead show: the order in which a hand goes, who deals the next, who has won at the end.

Hands are played to their end in a simple way. What should come of it is worked out here, not read off the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from caborules.diagnostics.record import Refused
from caborules.engine.basics import Undefined
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, offers
from caborules.engine.faults import RulesFault
from caborules.engine.game import fixed
from caborules.engine.machine import Step, act, start
from caborules.engine.setup import Setup
from caborules.engine.state import State
from caborules.engine.values import evaluate
from caborules.ir.system import System
from caborules.ir.types import Value
from tests.support.positions import position

PARTS = ("gather-cards", "deal-out", "find-first", "set-out-cards", "play-on")
FIRST_FOUND_LAST = ["gather-cards", "deal-out", "set-out-cards", "find-first", "play-on"]
FIRST_FOUND_FIRST = ["gather-cards", "deal-out", "find-first", "set-out-cards", "play-on"]
ONLY_ELSE = ("pick-up", "decline")
"""What is done only if nothing else can be."""
BEFORE = ("declare", "lay-up", "claim", "decline")
"""What is done before the first card of a hand is played."""
OTHER: Mapping[str, Value] = {
    "hands": 2,
    "found-first": True,
    "next-deal": "clockwise",
    "after-clearing": "as-printed",
}
"""Other answers than the defaults."""
MOST = 600


def match_faults(system: System) -> Iterator[str]:
    """A match of two hands of three players, and one of two with other answers; and who begins if only aces show."""
    try:
        yield from _match(fixed(system, 3, {"hands": 2}), "4", FIRST_FOUND_LAST, by_loser=True)
        yield from _match(fixed(system, 2, OTHER), "12", FIRST_FOUND_FIRST, by_loser=False)
        yield from _aces(fixed(system, 2, {}))
    except (RulesFault, Undefined, Refused) as fault:
        yield f"a match stops: {fault}"


def _match(setup: Setup, seed: str, order: list[str], *, by_loser: bool) -> Iterator[str]:
    step = start(setup, seeded(seed))
    seen = Seen(setup)
    seen.look(step)
    for _ in range(MOST):
        every = [offer.action for offer in offers(setup, step.state)]
        if step.state.over or not every:
            break
        action = min(every, key=_rank)
        seen.before(action)
        step = act(setup, step.state, action)
        seen.look(step)
    yield from seen.faults(step.state, order, by_loser=by_loser)


def _rank(action: Action) -> tuple[bool, int]:
    """What is not done but for want of anything else comes last; of the others, many cards first."""
    cards = action.arguments[0] if action.arguments else ()
    several = isinstance(cards, tuple) and cards != () and isinstance(cards[0], tuple)
    return action.choice.rpartition(".")[2] in ONLY_ELSE, -len(cards) if several else 0  # type: ignore[arg-type]  # several cards


@dataclass(slots=True)
class Seen:
    """What was seen of each hand: its parts, its dealer, whether it began with a new pile, who was left."""

    setup: Setup
    parts: list[list[str]] = field(default_factory=list)
    dealers: list[object] = field(default_factory=list)
    dealt: list[int] = field(default_factory=list)
    openings: list[str] = field(default_factory=list)
    left: list[object] = field(default_factory=list)

    def look(self, step: Step) -> None:
        for event in step.events:
            if event.kind == "entered" and event.name == "hand-played":
                self.parts.append([])
            elif event.kind == "entered" and event.name in PARTS and self.parts:
                self.parts[-1].append(event.name)
            elif event.kind == "announced" and event.name == "left with cards":
                self.left.append(event.value)
        if len(self.dealers) < len(self.parts) and not step.state.over:
            store = step.state.store
            self.dealers.append(store.variables[self.setup.variable_index["dealer", None]])
            down = (store.places[self.setup.place_index["down", seat]] for seat in self.setup.seats)
            self.dealt.append(sum(map(len, down)))

    def before(self, action: Action) -> None:
        begun = action.choice.rpartition(".")[2] not in BEFORE
        if begun and len(self.openings) < len(self.parts):
            self.openings.append(action.choice.partition(".")[0])

    def faults(self, state: State, order: list[str], *, by_loser: bool) -> Iterator[str]:
        seats = self.setup.players
        if not state.over or len(self.parts) != 2:
            yield f"F1: after {len(self.parts)} hands the match is {'' if state.over else 'not '}over"
            return
        for parts in self.parts:
            if parts != order:
                yield f"S5: a hand goes {', '.join(parts)}"
        if self.dealt != [3 * seats] * 2:
            yield f"S2: {self.dealt} cards lie face down"
        if [*self.openings] != ["start-pile", "start-pile"]:
            yield f"T2: hands begin with {self.openings}"
        losers = [one[0] for one in self.left if isinstance(one, tuple) and len(one) == 1]
        if len(losers) != 2:
            yield f"F1: left with cards are {self.left}"
            return
        wanted = losers[0] if by_loser else (self.dealers[0] + 1) % seats  # type: ignore[operator]  # seats are numbers
        if self.dealers[1] != wanted:
            yield f"F3: {self.dealers[1]} deals after {self.dealers[0]}, {losers[0]} having lost"
        won = self.setup.system.won
        if won is not None and evaluate(self.setup, state.store, won, {}) != tuple(
            seat for seat in self.setup.seats if seat != losers[1]
        ):
            yield "O1: those who are out have not won"


def _aces(setup: Setup) -> Iterator[str]:
    """S4: where nothing but aces and twos shows, and nobody declares a card in hand, an ace leads."""
    laid = {"up 0": "A♠ A♥ 2♠", "up 1": "A♦ 2♥ 2♦", "hand 0": "4♠", "hand 1": "4♥"}
    play = position(setup, "find-first", laid, {"dealer": 0, "active": 0})
    while not play.state.over:
        passing = [one.action for one in offers(setup, play.state) if one.action.choice.endswith("decline")]
        if not passing:
            yield "S4: a card in hand must be declared"
            return
        play = play.act(passing[0])
    if play.state.store.variables[setup.variable_index["active", None]] != 1:
        yield "S4: an ace does not lead"


def winner_faults(system: System) -> Iterator[str]:
    """Y3, played for a winner: who has won is told when the hand is over, before the loser's forfeit."""
    laid = {"hand 0": "9♠", "hand 1": "5♠ 6♠", "hand 2": "A♠"}
    try:
        play = position(fixed(system, 3, {"loser-too": False}), "play-on", laid, {"active": 0})
        play = play.act(next(one.action for one in offers(play.setup, play.state)))
    except (RulesFault, Undefined, Refused) as fault:
        yield f"a hand stops: {fault}"
        return
    told = [(event.name, event.value) for event in play.events if event.kind == "announced"]
    if told != [("the winner, who sets the loser's forfeit", 0)]:
        yield f"Y3: of the winner is told {told}"
