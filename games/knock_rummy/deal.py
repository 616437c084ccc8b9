"""Fresh deals of Knock Rummy by seed."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from kibitz.games.cards import PACK_SIZE, card_text
from kibitz.games.chance import mix, shuffled_pack
from kibitz.games.deal import SEED_WORDS, check_source, read_seed
from kibitz.games.knock_rummy.lanes import cards_in, word_of
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.knock_rummy.schema import MOST_KEY

SOURCES: Final[Mapping[str, str]] = {"kibitz": SEED_WORDS}


def pack_of(seed: str, source: str) -> list[int]:
    """The shuffled pack, first card dealt first; raises ``BadInput`` for a bad seed or source."""
    check_source(seed, source, SOURCES)
    return shuffled_pack(read_seed(seed), PACK_SIZE)


def deal(
    seed: str,
    rules: Rules,
    source: str = "kibitz",
    dealer: int = 0,
    scores: Sequence[Fraction | int] | None = None,
) -> Position:
    """Deal one card at a time, the seat after ``dealer`` first; then turn the next card up.

    ``scores`` are the totals of the match before this hand, None for none yet.
    """
    pack = pack_of(seed, source)
    players = rules.players
    dealt = players * rules.hand_size
    first = (dealer + 1) % players
    hands = [pack[(seat - first) % players : dealt : players] for seat in range(players)]
    key = 1 + int(mix(np.uint64(read_seed(seed)))) % MOST_KEY
    return Position(
        rules=rules,
        dealer=dealer,
        turn=first,
        scores=tuple(map(Fraction, scores or [0] * players)),
        hands=tuple(cards_in(word_of(hand)) for hand in hands),
        hidden=(0,) * players,
        known=((),) * players,
        stock=tuple(pack[dealt + 1 :]),
        stock_hidden=0,
        discards=(pack[dealt],),
        shuffle=key if rules.stock_out == "shuffle" else None,
        history=(card_text(pack[dealt]),),
    )
