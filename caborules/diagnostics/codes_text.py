"""Codes E1xx: what cannot be read as text of the language."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E101",
        "a tab in the indentation",
        "A line is indented with a tab.",
        "A tab is shown with different widths, so one cannot see which block the line belongs to.",
        "rule deal\n\tshuffle stock",
        "Indent with four spaces for each block; `caborules fmt` does so.",
    ),
    Code(
        "E102",
        "an unexpected word",
        "A line cannot be read on at this word or sign.",
        "What cannot be read cannot be meant.",
        "rule deal\n    move top of stock discard",
        "Write what the message says was expected: `move top of stock to discard`.",
    ),
    Code(
        "E103",
        "unfinished text",
        "A text in quotation marks, or a bracket, is not closed; or one is closed that was not opened.",
        "Everything after it would be read as its inside.",
        'rule deal\n    announce "the deal',
        'Close it on the same line: `announce "the deal"`.',
    ),
    Code(
        "E104",
        "a word of the language as a name",
        "A word that begins a value, joins values or begins a statement is used as a name.",
        "A line that uses the name would be read as the word.",
        "rule deal (first: card)\n    nothing",
        "Use another name: `first-one`, `first-card`.",
    ),
    Code(
        "E105",
        "too large or too deep",
        "A file, line, statement, name or number is larger, or blocks and brackets are nested deeper, than "
        "the language allows: 1 MiB, 2000 characters, 400 words, 60 characters, 9 digits, 30 blocks, 50 "
        "brackets.",
        "Nobody can follow it, and a checker could be made to run without end by it.",
        'options\n    chips: 0..100 = 12345678901 "Chips at first"',
        "Split the file, or give names to parts with `let`, `define` or a rule of their own.",
    ),
    Code(
        "E106",
        "no language line",
        "The first line does not say which version of the language the file is written in.",
        "Later versions may read the same words otherwise.",
        'ruleset my-game "My game"',
        "Write `language 1` as the first line.",
        kind="file",
    ),
    Code(
        "E107",
        "another version of the language",
        "The file is written in a version that this tool does not read.",
        "It may use what this tool does not know, or mean something else by the same words.",
        'language 2\nruleset my-game "My game"',
        "Use a newer caborules; or write `language 1` if that is what it is.",
        kind="file",
    ),
    Code(
        "E108",
        "not UTF-8",
        "The bytes of the file are not text in UTF-8.",
        "Cards and names are written with letters and signs that only one encoding makes safe.",
        "A file saved as Latin-1 with an ä in it.",
        "Save the file as UTF-8.",
        kind="words",
    ),
    Code(
        "E109",
        "not a text file",
        "The file holds control characters or bytes that no text has.",
        "They are not seen, so the file would not mean what it shows.",
        "A picture with the ending .cabo; a line with a mark that reverses the direction of writing.",
        "Remove them, or check that it is the right file.",
        kind="words",
    ),
    Code(
        "E110",
        "indentation that fits no block",
        "A line is indented less than the block above it, and not like any block around it.",
        "One cannot tell which block it belongs to.",
        "rule deal\n    if stock is empty\n            nothing\n      shuffle stock",
        "Indent it like the lines that it belongs with.",
    ),
)
