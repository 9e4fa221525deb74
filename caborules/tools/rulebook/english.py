"""Words into English: plurals, possessives, negations, lists. Knows no rules and no game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_BE: Final = {"has": "have", "is": "are", "does": "do", "was": "were"}
_SAME: Final = frozenset(("may", "must", "can", "cannot", "will", "had", "could", "should"))
_PAST: Final = {
    "is": "was",
    "are": "were",
    "has": "had",
    "have": "had",
    "does": "did",
    "do": "did",
    "may": "could",
    "can": "could",
    "cannot": "could not",
}
_TWO_VERBS: Final = re.compile(r"(?<= been) \w+ or (?=\w+$)")
"""In "has been drawn or taken": what is denied of both when it is denied of one."""
_ARTICLES: Final = ("the", "a", "an", "no", "all", "each", "every")
_AUXILIARY: Final = ("is", "are", "has", "have", "may", "must", "can", "was", "were")


def words(name: str) -> str:
    """A name as words: ``row-size`` is "row size"."""
    return re.sub(r"(?<=\w)(?<!\bnon)-(?=\w)", " ", name)


def spelt(name: str, text: str) -> str:
    """A name as words; where a text has them, as it spells them: ``the dealer's left`` for ``dealers-left``."""
    letters = ("['’]?".join(map(re.escape, word)) + "(?:['’]s)?" for word in name.split("-"))
    found = re.search(r"\b(?:(?:the|an?) )?" + r" (?:(?:the|an?) )?".join(letters) + r"\b", text)
    return found.group() if found else words(name)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str], joiner: str = "and") -> str:
    """``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joiner} {parts[-1]}"


def a(noun: str) -> str:
    """A noun with its article."""
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """The plural of a noun whose last word is the one that changes."""
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(s|x|ch|sh)$", noun) else "s")


def counted(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else plural(noun)}"


def owned(thing: str, owner: str) -> str:
    """``the player's row``, ``the row of the player to the left``."""
    simple = owner[-1:].isalpha() and not re.search(r" (of|to|in|than|whose|who|that|with|from) ", owner)
    if simple and len(owner.split()) <= 4:
        return f"{owner}{chr(39) if owner.endswith('s') else chr(39) + 's'} {thing}"
    return f"the {thing} of {owner}"


def agreeing(predicate: str, many: bool) -> str:
    """A predicate in the third person (``has lost``) for one or for many (``have lost``)."""
    if not many:
        return predicate
    first, blank, rest = predicate.partition(" ")
    if first in _SAME:
        return predicate
    if first in _BE:
        return _BE[first] + blank + rest
    if re.search(r"(ch|sh|x|ss|o)es$", first):
        return first[:-2] + blank + rest
    return (first[:-1] if first.endswith("s") else first) + blank + rest


def denied(predicate: str) -> str:
    """The opposite of a predicate in the third person: ``has not lost``, ``does not match the top card``."""
    first, blank, rest = _with_any(predicate).partition(" ")
    if first == "can":
        return f"cannot{blank}{rest}"
    if first in _AUXILIARY:
        return f"{first} not{blank}{rest}"
    return f"does not {agreeing(_with_any(predicate), True)}"


def _with_any(text: str) -> str:
    """What stands after a "not": not with somebody, but with anybody."""
    return re.sub(r"\bsome(body|thing)\b", r"any\1", text)


def past(sentence: str) -> str:
    """A simple sentence in the past: ``somebody was the caller``; nothing where it is not simple."""
    if re.search(r"[,:(]| (and|or|who|whose|that|if) ", sentence):
        return ""
    verbs = [word for word in sentence.split() if word in _PAST]
    return re.sub(rf"\b{verbs[0]}\b", _PAST[verbs[0]], sentence, count=1) if len(verbs) == 1 else ""


def denied_sentence(sentence: str) -> str:
    """The opposite of a sentence; ``it is not so that ...`` where it is not simple."""
    if not re.search(r",| (and|or|who|whose|that|if) ", _TWO_VERBS.sub("", sentence)):
        if re.match(r"an? ", sentence):
            return f"no {sentence.partition(' ')[2]}"
        for verb in _AUXILIARY:
            before, found, after = sentence.partition(f" {verb} ")
            if found:
                return f"{before} {denied(f'{verb} {after}')}"
        subject, _, said = sentence.partition(" ")
        if subject.lower() not in _ARTICLES and re.match(r"\w+s\b", said):
            return f"{subject} {denied(said)}"
    return f"it is not so that {sentence}"


def sentence(text: str) -> str:
    """A text as a sentence: a capital at its start, a full stop at its end."""
    return capital(text) + ("" if text.endswith((".", ":", "!", "?")) else ".")


def slug(text: str) -> str:
    """A text as the anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "section"
