"""Endgames of Knaves, and a compiled search that tries everything in them."""

from random import Random
from typing import Any

import numba
import numpy as np

from kibitz.games import protocol
from kibitz.games.knaves.play import MAX_MOVES, apply_move, is_over, legal_moves
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.state import STATE
from kibitz.games.protocol import State
from tests.games.knaves.tables import GAME, lay_open

MAX_N = -1  # instead of a seat that plays against the others


def some_rules(random: Random) -> dict[str, Any]:
    """Switches by chance, the rule sheet more often than not."""
    rules: dict[str, Any] = {}
    if random.random() < 0.5:
        rules["turned_jack"] = random.choice(["out", "last_trick", "no_trump"])
    if random.random() < 0.3:
        rules["jack_hearts"] = random.choice([0, -1, -7])
        rules["jack_spades"] = random.choice([0, -1, -2])
    if random.random() < 0.2:
        rules["hand_size"] = 17
    return rules


def jack_turned(random: Random, rules: dict[str, Any]) -> Position:
    """A fresh deal; every other one has a jack turned, which is rare by chance."""
    wanted = random.random() < 0.5
    while True:
        position = GAME.deal(str(random.randrange(10**9)), rules)
        if not wanted or position.turned >> 2 == 10:
            return position


def ending(random: Random, tricks: int, calling: bool = False, most: int | None = None) -> Position:
    """A position with so many tricks to play, the first perhaps begun, after random play.

    With ``calling``, some of the cards left lie exposed, of each hand ``most`` or any number, and
    up to two opponents have answered.
    """
    rules = some_rules(random)
    position = jack_turned(random, rules | ({"exposed_cards": True} if calling else {}))
    state = GAME.state(position)
    size = position.rules.hand_size
    plays = 3 * (size - tricks) + random.randint(0, 2)
    while state[0]["count"] < plays:
        protocol.run_apply(state, random.choice(GAME.legal(state)))
    position = GAME.position(state, position)
    if not calling:
        return position
    position = lay_open(position, random, tricks if most is None else most)
    state = GAME.state(position)
    for _ in range(random.randint(0, 2)):
        if state[0]["turn"] != state[0]["player"]:
            protocol.run_apply(state, random.choice(GAME.legal(state)))
    return GAME.position(state, position)


def state_of_ending(random: Random, tricks: int, calling: bool = False) -> State:
    """The state of an :func:`ending`."""
    return GAME.state(ending(random, tricks, calling))


@numba.njit
def _brute(states, moves, counts, tried, best, have, seat, results):
    depth = 0
    counts[0] = legal_moves(states[0], moves[0])
    tried[0] = 0
    have[0] = False
    while True:
        if tried[depth] < counts[depth]:
            states[depth + 1] = states[depth]
            apply_move(states[depth + 1], moves[depth, tried[depth]])
            tried[depth] += 1
            depth += 1
            tried[depth] = 0
            counts[depth] = 0
            have[depth] = False
            if is_over(states[depth]):
                for i in range(3):
                    best[depth, i] = states[depth].points[i]
            else:
                counts[depth] = legal_moves(states[depth], moves[depth])
                continue
        if depth == 0:
            return
        depth -= 1
        turn = states[depth].turn
        new, old = best[depth + 1], best[depth]
        if depth == 0:
            results[tried[0] - 1] = new
        after = (turn + 1) % 3
        if not have[depth]:
            better = True
        elif seat < 0:
            better = new[turn] > old[turn] or (new[turn] == old[turn] and new[after] < old[after])
        else:
            better = new[seat] > old[seat] if turn == seat else new[seat] < old[seat]
        if better:
            have[depth] = True
            old[:] = new


def brute(state: State, seat: int = MAX_N) -> tuple[list[int], dict[int, list[int]]]:
    """The points of the round with best play and after each legal move; nothing left out.

    With a seat: of that seat against the others, and only its own points mean anything.
    """
    rows = 64
    states = np.zeros(rows, STATE)
    states[0] = state[0]
    moves = np.zeros((rows, MAX_MOVES + 1), np.int64)
    counts, tried = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    best, have = np.zeros((rows, 3), np.int64), np.zeros(rows, np.bool_)
    results = np.zeros((MAX_MOVES + 1, 3), np.int64)
    _brute(states, moves, counts, tried, best, have, seat, results)
    values = {int(moves[0, i]): results[i].tolist() for i in range(counts[0])}
    return best[0].tolist(), values
