"""Codes E6xx: clauses and examples."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E601",
        "a clause not covered",
        "A clause of the catalogue is neither cited nor excused.",
        "Nobody can see whether the rules say what the source says.",
        'clauses "game.toml"',
        "Cite it where it is formalised, or write `excuse` and a reason.",
    ),
    Code(
        "E602",
        "an unknown clause",
        "A citation names a clause that the catalogue does not have.",
        "It traces to nothing.",
        "rule deal @cabo.NoSuch\n    nothing",
        "Write the clause as the catalogue does.",
    ),
    Code(
        "E605",
        "no catalogue of clauses",
        "`caborules clauses` was asked about a ruleset that names no catalogue.",
        "There is nothing that its rules could be traced to.",
        'language 1\nruleset mine "Mine"\nplayers 2..4',
        'Write the facts of the source into a file, and `clauses "mine.toml"` below the header.',
        "file",
    ),
    Code(
        "E611",
        "two ways fit",
        "A card in an example could be one of several on the table, or what a move leaves out leaves several ways.",
        "The example could mean either.",
        'example "two fives"\n    given row of A: 5♠ 5♠\n    when A does match 5♠',
        "Write the position instead of the card, use different cards, or say the argument that was left out.",
    ),
    Code(
        "E612",
        "an impossible deal",
        "An example lays out a card twice, or one that is not in the deck.",
        "No game could get there.",
        'example "twice the same"\n    given row of A: K♠\n    given row of B: K♠',
        "Use cards of the deck, each once for each deck.",
    ),
    Code(
        "E613",
        "a move after the end",
        "An example makes a move when the rule that it runs is over.",
        "The move is not tested by anything.",
        'example "too late"\n    at score-round\n    when A does draw',
        "Remove the move, or run a rule that goes on longer.",
    ),
    Code(
        "E614",
        "an example in the wrong order",
        "An example has a second `at`, or a line that needs a running rule before `at`.",
        "It could not be said what the lines after it are about.",
        'example "two beginnings"\n    at deal\n    at lap',
        "Make two examples of it, or write `at` above, after all given lines.",
    ),
)
