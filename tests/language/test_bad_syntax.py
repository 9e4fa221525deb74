"""Common mistakes of people who write rules, each with the code, the place and the words that they must get."""

from __future__ import annotations

import pytest

from caborules.diagnostics.record import Refused
from caborules.text import parse

HEAD = 'language 1\nlibrary lib "A library"\n'
RULE = "rule r (c: card) by (player)\n"
EXAMPLE = 'example "e"\n'

# text after the head, code, line and column in that text, part of what is said
MISTAKES: tuple[tuple[str, str, tuple[int, int], str], ...] = (
    # signs of other languages
    (RULE + "    if size of stock >= 3\n        nothing", "E102", (2, 22), "is at least"),
    (RULE + "    if size of stock <= 3\n        nothing", "E102", (2, 22), "is at most"),
    (RULE + "    if size of stock > 3\n        nothing", "E102", (2, 22), "is more than"),
    (RULE + "    if size of stock < 3\n        nothing", "E102", (2, 22), "is less than"),
    (RULE + "    if a == b\n        nothing", "E102", (2, 10), "Write `is`."),
    (RULE + "    if a = b\n        nothing", "E102", (2, 10), "Write `is`."),
    (RULE + "    if a != b\n        nothing", "E102", (2, 10), "is not"),
    (RULE + "    if a && b\n        nothing", "E102", (2, 10), "Write `and`"),
    (RULE + "    if !a\n        nothing", "E102", (2, 8), "Write `not`"),
    (RULE + "    add x - 1 to y", "E102", (2, 11), "Write `minus`"),
    (RULE + "    add x -1 to y", "E102", (2, 11), "minus 1"),
    (RULE + "    add x + 1 to y", "E102", (2, 11), "Write `plus`"),
    (RULE + "    add x * 2 to y", "E102", (2, 11), "Write `times`"),
    (RULE + "    add x / 2 to y", "E102", (2, 11), "`div`"),
    (RULE + "    nothing;", "E102", (2, 12), "one statement a line"),
    (RULE + "    announce 'it'", "E102", (2, 14), "straight double quotes"),
    (RULE + "    announce “it”", "E102", (2, 14), "straight double quotes"),
    (RULE + "    set x to 5x", "E102", (2, 14), "begins with a letter"),
    (RULE + "    move 5 ♠ to d", "E102", (2, 12), "written together"),
    (RULE + "    if a is\u00a0b\n        nothing", "E102", (2, 12), "unusual blank"),
    # signs at the end of a line
    (RULE + "    if a is b:\n        nothing", "E102", (2, 14), "no colon at the end"),
    ("rule deal:\n    nothing", "E102", (1, 10), "no colon at the end"),
    (RULE + "    move a to b.", "E102", (2, 16), "full stop"),
    # words of other languages
    (RULE + "    if a is b\n        nothing\n    else\n        nothing", "E102", (4, 5), "Write `otherwise`."),
    (RULE + "    if a is b\n        nothing\n    elif b\n        nothing", "E102", (4, 5), "otherwise if"),
    (RULE + "    if a then\n        nothing", "E102", (2, 10), "Leave it out"),
    (RULE + "    while a is b\n        nothing", "E102", (2, 5), "repeat until"),
    (RULE + "    foreach p in players\n        nothing", "E102", (2, 5), "for each"),
    ("function f\n    nothing", "E102", (1, 1), "`function` begins no section"),
    ('scenario "s"\n    at r', "E102", (1, 1), "`scenario` begins no section"),
    # blocks with nothing in them
    (RULE + "    repeat until stock is empty\nrule q\n    nothing", "E102", (2, 5), "block is expected below `repeat`"),
    (RULE + "    repeat 3 times\n    shuffle d", "E102", (3, 5), "below `repeat` are not indented"),
    (RULE + "    repeat until stock is empty\n    nothing", "E102", (3, 5), "below `repeat` are not indented"),
    (RULE + "    for each p in players", "E102", (2, 5), "block is expected below `for each`"),
    (RULE + "    for each p in players\n    deal to p", "E102", (3, 5), "below `for each` are not indented"),
    (RULE + "    if a is b\n    nothing", "E102", (3, 5), "below `if` are not indented"),
    (RULE + "    if a is b\n        nothing\n    otherwise\n    nothing", "E102", (5, 5), "below `otherwise` are not"),
    (RULE + "    player may\n    draw", "E102", (3, 5), "choices below are not indented"),
    (RULE + "    player may\nrule q\n    nothing", "E102", (2, 15), "no choices"),
    # changes without a new value
    ("change table t | c\n    ace | was penalty-cards 1", "E102", (2, 11), "new value is missing before `was`"),
    ("change table t | c\n    ace | was 1", "E102", (2, 11), "new value is missing before `was`"),
    ("change form f\n    gaps: was stay", "E102", (2, 11), "new value is missing before `was`"),
    ("change options\n    jokers is was 0", "E102", (2, 15), "new value is missing before `was`"),
    # spelling
    (RULE + "    If a is b\n        nothing", "E102", (2, 5), "Write `if`."),
    (RULE + "    for each p in players Where x\n        nothing", "E102", (2, 27), "Write `where`."),
    (RULE + "    for each p in players whre x\n        nothing", "E102", (2, 27), "perhaps `where`"),
    (RULE + "    player may\n        draw wen x", "E102", (3, 14), "perhaps `when`"),
    ("tabel cards | value\n    ace | 1", "E102", (1, 1), "Did you mean `table`?"),
    ("Rule deal\n    nothing", "E102", (1, 1), "Did you mean `rule`?"),
    # words of the language as names
    (RULE + "    move first to d", "E104", (2, 10), "first-one"),
    (RULE + "    let first be 3", "E104", (2, 9), "first-one"),
    (RULE + "    for each to in players\n        nothing", "E104", (2, 14), "`to`"),
    ("define some = 3", "E104", (1, 8), "some-one"),
    ("rule flip (c: card)\n    nothing", "E104", (1, 6), "flip-cards"),
    ("rule r (from: player)\n    nothing", "E104", (1, 9), "`from`"),
    ("state\n    lowest: 0..9, at first 0", "E104", (2, 5), "lowest-one"),
    ('define form first "F"\n    q: yes or no "Q?"', "E104", (1, 13), "a form"),
    ('define table t by card "T"\n    sum: 0..9 "S?"', "E104", (2, 5), "a column"),
    ('window no "W"\n    p in players may\n        x', "E104", (1, 8), "a window"),
    # blocks
    ("rule deal\nmove a to b", "E102", (2, 1), "indented block is expected"),
    ("rule deal", "E102", (1, 10), "The rule has no steps."),
    (RULE + "    if a is b\n    nothing", "E102", (3, 5), "The lines below `if` are not indented."),
    (RULE + "    nothing\n        nothing", "E102", (3, 9), "opens no block"),
    (RULE + "    nothing\n  nothing", "E110", (3, 3), "fits no block"),
    ("rule deal\n\tnothing", "E101", (2, 1), "tab"),
    (RULE + "    nothing\nmove c to d", "E102", (3, 1), "Indent the line"),
    ("    rule deal\n        nothing", "E102", (1, 5), "opens no block"),
    # brackets and texts
    (RULE + "    move c to (d", "E103", (2, 15), "never closed"),
    (RULE + "    move c to d)", "E103", (2, 16), "closes nothing"),
    (RULE + "    let x be {1, 2)", "E103", (2, 19), "the bracket open here is `{`"),
    (RULE + '    announce "it', "E103", (2, 14), "closing quotation mark"),
    # statements
    (RULE + "    if\n        nothing", "E102", (2, 7), "The condition is missing."),
    (RULE + "    if not\n        nothing", "E102", (2, 11), "expected a condition"),
    (RULE + "    if a and\n        nothing", "E102", (2, 13), "expected a condition"),
    (RULE + "    move top of stock discard", "E102", (2, 23), "`to` is missing."),
    (RULE + "    move to discard", "E102", (2, 10), "missing before `to`"),
    (RULE + "    let x be one of y", "E102", (2, 22), "`at random` is missing."),
    (RULE + "    set caller = player", "E102", (2, 16), "set X to Y"),
    (RULE + "    let n = 4", "E102", (2, 11), "let n be"),
    (RULE + "    flip c", "E102", (2, 11), "up or down"),
    (RULE + "    repeat 4\n        nothing", "E102", (2, 13), "`times` is missing."),
    (RULE + "    if a is at 3\n        nothing", "E102", (2, 16), "`least` or `most`"),
    (RULE + "    player may\n        take c in row of player", "E102", (3, 14), "not in brackets"),
    # sheets
    ("options\n    jokers 0..4 = 0", "E102", (2, 12), "colon after the name"),
    ("form f\n    offered is yes", "E102", (2, 13), "colon after the question"),
    ("players 2 to 6", "E102", (1, 11), "players 2..6"),
    ("table t | a\n    ace | 1 | 2 3", "E102", (2, 17), "`|`"),
    ("table t | a\n    ace 1", "E102", (2, 10), "The row has no cell."),
    ("define f of (n: 0..4): number\n    1 when n is 2", "E102", (2, 18), "do not end in `otherwise`"),
    ("use library/rows.cabo", "E102", (1, 5), "quotation marks"),
    ("define f was ~123456 = 3", "E102", (1, 10), "has a fingerprint"),
    # examples and properties
    (EXAMPLE + "    given row of A 5♠", "E102", (2, 20), "colon before the cards"),
    (EXAMPLE + "    when A draws", "E102", (2, 12), "does"),
    (EXAMPLE + "    when A does 5♠", "E102", (2, 17), "by its name"),
    ('property "p"\n    size of stock is 3', "E102", (2, 10), "`always`"),
    # the second header
    ('ruleset x "y"', "E102", (1, 1), "stands once"),
)


@pytest.mark.parametrize(("text", "code", "place", "said"), MISTAKES, ids=[repr(text)[:70] for text, *_ in MISTAKES])
def test_a_mistake_gets_one_clear_message(text: str, code: str, place: tuple[int, int], said: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(HEAD + text, "f.cabo")
    (found,) = refused.value.diagnostics
    assert found.span is not None
    assert (found.code, found.span.start.line - 2, found.span.start.column) == (code, *place)
    assert said in f"{found.message} {found.why} {found.mend}"
    assert found.message
    assert found.why
    assert found.mend


FIRST_LINES: tuple[tuple[str, str, int, str], ...] = (
    ("", "E106", 1, "empty"),
    ("# only a comment\n", "E106", 1, "empty"),
    ('ruleset a "b"', "E106", 1, "language 1"),
    ('# a\n\nruleset a "b"', "E106", 3, "language 1"),
    ('ruleset a "b"\nlanguage 1', "E106", 1, "language 1"),
    ("language 1", "E102", 1, "header"),
    ("language 1\nrule a\n    nothing", "E102", 2, "header"),
    ('language 2\nruleset a "b"', "E107", 1, "reads language 1"),
    ('language one\nruleset a "b"', "E102", 1, "language 1"),
    ('language 1\nruleset "b"', "E102", 2, "has no name"),
    ("language 1\nruleset b", "E102", 2, "has no title"),
)


@pytest.mark.parametrize(("text", "code", "line", "said"), FIRST_LINES, ids=[repr(text) for text, *_ in FIRST_LINES])
def test_the_first_lines_are_explained(text: str, code: str, line: int, said: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text, "f.cabo")
    found = refused.value.diagnostics[0]
    assert found.span is not None
    assert (found.code, found.span.start.line) == (code, line)
    assert said in f"{found.message} {found.why} {found.mend}"


def test_each_section_has_its_own_error_and_none_follows_from_another() -> None:
    text = (
        HEAD + "rule a\n    move x\nrule b\n    nothing\nrule c\n    flip x\nform f\n    q yes\n    r no\ndefine g = 3"
    )
    with pytest.raises(Refused) as refused:
        parse(text, "f.cabo")
    assert [d.span.start.line for d in refused.value.diagnostics if d.span] == [4, 8, 10]


def test_an_unclosed_bracket_does_not_swallow_the_next_section() -> None:
    with pytest.raises(Refused) as refused:
        parse(HEAD + "define a = (1\ndefine b = 2\nrule c\n    flip x\n", "f.cabo")
    assert [(d.code, d.span.start.line) for d in refused.value.diagnostics if d.span] == [("E103", 3), ("E102", 6)]


def test_at_most_twenty_errors_are_reported() -> None:
    with pytest.raises(Refused) as refused:
        parse(HEAD + "define a = \n" * 50, "f.cabo")
    assert len(refused.value.diagnostics) == 20
