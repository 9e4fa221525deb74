"""What read-a-verdict.md says about *undecided*: of each pair of texts the second is proved, the first is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from caborules import load
from caborules.check.run import check
from tests.docs.test_docs import ROOT, blocks

PAGE = (ROOT / "docs" / "how-to" / "read-a-verdict.md").read_text(encoding="utf-8")
HEAD, *TEXTS = [one.text for one in blocks(PAGE.partition("## What to do about *undecided*")[2])]
PAIRS = list(zip(TEXTS[::2], TEXTS[1::2], strict=True))


def found(text: str, tmp_path: Path) -> list[str]:
    """What is found of every property of a game that begins like all of them."""
    path = tmp_path / "game.cabo"
    path.write_text(f'language 1\nruleset game "A game"\n{HEAD}\n{text}', encoding="utf-8")
    return [one.found for one in check(load(path)).verdicts if one.evidence != "not-run"]


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_the_first_is_undecided_and_the_second_is_proved(pair: tuple[str, str], tmp_path: Path) -> None:
    before, after = (found(text, tmp_path) for text in pair)
    assert "violated" not in before
    assert "undecided" in before, "this is proved by now: take the pair out of the page"
    assert {"undecided", "violated"}.isdisjoint(after)
