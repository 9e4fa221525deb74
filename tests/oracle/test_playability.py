"""Shithead's plays, and what comes of them, held against a calculation from the clauses alone, on random positions."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from caborules.engine.chance import Identity
from caborules.engine.decisions import Action, offers
from caborules.engine.machine import act, initial_values, to_decision
from caborules.engine.run import Run
from caborules.engine.setup import Setup
from caborules.engine.state import State, Store
from caborules.engine.values import evaluate
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.oracle.playability import LADDER, After, Agreed, Move, Table, follow, moves, rank
from tests.support.positions import name, position
from tests.support.rulesets import forced, shipped

GAME = "shithead"
RANKS = ("2", *LADDER)
AGREED = [
    Agreed(s, f, r, b) for s in (False, True) for f in (False, True) for r in (False, True) for b in (False, True)
]
KINDS = {"play": "cards", "lead": "cards", "pick-up": "take", "turn-over": "flip"}
LAYERS = ("hand", "up", "down")
PLANTED: dict[str, tuple[str, str]] = {
    "equal is not enough": ("strength of card is at least needed", "strength of card is more than needed"),
    "a two must be beaten as an ace": ("2       | 2        | yes", "2       | 14       | yes"),
    "a ten clears nothing": ("clear-pile 10", "--           "),
    "two onto two clear where only the cases named do": ("count is at least 3)", "count is at least 2)"),
    "what follows a ten may be lower": ("clear-pile 10", "clear-pile 9 "),
    "the clearer is followed by the next": (
        "    player                   when plays-again and in-game of player  ",
        "    player                   when no and plays-again and in-game of player  ",
    ),
    "a table card stays when the pile is taken": (
        "                move c to pile\n                take-pile by player",
        "                take-pile by player",
    ),
    "a blind card that does not fit stays": (
        "            move c to pile\n            if playable",
        "            if playable\n                move c to pile\n            if playable",
    ),
    "drawing back before every extra turn": (
        "if refill-first or not plays-again or hand of player is empty",
        "if refill-first or plays-again or not plays-again",
    ),
}


class Game:
    """A setup and its initial store, to lay positions out from."""

    def __init__(self, setup: Setup, agreed: Agreed) -> None:
        self.setup, self.agreed = setup, agreed
        self.store = initial_values(setup, setup.empty_store(), {("active", None): 0})
        play = position(setup, cards={"stock": "..."})
        self.names = [name(play, card) for card in range(len(setup.faces))]
        self.numbers = {text: card for card, text in enumerate(self.names)}

    def begin(self, table: Table) -> State:
        """Seat 0's turn in this position."""
        store = self.store
        for place, cards in (("pile", table.pile), ("stock", table.stock)):
            store = self._laid(store, (place, None), cards)
        for place, by_seat in zip(LAYERS, (table.hands, table.up, table.down), strict=True):
            for seat, layer in enumerate(by_seat):
                store = self._laid(store, (place, seat), tuple(sorted(layer)))
        floor = 0
        if table.cleared is not None and table.agreed.strict and not table.pile:
            floor = strength(table.cleared) + (table.cleared != "10")
        store = store.with_variable(self.setup.variable_index["floor", None], floor)
        run = Run(self.setup, State(store, (), Identity()))
        run.enter("play-on", (), resets=False)
        return to_decision(run).state

    def _laid(self, store: Store, place: tuple[str, int | None], cards: tuple[str, ...]) -> Store:
        numbers = tuple(self.numbers[card] for card in cards)
        for card in numbers:
            store = store.with_card(card, None, self.setup.onlookers(place))
        return store.with_place(self.setup.place_index[place], numbers)

    def moves(self, state: State) -> dict[Move, Action]:
        """What seat 0 may do, by the cards that it names."""
        found = {}
        for offer in offers(self.setup, state):
            action = offer.action
            if action.seat == 0:
                spots = [spot for argument in action.arguments for spot in _spots(argument)]
                cards = frozenset(self._card(state, spot) for spot in spots)
                found[KINDS[action.choice.rpartition(".")[2]], cards] = action
        return found

    def _card(self, state: State, spot: tuple[str, int, int]) -> str:
        card = self._lying(state, (spot[0], spot[1]))[spot[2]]
        assert card is not None
        return self.names[card]

    def _lying(self, state: State, place: tuple[str, int | None]) -> tuple[int | None, ...]:
        return state.store.places[self.setup.place_index[place]]

    def after(self, state: State) -> After:
        lying = {
            place: [self.names[card] for card in self._lying(state, place) if card is not None]
            for place in (*((layer, 0) for layer in LAYERS), ("pile", None), ("stock", None))
        }
        hand, up, down, pile, stock = lying.values()
        following = state.store.variables[self.setup.variable_index["active", None]]
        assert isinstance(following, int)
        return After(
            frozenset(hand),
            frozenset(up),
            frozenset(down),
            frozenset(pile),
            tuple(stock),
            None if state.over else following,
            state.over,
            self._leads(state) if not pile and not state.over else frozenset(),
        )

    def _leads(self, state: State) -> frozenset[str]:
        """The ranks of which a card may be led onto the empty pile, as the ruleset says it."""
        fits = self.setup.system.functions["fits"]
        store = state.store
        return frozenset(
            of
            for of in RANKS
            if evaluate(self.setup, store, fits.body, {fits.parameters[0].name: self.numbers[f"{of}♠"]})
        )


def strength(of: str) -> int:
    """How strong a rank is where a number is wanted: a 3 is 3, an ace 14; a 2 is 2."""
    return 2 if of == "2" else LADDER.index(of) + 3


def _spots(argument: object) -> list[tuple[str, int, int]]:
    if isinstance(argument, tuple) and argument and isinstance(argument[0], str):
        return [argument]  # a spot: place, owner, index
    assert isinstance(argument, tuple)
    return list(argument)


def dealt(rng: random.Random, names: list[str], players: int, agreed: Agreed) -> Table:
    """A position of any stage; few ranks in half of them, so that equal cards and fours are frequent."""
    cards = rng.sample(names, len(names))
    if rng.random() < 0.5:
        ranks = rng.sample(("2", "10", *LADDER), 4)
        cards.sort(key=lambda card: rank(card) not in ranks)
    take = iter(cards)

    def some(number: int) -> frozenset[str]:
        return frozenset(next(take) for _ in range(number))

    stage = rng.choice(("hand", "hand", "up", "down"))
    pile = tuple(next(take) for _ in range(rng.choice((0, 1, 2, 3, 4, 6))))
    if pile and rng.random() < 0.4:  # equal cards on top
        same = [card for card in cards[len(pile) :] if rank(card) == rank(pile[0])][: rng.randint(1, 2)]
        cards = [card for card in cards if card not in same and card not in pile]
        pile, take = (*same, *pile), iter(cards)
    own = some(rng.randint(1, 7)) if stage == "hand" else frozenset()
    stock = tuple(next(take) for _ in range(rng.choice((0, 0, 1, 2, 5)))) if stage == "hand" else ()
    up = some(rng.choice((0, 3) if stage == "hand" else (1, 2, 3))) if stage != "down" else frozenset()
    down = some(rng.randint(0, 3) if stage != "down" else rng.randint(1, 3))
    rest = [some(rng.choice((0, 0, 1, 3))) for _ in range(players - 1)]
    if not any(rest):
        rest[rng.randrange(len(rest))] = some(1)
    nothing = (frozenset[str](),) * (players - 1)
    cleared = None if pile else rng.choice((None, "10", *LADDER, "2"))
    return Table((own, *rest), (up, *nothing), (down, *nothing), pile, stock, cleared, agreed)


def games(system: System) -> list[Game]:
    return [
        Game(
            forced(
                system,
                players,
                after_clearing="as-printed" if agreed.strict else "anything",
                fours="any-completion" if agreed.any_four else "two-cases",
                refill_first=agreed.refill,
                cleared_out="player-before" if agreed.back else "next-player",
            ),
            agreed,
        )
        for players in (2, 3, 5)
        for agreed in AGREED
    ]


def differences(system: System, numbers: range, most: int = 3) -> list[str]:
    """What the ruleset and the calculation do not agree on, in the random positions of these numbers; a few."""
    ready = games(system)
    found: list[str] = []
    for number in numbers:
        rng = random.Random(f"plays {number}")
        game = rng.choice(ready)
        table = dealt(rng, game.names, game.setup.players, game.agreed)
        wrong = _difference(game, table, rng)
        if wrong:
            found.append(f"{number}: {table}: {wrong}")
        if len(found) == most:
            break
    return found


def _difference(game: Game, table: Table, rng: random.Random) -> str:
    state = game.begin(table)
    offered, wanted = game.moves(state), moves(table)
    if offered.keys() != wanted:
        return f"may be played, and should not: {offered.keys() - wanted}; the reverse: {wanted - offered.keys()}"
    move = rng.choice(sorted(wanted, key=lambda one: (one[0], sorted(one[1]))))
    got, after = game.after(act(game.setup, state, offered[move]).state), follow(table, move)
    return "" if got == after else f"after {move}: {got}, and should be {after}"


def test_plays_and_what_comes_of_them_agree() -> None:
    assert differences(shipped(GAME), range(400)) == []


@pytest.mark.slow
def test_they_agree_in_a_hundred_thousand_positions() -> None:
    assert differences(shipped(GAME), range(400, 100_400)) == []


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_defect_is_noticed(what: str, tmp_path: Path) -> None:
    old, new = PLANTED[what]
    shutil.copytree(shipped_root(), tmp_path / "spec")
    path = tmp_path / "spec" / f"{GAME}.cabo"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, "the line to break is not there any more"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert differences(elaborate(load_book(path)).system, range(3000), most=1)
