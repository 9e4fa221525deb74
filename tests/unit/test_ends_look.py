"""Whether stages end: verdicts on small rules, on rules whose loop is broken, and on the game itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from caborules.check.ends.analyse import Analysis, Question
from caborules.check.ends.look import look
from caborules.diagnostics.verdict import Verdict
from caborules.ir import expressions as ex
from caborules.ir import lowered as lo
from caborules.ir.system import VariableDef
from caborules.ir.types import BOOL
from tests.support.rulesets import HEAD, shipped, system_of
from tests.support.surgery import change, change_offers, find_all, leave_out
from tests.support.works import work_of

COUNTING = """
state
    count: 0..5, at first 0
    flag: yes or no, at first no
    turn: player, at first first-seat
    had of each player: yes or no, at first no

"""
UP_TO_THREE = """
rule game
    repeat until count is at least 3
        turn may
            go "go"
                add 1 to count
            stay "stay"
                add 1 to count
        if count is less than 3
            set turn to left of turn
        add 1 to count
"""
MAY_STAY = """
rule game
    repeat until count is at least 3
        turn may
            go "go"
                add 1 to count
"""
EACH_ONCE = """
rule game
    repeat until no p in players where not had of p
        if not had of turn
            turn may
                look "look"
                    nothing
        set had of turn to yes
        set turn to left of turn
"""
STOCK = """
rule game
    repeat until stock is empty
        turn must
            draw when stock is not empty "draw"
                move top of stock to hand of turn
                set turn to left of turn
        otherwise
            nothing
"""
DRAW_OR_PUT_BACK = """
rule game
    repeat until stock is empty
        turn must
            draw when stock is not empty "draw"
                move top of stock to hand of turn
            back (c in hand of turn) "put back"
                move c to stock
        otherwise
            nothing
"""
THREE_FOR_ONE = """
state
    mine: 0..30, at first 30
    yours: 0..30, at first 0

rule game
    repeat until mine is less than 3
        turn must
            give "give three, of which one is kept"
                set mine to mine minus 3
                set yours to yours plus 1
            back when yours is at least 1 "take one back"
                set yours to yours minus 1
                set mine to mine plus 1
"""
THREE_BACK = THREE_FOR_ONE.replace("mine plus 1", "mine plus 3")
TOP_OF_THREE = """
rule game
    repeat until size of stock is less than 3
        turn may
            look "look"
                nothing
        move top of stock to hand of turn otherwise nothing
"""
SKIP_THE_EMPTY = """
rule game
    for each p in players
        move top of stock to hand of p otherwise nothing
    repeat until flag or (no p in players where hand of p is not empty)
        if hand of turn is not empty
            turn may
                go "go"
                    set flag to yes
        set turn to left of turn
"""
NOBODY_HAS_CARDS = SKIP_THE_EMPTY.replace("(no p in players where hand of p is not empty)", "stock is empty")
ONLY_THE_EMPTY = SKIP_THE_EMPTY.replace("if hand of turn is not empty", "if hand of turn is empty")
TWO_ON = SKIP_THE_EMPTY.replace("left of turn\n", "left of left of turn\n")
NO_STEP = SKIP_THE_EMPTY.replace("left of turn\n", "turn\n")
CARDS_GO = SKIP_THE_EMPTY.replace(
    "set turn to", "move all of hand of turn to hand of right of turn\n        set turn to"
)
LAY_DOWN = SKIP_THE_EMPTY.replace(
    'go "go"\n                    set flag to yes\n',
    """go when hand of turn is not empty "go"
                    set flag to yes
                lay (c in hand of turn) "lay it down"
                    move c to stock
                    again
""",
)
TOO_LATE = LAY_DOWN.replace("go when hand of turn is not empty", "go when hand of turn is empty")
ASSUMED = """
assume drawers: each player eventually draw
property "the stock is used up"
    game always ends assuming drawers
"""
GOERS = """
assume goers: each player eventually go
property "somebody goes on"
    game always ends assuming goers
"""
NEED_NOT = """
property "one may stay"
    game need not end
"""
ENDS = """
property "it ends"
    game always ends
"""


def verdicts(rules: str, broken: Callable[[lo.LoweredSystem], lo.LoweredSystem] | None = None) -> dict[str, Verdict]:
    return {one.property: one for one in look(work_of(system_of(HEAD + COUNTING + rules), broken=broken))}


@pytest.mark.parametrize(
    ("rules", "property", "found", "evidence"),
    [
        (UP_TO_THREE, "ends:game", "holds", "proved"),
        (EACH_ONCE, "ends:game", "holds", "proved"),
        (STOCK, "ends:game", "holds", "proved"),
        (THREE_FOR_ONE, "ends:game", "holds", "proved"),
        (THREE_BACK, "ends:game", "violated", "executed"),
        (TOP_OF_THREE, "ends:game", "holds", "proved"),
        (UP_TO_THREE + ENDS, "author:it ends", "holds", "proved"),
        (MAY_STAY, "ends:game", "violated", "executed"),
        (MAY_STAY + ENDS, "author:it ends", "violated", "executed"),
        (MAY_STAY + NEED_NOT, "ends:game", "declared", "executed"),
        (MAY_STAY + NEED_NOT, "author:one may stay", "holds", "executed"),
        (UP_TO_THREE + NEED_NOT, "author:one may stay", "violated", "executed"),
        (MAY_STAY + GOERS, "author:somebody goes on", "holds", "proved"),
        (MAY_STAY + GOERS, "ends:game", "declared", "proved"),
        (SKIP_THE_EMPTY + GOERS, "author:somebody goes on", "holds", "proved"),
        (SKIP_THE_EMPTY + GOERS, "ends:game", "declared", "proved"),
        (LAY_DOWN + GOERS, "author:somebody goes on", "holds", "proved"),
        (DRAW_OR_PUT_BACK, "ends:game", "violated", "executed"),
        (DRAW_OR_PUT_BACK + ASSUMED, "author:the stock is used up", "violated", "executed"),
    ],
)
def test_small_rules(rules: str, property: str, found: str, evidence: str) -> None:
    verdict = verdicts(rules)[property]
    assert (verdict.found, verdict.evidence) == (found, evidence), verdict
    assert (verdict.witness is not None) == (found in ("violated", "declared") or evidence == "executed")


BELL = """
options
    timed: yes or no = yes    "Does a bell end the game?"

rule game
    repeat until flag
        turn may
            look "look"
                nothing

event bell when timed and not flag    "The bell"
    set flag to yes

property "the bell ends the game"
    after timed and flag eventually game is over assuming prompt

assume prompt: each player eventually decides
"""
DEAF = BELL.replace("until flag", "until flag and count is 1")


def test_an_option_in_what_comes_first_is_no_part_of_the_state() -> None:
    """A condition with an option in it is one of the state once the option is chosen; a loop that does not heed it is
    not said to end."""
    assert verdicts(BELL)["author:the bell ends the game"].found == "holds"
    assert verdicts(DEAF)["author:the bell ends the game"].found == "undecided"


def no_ticking_off(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for node in find_all(system, lo.SetVariable, also=lambda o: o.variable in ("had", "had-last-turn") and _yes(o)):
        system = leave_out(system, node)
    return system


def _yes(operation: lo.SetVariable) -> bool:
    return isinstance(operation.value, ex.Const) and operation.value.value is True


def no_turning(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for node in find_all(system, lo.SetVariable, also=lambda o: isinstance(o.value, ex.Neighbour)):
        if system.nodes[node].operation.variable in ("turn", "active"):  # type: ignore[union-attr]  # a SetVariable
            system = leave_out(system, node)
    return system


@pytest.mark.parametrize("rules", [NOBODY_HAS_CARDS, ONLY_THE_EMPTY, TWO_ON, NO_STEP, CARDS_GO, TOO_LATE])
def test_a_way_round_the_table_that_may_pass_all_is_not_proved_to_end(rules: str) -> None:
    """Nobody need have cards; who has some is not asked; half of the players are passed; nobody comes next; cards are
    taken from in front of whose turn comes; one may go on only without cards: who has cards might never go on."""
    assert rules not in (SKIP_THE_EMPTY, LAY_DOWN)
    assert verdicts(rules + GOERS)["author:somebody goes on"].found != "holds"


def no_counting(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for node in find_all(system, lo.SetVariable, also=lambda o: o.variable == "count"):
        operation = system.nodes[node].operation
        assert isinstance(operation, lo.SetVariable)
        assert isinstance(operation.value, ex.Arithmetic)
        system = change(system, node, replace(operation, value=operation.value.left))
    return system


def no_lifting(system: lo.LoweredSystem) -> lo.LoweredSystem:
    for node in find_all(system, lo.Lift):
        system = leave_out(leave_out(system, node), system.nodes[node].next)
    return system


@pytest.mark.parametrize(
    ("rules", "broken"),
    [(EACH_ONCE, no_ticking_off), (EACH_ONCE, no_turning), (UP_TO_THREE, no_counting), (STOCK, no_lifting)],
)
def test_a_loop_that_is_broken_is_not_proved_to_end(
    rules: str, broken: Callable[[lo.LoweredSystem], lo.LoweredSystem]
) -> None:
    verdict = verdicts(rules, broken)["ends:game"]
    assert verdict.found == "undecided"
    assert verdict.details


# ---------------------------------------------------------------- the game
CABO = {
    "ends:turn": ("declared", "proved"),
    "ends:lap": ("declared", "proved"),
    "ends:round": ("declared", "proved"),
    "ends:play-game": ("declared", "executed"),
}


@pytest.mark.slow
def test_the_stages_of_the_game() -> None:
    found = {one.property: one for one in look(work_of(shipped("cabo")))}
    stages = {name: (one.found, one.evidence) for name, one in found.items() if name.startswith("ends:")}
    assert stages == CABO
    assert {one.found for name, one in found.items() if name.startswith("author:")} == {"holds"}
    assert all(found[name].witness is not None for name in CABO)


def call_again(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A call is possible after a call."""
    return change_offers(system, lambda o: o.path == "turn.call", lambda o: replace(o, guard=None))


def never_called(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """Nobody can call."""
    never = ex.Const(BOOL, None, False)
    return change_offers(system, lambda o: o.path == "turn.call", lambda o: replace(o, guard=never))


def deal_for_ever(system: lo.LoweredSystem) -> lo.LoweredSystem:
    """A loop without decisions: the deal gives the same player cards for ever."""
    for node in find_all(system, lo.SetRegister, also=lambda o: o.register.startswith("deal.count")):
        operation = system.nodes[node].operation
        assert isinstance(operation, lo.SetRegister)
        if isinstance(operation.value, ex.Arithmetic):
            system = change(system, node, replace(operation, value=operation.value.left))
    return system


@pytest.mark.slow
@pytest.mark.parametrize("broken", [no_ticking_off, no_turning, call_again, never_called])
def test_a_broken_lap_is_not_proved_to_end(broken: Callable[[lo.LoweredSystem], lo.LoweredSystem]) -> None:
    work = work_of(shipped("cabo"), broken=broken, players=3)
    analysis = Analysis(work.proofs[0], work.system.assumes)
    assert not analysis.ends(Question("lap", ("callers", "prompt"))).proved
    assert analysis.ends(Question("turn", ("prompt",))).proved


@pytest.mark.slow
def test_a_deal_without_end_is_noticed() -> None:
    work = work_of(shipped("cabo"), broken=deal_for_ever, players=3)
    analysis = Analysis(work.proofs[0], work.system.assumes)
    assert not analysis.ends(Question("deal-cards")).proved
    whole = work_of(shipped("cabo"), players=3)
    assert Analysis(whole.proofs[0], whole.system.assumes).ends(Question("deal-cards")).proved


@pytest.mark.slow
def test_the_final_lap_ends() -> None:
    work = work_of(shipped("cabo"), players=3)
    caller = work.system.variables["caller"]
    called = ex.Compare(BOOL, None, "is not", _variable(caller), ex.Const(caller.type, None, None))
    analysis = Analysis(work.proofs[0], work.system.assumes)
    assert analysis.ends(Question("lap", ("prompt",), called)).proved
    assert not analysis.ends(Question("lap", ("prompt",))).proved


def _variable(definition: VariableDef) -> ex.VariableRef:
    return ex.VariableRef(definition.type, None, definition.name, None)


# ---------------------------------------------------------------- decks that are smaller than the ruleset's
WAVING = """
state
    turn: player, at first first-seat
rule game
    shuffle stock
    repeat until some p in players where size of row of p is at least {cards}
        turn must
            draw when stock is not empty "draw"
                move top of stock to row of turn
            wave when stock is empty "wave"
                nothing
        set turn to left of turn
"""
"""With fewer cards than it takes, players wave for ever; with all twelve somebody has so many before."""


def test_a_loop_that_only_fewer_cards_have_is_told_with_them() -> None:
    work = work_of(system_of(HEAD + WAVING.format(cards=5)), players=2)
    (verdict,) = [one for one in look(work) if one.property == "ends:game"]
    assert verdict.found == "violated" and verdict.scope.startswith("2 players, 3 cards")
    assert "fewer cards than the ruleset has" in verdict.details[0]


def test_a_loop_of_all_cards_stands_for_the_ruleset() -> None:
    work = work_of(system_of(HEAD + WAVING.format(cards=7)), players=2)
    (verdict,) = [one for one in look(work) if one.property == "ends:game"]
    assert verdict.found == "violated"
    assert verdict.witness is not None and verdict.witness.smaller == "" and "12 cards" in verdict.witness.title
    assert verdict.scope == work.scope
