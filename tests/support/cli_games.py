"""Small rulesets for tests of the command line, and ways to break them."""

from __future__ import annotations

SMALL = """\
language 1
ruleset small "Small"
players 2..3
begin with game
options
    looks: yes or no = yes, open "May a card be looked at?"
    target: 1..100 = 10, open "At what score does it end?"
attribute rank: 1..6
pack plain
    each rank 1..6
define table cards by card "What the cards are worth"
    value: 0..6 "What is it worth?"
table cards | value
    1..6    | number
deck in stock
    plain
places
    stock: pile, face down
    row of each player: row, face down
    shown: pile, face up
state
    caller: player or nobody, each game nobody
    points: 0..100, each game 0
rule game
    shuffle stock
    for each p in players
        move top of stock to row of p otherwise nothing
    for each p in players
        p may
            look (c in row of p) when looks "look at a card of yours"
                show c to p
            play (c in row of p) "put a card down"
                move c to shown
            speak "speak"
                set caller to p
    set points to target
example "one card each"
    given stock: [1] [2] [3]
    at game
    then row of A: [1]
    then row of B: [2]
"""

FAILING = SMALL.replace("row of B: [2]", "row of B: [3]")
"""Its example fails: a violation."""

REFUSED = SMALL.replace("show c to p", "show c to pp").replace("set caller", "set kaller")
"""Two errors."""

LEAKING = SMALL.replace(
    """            speak "speak"
                set caller to p
""",
    """            speak when total of p is at most 3 "speak"
                set caller to p
""",
).replace(
    "rule game", 'define total of (player) "their sum" = sum of value of c for each c in row of player\nrule game', 1
)
"""Whether one may speak depends on cards that one has not seen."""

ANNOUNCED = SMALL.replace(
    'speak "speak"', 'speak when no c in row of p where not p knows c or value of c is more than 3 announces "speak"'
)
"""One may speak who has seen all their cards, none above three: the others learn that, and the rules say so."""
