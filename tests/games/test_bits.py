from random import Random

import numpy as np

from games.bits import count_bits, lowest_bit, nth_bit, single, without_lowest


def test_words_as_lists_of_places() -> None:
    random = Random(1)
    for _ in range(200):
        places = sorted(random.sample(range(64), random.randint(1, 64)))
        word = np.uint64(sum(1 << place for place in places))
        assert count_bits(word) == len(places)
        assert lowest_bit(word) == places[0]
        assert [nth_bit(word, n) for n in range(len(places))] == places
        assert int(without_lowest(word)) == int(word) ^ int(single(places[0]))
    assert lowest_bit(np.uint64(0)) == 64
