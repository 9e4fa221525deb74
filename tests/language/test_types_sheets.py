"""Forms, options, presets, examples and properties: good and bad texts side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules import Refused, load
from caborules.ir.system import GivenCards
from tests.language.types_game import marks, run, tiny

FORM = """
define form taking "Taking cards"
    offered: yes or no "Is it played?"
    how: open-hand or blind when taking.offered "How is a card taken?"
    most: 1..9 = 3 when taking.offered "How many at most?"
define take-blind: yes or no
    no when not taking.offered
    otherwise taking.how is blind and taking.most is 2
"""
READ = 'define form asking "Asking"\n    kind-of: soft or hard "Which?"\ndefine asked-hard = asking.kind-of is hard\n'

# (name, good text, bad text); both are added to the small game
ANSWERS = [
    (
        "asked and answered",
        FORM + "form taking\n    offered: yes\n    how: blind",
        FORM + "form taking  # E210\n    offered: yes",
    ),
    ("never asked", FORM + "form taking\n    offered: no", FORM + "form taking  # E210\n    offered: no, option"),
    (
        "read where it is not asked",
        FORM + "form taking\n    offered: no",
        FORM + "form taking\n    offered: no\ndefine blindly = taking.how is blind  # E212",
    ),
    (
        "answer outside",
        FORM + "form taking\n    offered: yes\n    how: blind",
        FORM + "form taking\n    offered: yes\n    how: blindly  # E213",
    ),
    (
        "number outside",
        FORM + "form taking\n    offered: no\n    most: 9",
        FORM + "form taking\n    offered: no\n    most: 10  # E213",
    ),
    ("yes or no outside", FORM + "form taking\n    offered: no", FORM + "form taking\n    offered: 1  # E213"),
    (
        "choices outside",
        FORM + "form taking\n    offered: no\n    most: 2, open in 1..4",
        FORM + "form taking\n    offered: no\n    most: 2, open in 1..12  # E213",
    ),
    (
        "default not among the choices",
        FORM + "form taking\n    offered: no\n    most: 2, open in 2..4",
        FORM + "form taking\n    offered: no\n    most: 1, open in 2..4  # E213",
    ),
    (
        "a choice that is none",
        READ + "form asking\n    kind-of: soft, open in soft or hard",
        READ + "form asking\n    kind-of: soft, open in soft or tough  # E213",
    ),
    (
        "an option is constant",
        READ + "form asking\n    kind-of: hard if done otherwise soft",
        READ + "form asking\n    kind-of: hard if done otherwise soft, open  # E213",
    ),
    (
        "nobody reads it",
        READ + "form asking\n    kind-of: soft, open",
        READ.replace("define asked-hard = asking.kind-of is hard\n", "")
        + "form asking\n    kind-of: soft, open  # W230",
    ),
    ("preset", 'preset quick "Quick"\n    hand-size is 2', 'preset quick "Quick"\n    hand-size is 6  # E213'),
    (
        "preset excluded",
        'preset quick "Quick"\n    extra is yes',
        'options\n    require not extra "Never."\npreset quick "Quick"  # E231\n    extra is yes',
    ),
    (
        "bound by an option",
        "state\n    left-over: 0..hand-size, at first 5",
        "state\n    left-over: 0..hand-sice, at first 5  # E201",
    ),
    (
        "bound by its extreme",
        "state\n    left-over: 0..hand-size, at first 5",
        "state\n    left-over: 0..hand-size, at first 6  # E302",
    ),
    (
        "set of a question",
        'define form seeing "Seeing"\n    which: set of number "Which?"\nform seeing\n    which: {1, 4}\n'
        "define seen of (c: card) = position of c is in seeing.which",
        'define form seeing "Seeing"\n    which: set of number "Which?"\nform seeing\n    which: {1, ace}  # E201\n'
        "define seen of (c: card) = position of c is in seeing.which",
    ),
]

HANDS = "    given hand of A: 2♥ 3♥\n    given discard: K♥\n"
READABLE = (  # cards are written with suits, so the game of these examples has the usual ones
    ("attribute colour: red or blue", "attribute colour: hearts or spades or clubs or diamonds"),
    (
        "    each face ace, king, 2..6 and each colour red, blue",
        "    each face ace, king, 2..6 and each colour hearts, spades",
    ),
    ("    2 of each face joker and each colour red", "    2 of each face joker and each colour hearts"),
    ("    warm when colour of card is red", "    warm when colour of card is hearts"),
)
EXAMPLES = [
    ("laid twice", "    given hand of A: 2♥ 2♠", "    given hand of A: 2♥ 2♥ 2♥ 2♥  # E612"),
    ("in no deck", "    given hand of A: 2♥", "    given hand of A: 2♣  # E612"),
    ("number of cards", "    given hand of A: ★ ★", "    given hand of A: ★ ★ ★ ★ ★ ★ ★  # E612"),
    (
        "player unknown",
        HANDS + "    at round\n    when A does finish",
        HANDS + "    at round\n    when C does finish  # E201",
    ),
    (
        "choice unknown",
        HANDS + "    at round\n    then A can finish",
        HANDS + "    at round\n    then A can finnish  # E201",
    ),
    ("rule unknown", HANDS + "    at round", HANDS + "    at ruond  # E201"),
    ("two at lines", HANDS + "    at round", HANDS + "    at round\n    at round  # E614"),
    (
        "a move before at",
        HANDS + "    at round\n    when A does finish",
        HANDS + "    when A does finish  # E614\n    at round",
    ),
    ("given state", "    given active is B\n    given done is yes", "    given active is not B  # E301"),
    ("a fact is yes or no", "    then score of A is 0", "    then score of A  # E301"),
    ("option unknown", "    given option hand-size is 2", "    given option hand-sice is 2  # E201"),
    ("option outside", "    given option hand-size is 2", "    given option hand-size is 9  # E213"),
    (
        "too many players",
        "    given players A, B, C, D\n    then score of D is 0",
        "    given players A, B, C, D, E\n    then score of D is 0",
    ),
    ("event unknown", HANDS + "    at round", HANDS + "    at round\n    when event fire  # E201"),
    ("arguments of at", "    at deal 2 to stock", "    at deal 2  # E204"),
]


@pytest.mark.parametrize(("name", "good", "bad"), ANSWERS, ids=[case[0] for case in ANSWERS])
def test_answers(name: str, good: str, bad: str, tmp_path: Path) -> None:
    """A good sheet is accepted; of a bad one exactly the marked lines are refused."""
    assert run(tmp_path, tiny(good)).found == ()
    text = tiny(bad)
    outcome = run(tmp_path, text)
    assert outcome.found == marks(text) != (), outcome.messages


def _with_suits(text: str) -> str:
    for old, new in READABLE:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(("name", "good", "bad"), EXAMPLES, ids=[case[0] for case in EXAMPLES])
def test_examples(name: str, good: str, bad: str, tmp_path: Path) -> None:
    """A good example is accepted; of a bad one exactly the marked lines are refused."""
    assert run(tmp_path, _with_suits(tiny('example "e"', good))).found == ()
    mark = "  # E613" if name == "too many players" else ""
    text = _with_suits(tiny(f'example "e"{mark}', bad))
    outcome = run(tmp_path, text)
    assert outcome.found == marks(text) != (), outcome.messages


def test_the_missing_answer_says_where_it_matters(tmp_path: Path) -> None:
    """E210 prints the question, where it is read, and the answers."""
    outcome = run(tmp_path, tiny(FORM + "form taking\n    offered: yes"))
    assert "how" in outcome.messages[0]
    from caborules.diagnostics.record import Refused
    from caborules.names.load import load_book
    from caborules.types.elaborate import elaborate

    with pytest.raises(Refused) as refused:
        elaborate(load_book(tmp_path / "tiny.cabo"))
    (found,) = refused.value.diagnostics
    assert "How is a card taken?" in found.why
    assert "take-blind (" in found.why
    assert "open-hand or blind" in found.why
    assert "how: open-hand" in found.mend


def test_an_answer_that_depends_on_the_game_is_a_function(tmp_path: Path) -> None:
    """Such an answer cannot be constant: it becomes a function of its address."""
    system = run(tmp_path, tiny(READ + "form asking\n    kind-of: hard if done otherwise soft")).system
    assert system is not None
    assert "asking.kind-of" in system.functions
    assert "asking.kind-of" not in system.options


def test_a_cell_may_be_an_option(tmp_path: Path) -> None:
    """Its address is the column and the pattern; what it may be is written, and the table refers to it."""
    swap = (
        "    warm king  | 12     | look",
        "    warm king  | 12, open in 12 or 13 | nothing, option in nothing or look",
    )
    system = run(tmp_path, tiny(swap=swap)).system
    assert system is not None
    assert system.options["value.warm-king"].openness == "open"
    assert len(system.options["power.warm-king"].domain) == 2
    wrong = run(tmp_path, tiny(swap=(swap[0], "    warm king  | 12     | nothing, option  # E213")))
    assert wrong.found == marks(tiny(swap=(swap[0], "    warm king  | 12     | nothing, option  # E213")))


def test_literals_need_no_names_of_attributes(tmp_path: Path) -> None:
    """The suits and ranks are found by their members: here they are called colour and face."""
    text = _with_suits(tiny('example "e"\n    given hand of A: K♥ A♠ 5H ★\n    given discard: [7]'))
    text = text.replace("or king or 2..6", "or king or 2..7").replace(
        "ace, king, 2..6 and each", "ace, king, 2..6 and each"
    )
    text = text.replace("or clubs or diamonds", "or clubs or diamonds or plain")
    text = text.replace("pack small\n", "pack small\n    each face 7 and each colour plain\n")
    text = text.replace("    2..6       | number | --", "    2..7       | number | --")
    outcome = run(tmp_path, text)
    assert outcome.system is not None, outcome.messages
    first, second = outcome.system.examples[0].lines[:2]
    assert isinstance(first, GivenCards) and isinstance(second, GivenCards)
    assert first.cards.cards == (("hearts", "king"), ("spades", "ace"), ("hearts", 5), ("hearts", "joker"))
    assert second.cards.cards == (("plain", 7),)


POINTS = 'define table score-of by card "Points"\n    points: 1..11 "Points"\ntable score-of | points\n'


@pytest.mark.parametrize(
    "rows",
    [
        "    2..6 | number\n    2 | 3  # E220\n    other | 1",
        "    2..6 | number\n    blue king | 3\n    red king | 4\n    blue king, ace | 3  # E220\n    joker | 1",
        "    2..6 | number\n    other | number  # E222",
    ],
)
def test_a_table_with_a_wrong_row_gets_one_error(rows: str, tmp_path: Path) -> None:
    """`number` in rows whose cards are not known is no number outside the column's range (E213)."""
    text = tiny(POINTS + rows)
    assert run(tmp_path, tiny(POINTS + "    2..6 | number\n    other | 1")).found == ()
    assert run(tmp_path, text).found == marks(text) != ()


def test_a_table_without_a_row_for_a_key_gets_one_error(tmp_path: Path) -> None:
    """E221 alone."""
    found = run(tmp_path, tiny(POINTS + "    2..6 | number\n    king | 3")).found
    assert [code for code, _ in found] == ["E221"]


def test_an_answer_outside_names_its_question_once(tmp_path: Path) -> None:
    """E213 gives the answers, and not the name of their type, which is the question's own."""
    outcome = run(tmp_path, tiny(FORM + "form taking\n    offered: yes\n    how: blindly"))
    assert outcome.messages == ('The answer to taking.how is open-hand or blind, and "blindly" is not.',)


def test_a_joker_of_which_there_is_none_in_any_deck_is_named(tmp_path: Path) -> None:
    head = 'language 1\nruleset mine "Mine" extends "shithead.cabo"\n\n'
    path = tmp_path / "mine.cabo"
    path.write_text(f'{head}example "a joker"\n    given hand of A: ★\n    then hand of A: ★\n', encoding="utf-8")
    with pytest.raises(Refused) as refused:
        load(path)
    assert {(one.code, one.message) for one in refused.value.diagnostics} == {("E612", "There is no ★ in the deck.")}
