"""The small helpers of tools/: dice, statistics and writing files whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from caborules.tools.dice import Dice
from caborules.tools.files import write_atomically
from caborules.tools.statistics import proportion_interval, summarise


def test_dice_with_the_same_seed_draw_the_same() -> None:
    """Two sequences from one seed agree; another seed gives another one."""
    one, two, other = Dice("a", 1), Dice("a", 1), Dice("a", 2)
    assert [one.below(1000) for _ in range(20)] == [two.below(1000) for _ in range(20)]
    assert [Dice("a", 1).below(1000)] != [other.below(1000)]


def test_dice_are_fair_enough() -> None:
    """Each of six faces comes up about as often as it should; a weight of 0 never."""
    dice = Dice("fair")
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
    drawn = [dice.weighted("abc", (3, 0, 1)) for _ in range(4000)]
    assert drawn.count("b") == 0
    assert 2800 < drawn.count("a") < 3200


def test_a_shuffle_keeps_everything() -> None:
    """Nothing is lost, and no place is always the same one's."""
    dice = Dice("shuffle")
    orders = [dice.shuffled(range(5)) for _ in range(200)]
    assert all(sorted(order) == [0, 1, 2, 3, 4] for order in orders)
    assert {order[0] for order in orders} == {0, 1, 2, 3, 4}


def test_summary_of_numbers() -> None:
    """Mean, extremes and the normal 95 % interval, against values worked out by hand."""
    found = summarise([2, 4, 4, 4, 5, 5, 7, 9])
    assert found is not None
    assert (found.count, found.mean, found.least, found.greatest) == (8, 5.0, 2, 9)
    assert found.interval is not None
    low, high = found.interval  # s = 2.13809, half = 1.95996 * s / sqrt 8 = 1.48158
    assert (round(low, 4), round(high, 4)) == (3.5184, 6.4816)


def test_summary_of_little() -> None:
    """Nothing has no summary; one number has no interval."""
    assert summarise([]) is None
    single = summarise([3])
    assert single is not None
    assert single.interval is None


def test_interval_of_a_proportion() -> None:
    """Wilson's interval: 0 hits do not mean 0 %, and 10 of 20 give the textbook values."""
    low, high = proportion_interval(10, 20)
    assert (round(low, 4), round(high, 4)) == (0.2993, 0.7007)
    low, high = proportion_interval(0, 10)
    assert low == 0.0
    assert 0.27 < high < 0.29
    assert proportion_interval(0, 0) == (0.0, 1.0)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    """The text arrives byte for byte, permissions stay, and no temporary file is left."""
    file = tmp_path / "a.txt"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    write_atomically(file, "new ♠\r\nline\n")
    assert file.read_bytes() == "new ♠\r\nline\n".encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_a_failed_write_leaves_the_old_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fails on the way, the old text is there and nothing else."""
    file = tmp_path / "a.txt"
    file.write_text("old", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_atomically(file, "new")
    assert file.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Writing through a symbolic link changes what it points to."""
    file, link = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_text("old", encoding="utf-8")
    link.symlink_to(file)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"
