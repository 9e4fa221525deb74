"""Three readings of what authors state: a plain one of recorded games, the watcher of the search, and the proofs."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeGuard

import pytest

from caborules.check.properties import play
from caborules.check.properties.look import look
from caborules.engine.chance import seeded
from caborules.engine.decisions import Action, offers
from caborules.explore.confirm import breaks
from caborules.explore.find import find_broken
from caborules.explore.found import Found, played
from caborules.explore.scopes import Scope, real_table
from caborules.explore.watch import BROKEN, Claim, Mark, Watch, Watches
from caborules.ir import lowered as lo
from caborules.ir.system import PropertyDef, System
from caborules.ir.types import Value
from caborules.lower.machine import MachineState
from tests.support.rulesets import system_of
from tests.support.stated_games import Game, again, violated
from tests.support.works import work_of

RULES = """\
language 1
ruleset tiny "A tiny game"
players 2..2
begin with game

attribute suit: red or blue
attribute rank: 1..2

pack plain
    each rank 1..2 and each suit red

deck in stock
    plain

places
    stock: pile, face down
    discard: pile, face up
    row of each player: row, face down

state
    boss: player or nobody, each part nobody
    turns: 0..2, each part 0
    chips of each player: 0..4, at first 2
    pot: 0..4, at first 0
    quick of each player: yes or no, each go no

rule game
    repeat 2 times
        part
        set pot to 0
        for each p in players
            set chips of p to 2

rule part
    for each p in players
        if stock is not empty
            move top of stock to row of p
    repeat until turns is 2
        for each p in players
            go by p
        add 1 to turns
    for each p in players
        move all of row of p to stock
    move all of discard to stock

rule go by (player)
    player must
        bet when chips of player is at least 1
            pay 1 from chips of player to pot otherwise nothing
        lead when boss is nobody
            crown by player
        leave when boss is not nobody
            end part
        throw (c in row of player)
            move c to discard
        rest
    finish by player
    set quick of player to yes

rule finish by (player)
    player must
        nod

rule crown by (player)
    set boss to player

"""
"""Who leaves ends the part, and the turn with it by a jump."""

STATED = {
    "pot": "always pot is at most 4",
    "pot stays": "always pot is at most 2",
    "boss": "never boss is not nobody and boss is not first-seat",
    "few": "never size of stock is 2 and size of discard is 1",
    "final": "after boss is not nobody until part is over unchanged boss",
    "final for ever": "after boss is not nobody unchanged boss",
    "row": "after boss is not nobody until part is over unchanged row of boss",
    "hands": "after pot is 1 until pot is 2 unchanged row of first-seat",
    "stock": "during part unchanged stock",
    "discard": "during go unchanged discard",
    "nothing in a part": "during part unchanged pot",
    "renewed each time": "during go unchanged quick of first-seat",
    "turns": "during part always turns is at most 2",
    "renewed": "during part unchanged turns",
    "boss in a part": "during go unchanged boss",
    "once": "during part at most 1 crown",
    "twice": "at most 2 crown",
    "once in all": "at most 1 crown",
    "two parts": "exactly 2 part",
    "one part": "exactly 1 part",
    "three parts": "exactly 3 part",
    "a turn for each": "during part exactly 2 go for each q in players",
    "at most two turns": "during part at most 2 go for each q in players",
    "at most one turn": "during part at most 1 go for each q in players",
    "turns of others": "after boss is not nobody until part is over at most 2 go for each q in others of boss",
    "turns of others, one": "after boss is not nobody until part is over at most 1 go for each q in others of boss",
    "turns of others, exactly": "after boss is not nobody until part is over exactly 1 go for each q in others of boss",
    "overlap": "after size of discard is 1 at most 2 crown",
    "crowns after a card": "after size of discard is 1 at most 1 crown",
    "over already": "after pot is 0 until go is over always pot is 0",
    "outside": "after turns is 0 until go is over exactly 1 crown",
    "a turn is over": "after boss is not nobody until go is over unchanged turns",
    "either": "after boss is not nobody always part is over or boss is not nobody",
    "payments": "after boss is nobody and turns is less than 2 and "
    "pot plus (sum of chips of p for each p in players) is 3 always pot is 9",
    "sum": "conserved pot plus (sum of chips of p for each p in players)",
    "chips": "conserved chips of first-seat",
    "finished": "during go exactly 1 finish",
    "finished at most once": "during go at most 1 finish",
    "finished by each": "during part exactly 2 finish for each q in players",
    "after a part": "after part is over unchanged pot",
    "after each part": "after part is over exactly 1 part",
}
STRICT = """\
rule game
    repeat 2 times
        part

rule part
    for each p in players
        if stock is not empty
            move top of stock to row of p
    repeat until boss is not nobody and (no q in others of boss where not done of q)
        let last be boss is not nobody
        if turn-of is not boss
            go by turn-of
        if last
            set done of turn-of to yes
        set turn-of to left of turn-of
    first-seat must
        nod
    for each p in players
        move all of row of p to stock
    move all of discard to stock

rule go by (player)
    player must
        lead when boss is nobody
            crown by player
        throw (c in row of player)
            move c to discard
        bet when chips of player is at least 1
            pay 1 from chips of player to pot otherwise nothing
        rest

rule crown by (player)
    set boss to player

"""
STRICT = (
    RULES[: RULES.index("rule game")]
    .replace("turns: 0..2, each part 0", "turn-of: player, at first first-seat")
    .replace("quick of each player: yes or no, each go no", "done of each player: yes or no, each part no")
    + STRICT
)
"""Here one more turn follows for each other player, and the boss has none."""
AFTER = "after boss is not nobody until part is over"
KEPT = {
    "at most one more": f"{AFTER} at most 1 go for each q in others of boss",
    "exactly one more": f"{AFTER} exactly 1 go for each q in others of boss",
    "the row of the boss": f"{AFTER} unchanged row of boss",
    "its cards": f"{AFTER} unchanged all of row of boss",
    "the boss": f"{AFTER} unchanged boss",
    "once": "during part at most 1 crown",
    "at most one each": "during part at most 1 crown for each q in players",
    "not the boss": "never boss is not nobody and done of boss",
    "some": "always boss is nobody or boss is in players",
    "sum": "conserved pot plus (sum of chips of p for each p in players)",
}
DEFECTS = {
    "two turns": ("    go by turn-of\n", "    go by turn-of\n            go by turn-of\n", ("at most one more",)),
    "a card of another": ("row of player)", "row of left of player)", ("the row of the boss", "its cards")),
    "a chip is lost": ("pay 1 from chips of player to pot", "add -1 to chips of player", ("sum",)),
    "two bosses": ("lead when boss is nobody", "lead", ("once", "at most one each", "the boss")),
}
PROVED = {
    "final": "holds",
    "discard": "violated",
    "finished at most once": "holds",
    "over already": "holds",
    "outside": "never-applies",
    "pot stays": "violated",
    "boss": "violated",
    "stock": "violated",
    "renewed": "violated",
    "one part": "violated",
    "finished": "violated",
    "after each part": "violated",
    "chips": "violated",
}
HOLD = {"pot", "payments", "outside", "a turn is over", "at most two turns", "finished at most once"}
"""Some that no game breaks."""
GAMES = 30


def stated(rules: str, properties: dict[str, str]) -> System:
    return system_of(rules + "".join(f'property "{name}"\n    {text}\n\n' for name, text in properties.items()))


@cache
def table() -> Scope:
    """The game as it is: two players, two cards."""
    return real_table(stated(RULES, STATED), {})


def claim(name: str) -> PropertyDef:
    return next(one for one in table().setup.system.properties if one.title == name)


@cache
def games() -> tuple[tuple[Game, Found], ...]:
    """Random games, written down by the reference engine moment by moment, and as the machine plays them."""
    found = []
    for number in range(GAMES):
        rng, game = random.Random(number), Game(table().setup, seeded(number))
        for _ in range(rng.choice((6, 30))):
            kinds: dict[str, list[Action]] = {}
            for one in offers(game.setup, game.state):
                kinds.setdefault(one.action.choice, []).append(one.action)
            if not kinds:
                break
            game.act(rng.choice(kinds[rng.choice(sorted(kinds))]))
        found.append((game, played("a game", table(), tuple(game.plan))))
    return tuple(found)


@cache
def broken(name: str) -> Found | None:
    """The shortest game that breaks a property, by the search of all positions."""
    found, graph = find_broken(table(), claim(name))
    assert found is not None or graph.complete
    return found


def naive(found: Found, one: PropertyDef) -> bool:
    return violated(again(found.setup, [(turn.action, turn.outcomes) for turn in found.turns]), one)


@pytest.mark.parametrize("name", STATED)
def test_a_game_is_read_as_the_reference_says(name: str) -> None:
    """The watcher and the plain reading say the same of every game; the search finds games for all that some breaks."""
    read = [(violated(game, claim(name)), breaks(found, claim(name))) for game, found in games()]
    assert all(plain == watched for plain, watched in read)
    found = broken(name)
    assert found is None or naive(found, claim(name))
    assert found is not None or not any(plain for plain, _ in read)


def test_the_games_tell_something() -> None:
    """There are properties that games break and others that they do not, and games to their end among them."""
    assert any(game.state.over for game, _ in games()) and not all(game.state.over for game, _ in games())
    assert all(broken(name) is None for name in HOLD)
    assert all(broken(name) is not None for name, what in PROVED.items() if what == "violated")


def verdicts(system: System, names: Collection[str], patch: pytest.MonkeyPatch) -> dict[str, tuple[str, Found | None]]:
    """By property, what is said of it, and the game that shows that it is not so."""
    seen: dict[str, Found | None] = {}

    def spy(system: System, settings: Mapping[str, Value], claims: Sequence[PropertyDef]) -> list[play.Looked]:
        looked = find(system, settings, claims)
        seen.update((claim.title, one.found) for claim, one in zip(claims, looked, strict=True))
        return looked

    find = play.find
    patch.setattr(play, "find", spy)
    some = tuple(one for one in system.properties if one.title in names)
    said = {v.property.removeprefix("author:"): v.found for v in look(work_of(replace(system, properties=some)))}
    return {name: (what, seen.get(name)) for name, what in said.items()}


def test_the_proofs_agree_with_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds is broken nowhere in all positions; what is violated is so by a game, read plainly."""
    system = table().setup.system
    said = verdicts(system, PROVED, monkeypatch)
    assert {name: what for name, (what, _) in said.items()} == PROVED
    for name, (what, game) in said.items():
        if what == "holds":
            assert broken(name) is None
        if what == "violated":
            assert broken(name) is not None and game is not None and naive(game, claim(name))


@pytest.mark.slow
def test_what_is_kept_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    said = verdicts(stated(STRICT, KEPT), KEPT, monkeypatch)
    assert said == dict.fromkeys(KEPT, ("holds", None))


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_shown_by_a_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, breaks_these = DEFECTS[name]
    assert STRICT.count(old) == 1
    system = stated(STRICT.replace(old, new), KEPT)
    for title, (what, game) in verdicts(system, breaks_these, monkeypatch).items():
        assert what == "violated" and game is not None
        assert naive(game, next(one for one in system.properties if one.title == title))


def test_games_are_the_same_for_several_watched_at_once() -> None:
    """For each the first of the shortest games, as if each game were played to its end for it alone."""
    real = table()
    watches = [Watch(real, one) for one in real.setup.system.properties]
    together = play._shortest(real, watches, "property")
    assert any(together) and not all(together)
    for watch, found in zip(watches, together, strict=True):
        scripts = []
        for number in range(play.GAMES):
            script = []
            for action, outcomes, (mark,) in play._game(real, Watches((watch,)), f"property {number}"):
                script.append((action, outcomes))
                if mark == BROKEN:
                    scripts.append(tuple(script))
                    break
        assert found == min(scripts, key=len, default=None)


def one_claim_at_a_time(self: Watch, mark: Hashable, before: MachineState, state: MachineState) -> Hashable:
    new = AFTER_STEP(self, mark, before, state)
    if isinstance(mark, Mark) and mark.lasts and isinstance(new, Mark) and len(new.claims) > 1:
        return replace(new, claims=new.claims - frozenset(self._begun(state)))
    return new


def at_its_start(self: Watch, before: MachineState, state: MachineState) -> bool:
    operation = self.scope.machine.lowered.nodes[before.node].operation
    return is_mark(operation) and operation.rule == self.claim.during and operation.what == "start"


def by_its_mark(self: Watch, before: MachineState, state: MachineState) -> frozenset[str]:
    operation = self.scope.machine.lowered.nodes[before.node].operation
    return frozenset((operation.rule,)) if is_mark(operation) and operation.what == "end" else frozenset()


def is_mark(operation: lo.Operation) -> TypeGuard[lo.Mark]:
    return isinstance(operation, lo.Mark)


AFTER_STEP = Watch.after
MISREADINGS: dict[str, tuple[str, str, Callable[..., object]]] = {
    "one claim at a time": ("after each part", "after", one_claim_at_a_time),
    "a claim begins before its run renews state": ("renewed each time", "_renewed", at_its_start),
    "where no run was going on it is not over": (
        "outside", "_begun", lambda _self, _state: [Claim(frozenset(), None, ((None, 0),))]
    ),
    "a payment is two steps": ("payments", "_half", lambda _self, _before, _state: False),
    "a jump ends the outermost rule only": ("finished", "_left", by_its_mark),
    "the end of the play is not looked at": ("three parts", "rest", lambda _self, mark, _state: mark),
}  # fmt: skip


@pytest.mark.parametrize("misreading", MISREADINGS)
def test_a_misreading_is_noticed(misreading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, method, wrong = MISREADINGS[misreading]
    monkeypatch.setattr(Watch, method, wrong)
    assert any(violated(game, claim(name)) != breaks(found, claim(name)) for game, found in games())
