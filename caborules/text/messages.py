"""What to say about bad input: signs and words of other languages, and messages learnt from examples.

An example is a piece of bad text with what its author should be told; they stand in ``bad_sections`` and ``bad_lines``.
``caborules.text.explain`` parses them once, when the first error occurs, and remembers where the parser was stuck in
each: the first words of the section and of the statement, and the kinds of words that could have followed. An error in
the same situation gets the same message.
"""

from __future__ import annotations

from dataclasses import dataclass

SIGNS: dict[str, str] = {
    "+": "Write `plus`.",
    "-": "Write `minus`, with a blank before and after it.",
    "*": "Write `times`.",
    "/": "Write `div` for the whole part of a division, `mod` for the rest.",
    "%": "Write `mod`.",
    "<": "Write `is less than`.",
    ">": "Write `is more than`.",
    "<=": "Write `is at most`.",
    ">=": "Write `is at least`.",
    "==": "Write `is`.",
    "!=": "Write `is not`.",
    "<>": "Write `is not`.",
    ":=": "Write `set X to Y` to change state, `let x be Y` to name a value.",
    "!": "Write `not`.",
    "&": "Write `and`.",
    "&&": "Write `and`.",
    ";": "Write one statement a line, without `;`.",
    "[": "Write `( )` around parts of an expression, `{ }` around a set; `[7]` is the card with a printed 7.",
    "]": "Write `( )` around parts of an expression, `{ }` around a set; `[7]` is the card with a printed 7.",
    "->": "Write the result of a function after `:` and `=`.",
    "=>": "Write the result of a function after `:` and `=`.",
    "\\": "A statement goes on over the end of a line only inside ( ) or { }.",
    "@": "A citation is `@`, the name of the catalogue, a dot and the clause: `@cabo.M2`.",
    "~": "A fingerprint is `~` and six digits or letters from a to f; the formatter writes it.",
    "…": "Write three dots: `...`.",
    "–": "Write `minus` in an expression, `-` within a name, `..` in a range.",
    "—": "Write `minus` in an expression, `--` for an empty cell.",
    "−": "Write `minus`, with a blank before and after it; `-1` for a negative number.",
    "×": "Write `times`.",
    "’": 'Text stands in "double quotes".',
    "$": "A name is written as it is, without a sign before it.",
    "♠": "A card is written together: `5♠`.",
    "♥": "A card is written together: `5♥`.",
    "♦": "A card is written together: `5♦`.",
    "♣": "A card is written together: `5♣`.",
}
"""Signs of other languages, and what to write instead."""

WORDS: dict[str, str] = {
    "else": "Write `otherwise`.",
    "elif": "Write `otherwise if`.",
    "elsif": "Write `otherwise if`.",
    "elseif": "Write `otherwise if`.",
    "then": "Leave it out; what is done stands below, indented.",
    "every": "Write `each`.",
    "equals": "Write `is`.",
    "isnt": "Write `is not`.",
    "greater": "Write `more`: `is more than`.",
    "bigger": "Write `more`: `is more than`.",
    "fewer": "Write `less`: `is less than`.",
    "smaller": "Write `less`: `is less than`.",
    "into": "Write `to`.",
    "onto": "Write `to`.",
    "xor": "Write `(a and not b) or (b and not a)`.",
}
"""Words of other languages, and what to write instead."""

FIRST_WORDS: dict[str, str] = {
    "unless": "Write `if not`.",
    "while": "Write `repeat until`, with the opposite condition.",
    "loop": "Write `repeat`, a number and `times`.",
    "foreach": "Write `for each`.",
    "return": "A function is `= value`; a rule is left by `end` and its name.",
    "break": "Write `end` and the name of the rule.",
    "pass": "Write `nothing`.",
    "var": "Write `let x be` for a value; declare what lasts under `state`.",
    "def": "Write `define`.",
    "function": "Write `define`.",
    "procedure": "Write `rule`.",
    "import": "Write `use`.",
    "include": "Write `use`.",
    "test": "Write `example`.",
    "scenario": "Write `example`.",
    "variables": "Write `state`.",
    "zones": "Write `places`.",
    "call": "Write the name of the rule alone.",
    "perform": "Write the name of the rule alone.",
    "reveal": "Write `show X to everyone`, or `flip X up`.",
    "print": "Write `announce`.",
    "say": "Write `announce`.",
}
"""The same for the first word of a line."""

PHRASES: dict[str, str] = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotation marks"',
    "CARD": "a card",
    "CITE": "a citation",
    "PRINT": "a fingerprint",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the section",
    "BAR": "`|`",
    "BLANK": "`--`",
    "DOTDOT": "`..`",
    "EQ": "`=`",
    "GAP": "`_`",
    "ANYCARD": "`?`",
    "REST": "`...`",
    "_DOT": "`.`",
    "_COLON": "`:`",
    "_COMMA": "`,`",
    "_LPAR": "`(`",
    "_RPAR": "`)`",
    "_LBRACE": "`{`",
    "_RBRACE": "`}`",
}
"""What the kinds of words without a spelling of their own are called."""

NEW_VALUE_MISSING = (
    "The new value is missing before `was`.",
    "A change gives the new value first, and after `was` the value that the parent has.",
    "Write the new value, then `was` and the old one: `12 was 10`.",
)
"""What is said of a change that begins with ``was``: message, why it matters, how to mend it."""

FRAMES: dict[str, str] = {
    "item": "{}",
    "step": "rule r\n    {}",
    "choice": "rule r\n    player may\n        {}",
    "window": "window w\n    {}\n    p in players may\n        c\n            r",
    "example": 'example "t"\n    {}',
    "header": "{}",
    "language": "{}",
}
"""What stands around an example of bad input."""


@dataclass(frozen=True, slots=True)
class BadExample:
    """A bad text inside a frame, and what its author is told."""

    frame: str
    text: str
    message: str
    why: str
    mend: str
