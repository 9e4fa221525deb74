"""Verdicts as the catalogue pins them: names for them and for properties, and what the unbroken host has."""

from __future__ import annotations

from typing import Final

HOLDS: Final = ("holds", "proved")
DECLARED: Final = ("declared", "proved")
PLAYED: Final = ("violated", "executed")
SEARCHED: Final = ("violated", "exhaustive")
OPEN: Final = ("undecided", "sampled")
NEVER: Final = ("never-applies", "proved")

ONE_MORE: Final = "author:each other player has one more turn"
TWICE: Final = "author:nobody calls twice"
FINAL: Final = "author:a call is final"
STOCK: Final = "author:nobody knows a card of the stock"
DRAWN: Final = "author:whoever has drawn has seen it"
TURN: Final = "author:a turn ends, if everybody answers"
LAST: Final = "author:the last turns end, if everybody answers"
LAP: Final = "author:the lap ends, if everybody calls some day"
ROUND: Final = "author:the round ends, if everybody calls some day"
GAME: Final = "author:the game ends, if everybody calls some day"
REACH: Final = "author:the end stays in reach"

HOST: Final = {
    "examples": ("holds", "executed"),
    **dict.fromkeys(("conservation", "own-legality", "public-legality", "no-leak", "progress"), HOLDS),
    "secrecy": DECLARED,
    **dict.fromkeys((ONE_MORE, TWICE, FINAL, STOCK, DRAWN, TURN, LAST, LAP, ROUND, GAME, REACH), HOLDS),
    **dict.fromkeys(("ends:round", "ends:lap", "ends:turn"), DECLARED),
    "end-reachable": HOLDS,
}
"""The verdicts on the game when it is not broken."""

RUNS_ON: Final = {**dict.fromkeys(("ends:round", "ends:lap"), PLAYED), **dict.fromkeys((LAP, ROUND, GAME), OPEN)}
"""Rounds need not end, nor are they proved to end if everybody calls some day."""
TRAPPED: Final = dict.fromkeys(("end-reachable", REACH), SEARCHED)
"""There is a position from which no play leads to the end."""
HANGS: Final = dict.fromkeys(("end-reachable", REACH), OPEN)
"""With some small decks there is such a position, with others there is none."""
LOST: Final = {"conservation": PLAYED}
