"""The table of codes: complete, and its examples are what they claim to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import caborules
from caborules.diagnostics.code import Code
from caborules.diagnostics.codes import _ENTRIES, CODES, code_text
from caborules.diagnostics.record import Refused
from caborules.text import parse

HEAD = 'language 1\nlibrary lib "A library"\n'


def test_no_code_has_two_entries() -> None:
    assert len(CODES) == len(_ENTRIES)


def test_every_code_that_the_package_reports_is_explained() -> None:
    folder = Path(caborules.__file__).parent
    used = {
        code
        for file in folder.rglob("*.py")
        if not file.name.startswith("codes")
        for code in re.findall(r'"([EW][0-9]{3})"', file.read_text(encoding="utf-8"))
    }
    assert used - set(CODES) == set()


@pytest.mark.parametrize("entry", _ENTRIES, ids=lambda entry: entry.code)
def test_every_entry_has_all_its_parts(entry: Code) -> None:
    assert re.fullmatch(r"[EW][1-9][0-9]{2}", entry.code)
    for part in (entry.title, entry.what, entry.why, entry.example, entry.mend):
        assert part.strip() == part != ""
    for sentence in (entry.what, entry.why, entry.mend):
        assert sentence[-1] in ".`!"
    assert not entry.title.endswith(".")
    assert entry.code in code_text(entry.code.lower())


@pytest.mark.parametrize("entry", _ENTRIES, ids=lambda entry: entry.code)
def test_examples_are_read_unless_their_code_is_about_reading(entry: Code) -> None:
    if entry.kind == "words":
        return
    text = entry.example if entry.kind == "file" else HEAD + entry.example
    if not entry.code.startswith("E1"):
        parse(text, "f")
        return
    with pytest.raises(Refused) as refused:
        parse(text, "f")
    assert [found.code for found in refused.value.diagnostics] == [entry.code]


def test_an_unknown_code_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        code_text("E999")
