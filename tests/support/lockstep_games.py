"""Small games that use what Cabo does not, for lock-step tests. Each follows ``rulesets.HEAD``."""

from __future__ import annotations

from tests.support.lock_games import CORNERS, ENDLESS, PILES, SOLO, VEILS

SEATS = """
state
    score of each player: -1000..1000, at first 10
    rounds: 0..9, at first 0
    leader: player, each round-of-it right of first-seat

rule game
    for each p in players from left of first-seat
        repeat 2 times
            move top of stock to row of p otherwise nothing
        move top of stock to hand of p otherwise nothing
    repeat until rounds is 4
        add 1 to rounds
        round-of-it
    announce "over" those p in players with the highest score of p

rule round-of-it
    each p in players where row of p is not empty must
        keep (c in row of p) "keep"
            show c to p
            pay 1 from score of p to score of leader
        give (c in row of p, q in others of p) "give"
            move c to row of q
    otherwise
        add 1 to score of p
    any q in others-right of leader may
        lead "lead"
            set leader to q
            let n be one of (1..3) at random
            repeat n times
                move top of stock to hand of leader otherwise nothing
    each p in players may
        swap-in (mine in hand of p, theirs in row of left of p) when p is not leader "swap"
            swap mine with theirs
        again-and-again (c in hand of p) when score of p is more than 8 "again"
            add -1 to score of p
            again
    let best be first p in players where score of p is at least 10 otherwise leader
    for each p in others of best from leader where size of row of p is at least 1
        move top of row of p to discard otherwise nothing
    if discard is not empty
        move rest of discard to stock
        shuffle stock
"""

SECRETS = """
state
    score of each player: -1000..1000, at first 0
    rounds: 0..9, at first 0

rule game
    for each p in players
        repeat 3 times
            move top of stock to hand of p otherwise nothing
    repeat until rounds is 3
        add 1 to rounds
        bid-all
        first-come
        alone-at-last

rule bid-all
    each p in players must secretly
        bid (c in hand of p) "bid"
            move c to discard
            player-choice by p
        withhold when rounds is more than 1 "withhold"
            add 1 to score of p
        think-again when score of p is 0 "think"
            add 1 to score of p
            again
    otherwise
        add 2 to score of p

rule player-choice by (player)
    player may
        take-back when size of discard is at least 2 "take back"
            move bottom of discard to hand of player otherwise nothing

rule first-come
    any p in players may secretly
        come (c in hand of p where rank of c is in {1, 2, 3, 4}) "come"
            show c to everyone secretly
            move c to held of p otherwise nothing

rule alone-at-last
    let p be first-seat
    p alone may secretly
        dump (c in hand of p) "dump"
            move c to row of p
    for each q in players
        if held of q is not empty
            move held of q to hand of q
"""

SETS = """
state
    score of each player: 0..1000, at first 0
    rounds: 0..9, at first 0
    active: player, at first first-seat

kind how: low or high
define table worth by how for (player) "worth"
    points: 0..99 "points"
    act: rule for (player) = nothing "act"
table worth | points                      | act
    low     | size of hand of player      | --
    high    | size of hand of player plus 2 | draw-some 2

define table cards by card "cards"
    value: 0..20 "value"
    power: rule by (player) = nothing "power"
table cards | value  | power
    1, 2    | number | --
    3       | 9      | lay-off
    red 4   | 11     | shift-all
    other   | number | show-all

rule game
    for each p in players
        repeat 4 times
            move top of stock to hand of p otherwise nothing
    repeat until rounds is 9
        add 1 to rounds
        meld by active
        bonus by active
        set active to left of active

rule meld by (player)
    player must
        pair (some cs in hand of player sharing rank) when size of hand of player is more than 1 "pair"
            move cs to row of player
        two (2 cs in hand of player) "two"
            let first-one be top of cs
            move first-one to new-spot of row of player
            move bottom of cs to new-spot of row of player otherwise nothing
        few (2..3 cs in hand of player where (sum of value of c for each c in cs) is at most 9) "few"
            move cs to discard
            for each c in first-cards of (2, discard)
                do power of c by player
        lay (c in row of player, n in (1..position of c)) "lay"
            add n to score of player
            flip c up
            move c to discard
    otherwise
        move all of row of player to hand of player
        if stock is empty
            move all of discard to stock
            shuffle stock
        draw-some 1 for player

rule bonus by (player)
    let how be high if size of row of player is at least 2 otherwise low
    add points of (how, player) to score of player
    do act of (how, player) for player

rule draw-some (n: 0..4) for (player)
    repeat n times
        move top of stock to hand of player otherwise nothing

rule lay-off by (player)
    put-to (row of player if row of player is empty otherwise discard) by player

rule put-to (place) by (player)
    move top of hand of player to place otherwise nothing

rule shift-all by (player)
    move (those c in row of player where rank of c is in {3, 4, 5, 6}) to hand of player
    let goal be row of left of player if size of row of player is more than 1 otherwise discard
    move bottom of stock to goal otherwise nothing

rule show-all by (player)
    show (those c in hand of player where not left of player knows c) to left of player
    for each c in row of player where c is face up
        flip c down
"""

WINDOWS = """
state
    score of each player: -1000..1000, at first 0
    rounds: 0..9, at first 0
    active: player, at first first-seat

window slap "Slapping"
    opens after turn.play
    closes before turn.rest
    held during answer when rounds is more than 2
    late: penalty for p
    p in players where row of p is not empty may
        slap (c in row of p) "slap"
            show c to everyone
            if rank of c is in {4, 5, 6}
                move c to discard
                open slap
                debt by p
            otherwise
                penalty for p

window protest "Protesting"
    opens after slap.slap
    p in others of active may
        protest when score of p is less than 3 "protest"
            add 1 to score of p
            answer by active
        end-it when score of p is 3 "end it"
            add 1 to score of p
            end lap

event lights-out "The lights go out"
    close slap
    set rounds to 9

rule game
    for each p in players
        repeat 2 times
            move top of stock to row of p otherwise nothing
    lap
    await slap

rule lap
    repeat until rounds is at least 8
        add 1 to rounds
        turn by active
        if rounds mod 3 is 0
            await slap
            await protest
        set active to left of active

rule turn by (player)
    player must
        play (c in row of player) "play"
            move c to discard
        draw when stock is not empty "draw"
            move top of stock to row of player otherwise nothing
        rest "rest"
            nothing
        think when score of player is less than 2 "think"
            add 1 to score of player
            close protest
            again

rule answer by (player)
    player may
        answer (c in row of player) "answer"
            swap c with (top of row of player)

rule debt by (player)
    player alone must
        owe (c in row of player) "owe"
            move c to row of active
    otherwise
        close slap

rule penalty for (player)
    add -1 to score of player
    move top of stock to row of player otherwise nothing
"""

HANDS = """
state
    rounds: 0..9, at first 0

rule game
    for each p in players
        repeat 3 times
            move top of stock to hand of p otherwise nothing
    repeat until rounds is 4
        add 1 to rounds
        each p in players may
            reveal (c in hand of p, q in others of p) "reveal"
                show c to q
            turn-up (c in hand of p) "turn up"
                flip c up
        for each p in players
            move all of hand of p to row of p
        for each p in players
            move all of row of left of p to hand of p
"""

PARTING = """
state
    rounds: 0..20, at first 0
    active: player, at first first-seat

rule game
    for each p in players
        repeat 4 times
            move top of stock to hand of p otherwise nothing
    repeat until rounds is 12
        add 1 to rounds
        part by active
        set active to left of active

rule part by (player)
    player may
        discard-some (1..3 cs in hand of player) "discard some"
            move cs to discard
            open-all cs to player
        shed (some cs in hand of player sharing rank) "shed"
            move cs to discard
        pass-on (1..2 cs in hand of player, q in others of player) "pass on"
            move cs to hand of q
        lay-out (2 cs in hand of player) "lay out"
            move cs to row of player
        take-in (1..2 cs in row of player) "take in"
            move cs to hand of player
        bury (1..2 cs in hand of player) when size of stock is at most 5 "bury"
            move cs to stock
        dig (some cs in discard sharing suit) "dig"
            let upper be top of discard
            move cs to hand of player
            show upper to player
        draw-two when size of stock is at least 2 "draw two"
            move (first-cards of (2, stock)) to hand of player
        tell (c in hand of player, q in others of player) "tell"
            show c to q
        turn (c in hand of player) "turn"
            flip c up
        give (c in hand of player, q in others of player) "give"
            move c to hand of q
        drop (c in hand of player) "drop"
            move c to discard

rule open-all (cs: cards) to (player)
    if size of cs is at least 2
        move cs to row of player
"""

GAMES = {
    "parting": PARTING,
    "seats": SEATS,
    "secrets": SECRETS,
    "sets": SETS,
    "windows": WINDOWS,
    "hands": HANDS,
    "piles": PILES,
    "veils": VEILS,
}

LATER_GAMES = {"corners": CORNERS, "endless": ENDLESS, "solo": SOLO}
"""Games that show bugs which the others miss; the run of planted bugs plays them last.

The checker refuses the first two (choices tell secrets, a guard has no value while its window is closed, a loop has no
end): both engines play them all the same, or find the same fault.
"""
