"""The properties in words: what each says, for reports that carry their own help."""

from __future__ import annotations

from typing import Final

PROPERTIES: Final = {
    "examples": "Every example of the ruleset, and of what it extends, comes out as written.",
    "conservation": "Each physical card is in exactly one place, always; nothing is taken from where nothing lies.",
    "own-legality": "Players can tell which of their moves are legal, from what they know.",
    "public-legality": "That a move was legal tells the other players nothing.",
    "no-leak": "After any move, what players see depends on no card that they have not been shown.",
    "secrecy": "Each place keeps the secrecy that it declares; exceptions that the rules bring about are listed.",
    "progress": "Whoever must move can: every position that is not the end has a legal move.",
    "ends": "A rule that has begun comes to its end, whatever the players do.",
    "end-reachable": "From every position that can arise, some legal moves lead to the end.",
    "conserved": "What the ruleset says is conserved, such as chips, is.",
    "author": "What the author of the ruleset states as a property is true.",
}
"""By name; of names such as ``ends:lap`` what stands before the colon."""


def kind_of(name: str) -> str:
    """The property that a name such as ``ends:lap`` or ``author:a call is final`` is a case of."""
    return name.partition(":")[0]


def help_of(kind: str) -> str:
    """What the property says, in a sentence."""
    return PROPERTIES.get(kind, "A property of the rules.")
