"""Games played on by their policies once the cards that nobody has seen lie otherwise."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.chance import Stream, shuffle
from games.kernel import kernel
from games.knack.play import MAX_MOVES, apply_move, is_over, legal_moves
from games.knack.rules import MOST_CARDS
from games.protocol import State
from heuristics.knack.judgement import weights_for
from heuristics.knack.policy import rule_move


@kernel
def _knack_shuffle(state: State, stream: Stream) -> None:
    record = state[0]
    cards = np.empty(MOST_CARDS, np.int64)
    count = 0
    for seat in range(record.players):
        for i in range(record.deck_sizes[seat]):
            cards[count] = record.decks[seat, i]
            count += 1
    for i in range(record.aside_size):
        cards[count] = record.aside[i]
        count += 1
    shuffle(stream, cards, count)
    for seat in range(record.players):
        for i in range(record.deck_sizes[seat]):
            count -= 1
            record.decks[seat, i] = cards[count]
    for i in range(record.aside_size):
        count -= 1
        record.aside[i] = cards[count]


@kernel
def _knack_policy(state: State) -> int:
    moves = np.empty(MAX_MOVES, np.int64)
    count = legal_moves(state[0], moves)
    return rule_move(state[0], moves, count, weights_for(state[0]))


@kernel
def _knack_play_on(state: State) -> None:
    while not is_over(state[0]):
        apply_move(state[0], _knack_policy(state))


@dataclass(frozen=True, slots=True)
class Unseen:
    """What :mod:`benchmarks.margin` asks of a game; everything works in place.

    - ``shuffle(state, stream)``: put all cards that nobody has seen in a new order; every order of
      them is as likely, whatever has been played. (In K'nack nobody has seen decks and what was
      set aside, unless cards are given for want of a call.)
    - ``policy(state)``: what the policy plays, without chance and by what its seat sees alone.
    - ``play_on(state)``: play to the end, the policy at all seats.
    - ``name``: what the policy is called among the players.
    """

    shuffle: Callable[[State, Stream], None]
    policy: Callable[[State], int]
    play_on: Callable[[State], None]
    name: str


UNSEEN: Final[dict[str, Unseen]] = {
    "knack": Unseen(_knack_shuffle, _knack_policy, _knack_play_on, "heuristic"),
}
