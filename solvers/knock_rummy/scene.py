"""What the seat to move knows of its hand, the pile, the stock and other hands, as sets of cards.

Sets are words, see `games.knock_rummy.lanes`. With open cards the seat knows everything.
"""

from functools import cache

import numpy as np

from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.lanes import card_at
from kibitz.games.knock_rummy.melds import ACE_WORDS, Split, best_splits
from kibitz.games.knock_rummy.play import KNOCK, OUT, deadwood
from kibitz.games.knock_rummy.state import NOBODY, TO_DRAW, KnockRummyState
from kibitz.games.knock_rummy.worlds import pool
from kibitz.heuristics.knock_rummy.partners import OUTS, PARTNERS


def places_in(word: int) -> list[int]:
    """The places of a set of cards, upwards."""
    return [place for place in range(52) if word >> place & 1]


def texts(word: int) -> list[str]:
    """The cards of a set as positions write them."""
    return [card_text(card_at(place)) for place in places_in(word)]


class Scene:
    """The seat to move and what it knows; ``record``: its view, or the state with open cards.

    ``top``: the card on the pile, ``following``: the card that drawing or turning the pile over
    brings; both ``NOBODY`` for none or not known. ``coming``: the cards that may come so.
    ``elsewhere``: cards that other hands may hold.
    """

    def __init__(self, record: KnockRummyState) -> None:
        self.record = record
        self.seat, self.players = int(record["turn"]), int(record["players"])
        self.ace = int(record["ace"])
        self.hand = int(record["hands"][self.seat])
        self.stock = [int(place) for place in record["stock"][: int(record["stock_size"])]]
        self.pile = [int(place) for place in record["pile"][: int(record["pile_size"])]]
        self.top = self.pile[-1] if self.pile else NOBODY
        self.following, self.coming = self._following()
        self.elsewhere = self._elsewhere()
        self.left = cache(self._left)

    def _following(self) -> tuple[int, int]:
        """The next card where it is known, and those that it may be."""
        if self.stock:
            card = self.stock[-1]
            return card, 1 << card if card != NOBODY else self._pool(self._latest)
        if int(self.record["phase"]) != TO_DRAW or not self.pile:
            return NOBODY, 0
        if self.record["shuffles"]:
            return NOBODY, sum(1 << place for place in self.pile)
        return self.pile[0], 1 << self.pile[0]

    def _elsewhere(self) -> int:
        """The cards that hands of others may hold."""
        found = 0
        for other in range(self.players):
            if other != self.seat:
                found |= int(self.record["hands"][other])
                for kind, count in enumerate(self.record["unknown"][other]):
                    found |= self._pool(kind) if count else 0
        return found

    def _pool(self, kind: int) -> int:
        return int(pool(self.record, kind)) & ~self.hand

    @property
    def _latest(self) -> int:
        return int(self.record["turn_overs"]) if self.record["shuffles"] else 0

    def _left(self, hand: int) -> int:
        return int(deadwood(self.record, np.uint64(hand)))

    def after(self, move: int) -> int:
        """The hand after a discard, a knock or going out."""
        return self.hand if move == OUT else self.hand & ~(1 << move % KNOCK)

    def splits(self, hand: int) -> list[Split]:
        """Every split of a hand that leaves the least deadwood."""
        cards = tuple(map(card_at, places_in(hand)))
        return best_splits(cards, ACE_WORDS[self.ace], int(self.record["ace_points"]))

    def with_card(self, card: int) -> tuple[int, int]:
        """The least deadwood after a card has come and another been discarded, and that hand."""
        kept = [(self.hand | 1 << card) & ~(1 << place) for place in places_in(self.hand)]
        hand = min(kept, key=self.left)
        return self.left(hand), hand

    def matched(self, hand: int, cards: int) -> int:
        """Which of some cards would be matched in a hand: they add nothing to its deadwood."""
        before = self.left(hand)
        return sum(1 << card for card in places_in(cards) if self.left(hand | 1 << card) <= before)

    def partners(self, card: int) -> list[tuple[int, int]]:
        """The cards that make a pair with a card, and by pair the cards that complete a meld."""
        rows = zip(PARTNERS[self.ace, card], OUTS[self.ace, card], strict=True)
        return [(int(one).bit_length() - 1, int(outs)) for one, outs in rows if one]

    def neighbours(self, card: int) -> int:
        """All cards that make a pair with a card."""
        return sum(1 << other for other, _ in self.partners(card))

    def can_be_melded(self, card: int) -> bool:
        """Whether some other hand may have a meld with a card of this one."""
        return any(
            self.elsewhere >> other & 1 and outs & self.elsewhere
            for other, outs in self.partners(card)
        )

    def ends_unscored(self) -> bool:
        """Whether the hand is over with no score after a discard without a knock."""
        record = self.record
        used_up = not self.stock and int(record["turn_overs_left"]) == 0
        return used_up or int(record["takes"]) >= int(record["max_takes"])
