"""A small game of gifts: in turn each player passes on or gives, up to three times, for tests of bounded numbers."""

from __future__ import annotations

from tests.support.rulesets import HEAD

RULES = (
    HEAD
    + """\
state
    gifts of each player: 0..20, at first 0
    turns: 0..20, at first 0
    boss: player, at first first-seat

rule game
    repeat until turns is 20
        turn by boss
        set boss to left of boss
        add 1 to turns

rule turn by (player)
    player must
        pass-on
            nothing
        give when gifts of player is less than 3
            add 1 to gifts of player

"""
)
GUARD, GIFT = "when gifts of player is less than 3", "add 1 to gifts of player"
