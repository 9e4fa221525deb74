"""Grafts: a phrase of a section replaced by another one of its kind, so that the text still parses and often types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from lark import Token, Tree

from caborules.text.feed import Stuck, parse_tokens, section_words
from caborules.text.grammar import parser
from caborules.text.scan import scan
from tests.fuzz.grammar_texts import laid_out, sentence

EXPRESSIONS = frozenset((
    "expr", "condition", "closed_or", "open_or", "closed_and", "open_and", "closed_not", "open_not", "comparison",
    "sum", "product", "of_expr", "atom",
))  # fmt: skip
"""The rules of the grammar that are all an expression: in brackets each can stand for each."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of a text on one line, and the rule of the grammar that it is."""

    kind: str
    start: int
    end: int
    text: str


@cache
def _kinds() -> dict[str, str]:
    """By what Lark calls a node: the rule of the grammar that it comes from."""
    found: dict[str, str] = {}
    for rule in parser().rules:
        origin = "expr" if rule.origin.name in EXPRESSIONS else rule.origin.name
        found[rule.alias or rule.origin.name] = origin
    return found


@cache
def phrases(section: str) -> tuple[Phrase, ...]:
    """The phrases of one section; none where it cannot be parsed."""
    pieces = scan(section, "section", section_words().__contains__).pieces
    if len(pieces) != 1 or pieces[0].errors:
        return ()
    tree = parse_tokens("item", pieces[0].tokens)
    return () if isinstance(tree, Stuck) else tuple(_phrases(section, tree))


def _phrases(section: str, tree: Tree[Token]) -> Iterator[Phrase]:
    starts = [0]
    for line in section.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in tree.iter_subtrees():
        meta = node.meta
        if not meta.empty and meta.line == meta.end_line and str(node.data) in _kinds():
            start, end = (starts[meta.line - 1] + column - 1 for column in (meta.column, meta.end_column))
            if end > start:
                yield Phrase(_kinds()[str(node.data)], start, end, section[start:end])


def grafted(rng: Random, section: str, donors: Sequence[str]) -> str:
    """The section with one phrase replaced by one of its kind from ``donors``, or (seldom) from the grammar."""
    own = phrases(section)
    if not own:
        return section
    old = rng.choice(own)
    others = [one.text for donor in donors for one in phrases(donor) if one.kind == old.kind and one.text != old.text]
    if rng.random() < 0.1 or not others:
        new = laid_out(sentence(rng, old.kind)).strip().replace("\n", " ")
    else:
        new = rng.choice(others)
    if old.kind == "expr" and " " in new and not new.startswith("("):
        new = f"({new})"
    return section[: old.start] + new + section[old.end :]
