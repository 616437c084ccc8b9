"""What everybody pays: the rule sheet sentence by sentence, and every small case."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.knock_rummy.settlement import settle
from kibitz.games.knock_rummy.table import bare_table, payments_of
from tests.games.knock_rummy.tables import GAME, payments
from tests.naive import knock_rummy as naive


def paid(counts: tuple[int, ...], ender: int, **rules: Any) -> tuple[Any, ...]:
    """The payments of a showdown with these counts."""
    state = bare_table(Rules(players=len(counts), **rules))
    state[0]["ender"] = ender
    settle(state[0], np.array(counts, np.int64))
    found = payments_of(state)
    assert sum(found) == 0
    return found


def winners(counts: tuple[int, ...], ender: int, **rules: Any) -> list[int]:
    """Who wins a showdown."""
    state = bare_table(Rules(players=len(counts), **rules))
    state[0]["ender"] = ender
    settle(state[0], np.array(counts, np.int64))
    return [seat for seat in range(len(counts)) if state[0]["winners"] >> seat & 1]


def test_the_lowest_count_wins_the_difference_from_each_opponent() -> None:
    assert paid((5, 17), 0) == (12, -12)
    assert paid((5, 17, 9, 30), 0) == (12 + 4 + 25, -12, -4, -25)


def test_and_25_points_if_he_goes_rummy() -> None:
    assert paid((0, 17), 0) == (42, -42)
    assert paid((8, 0, 3), 1) == (-33, 61, -28)
    assert paid((0, 17), 0, rummy_bonus=0) == (17, -17)
    # Only who ends the hand goes rummy.
    assert paid((0, 17), 1) == (27, -27)


def test_if_any_other_player_ties_the_knocker_that_player_wins_instead() -> None:
    assert paid((5, 5), 0) == (0, 0)
    assert winners((5, 5), 0) == [1]
    assert paid((5, 5, 9), 0) == (0, 4, -4)
    assert winners((5, 5, 9), 0) == [1]
    # A house rule has it so without deadwood as well.
    assert paid((0, 0, 9), 0, rummy_beats_tie=False) == (0, 9, -9)
    assert winners((0, 0, 9), 0, rummy_beats_tie=False) == [1]


def test_several_who_tie_share_equally() -> None:
    assert paid((5, 5, 5, 12), 0) == (0, Fraction(7, 2), Fraction(7, 2), -7)
    assert paid((8, 2, 2, 2, 9), 0) == (-16, *[Fraction(23, 3)] * 3, -7)
    assert paid((1, 0, 0, 0, 0, 0), 0) == (-11, *[Fraction(11, 5)] * 5)


def test_a_knocker_who_is_not_lowest_pays_10_points_and_the_difference() -> None:
    assert paid((9, 4), 0) == (-15, 15)
    assert paid((9, 4, 20), 0) == (-15, 31, -16)
    assert paid((9, 4, 20), 0, knock_penalty=0) == (-5, 21, -16)
    # The lowest wins no bonus: it has not ended the hand.
    assert paid((9, 0, 20), 0) == (-19, 39, -20)


def test_who_gets_rid_of_all_cards_wins_against_others_without_deadwood() -> None:
    assert paid((0, 0, 9), 0) == (25 + 34, -25, -34)
    assert winners((0, 0, 9), 0) == [0]
    assert paid((0, 0, 0), 2) == (-25, -25, 50)
    # Only who ends the hand gets rid of all cards: the tie rule is for those with cards left.
    assert paid((5, 5, 9), 0) == (0, 4, -4)
    assert paid((9, 0, 0), 0) == (-19, Fraction(19, 2), Fraction(19, 2))


@pytest.mark.parametrize("move", ["out", "knock-7S"])
def test_going_out_against_a_hand_without_deadwood(move: str) -> None:
    position = GAME.read(
        {
            "rules": {"players": 3},
            "turn": 0,
            "hands": [
                ["AS", "2S", "3S", "4S", "7C", "7D", "7H", "7S"],
                ["TC", "JC", "QC", "KC", "5D", "5H", "5S"],
                ["KD", "QD", "9H", "8D", "2C", "2D", "3H"],
            ],
            "discards": ["4C", "6D", "8H"],
        }
    )
    assert payments(GAME.play(position, [move])) == ("94", "-25", "-69")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("beats", [False, True])
def test_every_small_case_like_the_naive_game(players: int, beats: bool) -> None:
    switches = naive.Switches(players=players, rummy_beats_tie=beats)
    for counts in product((0, 1, 4), repeat=players):
        for ender in range(min(players, 3)):
            found = paid(counts, ender, rummy_beats_tie=beats)
            assert list(found) == naive.settled([*counts], ender, switches)
            assert winners(counts, ender, rummy_beats_tie=beats) == naive.lowest_win(
                [*counts], ender, switches
            )


def test_a_hand_laid_down() -> None:
    position = GAME.read(
        {
            "rules": {"players": 3},
            "turn": 1,
            "hands": [
                ["2C", "3C", "4C", "9D", "9H", "AS", "5S"],
                ["7C", "7D", "7H", "TS", "JS", "QS", "KS"],
                ["3D", "4D", "5D", "6D", "KD", "KH", "2S"],
            ],
            "discards": ["8S"],
            "ended": "knock",
        }
    )
    assert payments(position) == ("-49", "96", "-47")
    outcome = GAME.outcome(GAME.state(position))
    assert outcome is not None
    assert outcome.payoffs == (-49.0, 96.0, -47.0)
    assert outcome.won is None
