"""``caborules clauses``: what cites a clause, what a part cites, what a variant changes; on a small game with gaps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from caborules.cli import main
from caborules.tools.clauses import STATUSES
from tests.support.cli_games import SMALL

CATALOGUE = """\
game = "small"
title = "Small"
""" + "".join(
    f'[[clause]]\nid = "small.{number}"\nkind = "{kind}"\ntext = "Fact {number} | told."\n'
    for number, kind in (
        ("A1", "rule"),
        ("A2", "rule"),
        ("B1", "variant"),
        ("C1", "property"),
        ("D1", "reading"),
        ("E1", "advice"),
        ("F1", "rule"),
    )
)
GAME = (
    SMALL.replace("players 2..3\n", 'clauses "small.toml"\nplayers 2..3 @small.A1\n')
    .replace("    1..6    | number\n", "    1..6    | number @small.A1\n")
    .replace('example "one card each"\n', 'example "one card each" @small.D1 @small.A1\n')
    .replace("rule game\n", 'rule game "The game"\n', 1)
    + 'property "points" @small.C1\n    always points is at most 100\n'
    + "cite\n    game.look @small.A2\n"
    + 'excuse @small.E1 "Advice."\n'
)
VARIANT = """\
language 1
ruleset big "Big" extends "../small.cabo"
change options
    target is 20 was 10 @small.B1
before rule game @small.A2
    nothing
example "two cards" @small.B1
    given stock: [1] [2] [3]
    at game
    then row of A: [1]
"""
GRANDCHILD = (
    VARIANT.replace("ruleset big", "ruleset bigger").replace("../small", "big").replace("20 was 10", "30 was 20")
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with a variant and a variant of that; a ruleset beside them that has nothing to do with it."""
    (tmp_path / "variants").mkdir()
    for name, text in {
        "small.cabo": GAME,
        "small.toml": CATALOGUE,
        "other.cabo": SMALL,
        "variants/big.cabo": VARIANT,
        "variants/bigger.cabo": GRANDCHILD.replace('example "two cards"', 'example "three cards"'),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> tuple[str, str]:
    found = main(["clauses", *arguments])
    shown = capsys.readouterr()
    assert found == code, shown.err
    return shown.out, shown.err


def run_json(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(run([*arguments, "--format", "json"], capsys, code)[0])
    assert content["schema"] == "caborules/clauses/1"
    return content


def test_each_clause_has_what_cites_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All six statuses; a clause that is missing is told, with exit code 1, and not refused."""
    content = run_json([str(folder / "small.cabo")], capsys, 1)
    rows = {row["id"]: row for row in content["clauses"]}
    assert {name: row["status"] for name, row in rows.items()} == {
        "small.A1": "formalised",
        "small.A2": "formalised",
        "small.B1": "in a variant",
        "small.C1": "stated",
        "small.D1": "shown",
        "small.E1": "excused",
        "small.F1": "missing",
    }
    assert rows["small.A1"]["rules"] == ["players", "row cards | 1..6"]
    assert rows["small.A1"]["examples"] == ["one card each"]
    assert rows["small.A2"]["rules"] == ["choice game.look"]
    assert rows["small.C1"]["properties"] == ["points"]
    assert rows["small.E1"]["excuse"] == "Advice."
    assert set(rows["small.B1"]["variants"]) == {"big", "bigger"}
    assert content["counts"] == {
        "formalised": 2,
        "in a variant": 1,
        "stated": 1,
        "excused": 1,
        "shown": 1,
        "missing": 1,
    }
    assert tuple(content["counts"]) == STATUSES


def test_each_part_has_its_clauses_and_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = run_json([str(folder / "small.cabo")], capsys, 1)
    parts = {part["label"]: part for part in content["parts"]}
    assert parts["row cards | 1..6"]["clauses"] == ["small.A1"]
    line = GAME.splitlines().index("    1..6    | number @small.A1") + 1
    assert (parts["row cards | 1..6"]["file"], parts["row cards | 1..6"]["line"]) == (str(folder / "small.cabo"), line)
    assert parts['example "one card each"']["use"] == "example"
    assert {part["label"] for part in content["untraced"]} >= {"rule game", "option looks", "option target", "deck"}
    out, _ = run([str(folder / "small.cabo"), "--by", "part"], capsys, 1)
    assert f"{folder / 'small.cabo'}:{line}" in out and "small.A1" in out


def test_a_variant_says_what_it_changes_and_what_it_cites(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a variant of a variant, only what it says itself."""
    found = {one["name"]: one for one in run_json([str(folder / "small.cabo")], capsys, 1)["variants"]}
    assert list(found) == ["big", "bigger"]
    assert found["big"]["extends"] == "small" and found["bigger"]["extends"] == "big"
    assert [change["text"] for change in found["big"]["changes"]] == [
        "change options: target is 20 was 10",
        "before rule game",
    ]
    assert [change["clauses"] for change in found["big"]["changes"]] == [["small.B1"], ["small.A2"]]
    assert found["bigger"]["changes"][0]["text"] == "change options: target is 30 was 20"
    assert [part["label"] for part in found["bigger"]["parts"]] == [
        "option target",
        "rule game",
        'example "three cards"',
    ]
    assert run_json([str(folder / "small.cabo"), "--alone"], capsys, 1)["variants"] == []


def test_a_variant_can_be_asked_about(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = run_json([str(folder / "variants/big.cabo")], capsys, 1)
    rows = {row["id"]: row for row in content["clauses"]}
    assert rows["small.B1"]["status"] == "formalised"
    assert [one["name"] for one in content["variants"]] == ["bigger"]


def test_only_some_clauses(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run([str(folder / "small.cabo"), "small.C1"], capsys, 1)
    assert "small.C1  property, stated" in out and 'properties: "points"' in out
    assert "small.A1" not in out
    _, err = run([str(folder / "small.cabo"), "small.C11"], capsys, 2)
    assert 'has no clause "small.C11"' in err and 'Did you mean "small.C1"?' in err


def test_a_clause_that_a_rule_says_in_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "small.cabo"
    path.write_text(f'{GAME}excuse @small.A2 "The rest is theirs."\n', encoding="utf-8")
    out, _ = run([str(path), "small.A2"], capsys, 1)
    assert "small.A2  rule, formalised" in out and "excused in part: The rest is theirs." in out


def test_what_a_variant_says_is_not_excused_any_more(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "small.cabo").write_text(f'{GAME}excuse @small.B1 @small.F1 "variants/big.cabo"\n', encoding="utf-8")
    whole = folder / "variants" / "big.cabo"
    out, _ = run([str(folder / "small.cabo"), "small.B1"], capsys, 0)
    assert "excused: variants/big.cabo" in out
    out, _ = run([str(whole), "small.B1"], capsys, 0)
    assert "small.B1  variant, formalised" in out and "excused" not in out
    out, _ = run([str(whole), "small.F1"], capsys, 0)
    assert "excused: variants/big.cabo" in out


def test_exit_code_0_once_everything_is_covered(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "small.cabo"
    path.write_text(f'{GAME}excuse @small.F1 "Told elsewhere."\n', encoding="utf-8")
    out, _ = run([str(path)], capsys, 0)
    assert out.endswith("7 clauses: 2 formalised, 1 in a variant, 1 stated, 2 excused, 1 shown.\n")


def test_a_page_in_markdown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Texts cannot break its tables; no line numbers."""
    out, _ = run([str(folder / "small.cabo"), "--format", "markdown"], capsys, 1)
    assert "### small.B1\n\n*variant, in a variant.* Fact B1 \\| told.\n" in out
    assert "| `row cards \\| 1..6` | small.A1 |" in out
    assert "| `change options: target is 20 was 10` | small.B1 |" in out
    assert f"small.cabo:{GAME.splitlines().index('    1..6    | number @small.A1') + 1}" not in out


def test_a_ruleset_without_a_catalogue(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E605 names the header and says what to write; as JSON too."""
    out, err = run([str(folder / "other.cabo")], capsys, 2)
    assert out == ""
    assert "E605" in err and 'clauses "mygame.toml"' in err and "other.cabo:2" in err
    content = run_json([str(folder / "other.cabo")], capsys, 2)
    assert [one["code"] for one in content["diagnostics"]] == ["E605"]


def test_a_citation_of_nothing_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "small.cabo").write_text(GAME.replace("@small.A2", "@small.A3"), encoding="utf-8")
    assert "E602" in run([str(folder / "small.cabo")], capsys, 2)[1]


def test_a_variant_that_is_refused_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rest is shown all the same."""
    path = folder / "variants" / "big.cabo"
    path.write_text(VARIANT.replace("was 10", "was 11"), encoding="utf-8")
    out, err = run([str(folder / "small.cabo")], capsys, 2)
    assert "small.A1  rule, formalised" in out
    assert "Left out:" in err and "big.cabo is refused: E501" in err
    content = run_json([str(folder / "small.cabo")], capsys, 2)
    assert [one["code"] for one in content["left_out"]] == ["E501", "E501"], "the variant of the variant, too"


def test_clauses_may_be_named_before_and_after_options(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With ``--by part``: the parts that cite them, wherever the option stands."""
    game = str(folder / "small.cabo")
    outs = [
        run(arguments, capsys, 1)[0]
        for arguments in (
            [game, "--by", "part", "small.A2", "--alone"],
            [game, "small.A2", "--by", "part", "--alone"],
            ["--by", "part", game, "--alone", "small.A2"],
        )
    ]

    assert outs[0] == outs[1] == outs[2]
    assert "small.A2" in outs[0] and "small.C1" not in outs[0]


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("small.NOPE", None),
        ("small.Z99", None),
        ("other.thing", None),
        ("small.a1", "small.A1"),
        ("A1", "small.A1"),
        ("small.B11", "small.B1"),
    ],
)
def test_only_a_clause_that_is_like_it_is_suggested(
    folder: Path, asked: str, near: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """That they are of one catalogue makes no two clauses alike."""
    game = str(folder / "small.cabo")
    _, err = run([game, asked], capsys, 2)

    assert err.splitlines()[1] == (f'Did you mean "{near}"?' if near else f"All of them: caborules clauses {game}")
