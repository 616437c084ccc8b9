"""What is read from the discards and the table."""

import numpy as np

from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.likelihood import (
    FITTING,
    SIGNS,
    THROWN,
    TRIPLES,
    log_likelihood_of,
    write_signs,
)
from tests.games.hand_knee_foot.staged import table, team
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import rounds, world

EASY = {"minimums": [0, 0, 0, 0]}


def signs(state: State, seat: int = 0) -> list[float]:
    found = np.zeros(SIGNS)
    write_signs(state[0], seat, found)
    return [float(count) for count in found]


def staged(hand: str, pile: str, other: str = "") -> State:
    """Seat 0 to draw; seat 3, of the team that has ``other``, holds ``hand``."""
    position = table("89", pile=pile, sizes=3, teams=[team(), team(other)], rules=EASY)
    state = GAME.state(position)
    held = GAME.state(table(hand, rules=EASY))[0]["hands"][0]
    state[0]["hands"][3] = held
    state[0]["unknown"][3] = 0
    return state


def test_cards_like_those_thrown_are_counted() -> None:
    assert signs(staged("KK9", "4K"))[THROWN] == 2
    assert signs(staged("QQ9", "4K"))[THROWN] == 0


def test_cards_that_could_have_been_melded_are_counted() -> None:
    found = signs(staged("KK999", "4", "KKK"))
    assert (found[FITTING], found[TRIPLES]) == (2, 1)
    assert signs(staged("KK999", "4"))[FITTING:] == [0, 0]


def test_hands_really_held_are_more_credible_than_guessed_ones() -> None:
    gains = []
    for states in rounds({"players": 4}, 6):
        for number, state in enumerate(states[40:-1:9]):
            seat = int(state[0]["turn"])
            guesses = [log_likelihood_of(world(state, 10 * number + i)[0], seat) for i in range(8)]
            gains.append(log_likelihood_of(state[0], seat) - float(np.mean(guesses)))
    assert np.mean(gains) > 3 * np.std(gains) / np.sqrt(len(gains))
