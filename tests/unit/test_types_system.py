"""The typed system as a whole: its content hash, its printed form, inherited examples, and the time it takes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from caborules.ir.content_hash import content_hash
from caborules.ir.show import show_system
from caborules.ir.system import System
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.support.clock import within


def cabo() -> System:
    return elaborate(load_book("cabo")).system


def edited(tmp_path: Path, file: str, edit: Callable[[str], str]) -> System:
    """The shipped game with one of its files edited, all of them in a folder of another name."""
    root = tmp_path / "elsewhere"
    shutil.copytree(shipped_root(), root)
    path = root / file
    before = path.read_text(encoding="utf-8")
    after = edit(before)
    assert after != before
    path.write_text(after, encoding="utf-8")
    return elaborate(load_book(root / "cabo.cabo", root=root)).system


def _first_rule_last(text: str) -> str:
    """The text with its first rule at the end."""
    start, end = text.index("\nrule gather-cards") + 1, text.index("\nrule deal-cards") + 1
    return text[:start] + text[end:] + "\n" + text[start:end]


SAME = [
    ("comments", "cabo.cabo", lambda text: text.replace("\ndeck in", "\n# a comment\n\n\ndeck in")),
    ("layout", "cabo.cabo", lambda text: text.replace("    ace        | 1 ", "    ace   |   1 ")),
    ("citations", "cabo.cabo", lambda text: text.replace("@cabo.V1 @cabo.W7", "@cabo.W7", 1)),
    ("an example", "cabo.cabo", lambda text: text.replace('example "', 'example "indeed: ', 1)),
    ("texts", "library/rows.cabo", lambda text: text.replace('"draw from the stock"', '"take the top of the stock"')),
    ("title", "cabo.cabo", lambda text: text.replace('"Cabo with a standard deck"', '"Cabo"')),
    ("order", "library/rows.cabo", _first_rule_last),
]
OTHER = [
    ("a value", "cabo.cabo", lambda text: re.sub(r"(joker +\| )0", r"\g<1>1", text)),
    ("a default", "cabo.cabo", lambda text: text.replace("target: 100, option", "target: 90, option")),
    ("openness", "cabo.cabo", lambda text: text.replace("target: 100, option", "target: 100, open")),
    ("a step", "library/stock.cabo", lambda text: text.replace("        shuffle stock\n", "")),
    ("a window", "library/matching.cabo", lambda text: text.replace("closes before turn.draw, ", "closes before ")),
    ("who sees", "library/rows.cabo", lambda text: text.replace("row, face down", "row, face up")),
    ("the deck", "library/french.cabo", lambda text: text.replace("    each rank joker", "    2 of each rank joker")),
    ("players", "cabo.cabo", lambda text: text.replace("players 2..6", "players 2..5")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "edit"), SAME, ids=[case[0] for case in SAME])
def test_hash_stays(name: str, file: str, edit: Callable[[str], str], tmp_path: Path) -> None:
    """What is for people, and where files lie, does not change the hash."""
    assert content_hash(edited(tmp_path, file, edit)) == content_hash(cabo())


@pytest.mark.parametrize(("name", "file", "edit"), OTHER, ids=[case[0] for case in OTHER])
def test_hash_changes(name: str, file: str, edit: Callable[[str], str], tmp_path: Path) -> None:
    """What rules mean does."""
    assert content_hash(edited(tmp_path, file, edit)) != content_hash(cabo())


def test_hashes_of_variants_differ() -> None:
    """Each shipped ruleset has a hash of its own, of 64 hexadecimal digits."""
    names = ["cabo", *(path.stem for path in sorted(shipped_root().glob("variants/*.cabo")))]
    hashes = [content_hash(elaborate(load_book(name)).system) for name in names]
    assert len(set(hashes)) == len(hashes) > 5
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in hashes)


def test_the_printed_form_tells_everything_in_place() -> None:
    """Hooks, resets and the windows tied to names stand where they act; nothing is printed as Python."""
    text = show_system(cabo())
    assert "rule lay-on-pile (c: card)\n    at its start, anew:\n        set finder to nobody\n" in text
    assert "    move c to discard\n    open match\n" in text
    assert (
        "        match-other (other in targets of matcher, c in row of other) when matching.whose is anybodys" in text
    )
    assert "attempt c from other by matcher" in text
    assert "Expr" not in text
    assert "type=" not in text
    assert text.count("\nrule ") == len(cabo().rules)


def test_an_inherited_example_of_another_deck_does_not_apply() -> None:
    """A variant with other cards inherits the examples; those that name cards it lacks say so and are not run."""
    examples = elaborate(load_book("published-deck")).system.examples
    silent = [one for one in examples if one.inapplicable]
    assert silent
    assert all("in the deck" in one.inapplicable and one.lines == () for one in silent)
    assert any(not one.inapplicable for one in examples)


def test_citations_are_collected() -> None:
    """Every clause is listed with what cites it, in words."""
    cited = cabo().cited
    assert "window match" in cited["cabo.M1"]
    assert any(label.startswith('example "') for label in cited["cabo.M3"])
    assert "row cards | black king" in cited["cabo.V1"]
    assert "answer matching.chain" in cited["cabo.M4"]


def test_time() -> None:
    """The static check takes well under a second once the parser is there (150 ms are aimed at on an idle machine)."""
    load_book("cabo")
    with within(1.0):
        elaborate(load_book("cabo"))
