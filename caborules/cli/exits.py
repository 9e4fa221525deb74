"""Exit codes of all commands."""

from __future__ import annotations

from typing import Final

OK: Final = 0
"""Of what was run nothing is violated and nothing undecided."""
VIOLATED: Final = 1
"""A property is violated, a recorded game differs, a simulated game broke its rules, a file is not formatted, a clause
is neither cited nor excused, two rulesets differ."""
REFUSED: Final = 2
"""The input was refused: usage, files, syntax, types, static checks."""
UNDECIDED: Final = 3
"""Something could not be decided."""
STRICT: Final = 4
"""With ``--strict``: something was not run, never applies, or is disclosed without being declared."""
INTERNAL: Final = 70
"""A fault of the tool itself."""
INTERRUPTED: Final = 130
"""Stopped by Ctrl-C."""
BROKEN_PIPE: Final = 141
"""Whoever read the output has gone (``caborules ... | head``)."""

MEANING: Final = {
    OK: "nothing that was run is violated or undecided",
    VIOLATED: "a property is violated; a recorded game differs; a file is not formatted (fmt --check);"
    " a clause is neither cited nor excused (clauses); two rulesets differ (diff)",
    REFUSED: "the input was refused: usage, files, syntax, types, static checks",
    UNDECIDED: "something could not be decided",
    STRICT: "with --strict: something was not run, never applies, or is disclosed without being declared",
    INTERNAL: "a fault of the tool itself",
    INTERRUPTED: "stopped by Ctrl-C",
    BROKEN_PIPE: "the reader of the output went away",
}
