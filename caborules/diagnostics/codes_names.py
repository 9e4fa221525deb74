"""Codes E2xx: names, files, forms and tables."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E201",
        "an unknown name",
        "A name is used that is declared nowhere in this file or in what it uses.",
        "The line has no meaning; most often it is a slip of the pen.",
        "rule deal\n    shuffle stok",
        "Write the name as it is declared; the message gives the nearest one.",
    ),
    Code(
        "E202",
        "declared twice",
        "Two things that are used in the same way have the same name, in this file or in those it uses.",
        "A line that uses the name could mean either.",
        "define bonus = 5\ndefine bonus = 6",
        "Rename one of them; to change what a library declares write `replace`.",
    ),
    Code(
        "E203",
        "a word with two meanings here",
        "A word names two things, and both could stand here.",
        "Whichever were taken, some readers would take the other.",
        "kind colour: red or black\nkind mood: red or blue\ndefine same = red is red",
        "Name the type, or rename one of the two.",
    ),
    Code(
        "E204",
        "wrong parts for a rule",
        "A rule is carried out with other parts than it is declared with.",
        "A part is missing, or there is one that the rule knows nothing of.",
        "rule give (c: card) to (player)\n    nothing\nrule deal\n    give top of stock",
        "Write the parts with the prepositions of the declaration: `give top of stock to dealer`.",
    ),
    Code(
        "E205",
        "a file not found",
        "A file that is used or extended is not there, lies outside the folder of the ruleset, or uses this "
        "one in turn.",
        "Rules are not complete without it, and a ruleset may not read other files of the computer.",
        'use "../../secret.cabo"',
        "Write its path from this file; it must lie in the folder tree of the ruleset or in the shipped library.",
    ),
    Code(
        "E206",
        "a game that cannot be played",
        "A ruleset lacks a deck, a number of players or a first rule.",
        "Nothing could be played.",
        'language 1\nruleset empty "An empty game"',
        "Write `deck in ...`, `players 2..6` and `begin with ...`, or make it a library.",
        kind="file",
    ),
    Code(
        "E207",
        "a catalogue of clauses that cannot be read",
        "The file named by `clauses` is no table of clauses, or a clause in it is wrong.",
        "Citations could not be held against the text that they cite.",
        'clauses "no-table.toml"',
        "Give each clause a name of its own, a kind and its text.",
    ),
    Code(
        "E210",
        "a question without an answer",
        "A form leaves out a question that has no default.",
        "The rules would not say what happens.",
        'use "library/matching.cabo"\nform matching\n    offered: yes',
        "Answer it, or add `, open` if your source does not say.",
    ),
    Code(
        "E212",
        "an answer read where it was not asked",
        "A rule reads the answer to a question that is asked only under a condition, where the condition may fail.",
        "There may be no answer to read.",
        'define form matching "Matching"\n'
        '    offered: yes or no "Is matching played?"\n'
        '    whose: own or anybodys when matching.offered "Whose cards?"\n'
        "define all-cards = matching.whose is anybodys",
        "Test the condition first: `matching.offered and matching.whose is anybodys`.",
    ),
    Code(
        "E213",
        "an answer outside its type",
        "An answer, option or cell has a value that its question, option or column does not allow.",
        "The rules have no case for it.",
        "options\n    jokers: 0..4 = 6",
        "Use one of the values that are allowed, or widen the type.",
    ),
    Code(
        "E214",
        "a card without all its attributes",
        "A pack does not give each card a value of every attribute.",
        "Rules that ask for the attribute would have no answer.",
        "attribute rank: 1..3\nattribute suit: clubs or hearts\npack plain\n    each rank 1..3",
        "Name every attribute in the line: `each rank 1..3 and each suit clubs, hearts`.",
    ),
    Code(
        "E220",
        "two rows for a key",
        "Two rows of a table fit the same card or key.",
        "One could not tell which counts; the order of rows never matters.",
        "table cards | value\n    king     | 13\n    red king | -1",
        "Make the patterns exclude each other: `black king`, or `other king`.",
    ),
    Code(
        "E221",
        "no row for a key",
        "No row of a table fits a card or key of the game.",
        "The column would have no value for it.",
        "table cards | value\n    2..10 | number",
        "Add a row, or a row `other` for all the rest.",
    ),
    Code(
        "E222",
        "`number` where none is printed",
        "A row uses `number` for cards that have no printed number.",
        "There is nothing to count.",
        "table cards | value\n    king | number",
        "Write the value itself.",
    ),
    Code(
        "E223",
        "a rule that does not fit its column",
        "A cell holds a rule that takes other parts than the column gives it.",
        "It could not be carried out from there.",
        'define table cards by card "What cards do"\n'
        '    power: rule by (player) = nothing "What may be done"\n'
        "rule peek for (player)\n"
        "    nothing\n"
        "table cards | power\n"
        "    other | peek",
        "Declare the rule with the parts of the column, and give the others in the cell.",
    ),
    Code(
        "E224",
        "a row with too many or too few cells",
        "A row does not have a cell for each column.",
        "One could not tell which cell belongs to which column.",
        "table cards | value | power\n    ace | 1",
        "Write a cell for each column; `--` stands for its default.",
    ),
    Code(
        "E231",
        "a requirement that excludes the defaults",
        "A `require` fails for the options as they are, or for every choice of options.",
        "The game as written could not be played.",
        'options\n    two-decks: yes or no = no\n    require two-decks "Two decks are needed."',
        "Change the default, or the requirement.",
    ),
)
