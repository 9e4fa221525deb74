"""Random small rules: what is proved to end must have no loop, and every position of these rules can be looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from caborules.check.ends.analyse import Analysis, Question
from caborules.check.ends.asker import Asker
from caborules.check.ends.cycles import strongly_connected
from caborules.diagnostics.record import Refused
from caborules.explore.find import find_endless, space_of, takes
from caborules.explore.scopes import scope
from caborules.explore.search import Graph, explore
from caborules.explore.space import Stopped
from caborules.ir.system import System
from tests.support.rulesets import HEAD, system_of
from tests.support.works import work_of

STATE = """
state
    a: 0..3, at first 2
    b: 0..3, at first 1
    ready: yes or no, at first no
    done of each player: yes or no, at first no
    who: player or nobody, at first nobody
    turn: player, at first first-seat

assume goers: each player eventually go
"""
TESTS = (
    "a is at least 2",
    "b is less than 2",
    "a is less than b",
    "ready",
    "who is nobody",
    "who is not nobody",
    "done of turn",
    "turn is first-seat",
    "no p in players where not done of p",
    "some p in players where done of p and p is not who",
    "size of discard is at least 2",
    "stock is empty",
)
CHANGES = (
    "if a is less than 3\n    add 1 to a",
    "if a is at least 1\n    set a to a minus 1",
    "if b is less than 3\n    add 1 to b",
    "if b is at least 1\n    set b to b minus 1",
    "set ready to yes",
    "set ready to no",
    "set done of turn to yes",
    "set who to turn",
    "set turn to left of turn",
    "set turn to left of turn",
    "for each p in players\n    set done of p to p is turn",
    "move top of stock to discard otherwise nothing",
    "move all of discard to stock",
)


def block(rng: random.Random, depth: int) -> Iterator[str]:
    for _ in range(rng.randint(1, 3)):
        kind = rng.random()
        if kind < 0.6 or depth == 0:
            yield from rng.choice(CHANGES).split("\n")
        else:
            yield f"if {rng.choice(TESTS)}"
            yield from (f"    {line}" for line in block(rng, depth - 1))


def rules(seed: int) -> str:
    rng = random.Random(seed)
    lines = ["rule game", f"    repeat until {rng.choice(TESTS)}"]
    lines += [f"        {line}" for line in block(rng, 1)]
    lines += ["        turn must"]
    for name in ("go", "stay"):
        when = f" when {rng.choice(TESTS)}" if rng.random() < 0.6 else ""
        lines += [f'            {name}{when} "{name}"', *(f"                {line}" for line in block(rng, 1))]
    lines += ["        otherwise", *(f"            {line}" for line in block(rng, 1))]
    lines += [f"        {line}" for line in block(rng, 1)]
    return HEAD + STATE + "\n" + "\n".join(lines) + "\n"


def small(system: System) -> tuple[System, Graph]:
    """The rules with two cards and two players, and all their positions."""
    two = scope(system, {}, (("red", 1), ("blue", 1)))
    return two.setup.system, explore(space_of(two), 4000)


def never_legal(graph: Graph, path: str) -> bool:
    """Is there a loop on which the choice is nowhere legal?"""
    out: dict[int, list[int]] = {}
    for at in range(len(graph.positions)):
        edges = graph.edges[at] or ()
        legal = any(edge.action is not None and edge.action.choice == path for edge in edges)
        out[at] = [] if legal else [edge.target for edge in edges]
    part = strongly_connected(out)
    return any(part[one] == part[at] for at, targets in out.items() for one in targets)


def compare(seed: int) -> tuple[bool, bool] | None:
    """What is proved of a random ruleset, without and with the assumption; None where it is refused or too large."""
    try:
        system = system_of(rules(seed))
    except Refused:
        return None
    system = replace(system, players=(2, 2))
    try:
        _, graph = small(system)
    except ValueError:
        return None
    if graph.cut:
        return None
    work = work_of(system)
    analysis = Analysis(work.proofs[0], system.assumes)
    plain, fair = (analysis.ends(Question("game", assuming)).proved for assuming in ((), ("goers",)))
    two = scope(system, {}, (("red", 1), ("blue", 1)))
    idle = [one for one in graph.positions if isinstance(one, Stopped) and one.kind == "endless"]
    if plain or fair:
        assert not idle, rules(seed)
    if plain:
        assert find_endless(two, "game", graph=graph)[0] is None, rules(seed)
    if fair:
        assert find_endless(two, "game", needs=(takes("game.go"),), graph=graph)[0] is None, rules(seed)
        assert not never_legal(graph, "game.go"), rules(seed)
    return plain, fair


@pytest.mark.parametrize("seed", [1, 2, 103, 107])
def test_what_is_proved_has_no_loop(seed: int) -> None:
    compare(seed)


def test_some_are_proved_and_some_are_not() -> None:
    assert compare(4) == (True, True)
    assert compare(0) == (False, False)


def test_the_comparison_notices_a_wrong_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Asker, "possible", lambda *_: False)
    with pytest.raises(AssertionError):
        for seed in range(4):
            compare(seed)
