from collections import Counter
from typing import cast

import numpy as np
import pytest

from kibitz.games.chance import (
    MASK64,
    Stream,
    below,
    fraction,
    mix,
    pick,
    shuffle,
    shuffled_pack,
    start_stream,
)


def word(value: int) -> int:
    """``value`` as the 64-bit word that kernels take it for."""
    return cast(int, np.uint64(value))


def stream_of(seed: int, index: int) -> Stream:
    stream = np.zeros(1, np.uint64)
    start_stream(stream, word(seed), word(index))
    return stream


def splitmix(z: int) -> int:
    """SplitMix64's finalizer as it was published, in plain integers."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK64
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK64
    return z ^ (z >> 31)


def test_mix_is_the_published_finalizer() -> None:
    for z in (0, 1, 2, 0x9E3779B97F4A7C15, MASK64, 1 << 63):
        assert int(mix(word(z))) == splitmix(z)
    # The first outputs of SplitMix64 from state 1234567, as published with the generator.
    state, seen = 1234567, []
    for _ in range(3):
        state = (state + 0x9E3779B97F4A7C15) & MASK64
        seen.append(int(mix(word(state))))
    assert seen == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_packs_stay_what_they_are() -> None:
    assert shuffled_pack(0, 10) == [7, 4, 3, 8, 5, 9, 2, 0, 6, 1]
    assert shuffled_pack(1, 10) == [4, 7, 9, 2, 3, 1, 6, 8, 0, 5]
    assert shuffled_pack(1, 10, 1) != shuffled_pack(1, 10, 2) != shuffled_pack(1, 10)
    assert shuffled_pack(MASK64, 10) == [2, 8, 1, 6, 4, 3, 0, 7, 9, 5]


@pytest.mark.parametrize("seed", [0, 1, 2**63, MASK64])
def test_packs_are_permutations(seed: int) -> None:
    for size in (1, 2, 52, 104):
        assert sorted(shuffled_pack(seed, size)) == list(range(size))


def test_streams_differ_and_repeat() -> None:
    starts = [int(stream_of(seed, index)[0]) for seed in range(40) for index in range(40)]
    assert len(set(starts)) == 1600
    draws = [[below(stream_of(3, index), 1000) for _ in range(2)] for index in range(5)]
    assert all(a == b for a, b in draws)


@pytest.mark.parametrize("lag", ["index", "seed"])
def test_neighbouring_streams_are_independent(lag: str) -> None:
    pairs: Counter[tuple[int, ...]] = Counter()
    for i in range(500):
        here, there = stream_of(i, 0), stream_of(i + 1, 0)
        if lag == "index":
            here, there = stream_of(9, i), stream_of(9, i + 1)
        for _ in range(20):
            pairs[below(here, 4), below(there, 4)] += 1
    assert chi_square(pairs, 16) < 15 + 6 * np.sqrt(30)


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    missing = (cells - len(counts)) * expected
    return missing + sum((seen - expected) ** 2 / expected for seen in counts.values())


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 1000])
def test_below_is_uniform_and_in_range(n: int) -> None:
    stream = stream_of(5, n)
    counts: Counter[tuple[int, ...]] = Counter((below(stream, n),) for _ in range(200 * n))
    assert set(counts) == {(value,) for value in range(n)}
    assert chi_square(counts, n) < n - 1 + 6 * np.sqrt(2 * n)


def test_shuffle_is_uniform() -> None:
    stream, counts = stream_of(6, 0), Counter[tuple[int, ...]]()
    for _ in range(24_000):
        cards = np.arange(4, dtype=np.int64)
        shuffle(stream, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 24
    assert chi_square(counts, 24) < 23 + 6 * np.sqrt(46)


def test_shuffle_leaves_the_rest_alone() -> None:
    cards = np.arange(10, dtype=np.int64)
    shuffle(stream_of(7, 0), cards, 5)
    assert cards[5:].tolist() == [5, 6, 7, 8, 9]
    assert sorted(cards[:5].tolist()) == [0, 1, 2, 3, 4]
    untouched = np.arange(3, dtype=np.int64)
    before = stream_of(7, 1)
    shuffle(before, untouched, 1)
    assert untouched.tolist() == [0, 1, 2]
    assert before[0] == stream_of(7, 1)[0]


def test_picks_are_uniform_and_stay_what_they_are() -> None:
    stream = stream_of(5, 0)
    for n in (1, 2, 3, 13, 38):
        counts = Counter(pick(stream, n) for _ in range(400 * n))
        assert set(counts) == set(range(n))
        squares = sum((counts[i] - 400) ** 2 / 400 for i in range(n))
        assert squares < (n - 1) + 5 * (2 * n) ** 0.5
    assert [pick(stream_of(1, i), 1000) for i in range(6)] == [322, 738, 3, 676, 995, 592]


def test_picks_from_a_wide_range_reject_what_would_tip_the_scales() -> None:
    # Of 3 * 2**30 numbers a third would be twice as likely without rejection.
    stream, size = stream_of(6, 0), 3 << 30
    thirds = Counter(pick(stream, size) >> 30 for _ in range(6_000))
    assert all(abs(thirds[i] - 2_000) < 200 for i in range(3))
    odd = sum(pick(stream, size) % 3 == 0 for _ in range(6_000))
    assert abs(odd - 2_000) < 200


def test_fractions_fill_the_unit_interval() -> None:
    stream = stream_of(7, 0)
    seen = [fraction(stream) for _ in range(4_000)]
    assert 0 <= min(seen) < 0.002
    assert 0.998 < max(seen) < 1
    assert abs(sum(seen) / len(seen) - 0.5) < 0.03
