"""What the readers of all games share: cards with their places, sound parts, stages of checks."""

from functools import partial
from typing import Any

import pytest
from pydantic import BaseModel

from kibitz.games.cards import parse_card
from kibitz.games.draft import Cards, Draft, Given, counting, listed, naming
from kibitz.games.faults import BadInput


class Table(BaseModel):
    hands: list[Any] = []
    turn: Any = None


def draft_of(**fields: Any) -> Draft[int]:
    return Draft[int].of(Table, fields)


def places(draft: Draft[int]) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in draft.faults]


def test_cards_keep_their_places() -> None:
    draft = draft_of()
    found = draft.cards(["7C", 5, "ZZ", "AS"], "/hand")
    assert found == [Given("/hand/0", 24), Given("/hand/3", 3)]
    assert places(draft) == [("/hand/2", "unknown_card")]
    assert draft.cards("7C", "/hand") == []
    assert draft.one("turn") is None
    assert listed([1]) == [1]
    assert listed({"count": 1}) == listed(None) == []


def test_jokers_only_where_there_are_some() -> None:
    with_jokers = Draft[int].of(Table, {}, partial(parse_card, jokers=True))
    assert with_jokers.cards(["jk", "7C"], "/hand") == [Given("/hand/0", 52), Given("/hand/1", 24)]
    draft = draft_of()
    assert draft.cards(["JK"], "/hand") == []
    assert places(draft) == [("/hand/0", "unknown_card")]


def test_piles_are_listed_or_counted() -> None:
    draft = draft_of(hands=[["7C", "ZZ"], {"count": 3}, {"count": True}, {"count": -1}, 5])
    hands = draft.piles("hands")
    assert hands[0] == Cards("/hands/0", [Given("/hands/0/0", 24)], 2, counted=False)
    assert (hands[0].cards, hands[0].hidden, hands[0].whole) == ((24,), 0, False)
    assert (hands[1].count, hands[1].hidden, hands[1].sized) == (3, 3, True)
    assert [hand.sized for hand in hands[2:]] == [False] * 3
    assert len(draft.piles("hands", 2)) == 2


def test_a_stage_needs_what_was_sound_when_it_began() -> None:
    draft, done = draft_of(), []

    def fail(here: Draft[int]) -> None:
        here.add("/hands/0", "wrong", "text")

    draft.check((fail, True), (lambda _: done.append("same stage"), draft.sound("hands")))
    draft.check((lambda _: done.append("later stage"), draft.sound("hands")))
    assert done == ["same stage"]
    assert draft.sound_list("hands")
    assert not draft.sound("hands/0/1")
    assert draft.sound("hands/1")
    with pytest.raises(BadInput):
        draft.finish()


def test_whose_turn_it_is_may_follow_from_the_dealer() -> None:
    assert draft_of(turn=1).turn_or(2) == 1
    draft = draft_of()
    assert (draft.turn_or(2), draft.knows_turn) == (2, True)
    draft.add("/dealer", "wrong", "text")
    assert not draft.knows_turn


def test_numbers_and_cards_in_messages() -> None:
    assert [counting(n, "knee") for n in (0, 1, 2)] == ["0 knees", "1 knee", "2 knees"]
    assert counting(2, "foot", "feet") == "2 feet"
    assert naming([24, 3]) == "7C, AS"
    assert naming(list(range(9))).endswith(", …")
