"""Fresh deals of Knaves by seed."""

from collections.abc import Mapping, Sequence
from typing import Final

from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import shuffled_pack
from kibitz.games.deal import SEED_WORDS, check_source, read_seed
from kibitz.games.knaves.lanes import cards_in, word_of
from kibitz.games.knaves.position import SEATS, Position, Trick
from kibitz.games.knaves.rules import Rules

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
    scores: Sequence[int] = (0, 0, 0),
) -> Position:
    """Deal one card at a time, the seat after ``dealer`` first; then turn the next card.

    ``scores`` are the totals of the match before this round.
    """
    pack = pack_of(seed, source)
    dealt = SEATS * rules.hand_size
    first = (dealer + 1) % SEATS
    hands = [pack[(seat - first) % SEATS : dealt : SEATS] for seat in range(SEATS)]
    return Position(
        rules=rules,
        turned=pack[dealt],
        dealer=dealer,
        scores=tuple(scores),
        hands=tuple(cards_in(word_of(hand)) for hand in hands),
        hidden=(0, 0, 0),
        out=cards_in(word_of(pack[dealt + 1 :])),
        out_hidden=0,
        tricks=(),
        trick=Trick(first, ()),
    )
