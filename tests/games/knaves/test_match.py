from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from kibitz.games.faults import BadInput
from kibitz.games.knaves.rules import after_round
from kibitz.games.match import MatchResult
from tests.conformance.playing import walk
from tests.games.knaves.tables import GAME, points, table
from tests.naive import knaves as naive


def naive_winners(totals: Sequence[int], target: int) -> tuple[int, ...]:
    winner = naive.match_winner(list(totals), target)
    return () if winner is None else (winner,)


@pytest.mark.parametrize(
    ("scores", "won", "winner"),
    [
        ((0, 0, 0), (5, 3, 1), None),
        ((15, 12, 0), (5, 3, 1), 0),
        ((15, 18, 0), (4, 3, 1), 1),
        ((19, 18, 0), (5, 7, -3), 1),
        ((19, 18, 0), (6, 7, -3), None),
        ((20, 20, 3), (0, 0, 5), None),
        ((20, 20, 20), (1, 0, 0), 0),
        ((19, -3, -9), (0, 22, 20), None),
        ((25, 25, 3), (-7, -9, 9), None),
        ((0, 0, 15), (1, 2, 5), 2),
    ],
)
def test_first_to_the_target_tested_after_the_round(
    scores: tuple[int, ...], won: tuple[int, ...], winner: int | None
) -> None:
    result = after_round(scores, won, 20, 2)
    totals = tuple(a + b for a, b in zip(scores, won, strict=True))
    ended = MatchResult(totals) if winner is None else MatchResult(totals, (winner,))
    assert result == (replace(ended, dealer=0) if winner is None else ended)
    assert result.winners == naive_winners(totals, 20)


def test_like_the_naive_match() -> None:
    random = Random(1)
    for _ in range(500):
        totals = [random.randint(-2, 4) for _ in range(3)]
        assert after_round(totals, (0, 0, 0), 3, 0).winners == naive_winners(totals, 3)


def test_a_match_is_tested_after_the_round_only() -> None:
    position = table(scores=[19, 3, -4], target=20)
    state = GAME.state(position)
    assert GAME.match_result(state, position) is None
    early = GAME.play(position, ["AC", "QC", "8C", "KC"])
    assert points(early) == (1, 0, 0)
    assert GAME.match_result(GAME.state(early), early) is None
    end = walk(GAME, position, Random(2))[-1]
    result = GAME.match_result(end, position)
    assert result is not None
    won = points(GAME.position(end, position))
    assert result.totals == (19 + won[0], 3 + won[1], -4 + won[2])
    assert result.winners == naive_winners(result.totals, 20)


def test_no_round_of_a_match_that_is_won() -> None:
    random, refused = Random(4), 0
    for _ in range(300):
        scores = [random.randint(15, 25) for _ in range(3)]
        winner = naive.match_winner(scores, 20)
        data = {**table().to_json(), "scores": scores}
        if winner is None:
            assert GAME.read(data).scores == GAME.deal("1", scores=scores).scores == tuple(scores)
            continue
        refused += 1
        for ask in (partial(GAME.read, data), partial(GAME.deal, "1", scores=scores)):
            with pytest.raises(BadInput) as caught:
                ask()
            (fault,) = caught.value.faults
            assert (fault.pointer, fault.code) == ("/scores", "match_over")
            assert f"seat {winner} has won the match with {scores[winner]} points" in fault.message
    assert 100 < refused < 280
