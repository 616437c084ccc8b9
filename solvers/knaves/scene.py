"""A card of Knaves that is to be explained, and what the seat that plays it knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kibitz.games.cards import card_text
from kibitz.games.knaves.bitboards import JACK, SUIT_COUNT, beats, card_at, short_group
from kibitz.games.knaves.notation import SUIT_WORDS
from kibitz.games.knaves.play import CALL
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.heuristics.knaves.network import Reals


def suit_name(move: int) -> str:
    """The suit of a move: ``hearts``."""
    return SUIT_WORDS[(move % CALL) >> 4] + "s"


def text(place: int) -> str:
    """The card at a place: ``JH``."""
    return card_text(card_at(place))


def texts(places: Sequence[int]) -> list[str]:
    """The cards at places, as they are given."""
    return [text(place) for place in places]


def places(suit: int) -> range:
    """The places of the cards of a suit, upwards."""
    return range(16 * suit, 16 * suit + 13)


def held(record: np.void, seat: int) -> list[int]:
    """The places of the cards that a seat is known to hold."""
    hand = int(record["hands"][seat])
    return [place for suit in range(SUIT_COUNT) for place in places(suit) if hand >> place & 1]


def placed(record: np.void) -> Reals:
    """Where the cards of open hands lie, as chances of 0 and 1 by seat and place."""
    words = np.append(record["hands"], record["out"])
    return (words[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.float64)


def costly_jacks(record: np.void) -> list[int]:
    """The jacks that cost points and have neither been played nor turned."""
    gone = int(record["played"]) | 1 << int(record["turned"])
    jacks = [16 * suit + JACK for suit in range(SUIT_COUNT) if int(record["penalty"][suit]) < 0]
    return [place for place in jacks if not gone >> place & 1]


@dataclass(frozen=True, eq=False)
class Scene:
    """A card that is to be explained, and what its seat knows.

    ``move, legal, rival``: places; ``rival``: the card that would be played else, if there is one.
    ``where`` [4, 64]: the chances of each card to be in each hand or out,
    as :func:`kibitz.heuristics.knaves.beliefs.beliefs` gives them, or :func:`placed`.
    """

    record: np.void
    move: int
    legal: Sequence[int]
    where: Reals
    rival: int | None = None

    def __getitem__(self, name: str) -> int:
        """A number of the record."""
        return int(self.record[name])

    @property
    def suit(self) -> int:
        """The suit of the card."""
        return self.move >> 4

    @property
    def later(self) -> list[int]:
        """The seats that play to the trick after this one."""
        return [(self["player"] + i) % SEATS for i in range(1, SEATS - self["count"] % SEATS)]

    @property
    def leads(self) -> bool:
        """Whether the card is led."""
        return self["led"] < 0

    @property
    def winners(self) -> list[int]:
        """The legal cards that beat the best of the trick so far."""
        return [place for place in self.legal if beats(place, self["best"], self["trump"])]

    @property
    def wins(self) -> bool:
        """Whether the card is ahead in the trick."""
        return self.leads or self.move in self.winners

    @property
    def worth(self) -> int:
        """What the trick brings with this card in it, as it then lies."""
        points = 1 + self["stake"]
        if self.costs(self.move):
            points += int(self.record["penalty"][self.suit])
        last = self["count"] // SEATS == self["hand_size"] - 1
        return points + (self["last_stake"] if last else 0)

    @property
    def others(self) -> list[int]:
        """The other seats."""
        return [seat for seat in range(SEATS) if seat != self["player"]]

    @property
    def jacks_out(self) -> list[int]:
        """The jacks that cost points and that another seat may hold."""
        return [jack for jack in costly_jacks(self.record) if self.may_hold(self.others, jack)]

    @property
    def against(self) -> "Scene | None":
        """The card that would be played else, with what the seat knows."""
        if self.rival is None:
            return None
        return Scene(self.record, self.rival, self.legal, self.where)

    def kept(self, cards: Sequence[int]) -> int | None:
        """Of some cards the one that this one keeps and the other would not; else the highest."""
        if self.rival is not None:
            return self.rival if self.rival in cards else None
        return max(cards, default=None)

    def own(self, suit: int) -> list[int]:
        """The cards of the hand in a suit, upwards."""
        return [place for place in held(self.record, self["player"]) if place >> 4 == suit]

    def may_hold(self, seats: Sequence[int], place: int) -> bool:
        """Whether one of these seats may hold a card."""
        return any(self.where[seat, place] > 0 for seat in seats)

    def costs(self, place: int) -> bool:
        """Whether a card is a jack that costs points."""
        return place & 15 == JACK and int(self.record["penalty"][place >> 4]) < 0

    def may_beat(self) -> list[int]:
        """The cards that beat this one and that a later seat may play, upwards."""
        led = self.suit if self.leads else self["led"]
        chances = [(self.where[seat], self._without(seat, led)) for seat in self.later]
        every = [place for suit in range(SUIT_COUNT) for place in places(suit)]
        beating = [place for place in every if beats(place, self.move, self["trump"])]
        return [
            place for place in beating if any(row[place >> 4 != led][place] > 0 for row in chances)
        ]

    def _without(self, seat: int, suit: int) -> Reals:
        """The chances of each card to be in a hand if that has no card of ``suit``; else zeros."""
        hand = int(self.record["hands"][seat])
        if any(hand >> place & 1 for place in places(suit)):
            return np.zeros(64)
        if not self.record["unknown"][seat]:
            return self.where[seat]
        state = np.array([self.record])
        state["voids"][0, seat] |= 1 << suit
        try:
            return beliefs(state, self["player"])[seat]
        except ValueError:  # in every deal that fits it has one
            return np.zeros(64)

    def most_of(self, seats: Sequence[int], suit: int) -> int:
        """How many cards of a suit these seats can have between them."""
        sure = [p for p in places(suit) if any(self.where[seat, p] == 1 for seat in seats)]
        maybe = [p for p in places(suit) if p not in sure and self.may_hold(seats, p)]
        able = [seat for seat in seats if not self.record["voids"][seat] >> suit & 1]
        room = sum(int(self.record["unknown"][seat]) for seat in able)
        room -= sum(1 for p in sure if not any(p in held(self.record, seat) for seat in seats))
        return len(sure) + min(len(maybe), room)

    def may_hold_two(self, seat: int, suit: int) -> bool:
        """Whether a seat may hold two cards of a suit."""
        known = [place for place in places(suit) if self.where[seat, place] == 1]
        if len(known) > 1:
            return True
        maybe = [place for place in places(suit) if 0 < self.where[seat, place] < 1]
        maybe = maybe[: 2 - len(known)]
        voids, unknown = self.record["voids"], self.record["unknown"]
        unseen = 0
        for place in range(64):
            column = self.where[:, place]
            if place not in maybe and column.sum() > 0 and not self._in_sight(place):
                unseen |= 1 << place
        if len(known) + len(maybe) < 2 or int(unknown[seat]) < len(maybe):
            return False
        size = np.int8(int(unknown[seat]) - len(maybe))
        # The sizes have the type of the record, or Numba would compile once more.
        return not short_group(np.uint64(unseen), voids, unknown, seat, voids[seat], size)  # type: ignore[arg-type]

    def _in_sight(self, place: int) -> bool:
        return any(int(self.record["hands"][seat]) >> place & 1 for seat in range(SEATS))

    @cached_property
    def keeps_lead(self) -> bool:
        """Whether this trick and all after it are the seat's for certain, as far as it sees."""
        if not self.wins or self.may_beat():
            return False
        player = self["player"]
        own = [place for place in held(self.record, player) if place != self.move]
        others = [seat for seat in range(SEATS) if seat != player]
        theirs = [
            place
            for suit in range(SUIT_COUNT)
            for place in places(suit)
            if self.may_hold(others, place)
        ]
        return not any(beats(place, card, self["trump"]) for card in own for place in theirs)

    def may_take(self, seat: int, suit: int) -> bool:
        """Whether another seat with a card of a suit left may take this trick."""
        if seat not in self.later:
            return not self.wins and seat == self["holder"]
        best, led = (self.move, self.suit) if self.leads else (self["best"], self["led"])
        best = self.move if self.wins else best
        row = self.where[seat]
        if any(row[place] > 0 for place in places(led) if beats(place, best, self["trump"])):
            return True
        # Who ruffs has no card of the suit led.
        trumps = places(self["trump"]) if suit != led != self["trump"] >= 0 else ()
        row = self._without(seat, led)
        return any(row[place] > 0 for place in trumps if beats(place, best, self["trump"]))

    def can_be_led_later(self, suit: int) -> bool:
        """Whether another seat may lead a card of the suit when this trick is over.

        To the last trick of all leads who takes this one.
        """
        if self.keeps_lead:
            return False
        led = self.suit if self.leads else self["led"]
        next_is_last = self["hand_size"] - self["count"] // SEATS == 2
        for seat in range(SEATS):
            if seat == self["player"] or (next_is_last and not self.may_take(seat, suit)):
                continue
            if seat in self.later and suit == led:
                if self.may_hold_two(seat, suit):
                    return True
            elif any(self.may_hold([seat], place) for place in places(suit)):
                return True
        return False
