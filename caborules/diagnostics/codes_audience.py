"""Codes E4xx: who can know what."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E401",
        "a hidden condition",
        "A condition of `if`, `until`, `where` of a loop or a case depends on what not all can see.",
        "What follows is seen by all, and so tells them.",
        'rule test by (player)\n    if value of drawn of player is 7\n        announce "aha"',
        "Show or announce it first. Where one player alone knows it, let that player decide: `p may` or `p must`, with "
        "a choice for each thing that can follow. Where a reaction may have moved and shuffled the card meanwhile, "
        "write `p alone may` or `p alone must`: nobody reacts before it is settled.",
    ),
    Code(
        "E402",
        "a choice that its maker cannot judge",
        "The condition or domain of a choice depends on what the player who makes it cannot see.",
        "The player could not know which moves are legal, and the list of them would tell.",
        "rule turn by (player)\n"
        "    player may\n"
        "        throw (c in row of player where value of c is 7)\n"
        "            move c to discard",
        "Offer all cards and test after the choice, when the card has been shown.",
    ),
    Code(
        "E403",
        "a choice whose legality tells",
        "The condition of a choice depends on what only its maker can see, and the choice does not lay it open.",
        "That the choice was legal tells the others.",
        "rule turn by (player)\n    player may\n        boast when value of drawn of player is 7\n            nothing",
        "Show the card in the choice before the next decision, or write `announces` if it shall tell.",
    ),
    Code(
        "E404",
        "an `otherwise` that tells",
        "The `otherwise` of a `must` depends on a condition that not all can see.",
        "That nothing was possible tells the others.",
        "rule turn by (player)\n"
        "    player must\n"
        "        boast when value of drawn of player is 7\n"
        "            nothing\n"
        "    otherwise\n"
        "        nothing",
        "Write `may`, or show the cards that made it impossible.",
    ),
    Code(
        "E405",
        "hidden values in public state",
        "State, a payment or a score is set to what not all can see.",
        "All state is public, so it would tell.",
        "rule note by (player)\n    set best to value of drawn of player",
        "Announce the value first, or show the card.",
    ),
)
