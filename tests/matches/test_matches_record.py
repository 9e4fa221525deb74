"""The recorded matches are of the present rulesets; nothing was found; a sample comes out the same again."""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from caborules.compile.cache import compiled
from caborules.compile.playout import Pace
from caborules.names.load import load_book
from caborules.text.resources import shipped_root
from caborules.types.elaborate import elaborate
from tests.matches import page, record
from tests.matches.plan import LOCK, MATCHES, Table, rulesets
from tests.matches.play import Player
from tests.matches.record import Played, Record
from tests.matches.run import one_match, play, tables

SAMPLE = 3
LENGTH = 50
QUICK = ("kabu", "six-open", "no-matching", "kobo")
"""The sample that every run of the tests repeats: so many settings of these, whose matches were no longer than that."""


@cache
def recorded() -> Record:
    return record.read()


@cache
def present() -> dict[str, Table]:
    return tables()


def test_every_shipped_ruleset_is_there() -> None:
    """Found without the loader."""
    files = [*shipped_root().glob("*.cabo"), *shipped_root().glob("variants/*.cabo")]
    assert sorted(file.stem for file in files) == sorted(rulesets()) == sorted(recorded().hashes)


def test_the_record_is_of_the_present_rulesets_and_whole() -> None:
    wrong = record.stale(recorded(), present())
    assert wrong == [], f"run: {record.COMMAND} --resume"


def test_nothing_was_found() -> None:
    """Each match came to its end or met the limit."""
    for one in recorded().played:
        assert one.troubles == (), (one.ruleset, one.at)
        assert 0 <= one.over <= one.matches and one.looks >= one.matches * 2, (one.ruleset, one.at)
    for name in rulesets():
        some = recorded().of(name, own=True)
        every = sum(one.decisions + one.matches for one in some)
        assert sum(one.positions for one in some) >= min(0.85 * LOCK, 0.5 * every), name


@pytest.mark.parametrize("name", rulesets())
def test_every_pair_of_values_is_played(name: str) -> None:
    """Counted anew; for a pair that no setting has, no combination is found in some thousands either."""
    table = present()[name]
    some = recorded().of(name, own=True)
    assert len({one.at for one in some}) == len(some) and all(table.own(one.at) for one in some)
    assert {one.players for one in some} == set(range(table.system.players[0], table.system.players[1] + 1))
    assert all(table.allowed(one.at) for one in some)
    keys = list(table.factors)
    missing = page.missing(table, some)
    rng = random.Random(name)
    for (one, at), (other, there) in missing:
        for _ in range(200):
            row = list(rng.choice(some).at)
            row[keys.index(one)], row[keys.index(other)] = at, there
            assert not table.allowed(tuple(row)), (one, other)
    assert len(missing) <= 4


def test_the_page_is_current() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.page(recorded(), present()), f"run: {page.MAKE}"


def test_a_sample_begins_the_same_again() -> None:
    """The first match of a few settings, in both engines."""
    short = [one for one in recorded().played if one.longest < LENGTH and one.ruleset in QUICK]
    for one in random.Random(3).sample(short, SAMPLE):
        assert _first(one) == one.first, f"{one.ruleset} {one.at}: other matches than when it was recorded"


def _first(one: Played) -> str:
    table = present()[one.ruleset]
    own = [other.at for other in recorded().of(one.ruleset, own=True)]
    number = _order(table, own).index(one.at) if one.own else 0
    program = compiled(table.setup(one.at))
    assert program is not None
    found = one_match(table, Player(table.setup(one.at), program), one.at, number, 0, 10_000)
    assert found.trouble is None and found.whole
    return found.digest


def _order(table: Table, own: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The settings in the order in which they were played."""
    rows = [row for row in table.rows() if table.own(row)]
    assert sorted(rows) == sorted(own)
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cabo", "kaboo", "kabu", "kobo", "shithead", "cambio", "second-edition"])
def test_a_setting_comes_out_the_same_again(name: str) -> None:
    """All matches of a setting, with as many positions in lock-step."""
    table = present()[name]
    rows = [row for row in table.rows() if table.own(row)]
    number = random.Random(f"again {name}").randrange(len(rows))
    again = play(table, rows[number], range(number, MATCHES, len(rows)), LOCK // len(rows))
    assert again in recorded().of(name)


# ---------------------------------------------------------------- when it is stale
def test_a_record_of_other_rules_or_not_whole_is_stale() -> None:
    whole = recorded()
    cabo = {"cabo": present()["cabo"]}
    only = replace(whole, hashes={"cabo": whole.hashes["cabo"]})
    assert record.stale(only, cabo) == []
    assert "changed" in record.stale(replace(only, hashes={"cabo": "0" * 64}), cabo)[0]
    assert "not in" in record.stale(Record(whole.about, {}, ()), cabo)[0]
    fewer = tuple(one for one in whole.of("cabo") if one != whole.of("cabo", own=True)[0])
    assert "matches are there" in record.stale(replace(only, played=fewer), cabo)[0]
    assert "otherwise" in record.stale(replace(only, about={**whole.about, "cap": 1}), cabo)[0]
    assert "no shipped ruleset" in record.stale(whole, cabo)[0]


def test_texts_for_people_do_not_make_it_stale_and_rules_do(tmp_path: Path) -> None:
    shutil.copytree(shipped_root(), tmp_path / "spec")
    path = tmp_path / "spec" / "kabu.cabo"
    text = path.read_text(encoding="utf-8")
    other = re.sub(r'"take another card"', '"ask for a card"', text, count=1)
    other = other.replace("# Whoever has", "\n# Once more: whoever has")
    for changed, same in ((other, True), (text.replace(") mod 10", ") mod 9"), False)):
        assert changed != text
        path.write_text(changed, encoding="utf-8")
        table = Table("kabu", elaborate(load_book(path)).system)
        assert (record.stale(replace(recorded(), hashes=_only("kabu")), {"kabu": table}) == []) is same


def _only(name: str) -> dict[str, str]:
    return {name: recorded().hashes[name]}


def test_an_unfinished_last_line_is_left_out_and_the_rest_comes_back(tmp_path: Path) -> None:
    whole = recorded()
    path = tmp_path / "some.jsonl"
    some = whole.of("kabu")[:3]
    record.write(path, _only("kabu"), some)
    path.write_text(path.read_text(encoding="utf-8") + record.line(some[0])[:40], encoding="utf-8")
    assert record.read(path) == Record(record.about(), _only("kabu"), tuple(some))


def test_pairs_and_paces_are_what_they_are_called() -> None:
    table = present()["shithead"]
    assert len(table.pairs_in(table.plain(0))) == len(list(combinations(table.factors, 2)))
    program = compiled(table.setup(table.plain(0)))
    assert program is not None
    calm = Player(table.setup(table.plain(0)), program).calm
    assert calm != Pace() and calm.rare == {"beat-or-take.pick-up"}
