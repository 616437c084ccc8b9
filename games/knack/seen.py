"""Positions and moves of K'nack as one of its seats sees them."""

from dataclasses import replace

from kibitz.games.cards import UNSEEN
from kibitz.games.faults import BadInput
from kibitz.games.knack.notation import write_move
from kibitz.games.knack.play import CELLS, FACE_DOWN, GIVE, LAY, MIDDLE, PASS
from kibitz.games.knack.position import Position
from kibitz.games.protocol import State


def as_seen(position: Position, seat: int) -> Position:
    """See `games.game.Game.as_seen`: own hand and what it laid or gave, else the numbers.

    Nobody sees any deck, the own one among them. Raises ``BadInput`` when the hand of ``seat`` is
    not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    players = range(position.rules.players)
    held, sizes = position.held, position.deck_sizes
    field = position.field
    if seat != position.starter:
        field = tuple((x, y, UNSEEN if x == y == 0 else card) for x, y, card in field)
    return replace(
        position,
        field=field,
        hands=tuple(position.hands[other] if other == seat else () for other in players),
        hidden=tuple(0 if other == seat else held[other] for other in players),
        decks=((),) * len(players),
        decks_hidden=sizes,
        aside=(),
        aside_hidden=position.rules.aside,
        given=tuple(given for given in position.given if given.by == seat),
        seat=seat,
    )


def seen_move(state: State, move: int, seat: int) -> str:
    """The text of a legal move of a state that knows all cards, as the view of ``seat`` reads it.

    The free card and what is given from a hand are named by those who do it; so is a card drawn.
    """
    record = state[0]
    mover = int(record["turn"])
    if mover != seat:
        if PASS < move < LAY:
            return write_move(GIVE + FACE_DOWN)
        return write_move(CELLS * FACE_DOWN + MIDDLE if not record["field"]["count"] else move)
    size = int(record["deck_sizes"][mover])
    draws = move > LAY and size > 0
    return write_move(move, int(record["decks"][mover, size - 1]) if draws else UNSEEN)
