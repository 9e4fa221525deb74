"""Steps that can fail: each text that is refused stands next to one that is not."""

from __future__ import annotations

import pytest

from tests.language.flow_game import expected, flow, reported

TEXTS = {
    "the top of a stock that may be empty": """
rule game
    repeat until done
        active may
            draw
                move top of stock to row of active                      # E320
            stop
                set done to yes
""",
    "a test before it": """
rule game
    repeat until done
        active may
            draw
                if stock is not empty
                    move top of stock to row of active
            stop
                set done to yes
""",
    "a guard": """
rule game
    repeat until done
        active may
            draw when stock is not empty
                move top of stock to row of active
            stop
                set done to yes
""",
    "otherwise on the line": """
rule game
    repeat until done
        active may
            draw
                move top of stock to row of active otherwise set done to yes
""",
    "the deck lies there at the start": """
rule game
    move top of stock to discard
    shuffle stock
""",
    "a guard that is weaker": """
rule game
    repeat until done
        active may
            draw when size of stock is at least 0
                move top of stock to row of active                      # E320
            stop
                set done to yes
""",
    "two cards need two": """
rule game
    repeat until done
        active may
            draw when size of stock is at least 1
                move top of stock to row of active
                move top of stock to row of active                      # E320
            stop
                set done to yes
""",
    "two cards are there": """
rule game
    repeat until done
        active may
            draw when size of stock is at least 2
                move top of stock to row of active
                move top of stock to row of active
            stop
                set done to yes
""",
    "the one card is gone": """
rule game
    move top of stock to drawn of active
    move drawn of active to discard
    swap drawn of active with top of stock                              # E320
""",
    "the one card is there": """
rule game
    move top of stock to drawn of active
    swap drawn of active with top of stock
    move drawn of active to discard
""",
    "a place for one card is taken": """
rule game
    move top of stock to drawn of active
    move top of stock to drawn of active                                # E320
""",
    "a place for one card is free again": """
rule game
    move top of stock to drawn of active
    move drawn of active to row of active
    move top of stock to drawn of active
""",
    "a function is seen through": """
define can-draw: yes or no
    no when done
    no when stock is empty
    otherwise yes

rule game
    repeat until done
        active may
            draw when can-draw
                move top of stock to row of active
            stop
                set done to yes
""",
    "a function that says less": """
define can-draw: yes or no
    no when done
    yes when discard is not empty
    otherwise stock is not empty

rule game
    move top of stock to discard
    repeat until done
        active may
            draw when can-draw
                move top of stock to row of active                      # E320
            stop
                set done to yes
""",
    "in a function, where it is used": """
define top-rank = rank of top of discard

rule game
    if discard is not empty and top-rank is 3
        announce "three"
    if top-rank is 4                                                    # E320
        announce "four"
""",
    "a domain tells that there is a card": """
rule game
    lay-out
    for each p in players
        p may
            throw (c in row of p)
                move top of stock to discard otherwise nothing
                move c to stock
                move top of stock to discard
""",
    "after a call the fact is gone": """
rule take-all
    move all of stock to discard

rule game
    if stock is not empty
        take-all
        move top of stock to row of active                              # E320
""",
    "after a call the fact still holds": """
rule take-one
    move top of stock to discard otherwise nothing

rule game
    if size of stock is at least 2
        take-one
        move top of stock to row of active
""",
    "a reaction may have taken the card": """
window grab "Grabbing"
    opens after deal
    p in players where stock is not empty may
        grab "grab the top card"
            move top of stock to row of p

rule deal
    move top of stock to discard

rule game
    deal
    if stock is not empty
        active may
            draw
                move top of stock to row of active                      # E320
""",
    "a reaction may have added a card": """
window grab "Grabbing"
    opens after deal
    p in players where row of p is not empty may
        give (c in row of p) "put a card on the stock"
            move c to stock

rule deal
    set done to no

rule game
    lay-out
    deal
    if stock is not empty
        active may
            draw
                move top of stock to row of active
""",
    "a window that is closed takes nothing": """
window grab "Grabbing"
    opens after deal
    closes before ending
    p in players where stock is not empty may
        grab "grab the top card"
            move top of stock to row of p

rule deal
    move top of stock to discard

rule ending
    if stock is not empty
        active may
            draw
                move top of stock to row of active

rule game
    deal
    active may
        wait
    ending
""",
    "lot from nobody": """
rule game
    let rich be those p in players where score of p is more than 3
    let lucky be one of rich at random                                  # E320
    set active to lucky
""",
    "lot from somebody": """
rule game
    let rich be those p in players where score of p is more than 3
    if rich is not empty
        let lucky be one of rich at random
        set active to lucky
""",
    "the highest of nothing": """
rule game
    move top of stock to discard
    set count to (highest of value of c for each c in discard) minus 1
    if count is 3
        move all of discard to stock
    if (highest of value of c for each c in discard) is 3                # E320
        set done to yes
""",
    "what made a player part of a loop need not hold later": """
rule game
    lay-out
    for each p in (those q in players where row of q is not empty)
        move top of row of p to discard                                 # E320
        for each q in players
            move all of row of q to stock
""",
    "what made a player part of a loop is not touched": """
rule game
    lay-out
    for each p in (those q in players where row of q is not empty)
        show top of row of p to p
""",
    "the condition of a loop is asked before each round": """
rule game
    lay-out
    for each p in players where row of p is not empty
        move top of row of p to discard
        for each q in players
            move all of row of q to stock
""",
    "a named collection is known by its name": """
rule game
    lay-out
    let chosen be those c in row of active where active knows c
    if chosen is not empty
        move first-cards of (1, chosen) to discard
        let c be one of chosen at random
        show c to everyone
""",
    "the variable changed meanwhile": """
rule game
    lay-out
    if row of active is not empty
        set active to left of active
        move top of row of active to discard                            # E320
""",
    "a name keeps its player": """
rule turn by (player)
    if row of player is not empty
        set active to left of active
        move top of row of player to discard

rule game
    lay-out
    turn by active
""",
    "every row is filled in a loop over all": """
rule game
    for each p in players
        move top of stock to row of p otherwise end game
    for each p in players
        move top of row of p to discard
""",
    "one row only is filled": """
rule game
    move top of stock to row of active
    for each p in players
        move top of row of p to discard                                 # E320
""",
    "what all have done holds of a player who was known to be otherwise": """
rule game
    move top of stock to drawn of active
    for each p in players
        move all of drawn of p to stock
    move top of stock to drawn of active
""",
    "what some have done does not": """
rule game
    move top of stock to drawn of active
    for each p in others of active
        move all of drawn of p to stock
    move top of stock to drawn of active                                # E320 E320
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    assert expected(TEXTS[name]) == reported(TEXTS[name])


def test_the_message_names_the_guard_and_the_way() -> None:
    """E320 says what is needed, which test is missing, and how the line is reached."""
    (found,) = flow(
        """
rule draw by (player)
    move top of stock to row of player

rule game
    move all of stock to discard
    draw by active
"""
    ).diagnostics
    assert "top of stock" in found.message
    assert "stock is not empty" in found.message
    assert "otherwise" in found.mend
    assert "game > draw" in found.why
