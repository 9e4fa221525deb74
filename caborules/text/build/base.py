"""What every builder uses: spans, names, texts, citations, and the check of names against the words of the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from lark import Token, Tree

from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Position, Span
from caborules.syntax.base import Cite, Cites, Name
from caborules.syntax.verbs import VERBS

Branch: TypeAlias = Tree[Token]
Child: TypeAlias = "Tree[Token] | Token | None"

OPENERS = frozenset(("first", "highest", "lowest", "no", "not", "some", "sum", "those"))
"""Words that begin a value, and so name nothing that is a value."""
JOINERS = frozenset(
    (
        *("alone", "as", "at", "by", "for", "from", "may", "must", "on", "to", "with", "and", "or", "plus", "minus"),
        *("times", "div", "mod", "is", "of", "knows", "share", "where", "when", "otherwise", "if"),
    )
)
"""Words that join values, and so name no value inside a rule."""


@dataclass(frozen=True, slots=True)
class Maker:
    """The file that nodes are made for, and the errors found while making them."""

    file: str
    errors: list[Diagnostic]

    def span(self, of: Branch | Token) -> Span:
        """Where a tree or token stands. Trees are never empty here."""
        place = of if isinstance(of, Token) else of.meta
        # Every token of the scanner has its four places, and so has every tree that holds one.
        start = Position(place.line or 1, place.column or 1)
        return Span(self.file, start, Position(place.end_line or 1, place.end_column or 1))

    def error(self, code: str, of: Branch | Token, message: str, why: str, mend: str) -> None:
        self.errors.append(Diagnostic(code, self.span(of), message, why, mend))

    def declared(self, name: Child, reserved: frozenset[str], what: str) -> str:
        """The text of a name that is declared here; E104 if it is among ``reserved``. ``what`` says what it names."""
        text = word(name)
        if text in reserved:
            assert isinstance(name, Token)
            self.error(
                "E104",
                name,
                f"`{text}` is a word of the language and cannot name {what}.",
                f"A line that uses it would be read as the word `{text}`.",
                f"Use another name, for example `{another_name(text)}`.",
            )
        return text


def another_name(text: str) -> str:
    """A free name near a word of the language."""
    return f"{text}-cards" if text in VERBS else f"{text}-one"


def word(child: Child) -> str:
    """The text of a token."""
    assert isinstance(child, Token), child
    return str(child)


def branch(child: Child) -> Branch:
    """The child as a tree."""
    assert isinstance(child, Tree), child
    return child


def quoted(child: Child) -> str:
    """The text of a string, without its quotation marks."""
    return word(child)[1:-1]


def maybe_quoted(child: Child) -> str | None:
    return None if child is None else quoted(child)


def maybe_word(child: Child) -> str | None:
    return None if child is None else word(child)


def is_branch(child: Child, *kinds: str) -> bool:
    return isinstance(child, Tree) and child.data in kinds


def name(m: Maker, tree: Child) -> Name:
    """A path: ``row``, ``turn.draw``."""
    tree = branch(tree)
    return Name(m.span(tree), tuple(str(part) for part in tree.children))


def paths(m: Maker, tree: Child) -> tuple[Name, ...]:
    return tuple(name(m, path) for path in branch(tree).children)


def cite(m: Maker, token: Child) -> Cite:
    assert isinstance(token, Token)
    return Cite(m.span(token), token[1:])


def cites(m: Maker, tree: Child) -> Cites:
    """The citations of a line; None where the line is absent."""
    return () if tree is None else tuple(cite(m, token) for token in branch(tree).children)


def branches(children: Sequence[Child]) -> tuple[Branch, ...]:
    """The trees among the children."""
    return tuple(child for child in children if isinstance(child, Tree))


def refuse_fingerprint(m: Maker, print_: Child) -> None:
    """Report ``was ~...`` at what is neither replaced nor removed; None is fine."""
    if print_ is not None:
        m.error(
            "E102",
            branch(print_),
            "Only what is replaced or removed has a fingerprint.",
            "`was ~...` says what stood there in the text that this one builds on.",
            "Remove `was` and the fingerprint, or write `replace` at the beginning of the line.",
        )
