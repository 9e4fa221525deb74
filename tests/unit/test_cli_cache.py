"""Answers that are kept: at once where nothing changed, never where anything that they rest on did."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from caborules.check import run as checking
from caborules.check.outcome import Outcome
from caborules.check.report import Coverage, Report
from caborules.cli import main
from caborules.diagnostics.record import Diagnostic
from caborules.diagnostics.span import Position, Span
from caborules.diagnostics.verdict import Verdict, Witness
from caborules.tools import fingerprint as prints
from caborules.tools.cache import Cache, usual_cache
from caborules.tools.codec import from_text, to_text
from caborules.tools.fingerprint import files_of, fingerprint
from tests.support.cli_games import REFUSED, SMALL

SPAN = Span("x.cabo", Position(3, 5), Position(3, 9))
REPORT = Report(
    "some",
    "some.cabo",
    "0" * 64,
    (2, 6),
    (((2, 6), (("jokers", "0"),)),),
    (Diagnostic("W302", SPAN, "Perhaps — ♠.", "why", "mend", "c.1"),),
    (
        Verdict(
            "ends:lap",
            "violated",
            "executed",
            witness=Witness("x", ("a", "b"), {"deck": (1, None, True, {"q": ()})}),
            places=(SPAN,),
        ),
    ),
    ("announce",),
    {"conservation": {"Lift": 3}},
    seconds={"examples": 0.25},
    learning=({"when": "turn.draw", "clauses": ("a",)},),
    coverage=Coverage({"jokers": ("0", "1")}, ("jokers",), "all combinations", 2, 0, 2, 0, 0, 2, 0),
)
OUTCOME = Outcome("some.cabo", REPORT, code=3, added={"recheck": {"open": (), "name": "x"}}, lines=("Certificate: x",))

LIBRARY = 'language 1\nlibrary part "Part"\nkind mood: good or bad\n'
CLAUSES = '[[clause]]\nid = "small.A1"\nkind = "advice"\ntext = "Play well."\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset with a library and a catalogue of clauses, and a cache of its own."""
    monkeypatch.delenv("CABORULES_NO_CACHE", raising=False)
    monkeypatch.setenv("CABORULES_CACHE", str(tmp_path / "kept"))
    (tmp_path / "game").mkdir()
    file = tmp_path / "game" / "small.cabo"
    file.write_text(
        SMALL.replace('"Small"\n', '"Small"\nuse "part.cabo"\nclauses "words.toml"\nexcuse @small.A1 "Advice."\n'),
        encoding="utf-8",
    )
    (file.parent / "part.cabo").write_text(LIBRARY, encoding="utf-8")
    (file.parent / "words.toml").write_text(CLAUSES, encoding="utf-8")
    return file


def said(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> tuple[str, bool]:
    """What a check writes, and whether the answer had been kept."""
    assert main(["check", *arguments]) == code
    shown = capsys.readouterr()
    return shown.out, "nothing has changed since" in shown.err


# ---------------------------------------------------------------- when it is kept
@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
def test_the_second_answer_is_the_first(game: Path, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte, seconds included; and nothing is proved for it."""
    first = said([str(game), "--format", form], capsys)
    second = said([str(game), "--format", form], capsys)
    assert (first[1], second[1]) == (False, True)
    assert first[0] == second[0]


def test_a_kept_answer_needs_no_solver_and_no_parser(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither is even loaded; tests/benchmarks holds the time against its bound."""
    said([str(game)], capsys)
    code = (
        "import sys; from caborules.cli import main; code = main(['check', sys.argv[1]]);"
        "print(sorted({'lark', 'z3', 'rich'} & set(sys.modules)), code, file=sys.stderr)"
    )
    out = subprocess.run([sys.executable, "-c", code, str(game)], capture_output=True, text=True, check=True)
    assert out.stderr.splitlines()[-1] == "[] 0"
    assert "nothing has changed since" in out.stderr


def test_quiet_and_no_cache(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said([str(game)], capsys)
    assert main(["check", str(game), "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert not said([str(game), "--no-cache"], capsys)[1]


# ---------------------------------------------------------------- when it is not
CHANGES: dict[str, Callable[[Path], object]] = {
    "the ruleset": lambda file: file.write_text(file.read_text(encoding="utf-8") + "# more\n", encoding="utf-8"),
    "its library": lambda file: (file.parent / "part.cabo").write_text(LIBRARY + "# more\n", encoding="utf-8"),
    "its clauses": lambda file: (file.parent / "words.toml").write_text(CLAUSES + "# more\n", encoding="utf-8"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_any_file_counts(game: Path, change: str, capsys: pytest.CaptureFixture[str]) -> None:
    said([str(game)], capsys)
    CHANGES[change](game)
    assert not said([str(game)], capsys)[1]
    assert said([str(game)], capsys)[1]


@pytest.mark.parametrize("more", [["--set", "looks=no"], ["--all-options"], ["--all-options", "--max-combinations=1"]])
def test_another_question_has_another_answer(game: Path, more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said([str(game)], capsys)
    code = 3 if "--max-combinations=1" in more else 0
    assert not said([str(game), *more], capsys, code)[1]


def test_another_tool_has_another_answer(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sources of the package and the versions of the solvers are part of the question."""
    said([str(game)], capsys)
    monkeypatch.setattr(prints, "tool_hash", lambda: "another")
    assert not said([str(game)], capsys)[1]


def test_the_hash_of_the_tool_changes_with_its_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.setattr(prints, "_PACKAGE", tmp_path)
    whole = prints.tool_hash.__wrapped__
    first = whole()
    assert whole() == first
    (tmp_path / "a.py").write_text("x = 2\n", encoding="utf-8")
    assert whole() != first


def test_a_file_that_appears_counts(game: Path) -> None:
    """A library that was found among the shipped ones is another where one of its name is put beside the ruleset."""
    game.write_text(SMALL.replace('"Small"\n', '"Small"\nuse "library/french.cabo"\n'), encoding="utf-8")
    before = fingerprint(str(game), ())
    (game.parent / "library").mkdir()
    (game.parent / "library" / "french.cabo").write_text(LIBRARY, encoding="utf-8")
    assert fingerprint(str(game), ()) != before


def test_all_files_of_a_shipped_ruleset_are_found() -> None:
    """Held against what the loader reads."""
    from caborules.names.sources import gather

    read = {source.path for source in gather("kamikaze").sources}
    found = {path for path, data in files_of("kamikaze") if data is not None}
    assert read <= found
    assert {path.name for path in found - read} == {"cabo.toml", "published-deck.cabo"}


def test_a_name_behind_an_odd_quote_is_found(tmp_path: Path) -> None:
    """Whatever stands between two quotes counts, whichever of them is the first."""
    file = tmp_path / "x.cabo"
    file.write_text('"a" y.cabo "part.cabo"\n', encoding="utf-8")
    (tmp_path / "part.cabo").write_text(LIBRARY, encoding="utf-8")
    assert tmp_path / "part.cabo" in {path for path, data in files_of(str(file)) if data is not None}


# ---------------------------------------------------------------- never kept, never trusted
def test_refused_files_and_internal_errors_are_not_kept(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise AssertionError("a fault of the tool")

    with monkeypatch.context() as patch:
        patch.setattr(checking, "examine", broken)
        assert main(["check", str(game)]) == 70
    game.write_text(REFUSED, encoding="utf-8")
    assert main(["check", str(game)]) == 2
    capsys.readouterr()
    cache = usual_cache()
    assert cache is not None
    assert not list(cache.folder.glob("*"))


@pytest.mark.parametrize("damage", ["", "cut", "edited", "binary"])
def test_a_damaged_entry_is_as_good_as_none(game: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    said([str(game)], capsys)
    cache = usual_cache()
    assert cache is not None
    (entry,) = cache.folder.glob("*")
    text = entry.read_text(encoding="utf-8")
    spoilt = {"": "", "cut": text[:-20], "edited": text.replace('"holds"', '"violated"', 1), "binary": "\udc80\x00"}
    entry.write_bytes(spoilt[damage].encode("utf-8", "surrogateescape"))
    assert not said([str(game)], capsys)[1]
    assert said([str(game)], capsys)[1]


def test_a_change_while_it_is_checked_is_not_kept(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer is about the text before, and nobody can tell which was read."""
    examine = checking.examine

    def editing(*arguments: object, **named: object) -> object:
        game.write_text(game.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
        return examine(*arguments, **named)  # type: ignore[arg-type]  # handed on as they came

    with monkeypatch.context() as patch:
        patch.setattr(checking, "examine", editing)
        said([str(game)], capsys)
    assert not said([str(game)], capsys)[1]


def test_where_nothing_can_be_written_nothing_is_kept(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (game.parent / "full").write_text("", encoding="utf-8")
    monkeypatch.setenv("CABORULES_CACHE", str(game.parent / "full"))
    assert not said([str(game)], capsys)[1]
    assert not said([str(game)], capsys)[1]


# ---------------------------------------------------------------- the folder and its entries
def test_an_outcome_comes_back_as_it_was() -> None:
    assert from_text(to_text(OUTCOME)) == OUTCOME
    assert json.dumps(from_text(to_text(OUTCOME)).to_json()) == json.dumps(OUTCOME.to_json())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"Report":{}}', '{"Outcome":{"file":1,"odd":2}}', '{"os":{}}', "[" * 9999]
)
def test_what_is_no_outcome_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"outcome|unpack|delimiter|Expecting"):
        from_text(text)


def test_the_folder_is_bounded(tmp_path: Path) -> None:
    """The longest unused go first, by number and by size."""
    cache = Cache(tmp_path, entries=3)
    for number in range(5):
        cache.keep(f"{number}", OUTCOME, 1e9)
        os.utime(tmp_path / f"{number}.json", (number, number))
    assert sorted(path.stem for path in tmp_path.glob("*")) == ["2", "3", "4"]
    size = (tmp_path / "4.json").stat().st_size
    replace(cache, size=2 * size).keep("5", OUTCOME, 1e9)
    assert len(list(tmp_path.glob("*"))) == 2
    assert cache.find("5") is not None


def test_a_certificate_is_written_every_time(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said([str(game)], capsys)
    for _ in range(2):
        assert not said([str(game), "--certify", str(tmp_path / "proofs")], capsys)[1]
