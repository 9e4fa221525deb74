"""Warnings of the static checks (those about variants stand with E5xx)."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "W211",
        "a new question",
        "A library asks a question that this file does not answer; its default holds.",
        "The library may have been changed under the game.",
        'use "library/rows.cabo"\nform rows\n    first-look: {1, 4}',
        "Answer it, be it with the default.",
    ),
    Code(
        "W230",
        "an option without effect",
        "No rule depends on the option.",
        "Players would choose something that changes nothing.",
        'options\n    music: yes or no = no "Music while playing"',
        "Remove it, or use it.",
    ),
    Code(
        "W302",
        "perhaps out of range",
        "The compiler cannot see that a number stays within its range.",
        "If it does not, state would have a value that its declaration excludes: a game that gets there stops.",
        "state\n    laps: 0..3, at first 0\nrule lap\n    add 1 to laps",
        "Widen the range. For what is added to again and again no range is wide enough: cap it, as in `set laps to 3 "
        "if new is more than 3 otherwise new`, or test before adding. It may be left where no game gets there.",
    ),
    Code(
        "W322",
        "the deck is too small",
        "With some number of players the cards run out before the first decision: a step finds none to move.",
        "The deal ends short, and some players begin with fewer cards than others.",
        "players 2..20\n"
        "rule deal\n"
        "    repeat 6 times\n"
        "        for each p in players\n"
        "            move top of stock to row of p otherwise nothing",
        "Allow fewer players, deal fewer cards, or use a larger deck. To deal out a whole pack, ask whether a card is "
        "left before each: `if stock is not empty`.",
    ),
    Code(
        "W331",
        "a condition that settles nothing",
        "A line of this file asks for something that is the case, or is not, whenever control comes there; or a choice "
        "can never be made. The proofs know it from what was tested, moved or chosen before.",
        "The other side of it is dead text, and most often a sign that another line says more than was meant.",
        "rule turn for (player)\n"
        "    move top of stock to discard otherwise nothing\n"
        "    move top of discard to row of player otherwise nothing\n"
        "    if row of player is empty\n"
        "        turn for player",
        "Remove it, or ask for something else.",
        "words",
    ),
    Code(
        "W332",
        "a rule that is never carried out",
        "With the options as they are set, no play comes to a rule of this file, though another rule calls it.",
        "It is dead text, and most often a sign that what leads to it asks for too much.",
        "A rule whose only call stands behind a condition that never holds.",
        "Call it elsewhere, remove it, or correct the condition.",
        "words",
    ),
    Code(
        "W333",
        "no cards that fit",
        "A condition on the faces of cards is met by no cards of the deck, for any number of players.",
        "Whatever depends on it never happens: a match that never matches, say.",
        "define matches of (card) = suit of card is suit of top of discard and rank of card is rank of top of discard\n"
        "(with one pack: no two cards have the same suit and rank)",
        "Compare something else, or use a deck that has such cards.",
        "words",
    ),
    Code(
        "W334",
        "a value that cannot be chosen",
        "An option has a value that the `require` lines exclude together with every choice of the other options, and "
        "for every number of players.",
        "Players are offered something that is always refused.",
        'options\n    hand-size: 1..5 = 3 "Cards in a hand"\n    require hand-size is less than 5 "Never five."',
        "Take the value away, or weaken the `require`.",
    ),
    Code(
        "W335",
        "a deck that is not shuffled",
        "On some way through the rules a card is taken from the top or bottom of the deck before anybody has shuffled "
        "it.",
        "The order in which the rules list the cards is known to everybody; proofs about who knows what take it for "
        "unknown.",
        "rule game\n    for each p in players\n        move top of stock to row of p otherwise nothing",
        "Shuffle the deck before anything is taken from it.",
        "words",
    ),
    Code(
        "W336",
        "a rule that nothing carries out",
        "No way leads to a rule of this file: not from where the play begins, nor from a window, an event, a choice, a "
        "hook or a cell that some rule carries out, whatever the options are.",
        "It is dead text: what it says is not in the game, and nothing that was proved speaks of it.",
        "rule unused by (player)\n    move top of stock to row of player otherwise nothing",
        "Call it where it belongs, write it as a hook (`after rule ...`), or remove it.",
    ),
    Code(
        "W603",
        "an open clause answered for good",
        "A clause that the source leaves open is cited only by answers that are fixed.",
        "The table cannot play it the other way.",
        "form matching\n    chain: anyone @cabo.M4",
        "Add `, open` to the answer.",
    ),
    Code(
        "W604",
        "something that never applies",
        "A row, choice or `otherwise` never applies.",
        "It is dead text, and most often a sign that another line says more than was meant.",
        "rule turn by (player)\n"
        "    player may\n"
        "        draw when stock is empty and stock is not empty\n"
        "            nothing",
        "Remove it, or correct its condition.",
    ),
)
