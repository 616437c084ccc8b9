"""The history of a hand: kept by play, read, checked against the table, seen by everybody."""

from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.notation import history_of, read_history, turns_of, write_history
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import MOST_RECORDED
from tests.games.knock_rummy.tables import GAME, goes_on, played_on


def faults_of(position: Position, history: list[str] | None) -> list[str]:
    """The messages about a position with another history."""
    data = position.to_json()
    data["history"] = history
    try:
        GAME.read(data)
    except BadInput as error:
        faults = error.faults
    else:
        faults = ()
    assert all(fault.pointer.startswith("/history") for fault in faults)
    return [fault.message for fault in faults]


def after(moves: str, rules: dict[str, Any] | None = None) -> Position:
    position: Position = GAME.play(GAME.deal("1", rules), moves.split())
    return position


@pytest.mark.parametrize("stock_out", ["turn_over", "shuffle", "end_hand"])
@pytest.mark.parametrize("players", [2, 5])
def test_play_keeps_what_was_played(players: int, stock_out: str) -> None:
    random = Random(players)
    start = GAME.deal("3", {"players": players, "stock_out": stock_out})
    state, told = GAME.state(start), list(start.history or ())
    turns = 0
    while not protocol.run_over(state):
        move = goes_on(state, random)
        text = GAME.move_text(move)
        # A pile turned over and the draw after it are one turn.
        turns += text in {"draw", "take", "turn-over"} and told[-1] != "turn-over"
        told.append(text)
        protocol.run_apply(state, move)
        here = GAME.position(state, start)
        assert here.history is not None
        tail = list(here.history)
        if turns <= MOST_RECORDED:
            assert tail == told
        else:
            assert tail[1:] == told[-len(tail) + 1 :]
            assert len(turns_of(here.history)) == MOST_RECORDED
        if len(told) % 5 == 0:
            assert GAME.read(here.to_json()) == here
            assert GAME.read(here.to_text()) == here
            for seat in range(players):
                assert GAME.as_seen(here, seat).history == here.history


def test_a_fresh_deal_needs_no_history_and_a_later_position_may_have_none() -> None:
    start = GAME.deal("1")
    assert start.history == ("6D",)
    assert "history" not in start.to_json()
    assert "history" not in start.to_text()
    data = after("draw 8S draw").to_json()
    del data["history"]
    unknown = GAME.read(data)
    assert unknown.history is None
    assert GAME.play(unknown, ["7H"]).history is None


def test_it_can_begin_in_the_middle() -> None:
    position = after("draw 8S draw 7H draw")
    assert position.history == ("6D", "draw", "8S", "draw", "7H", "draw")
    assert faults_of(position, ["8S", "draw", "7H", "draw"]) == []
    assert faults_of(position, ["7H", "draw"]) == []
    assert faults_of(position, None) == []


def test_what_does_not_lead_to_the_table_is_refused() -> None:
    position = after("draw 8S draw 7H draw")
    for history, said in (
        (["6D", "draw", "8S", "draw", "7H"], "its last turn is finished"),
        (["6D", "draw", "8S", "draw", "8S", "draw"], "seat 0 discards 8S, which is on the pile"),
        (["6D", "draw", "7H", "draw", "8S", "draw"], "the pile would end with 6D 7H 8S"),
        (["9C", "draw", "8S", "draw", "7H", "draw"], "the pile would end with 9C 8S 7H"),
        (["6D", "take", "8S", "draw", "7H", "draw"], "seat 1 has taken 6D, which is not known"),
        (["6D", "take", "6D", "draw", "7H", "draw"], "discards 6D, which it has just taken"),
        (["6D", "draw", "8S", "draw", "7H", "take"], "seat 1 has taken a card in this turn"),
        (["6D", "turn-over", "draw", "7H", "draw"], "the pile is turned over 1 times, not 0"),
    ):
        assert any(said in message for message in faults_of(position, history)), history


def test_what_is_no_history_is_refused() -> None:
    position = after("draw 8S draw")
    for history, said in (
        (["draw"], "'draw' stands where the card on top of the pile is due"),
        (["6D", "8S"], "'8S' stands where draw, take or turn-over is due"),
        (["6D", "draw", "take"], "'take' stands where the card discarded is due"),
        (["6D", "turn-over", "take"], "'take' stands where draw is due"),
        (
            ["6D"] + ["draw", "8S"] * (MOST_RECORDED + 1),
            "65 turns are more than the 64 that are kept",
        ),
    ):
        assert faults_of(position, history) == [said]


def test_all_that_is_no_entry_is_named() -> None:
    assert faults_of(after("draw 8S draw"), ["6D", "drow", "8S", "pas", "8S"]) == [
        "'drow' is neither a card nor draw, take or turn-over; did you mean 'draw'?",
        "'pas' is neither a card nor draw, take or turn-over",
    ]


def test_texts_read_back() -> None:
    history = ["5H", "draw", "8S", "take", "TC", "turn-over", "draw", "9D", "turn-over"]
    assert write_history(history) == "5Hd8StTCod9Do"
    assert read_history("5Hd8StTCod9Do") == history
    assert history_of(17, turns_of(tuple(history)))[1:] == tuple(history[1:])


def test_a_hand_with_no_card_taken_yet_is_told_of_too() -> None:
    states = played_on(GAME.deal("5"), Random(1), lambda state: bool(state[0]["recorded"] > 3))
    here = GAME.position(states[-1], GAME.deal("5"))
    assert len(turns_of(here.history or ())) == 4
