"""Records of real rounds of Knaves taken apart for a review: who made which decision."""

from random import Random

import pytest

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.record import Record
from kibitz.solvers.knaves.reviewing import replayed_round
from kibitz.solvers.played import Played
from tests.cases import cases
from tests.games.knaves.tables import GAME, lay_open

Made = tuple[int, list[str], str]  # a decision: its seat, what was legal, what was chosen


def made(played: Played) -> list[Made]:
    """The decisions of a record in their order."""
    return [
        (each.seat, [GAME.move_text(move) for move in each.legal], each.text)
        for each in played.moments
    ]


@pytest.mark.parametrize("seed", range(cases(6)))
def test_cards_shown_in_the_record_are_called_as_those_of_the_position(seed: int) -> None:
    random = Random(seed)
    start = GAME.deal(str(seed), {"exposed_cards": True})
    shown = lay_open(start, random, 2)
    entries = [f"expose-{card_text(card)}" for cards in shown.exposed for card in cards]
    state, moves = GAME.state(shown), list[str]()
    while len(moves) < 40 and not protocol.run_over(state):
        move = random.choice(GAME.legal(state))
        moves.append(GAME.move_text(move))
        protocol.run_apply(state, move)
    wanted = made(replayed_round(GAME, Record(shown, tuple(moves), ())))
    found = replayed_round(GAME, Record(start, (*entries, *moves), ()))
    assert made(found) == wanted
    assert [each.ply for each in found.moments] == [i + len(entries) for i in range(len(moves))]
    # Who calls nothing may be left out; then nobody is said to have decided about calls.
    short = [move for move in moves if move != "no-call"]
    found = replayed_round(GAME, Record(start, (*entries, *short), ()))
    assert made(found) == [each for each in wanted if "call" not in each[2]]


def test_a_called_card_is_forced_though_calls_are_no_moves() -> None:
    start = GAME.deal("7")
    moves = ("expose-JC", "3S", "2S", "4S", "4C", "call-JC", "JC", "6C")
    found = made(replayed_round(GAME, Record(start, moves, ())))
    assert [each[2] for each in found] == ["3S", "2S", "4S", "4C", "JC", "6C"]
    assert found[4][1] == ["JC"]
    free = (*moves[:5], *moves[6:])
    found = made(replayed_round(GAME, Record(start, free, ())))
    assert len(found[4][1]) > 1
