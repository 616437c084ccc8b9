"""Why a card of Knaves is played, in card players' words.

Each reason is a fact of the position as the seat to play knows it: who may hold what comes from
counting the deals that fit, or from the hands where these are open. A reason whose condition does
not hold is not given; none of them claims that the move is best.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.cards import card_symbol
from games.knaves.lanes import JACK, SUIT_COUNT, beats, card_at
from games.knaves.play import CALL, NO_CALL, SEATS
from games.knaves.words import SUIT_WORDS
from heuristics.knaves.network import Reals


def suit_name(move: int) -> str:
    """The suit of a move: ``hearts``."""
    return SUIT_WORDS[(move % CALL) >> 4] + "s"


def symbol(place: int) -> str:
    """The card at a place: ``J♥``."""
    return card_symbol(card_at(place))


def places(suit: int) -> range:
    """The places of the cards of a suit, upwards."""
    return range(16 * suit, 16 * suit + 13)


def placed(record: np.void) -> Reals:
    """Where the cards of open hands lie, as chances of 0 and 1 by seat and place."""
    words = np.append(record["hands"], record["out"])
    return (words[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.float64)


def jack_left(record: np.void, suit: int) -> bool:
    """Whether the jack of a suit costs points and has neither been played nor turned."""
    place = 16 * suit + JACK
    gone = int(record["played"]) >> place & 1 or int(record["turned"]) == place
    return int(record["penalty"][suit]) < 0 and not gone


@dataclass(frozen=True, eq=False)
class Scene:
    """A card that is to be explained, and what its seat knows.

    ``move, legal``: places. ``where`` [4, 64]: the chances of each card to be in each hand or out,
    as :func:`heuristics.knaves.beliefs.beliefs` gives them, or :func:`placed`.
    """

    record: np.void
    move: int
    legal: Sequence[int]
    where: Reals

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
    def own(self) -> list[int]:
        """The cards of the hand in the suit of the card, upwards."""
        return self.held(self.suit)

    @property
    def winners(self) -> list[int]:
        """The legal cards that beat the best of the trick so far."""
        return [place for place in self.legal if beats(place, self["best"], self["trump"])]

    @property
    def wins(self) -> bool:
        """Whether the card beats the best of the trick so far."""
        return self.move in self.winners

    def held(self, suit: int) -> list[int]:
        """The cards of the hand in a suit, upwards."""
        hand = int(self.record["hands"][self["player"]])
        return [place for place in places(suit) if hand >> place & 1]

    def may_hold(self, seats: Sequence[int], place: int) -> bool:
        """Whether one of these seats may hold a card."""
        return any(self.where[seat, place] > 0 for seat in seats)

    def costs(self, place: int) -> bool:
        """Whether a card is a jack that costs points."""
        return place & 15 == JACK and int(self.record["penalty"][place >> 4]) < 0

    def may_beat(self) -> list[int]:
        """The cards that beat this one and that a later seat may hold."""
        every = [place for suit in range(SUIT_COUNT) for place in places(suit)]
        beating = [place for place in every if beats(place, self.move, self["trump"])]
        return [place for place in beating if self.may_hold(self.later, place)]

    def loose_jack(self, seats: Sequence[int]) -> int | None:
        """The jack of the suit of the trick, when it costs points and one of the seats may hold it.

        None when there is none.
        """
        led = self.suit if self["led"] < 0 else self["led"]
        jack = 16 * led + JACK
        return jack if jack_left(self.record, led) and self.may_hold(seats, jack) else None


Reason = Callable[[Scene], str | None]


# --------------------------------------------------------------------------------------- leading


def draws_trumps(scene: Scene) -> str | None:
    """A trump led while others may hold trumps."""
    if scene.suit != scene["trump"]:
        return None
    out = [place for place in places(scene.suit) if scene.may_hold(scene.later, place)]
    if not out:
        return "Nobody else holds a trump any more."
    return f"It draws trumps: others may hold {len(out)} more."


def leads_below_the_jack(scene: Scene) -> str | None:
    """A card led below a jack that another seat may hold."""
    jack = scene.loose_jack(scene.later)
    if jack is None or scene.move > jack:
        return None
    return f"It lies below the {symbol(jack)}: if that falls on this trick, you do not take it."


def makes_a_void_seat_choose(scene: Scene) -> str | None:
    """A lead of which another seat has none: it ruffs or discards."""
    if scene.suit == scene["trump"]:
        return None
    trumps = places(scene["trump"]) if scene["trump"] >= 0 else range(0)
    for seat in scene.later:
        if any(scene.may_hold([seat], place) for place in places(scene.suit)):
            continue
        if any(scene.may_hold([seat], place) for place in trumps):
            return f"Seat {seat} has no {suit_name(scene.move)}: it must ruff or discard."
        return f"Seat {seat} has no {suit_name(scene.move)} and no trump: it can only discard."
    return None


def cannot_be_beaten(scene: Scene) -> str | None:
    """A card that takes the trick for certain, with others still to play."""
    ahead = scene["led"] < 0 or scene.wins
    return (
        "Nobody after you can beat it." if scene.later and ahead and not scene.may_beat() else None
    )


# -------------------------------------------------------------------------------------- following


def sheds_a_jack(scene: Scene) -> str | None:
    """A jack that goes on a trick of another seat."""
    if not scene.costs(scene.move) or scene.wins:
        return None
    if scene.later:
        return f"It gets rid of the {symbol(scene.move)}: you cannot take this trick with it."
    return f"It gets rid of the {symbol(scene.move)} on a trick that seat {scene['holder']} takes."


def ducks(scene: Scene) -> str | None:
    """A trick left to others though it could be taken, and what speaks against taking it."""
    if scene.wins or not scene.winners:
        return None
    stake, jack = scene["stake"], scene.loose_jack(scene.later)
    if stake < 0:
        return f"It ducks: the jacks in this trick cost {-stake}."
    if jack is not None:
        return f"It ducks: the {symbol(jack)} may still fall on this trick."
    return "It ducks: you could take this trick."


def ruffs(scene: Scene) -> str | None:
    """A trump on another suit that is ahead."""
    if not scene.wins or scene.suit == scene["led"]:
        return None
    return f"It ruffs: you have no {SUIT_WORDS[scene['led']]}s."


def takes_last(scene: Scene) -> str | None:
    """The third card of a trick that takes it, and what that brings."""
    if scene.later or not scene.wins:
        return None
    points = 1 + scene["stake"]
    if scene.costs(scene.move):
        points += int(scene.record["penalty"][scene.suit])
    if scene["count"] == SEATS * scene["hand_size"] - 1:
        points += scene["last_stake"]
    return f"You play last, and the trick brings {points:+d}.".replace("-", "−")


def takes_cheaply(scene: Scene) -> str | None:
    """The lowest of several cards that are ahead; what it saves may take a trick later."""
    winners = scene.winners
    if not scene.wins or len(winners) < 2 or scene.move != min(winners):
        return None
    saved = [place for place in winners if not scene.costs(place) and place != scene.move]
    text = f"It is the lowest card that {'is ahead' if scene.later else 'takes it'}"
    return text + (f" and saves the {symbol(max(saved))}." if saved else ".")


def parts_with_height(scene: Scene) -> str | None:
    """The highest card of the suit led where none of them is ahead."""
    if scene.winners or scene.suit != scene["led"] or len(scene.own) < 2 or scene.costs(scene.move):
        return None
    if scene.move != max(scene.own):
        return "You cannot take this trick."
    return f"You cannot take this trick, so your highest {SUIT_WORDS[scene.suit]} can go."


def discards(scene: Scene) -> str | None:
    """A card of another suit that takes nothing."""
    if scene.wins or scene.suit == scene["led"] or scene.costs(scene.move):
        return None
    return f"You have no {SUIT_WORDS[scene['led']]}s, and it takes nothing."


# -------------------------------------------------------------------------------- what it leaves


def keeps_a_guard(scene: Scene) -> str | None:
    """The only card beside a jack of one's own, which could have been played and is not."""
    for suit in range(SUIT_COUNT):
        held = scene.held(suit)
        jacks = [place for place in held if scene.costs(place)]
        others = [place for place in held if place not in jacks]
        if jacks and len(others) == 1 and others[0] in scene.legal and scene.suit != suit:
            return f"It keeps the {symbol(others[0])} that guards your {symbol(jacks[0])}."
    return None


def makes_a_void(scene: Scene) -> str | None:
    """The last card of a suit, and what one may do on it from then on."""
    if len(scene.own) > 1 or scene["hand_size"] - scene["count"] // SEATS == 1:
        return None
    text = f"It leaves you without {suit_name(scene.move)}"
    if scene.suit == scene["trump"]:
        return text + "."
    others = [suit for suit in range(SUIT_COUNT) if suit != scene.suit]
    jacks = [place for suit in others for place in scene.held(suit) if scene.costs(place)]
    jacks = [place for place in jacks if place >> 4 != scene["trump"]]
    if jacks:
        worst = min(jacks, key=lambda place: int(scene.record["penalty"][place >> 4]))
        return text + f", so that you may throw the {symbol(worst)} on them."
    if scene["trump"] >= 0 and scene.held(scene["trump"]):
        return text + ", so that you may ruff them."
    return text + "."


LEADING: Final[tuple[Reason, ...]] = (
    draws_trumps,
    leads_below_the_jack,
    makes_a_void_seat_choose,
    cannot_be_beaten,
)
FOLLOWING: Final[tuple[Reason, ...]] = (
    sheds_a_jack,
    ducks,
    ruffs,
    takes_last,
    takes_cheaply,
    cannot_be_beaten,
    parts_with_height,
    discards,
)
LEAVING: Final[tuple[Reason, ...]] = (keeps_a_guard, makes_a_void)


def reasons(record: np.void, move: int, legal: Sequence[int], where: Reals) -> list[str]:
    """What can be said for a legal move, most telling first; perhaps nothing.

    ``legal``: all legal moves. ``where``: see :class:`Scene`.
    """
    if move == NO_CALL:
        return ["You leave the choice of the card to others."]
    if move >= CALL:
        return [f"The {symbol(move - CALL)} must then be played if it legally can."]
    scene = Scene(record, move, legal, where)
    first = LEADING if scene["led"] < 0 else FOLLOWING
    return [text for reason in (*first, *LEAVING) if (text := reason(scene)) is not None]
