"""From positions of K'nack Solitaire to kernel states and back."""

from collections import Counter
from functools import lru_cache

import numpy as np

from kibitz.games.cards import UNSEEN
from kibitz.games.knack_field.field import lay
from kibitz.games.knack_field.rules import pack_cards
from kibitz.games.knack_field.table import cell_at, clear_field, joined, place_of
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.state import SIDE, STATE
from kibitz.games.protocol import State


@lru_cache(32)
def state_of(position: Position) -> State:
    """See :meth:`kibitz.games.game.Game.state_of`."""
    rules = position.rules
    state = np.zeros(1, STATE)
    record = state[0]
    clear_field(record["field"], rules)
    card_at = {(x, y): card for x, y, card in position.field}
    for x, y in joined(card_at):
        lay(record["field"], cell_at(SIDE, x, y), card_at[x, y])
    record["waste"][: len(position.waste)] = position.waste
    record["wasted"] = len(position.waste)
    record["stock"][: position.stock_size] = position.stock or UNSEEN
    record["size"] = position.stock_size
    pack = pack_cards(rules)
    for card, count in Counter(pack).items():
        record["pack"][card] = count
    record["cards"] = len(pack)
    for left, order in enumerate(reversed(position.orders)):
        record["orders"][left][: len(order)] = order
    record["ordered"] = len(position.orders) > 0
    record["redeals_left"] = position.redeals_left
    record["redeals"] = rules.redeals
    record["shuffles"] = rules.redeal == "shuffle"
    record["may_decline"] = rules.may_decline
    return state


def position_of(state: State, like: Position) -> Position:
    """See :meth:`kibitz.games.game.Game.position`: what ``like`` hides stays hidden.

    A stock that was counted in ``like`` is listed again once it has gone through the waste and was
    turned over; a shuffled one only if ``like`` lists the orders.
    """
    record = state[0]
    field = record["field"]
    count = int(field["count"])
    cards = zip(field["where"][:count], field["laid"][:count], strict=True)
    laid = sorted((*place_of(SIDE, int(cell)), int(card)) for cell, card in cards)
    stock = tuple(int(c) for c in record["stock"][int(record["drawn"]) : int(record["size"])])
    left = int(record["redeals_left"])
    if left == like.redeals_left:
        counted = like.hidden > 0
    else:
        counted = like.rules.redeal == "shuffle" and not like.orders
    if UNSEEN in stock:
        counted = True
    return Position(
        rules=like.rules,
        field=tuple(laid),
        waste=tuple(int(card) for card in record["waste"][: int(record["wasted"])]),
        stock=() if counted else stock,
        redeals_left=left,
        hidden=len(stock) if counted else 0,
        orders=_orders(record, left) if like.orders else (),
    )


def _orders(record: np.void, left: int) -> tuple[tuple[int, ...], ...]:
    """The orders of the redeals left, the next one first."""
    cards = int(record["cards"])
    return tuple(
        tuple(int(card) for card in record["orders"][i][:cards]) for i in reversed(range(left))
    )
