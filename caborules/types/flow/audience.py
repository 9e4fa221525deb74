"""Who can know what: refusing what would show hidden faces. Codes E401 to E405."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from caborules.types.flow.facts import ALL, FIRST, Audience, Label, both


@dataclass(frozen=True, slots=True)
class Leak:
    """A refusal in words: the code, what is wrong, why it matters, how to mend it."""

    code: str
    message: str
    why: str
    mend: str


def audience(label: Label) -> Audience:
    """Who can compute a value: whoever has seen every face in it."""
    who = ALL
    for read in label:
        who = both(who, read.audience)
    return who


def faces(label: Label) -> str:
    """The faces that are not public, in words."""
    return " and ".join(sorted({read.text for read in label}))


def seen_by(who: Audience) -> str:
    """Who has seen it, in words."""
    return f"only {' and '.join(names(who))} can have seen that" if who else "not everybody has seen that"


def names(who: Audience) -> list[str]:
    """Players as the rules call them."""
    return sorted("first-seat" if s == FIRST else s.rpartition(".")[2].lstrip("$").partition("~")[0] for s in who)


_ASKED: Final = "Show the card to everyone before, or `let` the value be, `announce` it, and ask for it then."


def announced(name: str, many: bool) -> str:
    """How to mend a choice of cards that tells what they are, which showing them would tell as well.

    ``name``: what they are called in the rule, if they have a name.
    """
    which = "which cards these are" if many else "which card this is"
    if name:
        return f'Tell everybody in the line before {which}:\n  announce "{which}" {name}'
    return (
        f"Name the card{'s' if many else ''}, tell everybody {which}, and go on with the name:\n"
        f'  let found be ...\n  announce "{which}" found'
    )


def condition(label: Label, what: str, mend: str = _ASKED) -> Leak:
    """What follows from a condition is seen, so the condition must be public."""
    who, at = audience(label), max((read.decision for read in label), default="")
    why = "What happens next is seen by everybody, and so would tell the hidden card."
    if at:
        decision, _, line = at.strip("`").partition("` ")
        player, _, force = decision.rpartition(" ")
        why = f"Reactions are on offer at {at}: one may move the card and shuffle it, and nobody could tell it then."
        mend = f"Write `{player} alone {force}` {line}, so that nobody reacts before it is settled."
    elif len(who) == 1 and (player := names(who)[0])[0].isalpha():
        mend += " " if mend == _ASKED else "\n"
        mend += (
            f"Or let {player} decide, who knows it: `{player} alone may` (or `must`), with a choice for each thing "
            "that can follow and no condition on the card."
        )
    return Leak("E401", f"{what} depends on {faces(label)}, and {seen_by(who)}.", why, mend)


def own(label: Label, choice: str, actor: str) -> Leak:
    """A player must be able to tell what they may do."""
    return Leak(
        "E402",
        f'Whether "{choice}" is allowed depends on {faces(label)}, which {actor} may not have seen.',
        "A refusal would tell the player something about cards that they have not seen.",
        f"Leave the condition out and show the cards in the body, or show them to {actor} before.",
    )


def others(label: Label, choice: str) -> Leak:
    """That a choice was legal must tell nothing."""
    return Leak(
        "E403",
        f'That "{choice}" was allowed tells everybody about {faces(label)}, and {seen_by(audience(label))}.',
        "Whoever sees the choice made learns that its condition held.",
        "Lay the cards open or `announce` the value in the body before its next decision, or say `announces`.",
    )


def nothing_possible(choice: str) -> Leak:
    """That nothing was possible must tell nothing."""
    return Leak(
        "E404",
        f'That nothing is possible here tells everybody that "{choice}" was not, and not everybody could know that.',
        "The `otherwise` of a `must` is seen, and so would tell about hidden cards.",
        "Write `may` instead of `must`, or add a choice that is always possible.",
    )


def waited_for(choice: str) -> Leak:
    """Who is waited for must tell nothing."""
    return Leak(
        "E404",
        f'Who is waited for here tells everybody to whom "{choice}" is possible, and not everybody could know that.',
        "An `await` asks those only who can react, and so would tell about hidden cards.",
        "Do not wait for this window, or leave the condition out and show the cards in the body.",
    )


def stored(label: Label, what: str) -> Leak:
    """State is public."""
    what = what[:1].upper() + what[1:]
    return Leak(
        "E405",
        f"{what} depends on {faces(label)}, and {seen_by(audience(label))}.",
        "All state is public, so the hidden card could be read off it.",
        "Show or flip up the cards before, or `announce` the value first.",
    )
