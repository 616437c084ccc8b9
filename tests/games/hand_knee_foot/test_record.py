"""Rounds as they were played, from the table's side and from one seat's."""

from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.record import judge
from kibitz.games.hand_knee_foot.scoring import total_of
from kibitz.games.record import Record, as_kept, read
from tests.games.hand_knee_foot.tables import GAME, eager


def recorded(seed: int, rules: dict[str, Any]) -> Record[Position]:
    """A round by chance."""
    random, start = Random(seed), GAME.deal(str(seed), rules)
    state, moves = GAME.state(start), list[str]()
    while GAME.legal(state):
        move = eager(state, random)
        moves.append(GAME.move_text(move))
        protocol.run_apply(state, move)
    return Record(start, tuple(moves))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_judged_and_seen(players: int) -> None:
    record = recorded(players, {"players": players})
    assert read(GAME, record.to_json()) == record
    assert read(GAME, {**record.to_json(), "position": record.start.to_text()}) == record
    judged = judge(record)
    assert judged.position.ended
    assert judged.scores is not None
    assert judged.match is not None
    assert judged.match.totals == tuple(map(total_of, judged.scores))
    for seat in range(players):
        seen = as_kept(GAME, record, seat)
        assert read(GAME, seen.to_json()) == seen
        alone = judge(seen)
        assert alone.position == GAME.as_seen(judged.position, seat)
        # What others still held is not told.
        assert (alone.scores, alone.match) == (None, None)
        assert GAME.outcome(GAME.state(alone.position)) is None


def test_a_round_that_goes_on_has_no_score() -> None:
    judged = judge(Record(GAME.deal("1"), ("draw",)))
    assert (judged.scores, judged.match) == (None, None)


def test_records_that_are_refused() -> None:
    start = GAME.deal("1").to_text()
    cases: list[tuple[Any, dict[str, str]]] = [
        ([], {"": "not_an_object"}),
        ({"position": start, "moves": "draw"}, {"/moves": "not_a_list"}),
        ({"position": start, "moves": ["draw", "draw"]}, {"/moves/1": "illegal_move"}),
        ({"position": "x", "speed": 1}, {"/speed": "unknown_field", "/position": "bad_text"}),
        ({"position": start, "speed": 1}, {"/speed": "unknown_field"}),
    ]
    for data, expected in cases:
        with pytest.raises(BadInput) as caught:
            read(GAME, data)
        assert {fault.pointer: fault.code for fault in caught.value.faults} == expected
