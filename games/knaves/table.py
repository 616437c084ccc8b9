"""From positions of Knaves to kernel states and back."""

from collections.abc import Iterable, Set
from functools import lru_cache

import numpy as np

from kibitz.games import protocol
from kibitz.games.cards import UNSEEN
from kibitz.games.knaves.bitboards import (
    JACK,
    card_at,
    cards_in,
    place_of,
    winner_of_trick,
    word_of,
)
from kibitz.games.knaves.play import ask
from kibitz.games.knaves.position import Position, Trick
from kibitz.games.knaves.rules import Rules
from kibitz.games.knaves.state import NONE, SEATS, STATE
from kibitz.games.protocol import State


def bare_table(rules: Rules, turned: int, dealer: int) -> State:
    """The state after the deal as one sees it who sees no hand: nothing played, no scores."""
    state = np.zeros(1, STATE)
    record = state[0]
    place = place_of(turned)
    suit, is_jack = place >> 4, place & 15 == JACK
    record["penalty"] = rules.jacks
    if is_jack and rules.turned_jack == "last_trick":
        record["last_stake"] = rules.jacks[suit]
    record["turned"] = place
    record["trump"] = NONE if is_jack and rules.turned_jack == "no_trump" else suit
    record["target"] = rules.target
    record["hand_size"] = rules.hand_size
    record["calling"] = rules.exposed_cards
    record["unknown"] = rules.hand_size
    record["dealer"] = dealer
    record["leader"] = record["player"] = record["turn"] = (dealer + 1) % SEATS
    record["led"] = record["best"] = record["called"] = NONE
    return state


def put(state: State, card: int, revoked: bool = False) -> None:
    """Play ``card`` for the seat whose turn it is, legal or not; a revoke shows no void."""
    record = state[0]
    seat = int(record["player"])
    void = int(record["voids"][seat])
    protocol.run_apply(state, place_of(card))
    if revoked:
        record["voids"][seat] = void


@lru_cache(32)
def state_of(position: Position) -> State:
    """See :meth:`kibitz.games.game.Game.state_of`."""
    state = bare_table(position.rules, position.turned, position.dealer)
    for trick in (*position.tricks, position.trick):
        for card in trick.cards:
            put(state, card, card in trick.revoked)
    record = state[0]
    record["scores"] = position.scores
    for seat in range(SEATS):
        record["hands"][seat] = word_of(position.hands[seat])
        record["exposed"][seat] = word_of(position.exposed[seat])
        record["unknown"][seat] = position.hidden[seat]
    record["out"] = word_of(position.out)
    record["called"] = NONE if position.called == UNSEEN else place_of(position.called)
    record["declined"] = position.declined
    ask(record)
    return state


def position_of(state: State, like: Position, revoked: Iterable[int] = ()) -> Position:
    """See :meth:`kibitz.games.game.Game.position`: what ``like`` hides stays hidden.

    ``revoked``: cards played since ``like`` that are known not to follow suit though they could.
    """
    record = state[0]
    hands, hidden, exposed = [], [], []
    for seat in range(SEATS):
        shown, held = cards_in(record["exposed"][seat]), cards_in(record["hands"][seat])
        unknown = int(record["unknown"][seat])
        if unknown or like.hidden[seat]:
            unknown += len(held) - len(shown)
            held = shown
        hands.append(held)
        hidden.append(unknown)
        exposed.append(shown)
    marked = {card for trick in (*like.tricks, like.trick) for card in trick.revoked}
    *tricks, trick = _tricks(record, like.dealer, marked.union(revoked))
    called = int(record["called"])
    return Position(
        rules=like.rules,
        turned=like.turned,
        dealer=like.dealer,
        scores=like.scores,
        hands=tuple(hands),
        hidden=tuple(hidden),
        out=() if like.out_hidden else cards_in(record["out"]),
        out_hidden=like.out_hidden,
        tricks=tuple(tricks),
        trick=trick,
        exposed=tuple(exposed),
        called=UNSEEN if called == NONE else card_at(called),
        declined=int(record["declined"]),
        seat=like.seat,
    )


def _tricks(record: np.void, dealer: int, revoked: Set[int]) -> list[Trick]:
    """The tricks of a state, the last of them on the table."""
    order = [int(place) for place in record["order"][: int(record["count"])]]
    leader = (dealer + 1) % SEATS
    tricks = []
    for start in range(0, len(order) + 1, SEATS):
        places = order[start : start + SEATS]
        cards = tuple(card_at(place) for place in places)
        tricks.append(Trick(leader, cards, tuple(card for card in cards if card in revoked)))
        if len(places) == SEATS:
            first, second, third = places
            leader += winner_of_trick(first, second, third, int(record["trump"]))
            leader %= SEATS
    return tricks
