"""Text to syntax tree: the shipped files, the nodes, and agreement with Lark's own lexer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import lark
import pytest
from lark.indenter import Indenter

from caborules.diagnostics.record import Refused
from caborules.diagnostics.span import Position
from caborules.syntax import nodes as n
from caborules.text import parse, resources
from caborules.text.feed import keywords, parse_tokens, section_words
from caborules.text.grammar import STARTS
from caborules.text.resources import grammar_text, shipped, shipped_root
from caborules.text.scan import scan

SHIPPED = sorted(shipped_root().rglob("*.cabo"))
HEAD = 'language 1\nlibrary lib "A library"\n'


def items(text: str) -> tuple[n.Item, ...]:
    return parse(HEAD + text, "f.cabo").items


def body(line: str) -> n.Statement:
    (rule,) = items(f"rule r\n    {line}\n")
    assert isinstance(rule, n.Rule)
    return rule.body[0]


def value(text: str) -> n.Expr:
    (define,) = items(f"define f = {text}")
    assert isinstance(define, n.Define)
    return define.otherwise


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_every_shipped_file_is_read(path: Path) -> None:
    assert parse(path.read_bytes(), path.name).items


class Blocks(Indenter):
    NL_type, INDENT_type, DEDENT_type = "_NL", "_INDENT", "_DEDENT"
    OPEN_PAREN_types, CLOSE_PAREN_types = ["_LPAR", "_LBRACE"], ["_RPAR", "_RBRACE"]
    tab_len = 8


@pytest.fixture(scope="module")
def plain_lark() -> lark.Lark:
    return lark.Lark(
        grammar_text(), parser="lalr", lexer="contextual", start="file", postlex=Blocks(), maybe_placeholders=True
    )


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.name))
def test_lark_with_its_own_lexer_reads_the_same_tree(path: Path, plain_lark: lark.Lark) -> None:
    """The grammar file stands on its own: nothing that it says is overruled by our scanner."""
    text = path.read_text(encoding="utf-8")
    first = {"language", "ruleset", "library"}
    pieces = scan(text, path.name, lambda word: word in section_words() | first).pieces
    ours = [parse_tokens(start, piece.tokens) for start, piece in zip(("language", "header"), pieces, strict=False)]
    ours += [parse_tokens("item", piece.tokens) for piece in pieces[2:]]
    preamble, *theirs = plain_lark.parse(text).children
    assert isinstance(preamble, lark.Tree)
    assert [*preamble.children, *theirs] == ours


def test_the_grammar_has_no_conflict_and_no_collision() -> None:
    pytest.importorskip("interegular", reason="Lark compares terminals only with interegular")
    made = lark.Lark(grammar_text(), parser="lalr", lexer="contextual", start=[*STARTS], strict=True, postlex=Blocks())
    assert not [terminal.name for terminal in made.terminals if terminal.name.startswith("__")]


def test_strict_lark_would_notice_a_conflict() -> None:
    bad = grammar_text().replace("again: AGAIN\n", "again: AGAIN\n     | NAME\n")
    with pytest.raises(lark.exceptions.GrammarError, match="collision"):
        lark.Lark(bad, parser="lalr", start=[*STARTS])


def test_reading_needs_nothing_at_import() -> None:
    code = "import sys, caborules, caborules.text; print({'lark', 'z3', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_language_line_and_the_header() -> None:
    file = parse('language 1\nruleset a "B" extends "c.cabo" @x.Y\n', "f.cabo")
    assert (file.language, file.header.kind, file.header.name, file.header.title) == ("1", "ruleset", "a", "B")
    assert (file.header.extends, [cite.clause for cite in file.header.cites]) == ("c.cabo", ["x.Y"])


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    text = 'language 1\nruleset a "b"\nrule r\n    nothing\n'
    assert parse(("\ufeff" + text.replace("\n", "\r\n")).encode(), "f") == parse(text, "f")


def test_spans_cover_the_words_and_not_the_line_break() -> None:
    (rule,) = items("rule r\n    move top of stock to discard @a.B\n    nothing\n")
    assert isinstance(rule, n.Rule)
    step = rule.body[0]
    assert (step.span.start, step.span.end) == (Position(4, 5), Position(4, 38))
    assert isinstance(step, n.Step)
    assert isinstance(step.action, n.Move)
    assert (step.action.what.span.start, step.action.what.span.end) == (Position(4, 10), Position(4, 22))
    assert (rule.span.start, rule.span.end) == (Position(3, 1), Position(5, 12))


def test_nodes_compare_without_their_places() -> None:
    assert items("define f = 1 plus 2") == items("\n\ndefine f   =  (1 plus 2)  # a comment\n")


def test_comments_are_kept_beside_the_tree() -> None:
    file = parse(HEAD + "# one\nrule r # two\n    nothing\n    # three\n", "f.cabo")
    assert [(c.text, c.own_line, c.span.start.line) for c in file.comments] == [
        ("# one", True, 3),
        ("# two", False, 4),
        ("# three", True, 6),
    ]


def test_a_bracket_may_go_over_lines() -> None:
    assert items("define f = total of (\n  a,  # the first\nb\n)\ndefine g = 1") == items(
        "define f = total of (a, b)\ndefine g = 1"
    )


@pytest.mark.parametrize(("words", "up"), [("up", True), ("down", False)])
def test_face_up_and_face_down(words: str, up: bool) -> None:
    test = value(f"top of stock is face {words}")
    assert isinstance(test, n.IsFace)
    assert test.up is up


def test_cards_in_parentheses_lie_face_up() -> None:
    (example,) = items('example "e"\n    given row of A: 5♠ (9♥) _ ? ...\n    then row of B: empty\n')
    assert isinstance(example, n.Example)
    given, then = example.lines
    assert isinstance(given, n.GivenCards)
    assert [(card.kind, card.text, card.face_up) for card in given.cards] == [
        ("card", "5♠", False), ("card", "9♥", True), ("gap", "_", False), ("any", "?", False), ("rest", "...", False),
    ]  # fmt: skip
    assert isinstance(then, n.ThenCards)
    assert [card.kind for card in then.cards] == ["empty"]


def test_a_printed_number_may_be_negative() -> None:
    card = value("[-2]")
    assert isinstance(card, n.CardLiteral)
    assert card.text == "[-2]"


def test_operators_bind_as_the_reference_says() -> None:
    made = value("not a is b plus c times d or e and f")
    assert isinstance(made, n.Binary)
    assert made.op == "or"
    assert isinstance(made.left, n.Not)
    assert isinstance(made.left.operand, n.Binary)
    assert made.left.operand.op == "is"
    assert made == value("(not (a is (b plus (c times d)))) or (e and f)")
    assert made != value("not (a is b plus c times d or e and f)")
    assert value("a minus b minus c") == value("(a minus b) minus c") != value("a minus (b minus c)")


def test_section_words_are_names_inside_a_block() -> None:
    """What can begin a section can name a rule or a choice: a file is cut at the left margin first."""
    step = body("table by player")
    assert isinstance(step, n.Step)
    assert isinstance(step.action, n.CallRule)
    for name in section_words() - {"add"}:
        (rule,) = items(f"rule r\n    if a\n        nothing\n    {name}\n")
        assert isinstance(rule, n.Rule)
        last = rule.body[1]
        assert isinstance(last, n.Step)
        assert last.action == n.CallRule(last.action.span, name, ())


def test_every_word_of_the_language_can_name_a_choice() -> None:
    """Also after the block of another choice, where Lark's own lexer would take a verb for a statement."""
    for name in keywords():
        decision = items(
            f"rule r\n    player may\n        c\n            nothing\n        {name}\n            nothing\n"
        )
        (rule,) = decision
        assert isinstance(rule, n.Rule)
        assert isinstance(rule.body[0], n.Decision)
        assert rule.body[0].alternatives[1].name == name


def test_verbs_cannot_name_rules_and_every_collision_is_explained() -> None:
    """The words that cannot name a rule are exactly those of which a line could not carry out the rule."""
    from caborules.syntax.verbs import VERBS

    for word in keywords():
        if word in VERBS:
            with pytest.raises(Refused) as refused:
                items(f"rule {word}\n    nothing")
            assert refused.value.diagnostics[0].code == "E104"
            continue
        items(f"rule {word}\n    nothing")
        step = body(f"{word} c to x")
        assert isinstance(step, n.Step), word
        assert isinstance(step.action, n.CallRule), word


def test_every_word_that_cannot_be_a_value_is_refused_where_it_is_declared() -> None:
    """Whatever may be declared by `define` can be used as a value at the places where values stand."""
    for word in keywords():
        try:
            items(f"define {word} = 1")
        except Refused as refused:
            assert {d.code for d in refused.diagnostics} == {"E104"}
            continue
        for place in (
            "define f = {}",
            "define f = g of {}",
            "rule r\n    add {} to x",
            "rule r\n    if {} is 1\n        again",
        ):
            assert items(place.format(word)), (word, place)


def test_a_shipped_file_is_found_and_nothing_outside() -> None:
    assert shipped("library/rows.cabo").is_file()
    for name in ("../pyproject.toml", "no-such.cabo", "library"):
        with pytest.raises(FileNotFoundError):
            shipped(name)


def test_in_a_wheel_the_grammar_and_the_rulesets_lie_inside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site" / "caborules"
    for folder in ("grammar", "spec"):
        (package / "_data" / folder).mkdir(parents=True)
    (package / "_data" / "grammar" / "caborules.lark").write_text("start: X", encoding="utf-8")
    (package / "_data" / "spec" / "a.cabo").write_text("language 1", encoding="utf-8")
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resources.grammar_text.__wrapped__() == "start: X"
    assert shipped("a.cabo").parent == shipped_root() == package / "_data" / "spec"
