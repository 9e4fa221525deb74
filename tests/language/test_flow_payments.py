"""Payments: a loop that pays the parts of a sum that is covered; purses that are only ever paid from one to another."""

from __future__ import annotations

import pytest

from tests.language.flow_game import expected, reported

PURSES = """
state
    chips of each player: 0..60, at first 10
    pot: 0..60, at first 0
    price of each player: 0..3, at first 0

define bill of (player) = sum of price of q for each q in others of player
define fee of (p: player, q: player): 0..3
    price of q minus price of p when price of q is more than price of p
    otherwise 0
define fees of (player) = sum of fee of (player, q) for each q in others of player
"""

TEXTS = {
    "each part of a sum that is covered": """
rule game
    for each p in players where bill of p is at most chips of p
        for each q in others of p
            pay price of q from chips of p to chips of q
""",
    "the sum is tested by another comparison": """
rule game
    if chips of active is more than bill of active
        for each q in others of active
            pay price of q from chips of active to pot
""",
    "a part by a function of both players, which is never negative": """
rule game
    for each p in players
        if fees of p is at most chips of p
            for each q in others of p
                pay fee of (p, q) from chips of p to chips of q
""",
    "a sum over fewer": """
rule game
    for each p in players where bill of p is at most chips of p
        for each q in players
            pay price of q from chips of p to chips of q                # E321
""",
    "another sum": """
rule game
    for each p in players where fees of p is at most chips of p
        for each q in others of p
            pay price of q from chips of p to chips of q                # E321
""",
    "another purse": """
rule game
    for each p in players where bill of p is at most pot
        for each q in others of p
            pay price of q from chips of p to chips of q                # E321
""",
    "what is less than the sum covers nothing": """
rule game
    for each p in players where bill of p is at least chips of p
        for each q in others of p
            pay price of q from chips of p to chips of q                # E321
""",
    "the payer was charged in between": """
rule game
    for each p in players where bill of p is at most chips of p and chips of p is at least 1
        pay 1 from chips of p to pot
        for each q in others of p
            pay price of q from chips of p to chips of q                # E321
""",
    "more than one payment in a round": """
rule game
    for each p in players where bill of p is at most chips of p
        for each q in others of p
            pay price of q from chips of p to chips of q                # E321
            pay price of q from chips of p to pot                       # E321
""",
    "a part that depends on what is paid": """
define wealth of (player) = sum of chips of q for each q in others of player
rule game
    for each p in players where wealth of p is at most chips of p
        for each q in others of p
            pay chips of q from chips of p to chips of q                # E321
""",
    "a part that may be negative": """
define dues of (player) = sum of (price of q minus 1) for each q in others of player
rule game
    for each p in players where dues of p is at most chips of p
        for each q in others of p
            pay price of q minus 1 from chips of p to chips of q        # E321 W302
""",
    "a purse with too little room": """
state
    box: 0..29, at first 0
rule game
    if chips of active is at least 3
        pay 3 from chips of active to box                               # W302
""",
    "a purse that is filled from elsewhere": """
rule fill
    let more be one of {7, 58} at random
    set pot to more
rule game
    fill
    if chips of active is at least 3
        pay 3 from chips of active to pot                               # W302
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    text = PURSES + TEXTS[name]
    assert expected(text) == reported(text)


def test_a_purse_with_room_for_all_never_overflows() -> None:
    """Three players with ten each: thirty fit, twenty-nine do not."""
    text = TEXTS["a purse with too little room"].replace("0..29", "0..30").replace("# W302", "")
    assert reported(PURSES + text) == set()
