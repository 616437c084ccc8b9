"""A hand by itself: split for the least deadwood, every fault told."""

import pytest

from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.hand import EXAMPLE, melds_answer, melds_text


def test_melds_of_a_hand() -> None:
    answer = melds_answer(EXAMPLE)
    assert answer.deadwood == 10
    assert answer.melds == [["7D", "7H", "7S"], ["5C", "6C", "7C"]]
    assert answer.unmatched == ["KD"]
    assert answer.splits is not None
    assert len(answer.splits) == 1
    assert melds_text(answer) == ["Deadwood 10.", "  [7D 7H 7S] [5C 6C 7C] KD"]
    assert melds_answer({"hand": []}).deadwood == 0
    high = melds_answer({"hand": ["QS", "KS", "AS"], "rules": {"ace": "low_or_high"}})
    assert high.deadwood == 0
    assert high.splits is None


def test_faults_of_hand_and_switches_are_told_together() -> None:
    with pytest.raises(BadInput) as caught:
        melds_answer({"hand": ["7C", "7C", "1H"], "rules": {"ace": "high"}})
    assert [(fault.pointer, fault.code) for fault in caught.value.faults] == [
        ("/rules/ace", "unknown_value"),
        ("/hand/2", "unknown_card"),
        ("/hand/1", "card_twice"),
    ]
