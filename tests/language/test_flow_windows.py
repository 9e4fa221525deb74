"""Loops that pause, windows that are opened, rules that are running. E311, E312, E330, E331, E332."""

from __future__ import annotations

import pytest

from tests.language.flow_game import expected, reported

TEXTS = {
    "a loop without a decision": """
rule game
    repeat until done                                                   # E311
        set done to count is 3
""",
    "a loop that calls only rules without one": """
rule shift
    move top of stock to discard otherwise nothing

rule game
    repeat until done                                                   # E311
        shift
""",
    "a loop with a decision in a rule that it calls": """
rule ask
    active may
        stop
            set done to yes

rule game
    repeat until done
        ask
""",
    "a loop with chance": """
rule game
    repeat until done
        shuffle stock
        set done to yes
""",
    "a rule that is not running": """
rule lap
    set done to yes

rule game
    lap
    end lap                                                             # E312
""",
    "a rule that is not running on one of two ways": """
rule stop
    end lap                                                             # E312

rule lap
    stop

rule game
    lap
    stop
""",
    "a rule that is running": """
rule stop
    end lap

rule lap
    stop

rule game
    lap
    set done to yes
""",
    "a reaction ends what may be over": """
window halt "Halting"
    opens after deal
    p in players may
        halt "halt"
            end lap                                                     # E312

rule deal
    set done to no

rule lap
    active may
        stop
            set done to yes

rule game
    deal
    lap
    active may
        stop
            set done to yes
""",
    "a reaction ends what is running": """
window halt "Halting"
    opens after deal
    closes before ending
    p in players may
        halt "halt"
            end lap

rule deal
    set done to no

rule lap
    active may
        stop
            set done to yes

rule ending
    active may
        stop
            set done to yes

rule game
    deal
    lap
    ending
""",
    "a window that nothing opens": """
window halt "Halting"                                                   # E331
    p in players may
        halt "halt"
            set done to yes

rule game
    active may
        stop
            set done to yes
""",
    "a window that only a dead rule opens": """
window halt "Halting"                                                   # E331
    p in players may
        halt "halt"
            set done to yes

rule never-carried-out
    open halt

rule game
    active may
        stop
            set done to yes
""",
    "a window that a rule opens": """
window halt "Halting"
    p in players may
        halt "halt"
            set done to yes

rule game
    open halt
    active may
        stop
            set done to yes
""",
    "waiting inside its own reaction": """
window halt "Halting"
    p in players may
        halt "halt"
            settle

rule settle
    await halt                                                          # E332

rule game
    open halt
    active may
        stop
            set done to yes
""",
    "waiting after it": """
window halt "Halting"
    p in players may
        halt "halt"
            close halt

rule game
    open halt
    await halt
""",
    "a loop by again": """
rule game
    active may
        more when count is less than 5
            add 1 to count
            again
        stop
            set done to yes
""",
    "after again the facts are weaker": """
rule game
    if stock is not empty
        active may
            more
                move top of stock to discard                            # E320
                again
            stop
                set done to yes
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    assert expected(TEXTS[name]) == reported(TEXTS[name])


def test_rules_that_are_followed_too_far_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """E313 bounds the work; the finding stands at the first rule."""
    rules = "\nrule game\n    lay-out\n    lay-out\n"
    assert set() == reported(rules)
    monkeypatch.setattr("caborules.types.flow.findings.LIMIT", 10)
    assert {"E313"} == {code for code, _ in reported(rules)}
