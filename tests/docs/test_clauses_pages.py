"""The pages of docs/clauses/ are current, and what they claim is so."""

from __future__ import annotations

import re

import pytest

from caborules.names.sources import shipped_rulesets
from caborules.text.resources import shipped_root
from caborules.tools.clauses import trace_clauses
from tests.docs import clauses_pages

NOT_RULES = {f"{game}.O1": "the aim of the game" for game in ("cabo", "kobo", "kaboo", "shithead", "kabu")} | {
    "cabo.D1": "the standard deck, in the editions with published cards"
}
"""Clauses of the kind ``rule`` that no rule line carries out, each excused in its ruleset with the reason."""

BASES = [game for game in clauses_pages.games() if (shipped_root() / f"{game}.cabo").is_file()]
"""The games themselves: a variant inherits excuses that speak of other variants of its base."""


def test_the_pages_are_current() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in clauses_pages.FOLDER.glob("*.md")}
    made = clauses_pages.pages()
    stale = sorted(name for name in there.keys() | made.keys() if there.get(name) != made.get(name))
    assert stale == [], f"run: {clauses_pages.COMMAND}"


def test_every_game_with_a_catalogue_has_a_page() -> None:
    """Found without the loader: every shipped file with a ``clauses`` line."""
    files = [*shipped_root().glob("*.cabo"), *shipped_root().glob("variants/*.cabo")]
    naming = [f.stem for f in files if re.search(r'^clauses "', f.read_text(encoding="utf-8"), re.MULTILINE)]
    assert sorted(naming) == sorted(clauses_pages.games())


def test_every_shipped_variant_is_told_of() -> None:
    told = {name for game in clauses_pages.games() for name in [game, *(v.name for v in trace_clauses(game).variants)]}
    assert sorted(name for name in shipped_rulesets() if "/" not in name and name not in told) == []


@pytest.mark.parametrize("game", clauses_pages.games())
def test_every_clause_is_accounted_for(game: str) -> None:
    traced = trace_clauses(game)
    assert traced.left_out == ()
    assert [row.clause.id for row in traced.rows if row.status == "missing"] == []
    informal = [row.clause.id for row in traced.rows if row.clause.kind == "rule" and not row.rules]
    assert [clause for clause in informal if clause not in NOT_RULES] == []
    assert [row.clause.id for row in traced.rows if row.clause.id in informal and not row.excuse] == []


@pytest.mark.parametrize("game", BASES)
def test_an_excuse_that_names_a_variant_is_true(game: str) -> None:
    """``excuse @x "variants/y.cabo"``: that file is there, extends the game, and its rules cite the clause."""
    traced = trace_clauses(game)
    files = {variant.file: variant.name for variant in traced.variants}
    false = []
    for row in traced.rows:
        for said in re.findall(r"variants/[\w-]+\.cabo", row.excuse):
            parts = row.variants.get(files.get(said, ""), ())
            if not any(part.use == "rule" and part.sort != "file" for part in parts):
                false.append((row.clause.id, said))
    assert false == []
