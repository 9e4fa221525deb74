"""Fixing a game: options by value or text, and everything that can be wrong with them, at once."""

from __future__ import annotations

import pytest

from caborules.api.game import Ruleset
from caborules.diagnostics.record import Refused
from caborules.engine.game import domain, set_up, value_text
from caborules.ir.types import RuleValue
from tests.support.rulesets import HEAD, shipped, system_of

CABO = shipped("cabo")


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [diagnostic.code for diagnostic in caught.value.diagnostics]


def test_defaults_may_depend_on_the_number_of_players() -> None:
    assert len(set_up(CABO, 4).faces) == 52
    assert len(set_up(CABO, 5).faces) == 104


def test_an_option_is_given_by_value_or_by_text() -> None:
    for chain in ("none", "finder"):
        assert set_up(CABO, 2, {"matching.chain": chain}).options["matching.chain"] == chain
    assert set_up(CABO, 2, {"jokers": "2"}).options["jokers"] == 2
    assert len(set_up(CABO, 2, {"jokers": 2}).faces) == 54
    assert set_up(CABO, 2, {"matching.offered": "no"}).options["matching.offered"] is False
    late = set_up(CABO, 2, {"cost.late-match": "penalty-cards 1"}).options["cost.late-match"]
    assert late == RuleValue("penalty-cards", (("n", 1),))
    assert set_up(CABO, 2, {"cost.late-match": "nothing"}).options["cost.late-match"] is None


def test_a_number_is_not_a_truth_value() -> None:
    for given in ({"jokers": True}, {"matching.offered": 1}):
        with pytest.raises(Refused) as caught:
            set_up(CABO, 2, given)
        assert codes(caught) == ["E702"]


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(Refused) as caught:
        set_up(CABO, 2, {"matching.chian": "none", "jokers": 9, "rows.upcard": "no", "matching.chain": "none"})
    assert codes(caught) == ["E701", "E702", "E703"]
    texts = [f"{d.message} {d.mend}" for d in caught.value.diagnostics]
    assert "matching.chain" in texts[0] and "0..4" in texts[1] and "yes" in texts[2]


def test_a_fixed_option_may_be_given_the_value_that_it_has() -> None:
    assert set_up(CABO, 2, {"rows.upcard": "yes"}).options["rows.upcard"] is True


def test_a_combination_that_the_ruleset_excludes() -> None:
    with pytest.raises(Refused) as caught:
        set_up(CABO, 6, {"two-decks": False})
    assert codes(caught) == ["E704"]
    assert "two decks" in caught.value.diagnostics[0].message


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 10**9])
def test_a_number_of_players_that_the_game_is_not_for(players: int) -> None:
    with pytest.raises(Refused) as caught:
        set_up(CABO, players)
    assert codes(caught) == ["E705"]


def test_keywords_presets_and_the_fewest_players() -> None:
    ruleset = Ruleset(CABO)
    game = ruleset.game(preset="quick", matching__offered=True)
    assert game.num_players == 2
    assert (game.options["game.target"], game.options["matching.offered"]) == (50, True)
    with pytest.raises(Refused) as caught:
        ruleset.game(preset="quik")
    assert codes(caught) == ["E706"]
    assert "quick" in caught.value.diagnostics[0].mend


def test_a_domain_is_written_out() -> None:
    setup = set_up(CABO, 2)
    assert domain(setup, CABO.options["jokers"]) == (0, 1, 2, 3, 4)
    late = [value_text(value) for value in domain(setup, CABO.options["cost.late-match"])]
    assert late == ["nothing", "penalty-cards 1"]


def test_the_deck_follows_the_options_in_its_order() -> None:
    text = HEAD.replace("    plain\n", "    plain when big\n    plain, copies times\n", 1).replace(
        "deck in", 'options\n    big: yes or no = no "A big deck"\n    copies: 1..3 = 1 "Copies"\n\ndeck in'
    )
    system = system_of(text + "rule game\n    nothing\n")
    assert len(set_up(system, 2).faces) == 12
    assert len(set_up(system, 2, {"big": True, "copies": 3}).faces) == 48
    assert set_up(system, 2, {"copies": 2}).faces[12] == ("red", 1)
