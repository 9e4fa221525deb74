"""Why the parser could not go on, said for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TypeAlias

from lark import Token

from caborules.diagnostics.record import Diagnostic
from caborules.syntax.verbs import VERBS
from caborules.text import misread
from caborules.text.bad_lines import LINES
from caborules.text.bad_sections import SECTIONS
from caborules.text.build.base import JOINERS, another_name
from caborules.text.expected import OPERATORS, expected_words, found_words
from caborules.text.feed import LAYOUT, Stuck, first_of_statement, keywords, parse_tokens, section_words
from caborules.text.indenting import indented
from caborules.text.labels import other_label
from caborules.text.limits import point
from caborules.text.messages import FIRST_WORDS, FRAMES, NEW_VALUE_MISSING, SIGNS, WORDS, BadExample
from caborules.text.scan import scan

_FURTHER = frozenset(("_DOT", "OF", "CITE"))
"""What can nearly always follow, and so says nothing about the situation."""
_LONGEST_SEARCH = 4000
"""Words of a section up to which other readings of it are tried."""
_OPENS_BLOCK = {
    "IF": ("if", "What is done if the condition holds"),
    "OTHERWISE": ("otherwise", "What is done otherwise"),
    "FOR": ("for each", "What is done for each of them"),
    "REPEAT": ("repeat", "What is repeated"),
}
_INDENT_IT = "Indent the line if it belongs to what stands above it."
_WHY = "This is where the sentence stops making sense to the reader."


def explain(
    file: str, start: str, tokens: Sequence[Token], stuck: Stuck, rules: Mapping[str, tuple[str, ...]]
) -> Diagnostic:
    """The diagnostic for a piece at which the parser was stuck. ``rules``: the labels that the file's rules have."""
    case = _Case(file, start, tokens, stuck, rules)
    attempts: tuple[Callable[[], Diagnostic | None], ...] = (
        case.no_such_card,
        case.foreign_sign,
        case.at_margin,
        case.foreign_word,
        case.nothing_before_was,
        case.no_block,
        case.capital,
        case.word_as_name_inside,
        case.joined_nothing,
        case.misspelt,
        case.other_label,
        case.words_around,
        case.learnt_exactly,
        case.word_as_name,
        case.common_sign,
        case.learnt,
        case.layout,
    )
    for attempt in attempts:
        found = attempt()
        if found is not None:
            return found
    return case.general()


class _Case:
    """One place where the parser was stuck, and the ways to explain it."""

    def __init__(
        self, file: str, start: str, tokens: Sequence[Token], stuck: Stuck, rules: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.file = file
        self.start = start
        self.rules = rules
        self.tokens = tokens
        self.stuck = stuck
        self.token = stuck.token
        self.first = first_of_statement(tokens, stuck.at)

    def said(self, message: str, why: str, mend: str, code: str = "E102", at: Token | None = None) -> Diagnostic:
        token = self.token if at is None else at
        shown = len(token) if token.type not in LAYOUT else 1
        return Diagnostic(code, point(self.file, token.line or 1, token.column or 1, max(1, shown)), message, why, mend)

    # ---- signs and words of other languages

    def foreign_sign(self) -> Diagnostic | None:
        token = self.token
        text = str(token)
        if token.type == "NUMBER" and text.startswith("-") and self.stuck.expected & OPERATORS:
            return self.said(
                "There is no minus sign in expressions.",
                "A hyphen may be part of a name, so `a-1` could be read in two ways.",
                f"Write `minus {text[1:]}`.",
            )
        if token.type not in ("FOREIGN", "STRANGE"):
            return None
        if text[0] in "'‘’" or text[0] in "“”„«":
            inner = text.strip("'‘’“”„«»\"")
            return self.said(
                "Text stands in straight double quotes.",
                "Other quotation marks occur within words.",
                f'Write `"{inner}"`.',
            )
        if text[0].isdigit():
            return self.said(
                f"`{text}` is neither a number nor a name nor a card.",
                "A name begins with a letter; a card is a rank and one of ♠ ♥ ♦ ♣ or S H D C.",
                "Put the letters first, or write number and word apart.",
            )
        if text.isspace():
            return self.said(
                f"There is an unusual blank here (U+{ord(text[0]):04X}).",
                "It looks like a blank but is none; it comes in when text is copied.",
                "Replace it by an ordinary blank.",
            )
        mend = SIGNS.get(text, "Remove it; expressions are written in words.")
        return self.said(
            f"`{text}` is no sign of the language.", "Expressions are written in words, to be read aloud.", mend
        )

    def foreign_word(self) -> Diagnostic | None:
        """A word that other languages use where this one has another."""
        for at in sorted({self.first, self.stuck.at - 1, self.stuck.at}):
            if not 0 <= at < len(self.tokens) or (self.tokens[at].type != "NAME" and at != self.stuck.at):
                continue
            token = self.tokens[at]
            begins = at == self.first or token.line != self.tokens[self.first].line
            mend = WORDS.get(token) or (FIRST_WORDS.get(token) if begins else None)
            if mend is not None:
                return self.said(f"`{token}` is not a word of the language.", _WHY, mend, at=token)
        return None

    def nothing_before_was(self) -> Diagnostic | None:
        """``was 3`` where the new value should stand, so that ``was`` was read as a name."""
        for at in self._near():
            if self.tokens[at] == "was" and at > self.first and self.tokens[at - 1].type in ("BAR", "_COLON", "IS"):
                message, why, mend = NEW_VALUE_MISSING
                return self.said(message, why, mend, at=self.tokens[at])
        return None

    def common_sign(self) -> Diagnostic | None:
        """A sign that has a meaning elsewhere in the language."""
        expected = self.stuck.expected
        match self.token.type:
            case "EQ" if "IS" in expected and not expected & {"TO", "BE"}:
                return self.said(
                    "`=` is no comparison.",
                    "`=` gives a definition or a default; two values are compared by `is`.",
                    "Write `is`.",
                )
            case "_COLON" if "_NL" in expected and self._last_of_line():
                return self.said(
                    "There is no colon at the end of a line.",
                    "A block is known by its indentation.",
                    "Remove the colon.",
                )
            case "_NL" if self.stuck.before is not None and self.stuck.before.type == "_DOT":
                return self.said(
                    "There is no full stop at the end of a line.",
                    "A sentence ends with its line; a dot joins two names.",
                    "Remove the full stop.",
                    at=self.stuck.before,
                )
            case _:
                return None

    def _last_of_line(self) -> bool:
        after = self.stuck.at + 1
        return after >= len(self.tokens) or self.tokens[after].type == "_NL"

    # ---- other readings of the same words

    def joined_nothing(self) -> Diagnostic | None:
        """A word that joins values where there is no value before it, so that it was read as a name."""
        for at in self._near():
            token = self.tokens[at]
            if token in JOINERS and at > self.first and self.tokens[at - 1].type not in ("NAME", "NUMBER", "CARD"):
                return self.said(
                    f"Something is missing before `{token}`.",
                    f"A value was expected here, so `{token}` was read as a name.",
                    f"Write the value that `{token}` follows.",
                    at=token,
                )
        return None

    def word_as_name_inside(self) -> Diagnostic | None:
        """The same as ``word_as_name`` where the line goes on; at its end something may rather be missing."""
        return None if self.token.type in (*LAYOUT, "$END") else self.word_as_name()

    def word_as_name(self) -> Diagnostic | None:
        """A word of the language that was meant as a name."""
        at = self.stuck.doubtful
        if at is None or self.tokens[at] == "not" or (at == self.first and self.tokens[at] in VERBS):
            return None
        if not self._further(self.tokens, frozenset((at,))):
            return None
        token = self.tokens[at]
        return self.said(
            f"`{token}` is a word of the language here.",
            f"A name cannot be `{token}` where the word `{token}` could stand as well.",
            f"Use another name, for example `{another_name(token)}`.",
            "E104",
            token,
        )

    def capital(self) -> Diagnostic | None:
        """A word of the language with a capital letter."""
        for at in self._near():
            token = self.tokens[at]
            if token != token.lower() and token.lower() in keywords() and self._better(at, token.lower()):
                return self.said(
                    f"`{token}` is read as a name.",
                    "Words of the language are written small; case counts.",
                    f"Write `{token.lower()}`.",
                    at=token,
                )
        return None

    def misspelt(self) -> Diagnostic | None:
        """A word that is nearly one of the language."""
        for at in self._near():
            token = self.tokens[at]
            for word in get_close_matches(token, keywords(), n=2, cutoff=0.75):
                if word != token and self._better(at, word):
                    return self.said(
                        f"`{token}` was not expected here; perhaps `{word}` is meant.",
                        f"With `{word}` the line can be read on.",
                        f"Write `{word}`.",
                        at=token,
                    )
        return None

    def other_label(self) -> Diagnostic | None:
        """A rule that is carried out with a word that labels no part."""
        found = other_label(self.tokens, self.stuck, self.first, self.rules)
        return self._said_of(found)

    def no_such_card(self) -> Diagnostic | None:
        return self._said_of(misread.no_such_card(self.tokens, self.stuck, self.first))

    def words_around(self) -> Diagnostic | None:
        """Brackets that are missing, or `with the highest` without `those`."""
        best = misread.best_of_a_collection(self.tokens, self.stuck, self.first)
        return self._said_of(best or misread.brackets_missing(self.tokens, self.stuck, self.first, self._beyond))

    def _said_of(self, found: misread.Misread | None) -> Diagnostic | None:
        return None if found is None else self.said(*found[1:], at=found[0])

    def _near(self) -> list[int]:
        """The names from the beginning of the statement up to where the parser was stuck."""
        last = min(self.stuck.at, len(self.tokens) - 1)
        return [at for at in range(max(self.first, last - 12), last + 1) if self.tokens[at].type == "NAME"]

    def _better(self, at: int, text: str) -> bool:
        tokens = list(self.tokens)
        tokens[at] = Token.new_borrow_pos("NAME", text, tokens[at])
        return self._further(tokens, frozenset())

    def _further(self, tokens: Sequence[Token], names: frozenset[int]) -> bool:
        """Whether another reading gets beyond where the parser was stuck."""
        return self._beyond(tokens, self.stuck.at, names)

    def _beyond(self, tokens: Sequence[Token], at: int, names: frozenset[int] = frozenset()) -> bool:
        if self.stuck.at > _LONGEST_SEARCH:
            return False
        some = [Token.new_borrow_pos(token.type, token, token) for token in tokens[: self.stuck.at + 40]]
        result = parse_tokens(self.start, some, names)
        return not isinstance(result, Stuck) or result.at > at

    # ---- sections, blocks and ends

    def at_margin(self) -> Diagnostic | None:
        """A line at the left margin that begins no section."""
        token = self.token
        text = str(token)
        if token.type == "$END" or token.column != 1 or token.type in LAYOUT or text in section_words():
            return None
        if self.stuck.at and "$END" not in self.stuck.expected:
            return None
        if text in ("language", "ruleset", "library"):
            return self.said(
                f"`{text}` stands once, at the beginning of the file.",
                "First comes the language line, then the line that names the ruleset or library.",
                "Remove the line, or make two files of this one.",
            )
        near = get_close_matches(text.lower(), sorted(section_words()), n=1, cutoff=0.7)
        mend = f"Did you mean `{near[0]}`?" if near and text not in VERBS else _INDENT_IT
        return self.said(
            f"`{text}` begins no section.",
            "At the left margin stand the words that begin a section, such as `rule`, `table` or `example`.",
            mend,
        )

    def no_block(self) -> Diagnostic | None:
        """A line that opens a block, such as ``repeat until``, with nothing indented below it."""
        if self.stuck.expected != {"_INDENT"}:
            return None
        end = self.stuck.at
        while end > 0 and self.tokens[end - 1].type in LAYOUT:
            end -= 1
        above = self.tokens[first_of_statement(self.tokens, end - 1)]
        below = self.token.type not in (*LAYOUT, "$END")
        if self.tokens[end - 1].type in ("MAY", "MUST", "SECRETLY"):
            message = "The choices below are not indented." if below else "The decision has no choices."
            why = "The choices stand in the lines below it, indented."
            return self.said(message, why, "Write each choice on a line of its own, indented by four more spaces.")
        if above.type not in _OPENS_BLOCK:
            return None
        word, what = _OPENS_BLOCK[above.type]
        why = f"{what} stands in the lines below it, indented."
        if not below:
            mend = "Indent the lines that belong to it by four more spaces, or write `nothing` there."
            return self.said(f"An indented block is expected below `{word}`.", why, mend, at=above)
        return self.said(f"The lines below `{word}` are not indented.", why, "Indent them by four more spaces.")

    def layout(self) -> Diagnostic | None:
        token, expected = self.token, self.stuck.expected
        if token.type == "_INDENT":
            inner = self.tokens[self.stuck.at + 1] if self.stuck.at + 1 < len(self.tokens) else token
            at, message, why, mend = indented(inner, self.tokens[self.first])
            return self.said(message, why, mend, at=at)
        if expected == {"_INDENT"}:
            return self.said(
                "An indented block is expected here.",
                "The line above opens a block, and nothing stands in it.",
                "Indent the lines that belong to it by four more spaces.",
            )
        return None

    # ---- messages learnt from examples, and the rest

    def learnt_exactly(self) -> Diagnostic | None:
        """The message of an example that was stuck in the same situation at the same kind of word."""
        return self._learnt(lambda key: key[3] != "")

    def learnt(self) -> Diagnostic | None:
        """The message of an example that was stuck in the same situation."""
        return self._learnt(lambda key: key[3] == "")

    def _learnt(self, fits: Callable[[Key], bool]) -> Diagnostic | None:
        table = learnt_messages()
        for key in filter(fits, keys(self.start, self.tokens, self.stuck)):
            found = table.get(key)
            if found is not None:
                return self.said(found.message, found.why, found.mend)
        return None

    def general(self) -> Diagnostic:
        wanted = expected_words(self.stuck)
        found = found_words(self.token)
        if not wanted:
            return self.said(f"{found} was not expected here.", _WHY, "Remove it, or see what is missing before it.")
        mend = f"Write {wanted}."
        if self.token.type not in LAYOUT and "the end of the line" in wanted:
            mend = f"Remove `{self.token}`, or begin a new line before it."
        return self.said(f"{found} was not expected here; expected {wanted}.", _WHY, mend)


Key: TypeAlias = tuple[str, str, str, str, frozenset[str]]


def keys(start: str, tokens: Sequence[Token], stuck: Stuck) -> tuple[Key, ...]:
    """What makes a situation, from the narrower to the wider: with and without the section, with and without the kind
    of word that was found."""
    section = tokens[0].type
    first = tokens[first_of_statement(tokens, stuck.at)].type
    expected = stuck.expected - _FURTHER
    found = stuck.token.type
    return tuple((start, part, first, kind, expected) for part in (section, "") for kind in (found, ""))


@cache
def learnt_messages() -> Mapping[Key, BadExample]:
    """The examples by the situations in which they are stuck."""
    table: dict[Key, BadExample] = {}
    for example in SECTIONS + LINES:
        situation = keys(*stuck_of(example))
        # What was learnt in a sheet says nothing about other sheets; statements are the same everywhere.
        for key in situation[:2] if example.frame == "item" else situation:
            table.setdefault(key, example)
    return table


def stuck_of(example: BadExample) -> tuple[str, Sequence[Token], Stuck]:
    """Where the parser is stuck in an example. Raises ValueError if it is not: then the example is not bad."""
    start = example.frame if example.frame in ("language", "header") else "item"
    scanned = scan(FRAMES[example.frame].format(example.text), "example", lambda word: False)
    tokens = scanned.pieces[0].tokens
    result = parse_tokens(start, tokens)
    if not isinstance(result, Stuck):
        raise ValueError(f"this example is not bad: {example.text}")
    return start, tokens, result
