"""Codes E7xx: options and players chosen for a game."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E701",
        "no such option",
        "An option was chosen that the game does not have.",
        "It would change nothing.",
        "`caborules play cabo.cabo --set joker=2`",
        "Write it as the game does: `caborules options FILE` lists them.",
        kind="words",
    ),
    Code(
        "E702",
        "a value that an option cannot have",
        "An option was given a value outside its domain.",
        "The rules have no case for it.",
        "`caborules play cabo.cabo --set jokers=9`",
        "Choose one of the values that the message lists.",
        kind="words",
    ),
    Code(
        "E703",
        "a fixed option",
        "An option was chosen that the rules fix.",
        "The game is no longer this one with another value.",
        "`caborules play variants/published-deck.cabo --set two-decks=yes`",
        "Leave it out, or write a variant.",
        kind="words",
    ),
    Code(
        "E704",
        "a requirement fails",
        "The options chosen contradict a `require` line.",
        "The rules do not allow the combination.",
        "`caborules play cabo.cabo --players 6` with one deck",
        "Choose other options; the message gives the reason in the ruleset's words.",
        kind="words",
    ),
    Code(
        "E705",
        "a wrong number of players",
        "The game is not for this number of players.",
        "The rules are not written for it.",
        "`caborules play cabo.cabo --players 9`",
        "Choose a number that `players` allows.",
        kind="words",
    ),
    Code(
        "E706",
        "no such preset",
        "A preset was chosen that the game does not have.",
        "There is nothing to set.",
        "`caborules play cabo.cabo --preset quik`",
        "Write it as the game does; the message lists them.",
        kind="words",
    ),
    Code(
        "E711",
        "a saved text that cannot be read",
        "A saved game, trace, setup or certificate is damaged, cut off or edited.",
        "It is not what was written.",
        "A trace with a missing last line.",
        "Take the text as it was written.",
        kind="words",
    ),
    Code(
        "E712",
        "another format or version",
        "A saved text has another format, or was written by another version of this program.",
        "The same words might mean something else.",
        "A trace of an older version.",
        "Read it with the version of caborules that wrote it.",
        kind="words",
    ),
    Code(
        "E713",
        "of another ruleset",
        "A saved text is of another ruleset, or of another text of this one.",
        "Its moves would mean something else here.",
        "A trace of Kaboo, read with the rules of Cabo.",
        "Name the ruleset that it is of.",
        kind="words",
    ),
)
