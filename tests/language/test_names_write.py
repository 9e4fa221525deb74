"""Writing: `was` refreshed in place with all else kept, and the file that a new variant starts from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caborules.diagnostics.codes import CODES
from caborules.diagnostics.record import Refused
from caborules.names.accept import accept, accepted
from caborules.names.load import load_book
from caborules.names.sources import shipped_rulesets
from caborules.names.write import new_variant
from caborules.text import parse
from tests.language.names_game import GAME, PRINTS, filled, findings, lay_out, library, variant

RIGHT = """# A comment that stays.
players 2..3 was 2..4   # a trailing one
change form play
    open-hands: (yes or no), option was no @g.A2
    passing: yes was no    # was yes
change table worth | points | bonus
    red   | 3 was 1 | (2) was --
    black | 1 was 2 | 2, open in 1 or 2 was 1 @g.A3
change options
    rounds is (1 plus 1) times 1 was 2 @g.A1
replace define full of (player) "was = @x #" was PRINT[full] = size of hand of player is 3 @g.A1
replace rule turn by (player) "A turn" was PRINT[turn] @g.A4 # kept
    nothing
replace window shout was PRINT[shout]
    s in players may
        shout "s"
            nothing
replace deck in heap was PRINT[deck]
    two-suits
remove event time-up was PRINT[time-up]   # gone
"""
CASES = """replace define full of (player): yes or no was PRINT[full]
    yes when heap is empty
    otherwise no
replace choice turn.draw (n in (1..2)) when heap is not
    empty "draw" was PRINT[turn.draw]
    nothing
remove choice turn.stop was PRINT[turn.stop]
replace table worth | points was PRINT[worth]
    other | 1
"""
CASES = CASES.replace(" is not\n    empty", " is not empty")


def without_was(text: str) -> str:
    """The text with every real `was` taken out; those in comments and strings stay."""
    text = re.sub(r" was ~[0-9a-f]{6}", "", text)
    kept = []
    for line in text.split("\n"):
        code, mark, comment = line.partition("   #")
        kept.append((code if '"was' in code else re.sub(r" was (--|\S+)", "", code)) + mark + comment)
    return "\n".join(kept)


@pytest.mark.parametrize("body", [RIGHT, CASES])
def test_what_is_right_stays(tmp_path: Path, body: str) -> None:
    """Nothing is changed in a file whose every `was` is right."""
    path = lay_out(tmp_path, variant(body))
    before = path.read_bytes()
    assert accept(path) == ()
    assert path.read_bytes() == before


@pytest.mark.parametrize("body", [RIGHT, CASES])
def test_a_missing_was_is_added_where_it_belongs(tmp_path: Path, body: str) -> None:
    """Taken out and added again, the text is as it was, brackets, comments and citations too."""
    bare = without_was(filled(body))
    path = lay_out(tmp_path, variant(bare))
    changes = accept(path)
    assert path.read_text(encoding="utf-8") == variant(filled(body))["mine.cabo"]
    assert len(changes) == filled(body).count(" was ") - filled(body).count("# was")
    assert all(change.said is None for change in changes)


@pytest.mark.parametrize("body", [RIGHT, CASES])
def test_a_stale_was_is_rewritten(tmp_path: Path, body: str) -> None:
    """Every fingerprint wrong, and every value: all are mended, the rest kept."""
    stale = re.sub(r"~[0-9a-f]{6}", "~000000", filled(body))
    stale = stale.replace("was 2..4", "was 2..9").replace("was 1 ", "was 9 ").replace("| 2 was", "| 2 was")
    path = lay_out(tmp_path, variant(stale))
    changes = accept(path)
    assert path.read_text(encoding="utf-8") == variant(filled(body))["mine.cabo"]
    assert {change.said for change in changes} >= {"~000000"}
    assert accept(path) == ()


def test_accept_tells_line_and_both_texts(tmp_path: Path) -> None:
    """For the author to look at."""
    path = lay_out(tmp_path, variant("change options\n    rounds is 3 was 1\n"))
    (change,) = accepted(path).changes
    assert (change.line, change.said, change.now) == (4, "1", "2")
    assert "was 1" in path.read_text(encoding="utf-8")


def test_a_library_can_be_refreshed(tmp_path: Path) -> None:
    """Libraries have deltas too, and are no game."""
    path = lay_out(tmp_path, library("more", "replace rule score was ~000000\n    nothing\n"), main="more.cabo")
    accept(path)
    assert f"was {PRINTS['score']}" in path.read_text(encoding="utf-8")


def test_line_ends_and_byte_order_mark_are_kept(tmp_path: Path) -> None:
    """A file of another system stays one."""
    path = lay_out(tmp_path, variant(""))
    text = variant("change options\n    rounds is 3\n")["mine.cabo"].replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode("utf-8"))
    accept(path)
    assert path.read_bytes() == b"\xef\xbb\xbf" + text.replace("is 3", "is 3 was 2").encode("utf-8")


def test_a_file_with_other_errors_is_not_rewritten(tmp_path: Path) -> None:
    """What was not understood is not touched."""
    path = lay_out(tmp_path, variant("change options\n    rounds is 3\nremove rule nothing-there\n"))
    before = path.read_bytes()
    with pytest.raises(Refused) as caught:
        accept(path)
    assert [d.code for d in caught.value.diagnostics] == ["E507"]
    assert path.read_bytes() == before


# ---- a new variant -----------------------------------------------------------------------------------------------
def blocks(text: str) -> list[tuple[str, str]]:
    """The commented examples of a new variant, each with the file in which it alone is taken out of its comment."""
    parts = text.split("\n\n")
    found = []
    for number, part in enumerate(parts):
        if "\n# " in part:
            bare = "\n".join(line if line.startswith("##") else line[2:] for line in part.split("\n"))
            found.append((bare, "\n\n".join([*parts[:number], bare, *parts[number + 1 :]])))
    return found


@pytest.mark.parametrize("base", ["cabo", *sorted(name for name in shipped_rulesets() if "/" in name)])
def test_a_new_variant_loads_and_so_does_each_of_its_examples(tmp_path: Path, base: str) -> None:
    """In any folder, for every shipped game; no example lacks its `was` or says a wrong one."""
    text = new_variant("mine", "My own", base)
    path = tmp_path / "mine.cabo"
    path.write_text(text, encoding="utf-8")
    book = load_book(path)
    assert (book.name, book.title) == ("mine", "My own")
    assert len(blocks(text)) == 11 if base == "cabo" else len(blocks(text)) >= 9
    for bare, whole in blocks(text):
        path.write_text(whole, encoding="utf-8")
        codes = {warning.code for warning in load_book(path).warnings}
        assert "W502" not in codes, bare
        assert parse(whole, "mine").items, bare


def test_a_new_variant_uses_the_names_of_its_game(tmp_path: Path) -> None:
    """A first answer, a first row, a rule and a choice of the small game, beside which it lies."""
    lay_out(tmp_path, {}, None, "game.cabo")
    text = new_variant("mine", "My own", "game.cabo", folder=tmp_path)
    for line in (
        'extends "game.cabo"',
        "#     open-hands: no was no",
        "#     red | 1 was 1",
        "# fix rounds at 2",
        "# players 2..4 was 2..4",
        f'# replace define full of (player) "the hand is full" was {PRINTS["full"]} = size of hand',
        f'# replace rule turn by (player) "A turn" was {PRINTS["turn"]}',
        '# remove example "black counts two"',
    ):
        assert line in text
    (tmp_path / "mine.cabo").write_text(text, encoding="utf-8")
    assert findings(tmp_path / "mine.cabo") == []
    for _, whole in blocks(text):
        (tmp_path / "mine.cabo").write_text(whole, encoding="utf-8")
        assert findings(tmp_path / "mine.cabo") == []


def test_the_examples_are_ones_that_can_be_taken(tmp_path: Path) -> None:
    """No rule is offered that a library has added to, and nothing whose loss would leave a clause uncovered."""
    adds = library("adds", 'add choice turn.wait "wait"\n    nothing\n')
    adds["mid.cabo"] = 'language 1\nruleset mid "M" extends "game.cabo"\nuse "adds.cabo"\n'
    edit = {
        "game.cabo": ("    black   | 2      | 1, option                    @g.A3", "    black   | 2      | 1, option")
    }
    lay_out(tmp_path, adds, edit, "mid.cabo")
    text = new_variant("mine", "My own", "mid.cabo", folder=tmp_path)
    assert "# replace rule score" in text
    assert "# remove example" not in text
    for _, whole in blocks(text):
        (tmp_path / "mine.cabo").write_text(whole, encoding="utf-8")
        assert findings(tmp_path / "mine.cabo") == []


@pytest.mark.parametrize(
    ("name", "title", "base", "code"),
    [
        ('x"', "T", "cabo", "E102"),
        ("x\nrule y", "T", "cabo", "E102"),
        ("x; y", "T", "cabo", "E102"),
        ("", "T", "cabo", "E102"),
        ("x" * 61, "T", "cabo", "E102"),
        ("x", 'T" extends "y', "cabo", "E103"),
        ("x", "T\nrule y", "cabo", "E103"),
        ("x", " ", "cabo", "E103"),
        ("x", "T", "no-such-game", "E205"),
        ("x", "T", "/etc/passwd.cabo", "E205"),
        ("x", "T", 'cabo.cabo"\nrule y', "E205"),
        ("x", "T", "table.cabo", "E205"),
    ],
)
def test_a_new_variant_needs_a_name_a_title_and_a_game(name: str, title: str, base: str, code: str) -> None:
    """Nothing but a name gets into the place of a name."""
    with pytest.raises(Refused) as caught:
        new_variant(name, title, base, folder=GAME)
    assert [d.code for d in caught.value.diagnostics] == [code]


def test_every_code_of_this_package_stands_in_the_table() -> None:
    """What is raised can be explained."""
    import caborules.names

    folder = Path(caborules.names.__file__).parent
    raised = {code for file in folder.glob("*.py") for code in re.findall(r'"([EW]\d{3})"', file.read_text("utf-8"))}
    assert len(raised) > 20
    assert raised <= set(CODES)
