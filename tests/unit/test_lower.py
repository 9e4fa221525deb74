"""Lowered systems are well formed, hold nothing that options rule out, and stay within their limits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from caborules.diagnostics.record import Refused
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.inside import all_expressions_in
from caborules.ir.types import Value
from caborules.lower import build, expand, groups, limits, lower
from caborules.lower.assemble import branches
from caborules.lower.show import show
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, shipped, system_of

SHIPPED = ("cabo", "kamikaze", "published-deck", "no-matching")


def lowered(name: str, players: int = 3, **chosen: Value) -> lo.LoweredSystem:
    system = system_of(HEAD + GAMES[name]) if name in GAMES else shipped(name)
    settings = {key.replace("__", ".").replace("_", "-"): value for key, value in chosen.items()}
    numbers, options = next(one for one in groups(system, settings) if one[0][0] <= players <= one[0][1])
    return lower(system, options, numbers)


@pytest.fixture(params=(*SHIPPED, *GAMES))
def system(request: pytest.FixtureRequest) -> lo.LoweredSystem:
    return lowered(request.param)


# ---------------------------------------------------------------- form
def test_every_node_can_be_reached_and_every_branch_leads_to_a_node(system: lo.LoweredSystem) -> None:
    reached, waiting = {system.entry}, [system.entry]
    while waiting:
        for target in branches(system.nodes[waiting.pop()], system.points):
            assert 0 <= target < len(system.nodes)
            if target not in reached:
                reached.add(target)
                waiting.append(target)
    assert reached == set(range(len(system.nodes)))


def test_nothing_is_left_that_lowering_does_away_with(system: lo.LoweredSystem) -> None:
    gone = ex.OptionRef | ex.Apply | ex.RuleMade | ex.PrintedNumber | ex.CardNamed | ex.IsOver
    for part in (*(node.operation for node in system.nodes), *(o for p in system.points for o in p.offers)):
        for expr in all_expressions_in(part):
            assert not isinstance(expr, gone)
            assert not isinstance(expr, ex.Lookup) or (expr.table, expr.column) in system.cells


def test_every_register_is_set_before_it_is_read(system: lo.LoweredSystem) -> None:
    """On every way through the graph; a register that is not set on some way there is never read."""
    everything = frozenset(system.registers)
    known = dict.fromkeys(range(len(system.nodes)), everything) | {system.entry: frozenset()}
    waiting = [system.entry]
    while waiting:
        at = waiting.pop()
        for target, sets in _set_on_the_way(system, at):
            joined = known[target] & (known[at] | sets)
            if joined != known[target]:
                known[target] = joined
                waiting.append(target)
    reads_checked = 0
    for number, node in enumerate(system.nodes):
        for read in _read(system, node):
            reads_checked += 1
            assert read in known[number], f"node {number} reads {read}"
    assert reads_checked


def _set_on_the_way(system: lo.LoweredSystem, at: int) -> Iterator[tuple[int, frozenset[str]]]:
    node = system.nodes[at]
    match node.operation:
        case lo.Ask(point) | lo.Unseal(point, _):
            for offer in system.points[point].offers:
                actor = () if offer.actor is None else (offer.actor,)
                yield offer.target, frozenset({*actor, *(domain.register for domain in offer.domains)})
            for target in branches(node, system.points):
                if all(offer.target != target for offer in system.points[point].offers):
                    yield target, frozenset(o.actor for o in system.points[point].offers if o.actor is not None)
        case lo.NextOf(register, _, done):
            yield node.next, frozenset({register})
            yield done, frozenset()
        case lo.Lift(register, _) | lo.SetRegister(register, _) | lo.PickOne(register, _):
            yield node.next, frozenset({register})
        case _:
            yield from ((target, frozenset()) for target in branches(node, system.points))


def _read(system: lo.LoweredSystem, node: lo.Node) -> Iterator[str]:
    """The registers that a node reads, those that its offers set for themselves left out."""
    for expr in all_expressions_in(node.operation):
        if isinstance(expr, ex.LocalRef) and expr.name in system.registers:
            yield expr.name
    if isinstance(node.operation, lo.Lay | lo.Rotate):
        yield node.operation.register
    if isinstance(node.operation, lo.NextOf):
        yield node.operation.collection
    if isinstance(node.operation, lo.Ask):
        for offer in system.points[node.operation.point].offers:
            own = {offer.actor, *(domain.register for domain in offer.domains)}
            if offer.among is None and offer.actor is not None:
                yield offer.actor
            for expr in all_expressions_in(offer):
                if isinstance(expr, ex.LocalRef) and expr.name in system.registers and expr.name not in own:
                    yield expr.name


def test_a_card_is_never_in_the_hand_at_a_decision(system: lo.LoweredSystem) -> None:
    for node in system.nodes:
        if isinstance(node.operation, lo.Lift):
            after = system.nodes[node.next].operation
            assert isinstance(after, lo.Lay)
            assert after.register == node.operation.register


# ---------------------------------------------------------------- options and players
def test_players_stand_together_where_all_options_agree() -> None:
    assert [numbers for numbers, _ in groups(shipped("cabo"))] == [(2, 4), (5, 6)]
    assert [numbers for numbers, _ in groups(shipped("cabo"), {"two-decks": True})] == [(5, 6)]
    assert [numbers for numbers, _ in groups(shipped("published-deck"))] == [(2, 5)]


def test_settings_that_no_number_of_players_allows_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        groups(shipped("cabo"), {"game.target": 0})
    assert [fault.code for fault in refused.value.diagnostics] == ["E702"]


def test_what_an_option_rules_out_is_gone() -> None:
    paths = {offer.path for point in lowered("cabo").points for offer in point.offers}
    without = lowered("no-matching")
    assert "match.match" in paths
    assert "match.match-other" not in paths, "only own cards may be matched"
    assert not any(offer.window for point in without.points for offer in point.offers)
    assert not any(point.window for point in without.points)
    assert not any("attempt" in node.source.rules for node in without.nodes)


def test_a_late_attempt_is_an_offer_only_where_it_costs_something() -> None:
    def late(system: lo.LoweredSystem) -> int:
        return sum(offer.kind == "late" for point in system.points for offer in point.offers)

    assert late(lowered("cabo")) == 0
    assert late(lowered("cabo", cost__late_match="penalty-cards 1")) > 0


def test_reactions_stand_only_where_their_window_can_be_open() -> None:
    """Nobody can match while a drawn card is looked at: the window closes before the draw."""
    system = lowered("cabo")
    offered = {
        offer.path
        for point in system.points
        for offer in point.offers
        if any(other.path == "use-drawn.exchange" for other in point.offers)
    }
    assert offered == {"use-drawn.exchange", "use-drawn.discard"}
    assert any({"turn.draw", "match.match"} <= {offer.path for offer in point.offers} for point in system.points), (
        "and does so while somebody decides what to do"
    )


def test_tables_become_cells_of_the_deck_in_force() -> None:
    faces = set(lowered("cabo").cells["cards", "value"])
    assert len(faces) == 52
    assert len(set(lowered("cabo", jokers=2).cells["cards", "value"])) == 53
    assert lowered("cabo").cells["cards", "value"]["spades", "king"] == 13


# ---------------------------------------------------------------- limits and printing
def test_too_large_a_system_is_refused() -> None:
    """Eight windows, each open all the time: every reaction can be interrupted by all the others."""
    windows = "".join(
        f"window w{n}\n    p in players may\n        r{n} (c in row of p)\n            p may\n"
        f"                a{n}\n                    nothing\n\n"
        for n in range(8)
    )
    opening = "".join(f"    open w{n}\n" for n in range(8))
    text = f"{windows}rule game\n{opening}    let p be first-seat\n    p may\n        go\n            nothing\n"
    with pytest.raises(Refused) as refused:
        lower(system_of(HEAD + text), {}, (2, 2))
    assert [fault.code for fault in refused.value.diagnostics] == ["E313"]
    assert str(limits.MOST_NODES) in refused.value.diagnostics[0].message


def test_expressions_that_grow_beyond_all_measure_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expand, "MOST_EXPRESSIONS", 1000)
    with pytest.raises(Refused) as refused:
        lowered("cabo")
    assert [fault.code for fault in refused.value.diagnostics] == ["E313"]


def test_rules_that_call_each_other_too_deeply_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(build, "enter", too_deep)
    with pytest.raises(Refused) as refused:
        lowered("cabo")
    assert [fault.code for fault in refused.value.diagnostics] == ["E313"]


def test_the_printed_form_has_a_line_for_every_node_and_offer(system: lo.LoweredSystem) -> None:
    lines = show(system).splitlines()
    numbered = [found[1] for line in lines if (found := re.match(r" *(\d+)  \w", line))]
    assert numbered == [str(number) for number in range(len(system.nodes))]
    for point in system.points:
        for offer in point.offers:
            assert any(offer.path in line and f"go to {offer.target}" in line for line in lines)
    assert "(" not in lines[0]
    assert not any("Const(" in line or "Expr" in line for line in lines)
