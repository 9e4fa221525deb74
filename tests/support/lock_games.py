"""More small games for lock-step tests: odd moves, reactions within secret choices, fine points of conditions."""

from __future__ import annotations

PILES = """
state
    rounds: 0..20, at first 0
    active: player, at first first-seat
    marked: player or nobody, each round-of-it nobody

rule game
    for each p in players
        repeat 2 times
            move top of stock to row of p otherwise nothing
        move top of stock to hand of p otherwise nothing
    repeat until rounds is 12
        add 1 to rounds
        round-of-it by active
        set active to left of active

rule round-of-it by (player)
    player may
        trade (c in row of player) when discard is not empty "trade"
            swap c with (top of discard)
            set marked to player
        deep-trade (c in row of player) when size of stock is at least 2 "deep trade"
            swap c with (bottom of stock)
        hand-trade (c in hand of player, d in row of player) "hand trade"
            swap c with d
        pile-trade when stock is not empty and discard is not empty "pile trade"
            swap (top of stock) with (bottom of discard)
        throw (c in row of player) "throw"
            move c to discard
        peek-top when stock is not empty "peek"
            show (top of stock) to player secretly
        turn-over (c in row of player) "turn over"
            if c is face up
                flip c down
            otherwise
                flip c up
        keep (c in hand of player) when held of player is empty "keep"
            move c to held of player otherwise nothing
        mix when size of row of player is at least 2 "mix"
            shuffle row of player
            shuffle hand of player
        fill (c in hand of player, d in row of player) "fill"
            let gap be spot of d
            move d to discard
            move c to gap otherwise nothing
        between (c in row of player) when discard is not empty "between"
            let place-of-it be spot of (top of discard)
            move c to place-of-it otherwise nothing
        gather (2 cs in discard) when size of discard is at most 5 "gather"
            move cs to hand of player
        pick-out (c in discard) when size of discard is at least 2 "pick out"
            move c to row of player
        sweep when size of row of player is at least 2 "sweep"
            move rest of row of player to discard
        hand-on (c in row of player) "hand on"
            let goal be row of left of player if size of row of player is more than 1 otherwise discard
            move c to goal
            move bottom of stock to goal otherwise nothing
        into-hand (c in row of player) when hand of player is not empty "into hand"
            let there be spot of (top of hand of player)
            move c to there otherwise nothing
    if marked is player or rounds mod 4 is 3
        move rest of discard to stock
        shuffle stock
    let lucky be one of (players) at random
    if held of lucky is not empty and size of hand of lucky is at most 1
        swap (held of lucky) with (bottom of stock) otherwise nothing
"""

VEILS = """
state
    rounds: 0..20, at first 0
    active: player, at first first-seat
    thoughts of each player: 0..9, at first 0

window knock "Knocking"
    opens after nod.nod
    closes before bid.withdraw
    late: show-late by p
    p in players where hand of p is not empty may
        knock (c in hand of p) "knock"
            show c to left of p
            answer by p

rule game
    for each p in players
        repeat 3 times
            move top of stock to hand of p otherwise nothing
    repeat until rounds is 4
        add 1 to rounds
        nod by active
        tribute
        bid
        set active to left of active

rule nod by (player)
    player may
        nod "nod"
            nothing

rule tribute
    each p in players must
        pay-in (c in hand of p where rank of c is in {3, 4, 5, 6}) "pay in"
            move c to discard
    otherwise
        show-late by p

rule bid
    each p in players may secretly
        offer (c in hand of p) "offer"
            move c to discard
        ponder when thoughts of p is less than 3 "ponder"
            add 1 to thoughts of p
            again
        withdraw "withdraw"
            add 1 to thoughts of p otherwise nothing
    any p in players may secretly
        snatch (c in discard) "snatch"
            move c to row of p

rule show-late by (player)
    move top of stock to hand of player otherwise nothing

rule answer by (player)
    player must
        agree "agree"
            nothing
        toss (1..3 cs in hand of player) when size of cs is 2 "toss"
            move cs to discard
        refuse (q in others of player) "refuse"
            move top of hand of player to row of q otherwise nothing
    each p in others of player may secretly
        grumble (c in row of p) "grumble"
            show c to everyone
"""

CORNERS = """
state
    rounds: 0..20, at first 0
    active: player, at first first-seat
    score of each player: 0..1000, at first 0

kind how: low or high
define table dues by how for (player) "dues"
    act: rule by (player) = nothing "act"
table dues | act
    low    | draw-cards (size of row of player)
    high   | draw-cards 1

define table cards by card "cards"
    value: 0..20 "value"
table cards | value
    other   | number

window grab "Grabbing"
    opens after turn.throw
    closes before turn.keep-still
    p in others of active may
        grab when rank of (top of discard) is in {1, 2, 3} "grab"
            move top of discard to hand of p otherwise nothing
            close grab
        lay-two (2 cs in hand of p where (sum of value of c for each c in cs) is at most 6) "lay two"
            move cs to row of p

rule game
    for each p in players
        draw-cards 3 by p
    repeat until rounds is 12
        add 1 to rounds
        await grab
        turn by active
        await grab
        melding by active
        let how be high if rounds mod 2 is 0 otherwise low
        do act of (how, active) by active
        guessing
        set active to left of active

rule turn by (player)
    player must
        throw (c in hand of player) when discard is empty or rank of (top of discard) is not rank of c "throw"
            move c to discard
        keep-still "keep still"
            nothing

rule melding by (player)
    player must
        meld (2 cs in hand of player where (sum of value of c for each c in cs) is at most 5) "meld"
            move cs to row of player
    otherwise
        add 1 to score of player
    player must
        even (2 cs in hand of player) when (sum of value of c for each c in cs) mod 3 is 0 "even"
            move cs to row of player
    otherwise
        add 1 to score of player

rule guessing
    each p in players may
        low-one (c in hand of p where rank of c is in {1, 2}) "low one"
            show c to everyone
            move c to row of p
        clean-up when size of row of p is at least 3 "clean up"
            if stock is empty or size of hand of p is 0
                move all of row of p to stock
                shuffle stock

rule draw-cards (n: 0..12) by (player)
    repeat n times
        move top of stock to hand of player otherwise nothing
"""

ENDLESS = """
state
    score: 0..9, at first 0

rule game
    turn by first-seat

rule turn by (player)
    player must
        spin "spin"
            repeat until score is 5
                set score to 3
"""

SOLO = """
state
    rounds: 0..20, at first 0
    active: player, at first first-seat

rule game
    for each p in players
        repeat 2 times
            move top of stock to row of p otherwise nothing
        move top of stock to held of p otherwise nothing
    repeat until rounds is 12
        add 1 to rounds
        turn by active
        set active to left of active

rule turn by (player)
    player may
        trade (c in row of player) when held of player is not empty "trade"
            let mine be held of player
            swap mine with c
        flaunt when held of player is not empty "flaunt"
            let mine be held of player
            show mine to everyone
        take (c in row of player) when held of player is empty "take"
            move c to held of player
        part-with when held of player is not empty "part with"
            let mine be held of player
            show mine to left of player
            move mine to row of left of player
"""
