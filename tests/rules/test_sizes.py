"""How long shipped rulesets are, examples apart: a whole game under 200 lines, a variant of one rule under 15."""

from __future__ import annotations

import pytest

from caborules.text.resources import shipped_root

GAMES = ("cabo", "kaboo", "kabu", "kobo", "shithead")
ONE_RULE = (
    "bradley", "extra-card", "jokers-zero", "kamikaze", "no-matching", "open-peek", "pick-three", "play-for-winner",
    "short-match", "six-open", "three-point-call",
)  # fmt: skip


def lines(name: str) -> int:
    """Lines with anything on them, without comments and examples."""
    (path,) = shipped_root().rglob(f"{name}.cabo")
    count, example = 0, False
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" ") and line.strip():
            example = line.startswith("example ")
        count += not example and bool(line.strip()) and not line.lstrip().startswith("#")
    return count


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_under_200_lines(game: str) -> None:
    assert 80 < lines(game) < 200


@pytest.mark.parametrize("variant", ONE_RULE)
def test_a_variant_of_one_rule_is_under_15_lines(variant: str) -> None:
    assert 3 < lines(variant) < 15
