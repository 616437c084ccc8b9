import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.bits import count_bits, lowest_bit, nth_bit, single, without_lowest

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS)
def test_counting_and_finding(number: int) -> None:
    word = np.uint64(number)
    assert count_bits(word) == number.bit_count()
    assert lowest_bit(word) == ((number & -number).bit_length() - 1 if number else 64)
    assert int(without_lowest(word)) == number & (number - 1 if number else 0)


def test_single_bits() -> None:
    assert [int(single(place)) for place in range(64)] == [1 << place for place in range(64)]


@given(WORDS)
def test_going_through_all_bits(number: int) -> None:
    word, found = np.uint64(number), []
    while word:
        found.append(lowest_bit(word))
        word = np.uint64(without_lowest(word))
    assert found == [place for place in range(64) if number >> place & 1]
    assert [nth_bit(np.uint64(number), n) for n in range(len(found))] == found
