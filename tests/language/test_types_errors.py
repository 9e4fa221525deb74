"""Good and bad texts side by side: each bad line gets exactly its code, each good one none."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names.load import load_book
from caborules.types.elaborate import elaborate
from tests.language.types_game import BASE, marks, run, tiny

# (name, good text, bad text); both are added to the small game
ADDED = [
    # ------------------------------------------------------------ names
    ("unknown name", "define a = done", "define a = dona  # E201"),
    (
        "unknown function",
        "define a of (card) = face of card is ace",
        "define a of (card) = fase of card is ace  # E201",
    ),
    ("unknown type", "define a of (x: card) = x is face up", "define a of (x: crad) = x is face up  # E201"),
    ("unknown member", "define a = mood-now is happy", "define a = mood-now is hapy  # E201"),
    ("member first", "define a = sad is mood-now", "define a = sadd is mood-now  # E201"),
    (
        "member in a set",
        "define a of (card) = face of card is in {ace, 2..4}",
        "define a of (card) = face of card is in {ace, queen}  # E201",
    ),
    ("unknown rule", "rule r\n    round", "rule r\n    rounds  # E201"),
    ("unknown window", "rule r\n    nothing", "rule r\n    open gap  # E201"),
    ("unknown rule to end", "rule r\n    end round", "rule r\n    end rond  # E201"),
    (
        "member fits two",
        "kind one-way: up or over\nkind two-way: up or under\ndefine high of (one-way) = up is one-way",
        "kind one-way: up or over\nkind two-way: up or under\ndefine high = up  # E203",
    ),
    (
        "member and name",
        "kind role: caller or other\nstate\n    part: role, at first caller\ndefine main = part is caller",
        "kind role: part or other\nstate\n    part: role, at first other\n    wanted: role, at first other\n"
        "define main = wanted is part  # E203",
    ),
    ("local hides a place", "define a of (c: card) = face of c is ace", "define a of (stock: card) = done  # E202"),
    (
        "local hides a local",
        "define a = some p in players where (some q in players where q is p)",
        "define a = some p in players where (some p in players where p is active)  # E202",
    ),
    ("parameter twice", "define a of (c: card, d: card) = c is d", "define a of (c: card, c: card) = done  # E202"),
    # ------------------------------------------------------------ arguments
    (
        "too few arguments",
        "define a = worth of top of discard is 1 if discard is not empty otherwise done",
        "define a = worth  # E204",
    ),
    ("too many arguments", "define a of (p: player) = score of p", "define a of (p: player) = score of (p, p)  # E204"),
    ("owner missing", "define a of (p: player) = score of p is 0", "define a = score is 0  # E204"),
    ("owner too many", "define a = stock is empty", "define a = stock of active is empty  # E204"),
    ("built in without argument", "define a = top of stock is face up", "define a = top is face up  # E204"),
    ("part missing", "rule r\n    deal 2 to stock", "rule r\n    deal 2  # E204"),
    ("part unknown", "rule r\n    deal 2 to stock", "rule r\n    deal 2 to stock by active  # E204"),
    ("part twice", "rule r\n    deal 2 to stock", "rule r\n    deal 2 to stock to discard  # E204"),
    ("two in one part", "rule r (n: 1..2) to (m: 1..2)\n    nothing", "rule r (n: 1..2, m: 1..2)  # E204\n    nothing"),
    (
        "do without its part",
        "rule r (c: card) by (player)\n    do power of c by player",
        "rule r (c: card) by (player)\n    do power of c  # E204",
    ),
    # ------------------------------------------------------------ types
    ("unlike compared", "define a = score of active is 3", "define a = score of active is active  # E301"),
    ("always different", "define a = mood-now is 8", "define a = done is 8  # E301"),
    ("numeric attribute", "define a of (card) = face of card is 3", "define a of (card) = colour of card is 3  # E301"),
    (
        "no order of words",
        "define a = score of active is at least 2",
        "define a of (card) = face of card is at least 2  # E301",
    ),
    ("condition wanted", "rule r\n    if done\n        nothing", "rule r\n    if active  # E301\n        nothing"),
    (
        "one card wanted",
        "rule r by (player)\n    show drawn of player to player otherwise nothing",
        "rule r by (player)\n    swap row of player with drawn of player  # E301",
    ),
    ("cards of a place", "define a = top of stock is face up", "define a = top of active is face up  # E301"),
    ("place wanted", "rule r\n    shuffle discard", "rule r\n    shuffle active  # E301"),
    (
        "moved to a player",
        "rule r by (player)\n    move all of discard to hand of player",
        "rule r by (player)\n    move all of discard to player  # E301",
    ),
    ("state alone is set", "rule r\n    set done to yes", "rule r\n    set hand-size to 2  # E301"),
    ("a rule has no value", "rule r\n    look by active", "define a = look  # E301"),
    ("arms unlike", "define a = 1 if done otherwise 2", "define a = 1 if done otherwise active  # E301"),
    ("sets are not compared", "define a = size of players is 2", "define a = players is players  # E301"),
    (
        "players begin",
        "rule r\n    for each p in players from active\n        nothing",
        "rule r\n    for each n in (1..3) from active  # E301\n        nothing",
    ),
    ("in what it is not", "define a = active is in players", "define a = active is in (1..3)  # E301"),
    (
        "a function says so",
        "define a of (p: player): 0..9\n    1 when done\n    otherwise 2",
        "define a of (p: player): 0..9\n    1 when done\n    otherwise p  # E301",
    ),
    (
        "cards are named in examples",
        "define a of (card) = face of card is ace",
        "define a = top of stock is 5♠  # E301",
    ),
    ("claims alone are over", 'property "p"\n    always possible round is over', "define a = round is over  # E301"),
    ("state holds no cards", "state\n    s: 0..3, at first 0", "state\n    s: card, at first top of stock  # E301"),
    ("owner to see", "places\n    tray: pile, face up", "places\n    tray: pile, seen by its owner  # E301"),
    (
        "may needs no otherwise",
        'rule r\n    active may\n        a "a"\n            nothing',
        'rule r\n    active may  # E301\n        a "a"\n            nothing\n    otherwise\n        nothing',
    ),
    ("constant out of range", "rule r\n    deal 5 to stock", "rule r\n    deal 6 to stock  # E302"),
    ("set out of range", "rule r\n    set score of active to 1000", "rule r\n    set score of active to 1001  # E302"),
    ("empty range", "state\n    s: 1..3, at first 1", "state\n    s: 3..1, at first 1  # E302"),
    (
        "set of none",
        'rule r\n    active may\n        a (1..2 cs in hand of active) "a"\n            nothing',
        'rule r\n    active may\n        a (0..2 cs in hand of active) "a"  # E302\n            nothing',
    ),
    # ------------------------------------------------------------ nobody
    (
        "nobody in a call",
        "rule r\n    if caller is not nobody\n        look by caller",
        "rule r\n    look by caller  # E303",
    ),
    (
        "nobody by and",
        "define a = caller is not nobody and score of caller is 0",
        "define a = caller is nobody and score of caller is 0  # E303",
    ),
    (
        "nobody by or",
        "define a = caller is nobody or score of caller is 0",
        "define a = caller is not nobody or score of caller is 0  # E303",
    ),
    (
        "nobody by if",
        "define a = score of caller if caller is not nobody otherwise 0",
        "define a = score of caller if caller is nobody otherwise 0  # E303",
    ),
    (
        "nobody by cases",
        "define a: -100..1000\n    0 when caller is nobody\n    otherwise score of caller",
        "define a: -100..1000\n    0 when caller is not nobody\n    otherwise score of caller  # E303",
    ),
    (
        "nobody by equality",
        "define a of (p: player) = caller is p and score of caller is 0",
        "define a of (p: player) = caller is not p and score of caller is 0  # E303",
    ),
    (
        "nobody by a function",
        "define called = caller is not nobody and not done\ndefine a = called and score of caller is 0",
        "define called = caller is not nobody or done\ndefine a = called and score of caller is 0  # E303",
    ),
    (
        "nobody after set",
        "rule r\n    set caller to active\n    look by caller",
        "rule r\n    set caller to active\n    set caller to nobody\n    look by caller  # E303",
    ),
    (
        "nobody after a call",
        "rule r\n    if caller is not nobody\n        let who be caller\n        round\n        look by who",
        "rule r\n    if caller is not nobody\n        round\n        look by caller  # E303",
    ),
    (
        "nobody after leaving",
        "rule r\n    if caller is nobody\n        end round\n    look by caller",
        "rule r\n    if caller is nobody\n        nothing\n    look by caller  # E303",
    ),
    (
        "nobody in a loop",
        "rule r\n    repeat until caller is nobody\n        show top of discard to caller otherwise nothing\n"
        "        set caller to nobody",
        "rule r\n    repeat until caller is not nobody\n"
        "        show top of discard to caller otherwise nothing  # E303\n"
        "        set caller to active",
    ),
    (
        "nobody in a guard",
        'rule r\n    active may\n        a when caller is not nobody "a"\n            look by caller',
        'rule r\n    active may\n        a when done "a"\n            look by caller  # E303',
    ),
    ("nobody as initial", "state\n    s: player, at first active", "state\n    s: player, at first nobody  # E303"),
    # ------------------------------------------------------------ circles
    (
        "initial values",
        "state\n    s: 0..9, at first 1\n    t: 0..9, at first s",
        "state\n    s: 0..9, at first t  # E304\n    t: 0..9, at first s",
    ),
    (
        "option defaults",
        "options\n    this: yes or no = extra\ndefine a = this",
        "options\n    this: yes or no = that  # E304\n    that: yes or no = this\ndefine a = this",
    ),
    (
        "functions",
        "define a of (n: 0..9): 0..9 = n",
        "define a of (n: 0..9): 0..9 = b of n  # E310\ndefine b of (n: 0..9): 0..9 = a of n",
    ),
    ("function without a type", "define a of (n: 0..9) = n plus 1", "define a of (n: 0..9) = a of n  # E310"),
    ("rules", "rule r\n    s\nrule s\n    nothing", "rule r  # E310\n    s\nrule s\n    r"),
    # ------------------------------------------------------------ statements
    ("again in a choice", 'rule r\n    active may\n        a "a"\n            again', "rule r\n    again  # E330"),
    (
        "again at the end",
        'rule r\n    active may\n        a "a"\n            if done\n                again',
        'rule r\n    active may\n        a "a"\n            again  # E330\n            nothing',
    ),
    ("an event sets", 'event e "e"\n    set done to yes', 'event e "e"\n    shuffle stock  # E305'),
    (
        "otherwise that never applies",
        "rule r\n    move top of stock to discard otherwise nothing",
        "rule r\n    move all of stock to discard otherwise nothing  # W604",
    ),
    (
        "name lost after otherwise",
        "rule r\n    let c be top of stock otherwise end round\n    move c to discard",
        "rule r\n    let c be top of stock otherwise nothing  # E320",
    ),
]


@pytest.mark.parametrize(("name", "good", "bad"), ADDED, ids=[case[0] for case in ADDED])
def test_good_and_bad(name: str, good: str, bad: str, tmp_path: Path) -> None:
    """The good text is accepted without a word; of the bad one exactly the marked lines are refused."""
    assert run(tmp_path, tiny(good)).found == ()
    text = tiny(bad)
    assert marks(text) != ()
    outcome = run(tmp_path, text)
    assert outcome.found == marks(text), outcome.messages


# (name, stretch of the small game, what it becomes)
CHANGED = [
    ("two rows", "    ace, joker | 1      | --", "    ace, joker | 1      | --\n    red 2      | 1      | --  # E220"),
    ("no row", "    ace, joker | 1      | --", "    ace        | 1      | --"),
    ("no number", "    warm king  | 12     | look", "    warm king  | number | look  # E222"),
    ("word of no card", "    warm king  | 12     | look", "    worm king  | 12     | look  # E201"),
    ("rule that does not fit", "    warm king  | 12     | look", "    warm king  | 12     | deal 2  # E223"),
    ("rule unknown", "    warm king  | 12     | look", "    warm king  | 12     | lock  # E201"),
    ("cell outside its type", "    warm king  | 12     | look", "    warm king  | 21     | look  # E213"),
    ("cell without default", "    warm king  | 12     | look", "    warm king  | --     | look  # E210"),
    (
        "row for nothing",
        "    ace, joker | 1      | --",
        "    ace, joker | 1      | --\n    blue joker | 2      | --  # W604",
    ),
    ("pack without an attribute", "    2 of each face joker and each colour red", "    2 of each face joker  # E214"),
    (
        "pack with a wrong value",
        "    2 of each face joker and each colour red",
        "    2 of each face jester and each colour red  # E201",
    ),
    ("default outside", "    hand-size: 1..5 = 3", "    hand-size: 1..5 = 6  # E213"),
    ("default depends on state", "    hand-size: 1..5 = 3", "    hand-size: 1..5 = 3 if done otherwise 2  # E213"),
    ("default outside for some", "    hand-size: 1..5 = 3", "    hand-size: 1..3 = player-count  # E213"),
    (
        "require excludes defaults",
        '    require extra or not two-packs or player-count is at least 2 "Never excluded."',
        '    require extra or not two-packs "Excluded with four."  # E231',
    ),
    (
        "require depends on state",
        '    require extra or not two-packs or player-count is at least 2 "Never excluded."',
        '    require not extra or done "Not while it goes on."  # E213',
    ),
    (
        "require depends on state by a function",
        '    require extra or not two-packs or player-count is at least 2 "Never excluded."',
        '    require not extra or is-done "Not while it goes on."  # E213\ndefine is-done = done',
    ),
    (
        "default depends on state by a function",
        "    hand-size: 1..5 = 3",
        "    hand-size: 1..5 = so-many  # E213\ndefine so-many = 3 if done otherwise 2\noptions",
    ),
    (
        "require excludes everything",
        '    require extra or not two-packs or player-count is at least 2 "Never excluded."',
        '    require extra and not extra "Excluded."  # E231',
    ),
    (
        "a value that no combination has",
        "    hand-size: 1..5 = 3",
        "    hand-size: 1..5 = 3  # W334\n"
        '    require hand-size is less than 5 or extra and two-packs and not two-packs "No five."',
    ),
    (
        "option without effect",
        "    extra: yes or no = no",
        "    extra: yes or no = no\n    idle: yes or no = no  # W230",
    ),
    ("deck in no place", "deck in stock", "deck in stack  # E201"),
    ("begin with parts", "begin with play\n", "begin with look  # E204\n"),
    ("begin with nothing known", "begin with play\n", "begin with plai  # E201\n"),
    (
        "too many blocks",
        'rule play "Play"\n    shuffle stock\n',
        "rule r1\n    nothing\n"
        + "".join(f"rule r{i}{'  # E313' if i == 13 else ''}\n    r{i - 1}\n    r{i - 1}\n" for i in range(2, 15))
        + 'rule play "Play"\n    shuffle stock\n    r14\n',
    ),
]


@pytest.mark.parametrize(("name", "old", "new"), CHANGED, ids=[case[0] for case in CHANGED])
def test_a_change_is_refused(name: str, old: str, new: str, tmp_path: Path) -> None:
    """The small game is accepted as it is; with the change exactly the marked line is refused."""
    text = tiny(swap=(old, new))
    if name == "no row":
        text = text.replace("    2..6       | number | --", "    2..6       | number | --  # E221")
    outcome = run(tmp_path, text)
    assert outcome.found == marks(text) != (), outcome.messages


def test_the_small_game_is_good(tmp_path: Path) -> None:
    """Nothing is reported of the text that all the others change."""
    assert run(tmp_path, BASE).found == ()


def test_no_cascade(tmp_path: Path) -> None:
    """What depends on something wrong is not reported again; what is wrong by itself is, all at once."""
    text = tiny(
        "define first-wrong = dona  # E201",
        "define second = first-wrong and done",
        "define third of (card) = second and fase of card is 2  # E201",
        "rule r",
        "    let x be tob of stock  # E201",
        "    move x to discard",
        "    set done to x",
        "    if first-wrong",
        "        set score of active to active  # E301",
        "    rounds  # E201",
    )
    outcome = run(tmp_path, text)
    assert outcome.found == marks(text), outcome.messages


def test_a_circle_through_a_cell(tmp_path: Path) -> None:
    """A rule that a cell holds may not carry out the rule of that column again."""
    text = tiny(
        "rule again by (player)  # E310",
        "    let c be top of discard otherwise end round",
        "    do power of c by player",
        swap=("    warm king  | 12     | look", "    warm king  | 12     | again"),
    )
    outcome = run(tmp_path, text.replace("rule again", "rule look-again").replace("| again", "| look-again"))
    assert outcome.found == marks(text), outcome.messages
    assert "look-again -> look-again" in outcome.messages[0]


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("mvoe top of stock to discard", 'Did you mean "move"?'),
        ("sfuffle stock", 'Did you mean "shuffle"?'),
        ("rownd", 'Did you mean "round"?'),
        ("quaff", "Rules are declared by  rule."),
    ],
)
def test_a_rule_that_is_not_there_may_be_a_misspelt_statement(line: str, mend: str, tmp_path: Path) -> None:
    """E201 suggests the nearest rule or word that begins a statement."""
    file = tmp_path / "tiny.cabo"
    file.write_text(tiny(f"rule r\n    {line}"), encoding="utf-8")
    with pytest.raises(Refused) as caught:
        elaborate(load_book(file))
    assert [(one.code, one.mend) for one in caught.value.diagnostics] == [("E201", mend)]


def test_only_values_that_no_combination_has_are_named(tmp_path: Path) -> None:
    """Five cards may be dealt with the extra pack, four never."""
    lines = (
        "    hand-size: 1..5 = 3",
        '    require hand-size is less than 5 or extra "Five only with more cards."',
        '    require hand-size is not 4 "Never four."',
    )
    outcome = run(tmp_path, tiny(swap=(lines[0], "\n".join(lines))))
    assert [code for code, _ in outcome.found] == ["W334"]
    assert "can never be 4:" in outcome.messages[0]
