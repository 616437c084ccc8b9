"""Four rounds, dealt to the left, the highest total winning."""

from random import Random

from kibitz.games.hand_knee_foot.rules import after_round
from kibitz.games.match import MatchResult
from tests.games.hand_knee_foot.tables import GAME, PLAYERS, played


def test_rounds_add_up() -> None:
    assert after_round((10, 20), (5, -5), 2, 3, 4) == MatchResult((15, 15), (), 0, 3)
    assert after_round((10, 20), (5, -5), 4, 3, 4) == MatchResult((15, 15), (0, 1))
    assert after_round((0, 0, 5), (1, 2, 0), 4, 0, 3).winners == (2,)


def test_matches_of_four_rounds() -> None:
    for players in PLAYERS:
        random, number, dealer = Random(players), 1, players - 1
        totals: tuple[int, ...] = ()
        best: tuple[int, ...] = ()
        for _ in range(4):
            start = GAME.deal(
                str(number),
                {"players": players},
                dealer=dealer,
                round_number=number,
                scores=totals or None,
            )
            states = played(start, random)
            assert GAME.match_result(states[0], start) is None
            result = GAME.match_result(states[-1], start)
            assert result is not None
            totals, best = result.totals, result.winners
            if result.round is not None and result.dealer is not None:
                assert (result.round, result.dealer) == (number + 1, (dealer + 1) % players)
                number, dealer = result.round, result.dealer
        assert max(totals) in [totals[team] for team in best]
