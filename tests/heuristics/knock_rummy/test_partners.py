"""Partners and what they wait for, against the naive melds of three."""

from itertools import combinations

import numpy as np
import pytest

from kibitz.games.cards import card_text, parse_card
from kibitz.games.knock_rummy.bitboards import card_at, place_of
from kibitz.games.knock_rummy.melds import ACE_WORDS
from kibitz.heuristics.knock_rummy.partners import NEIGHBOURS, OUTS, PARTNERS
from tests.naive.knock_rummy_melds import PACK, runs, sets


@pytest.mark.parametrize("ace", ACE_WORDS)
def test_two_cards_wait_for_what_makes_a_meld_of_them(ace: str) -> None:
    threes = [meld for meld in runs(ace) | sets() if len(meld) == 3]
    number = ACE_WORDS.index(ace)
    wanted: dict[tuple[str, str], set[str]] = {}
    for meld in threes:
        for one, other in combinations(sorted(meld), 2):
            for pair in ((one, other), (other, one)):
                wanted.setdefault(pair, set()).update(meld - {one, other})
    found: dict[tuple[str, str], set[str]] = {}
    for text in PACK:
        place = place_of(parse_card(text))
        for partner, outs in zip(PARTNERS[number, place], OUTS[number, place], strict=True):
            if partner:
                other = text_at(int(partner).bit_length() - 1)
                found[text, other] = {text_at(i) for i in range(52) if int(outs) >> i & 1}
        around = {other for one, other in wanted if one == text}
        assert {text_at(i) for i in range(52) if int(NEIGHBOURS[number, place]) >> i & 1} == around
    assert found == wanted
    assert NEIGHBOURS.dtype == np.uint64


def text_at(place: int) -> str:
    return card_text(card_at(place))
