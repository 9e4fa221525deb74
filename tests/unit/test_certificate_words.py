"""Facts in words and back; facts that cannot be said of a system; records as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import pytest

from caborules.check.certificate.codec import decode, encode
from caborules.check.certificate.fits import misfits
from caborules.check.certificate.section import Misread
from caborules.check.certificate.words import fact_text, read_fact
from caborules.ir import lowered as lo
from caborules.lower import groups, lower
from caborules.symbolic.facts import EACH, EVERYBODY, OWNER, Fact, Scope
from tests.support.lockstep_games import GAMES
from tests.support.rulesets import HEAD, shipped, system_of

C = "put-down.c"
ONE, OUT = Scope("one", "variable active"), Scope("outside but", "reveal.p", "reveal.p-rest")

SAID = {
    "stock is empty": Fact("empty", "stock"),
    "row of each player is empty": Fact("empty", "row", "", EACH),
    "row of each player outside reveal.p-rest but reveal.p is empty": Fact("empty", "row", "", OUT),
    "drawn of variable active has a card": Fact("filled", "drawn", "", ONE),
    "cards of row of each player are known to the owner": Fact("known", "row", "", EACH, OWNER),
    "put-down.c lies in drawn of variable active": Fact("lies", "drawn", C, ONE),
    "put-down.c is somewhere": Fact("exists", "", C),
    "put-down.c is known to everybody": Fact("told", "", C, who=EVERYBODY),
    "the face of put-down.c is known to everybody": Fact("face", "", C, who=EVERYBODY),
    "variable active can tell put-down.c": Fact("agrees", "", C, who="variable active"),
    "the hand is empty": Fact("hand empty"),
    "put-down.c is in the hand": Fact("in hand", "", C),
    "one-turn.player is equal to variable active": Fact("same", "", "one-turn.player", who="variable active"),
}


SETS = {
    "all of hand of each player lie face up": Fact("open", "hand", "", EACH),
    "part.cs are cards of hand of part.player": Fact("among", "hand", "part.cs", Scope("one", "part.player")),
    "part.cs has an element": Fact("some", "", "part.cs"),
}
"""Facts about sets of cards and hands, of a game that has some."""


@pytest.mark.parametrize("text", SETS)
def test_facts_about_sets_are_said_and_fit(text: str) -> None:
    assert fact_text(SETS[text]) == text
    assert read_fact(text) == SETS[text]
    assert misfits([SETS[text]], parting()) == ()


def test_what_is_no_set_of_cards_does_not_fit() -> None:
    one = Scope("one", "part.player")
    assert any("not of the kind" in why for why in misfits([Fact("some", "", "part.player")], parting()))
    assert any("cannot be said" in why for why in misfits([Fact("among", "hand", "part.cs", EACH)], parting()))
    assert any("holds no cards" in why for why in misfits([Fact("among", "hand", "game.p-rest", one)], parting()))
    assert misfits([Fact("some", "", "game.p-rest")], parting()) == (), (
        "there may be somebody in a collection of players"
    )
    assert misfits([Fact("among", "hand", "part.cs", one)], parting()) == ()


@pytest.mark.parametrize("text", SAID)
def test_facts_are_said_and_read_back(text: str) -> None:
    assert fact_text(SAID[text]) == text
    assert read_fact(text) == SAID[text]


@pytest.mark.parametrize(
    "text", ["", "stock", "stock is full", "row of each player of x is empty", "cards are known to x"]
)
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no "):
        read_fact(text)


@cache
def parting() -> lo.LoweredSystem:
    system = system_of(HEAD + GAMES["parting"])
    players, options = groups(system)[0]
    return lower(system, options, players)


@cache
def cabo() -> lo.LoweredSystem:
    system = shipped("cabo")
    players, options = groups(system)[0]
    return lower(system, options, players)


def test_facts_that_make_sense_fit() -> None:
    assert misfits(frozenset(SAID.values()), cabo()) == ()


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (Fact("empty", "cellar"), "no place cellar"),
        (Fact("empty", "stock", "", EACH), "cannot be said of stock"),
        (Fact("filled", "row", "", EACH), "cannot be said of row"),
        (Fact("filled", "row"), "cannot be said of row"),
        (Fact("lives", "", "nobody.c"), "no register nobody.c"),
        (Fact("lives", "", "one-turn.player"), "not of the kind"),
        (Fact("filled", "row", "", Scope("one", C)), "is no player"),
        (Fact("filled", "row", "", Scope("one", "variable score")), "is no player"),
        (Fact("empty", "row", "", Scope("outside", "", C)), "does not hold players"),
        (Fact("known", "stock", who=OWNER), "has no owner"),
        (Fact("told", "", C, who=OWNER), "has no owner"),
        (Fact("told", "", C, who="variable nothing"), "there is no variable nothing"),
        (Fact("agrees", "", C, who=C), "is no player"),
        (Fact("exists", "", "one-turn.player"), "not of the kind"),
        (Fact("face", "", "one-turn.player", who=EVERYBODY), "not of the kind"),
        (Fact("face", "", C, who=C), "is no player"),
        (Fact("same", "", C, who="one-turn.player"), "of another kind"),
        (Fact("same", "", C, who=C), "explained by itself"),
    ],
)
def test_facts_that_make_no_sense_do_not(fact: Fact, why: str) -> None:
    assert any(why in one for one in misfits([fact], cabo()))


def test_facts_that_explain_each_other_do_not_fit() -> None:
    left, right = "one-turn.player", "one-turn.player-2"
    both = [Fact("same", "", left, who=right), Fact("same", "", right, who=left)]
    assert misfits(both, cabo())
    assert not misfits(both[:1], cabo())


# ---------------------------------------------------------------- records
@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    weight: int = 1
    note: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Pair:
    left: Leaf
    facts: frozenset[Fact] = frozenset()


@dataclass(frozen=True, slots=True)
class Tree:
    parts: tuple[Leaf | Pair, ...]
    limits: tuple[int, int] | None = None
    counts: Mapping[str, int] = field(default_factory=dict)


TREE = Tree(
    (Leaf("a"), Leaf("b", 2, "not written"), Pair(Leaf("c", -1), frozenset({Fact("empty", "stock")}))), (1, 2), {"x": 1}
)


def test_records_are_written_and_read_back() -> None:
    said = encode(TREE, Tree)
    assert said == {
        "parts": [
            {"is": "Leaf", "name": "a"},
            {"is": "Leaf", "name": "b", "weight": 2},
            {"is": "Pair", "left": {"name": "c", "weight": -1}, "facts": ["stock is empty"]},
        ],
        "limits": [1, 2],
        "counts": [["x", 1]],
    }
    assert decode(said, Tree) == TREE


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"parts": {}},
        {"parts": [{"name": "a"}]},
        {"parts": [{"is": "Root", "name": "a"}]},
        {"parts": [{"is": "Leaf", "name": 1}]},
        {"parts": [{"is": "Leaf", "name": "a", "weight": True}]},
        {"parts": [{"is": "Leaf", "name": "a", "more": 1}]},
        {"parts": [{"is": "Leaf"}]},
        {"parts": [], "limits": [1]},
        {"parts": [], "limits": 1},
        {"parts": [], "counts": [["x"]]},
        {"parts": [{"is": "Pair", "left": {"name": "c"}, "facts": ["stock is full"]}]},
        [],
        None,
    ],
)
def test_what_is_not_of_the_type_is_refused(wrong: object) -> None:
    with pytest.raises(Misread):
        decode(wrong, Tree)
