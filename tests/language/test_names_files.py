"""Files: what `use`, `extends` and `clauses` may name, circles, links, limits (E205), and the shipped rulesets."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.names.load import load_book
from caborules.names.sources import MOST_FILES, gather, permitted_folders, shipped_rulesets, source_text
from caborules.text.resources import shipped_root
from tests.language.names_game import findings, lay_out, library, variant


@pytest.mark.parametrize("name", sorted(shipped_rulesets()))
def test_every_shipped_ruleset_loads_by_name(name: str) -> None:
    """Without an error or a missing `was`."""
    book = load_book(name)
    assert not [w for w in book.warnings if w.code == "W502"]
    assert book.rules
    assert book.path == shipped_rulesets()[name].resolve()


def test_a_shipped_ruleset_is_the_same_by_name_and_by_path() -> None:
    """Only the names of files differ, and those are not compared."""
    by_name, by_path = load_book("kamikaze"), load_book(shipped_root() / "variants" / "kamikaze.cabo")
    assert by_name.rules == by_path.rules
    assert by_name.tables == by_path.tables


def test_a_file_of_the_users_comes_before_a_shipped_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that exists is read, whatever is shipped."""
    path = lay_out(tmp_path, {}, None, "game.cabo")
    path.rename(tmp_path / "cabo")
    monkeypatch.chdir(tmp_path)
    assert load_book("cabo").name == "game"


@pytest.mark.parametrize(
    "name", ["nope", "../cabo", "/no/such/file", "variants", "kamikaze.cabo", "", "a\0b", "x" * 9999]
)
def test_an_unknown_name_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E205 without a place, and no exception of the system."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as caught:
        load_book(name)
    assert [(d.code, d.span) for d in caught.value.diagnostics] == [("E205", None)]


def test_a_base_and_its_libraries_are_found_in_any_folder(tmp_path: Path) -> None:
    """What does not lie beside the file is sought among the shipped files."""
    (tmp_path / "mine.cabo").write_text('language 1\nruleset mine "Mine" extends "cabo.cabo"\n', encoding="utf-8")
    book = load_book(tmp_path / "mine.cabo")
    assert book.name == "mine"
    assert [file.header.name for file in book.files][-2:] == ["cabo", "mine"]
    text = 'language 1\nruleset mine "Mine" extends "variants/kamikaze.cabo"\nuse "library/rounds.cabo"\n'
    (tmp_path / "mine.cabo").write_text(text, encoding="utf-8")
    assert "kamikaze-bonus" in load_book(tmp_path / "mine.cabo").rules


def test_a_file_beside_comes_before_a_shipped_one(tmp_path: Path) -> None:
    """`extends "cabo.cabo"` next to one's own cabo.cabo means that one."""
    lay_out(tmp_path, {}, None, "game.cabo").rename(tmp_path / "cabo.cabo")
    (tmp_path / "mine.cabo").write_text('language 1\nruleset mine "Mine" extends "cabo.cabo"\n', encoding="utf-8")
    assert "whole-game" in load_book(tmp_path / "mine.cabo").rules


def test_a_variant_in_a_folder_extends_the_game_above(tmp_path: Path) -> None:
    """The folder above the main file is permitted, as the shipped variants need it; with a root given, only that."""
    (tmp_path / "variants").mkdir()
    text = 'language 1\nruleset mine "Mine" extends "../game.cabo"\n'
    path = lay_out(tmp_path, {"variants/mine.cabo": text}, None, "variants/mine.cabo")
    assert findings(path) == []
    with pytest.raises(Refused) as caught:
        load_book(path, root=tmp_path / "variants")
    assert [d.code for d in caught.value.diagnostics] == ["E205"]
    assert load_book(path, root=tmp_path).name == "mine"


def test_the_top_of_the_file_system_is_never_permitted() -> None:
    """A file right below it, or in it, may not read whatever lies there."""
    assert permitted_folders(Path("/games/mine.cabo")) == (Path("/games"),)
    assert permitted_folders(Path("/mine.cabo")) == ()
    assert permitted_folders(Path("/home/games/mine.cabo")) == (Path("/home/games"), Path("/home"))


PATHS = {
    "absent": "nowhere.cabo",
    "absolute": "/etc/passwd",
    "absolute with the right ending": "/etc/passwd.cabo",
    "up and out": "../../etc/passwd",
    "up and out with the right ending": "../../../../../../../../etc/x.cabo",
    "another ending": "notes.txt",
    "no ending": "table",
    "a folder": "folder.cabo",
    "a drive": "C:/x.cabo",
    "a share": "//host/x.cabo",
    "backslashes": "..\\\\x.cabo",
    "nothing": "",
    "a dot": ".",
    "a pipe": "pipe.cabo",
    "a link out": "out.cabo",
    "a link in a circle": "circle.cabo",
    "a link to a folder out": "outside/secret.cabo",
    "very long": "x" * 1500 + ".cabo",
}


@pytest.mark.parametrize("said", PATHS.values(), ids=PATHS.keys())
def test_a_path_that_may_not_be_read_is_refused(tmp_path: Path, said: str) -> None:
    """E205 at the line that says it; the file outside is not read."""
    secret = tmp_path / "secret.cabo"
    secret.write_text('language 1\nlibrary secret "Secret"\nrule secret\n    nothing\n', encoding="utf-8")
    home = tmp_path / "home" / "inner"
    home.mkdir(parents=True)
    (home / "folder.cabo").mkdir()
    (home / "notes.txt").write_text('language 1\nlibrary notes "Notes"\n', encoding="utf-8")
    os.mkfifo(home / "pipe.cabo")
    (home / "out.cabo").symlink_to(secret)
    (home / "circle.cabo").symlink_to(home / "circle.cabo")
    (home / "outside").symlink_to(tmp_path)
    assert findings(lay_out(home, variant(f'use "{said}"\n'))) == [("E205", "mine.cabo", 3)]


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    """A file is the same under both its names, and read once."""
    files = library("more", "rule sing\n    nothing\n") | variant('use "more.cabo", "link.cabo"\n')
    (tmp_path / "link.cabo").symlink_to(tmp_path / "more.cabo")
    assert findings(lay_out(tmp_path, files)) == []


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """E205 with the system's reason."""
    path = lay_out(tmp_path, {}, None, "game.cabo")
    real: Callable[..., object] = Path.open

    def refuse(self: Path, *args: object, **kwargs: object) -> object:
        if self.name == "table.cabo":
            raise PermissionError(13, "Permission denied")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Refused) as caught:
        load_book(path)
    (problem,) = caught.value.diagnostics
    assert problem.code == "E205"
    assert "Permission denied" in problem.message


def test_a_library_cannot_be_extended_nor_a_game_used(tmp_path: Path) -> None:
    """E205 says which word is meant; a library alone is no game."""
    path = lay_out(tmp_path, {"mine.cabo": 'language 1\nruleset mine "M" extends "table.cabo"\n'})
    assert findings(path) == [("E205", "mine.cabo", 2)]
    path = lay_out(tmp_path, {"mine.cabo": 'language 1\nruleset mine "M"\nuse "game.cabo"\n'})
    assert findings(path) == [("E205", "mine.cabo", 3)]
    assert findings(tmp_path / "table.cabo") == [("E205", "table.cabo", 2)]


CIRCLES = {
    "of itself": ({"mine.cabo": 'language 1\nruleset mine "M" extends "mine.cabo"\n'}, ("mine.cabo", 2)),
    "of use": (
        library("a", "", "b.cabo") | library("b", "", "a.cabo") | variant('use "a.cabo"\n'),
        ("b.cabo", 3),
    ),
    "of extends": (
        {
            "mine.cabo": 'language 1\nruleset mine "M" extends "other.cabo"\n',
            "other.cabo": 'language 1\nruleset other "O" extends "mine.cabo"\n',
        },
        ("other.cabo", 2),
    ),
}


@pytest.mark.parametrize(("files", "where"), CIRCLES.values(), ids=CIRCLES.keys())
def test_a_circle_is_refused_and_shown(tmp_path: Path, files: dict[str, str], where: tuple[str, int]) -> None:
    """E205 at the line that closes the circle; the message goes round it."""
    path = lay_out(tmp_path, files)
    assert findings(path) == [("E205", *where)]
    with pytest.raises(Refused) as caught:
        load_book(path)
    names = [Path(name).name for name in re.findall(r"\S+\.cabo", caught.value.diagnostics[0].message)]
    assert names[0] == names[-1]


def chain(length: int) -> dict[str, str]:
    """Libraries that use one another in a row: l1 uses l2 uses ... table."""
    files: dict[str, str] = {}
    for number in range(1, length + 1):
        files |= library(f"l{number}", "", f"l{number + 1}.cabo" if number < length else "table.cabo")
    return files


def test_at_most_two_hundred_files(tmp_path: Path) -> None:
    """The game, its library, the main file and as many more as are left; one more is E205."""
    left = MOST_FILES - 3
    assert findings(lay_out(tmp_path, chain(left) | variant('use "l1.cabo"\n'))) == []
    found = findings(lay_out(tmp_path, chain(left + 1) | variant('use "l1.cabo"\n')))
    assert [code for code, _, _ in found] == ["E205"]


def test_at_most_four_mebibytes_together(tmp_path: Path) -> None:
    """E105 at the line that asks for the file that is too much; nothing is read beyond it."""
    comment = "# " + "x" * 990 + "\n"
    big = {f"l{i}.cabo": f'language 1\nlibrary l{i} "L"\n{comment * 1050}' for i in range(1, 6)}
    three, five = (", ".join(f'"l{i}.cabo"' for i in range(1, last + 1)) for last in (3, 5))
    assert findings(lay_out(tmp_path, big | variant(f"use {three}\n"))) == []
    assert findings(lay_out(tmp_path, big | variant(f"use {five}\n"))) == [("E105", "mine.cabo", 3)]


def test_a_file_with_errors_does_not_hide_those_of_another(tmp_path: Path) -> None:
    """Errors of the text come from all files; names are not looked at until all texts are read."""
    files = library("a", "rule\n") | library("b", "window\n") | variant('use "a.cabo", "b.cabo"\nfix nothing at 3\n')
    found = findings(lay_out(tmp_path, files))
    assert [file for _, file, _ in found] == ["a.cabo", "b.cabo"]
    assert all(code.startswith("E1") for code, _, _ in found)


def test_no_meaning_depends_on_the_order_of_use_lines(tmp_path: Path) -> None:
    """Books of the shipped game with its libraries named in other orders say the same."""
    text = (shipped_root() / "cabo.cabo").read_text(encoding="utf-8")
    (use,) = re.findall(r"^use .*$", text, re.MULTILINE)
    names = re.findall(r'"[^"]+"', use)
    books = []
    for number, order in enumerate((names, names[::-1], names[2:] + names[:2])):
        path = tmp_path / f"{number}.cabo"
        path.write_text(text.replace(use, f"use {', '.join(order)}"), encoding="utf-8")
        books.append(load_book(path))
    for book in books[1:]:
        for field in ("rules", "questions", "tables", "defines", "windows", "choice_hooks", "options", "variables"):
            assert getattr(book, field) == getattr(books[0], field), field


def test_the_lines_of_a_file_can_be_fetched_by_the_name_that_messages_show(tmp_path: Path) -> None:
    """For the printing of diagnostics: every file of a book is found under its shown name."""
    text = 'language 1\nruleset mine "Mine" extends "cabo.cabo"\n'
    (tmp_path / "mine.cabo").write_text(text, encoding="utf-8")
    for source in gather(tmp_path / "mine.cabo").sources:
        assert source_text(source.name) == source.text
    assert source_text("no/such/file.cabo") is None
