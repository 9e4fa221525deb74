"""Places keep the secrecy that they declare; where the rules give it up, a game shows it."""

from __future__ import annotations

from caborules.api.game import Ruleset
from caborules.check.narrate import choice_texts
from caborules.check.proofs import prove_steps
from caborules.check.prove import Memory
from caborules.check.secrecy.look import look
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.ir.system import System
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, shipped, system_of

GAME = (
    HEAD
    + """\
rule game
    shuffle stock
    repeat 20 times
        for each p in players
            go by p

rule go by (player) "A turn"
    player must
        draw
            if stock is empty
                move rest of discard to stock
                shuffle stock
            move top of stock to discard otherwise nothing
        rest

"""
)


def _verdict(system: System) -> Verdict:
    ranges = groups(system)[:1]
    lowered = tuple(lower(system, options, players) for players, options in ranges)
    memory = Memory()
    proofs = prove_steps(lowered, memory)
    (one,) = look(Work(Ruleset(system), {}, tuple(ranges), lowered, proofs, memory, choice_texts(system)))
    return one


def verdict(old: str = "", new: str = "") -> Verdict:
    assert GAME.count(old) == 1 or not old
    return _verdict(system_of(GAME.replace(old, new) if old else GAME))


def test_a_stock_that_is_shuffled_keeps_its_secret() -> None:
    assert verdict().found == "holds"
    assert verdict().evidence == "proved"


def test_recycling_without_a_shuffle_is_a_violation() -> None:
    """Nobody is told a card that they had not seen, and yet all know the stock."""
    one = verdict("                shuffle stock\n", "")
    assert one.found == "violated"
    assert one.witness is not None
    assert "nobody knows a card of stock" in one.witness.title


def test_showing_a_card_of_the_stock_is_a_violation() -> None:
    one = verdict("        rest\n", "        rest\n            show all of stock to player\n")
    assert one.found == "violated"


def test_a_row_whose_cards_are_shown_is_declared() -> None:
    """The lines that show a card of a face-down row are listed."""
    line = "\n            "
    shows = f"move top of stock to row of player otherwise nothing{line}show all of row of player to player"
    one = verdict("        rest\n", f"        rest{line}{shows}\n")
    assert one.found == "declared"
    assert any("row: a card is shown in rule go" in detail for detail in one.details)


def test_a_two_card_discard_makes_a_known_card() -> None:
    """Fact 7: two discards recycled make a stock of one card, which everybody knows; a game shows it."""
    one = _verdict(shipped("cabo"))
    assert one.found == "declared"
    assert any("a single card that was known stays known" in detail for detail in one.details)
    assert any("row: a card is shown in rule first-look" in detail for detail in one.details)
