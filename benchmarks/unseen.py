"""Games played on by their policies once the cards that nobody has seen lie otherwise."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.games.chance import Stream, below, shuffle
from kibitz.games.hand_knee_foot.kinds import KINDS
from kibitz.games.hand_knee_foot.play import apply_move as apply_turn
from kibitz.games.hand_knee_foot.play import is_over as round_over
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND, PLACES
from kibitz.games.kernel import kernel
from kibitz.games.knack.outcome import is_over
from kibitz.games.knack.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knack.rules import MOST_CARDS
from kibitz.games.knaves.play import MAX_MOVES as MOST_ANSWERS
from kibitz.games.knaves.play import apply_move as apply_card
from kibitz.games.knaves.play import is_over as tricks_over
from kibitz.games.knaves.play import legal_moves as legal_cards
from kibitz.games.knock_rummy.play import apply_move as apply_rummy
from kibitz.games.knock_rummy.state import ENDED
from kibitz.games.knock_rummy.worlds import KEYS, stock_is_hidden
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.policy import rule_move as round_move
from kibitz.heuristics.knack.policy import policy_move
from kibitz.heuristics.knaves.policy import rule_move as card_move
from kibitz.heuristics.knock_rummy.policy import rule_move as rummy_move


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
    return policy_move(state[0], moves, count)


@kernel
def _knack_play_on(state: State) -> None:
    while not is_over(state[0]):
        apply_move(state[0], _knack_policy(state))


@kernel
def _rounds_shuffle(state: State, stream: Stream) -> None:
    record = state[0]
    cards = np.empty(PLACES, np.int64)
    count = 0
    for seat in range(record.players):
        for kind in range(KINDS):
            for _ in range(record.knees[seat, kind] + record.feet[seat, kind]):
                cards[count] = kind
                count += 1
            record.knees[seat, kind] = 0
            record.feet[seat, kind] = 0
    for i in range(record.stock_size):
        cards[count] = record.cards[i]
        count += 1
    shuffle(stream, cards, count)
    for seat in range(record.players):
        for _ in range(KNEE_SIZE if record.stage[seat] == IN_HAND else 0):
            count -= 1
            record.knees[seat, cards[count]] += 1
        for _ in range(FOOT_SIZE if record.stage[seat] != IN_FOOT else 0):
            count -= 1
            record.feet[seat, cards[count]] += 1
    for i in range(record.stock_size):
        record.cards[i] = cards[i]


@kernel
def _rounds_policy(state: State) -> int:
    return round_move(state[0])


@kernel
def _rounds_play_on(state: State) -> None:
    while not round_over(state[0]):
        apply_turn(state[0], round_move(state[0]))


@kernel
def _rummy_shuffle(state: State, stream: Stream) -> None:
    record = state[0]
    if stock_is_hidden(record):
        cards = record.stock[: record.stock_size].astype(np.int64)
        shuffle(stream, cards, len(cards))
        for i in range(len(cards)):
            record.stock[i] = cards[i]
    if record.shuffles:
        record.key = np.uint64(1 + below(stream, KEYS - 1))


@kernel
def _rummy_policy(state: State) -> int:
    return rummy_move(state[0])


@kernel
def _rummy_play_on(state: State) -> None:
    while state[0].phase != ENDED:
        apply_rummy(state[0], rummy_move(state[0]))


@kernel
def _tricks_shuffle(state: State, stream: Stream) -> None:
    """Nothing: the cards that nobody has seen are out of play in Knaves."""


@kernel
def _tricks_policy(state: State) -> int:
    moves = np.empty(MOST_ANSWERS, np.int64)
    return card_move(state[0], moves, legal_cards(state[0], moves))


@kernel
def _tricks_play_on(state: State) -> None:
    while not tricks_over(state[0]):
        apply_card(state[0], _tricks_policy(state))


@dataclass(frozen=True, slots=True)
class Unseen:
    """What :mod:`benchmarks.margin` asks of a game; everything works in place.

    - ``shuffle(state, stream)``: put all cards that nobody has seen in a new order; every order of
      them is as likely, whatever has been played. (In K'nack nobody has seen decks and what was
      set aside, unless cards are given for want of a call; in Hand, Knee and Foot the stock and all
      knees and feet.)
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
    "knaves": Unseen(_tricks_shuffle, _tricks_policy, _tricks_play_on, "judgement"),
    "knock-rummy": Unseen(_rummy_shuffle, _rummy_policy, _rummy_play_on, "judgement"),
    "hand-knee-foot": Unseen(_rounds_shuffle, _rounds_policy, _rounds_play_on, "heuristic"),
}
