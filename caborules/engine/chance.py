"""Chance sources: where the outcome of a shuffle or a random choice comes from. Each is an immutable value.

A shuffle's outcome is a permutation: the new card at i is the old one at outcome[i]. A pick's outcome is an index. A
source is asked for a permutation of 2 or more, and for an index among 1 or more.

``Seeded`` is sfc32 (Doty-Humphrey, PractRand), for tests and research; other languages can reproduce it:

* seed: the decimal digits of an int, or a text; SHA-256 of ``caborules/seed/1:`` + seed in UTF-8; the first 16 bytes
  are the words a, b, c, d, little-endian; then 15 words are drawn and dropped;
* word, mod 2^32: t = a + b + d; d = d + 1; a = b ^ (b >> 9); b = c + (c << 3); c = rotate-left(c, 21) + t; it is t;
* draw below n: draw words until one is below 2^32 - (2^32 mod n); the result is that word mod n;
* permutation of n: Fisher-Yates from the end: for i = n-1 down to 1, exchange i with a draw below i + 1.

Its 128 bits cannot reach every deal, and a short seed can be guessed from cards that were seen: play with ``Entropy``.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Outcome: TypeAlias = tuple[int, ...] | int
"""A permutation or an index."""

_MASK = 0xFFFFFFFF


class OutcomeMissing(Exception):  # noqa: N818 - it asks for an outcome; explorers answer it
    """A supplied source has no outcome left, or one that does not fit. ``kind`` and ``size`` say what was asked for."""

    def __init__(self, kind: Literal["shuffle", "pick"], size: int, found: Outcome | None) -> None:
        what = f"a permutation of {size}" if kind == "shuffle" else f"an index below {size}"
        there = "there is none left" if found is None else f"the next one is {found}"
        super().__init__(f"Chance was asked for {what}, and {there}.")
        self.kind = kind
        self.size = size
        self.found = found


@dataclass(frozen=True, slots=True)
class Seeded:
    """The state of the generator; ``seeded`` makes one."""

    a: int
    b: int
    c: int
    d: int

    def word(self) -> tuple[int, Seeded]:
        """Draw 32 bits."""
        t = (self.a + self.b + self.d) & _MASK
        rotated = ((self.c << 21) | (self.c >> 11)) & _MASK
        after = Seeded(
            self.b ^ (self.b >> 9), (self.c + (self.c << 3)) & _MASK, (rotated + t) & _MASK, (self.d + 1) & _MASK
        )
        return t, after

    def below(self, bound: int) -> tuple[int, Seeded]:
        limit = (1 << 32) - (1 << 32) % bound
        word, after = self.word()
        while word >= limit:
            word, after = after.word()
        return word % bound, after

    def permutation(self, size: int) -> tuple[tuple[int, ...], Seeded]:
        order, source = list(range(size)), self
        for i in range(size - 1, 0, -1):
            j, source = source.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order), source

    def index(self, size: int) -> tuple[int, Seeded]:
        return self.below(size)


def seeded(seed: int | str) -> Seeded:
    """The generator for a seed; see the module."""
    digest = hashlib.sha256(f"caborules/seed/1:{seed}".encode()).digest()
    a, b, c, d = (int.from_bytes(digest[i : i + 4], "little") for i in range(0, 16, 4))
    source = Seeded(a, b, c, d)
    for _ in range(15):
        _, source = source.word()
    return source


@dataclass(frozen=True, slots=True)
class Entropy:
    """The operating system's entropy, for real play. Not reproducible, except from the outcomes that a play records."""

    def permutation(self, size: int) -> tuple[tuple[int, ...], Entropy]:
        return fisher_yates(size, secrets.randbelow), self

    def index(self, size: int) -> tuple[int, Entropy]:
        return secrets.randbelow(size), self


def fisher_yates(size: int, below: Callable[[int], int]) -> tuple[int, ...]:
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Supplied:
    """Outcomes given beforehand, used up from the front; after them those of ``then``, if there is one.

    Raises OutcomeMissing when the next one does not fit, or there is none left.
    """

    outcomes: tuple[Outcome, ...] = ()
    then: Seeded | None = None

    def permutation(self, size: int) -> tuple[tuple[int, ...], Supplied]:
        if not self.outcomes and self.then is not None:
            order, after = self.then.permutation(size)
            return order, Supplied((), after)
        found = self.outcomes[0] if self.outcomes else None
        if not isinstance(found, tuple) or sorted(found) != list(range(size)):
            raise OutcomeMissing("shuffle", size, found)
        return found, Supplied(self.outcomes[1:], self.then)

    def index(self, size: int) -> tuple[int, Supplied]:
        if not self.outcomes and self.then is not None:
            at, after = self.then.index(size)
            return at, Supplied((), after)
        found = self.outcomes[0] if self.outcomes else None
        if not isinstance(found, int) or not 0 <= found < size:
            raise OutcomeMissing("pick", size, found)
        return found, Supplied(self.outcomes[1:], self.then)


@dataclass(frozen=True, slots=True)
class Identity:
    """The chance of examples: nothing moves in a shuffle, the first is drawn."""

    def permutation(self, size: int) -> tuple[tuple[int, ...], Identity]:
        return tuple(range(size)), self

    def index(self, size: int) -> tuple[int, Identity]:
        return 0, self


Chance: TypeAlias = Seeded | Entropy | Supplied | Identity
