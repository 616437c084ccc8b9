"""Fresh deals of Hand, Knee and Foot by seed."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from kibitz.games.chance import mix, shuffle, shuffled_pack, start_stream
from kibitz.games.deal import SEED_WORDS, check_source, read_seed
from kibitz.games.faults import BadInput, quote
from kibitz.games.hand_knee_foot.kinds import COPIES, NO_UP_CARD
from kibitz.games.hand_knee_foot.position import Position, TeamTable
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, HAND_SIZE, KNEE_SIZE, ROUNDS, Rules
from kibitz.games.hand_knee_foot.schema import MOST_KEY

SOURCES: Final[Mapping[str, str]] = {"kibitz": SEED_WORDS}


def packs_of(seed: str, source: str, packs: int) -> list[int]:
    """The kinds of the shuffled packs, first card dealt first.

    Raises ``BadInput`` for a bad seed or source.
    """
    check_source(seed, source, SOURCES)
    cards = [kind for kind, count in enumerate(COPIES) for _ in range(packs * count)]
    return [cards[place] for place in shuffled_pack(read_seed(seed), len(cards))]


def check_round(number: int) -> None:
    """Raise ``BadInput`` for a round that no match has."""
    if not 1 <= number <= ROUNDS:
        message = f"{quote(number)} is not a round: there are {ROUNDS}"
        raise BadInput.one("/round", "unknown_round", message)


def deal(
    seed: str,
    rules: Rules,
    source: str = "kibitz",
    dealer: int = 0,
    round_number: int = 1,
    scores: Sequence[int] | None = None,
) -> Position:
    """Deal every foot, then every knee, then every hand; turn a card up to begin the pile.

    A wild card, a 5, a 7 or a three turned up goes back to any place in the stock. ``scores``: the
    totals of the teams before this round, None for none. Raises ``BadInput`` as :func:`packs_of`.
    """
    assert 1 <= round_number <= ROUNDS
    cards = packs_of(seed, source, rules.packs)
    piles = []
    for size in (FOOT_SIZE, KNEE_SIZE, HAND_SIZE):
        piles.append(
            [tuple(sorted(cards[i * size : i * size + size])) for i in range(rules.players)]
        )
        cards = cards[rules.players * size :]
    back = 0
    while cards[back] in NO_UP_CARD:
        back += 1
    up_card, stock = cards[back], cards[:back] + cards[back + 1 :]
    if back:
        order = np.arange(len(stock), dtype=np.int64)
        stream = np.zeros(1, np.uint64)
        start_stream(stream, np.uint64(read_seed(seed)), np.uint64(1))
        shuffle(stream, order, len(order))
        stock = [stock[place] for place in order]
    key = 1 + int(mix(np.uint64(read_seed(seed)))) % MOST_KEY
    return Position(
        rules=rules,
        round=round_number,
        dealer=dealer,
        turn=dealer,
        scores=tuple(scores or [0] * rules.teams),
        hands=tuple(piles[2]),
        hidden=(0,) * rules.players,
        known=((),) * rules.players,
        knees=tuple(piles[1]),
        feet=tuple(piles[0]),
        stages=(0,) * rules.players,
        clean=(0,) * rules.players,
        stock=tuple(stock),
        stock_hidden=0,
        discards=(up_card,),
        teams=(TeamTable(),) * rules.teams,
        shuffle=key if rules.stock_out == "reshuffle" else None,
    )
