"""A position of Hand, Knee and Foot as one of its seats sees it."""

from dataclasses import replace

from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.faces import Place, suits_of, with_known
from kibitz.games.hand_knee_foot.position import Position


def as_seen(position: Position, seat: int) -> Position:
    """See :meth:`kibitz.games.game.Game.as_seen`: other hands but for what came from the pile.

    Knees and feet are hidden, the own ones as well, and the stock, and how the pile will be
    shuffled. Raises ``BadInput`` when the hand of ``seat`` is not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    shown = [
        held if other == seat else known
        for other, (held, known) in enumerate(zip(position.hands, position.known, strict=True))
    ]
    seen = replace(
        position,
        hands=tuple(shown),
        hidden=tuple(n - len(cards) for n, cards in zip(position.sizes, shown, strict=True)),
        knees=((),) * len(shown),
        feet=((),) * len(shown),
        stock=(),
        stock_hidden=position.stock_size,
        shuffle=None,
        seat=seat,
        suits=(),
    )
    # Of another hand, even one known to its last card, the suits that the table knows.
    others = {Place("hands", other) for other in range(len(shown)) if other != seat}
    faces, bare = position.faces(), seen.faces()
    kept = {place: row if place in others else faces[place] for place, row in bare.items()}
    return replace(seen, suits=suits_of(with_known(kept)))
