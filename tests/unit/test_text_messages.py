"""The messages that are learnt from examples, and the cache of the parser."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from caborules.diagnostics.record import Refused
from caborules.text import parse
from caborules.text.bad_lines import LINES
from caborules.text.bad_sections import SECTIONS
from caborules.text.explain import stuck_of
from caborules.text.grammar import build_parser, cached_parser, parser
from caborules.text.messages import FIRST_WORDS, FRAMES, PHRASES, SIGNS, WORDS, BadExample
from caborules.text.resources import cache_folder, shipped_root
from caborules.text.scan import _SIGNS
from tests.support.clock import within

EXAMPLES = SECTIONS + LINES


def test_there_are_examples_enough() -> None:
    assert len(EXAMPLES) >= 40
    assert len({example.text for example in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: repr(example.text)[:60])
def test_each_example_gets_the_message_that_it_teaches(example: BadExample) -> None:
    """So no two examples are in the same situation, and no earlier explanation takes one's place."""
    head = {"language": "", "header": "language 1\n"}.get(example.frame, 'language 1\nlibrary l "t"\n')
    with pytest.raises(Refused) as refused:
        parse(head + FRAMES[example.frame].format(example.text), "f.cabo")
    found = refused.value.diagnostics[0]
    assert (found.message, found.why, found.mend) == (example.message, example.why, example.mend)


def test_an_example_that_is_not_bad_is_noticed() -> None:
    with pytest.raises(ValueError, match="not bad"):
        stuck_of(BadExample("step", "nothing", "", "", ""))


def test_what_is_learnt_holds_elsewhere() -> None:
    """A message is not tied to the words of its example, nor, for statements, to its section."""
    with pytest.raises(Refused) as refused:
        parse('language 1\nlibrary l "t"\nafter rule lap\n    move all of hand of p stock\n', "f.cabo")
    assert refused.value.diagnostics[0].message == "`to` is missing."


def test_every_kind_of_word_has_a_phrase_or_a_spelling() -> None:
    for terminal in parser().terminals:
        assert terminal.name in PHRASES or terminal.pattern.value.isalpha() or terminal.name in ("COMMENT", "SPACE")


def test_the_scanner_knows_every_sign_of_the_grammar() -> None:
    signs = {t.pattern.value for t in parser().terminals if t.pattern.type == "str" and not t.pattern.value.isalpha()}
    assert signs - set(_SIGNS) == {"..", "...", "--"}


def test_no_word_of_the_language_is_called_foreign() -> None:
    words = {t.pattern.value for t in parser().terminals if t.pattern.type == "str"}
    assert not words & (set(WORDS) - {"then"} | set(FIRST_WORDS))
    assert not words & set(SIGNS)


def test_the_shipped_games_are_read_quickly() -> None:
    """A game with all its libraries takes well under 100 ms on an idle machine (here four times that is allowed)."""
    files = [shipped_root() / "cabo.cabo", *sorted((shipped_root() / "library").glob("*.cabo"))]
    sources = [file.read_bytes() for file in files]
    parse(sources[0], "f")
    with within(0.4):
        for source in sources:
            parse(source, "f")


# ---- the cache


def _works(folder: Path | None) -> bool:
    made = cached_parser(folder)
    return made.parse_interactive("", start="item") is not None


def test_the_parser_is_built_once_and_then_read_from_the_cache(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert _works(folder)
    (file,) = folder.iterdir()
    before = file.stat().st_mtime_ns
    assert _works(folder)
    assert file.stat().st_mtime_ns == before


def test_a_damaged_cache_is_replaced(tmp_path: Path) -> None:
    cached_parser(tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", b"rubbish", whole[: len(whole) // 2]):
        file.write_bytes(damaged)
        assert _works(tmp_path)
        assert len(file.read_bytes()) > len(whole) // 2


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no permissions of this kind on this system")
def test_a_cache_that_others_can_write_is_not_trusted(tmp_path: Path) -> None:
    """Unpickling runs what it reads: a file that somebody else may have put there is neither read nor written."""
    build_parser()
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    assert _works(shared)
    assert not list(shared.iterdir())
    own = tmp_path / "own"
    cached_parser(own)
    (file,) = own.iterdir()
    file.write_bytes(pickle.dumps(_Planted(tmp_path / "was here")))
    file.chmod(0o666)
    assert _works(own)
    assert not (tmp_path / "was here").exists()


class _Planted:
    """What makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.folder),)


def test_no_place_for_the_cache_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert _works(blocked / "folder")
    monkeypatch.setenv("CABORULES_CACHE", "off")
    assert cache_folder() is None
    assert _works(None)
    monkeypatch.setenv("CABORULES_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
