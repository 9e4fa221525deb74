"""Where things stand in the typed system: resets, windows, hooks, `otherwise`; numbers of blocks and decisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.ir import statements as s
from caborules.ir.expressions import (
    CardsIn,
    Compare,
    Const,
    EndOf,
    Exists,
    Expr,
    IsEmpty,
    LocalRef,
    Logic,
    Not,
    OptionRef,
    PlaceRef,
    TheCard,
)
from caborules.ir.show import show_block
from caborules.ir.show_expressions import show
from caborules.ir.system import System
from caborules.ir.types import BOOL, CARD, CARDS, PLACE, PLAYER
from caborules.ir.walk import blocks, statements, subexpressions
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.calls import call_graph, rules_of
from caborules.types.definedness import Definedness
from caborules.types.elaborate import elaborate
from caborules.types.substitute import applied
from tests.language.types_game import run, tiny

SHIPPED = sorted(p.relative_to(shipped_root()).as_posix() for p in shipped_root().glob("*.cabo"))
VARIANTS = sorted(p.relative_to(shipped_root()).as_posix() for p in shipped_root().glob("variants/*.cabo"))


def system_of(tmp_path: Path, *added: str) -> System:
    """The small game with texts added; they must be good."""
    outcome = run(tmp_path, tiny(*added))
    assert outcome.system is not None, outcome.messages
    return outcome.system


def lines_of(system: System, rule: str) -> list[str]:
    return show_block(system.rules[rule].body, system.rules)


@pytest.mark.parametrize("name", [*SHIPPED, *VARIANTS])
def test_every_shipped_ruleset_is_typed(name: str) -> None:
    """No shipped ruleset is refused, and none has a warning of its types."""
    made = elaborate(load_book(shipped_root() / name))
    assert made.warnings == ()
    assert made.system.begin in made.system.rules


def test_order_around_a_rule_and_a_choice(tmp_path: Path) -> None:
    """At the start: windows close, then hooks run; at the end: windows open, then hooks run."""
    system = system_of(
        tmp_path,
        'rule step by (player)\n    player must\n        go "go"\n            set done to yes',
        "before rule step\n    add 1 to score of player\n    let x be 1",
        "after rule step\n    let x be 2\n    add x to score of player",
        "before choice step.go\n    add 3 to score of player",
        "after choice step.go\n    add 4 to score of player",
        'window gap "Gap"\n    opens after step, step.go\n    closes before step, step.go\n'
        '    p in players may\n        snap "snap"\n            nothing',
    )
    assert lines_of(system, "step") == [
        "close gap",
        "set score of player to score of player plus 1",
        "let x be 1",
        "player must",
        '    go "go"',
        "        close gap",
        "        set score of player to score of player plus 3",
        "        set done to yes",
        "        open gap",
        "        set score of player to score of player plus 4",
        "open gap",
        "let x~2 be 2",
        "set score of player to score of player plus x~2",
    ]


def test_resets_follow_what_initial_values_need(tmp_path: Path) -> None:
    """State renewed by one rule is renewed in an order in which every initial value is ready."""
    system = system_of(
        tmp_path,
        "state\n    one: 0..9, each look two\n    two: 0..9, each look 2\n    own of each player: 0..9, each look one",
    )
    lines = show_block(system.rules["look"].resets, system.rules)
    assert lines == ["set two to 2", "set one to two", "for each player in players", "    set own of player to one"]
    assert system.initial_order.index("two") < system.initial_order.index("one")


def test_otherwise_becomes_a_test(tmp_path: Path) -> None:
    """A step that can fail is guarded by the condition under which it can be carried out."""
    system = system_of(
        tmp_path,
        "rule r by (player)\n    move top of stock to drawn of player otherwise nothing",
        "rule t by (player)\n    let c be drawn of player otherwise end round\n    move c to discard",
    )
    assert lines_of(system, "r") == [
        "if stock is not empty and drawn of player is empty",
        "    move top of stock to drawn of player",
    ]
    assert lines_of(system, "t") == [
        "if drawn of player is empty",
        "    end round",
        "let c be drawn of player",
        "move c to discard",
    ]
    (let,) = [one for one in statements(system.rules["t"].body) if isinstance(one, s.Let)]
    assert isinstance(let.value, TheCard)


def test_block_and_decision_numbers_are_unique() -> None:
    """A position in the rules is a pair of numbers: every block is listed once, every decision has its own number."""
    system = elaborate(load_book("cabo")).system
    roots = [block for rule in system.rules.values() for block in (rule.resets, rule.body)]
    roots += [choice.body for window in system.windows.values() for choice in window.choices]
    roots += [window.late for window in system.windows.values()]
    numbers = [block.number for root in roots for block in blocks(root)]
    assert sorted(numbers) == sorted(system.blocks)
    decisions = [one.number for root in roots for one in statements(root) if isinstance(one, s.Decide)]
    assert len(decisions) == len(set(decisions)) > 5
    assert decisions[: len(decisions)] == sorted(decisions)


def test_call_graph_goes_through_cells() -> None:
    """What a cell may hold, options included, counts as called."""
    system = elaborate(load_book("cabo")).system
    graph = call_graph(system)
    assert {"peek", "spy", "blind-swap"} <= set(graph["use-power"])
    assert "penalty-cards" in graph["attempt"]
    late = system.windows["match"].late.statements[0]
    assert isinstance(late, s.Do)
    assert rules_of(system, late.rule) == ("penalty-cards",)


def _defined(system: System, expr: Expr) -> str:
    types = {name: variable.type for name, variable in system.variables.items()}
    needs = Definedness(system.functions, system.places, types).of_expr(expr)
    return "" if needs is None else show(needs)


@pytest.mark.parametrize(
    ("body", "needs"),
    [
        ("top of stock is face up", "stock is not empty"),
        ("stock is not empty and top of stock is face up", ""),
        ("drawn of active is face up", "drawn of active is not empty"),
        ("discard is not empty and top of stock is face up", "discard is empty or stock is not empty"),
        ("done or top of stock is face up", "done or stock is not empty"),
        ("size of stock is 3", ""),
        ("some c in discard where c is top of stock", "no c in discard where not (stock is not empty)"),
        ("(highest of score of p for each p in players) is 3", "players is not empty"),
        ("(lowest of value of c for each c in stock where c is face up) is 3", "some c in stock where c is face up"),
        ("5 div size of stock is 1", "(size of stock) is not 0"),
        ("score of active mod 5 is 1", ""),
        ("(first c in stock otherwise top of discard) is face up", "stock is not empty or discard is not empty"),
        ("on-top of bottom of stock", "stock is not empty and discard is not empty"),
    ],
)
def test_definedness(body: str, needs: str, tmp_path: Path) -> None:
    """Exactly the partial operations ask for something, and short circuits are respected."""
    system = system_of(tmp_path, "define on-top of (card) = card is top of discard", f"define tested = {body}")
    found = _defined(system, system.functions["tested"].body)
    assert found == needs


def test_arguments_are_not_caught_by_binders(tmp_path: Path) -> None:
    """Writing a function out with an argument called like its own binder keeps the two apart."""
    text = "define beaten of (player) = some q in players where score of q is more than score of player"
    system = system_of(tmp_path, text)
    function = system.functions["beaten"]
    made = applied(function, (LocalRef(PLAYER, None, "q"),))
    assert isinstance(made, Exists)
    assert made.variable != "q"
    names = {part.name for part in subexpressions(made.where) if isinstance(part, LocalRef)}
    assert names == {"q", made.variable}


def test_coercions_are_written_out(tmp_path: Path) -> None:
    """Where a card is wanted, a `one card` place stands for its card; where cards are wanted, a place for its cards."""
    system = system_of(
        tmp_path,
        "define held of (p: player) = worth of drawn of p",
        "define none-left = stock is empty",
        "define uppermost = top of stock is top of discard",
    )
    parts = list(subexpressions(system.functions["held"].body))
    assert any(isinstance(part, TheCard) and part.type == CARD for part in parts)
    stock = CardsIn(CARDS, None, PlaceRef(PLACE, None, "stock", None))
    assert system.functions["none-left"].body == IsEmpty(BOOL, None, stock)
    same = system.functions["uppermost"].body
    assert isinstance(same, Compare)
    assert isinstance(same.left, EndOf)


def test_unasked_reads_become_constants(tmp_path: Path) -> None:
    """A question that is never asked has no value; the text that would read it is never reached."""
    form = 'define form f "F"\n    on: yes or no "On?"\n    how: up or down when f.on "How?"\nform f\n    on: no\n'
    system = system_of(tmp_path, form + "define high = f.on and f.how is up")
    body = system.functions["high"].body
    assert isinstance(body, Logic)
    assert body.left == OptionRef(BOOL, None, "f.on")
    assert isinstance(body.right, Compare)
    assert isinstance(body.right.left, Const)
    assert not isinstance(body, Not)
