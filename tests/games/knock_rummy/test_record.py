"""Hands as they were played, from the table's side and from one seat's."""

from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knock_rummy.play import KNOCK, OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.record import judge
from kibitz.games.record import Record, as_kept, read
from tests.games.knock_rummy.tables import GAME, goes_on, payments


def played(seed: int, rules: dict[str, Any], knocks_after: int) -> Record[Position]:
    """A hand by chance, knocked by who has the choice after so many moves."""
    random, start = Random(seed), GAME.deal(str(seed), rules)
    state, moves = GAME.state(start), list[str]()
    while legal := GAME.legal(state):
        ends = [move for move in legal if KNOCK <= move <= OUT]
        late = ends and len(moves) >= knocks_after
        move = random.choice(ends) if late else goes_on(state, random)
        moves.append(GAME.move_text(move))
        protocol.run_apply(state, move)
    return Record(start, tuple(moves))


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        read(GAME, data)
    return caught.value.faults


def test_records_read_back() -> None:
    record = played(1, {"players": 3}, 20)
    assert read(GAME, record.to_json()) == record
    assert read(GAME, {**record.to_json(), "position": record.start.to_text()}) == record


def test_a_record_judged() -> None:
    record = Record(GAME.deal("1"), ("draw", "8S", "draw", "knock-7H"))
    judged = judge(record)
    assert [split.deadwood for split in judged.splits] == [61, 39]
    assert [[*map(card_text, meld)] for meld in judged.splits[1].melds] == [["TD", "TH", "TS"]]
    assert payments(judged.position) == ("-32", "32")
    assert judged.match is not None
    assert (judged.match.totals, judged.match.dealer) == (judged.payments, 1)


def test_a_hand_that_goes_on_or_ends_without_a_score() -> None:
    judged = judge(Record(GAME.deal("1"), ("draw", "8S")))
    assert (judged.splits, judged.payments, judged.match) == ((), None, None)
    judged = judge(played(2, {"stock_out": "end_hand"}, 999))
    assert judged.splits == ()
    assert payments(judged.position) == ("0", "0")


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("stock_out", ["turn_over", "shuffle"])
def test_what_one_seat_saw_comes_to_the_same(players: int, stock_out: str) -> None:
    for knocks_after in (5, 110):
        record = played(3, {"players": players, "stock_out": stock_out}, knocks_after)
        judged = judge(record)
        for seat in range(players):
            seen = as_kept(GAME, record, seat)
            assert read(GAME, seen.to_json()) == seen
            assert judge(seen).position == GAME.as_seen(judged.position, seat)
            assert judge(seen).payments == judged.payments
            assert judge(seen).match == judged.match


def test_all_faults_of_a_record() -> None:
    start = GAME.deal("1")
    (fault,) = faults_of({"position": start.to_json(), "moves": ["draw", "draw"]})
    assert (fault.pointer, fault.code) == ("/moves/1", "illegal_move")
    found = faults_of({"position": {**start.to_json(), "dealer": 9}, "moves": 3, "speed": 1})
    assert [fault.pointer for fault in found] == ["/moves", "/speed", "/position/dealer"]
    assert [fault.pointer for fault in faults_of([])] == [""]
