"""A position of Knock Rummy as one of its seats sees it."""

from dataclasses import replace

from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.position import Position


def as_seen(position: Position, seat: int) -> Position:
    """See :meth:`kibitz.games.game.Game.as_seen`: other hands but for what everybody knows of them.

    The stock is hidden too, unless it is a pile that was turned over, and how piles will be
    shuffled. Raises ``BadInput`` when the hand of ``seat`` is not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    shown = [
        held if other == seat else known
        for other, (held, known) in enumerate(zip(position.hands, position.known, strict=True))
    ]
    open_stock = position.rules.stock_out == "turn_over" and position.turn_overs > 0
    return replace(
        position,
        hands=tuple(shown),
        hidden=tuple(n - len(cards) for n, cards in zip(position.sizes, shown, strict=True)),
        stock=position.stock if open_stock else (),
        stock_hidden=0 if open_stock else position.stock_size,
        shuffle=None,
        seat=seat,
    )
