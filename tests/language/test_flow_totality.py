"""Whoever must choose can choose, or the rules say what happens; what can never apply is said. E314, W604."""

from __future__ import annotations

import pytest

from tests.language.flow_game import expected, reported

TEXTS = {
    "a guard may fail": """
rule game
    lay-out
    active must                                                         # E314
        draw when stock is not empty
            move top of stock to row of active
        take when discard is not empty
            move top of discard to row of active
""",
    "one choice has no guard": """
rule game
    lay-out
    active must
        draw when stock is not empty
            move top of stock to row of active
        pass
""",
    "otherwise says what happens": """
rule game
    repeat until done
        active must
            draw when stock is not empty
                move top of stock to row of active
        otherwise
            set done to yes
""",
    "guards that cover everything": """
rule game
    repeat until done
        active must
            draw when stock is not empty
                move top of stock to row of active
            stop when stock is empty
                set done to yes
""",
    "guards that leave a gap": """
rule game
    repeat until done
        active must                                                     # E314
            draw when size of stock is more than 1
                move top of stock to row of active
            stop when stock is empty
                set done to yes
""",
    "a domain may be empty": """
rule game
    lay-out
    active must                                                         # E314
        throw (c in row of active)
            move c to discard
""",
    "a condition on a set that any single card meets": """
rule game
    lay-out
    if hand of active is not empty
        active must
            throw (some cs in hand of active sharing suit where size of cs is 1 or no c in cs where value of c is 6)
                move cs to discard
""",
    "a condition on a set that some single card may not meet": """
rule game
    lay-out
    if hand of active is not empty
        active must                                                     # E314
            throw (some cs in hand of active sharing suit where size of cs is at least 2)
                move cs to discard
""",
    "a condition that two cards would have to meet": """
rule game
    lay-out
    if size of row of active is at least 2
        active must                                                     # E314
            throw (2..3 cs in row of active where size of cs is 1 or size of cs is 2)
                move cs to discard
""",
    "a domain is not empty": """
rule game
    lay-out
    if row of active is not empty
        active must
            throw (c in row of active)
                move c to discard
""",
    "too few cards for a set": """
rule game
    lay-out
    if row of active is not empty
        active must                                                     # E314
            throw (2 cs in row of active)
                move cs to discard
""",
    "enough cards for a set": """
rule game
    lay-out
    if size of row of active is at least 2
        active must
            throw (2 cs in row of active)
                move cs to discard
        active may
            throw (some cs in hand of active sharing rank)
                move cs to discard
""",
    "each of several must": """
rule game
    lay-out
    each p in players must                                              # E314
        throw (c in row of p)
            move c to discard
""",
    "each of several can": """
rule game
    lay-out
    each p in players must
        throw (c in row of p)
            move c to discard
        keep
""",
    "otherwise that never applies": """
rule game
    active must                                                         # W604
        stop
            set done to yes
    otherwise
        set done to no
""",
    "a branch that never applies": """
rule game
    move top of stock to discard
    if discard is empty                                                 # W604
        set done to yes
""",
    "a branch that applies on one of two ways": """
rule tell
    if discard is empty
        set done to yes

rule game
    tell
    move top of stock to discard
    tell
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    assert expected(TEXTS[name]) == reported(TEXTS[name])
