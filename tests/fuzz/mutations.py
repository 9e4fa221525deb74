"""Texts that are nearly right: words dropped, doubled, swapped and replaced; lines moved; bytes changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from caborules.text.feed import keywords
from tests.fuzz.grammar_texts import CARDS, NAMES, NUMBERS, TEXTS, laid_out, sentence

Words: TypeAlias = list[str]

_WORD: Final = re.compile(r'\n *|"[^"\n]*"|@[\w.-]+|~\w+|[^\W\d_][\w-]*|-?\d+|\.\.\.?|--| +|.', re.DOTALL)
_STRANGE: Final = (
    "=",
    "|",
    "::",
    "\t",
    "(",
    ")",
    "{",
    "}",
    "_",
    "?",
    "...",
    "..",
    "'",
    '"',
    "@",
    "~",
    "\u0301",
    "\x1b",
)
_CONFUSED: Final = (
    ("plus", "minus", "times", "div", "mod"), ("least", "most"), ("and", "or"), ("may", "must"), ("up", "down"),
    ("lowest", "highest", "sum"), ("some", "no"), ("always", "never"), ("before", "after"),
    ("top", "bottom", "rest", "all"),
    ("pile", "row", "hand", "one card"), ("face up", "face down", "seen by its owner"), ("open", "close", "await"),
    ("of each player", ""), ("where", "when"), ("more", "less"), ("left", "right", "others"), ("yes", "no"),
    ("from", "to", "by", "for", "with", "on", "at"), ("rule", "window", "event"), ("is", "is not"), ("each", "any"),
    ("secretly", ""), ("alone", ""), ("first-seat", "nobody"), ("players", "everyone"), ("size", "position"),
)  # fmt: skip
_BYTES: Final = (
    b"\r\n", b"\r", b"\x0c", b"\xef\xbb\xbf", b"\x00", b"\t", b"\xe2\x80\xae", b"\xc3", b"(" * 60,
)  # fmt: skip
_INSIDE: Final = ("expr", "sum", "closed_or", "comparison", "_statement", "type", "alternative", "cell", "pattern")


def words_of(text: str) -> Words:
    """The words of a text; a line break and the indentation after it are one word; ``"".join`` gives it back."""
    return _WORD.findall(text)


def mutated(rng: Random, text: str, donors: Sequence[str], times: int) -> str:
    """The text with some of its words or lines changed; ``donors`` are texts that stretches are taken from."""
    for _ in range(times):
        text = rng.choice(_MUTATIONS)(rng, text or "\n", rng.choice(donors) or "\n")  # nothing has no word to change
    return text


def damaged(rng: Random, data: bytes) -> bytes:
    """The bytes of a file with some of them changed, cut out, doubled or put in."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 1, 2, 5, 40, 300)))
        middle = rng.choice(
            (
                b"", data[at:end] * 2, data[at:end][::-1], bytes([rng.randrange(256)]), rng.randbytes(4),
                rng.choice(_BYTES),
            )
        )  # fmt: skip
        data = data[:at] + middle + data[end:]
    return data


# ---------------------------------------------------------------- one change
def _at(rng: Random, words: Words) -> int:
    """The index of a word that is no blank."""
    found = [at for at, word in enumerate(words) if word.strip()]
    return rng.choice(found) if found else 0


def _drop(rng: Random, text: str, _: str) -> str:
    words = words_of(text)
    at = _at(rng, words)
    del words[at : at + rng.choice((1, 1, 1, 2, 4))]
    return "".join(words)


def _double(rng: Random, text: str, _: str) -> str:
    words = words_of(text)
    at = _at(rng, words)
    words[at:at] = [*words[at : at + rng.choice((1, 3, 5))], " "]
    return "".join(words)


def _swap(rng: Random, text: str, _: str) -> str:
    words = words_of(text)
    left, right = _at(rng, words), _at(rng, words)
    words[left], words[right] = words[right], words[left]
    return "".join(words)


def _alike(rng: Random, text: str, donor: str) -> str:
    """A word replaced by one of its kind: a name by a name, a number by a number."""
    words = words_of(text)
    at = _at(rng, words)
    word = words[at]
    if word[:1].isdigit() or word[:1] == "-":
        words[at] = rng.choice(NUMBERS)
    elif word[:1] == '"':
        words[at] = rng.choice(TEXTS)
    elif word in keywords():
        words[at] = rng.choice(list(keywords()))
    elif word[:1].isalpha():
        others = [one for one in words_of(rng.choice((text, donor))) if one[:1].isalpha()]
        words[at] = rng.choice(others or list(NAMES))
    else:
        words[at] = rng.choice(_STRANGE)
    return "".join(words)


def _confused(rng: Random, text: str, _: str) -> str:
    """One word for another that is easily taken for it."""
    group = rng.choice(
        [words for words in _CONFUSED if any(f" {word} " in text for word in words)] or [("is", "is not")]
    )
    old = rng.choice([word for word in group if word and f" {word} " in text] or ["is"])
    places = [found.start() for found in re.finditer(f" {old} ", text)]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + f" {rng.choice(group)} " + text[at + len(old) + 2 :]


def _other(rng: Random, text: str, _: str) -> str:
    words = words_of(text)
    at = _at(rng, words)
    pool = rng.choice((NAMES, NUMBERS, TEXTS, CARDS, _STRANGE, tuple(keywords())))
    words[at : at + rng.randint(0, 1)] = [rng.choice(pool), " "]
    return "".join(words)


def _phrase(rng: Random, text: str, _: str) -> str:
    """A word replaced by a phrase of the grammar: an expression in brackets, a type, a statement."""
    words = words_of(text)
    at = _at(rng, words)
    kind = rng.choice(_INSIDE)
    names = tuple({word for word in words if word[:1].isalpha() and word not in keywords()}) or NAMES
    phrase = laid_out(sentence(rng, kind, rng.choice((NAMES, names)))).strip()
    indent = re.search(r"\n *$", "".join(words[:at]))
    phrase = phrase.replace("\n", indent[0] if indent else " ")
    words[at] = f"({phrase})" if kind in _INSIDE[:4] and rng.random() < 0.8 else phrase
    return "".join(words)


def _splice(rng: Random, text: str, donor: str) -> str:
    words, others = words_of(text), words_of(donor)
    at, start = _at(rng, words), _at(rng, others)
    words[at : at + rng.randint(0, 6)] = others[start : start + rng.randint(1, 9)]
    return "".join(words)


def _line(rng: Random, text: str, donor: str) -> str:
    """A line dropped, doubled, moved, indented otherwise, or replaced by one of another text."""
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
    match rng.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines.insert(rng.randrange(len(lines)), lines.pop(at))
        case 3:
            lines[at] = " " * rng.choice((0, 2, 4, 8, 12)) + lines[at].lstrip()
        case 4:
            lines[at] = indent + rng.choice(donor.splitlines() or [""]).strip()
        case _:
            lines[at] = indent + laid_out(sentence(rng, "_statement")).replace("\n", "\n" + indent)
    return "\n".join(lines) + "\n"


_MUTATIONS: Final[tuple[Callable[[Random, str, str], str], ...]] = (
    _drop, _double, _swap, _alike, _alike, _alike, _confused, _confused, _other, _phrase, _phrase, _splice,
    _line, _line,
)  # fmt: skip
