"""Numbers that leave their range, and payments: each text that is refused stands next to one that is not."""

from __future__ import annotations

import pytest

from tests.language.flow_game import expected, flow, reported

TEXTS = {
    "a number certainly out of range": """
rule game
    set count to 4
    set count to count plus 2                                           # E302
""",
    "a number in range": """
rule game
    let some-number be one of {1, 2, 3} at random
    set count to some-number
    if count is less than 3
        add 3 to count
""",
    "a sum certainly out of range": """
rule game
    set count to 3
    add 3 to count                                                      # E302
""",
    "a sum that may leave its range": """
rule game
    repeat until done
        active may
            more
                add 1 to count                                          # W302
            stop
                set done to yes
""",
    "a sum that is tested": """
rule game
    repeat until done
        active may
            more when count is less than 5
                add 1 to count
            stop
                set done to yes
""",
    "a payment not covered": """
rule game
    set score of active to 10
    for each p in others of active
        pay 3 from score of p to score of active                        # E321 W302
""",
    "a payment that is tested": """
rule game
    set score of active to 10
    let due be count
    if due is at most score of active
        pay due from score of active to count                           # W302
""",
    "a payment from enough": """
rule game
    set score of active to 10
    pay 3 from score of active to count                                 # W302
""",
    "a payment too often": """
rule game
    set score of active to 5
    set count to 0
    pay 3 from score of active to count
    pay 3 from score of active to count                                 # E321 E302
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    assert expected(TEXTS[name]) == reported(TEXTS[name])


SCORES = """
rule game
    lay-out
    repeat 9 times
        for each p in players
            show row of p to everyone
            let t be (sum of value of c for each c in row of p) minus 3
            STEP
"""


def _warned(step: str) -> list[str]:
    return [d.mend for d in flow(SCORES.replace("STEP", step)).diagnostics if d.code == "W302"]


def test_what_keeps_a_score_within_its_range_is_said_and_does() -> None:
    """No range is wide enough for a sum over a game; each mend that the warning names takes the warning away."""
    (mend,) = _warned("add t to score of p")
    cap = "set score of p to 20 if new is more than 20 otherwise 0 if new is less than 0 otherwise new"
    test = "if new is at most 20 and new is at least 0"
    assert cap in mend
    assert test in mend
    assert "Widen" not in mend
    new = "let new be score of p plus t\n            "
    assert _warned(new + cap) == []
    assert _warned(f"{new}{test}\n                set score of p to new") == []
    assert "Widen" in _warned("set score of p to t")[0]
