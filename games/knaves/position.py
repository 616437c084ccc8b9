"""Positions of Knaves.

JSON: ``{"rules": {…}, "turned": "7H", "dealer": 0, "scores": [0, 0, 0], "hands": [["AS", …] |
{"count": 13}, …], "out": […] | {"count": 12}, "tricks": [{"leader": 1, "cards": ["2C", …]}, …],
"trick": {"leader": 2, "cards": […]}}``, and where there is something to say ``exposed``,
``called``, ``declined`` and ``seat``. Seats are 0, 1, 2 clockwise.

Of the finished tricks and the current one, cards stand in the order they were played. What follows
from the rest may be left out: leaders, the cards out of play, empty lists.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knaves.notation import json_to_text
from kibitz.games.knaves.rules import Rules
from kibitz.games.knaves.schema import SWITCHES
from kibitz.games.schema import cards_json, without_none

SEATS: Final = 3


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, by ``leader`` first.

    With fewer than three it is the trick on the table, which ``leader`` leads or has led.
    ``revoked``: those of the cards that are known not to follow suit though their seat could.
    """

    leader: int
    cards: tuple[int, ...]
    revoked: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The trick as a JSON object."""
        data: dict[str, Any] = {"leader": self.leader, "cards": cards_json(self.cards)}
        return {**data, "revoked": cards_json(self.revoked)} if self.revoked else data


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of `games.cards`, hands sorted by suit.

    ``hands`` are the cards known to be held, exposed ones among them; ``hidden`` counts those held
    besides. ``out`` are the cards out of play without the turned one, or ``out_hidden`` counts
    them. ``called`` is ``UNSEEN`` for none. ``seat`` is whose view it is, if anyone's.
    """

    rules: Rules
    turned: int
    dealer: int
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    out: tuple[int, ...]
    out_hidden: int
    tricks: tuple[Trick, ...]
    trick: Trick
    exposed: tuple[tuple[int, ...], ...] = ((), (), ())
    called: int = UNSEEN
    declined: int = 0
    seat: int | None = None

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is not known, in pack order."""
        seen = {self.turned, *self.out, *self.trick.cards}
        seen.update(card for cards in self.hands for card in cards)
        seen.update(card for trick in self.tricks for card in trick.cards)
        return tuple(card for card in range(PACK_SIZE) if card not in seen)

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        hands = zip(self.hands, self.hidden, strict=True)
        data = {
            "rules": SWITCHES.to_json(self.rules),
            "turned": card_text(self.turned),
            "dealer": self.dealer,
            "scores": list(self.scores),
            "hands": [cards_json(cards, len(cards) + n if n else 0) for cards, n in hands],
            "out": cards_json(self.out, self.out_hidden),
            "tricks": [trick.to_json() for trick in self.tricks],
            "trick": self.trick.to_json(),
            "exposed": [*map(cards_json, self.exposed)] if any(self.exposed) else None,
            "called": None if self.called == UNSEEN else card_text(self.called),
            "declined": self.declined or None,
            "seat": self.seat,
        }
        return without_none(data)

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return json_to_text(self.to_json())


def as_seen(position: Position, seat: int = 0) -> Position:
    """See :meth:`kibitz.games.game.Game.as_seen`: other hands but for exposed cards, and all out.

    Raises ``BadInput`` when the hand of ``seat`` is not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    shown = [position.hands[i] if i == seat else position.exposed[i] for i in range(SEATS)]
    held = [len(hand) + n for hand, n in zip(position.hands, position.hidden, strict=True)]
    return replace(
        position,
        hands=tuple(shown),
        hidden=tuple(n - len(cards) for n, cards in zip(held, shown, strict=True)),
        out=(),
        out_hidden=position.out_hidden + len(position.out),
        seat=seat,
    )
