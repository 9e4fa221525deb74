"""What authors state is proved where it holds, and refuted by a game where it does not; each form with a defect."""

from __future__ import annotations

from functools import cache

import pytest

from caborules.api.game import Ruleset
from caborules.check.narrate import choice_texts
from caborules.check.proofs import prove_steps
from caborules.check.properties.look import look
from caborules.check.properties.prove import prove
from caborules.check.properties.watch import watch
from caborules.check.prove import Memory
from caborules.check.work import Work
from caborules.diagnostics.verdict import Verdict
from caborules.lower import groups, lower
from tests.support.rulesets import HEAD, shipped, system_of

GAME = (
    HEAD
    + """\
state
    turn-of: player, at first first-seat
    boss: player or nobody, each part nobody
    done of each player: yes or no, each part no
    chips of each player: 0..99, at first 10
    pot: 0..999, at first 0

rule game
    repeat 3 times
        part

rule part "A part"
    for each p in players
        move all of row of p to stock
        move all of held of p to stock
    move all of discard to stock
    shuffle stock
    repeat until boss is not nobody and (no q in others of boss where not done of q)
        let last be boss is not nobody
        if turn-of is not boss
            go by turn-of
        if last
            set done of turn-of to yes
        set turn-of to left of turn-of
    for each p in players
        pay 1 from pot to chips of p otherwise nothing

rule go by (player) "A turn"
    player must
        bet when chips of player is at least 1
            pay 1 from chips of player to pot otherwise nothing
        draw when stock is not empty
            move top of stock to held of player otherwise nothing
            move held of player to discard otherwise nothing
        lead when boss is nobody
            crown by player
        rest

rule crown by (player)
    set boss to player

"""
)

STATED = {
    "final": "after boss is not nobody until part is over unchanged boss",
    "one more turn": "after boss is not nobody until part is over exactly 1 go for each q in others of boss",
    "once": "during part at most 1 crown",
    "held cards are seen": "never some p in players where held of p is not empty and not p knows held of p",
    "the stock is secret": "always size of stock is at most 1 or "
    "no c in all of stock where some p in players where p knows c",
    "not the boss": "never boss is not nobody and done of boss",
    "chips stay": "conserved pot plus (sum of chips of p for each p in players)",
}


@cache
def verdicts(rules: str) -> dict[str, Verdict]:
    """Verdicts on all statements for the rules."""
    system = system_of(rules + "".join(f'property "{name}"\n    {text}\n\n' for name, text in STATED.items()))
    ranges = groups(system)[:1]
    lowered = tuple(lower(system, options, players) for players, options in ranges)
    memory = Memory()
    proofs = prove_steps(lowered, memory)
    work = Work(Ruleset(system), {}, tuple(ranges), lowered, proofs, memory, choice_texts(system))
    return {one.property.removeprefix("author:"): one for one in look(work)}


def found(rules: str) -> dict[str, str]:
    return {name: one.found for name, one in verdicts(rules).items()}


def broken(old: str, new: str) -> str:
    assert GAME.count(old) == 1, old
    return GAME.replace(old, new)


def test_what_holds_is_proved() -> None:
    """All statements hold of the game as it is."""
    assert found(GAME) == dict.fromkeys(STATED, "holds")
    assert all(one.evidence == "proved" and one.obligations for one in verdicts(GAME).values())


TICKED = "boss is not nobody and (no q in others of boss where not done of q)"
MIXED = {
    "as it is": ("", "holds"),
    "nobody is ticked off before the end": (" and q is first-seat", "violated"),
}


@pytest.mark.parametrize("name", MIXED)
def test_a_test_may_speak_of_places_that_are_not_followed(name: str) -> None:
    """What it says of players is followed all the same: that nobody is left who has not had a turn."""
    more, wanted = MIXED[name]
    test = f"({TICKED.replace('of q)', f'of q{more})')}) or (boss is nobody and stock is empty)"
    result = found(broken(TICKED, test))
    assert result == dict.fromkeys(STATED, "holds") | {"one more turn": wanted}


DEFECTS = {
    "another leads": ("lead when boss is nobody", "lead", {"final", "once", "not the boss"}),
    "two turns each": ("go by turn-of\n", "go by turn-of\n            go by turn-of\n", {"one more turn"}),
    "nobody is ticked off before the end": (
        "where not done of q)", "where not done of q and q is first-seat)", {"one more turn"}
    ),
    "no shuffle": ("    shuffle stock\n", "    flip all of discard up\n", {"the stock is secret"}),
    "a chip is lost": (
        "pay 1 from chips of player to pot otherwise nothing",
        "add -1 to chips of player otherwise nothing",
        {"chips stay"},
    ),
    "the boss is ticked off": ("        if last\n", "        if last or turn-of is boss\n", {"not the boss"}),
}  # fmt: skip


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found(name: str) -> None:
    """Each defect gets exactly its verdicts: what it breaks is violated by a game that was played."""
    old, new, breaks = DEFECTS[name]
    result = found(broken(old, new))
    assert {one for one, what in result.items() if what != "holds"} == breaks
    assert all(result[one] == "violated" for one in breaks)


@pytest.mark.slow
def test_every_card_of_a_place_is_followed() -> None:
    """A row stays as it is where its owner is out of reach: told by whose cards are moved."""
    system = shipped("cabo")
    settings = {"matching.caller-matches": False}
    players, options = groups(system, settings)[0]
    lowered, memory = lower(system, options, players), Memory()
    proof = prove_steps([lowered], memory)[0]
    claim = next(one for one in system.properties if one.title.startswith("a protected caller"))
    assert prove(watch(system, lowered, claim), proof, memory, 2).why == ""


UNSEEN = {
    "no pot is empty while cards go round": "during tidy never pot is 0",
    "it may be so while somebody decides": "during part never pot is 1000",
}


def test_a_claim_of_a_rule_in_which_nobody_decides_never_applies() -> None:
    """It is false, and looked at nowhere: neither holds nor is broken."""
    rules = (
        broken("    shuffle stock\n", "    shuffle stock\n    tidy\n")
        + "rule tidy\n    move all of discard to stock\n\n"
    )
    system = system_of(rules + "".join(f'property "{name}"\n    {text}\n\n' for name, text in UNSEEN.items()))
    ranges = groups(system)[:1]
    lowered = tuple(lower(system, options, players) for players, options in ranges)
    memory = Memory()
    work = Work(Ruleset(system), {}, tuple(ranges), lowered, prove_steps(lowered, memory), memory, choice_texts(system))
    one, other = look(work)
    assert (one.found, one.evidence) == ("never-applies", "proved") and "nobody decides anything" in one.reason
    assert other.found == "holds"
