"""Codes E3xx: types, ranges, totality and control."""

from __future__ import annotations

from caborules.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "E301",
        "unlike types",
        "Two things are compared or combined that are of different kinds, or something is used where another "
        "kind is wanted.",
        "The result would say nothing.",
        "define odd = 5 is nobody",
        "Compare like with like.",
    ),
    Code(
        "E302",
        "out of range",
        "A number or state could leave its range.",
        "State would have a value that its declaration excludes.",
        "state\n    laps: 0..3, at first 0\nrule lap\n    add 1 to laps",
        "Widen the range, or test before changing it.",
    ),
    Code(
        "E303",
        "`nobody` not ruled out",
        "`player or nobody` is used as a player where it may be nobody.",
        "There would be no player to act or to be looked at.",
        "state\n    caller: player or nobody, at first nobody\nrule end-round\n    show top of stock to caller",
        "Test it first: `if caller is not nobody`.",
    ),
    Code(
        "E304",
        "initial values in a circle",
        "The initial value of state depends on itself, through other state.",
        "None of them could be computed first.",
        "state\n    a: 0..9, at first b\n    b: 0..9, at first a",
        "Give one of them a value of its own.",
    ),
    Code(
        "E305",
        "a statement that may not stand here",
        "The block of an event, or the `late` line of a window, holds a statement that is not allowed there.",
        "An event comes from outside and may only set state and open or close windows; `late` may not ask anybody.",
        'event time-is-up "The time is up"\n    shuffle stock',
        "Keep the rest for a rule that is carried out later.",
    ),
    Code(
        "E310",
        "recursion",
        "A rule or function uses itself, directly or through others or through a sheet.",
        "It might never come to an end; the language has loops instead.",
        "rule again-and-again\n    again-and-again",
        "Write `repeat until`, or `again` at the end of a choice.",
    ),
    Code(
        "E311",
        "a loop that meets no decision",
        "No way through the body of a `repeat until` meets a decision or chance.",
        "Nothing could ever change its course, so it ends at once or never.",
        "rule spin\n    repeat until stock is empty\n        nothing",
        "Let it move a card, ask a player or draw at random; or use `repeat n times`.",
    ),
    Code(
        "E312",
        "`end` of a rule that need not be running",
        "`end R` stands where R is not certainly running.",
        "There would be nothing to leave.",
        "rule lap\n    nothing\nrule other\n    end lap",
        "Write it inside R, or in rules that only R carries out.",
    ),
    Code(
        "E313",
        "too large",
        "The game is larger than the tool takes on: rules that expand to more than 10 000 blocks, or a deck "
        "that is too big.",
        "It could not be checked in any useful time.",
        "rule slow\n    repeat 9000 times\n        repeat 9000 times\n            shuffle stock",
        "Reduce the number of repetitions, rules or cards.",
    ),
    Code(
        "E314",
        'no answer for "no move is possible"',
        "A decision that must be made offers choices none of which is certainly possible, and has no `otherwise`.",
        "A game must not get stuck.",
        "rule turn by (player)\n    player must\n        draw when stock is not empty\n            nothing",
        "Write `otherwise` after the choices and what happens then, or write `may`.",
    ),
    Code(
        "E320",
        "a step that can fail",
        "A step takes a card from a place that may be empty, or something similar, and does not say what happens then.",
        "The rules would stop there.",
        "rule deal\n    move top of stock to discard",
        "Test it first, or add `otherwise` and a step: `move top of stock to discard otherwise nothing`.",
    ),
    Code(
        "E321",
        "a payment not covered",
        "A `pay` may take more than there is.",
        "Chips would come from nowhere.",
        "state\n"
        "    chips of each player: 0..100, at first 10\n"
        "    pot: 0..600, at first 0\n"
        "rule ante by (player)\n"
        "    pay 5 from chips of player to pot",
        "Test before: `if chips of player is at least 5`.",
    ),
    Code(
        "E330",
        "`again` outside a choice",
        "`again` stands where no decision can be offered once more.",
        "It has nothing to repeat.",
        "rule deal\n    again",
        "Write it at the end of a choice.",
    ),
    Code(
        "E331",
        "a window that never matters",
        "Nothing opens the window, or it offers no choice.",
        "Its rules could never be used.",
        'window snap "Snap"\n    p in players may\n        snap-it\n            nothing',
        "Say `opens after` a rule or a choice, or open it by a statement.",
    ),
    Code(
        "E332",
        "a window that waits for itself",
        "A reaction of a window waits for that same window.",
        "It would wait for ever.",
        'window snap "Snap"\n    opens after deal\n    p in players may\n        snap-it\n            await snap',
        "Remove the `await`, or wait after the reaction.",
    ),
)
