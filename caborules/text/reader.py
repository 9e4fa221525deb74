"""Reading one file: limits, scanning, parsing piece by piece, building the nodes, gathering the errors."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lark import Token, Tree

from caborules.diagnostics.record import Diagnostic, Refused
from caborules.diagnostics.span import Position, Span
from caborules.syntax.file import File, Header, Item
from caborules.text import limits
from caborules.text.build import items
from caborules.text.build.base import Maker
from caborules.text.explain import explain
from caborules.text.feed import Stuck, parse_tokens, section_words
from caborules.text.labels import declared
from caborules.text.limits import checked_text, point
from caborules.text.scan import Piece, scan

LANGUAGE = 1
"""The version of the language that this tool reads."""
_PREAMBLE = frozenset(("language", "ruleset", "library"))


def read(source: bytes | str, name: str) -> File:
    """Read the text of one file; see ``caborules.text.parse``."""
    text = checked_text(source, name)
    sections = section_words() | _PREAMBLE
    scanned = scan(text, name, sections.__contains__)
    maker = Maker(name, [])
    pieces = list(scanned.pieces)
    labels = declared(piece.tokens for piece in pieces)
    language = _language(maker, pieces)
    header = _header(maker, pieces)
    made: list[Item] = []
    for piece in pieces:
        tree = _piece(maker, piece, "item", labels)
        if tree is not None:
            made.append(items.item(maker, tree))
        if len(maker.errors) >= limits.MOST_ERRORS:
            break
    if maker.errors:
        ordered = sorted(maker.errors, key=lambda error: error.span or point(name, 1, 1))
        raise Refused(tuple(ordered[: limits.MOST_ERRORS]))
    assert header is not None
    lines = text.count("\n") + 1
    span = Span(name, Position(1, 1), Position(lines, len(text) - text.rfind("\n")))
    return File(span, header, language, tuple(made), tuple(scanned.comments))


def _language(maker: Maker, pieces: list[Piece]) -> str | None:
    """Take the language line off the pieces."""
    first = _first_token(pieces)
    if first is None or first != "language":
        empty = first is None
        maker.errors.append(
            Diagnostic(
                "E106",
                point(maker.file, 1, 1) if first is None else maker.span(first),
                "This file is empty." if empty else "The file does not say which version of the language it uses.",
                "Later versions of the language may read the same words otherwise; the first line keeps its meaning.",
                f"Write `language {LANGUAGE}` as the first line" + (', then `ruleset NAME "title"`.' if empty else "."),
            )
        )
        return None
    tree = _piece(maker, pieces.pop(0), "language")
    if tree is None:
        return None
    number = tree.children[1]
    assert isinstance(number, Token)
    if int(number) != LANGUAGE:
        maker.error(
            "E107",
            number,
            f"This file is written in version {number} of the language; this tool reads language {LANGUAGE}.",
            "It may use what this tool does not know.",
            f"Use a newer caborules, or write `language {LANGUAGE}` if that is what it is.",
        )
    return str(int(number))


def _header(maker: Maker, pieces: list[Piece]) -> Header | None:
    """Take the header off the pieces."""
    first = _first_token(pieces)
    if first is None:
        if not maker.errors:
            maker.errors.append(_no_header(point(maker.file, 1, 1)))
        return None
    if first not in ("ruleset", "library"):
        if first != "language":
            maker.errors.append(_no_header(maker.span(first)))
        return None
    tree = _piece(maker, pieces.pop(0), "header")
    return None if tree is None else items.header(maker, tree)


def _no_header(span: Span) -> Diagnostic:
    return Diagnostic(
        "E102",
        span,
        "A header was expected after the language line.",
        "It says whether this is a game or a library, and what it is called.",
        'Write `ruleset NAME "title"` or `library NAME "title"`.',
    )


def _first_token(pieces: list[Piece]) -> Token | None:
    return pieces[0].tokens[0] if pieces and pieces[0].tokens else None


def _piece(
    maker: Maker, piece: Piece, start: str, labels: Mapping[str, tuple[str, ...]] = MappingProxyType({})
) -> Tree[Token] | None:
    """Parse one piece, or report what is wrong with it."""
    if piece.errors:
        maker.errors.extend(piece.errors)
        return None
    parsed = parse_tokens(start, piece.tokens)
    if isinstance(parsed, Stuck):
        maker.errors.append(explain(maker.file, start, piece.tokens, parsed, labels))
        return None
    if piece.longest > limits.DEEPEST_EXPRESSION and _depth(parsed) > limits.DEEPEST_EXPRESSION:
        maker.error(
            "E105",
            parsed,
            f"This section holds an expression nested more than {limits.DEEPEST_EXPRESSION} deep.",
            "Nobody can follow an expression that deep.",
            "Give names to parts of it, with `let` or `define`.",
        )
        return None
    return parsed


def _depth(tree: Tree[Token]) -> int:
    """How deep a tree is; without recursion, since it may be deeper than the stack of Python."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for parent in level for child in parent.children if isinstance(child, Tree)]
    return depth
