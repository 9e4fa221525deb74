"""From text to tokens, cut into pieces: one piece for each line at the left margin that begins a section."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from lark import Token

from caborules.diagnostics.record import Diagnostic
from caborules.syntax.file import Comment
from caborules.text.limits import (
    DEEPEST_BLOCKS,
    DEEPEST_BRACKETS,
    LONGEST_NAME,
    LONGEST_NUMBER,
    MOST_WORDS,
    point,
)

_TOKEN = re.compile(
    r"""[ \t]*(?:
      (?P<COMMENT>\#.*)
    | (?P<STRING>"[^"]*")
    | (?P<UNFINISHED>".*)
    | (?P<CITE>@[a-z][\w-]*\.\w+)
    | (?P<PRINT>~[0-9a-f]{6})
    | (?P<CARD>(?:(?:10|[2-9AJQK])[♠♥♦♣SHDC]|★|\[-?[0-9]+\])(?![\w-]))
    | (?P<NUMBER>-?[0-9]+(?!\w))
    | (?P<NAME>[^\W\d_]\w*(?:-\w+)*)
    | (?P<FOREIGN>[<>=!:]=|<>|[-=]>|&&|'[^']*'|[“”„«][^“”„«»"]*[“”»"]?|[0-9]+[\w-]*)
    | (?P<REST>\.\.\.)
    | (?P<DOTDOT>\.\.)
    | (?P<BLANK>--)
    | (?P<SIGN>[|=_?.:,(){}])
    | (?P<STRANGE>[^ \t])
    )""",
    re.VERBOSE,
)
_SIGNS = {
    "|": "BAR", "=": "EQ", "_": "GAP", "?": "ANYCARD", ".": "_DOT", ":": "_COLON", ",": "_COMMA",
    "(": "_LPAR", ")": "_RPAR", "{": "_LBRACE", "}": "_RBRACE",
}  # fmt: skip
_CLOSES = {"_RPAR": "_LPAR", "_RBRACE": "_LBRACE"}
_INDENT = re.compile(r"[ \t]*")
_FIRST_WORD = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


BLOCK = 4
"""By so many spaces a block is indented in the one layout."""


@dataclass(slots=True)
class Piece:
    """The tokens of one section, with the errors that scanning found in it (then it is not parsed)."""

    tokens: list[Token] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    longest: int = 0
    """The number of words and signs in its longest statement."""


@dataclass(slots=True)
class Scanned:
    pieces: list[Piece] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)


def scan(text: str, file: str, begins_section: Callable[[str], bool]) -> Scanned:
    """Cut ``text`` into pieces; ``begins_section`` says whether a word at the left margin begins a new one."""
    result = Scanned()
    scanner = _Scanner(file, Piece(), result.comments)
    for number, line in enumerate(text.split("\n"), 1):
        word = _FIRST_WORD.match(line)
        if word and (begins_section(word[0]) or not scanner.piece.tokens):
            scanner.finish()
            scanner = _Scanner(file, Piece(), result.comments)
            result.pieces.append(scanner.piece)
        elif not result.pieces and line.strip() and not line.lstrip().startswith("#"):
            result.pieces.append(scanner.piece)
        scanner.line(line, number)
    scanner.finish()
    return result


class _Scanner:
    """Scans the lines of one piece."""

    def __init__(self, file: str, piece: Piece, comments: list[Comment]) -> None:
        self.file = file
        self.piece = piece
        self.comments = comments
        self.blocks = [0]
        self.begun = 1
        """The line that began the innermost block."""
        self.open: list[Token] = []
        self.words = 0
        self.end = (1, 1)
        self.broken: set[str] = set()

    def line(self, line: str, number: int) -> None:
        found = _INDENT.match(line)
        assert found is not None
        start = found.end()
        if start < len(line) and line[start] != "#" and not self.open:
            self._begin_statement(line[:start], number)
        own_line = True
        for match in _TOKEN.finditer(line, start):
            kind = match.lastgroup
            assert kind is not None
            column = match.start(kind) + 1
            value = match[kind]
            if kind == "COMMENT":
                value = value.rstrip()
                self.comments.append(Comment(point(self.file, number, column, len(value)), value, own_line))
                continue
            own_line = False
            self._token(_SIGNS[value] if kind == "SIGN" else kind, value, number, column)
        if not self.open and self.piece.tokens and self.piece.tokens[-1].type not in ("_NL", "_DEDENT"):
            self._end_statement()

    def finish(self) -> None:
        """End the piece: close the statement and the blocks that are open."""
        if self.open:
            bracket = self.open[0]
            assert bracket.line is not None
            assert bracket.column is not None
            self._error(
                "E103",
                bracket.line,
                bracket.column,
                1,
                f"This `{bracket}` is never closed.",
                "Everything up to the next section was read as the inside of the bracket.",
                f"Write the `{')' if bracket == '(' else '}'}` that belongs to it.",
            )
        if self.piece.tokens:
            if self.piece.tokens[-1].type != "_NL":
                self._end_statement()
            self._layout("_DEDENT", len(self.blocks) - 1)

    def _begin_statement(self, space: str, number: int) -> None:
        if "\t" in space:
            self._error(
                "E101",
                number,
                space.index("\t") + 1,
                1,
                "There is a tab in the indentation.",
                "A tab is shown with different widths, so one cannot see which block a line belongs to.",
                "Indent with four spaces for each block.",
            )
            space = space.expandtabs(4)
        width = len(space)
        if width > self.blocks[-1]:
            self.blocks.append(width)
            self.begun = number
            self._layout("_INDENT", 1)
            if len(self.blocks) > DEEPEST_BLOCKS + 1:
                self._error(
                    "E105",
                    number,
                    width + 1,
                    1,
                    f"Blocks are nested more than {DEEPEST_BLOCKS} deep.",
                    "Nobody can follow rules that deep.",
                    "Give a name to the inner block: make it a rule of its own.",
                )
            return
        inner = self.blocks[-1]
        while width < self.blocks[-1]:
            self.blocks.pop()
            self._layout("_DEDENT", 1)
        if width != self.blocks[-1]:
            self._error(
                "E110",
                number,
                width + 1,
                1,
                f"This line is indented by {width} spaces, which fits no block around it.",
                f"The blocks around it are indented by {self.blocks[-1]} spaces and by more than {width}.",
                f"Indent line {self.begun} by {width} spaces as well, instead of {inner}."
                if inner % BLOCK and not width % BLOCK
                else "Indent it like the lines that it belongs with.",
            )
            self.blocks.append(width)

    def _end_statement(self) -> None:
        line, column = self.end
        self.piece.tokens.append(Token("_NL", "\n", None, line, column, line, column))
        self.piece.longest = max(self.piece.longest, self.words)
        self.words = 0

    def _layout(self, kind: str, times: int) -> None:
        line, column = self.end
        self.piece.tokens += [Token(kind, "", None, line, column, line, column)] * times

    def _token(self, kind: str, value: str, line: int, column: int) -> None:
        token = Token(kind, value, None, line, column, line, column + len(value))
        self.piece.tokens.append(token)
        self.end = (line, column + len(value))
        self.words += 1
        if self.words == MOST_WORDS + 1:
            self._error(
                "E105",
                line,
                column,
                len(value),
                f"This statement has more than {MOST_WORDS} words and signs.",
                "Nobody can follow a statement that long, and reading it would take too deep a search.",
                "Give names to parts of it, with `let` or `define`.",
            )
        if kind in ("_LPAR", "_LBRACE"):
            self._open(token, line, column)
        elif kind in _CLOSES:
            if self.open and self.open[-1].type == _CLOSES[kind]:
                self.open.pop()
            else:
                self._closes_nothing(token, line, column)
        elif kind == "UNFINISHED":
            self._error(
                "E103",
                line,
                column,
                len(value),
                "This text has no closing quotation mark on its line.",
                "A text begins and ends on one line.",
                'Write the closing `"`.',
            )
        elif kind == "NAME" and len(value) > LONGEST_NAME:
            self._error(
                "E105",
                line,
                column,
                len(value),
                f"This name has {len(value)} characters; at most {LONGEST_NAME} are allowed.",
                "Names stand in columns and messages.",
                "Use a shorter name.",
            )
        elif kind == "NUMBER" and len(value.lstrip("-")) > LONGEST_NUMBER:
            self._error(
                "E105",
                line,
                column,
                len(value),
                f"This number has more than {LONGEST_NUMBER} digits.",
                "No game of cards counts that far.",
                "Use a smaller number.",
            )

    def _open(self, token: Token, line: int, column: int) -> None:
        if len(self.open) < DEEPEST_BRACKETS:
            self.open.append(token)
            return
        self._error(
            "E105",
            line,
            column,
            1,
            f"Brackets are nested more than {DEEPEST_BRACKETS} deep.",
            "Nobody can follow an expression that deep.",
            "Give names to parts of it, with `let` or `define`.",
        )

    def _closes_nothing(self, token: Token, line: int, column: int) -> None:
        if "E105" in self.broken:
            return
        inner = f"; the bracket open here is `{self.open[-1]}`" if self.open else ""
        self._error(
            "E103",
            line,
            column,
            1,
            f"This `{token}` closes nothing{inner}.",
            "Every bracket that closes needs one of its kind that opens.",
            "Remove it, or write the bracket that opens.",
        )

    def _error(self, code: str, line: int, column: int, width: int, message: str, why: str, mend: str) -> None:
        """Note the first error of each kind in the piece: more would mostly follow from it."""
        if self.broken:
            return
        self.broken.add(code)
        self.piece.errors.append(Diagnostic(code, point(self.file, line, column, width), message, why, mend))
