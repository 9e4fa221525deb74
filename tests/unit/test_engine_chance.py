"""Chance sources: the documented generator, word for word, and outcomes that are supplied."""

import hashlib
from collections import Counter

import pytest

from caborules.engine.chance import Entropy, Identity, Outcome, OutcomeMissing, Seeded, Supplied, seeded


def words_by_hand(seed: str, count: int) -> list[int]:
    """sfc32 written down a second time, from the text of the module."""
    raw = hashlib.sha256(b"caborules/seed/1:" + seed.encode()).digest()
    a, b, c, d = (int.from_bytes(raw[4 * i : 4 * i + 4], "little") for i in range(4))
    out = []
    for _ in range(15 + count):
        t = (a + b + d) % 2**32
        d = (d + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + c * 8) % 2**32
        c = ((c * 2**21) % 2**32 + (c >> 11) + t) % 2**32
        out.append(t)
    return out[15:]


def words(source: Seeded, count: int) -> list[int]:
    out = []
    for _ in range(count):
        word, source = source.word()
        out.append(word)
    return out


def test_the_generator_is_the_documented_one() -> None:
    """Twenty words for two seeds agree with a second transcription."""
    assert words(seeded("abc"), 20) == words_by_hand("abc", 20)
    assert words(seeded(7), 20) == words_by_hand("7", 20)


def test_known_words() -> None:
    """These numbers are part of the format: another language must get the same."""
    assert words(seeded(1), 3) == [2194911014, 3762402795, 1501346317]


def test_a_number_and_its_digits_are_one_seed() -> None:
    assert seeded(42) == seeded("42")
    assert seeded(42) != seeded("43")


def test_a_bounded_draw_rejects_the_uneven_rest() -> None:
    """With words known beforehand: those at or above the limit are dropped."""
    bound = 2**31 + 1  # about half of all words are rejected
    dropped = 0
    for seed in range(20):
        source = seeded(seed)
        drawn, after = source.below(bound)
        fits = next(at for at, word in enumerate(words(source, 60)) if word < bound)
        assert drawn == words(source, 60)[fits]
        assert words(after, 5) == words(source, 60)[fits + 1 : fits + 6]
        dropped += fits
    assert dropped > 5


def test_a_permutation_is_fisher_yates_from_the_end() -> None:
    source = seeded("shuffle")
    order, rest = list(range(6)), source
    for i in range(5, 0, -1):
        j, rest = rest.below(i + 1)
        order[i], order[j] = order[j], order[i]
    assert source.permutation(6) == (tuple(order), rest)


def test_every_order_of_three_comes_up_about_equally_often() -> None:
    source, counts = seeded("even"), Counter[tuple[int, ...]]()
    for _ in range(6000):
        order, source = source.permutation(3)
        counts[order] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_entropy_gives_permutations_and_indices() -> None:
    source = Entropy()
    assert sorted(source.permutation(52)[0]) == list(range(52))
    assert len({source.permutation(52)[0] for _ in range(5)}) == 5
    assert all(0 <= source.index(3)[0] < 3 for _ in range(50))


def test_identity_moves_nothing() -> None:
    assert Identity().permutation(4) == ((0, 1, 2, 3), Identity())
    assert Identity().index(9) == (0, Identity())


def test_supplied_outcomes_are_used_up_in_order() -> None:
    source = Supplied(((1, 0), 3))
    order, source = source.permutation(2)
    index, source = source.index(4)
    assert (order, index, source) == ((1, 0), 3, Supplied())


def test_after_supplied_outcomes_another_source_may_follow() -> None:
    """It is not touched before they are used up, and an outcome that does not fit is not passed over."""
    source = Supplied((1,), seeded(4))
    index, source = source.index(2)
    assert (index, source) == (1, Supplied((), seeded(4)))
    order, source = source.permutation(6)
    expected, after = seeded(4).permutation(6)
    assert (order, source) == (expected, Supplied((), after))
    index, source = source.index(5)
    expected_index, last = after.index(5)
    assert (index, source) == (expected_index, Supplied((), last))
    with pytest.raises(OutcomeMissing):
        Supplied((7,), seeded(4)).index(2)


@pytest.mark.parametrize(
    ("outcomes", "kind", "size"),
    [
        ((), "shuffle", 2),
        ((5,), "shuffle", 2),
        (((0, 0),), "shuffle", 2),
        ((), "pick", 3),
        ((3,), "pick", 3),
        (((0,),), "pick", 3),
    ],
)
def test_an_outcome_that_is_missing_or_does_not_fit_is_refused(
    outcomes: tuple[Outcome, ...], kind: str, size: int
) -> None:
    source = Supplied(outcomes)
    with pytest.raises(OutcomeMissing) as caught:
        source.permutation(size) if kind == "shuffle" else source.index(size)
    assert (caught.value.kind, caught.value.size) == (kind, size)
