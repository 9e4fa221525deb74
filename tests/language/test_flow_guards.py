"""What a choice tells by being legal: E402, E403, E404, `Choice.public`, disclosures."""

from __future__ import annotations

import pytest

from caborules.ir.statements import Decide
from caborules.ir.walk import statements
from caborules.types.flow.check import disclosures
from tests.language.flow_game import expected, flow, reported, system_of

TEXTS = {
    "a guard that its maker cannot evaluate": """
rule game
    lay-out
    active may
        claim when (sum of value of c for each c in row of active) is at most 3   # E402
            set caller to active
""",
    "a guard on a card that its maker has not been shown": """
rule game
    lay-out
    active may
        throw (c in row of active where rank of c is 3)                 # E402
            move c to discard
""",
    "a guard on a card that its maker knows, laid open": """
rule game
    lay-out
    active may
        throw (c in hand of active where rank of c is 3)
            move c to discard
""",
    "a guard on what its maker knows": """
rule game
    lay-out
    active may
        throw (c in row of active where active knows c and rank of c is 3)
            move c to discard
""",
    "a guard that tells the others": """
rule game
    lay-out
    active may
        throw (c in hand of active where rank of c is 3)                # E403
            move c to stock
""",
    "that some card has it tells the others": """
rule game
    lay-out
    active may
        claim when some c in hand of active where rank of c is 3        # E403
            set done to yes
""",
    "the choice says so": """
rule game
    lay-out
    active may
        claim when some c in hand of active where rank of c is 3 announces
            set done to yes
""",
    "shown in the body": """
rule game
    lay-out
    active may
        claim when some c in hand of active where rank of c is 3
            show all of hand of active to everyone
            set done to yes
""",
    "shown in the body on one way only": """
rule game
    lay-out
    active may
        claim when some c in hand of active where rank of c is 3        # E403
            if count is 2
                show all of hand of active to everyone
            set done to yes
""",
    "shown after the next decision": """
rule game
    lay-out
    active may
        claim when some c in hand of active where rank of c is 3        # E403
            active may
                wait
            show all of hand of active to everyone
""",
    "announced in the body": """
define best = sum of value of c for each c in hand of active

rule game
    lay-out
    active may
        claim when best is more than 7
            announce "the sum" best
            set done to yes
""",
    "announced when it is another": """
define best = sum of value of c for each c in hand of active

rule game
    lay-out
    active may
        claim when best is more than 7                                  # E403
            move all of hand of active to stock
            announce "the sum" best
""",
    "a set that shares a rank, hidden": """
rule game
    lay-out
    active may
        put (some cs in hand of active sharing rank)                    # E403
            move cs to stock
""",
    "a set that shares a rank, laid open": """
rule game
    lay-out
    active may
        put (some cs in hand of active sharing rank)
            move cs to discard
""",
    "otherwise tells that nothing was possible": """
rule game
    lay-out
    active must                                                         # E404
        throw (c in hand of active where rank of c is 3)
            move c to discard
    otherwise
        set done to yes
""",
    "otherwise where an open choice is always possible": """
rule game
    lay-out
    active must
        throw (c in hand of active where rank of c is 3)
            move c to discard
        pass
""",
    "otherwise of public guards": """
rule game
    lay-out
    active must
        throw (c in hand of active where c is top of hand of active)
            move c to discard
    otherwise
        set done to yes
""",
    "a choice that each makes in secret": """
rule game
    lay-out
    each p in players may secretly
        keep (c in hand of p where value of c is 3)                     # E403
            set count to 1
""",
    "a reaction on a hidden card": """
window claim "Claiming"
    opens after deal
    p in players may
        claim (c in row of p where rank of c is 3) "claim"              # E402
            move c to discard

rule deal
    move top of stock to row of active

rule game
    deal
    active may
        wait
""",
    "a reaction on a card of one's own hand": """
window claim "Claiming"
    opens after deal
    p in players may
        claim (c in hand of p where rank of c is 3) "claim"
            move c to discard

rule deal
    move top of stock to hand of active

rule game
    deal
    active may
        wait
""",
    "who may react depends on a hidden card": """
window claim "Claiming"                                                 # E403
    opens after deal
    p in players where some c in hand of p where rank of c is 3 may
        claim "claim"
            set done to yes

rule deal
    move top of stock to hand of active

rule game
    deal
    active may
        wait
""",
    "sealed choices see what was there before": """
rule game
    lay-out
    each p in players must secretly
        lay (c in hand of p)
            move c to discard
        pass
    each p in players may secretly
        lay (c in row of p)
            move top of row of p to stock                               # E320
            move c to discard
""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_is_refused_where_it_says_and_nowhere_else(name: str) -> None:
    assert expected(TEXTS[name]) == reported(TEXTS[name])


def public_choices(rules: str) -> dict[str, bool]:
    system = flow(rules).system
    return {
        choice.name: choice.public
        for block in system.blocks.values()
        for statement in statements(block)
        if isinstance(statement, Decide)
        for choice in statement.choices
    }


def test_a_choice_is_public_where_all_can_tell_that_it_is_legal() -> None:
    found = public_choices(
        """
rule game
    lay-out
    active may
        throw (c in hand of active where rank of c is 3)
            move c to discard
        claim when some c in hand of active where rank of c is 3 announces
            set done to yes
        draw when stock is not empty
            move top of stock to hand of active
        put (c in row of active)
            move c to discard
        same when discard is not empty and rank of top of discard is 3
            set done to yes
"""
    )
    assert found == {"throw": False, "claim": False, "draw": True, "put": True, "same": True}


def test_the_rules_and_the_numbered_blocks_agree() -> None:
    system = flow(
        """
rule game
    lay-out
    active may
        throw (c in hand of active where rank of c is 3)
            move c to discard
"""
    ).system
    assert system.blocks[system.rules["game"].body.number] == system.rules["game"].body


def test_disclosures_are_listed_with_their_kind() -> None:
    found = disclosures(
        system_of(
            """
rule game
    lay-out
    move top of stock to discard
    announce "lies there" rank of top of discard
    announce "nothing to say"
    announce "the next one" rank of top of stock otherwise nothing
    active may
        claim when some c in hand of active where rank of c is 3 announces "claim a three"
            set done to yes
        throw (c in hand of active where rank of c is 3) "throw a three"
            move c to discard
"""
        )
    )
    assert [(d.kind, d.text, d.already_public) for d in found] == [
        ("announce", "lies there", True),
        ("announce", "the next one", False),
        ("announces", "claim a three", False),
        ("laid open", "throw a three", False),
    ]
    assert {"game"} == {d.rule for d in found}
