"""Codes E5xx: variants and what they build on."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E501",
        "the parent says something else",
        "A variant states by `was` or a fingerprint what the parent says, and the parent says something else by now.",
        "The variant was written for other rules and may no longer mean what its author meant.",
        "change form matching\n    offered: no was open",
        "Look at both texts, then run `caborules fmt --accept`.",
    ),
    Code(
        "E503",
        "no such row",
        "A variant changes or removes a row that the parent does not have under exactly this pattern.",
        "It would change nothing.",
        "change table cards | value\n    purple king | 3 was 4",
        "Write the pattern as the parent does, or `add` a row.",
    ),
    Code(
        "E504",
        "other parts",
        "A replaced rule takes other parts than the one that it replaces.",
        "Lines that use it would no longer fit.",
        "replace rule turn for (player) was ~9a9158\n    nothing",
        "Keep the parts; give a new rule a new name.",
    ),
    Code(
        "E505",
        "two files at odds",
        "Two files that do not use each other both replace, or hook, the same thing.",
        "What happens would depend on their order, and nothing in this language does.",
        'use "a.cabo", "b.cabo"',
        "Let one of the files use the other.",
    ),
    Code(
        "E506",
        "added choices would be lost",
        "A replaced rule has choices that a library added.",
        "They would vanish without anybody noticing.",
        "replace rule turn by (player) was ~9a9158\n    player must\n        draw\n            nothing",
        "Write those choices in the new rule, or remove them by name.",
    ),
    Code(
        "E507",
        "nothing there to replace or remove",
        "A variant replaces, changes or removes what its parent does not have.",
        "It would change nothing.",
        "remove rule no-such-rule was ~9a9158",
        "Write the name as the parent does; the message gives the nearest one.",
    ),
    Code(
        "E508",
        "a fixed option set again",
        "An option that a file has fixed is set by a variant of it, which does not say what it was.",
        "The file says that it cannot be chosen.",
        'fix two-decks at no\npreset large "A large game"\n    two-decks is yes',
        "Remove one of the two; or, in a variant, fix it anew: `fix two-decks at yes was no`.",
    ),
    Code(
        "E510",
        "an inherited example fails",
        "An example of the parent fails under the changed rules, or names what the variant has replaced or removed.",
        "Either the change does more than was meant, or the example no longer applies.",
        "change table cards | value\n    ace | 2 was 1",
        "Look at the example; if it shall not hold any more, `remove example` and its title.",
    ),
    Code(
        "W502",
        "`was` is missing",
        "A change does not say what it changes from.",
        "If the parent changes, nobody notices.",
        "change form matching\n    offered: no",
        "Run `caborules fmt`: it writes what the parent says now.",
    ),
)
