"""Records of real rounds of Knaves taken apart for a review: who made which decision."""

from random import Random

import pytest

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.record import Record
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knaves.reviewing import replayed_round
from kibitz.solvers.played import Played
from kibitz.solvers.reviewing import read_review, review
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
    solver = SOLVERS["knaves"]
    record = {"position": start.to_json(), "moves": [*moves]}
    options = {"record": record, "turns": {"first": 6, "last": 6}, "limits": {"iterations": 50}}
    request, played = read_review(solver, options)
    (judged,) = review(solver, played, request, Budget(request.limits)).decisions
    assert judged.forced
    free = (*moves[:5], *moves[6:])
    found = made(replayed_round(GAME, Record(start, free, ())))
    assert len(found[4][1]) > 1


def test_that_nothing_is_called_counts_only_where_somebody_is_asked() -> None:
    start = GAME.deal("7", {"exposed_cards": True})
    first, *_, last = start.hands[(start.dealer + 1) % 3]
    shown, call = card_text(first), f"call-{card_text(last)}"
    player, asked = (start.dealer + 1) % 3, (start.dealer + 2) % 3
    moves = ["no-call", f"expose-{card_text(last)}", call, card_text(last)]
    found = made(replayed_round(GAME, Record(start, tuple(moves), ())))
    assert [(each[0], each[2]) for each in found] == [(asked, call), (player, moves[3])]
    # Who has called nothing is asked again when another card is shown.
    moves = [f"expose-{shown}", "no-call", f"expose-{card_text(last)}", "no-call", call]
    found = made(replayed_round(GAME, Record(start, tuple(moves), ())))
    assert [each[0] for each in found] == [asked, asked, (asked + 1) % 3]
