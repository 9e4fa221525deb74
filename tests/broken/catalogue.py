"""The catalogue: every way of being broken that we know of, and what the checker has to say about it."""

from __future__ import annotations

from typing import Final

from tests.broken import lowerings as low
from tests.broken.case import Broken
from tests.broken.pinned import (
    DECLARED,
    DRAWN,
    FINAL,
    GAME,
    HANGS,
    HOLDS,
    LAP,
    LAST,
    LOST,
    NEVER,
    ONE_MORE,
    OPEN,
    PLAYED,
    REACH,
    ROUND,
    RUNS_ON,
    STOCK,
    TRAPPED,
    TURN,
    TWICE,
)

CALL: Final = 'call when caller is nobody and calling "call"'
NO_REFILL: Final = (
    "    if stock is empty\n        move rest of discard to stock\n        if shuffled\n            shuffle stock\n",
    "    nothing\n",
)
DRAW: Final = "            if drawn of player is not empty\n                use-drawn by player"
FEW: Final = "(sum of value of c for each c in row of player) is at most 6"
SEEN: Final = "(no c in row of player where not player knows c)"

CARDS: Final = (
    Broken(
        "the deal fails",
        "The deal takes a card from a stock that may be empty, and does not say what happens then.",
        rules=(
            ("top of stock to row of p otherwise nothing", "top of stock to row of p"),
            ("repeat 2 times", "repeat 4 times"),
        ),
        refused=("E320",),
        warned=("W322",),
        finds={"conservation": OPEN},  # It fails for three players; games are played by two.
    ),
    Broken(
        "the deck is too small",
        "Four cards for each of three players are more than the deck has: the deal runs out.",
        rules=(("repeat 2 times", "repeat 4 times"),),
        warned=("W322",),
    ),
)

KNOWLEDGE: Final = (
    Broken(
        "a call tells hidden cards",
        "Only who has few points may call, and players have not seen all their cards.",
        rules=((CALL, f'call when caller is nobody and {FEW} "call"'),),
        refused=("E402",),
        finds={
            **dict.fromkeys(("own-legality", "public-legality"), PLAYED),
            **RUNS_ON,
            **dict.fromkeys(("no-leak", "progress", "end-reachable", REACH), OPEN),
        },
    ),
    Broken(
        "a call tells cards that its player has seen",
        "Only who has few points and has seen all their cards may call: that they call tells it to all.",
        rules=((CALL, f'call when caller is nobody and {SEEN} and {FEW} "call"'),),
        refused=("E403",),
        finds={
            "public-legality": PLAYED,
            **RUNS_ON,
            **HANGS,
            **dict.fromkeys(("no-leak", "own-legality", "progress"), OPEN),
        },
    ),
    Broken(
        "a call announces cards",
        "The same, and the rules say that a call announces it; that nothing is possible tells it all the same.",
        rules=((CALL, f'call when caller is nobody and {SEEN} and {FEW} announces "call"'),),
        refused=("E404",),
        finds={
            "public-legality": DECLARED,
            **RUNS_ON,
            **HANGS,
            **dict.fromkeys(("no-leak", "own-legality", "progress"), OPEN),
        },
    ),
    Broken(
        "a match is not shown",
        "A card that somebody tries to match with is compared, and shown to nobody.",
        rules=(("    show c to everyone\n    if rank of c", "    if rank of c"),),
        refused=("E401",),
        finds={"no-leak": PLAYED},
        length={"no-leak": 2},
    ),
    Broken(
        "a swap announces a rank",
        "Who swaps unseen says which rank they give away.",
        rules=(
            ("    swap mine with theirs", '    announce "given" rank of mine\n                swap mine with theirs'),
        ),
        finds={"no-leak": DECLARED},
    ),
    Broken(
        "the course of play hangs on a drawn card",
        "Who draws a card with a power uses it before anybody has seen the card.",
        rules=((DRAW, DRAW.replace("use-drawn", "use-power drawn of player by player\n                use-drawn")),),
        refused=("E401",),
        finds={"no-leak": PLAYED},
    ),
    Broken(
        "a hidden card is written down",
        "The points of a player are set to what the drawn card is worth.",
        rules=((DRAW, DRAW.replace("use", "set points of player to value of drawn of player\n                use")),),
        refused=("E405",),
        finds={"no-leak": PLAYED},
        length={"no-leak": 2},
    ),
    Broken(
        "a look shows to all",
        "Who looks at a card of another player shows it to everybody.",
        rules=(("                show theirs to player", "                show theirs to everyone"),),
        unnoticed="Rules may show what they like: it stands in the list of who learns what, not in a verdict.",
    ),
    Broken(
        "a drawn card is not seen",
        "The place of drawn cards lies face down for its owner too.",
        rules=(("one card, seen by its owner", "one card, face down"),),
        finds={DRAWN: PLAYED, "examples": PLAYED},
        length={DRAWN: 1},
    ),
    Broken(
        "the deck is not shuffled",
        "The first deal is from the deck in its own order, which stands in the rules for all to read.",
        rules=(("    move all of discard to stock\n    shuffle stock\n", "    move all of discard to stock\n"),),
        warned=("W335",),
    ),
    Broken(
        "discards are not shuffled",
        "The discards become the stock in an order that everybody has seen.",
        settings={"shuffled": False},
        finds=dict.fromkeys(("secrecy", STOCK), PLAYED),
        slow=False,
        length={"secrecy": 12},
    ),
)

STUCK: Final = (
    Broken(
        "no answer for who has no move",
        "A player must move, and there may be no card to draw, none to exchange, and no call any more.",
        rules=(('    otherwise\n        announce "no move is possible"\n', ""),),
        refused=("E314",),
        finds={"progress": PLAYED, **dict.fromkeys(("end-reachable", REACH), OPEN)},  # Only small decks end nowhere.
        slow=False,
        length={"progress": 1},
    ),
    Broken(
        "a card is taken for none",
        "Who takes the top discard must then exchange it for a card of their row, which may be empty.",
        rules=(
            ("take (c in row of player) when discard is not empty", "take when discard is not empty"),
            (
                "            swap drawn of player with c\n            put-down c by player\n        call",
                '            player must\n                for-it (c in row of player) "exchange it"\n'
                "                    swap drawn of player with c\n                    put-down c by player\n"
                "        call",
            ),
        ),
        refused=("E314",),
        finds=dict.fromkeys(("progress", "end-reachable", REACH), OPEN),  # No game with an empty row is short enough.
    ),
)

ENDS: Final = (
    Broken(
        "matches without end",
        "Wrong matches cost nothing more when no card is left, and nobody has said that this is meant.",
        rules=((f'property "{TURN[7:]}"\n    turn always ends assuming prompt\n', ""),),
        finds={"ends:turn": PLAYED, TURN: None},
        length={"ends:turn": 7},
    ),
    Broken(
        "nobody need call",
        "Nobody has said that the lap ends only if players call some day.",
        rules=(("    lap always ends assuming callers and prompt", "    lap always ends assuming prompt"),),
        finds=dict.fromkeys(("ends:lap", LAP), PLAYED),
    ),
    Broken(
        "nobody can call",
        "There is no call, and the discards are shuffled again and again: the game can never end.",
        settings={"calling": False},
        finds={**RUNS_ON, **TRAPPED, ONE_MORE: NEVER, FINAL: NEVER},
    ),
    Broken(
        "last turns are not counted",
        "After a call it is written down for the caller only that they had their last turn: the lap never ends.",
        rules=(("            set had-last", "            if active is caller\n                set had-last"),),
        finds={**RUNS_ON, **TRAPPED, LAST: OPEN, ONE_MORE: PLAYED},
    ),
    Broken(
        "the stock runs out, and cards may be taken",
        "The lap ends when the stock is empty; it never is if everybody takes the discard.",
        rules=(
            NO_REFILL,
            ("    otherwise no\n", "    yes when stock is empty\n    otherwise no\n"),
            ("    round always ends assuming callers and prompt", "    round always ends assuming prompt"),
        ),
        finds={"ends:round": PLAYED, ROUND: PLAYED, "examples": PLAYED},
    ),
    Broken(
        "nothing can be done any more",
        "The stock runs out, nobody may take a discard or call, and turns go on without anybody to decide.",
        rules=(
            NO_REFILL,
            ("stock is not empty or size of discard is more than 1", "stock is not empty"),
            ('when discard is not empty "take', 'when discard is empty "take'),
            (
                "            let taken be top of discard\n            move taken to drawn of player\n"
                "            swap drawn of player with c\n",
                "            nothing\n",
            ),
        ),
        settings={"calling": False},
        finds={
            **TRAPPED,
            **dict.fromkeys((ONE_MORE, FINAL), NEVER),
            **dict.fromkeys(("ends:round", "ends:lap", LAP, ROUND, GAME), OPEN),
            "ends:turn": HOLDS,
            "examples": PLAYED,
        },  # A loop without decisions is no loop of positions: no witness, but the end is seen to be out of reach.
    ),
)

STATED: Final = (
    Broken(
        "one last turn for all",
        "The lap is over when somebody has had a last turn, not when all have.",
        rules=(
            (
                "(no q in others of caller where not had-last-turn of q)",
                "(some q in others of caller where had-last-turn of q)",
            ),
        ),
        finds={ONE_MORE: PLAYED},
    ),
    Broken(
        "calls without number",
        "Who is on turn may call though somebody has called already.",
        rules=(("call when caller is nobody and calling", "call when calling"),),
        finds={
            **dict.fromkeys((TWICE, FINAL), PLAYED),
            **RUNS_ON,
            **dict.fromkeys((LAST, "end-reachable", REACH), OPEN),
        },
        length={TWICE: 2, FINAL: 2},
    ),
    Broken(
        "the caller's cards are in reach",
        "Swaps may take the caller's cards, which the author says they keep.",
        settings={"protected": False},
        more='property "the caller keeps every card"\n'
        "    after caller is not nobody until round is over unchanged row of caller\n",
        finds={"author:the caller keeps every card": PLAYED},
        length={"author:the caller keeps every card": 4},
    ),
    Broken(
        "a number is not conserved",
        "The author states a number that stays the same, and a call takes one away.",
        rules=(
            ("    set caller to player\n", "    set caller to player\n    set tokens to 4\n"),
            ("0..200, each round 0\n", "0..200, each round 0\n    tokens: 0..5, at first 5\n"),
        ),
        more='property "no token is lost"\n    conserved tokens\n',
        finds={"author:no token is lost": PLAYED},
        length={"author:no token is lost": 1},
    ),
    Broken(
        "points for the wrong player",
        "Each player is written down what their left neighbour has.",
        rules=(("for each c in row of p\n", "for each c in row of left of p\n"),),
        finds={"examples": PLAYED},
    ),
    Broken(
        "a match costs what a wrong one should",
        "The right match is punished and the wrong one goes to the discards.",
        rules=(("    if rank of c is rank of top", "    if rank of c is not rank of top"),),
        finds={"examples": PLAYED},
    ),
)

LOWERINGS: Final = (
    Broken(
        "a draw copies",
        "The drawn card stays on the stock as well.",
        surgery=low.draw_copies,
        finds=LOST,
        length={"conservation": 1},
        slow=False,
    ),
    Broken(
        "a discard is dropped",
        "A card that is put down never comes to the pile; what it was shows in what may follow.",
        surgery=low.discard_drops,
        finds={**LOST, "no-leak": PLAYED},
        length={"conservation": 1},
    ),
    Broken(
        "an exchange keeps the card",
        "The card that goes into the row stays drawn as well.",
        surgery=low.exchange_keeps,
        finds=LOST,
        length={"conservation": 2},
    ),
    Broken(
        "a swap doubles",
        "One card lies in both spots after a swap, the other nowhere.",
        surgery=low.swap_doubles,
        finds=LOST,
        length={"conservation": 2},
    ),
    Broken(
        "a take copies",
        "The discard that is taken stays on the pile as well.",
        surgery=low.take_copies,
        finds=LOST,
        length={"conservation": 1},
    ),
    Broken(
        "a refill loses the top",
        "The top discard vanishes when the rest becomes the stock.",
        surgery=low.refill_loses,
        finds=LOST,
        length={"conservation": 8},
    ),
    Broken(
        "a refill doubles the top",
        "The top discard stays, and goes to the stock as well.",
        surgery=low.refill_doubles,
        finds=LOST,
        length={"conservation": 8},
    ),
    Broken(
        "a penalty from nothing",
        "A penalty card is drawn without a look whether there is one.",
        surgery=low.penalty_from_nothing,
        finds={"conservation": OPEN},  # Four wrong matches in a row: no random game makes them.
    ),
    Broken(
        "a match is compared unseen",
        "What the compiler has made of it shows no card that was tried.",
        surgery=low.match_not_shown,
        finds={"no-leak": PLAYED},
        length={"no-leak": 2},
    ),
    Broken(
        "a variable tells the next card",
        "The points of the first player tell what lies on the stock.",
        surgery=low.next_card_in_variable,
        finds={"no-leak": PLAYED},
        length={"no-leak": 3},
    ),
    Broken(
        "a test is negated",
        "A right match is taken for a wrong one.",
        surgery=low.match_negated,
        unnoticed="No property says what a right match is; the reference engine, in lock-step, does.",
    ),
    Broken(
        "a test is left out",
        "Who has no move is asked all the same.",
        surgery=low.turn_without_test,
        finds=dict.fromkeys(("progress", "end-reachable", REACH), OPEN),
    ),
    Broken(
        "a turn is not passed on",
        "After a turn the same player is to move again.",
        surgery=low.turn_not_passed_on,
        finds={**RUNS_ON, **dict.fromkeys((LAST, "end-reachable", REACH), OPEN)},
    ),
)
"""Ends, progress and what the author states are looked for in games of the rules, which are not broken here: what is
not proved stays undecided, and the loop of a round is the one that the rules have anyway."""

ALL: Final = CARDS + KNOWLEDGE + STUCK + ENDS + STATED + LOWERINGS
