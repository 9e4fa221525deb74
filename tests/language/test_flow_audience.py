"""Who can know what: conditions, chosen cards, stored values. E401 and E405."""

from __future__ import annotations

import pytest

from tests.language.flow_game import expected, flow, reported

TEXTS = {
    "a condition on a hidden card": """
rule game
    move top of stock to row of active
    if rank of top of row of active is 3                                # E401
        set done to yes
""",
    "a condition on a card in one's hand": """
rule game
    move top of stock to drawn of active
    if rank of drawn of active is 3                                     # E401
        set done to yes
""",
    "a condition on a card that lies open": """
rule game
    move top of stock to discard
    if rank of top of discard is 3
        set done to yes
""",
    "shown first": """
rule game
    move top of stock to drawn of active
    show drawn of active to everyone
    if rank of drawn of active is 3
        set done to yes
""",
    "shown to one player only": """
rule game
    show top of stock to active
    if rank of top of stock is 3                                        # E401
        set done to yes
""",
    "the top is shown, and another card comes on it": """
rule game
    move top of stock to row of active
    show top of stock to everyone
    if rank of top of stock is 3
        move top of row of active to stock
        if rank of top of stock is 4                                    # E401
            set done to yes
""",
    "a card that was seen is known where it comes to": """
rule game
    move top of stock to discard
    let c be top of discard
    move c to row of active
    if rank of c is 3
        set done to yes
    if rank of top of row of active is 3
        set done to yes
""",
    "a shuffle ends what was known": """
rule game
    move top of stock to discard
    move top of stock to discard
    let c be top of discard
    move all of discard to row of active
    if rank of c is 3
        set done to yes
    shuffle row of active
    if rank of top of row of active is 3                                # E401
        set done to yes
""",
    "a swap brings a hidden card": """
rule game
    move top of stock to discard
    move top of stock to row of active
    swap top of discard with top of row of active
    if rank of top of row of active is 3
        set done to yes
    swap top of row of active with top of stock
    if rank of top of row of active is 3                                # E401
        set done to yes
""",
    "a value that was computed from a hidden card": """
rule game
    let hit be rank of top of stock is 3
    if hit                                                              # E401
        set done to yes
""",
    "a value that is announced": """
rule game
    let hit be rank of top of stock is 3
    announce "it is" hit
    if hit
        set done to yes
""",
    "a value announced on one way only": """
rule game
    let hit be rank of top of stock is 3
    if count is 2
        announce "it is" hit
    if hit                                                              # E401
        set done to yes
""",
    "every row is turned up": """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
    for each p in players
        flip all of row of p up
    for each p in players
        if some c in row of p where rank of c is 3
            set score of p to sum of value of c for each c in row of p   # W302
""",
    "one row is turned up": """
rule game
    for each p in players
        move top of stock to row of p otherwise nothing
    flip all of row of active up
    for each p in players
        if some c in row of p where rank of c is 3                      # E401
            set score of p to 3
""",
    "where and until": """
rule game
    lay-out
    for each p in players where some c in hand of p where rank of c is 3   # E401
        set score of p to 3
    repeat until (sum of value of c for each c in hand of active) is 3     # E401
        active may
            draw when stock is not empty
                move top of stock to hand of active
""",
    "which card moves": """
rule game
    lay-out
    if hand of active is not empty
        move first c in hand of active where rank of c is 3 otherwise top of hand of active to discard   # E401
""",
    "knowing is public": """
rule game
    lay-out
    if some c in row of active where active knows c
        set done to yes
""",
    "a score of hidden cards": """
rule game
    move top of stock to row of active
    set score of active to value of top of row of active                 # E405
""",
    "a score of cards turned up": """
rule game
    move top of stock to row of active
    flip all of row of active up
    set score of active to value of top of row of active
""",
    "a score that is announced": """
rule game
    move top of stock to row of active
    let won be value of top of row of active
    announce "the score" won
    set score of active to won
""",
    "which rule a hidden card sets off": """
define table deeds by card "What cards do"
    deed: rule by (player) = nothing "What happens?"

table deeds | deed
    1, 2    | peek
    other   | --

rule peek by (player)
    show all of row of player to player

rule game
    lay-out
    move top of stock to discard otherwise end game
    do deed of top of discard by active
    move top of stock to row of active otherwise end game
    do deed of top of row of active by active                           # E401
""",
    "where a card lies after a shuffle": """
rule game
    lay-out
    let c be top of row of active                                       # E320
    show c to everyone
    if value of c is 3
        shuffle row of active
        if value of c is 3
            if position of c is 1                                       # E401
                set done to yes
""",
    "a card that is followed through a shuffle": """
rule game
    lay-out
    if row of active is not empty
        let c be top of row of active
        shuffle row of active
        move c to discard                                               # E401
""",
    "a card that leaves before the shuffle": """
rule game
    lay-out
    if row of active is not empty
        let c be top of row of active
        move c to discard
        shuffle row of active
        move c to stock
""",
    "a look that nobody may notice": """
rule game
    lay-out
    if row of active is not empty
        show top of row of active to active secretly
    if some c in row of active where active knows c                     # E401
        set done to yes
""",
    "who has won, by hidden cards": """
won by those p in players with the highest (sum of value of c for each c in row of p)   # E405

rule game
    lay-out
""",
    "who has won, by cards turned up": """
won by those p in players with the highest (sum of value of c for each c in row of p)

rule game
    lay-out
    for each p in players
        flip all of row of p up
""",
    "a payment of hidden cards": """
rule game
    set score of active to 20
    set count to 0
    if stock is not empty
        let lost be value of top of stock
        pay lost from score of active to count                          # E405 W302
""",
    "that a window is held is seen, also where nobody may react": """
rule inner
    active alone may
        stop
            nothing

rule game
    lay-out
    inner

window grab "Grabbing"
    opens after lay-out
    held during inner when (some c in row of active where rank of c is 3)   # E401
    p in players may
        match
            nothing
""",
    "all rows are shown after a rule further out was left from within a choice": """
rule game
    lay-out
    lap
    for each p in players
        flip all of row of p up
    for each p in players
        if some c in row of p where rank of c is 3
            set score of p to 3

rule lap
    repeat until done
        one-turn by active
        set active to left of active

rule one-turn by (player)
    player must
        take (c in row of player) when stock is not empty
            move top of stock to drawn of player
            swap drawn of player with c
            end lap
        stop
            set done to yes
""",
    "that an event can happen is seen": """
rule game
    lay-out
    active may
        stop
            nothing

event ring when (some c in row of active where rank of c is 3) "A ring"     # E401
    set done to yes
""",
    "who is waited for is seen": """
rule game
    lay-out
    await grab                                                              # E404

window grab "Grabbing"
    opens after lay-out
    p in players may
        match (c in hand of p where rank of c is 3)
            show c to everyone
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    assert expected(TEXTS[name]) == reported(TEXTS[name])


REACTIONS = """
window snap
    opens after lay
    p in players may
        throw (c in row of p) "throw"
            move c to stock
            shuffle stock

rule lay
    move top of stock to discard otherwise nothing

rule game
    lay-out
    lay
    active may
        look (mine in row of active) "look"
            show mine to active
            active FORCE
                give (theirs in row of left of active) "give"
                    swap mine with theirs
"""


def test_a_card_that_a_reaction_may_have_shuffled_is_mended_by_alone() -> None:
    """The player who has just looked knows the card: a reaction in between hides it, and `alone` keeps that off."""
    (leak,) = (d for d in flow(REACTIONS.replace("FORCE", "may")).diagnostics if d.severity == "error")
    assert leak.code == "E401"
    assert leak.span is not None
    assert f"Write `active alone may` in line {leak.span.start.line - 2}" in leak.mend
    assert "Show the card" not in leak.mend
    assert not [d for d in flow(REACTIONS.replace("FORCE", "alone may")).diagnostics if d.severity == "error"]


def test_what_one_player_alone_knows_may_become_that_players_decision() -> None:
    (leak,) = (d for d in flow(TEXTS["a condition on a card in one's hand"]).diagnostics if d.severity == "error")
    assert "let active decide" in leak.mend
    assert "`active alone may` (or `must`)" in leak.mend
    (leak,) = (d for d in flow(TEXTS["a condition on a hidden card"]).diagnostics if d.severity == "error")
    assert "decide" not in leak.mend


CHOSEN = {
    "cards": ("let got be those c in hand of active where rank of c is 3", "got"),
    "a card": ("let one be first c in hand of active where rank of c is 3 otherwise top of stock", "one"),
}


@pytest.mark.parametrize("what", CHOSEN)
def test_a_choice_of_cards_is_mended_by_the_line_that_is_shown(what: str) -> None:
    """Showing the cards would tell as much as moving them: what works is to say which they are."""
    let, name = CHOSEN[what]
    rule = f"\nrule game\n    {let}\nSAID    move {name} to discard\n"
    (leak,) = (d for d in flow(rule.replace("SAID", "")).diagnostics if d.code == "E401")
    assert "Show the card" not in leak.mend
    (line,) = (line.strip() for line in leak.mend.splitlines() if line.startswith("  "))
    assert line.startswith("announce ")
    assert line.endswith(f" {name}")
    assert not [d for d in flow(rule.replace("SAID", f"    {line}\n")).diagnostics if d.severity == "error"]


def test_chosen_cards_without_a_name_are_given_one() -> None:
    rule = "\nrule game\n    move (those c in hand of active where rank of c is 3) to discard\n"
    (leak,) = (d for d in flow(rule).diagnostics if d.code == "E401")
    let, announce = (line.strip() for line in leak.mend.splitlines() if line.startswith("  "))
    named = let.replace("...", "those c in hand of active where rank of c is 3")
    mended = f"\nrule game\n    {named}\n    {announce}\n    move found to discard\n"
    assert not [d for d in flow(mended).diagnostics if d.severity == "error"]
