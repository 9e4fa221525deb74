"""Variants: what the merged book says, its hooks and choices, and files that are at odds."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names.declarations import MOST_CHOICES
from caborules.names.load import book_of, load_book
from caborules.names.sources import gather
from caborules.syntax import nodes as n
from tests.language.names_game import STOPLESS, findings, lay_out, library, loaded, variant
from tests.support.clock import within


# ---- what the merged book says -----------------------------------------------------------------------------------
def decision(rule: n.Rule) -> n.Decision:
    (statement,) = (s for s in rule.body if isinstance(s, n.Decision))
    return statement


def test_changes_reach_the_book(tmp_path: Path) -> None:
    """Answers, cells, options, rows and players have the values of the variant; citations of a change are added."""
    body = (
        "players 2..3 was 2..4\n"
        "change form play\n    open-hands: yes was no @g.A1\n"
        "change options\n    rounds is 3 was 2\n"
        "change table worth | bonus\n    red | 4 was --\n    add other | 5\n"
    )
    with pytest.raises(Refused):
        loaded(tmp_path, variant(body))  # the new row lacks its points
    book = loaded(tmp_path, variant(body.replace("    add other | 5\n", "")))
    assert (book.players.low, book.players.high) == (2, 3)
    answer = book.questions["play.open-hands"].answer
    assert answer is not None
    assert isinstance(answer.cell, n.Ref)
    assert answer.cell.name.text == "yes"
    assert answer.chosen is None
    assert answer.was is None
    assert [cite.clause for cite in answer.cites] == ["g.A2", "g.A1"]
    rounds = book.options["rounds"].default
    assert isinstance(rounds, n.Number)
    assert rounds.value == 3
    red, black = book.tables["worth"].rows
    assert isinstance(red.cells["bonus"].cell, n.Number)
    assert red.cells["bonus"].cell.value == 4
    assert isinstance(black.cells["points"].cell, n.Number)
    assert black.cells["points"].cell.value == 2
    assert red.cells["bonus"].was is None
    cited = {"game.cabo": ('"How many rounds?"', '"How many rounds?" @g.A4')}
    book = loaded(tmp_path, variant("change options\n    rounds is 3 was 2 @g.A1\n"), cited)
    assert [cite.clause for cite in book.options["rounds"].cites] == ["g.A4", "g.A1"]
    body = "change table worth | points\n    black | 3 was 2 @g.A1\n"
    assert [cite.clause for cite in loaded(tmp_path, variant(body)).tables["worth"].rows[1].cites] == ["g.A3", "g.A1"]


def test_was_where_nothing_was(tmp_path: Path) -> None:
    """A game that says `players ... was ...` without a base has nothing to change: E507, and no second error."""
    edit = {"game.cabo": ("players 2..4", "players 2..4 was 2..6")}
    assert findings(lay_out(tmp_path, {}, edit, "game.cabo")) == [("E507", "game.cabo", 5)]


def test_added_choices_come_after_the_written_ones_by_name(tmp_path: Path) -> None:
    """Whichever file and line they stand in."""
    files = library("zeta", 'add choice turn.beta "b"\n    nothing\n') | library(
        "alpha", 'add choice turn.gamma "c"\n    nothing\nadd choice turn.alpha "a"\n    nothing\n'
    )
    for uses in ('"zeta.cabo", "alpha.cabo"', '"alpha.cabo", "zeta.cabo"'):
        book = loaded(tmp_path, files | variant(f"use {uses}\n"))
        names = [a.name for a in decision(book.rules["turn"].rule).alternatives]
        assert names == ["draw", "stop", "alpha", "beta", "gamma"]


def test_a_replaced_and_a_removed_choice(tmp_path: Path) -> None:
    """The replacement stands where the old choice stood; the removed one is gone; an added one can be replaced."""
    body = 'replace choice turn.draw "take one" was PRINT[turn.draw]\n    nothing\n'
    book = loaded(tmp_path, variant(body))
    first, second = decision(book.rules["turn"].rule).alternatives
    assert (first.name, first.text, second.name) == ("draw", "take one", "stop")
    book = loaded(tmp_path, variant("remove choice turn.stop was PRINT[turn.stop]\n"))
    assert [a.name for a in decision(book.rules["turn"].rule).alternatives] == ["draw"]
    adds = library("adds", 'add choice turn.wait "wait"\n    nothing\n')
    body = 'use "adds.cabo"\nreplace choice turn.wait "wait long"\n    nothing\n'
    book = loaded(tmp_path, adds | variant(body))
    assert [a.text for a in decision(book.rules["turn"].rule).alternatives][-1] == "wait long"


def test_a_replaced_choice_may_ask_again_under_its_own_name(tmp_path: Path) -> None:
    """A decision inside the replacement is not replaced in turn."""
    body = (
        'replace choice turn.stop "stop" was PRINT[turn.stop]\n    player may\n        stop "really"\n'
        "            nothing\n"
    )
    book = loaded(tmp_path, variant(body))
    stop = decision(book.rules["turn"].rule).alternatives[1]
    inner = stop.body[0]
    assert isinstance(inner, n.Decision)
    assert inner.alternatives[0].text == "really"


def test_a_decision_must_keep_a_choice(tmp_path: Path) -> None:
    """Removing the last choice of a decision is refused."""
    body = "remove choice turn.stop was PRINT[turn.stop]\nremove choice turn.draw was PRINT[turn.draw]\n"
    assert findings(lay_out(tmp_path, variant(body))) == [("E507", "mine.cabo", 4)]


def announced(hooks: tuple[n.Hook, ...]) -> list[str]:
    actions = [s.action for hook in hooks for s in hook.body if isinstance(s, n.Step)]
    return [action.text for action in actions if isinstance(action, n.Announce)]


def test_hooks_run_outer_before_inner_before_rule_inner_after_outer_after(tmp_path: Path) -> None:
    """A file hooks what another has hooked where it reaches that file; its hook is the outer one."""
    inner = 'before rule turn\n    announce "inner"\nafter rule turn\n    announce "inner"\n'
    outer = 'use "inner.cabo"\n' + inner.replace('announce "inner"', 'announce "outer"')
    outer += 'after choice turn.draw\n    announce "choice"\nafter rule turn\n    announce "last"\n'
    book = loaded(tmp_path, library("inner", inner) | variant(outer))
    assert announced(book.rules["turn"].before) == ["outer", "inner"]
    assert announced(book.rules["turn"].after) == ["inner", "outer", "last"]
    assert announced(book.choice_hooks["turn.draw"].after) == ["choice"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("before rule turn\n    nothing\n", "before rule turn\n    nothing\n"),
        ("replace rule score\n    nothing\n", "replace rule score\n    nothing\n"),
        ('replace choice turn.stop "s"\n    nothing\n', STOPLESS),
        ('add choice turn.wait "w"\n    nothing\n', 'add choice turn.wait "w"\n    nothing\n'),
        ('add choice turn.wait "w"\n    nothing\n', STOPLESS),
        ("remove event time-up\n", "remove event time-up\n"),
        ("before rule score\n    nothing\n", "remove rule score\n"),
        ("change form play\n    passing: yes\n", "change form play\n    passing: yes\n"),
        ("change table worth | points\n    red | 3\n", "change table worth | points\n    red | 3\n"),
        ("change options\n    rounds is 3\n", "fix rounds at 2\n"),
        ("players 2..3\n", "players 2..3\n"),
    ],
)
def test_two_files_that_do_not_reach_each_other_are_at_odds(tmp_path: Path, left: str, right: str) -> None:
    """E505 whichever file is named first, once; and none where one of the two uses the other."""
    both = library("left", left, "game-rules.cabo") | library("right", right, "game-rules.cabo")
    for uses in ('"left.cabo", "right.cabo"', '"right.cabo", "left.cabo"'):
        files = both | {"mine.cabo": f'language 1\nruleset mine "Mine"\nuse {uses}\n'}
        path = lay_out(tmp_path, files)
        game = (tmp_path / "game.cabo").read_text(encoding="utf-8")
        rules = game.replace('ruleset game "A game" @g.A1', 'library game-rules "A game" @g.A1')
        (tmp_path / "game-rules.cabo").write_text(rules, encoding="utf-8")
        found = findings(path)
        assert [code for code, _, _ in found] == ["E505"], found


def test_deltas_on_different_things_do_not_clash(tmp_path: Path) -> None:
    """Two libraries that do not know each other may hook both ends of a rule and change two cells of a row."""
    left = "before rule turn\n    nothing\n"
    right = "after rule turn\n    nothing\nreplace define full of (player) = yes\n"
    files = library("left", left) | library("right", right) | variant('use "left.cabo", "right.cabo"\n')
    assert findings(lay_out(tmp_path, files)) == []


def test_a_file_changes_only_what_it_reaches(tmp_path: Path) -> None:
    """A library that replaces a rule of a library that it does not use is refused: order would matter."""
    files = {"far.cabo": 'language 1\nlibrary far "Far"\nreplace rule score\n    nothing\n'}
    found = findings(lay_out(tmp_path, files | variant('use "far.cabo"\n')))
    assert found == [("E505", "far.cabo", 3)]
    files = {"far.cabo": 'language 1\nlibrary far "Far"\nbefore rule score\n    nothing\n'}
    found = findings(lay_out(tmp_path, files | variant('use "far.cabo"\n')))
    assert found == [("E505", "far.cabo", 3)]


def test_a_line_that_names_what_was_replaced_is_told_where(tmp_path: Path) -> None:
    """E201 at the line of the base that is left dangling; the message names the delta that did it."""
    body = STOPLESS.replace('draw "draw"', 'stop "stop"')
    path = lay_out(tmp_path, variant(body + 'excuse @g.A4 "changed"\n'))
    with pytest.raises(Refused) as caught:
        load_book(path)
    (problem,) = caught.value.diagnostics
    assert problem.code == "E201"
    assert problem.span is not None
    assert Path(problem.span.file).name == "table.cabo"
    assert "any more, since" in problem.message
    assert "mine.cabo:3" in problem.message


def test_added_choices_must_be_kept_or_removed_by_name(tmp_path: Path) -> None:
    """E506 where a replaced rule would drop an added choice; not where the file says what becomes of it."""
    adds = library("adds", 'add choice turn.wait "wait"\n    nothing\n')
    body = 'use "adds.cabo"\n' + STOPLESS.replace(" was PRINT[turn]", "")
    assert findings(lay_out(tmp_path, adds | variant(body))) == [("E506", "mine.cabo", 4)]
    for consent in (
        "remove choice turn.wait\n",
        'add choice turn.wait "wait"\n    nothing\n',
        None,
    ):
        text = body + consent if consent else body + '        wait "wait"\n            nothing\n'
        assert findings(lay_out(tmp_path, adds | variant(text))) == []


def test_a_choice_that_was_written_down_is_no_longer_an_added_one(tmp_path: Path) -> None:
    """Who replaced the rule answers for its text: a later replacement may drop the choice."""
    files = library("adds", 'add choice turn.wait "wait"\n    nothing\n')
    mid = STOPLESS.replace(" was PRINT[turn]", "") + '        wait "wait"\n            nothing\n'
    files["mid.cabo"] = f'language 1\nruleset mid "M" extends "game.cabo"\nuse "adds.cabo"\n{mid}'
    files["mine.cabo"] = 'language 1\nruleset mine "M" extends "mid.cabo"\n' + STOPLESS.replace(" was PRINT[turn]", "")
    assert findings(lay_out(tmp_path, files)) == []


def test_a_decision_has_at_most_two_hundred_choices(tmp_path: Path) -> None:
    """E313 for the first one too many, added or written."""
    added = [f'add choice turn.c{number} "c"\n    nothing\n' for number in range(MOST_CHOICES - 1)]
    assert findings(lay_out(tmp_path, variant("".join(added[:-1])))) == []
    last = 3 + 2 * (MOST_CHOICES - 2)
    assert findings(lay_out(tmp_path, variant("".join(added)))) == [("E313", "mine.cabo", last)]
    written = [f'        c{number} "c"\n            nothing\n' for number in range(MOST_CHOICES + 1)]
    rule = "rule many by (player)\n    player must\n"
    assert findings(lay_out(tmp_path, variant(rule + "".join(written[:-1])))) == []
    last = 5 + 2 * MOST_CHOICES
    assert findings(lay_out(tmp_path, variant(rule + "".join(written)))) == [("E313", "mine.cabo", last)]


def test_the_work_grows_with_the_text_and_not_with_its_square(tmp_path: Path) -> None:
    """Thousands of rows, hooks, options and replacements, each about all the others' table or rule: seconds at most."""
    many = range(1500)
    table = 'define table big by suit "b"\n    val: 0..9 "v"\ntable big | val\n'
    table += "".join(f"    w{i} | 1\n" for i in many)
    table += "".join(f"rule r{i}\n    nothing\n" for i in many)
    table += "cite\n" + "".join(f"    r{i} @g.A1\n" for i in many)
    table += "options\n" + "".join(f'    o{i}: 0..3 = 1 "o"\n' for i in many)
    changes = "change table big | val\n" + "".join(f"    w{i} | 2 was 1\n" for i in many)
    changes += "".join(f"replace rule r{i}\n    nothing\n" for i in many)
    changes += "".join(f"fix o{i} at 1\n" for i in many) + "before rule turn\n    nothing\n" * len(many)
    files = {"mid.cabo": f'language 1\nruleset mid "M" extends "game.cabo"\n{table}'}
    files["mine.cabo"] = f'language 1\nruleset mine "M" extends "mid.cabo"\n{changes}'
    gathered = gather(lay_out(tmp_path, files))
    with within(5):
        book = book_of(gathered)
    assert len(book.fixes) == len(book.rules["turn"].before) == len(many)


def test_hooks_go_with_a_removed_rule(tmp_path: Path) -> None:
    """Where the file that removes the rule knows the one that hooks it."""
    files = library("sing", "rule sing\n    nothing\n") | library(
        "loud", "before rule sing\n    nothing\n", "sing.cabo"
    )
    assert findings(lay_out(tmp_path, files | variant('use "loud.cabo"\nremove rule sing\n'))) == []
    files |= library("hush", "remove rule sing\n", "sing.cabo")
    found = findings(lay_out(tmp_path, files | variant('use "loud.cabo", "hush.cabo"\n')))
    assert [code for code, _, _ in found] == ["E505"]
    body = 'use "hush.cabo"\nbefore rule sing\n    nothing\n'
    assert findings(lay_out(tmp_path, files | variant(body))) == [("E507", "mine.cabo", 4)]


def test_a_path_that_could_be_two_choices_is_refused(tmp_path: Path) -> None:
    """E203 where two decisions of a rule have different choices of that name; equal ones are replaced together."""
    rule = (
        'rule twice by (player)\n    if heap is empty\n        player may\n            go "go"\n                score\n'
        '    otherwise\n        player may\n            go "go"\n                OTHER\n'
    )
    replaced = 'use "two.cabo"\nreplace choice twice.go "stay"\n    nothing\n'
    files = library("two", rule.replace("OTHER", "nothing")) | variant(replaced)
    assert findings(lay_out(tmp_path, files)) == [("E203", "mine.cabo", 4)]
    book = loaded(tmp_path, library("two", rule.replace("OTHER", "score")) | variant(replaced))
    branch = book.rules["twice"].rule.body[0]
    assert isinstance(branch, n.If)
    texts = [s.alternatives[0].text for b in (branch.arms[0].body, branch.otherwise or ()) for s in b
             if isinstance(s, n.Decision)]  # fmt: skip
    assert texts == ["stay", "stay"]


def test_a_replaced_rule_loses_its_citations(tmp_path: Path) -> None:
    """The ``cite`` lines of the base no longer speak for what a variant replaced: E601 shows the gap."""
    body = "replace rule score was PRINT[score]\n    nothing\n"
    book = loaded(tmp_path, variant(body))
    assert [[p.text for p in line.paths] for line in book.cited] == [["turn.draw"]]
    body += 'replace choice turn.draw "draw" was PRINT[turn.draw]\n    nothing\n'
    assert findings(lay_out(tmp_path, variant(body))) == [("E601", "mine.cabo", 3)]
    assert findings(lay_out(tmp_path, variant(body + 'excuse @g.A4 "changed"\n'))) == []
    book = loaded(tmp_path, variant(STOPLESS + "cite\n    turn @g.A1\n"))
    assert [[p.text for p in line.paths] for line in book.cited] == [["score"], ["turn"]]


def test_inherited_presets_lose_what_is_fixed(tmp_path: Path) -> None:
    """A preset of the base does not set what the variant has fixed; one without settings is gone."""
    more = {"game.cabo": ("    rounds is 1\n", "    rounds is 1\n    play.open-hands is yes\n")}
    book = loaded(tmp_path, variant("fix rounds at 3\n"), more)
    assert [s.option.text for s in book.presets["short"].settings] == ["play.open-hands"]
    assert loaded(tmp_path, variant("fix rounds at 3\n")).presets == {}
    cell = {"game.cabo": ("    rounds is 1\n", "    rounds is 1\n    bonus.black is 2\n")}
    assert len(loaded(tmp_path, variant(""), cell).presets["short"].settings) == 2
    gone = variant("change table worth | points\n    remove black\n")
    assert len(loaded(tmp_path, gone, cell).presets["short"].settings) == 1


def test_a_variant_of_a_variant(tmp_path: Path) -> None:
    """Deltas chain: the second `was` is about the first variant."""
    first = {"first.cabo": 'language 1\nruleset first "1" extends "game.cabo"\nchange options\n    rounds is 3 was 2\n'}
    second = 'language 1\nruleset mine "2" extends "first.cabo"\nchange options\n    rounds is 1 was 3\n'
    book = loaded(tmp_path, first | {"mine.cabo": second})
    assert isinstance(book.options["rounds"].default, n.Number)
    assert book.options["rounds"].default.value == 1
    stale = {"mine.cabo": second.replace("was 3", "was 2")}
    assert findings(lay_out(tmp_path, first | stale)) == [("E501", "mine.cabo", 4)]
