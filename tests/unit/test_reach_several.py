"""Loops that one of several plays brings on: what is proved, planted defects, and every position looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from caborules.check.ends.analyse import space_of
from caborules.check.ends.shared import analyses
from caborules.check.progress.look import shape
from caborules.check.reach import look as reach
from caborules.check.reach.branching import Measure
from caborules.check.reach.circles import entangled
from caborules.check.reach.handed import sums
from caborules.check.reach.plan import plan
from caborules.check.reach.ranked import Course, repeats
from caborules.check.reach.several import Several, Table
from caborules.check.reach.strategy import followed
from caborules.check.work import Work
from caborules.engine.chance import seeded
from caborules.explore.find import find_trap
from caborules.explore.scopes import real_table
from caborules.ir import lowered as lo
from caborules.ir.types import BoolType, NumberType, Type, Value
from caborules.lower.machine import Fault, load, step
from caborules.symbolic.model import Model
from caborules.symbolic.terms import any_of
from tests.support.rulesets import HEAD, shipped, system_of
from tests.support.works import work_of

TWO = HEAD.replace("each rank 1..6 and each suit red, blue", "each rank 1..2 and each suit red")
"""A deck of two cards: one player has the 1, the other the 2."""

DEAL = """
    for each p in players
        move all of row of p to stock
    move all of discard to stock
    shuffle stock
    for each p in players
        move top of stock to row of p otherwise nothing
    first-seat may
        wait "wait"
            nothing
"""

BANK = (
    """
state
    chips of each player: 0..{most}, at first 6
    broke: yes or no, at first no

define has-two of (player) = some c in row of player where rank of c is 2

rule game
    repeat until broke
        hand-of-it

rule hand-of-it"""
    + DEAL
    + """
    for each p in players where not has-two of p
        for each q in others of p where has-two of q
            if chips of p is at least 2
                {pay}
            otherwise
                {poor}

property "it can be brought to its end"
    always possible game is over
"""
)
"""Whoever has no 2 pays whoever has one; who cannot pay ends the game."""
PAY = "pay 2 from chips of p to chips of q"


def bank(pay: str = PAY, poor: str = "set broke to yes", most: int = 12, head: str = TWO) -> str:
    return head + BANK.format(pay=pay, poor=poor, most=most)


SCORES = (
    """
state
    score of each player: 0..{most}, at first {first}
    halved of each player: yes or no, at first no

rule game
    repeat until some p in players where score of p is more than {target}
        hand-of-it

rule hand-of-it"""
    + DEAL
    + """
    for each p in players
        add ({one} if some c in row of p where rank of c is 1 otherwise {two}) to score of p
    for each p in players where score of p is {target}{once}
        set halved of p to yes
        set score of p to {back}
"""
)
"""Points for the card that somebody has; who comes to the target exactly falls back."""


def scores(
    one: int,
    two: int,
    target: int = 6,
    back: int = 3,
    once: bool = False,
    most: int = 40,
    first: int = 0,
    head: str = TWO,
) -> str:
    again = " and not halved of p" if once else ""
    return head + SCORES.format(one=one, two=two, target=target, back=back, once=again, most=most, first=first)


def course_of(text: str) -> tuple[Work, Course]:
    work = work_of(system_of(text), players=2)
    (analysis,) = analyses(work)
    course = plan(work.system, analysis, shape(work, analysis.proof), 1).course
    assert course is not None
    return work, course


def proved(text: str) -> bool:
    return course_of(text)[1].proved


def trapped(text: str) -> bool:
    """Is there a position with the whole deck from which the end is out of reach? All positions are looked at."""
    found, graph = find_trap(real_table(replace(system_of(text), players=(2, 2))), limit=20_000, moves=100_000)
    assert found is not None or graph.complete
    return found is not None


# ---------------------------------------------------------------- it holds
def test_chips_change_hands_until_somebody_cannot_pay() -> None:
    """The condition bounds no number; the first player's chips rise, or somebody cannot pay."""
    work, course = course_of(bank(head=HEAD))
    assert course.proved
    (loop,) = course.several
    assert loop.measure == Measure("chips", 0, True)
    assert loop.cases[0].unknown[0] == "chips" and loop.cases[0].depends == ()
    found = next(iter(reach.look(work)))
    assert (found.found, found.evidence) == ("holds", "proved")
    assert any("lets chips of the first player rise or leaves the loop" in one for one in found.details)


def test_it_holds_for_each_number_of_players() -> None:
    (verdict, author) = reach.look(work_of(system_of(bank(head=HEAD, most=24))))
    assert (verdict.found, author.found) == ("holds", "holds")


def test_an_exact_hit_is_left_to_the_other_play() -> None:
    """One point or two: from wherever one of them comes to the target exactly, the other does not."""
    _, course = course_of(scores(1, 2))
    assert course.proved
    ((loop,),) = (course.several,)
    assert loop.measure == Measure("score", 0, True)
    assert len(loop.cases[0].seeds[0]) == 2
    assert not trapped(scores(1, 2))


def test_a_fall_that_comes_only_once_is_read() -> None:
    _, course = course_of(scores(2, 2, once=True))
    assert not course.proved, "the first fall makes the score less, and nothing counts the falls"
    _, course = course_of(scores(1, 2, once=True))
    assert course.proved
    assert course.several[0].cases[0].unknown == ("score", "halved")


# ---------------------------------------------------------------- planted defects
DEFECTS = {
    "nobody pays": bank(pay="pay 0 from chips of p to chips of q"),
    "the poor are given chips": bank(poor="add 3 to chips of p", most=12),
    "a branch that gives all back": bank(poor="set chips of p to 6", most=60),
    "what is missing is forgiven": bank(pay="set chips of p to chips of p minus 2", poor="set chips of p to 0"),
    "a number that leaves its range": bank(pay="add 2 to chips of q", most=20),
    "only one play, and it hits exactly": scores(3, 3, back=0),
    "one play hits exactly, the other brings nothing": scores(6, 0, back=0),
    "it would take two rounds": scores(2, 2),
    "no points": scores(0, 0),
    "a score that leaves its range": scores(5, 5, target=6, most=6, first=3),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_never_said_to_hold(name: str) -> None:
    work, course = course_of(DEFECTS[name])
    assert not course.proved
    verdict = next(iter(reach.look(work)))
    assert verdict.found in ("violated", "undecided")


TRAPS = [
    "only one play, and it hits exactly",
    "one play hits exactly, the other brings nothing",
    "no points",
    "nobody pays",
    "the poor are given chips",
]


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_is_one_position_by_position(name: str) -> None:
    assert trapped(DEFECTS[name])


def test_numbers_at_random_against_every_position() -> None:
    """What is proved is so for every position of the game with its whole deck; and not everything is left open."""
    rng = random.Random(7)
    counts = {(True, False): 0, (False, True): 0, (False, False): 0}
    for _ in range(14):
        target = rng.randint(3, 7)
        text = scores(
            rng.randint(0, 4), rng.randint(0, 4), target, rng.randint(0, target), once=rng.random() < 0.3, most=16
        )
        found = proved(text), trapped(text)
        assert found != (True, True), text
        counts[found] += 1
    assert counts[True, False] >= 3 and counts[False, True] >= 2, counts


# ---------------------------------------------------------------- what plays rest on
def tables(work: Work, course: Course) -> Iterator[tuple[Several, Table, int]]:
    after = followed(work.proofs[0], course.strategy)
    space = space_of(after)
    for loop in course.several:
        low, high = after.graph.system.players
        for number, players in enumerate(range(low, high + 1)):
            offers = course.strategy.offers()
            yield loop, Table(after, space, loop.head, loop.way, loop.measure, players, offers), number


def does_good(table: Table, start: dict[tuple[str, int | None], Value], seed: int) -> bool:
    """Carried out with these values: is the loop left, or does the measure move? A fault does no good."""
    player, measure = table.player, table.measure
    machine = player.machine
    state = player.begin(player.proof.graph.targets[player.head][player.way], start, seeded(f"renewal {seed}"))
    at = machine.setup.variable_index[measure.variable, measure.owner]
    before = state.store.variables[at]
    try:
        while state.node != player.head:
            operation = machine.lowered.nodes[state.node].operation
            if isinstance(operation, lo.Stop):
                return True
            if isinstance(operation, lo.Ask):
                one = player._choice(state, operation, None)
                assert one is not None
                state = player._take(state, operation, one)
            else:
                state = step(machine, state).state
    except Fault:
        return False
    now = state.store.variables[at]
    assert isinstance(now, int) and isinstance(before, int)
    if (now > before) if measure.rising else (now < before):
        return True
    return step(machine, state).state.node != player.proof.graph.targets[player.head][player.way]


def agrees(work: Work, course: Course, tries: int) -> int:
    """What is said of plays holds where they are carried out with numbers; how often good was said of one."""
    rng, said = random.Random(3), 0
    for loop, table, number in tables(work, course):
        cases = loop.cases[number]
        for given, seeds in zip(table.values.cases(cases.depends), cases.seeds, strict=True):
            for seed in seeds:
                played = table.play(given, cases.unknown, seed)
                assert played is not None
                for _ in range(tries):
                    keys = [key for name in cases.unknown for key in table.values.keys(name)]
                    numbers = {key: _value(rng, table.values.system.variables[key[0]].type) for key in keys}
                    if Model({table.base(key): value for key, value in numbers.items()}).holds([any_of(*played.good)]):
                        said += 1
                        assert does_good(table, {**given, **numbers}, seed), (given, numbers, seed)
    return said


def _value(rng: random.Random, kind: Type) -> int:
    """A value of the type, of numbers small ones above all: there the play forks."""
    if isinstance(kind, BoolType):
        return rng.random() < 0.5
    assert isinstance(kind, NumberType)
    return rng.randint(kind.low, min(kind.high, rng.choice((4, 30, 101, kind.high))))


@pytest.mark.parametrize(
    "text", [bank(head=HEAD), bank(), scores(1, 2), scores(2, 3, once=True), scores(1, 2, head=HEAD)]
)
def test_what_is_said_of_plays_is_what_the_machine_does(text: str) -> None:
    work, course = course_of(text)
    assert course.proved and agrees(work, course, 60) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kabu", "six-open", "first-edition", "second-edition", "current-publisher"])
def test_what_is_said_of_plays_of_shipped_games(name: str) -> None:
    work = _shipped(name)
    (analysis,) = analyses(work)
    course = plan(work.system, analysis, shape(work, analysis.proof), 1).course
    assert course is not None and course.proved
    assert agrees(work, course, 40) > 200


@cache
def _shipped(name: str) -> Work:
    return work_of(shipped(name))


def test_sums_of_what_only_changes_hands() -> None:
    """Known where each amount that is taken is given at once, and nowhere else."""
    for pay, whole in [
        (PAY, {"chips": 12}),
        ("add 2 to chips of q", {}),
        ("set chips of p to chips of p minus 2", {}),
    ]:
        work = work_of(system_of(bank(pay=pay, most=60)), players=2)
        proof = work.proofs[0]
        (head,) = repeats(work.system, space_of(proof))
        assert sums(proof.graph, load(work.lowered[0], 2), head) == whole


LEAVING = (
    HEAD
    + """
state
    wins of each player: 0..50, at first 0
    tally of each player: 0..50, at first 0

rule game
    repeat until some p in players where wins of p is at least 3
        match

rule match
    repeat until some p in players where tally of p is at least 5
        first-seat must
            stay "stay"
                add 1 to tally of first-seat
            leave "leave"
                {leave}
"""
)


@pytest.mark.parametrize(("leave", "count"), [("end match", 2), ("nothing", 0)])
def test_loops_that_lead_round_past_each_others_tests(leave: str, count: int) -> None:
    """Out of the inner loop to the outer test by another way than the inner test, and back: their plays might undo
    each other's work."""
    work = work_of(system_of(LEAVING.format(leave=leave)), players=2)
    proof = work.proofs[0]
    heads = repeats(work.system, space_of(proof))
    assert len(heads) == 2
    assert len(entangled(proof, frozenset((head, 0) for head in heads))) == count
