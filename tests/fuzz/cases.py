"""The strategy: a seed text of some kind, and what is done to it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from hypothesis import strategies as st

from tests.fuzz import mutations, seeds
from tests.fuzz.grafts import grafted
from tests.fuzz.grammar_texts import laid_out, sentence

KINDS: Final = ("graft",) * 6 + ("words",) * 6 + ("grammar",) * 3 + ("section",) * 2 + ("bytes",) * 2 + ("alone",)


@dataclass(frozen=True, slots=True)
class Case:
    """A text, and how it was made (for the report of a failure)."""

    kind: str
    source: bytes

    def __repr__(self) -> str:
        return f"{self.kind}: {self.source!r}\n{self.source.decode('utf-8', 'replace')}"


def cases() -> st.SearchStrategy[Case]:
    """Texts of all kinds. One number decides everything, so that a case costs little to draw."""
    return st.builds(case, st.sampled_from(KINDS), st.integers(0, 2**48))


def case(kind: str, number: int) -> Case:
    """The case of a kind and a number; always the same one.

    ``graft``: a small game with phrases replaced by others of their kind. ``words``: a small game with words and lines
    changed. ``grammar``: a small game and sections from the grammar. ``section``: a small game and a section of a
    shipped file, changed. ``bytes``: a file with bytes changed. ``alone``: a file from the grammar and nothing else.
    """
    rng = Random(f"{kind} {number}")
    game = rng.choice(seeds.games())
    parts = list(game.sections)
    match kind:
        case "graft":
            for _ in range(rng.choice((1, 1, 2, 3))):
                at = rng.randrange(1, len(parts))
                parts[at] = grafted(rng, parts[at], game.sections)
            if rng.random() < 0.2:
                at = rng.randrange(len(parts))
                parts[at] = mutations.mutated(rng, parts[at], parts, 1)
            text = "".join(parts)
        case "words":
            for _ in range(rng.choice((1, 1, 1, 2, 4))):
                at = rng.randrange(len(parts))
                parts[at] = mutations.mutated(rng, parts[at], parts, rng.choice((1, 1, 2)))
            text = "".join(parts)
        case "grammar":
            made = [laid_out(sentence(rng)) for _ in range(rng.randint(1, 2))]
            text = "".join([*parts, *made] if rng.random() < 0.8 else [*parts[:2], *made, *parts[2:]])
        case "section":
            donors = seeds.shipped_sections()
            added = rng.choice(donors)
            text = "".join(parts) + mutations.mutated(rng, added, donors, rng.randint(0, 3))
        case "bytes":
            whole = rng.choice([text for _, text in seeds.shipped() if len(text) < 4000] + ["".join(parts)])
            return Case(kind, mutations.damaged(rng, whole.encode()))
        case _:
            pieces = [laid_out(sentence(rng, start)) for start in ("language", "header", *["item"] * rng.randint(0, 4))]
            text = "".join(pieces)
    return Case(kind, text.encode("utf-8", "replace"))
