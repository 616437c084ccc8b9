"""A position of Knaves as one of its seats sees it."""

from dataclasses import replace

from kibitz.games.faults import BadInput
from kibitz.games.knaves.position import SEATS, Position


def as_seen(position: Position, seat: int) -> Position:
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
