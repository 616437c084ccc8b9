"""From positions of K'nack to kernel states and back, and whether one leaves a deal at all."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

import numpy as np

from kibitz.games.cards import JOKER, UNSEEN
from kibitz.games.knack.bound_hands import CLASSES, bound_hands
from kibitz.games.knack.known_hands import note_pass, unseen_cards
from kibitz.games.knack.position import Gift, Lack, Position
from kibitz.games.knack.rules import FACES, MOST_SEATS, NOBODY
from kibitz.games.knack.state import SIDE, STATE, KnackState
from kibitz.games.knack_field.field import lay, open_kinds
from kibitz.games.knack_field.table import cell_at, clear_field, joined, place_of
from kibitz.games.protocol import State

FIRST_CELL = (0, 0)


@lru_cache(32)
def state_of(position: Position) -> State:
    """See :meth:`kibitz.games.game.Game.state_of`."""
    rules = position.rules
    state = np.zeros(1, STATE)
    record = state[0]
    _lay_field(record, position)
    for card, count in rules.cards.items():
        record["pack"][card] = count
    record["given"], record["givers"], record["deck_givers"] = UNSEEN, NOBODY, NOBODY
    for seat in range(rules.players):
        known = [g.card for g in position.given if g.to == seat and g.above is None]
        hand = [*position.hands[seat]] or [*sorted(known), *[UNSEEN] * position.hidden[seat]]
        held, size = position.held[seat], position.deck_sizes[seat]
        record["hands"][seat][:held] = hand[:held]
        record["held"][seat], record["deck_sizes"][seat] = held, size
        deck = position.decks[seat] or [UNSEEN] * size
        record["decks"][seat][:size] = deck[::-1]
    _write_given(record, position)
    _write_lacks(record, position)
    aside = position.aside or [UNSEEN] * position.aside_hidden
    record["aside"][: len(aside)] = aside
    record["aside_size"] = len(aside)
    record["finished"][: len(position.finished)] = position.finished
    record["done"] = len(position.finished)
    record["players"] = rules.players
    record["dealer"], record["turn"] = position.dealer, position.turn
    record["viewer"] = NOBODY if position.seat is None else position.seat
    record["passes"] = position.passes
    record["offender"] = NOBODY if position.offender is None else position.offender
    record["explicit"] = rules.knack_call == "explicit"
    record["places"] = rules.play_on_for_places
    return state


def with_passes(position: Position, seats: list[int]) -> Position:
    """``position`` with what it shows of hands that ``seats`` passed since a card was laid last."""
    if not seats and not position.lacks:
        return position
    record: Any = np.zeros(1, STATE)[0]
    record["players"] = position.rules.players
    record["held"][: position.rules.players] = position.held
    _lay_field(record, position)
    _write_lacks(record, position)
    for seat in seats:
        note_pass(record["lacks"][seat], open_kinds(record["field"]))
    return replace(position, lacks=lacks_of(record))


def _write_lacks(record: KnackState, position: Position) -> None:
    for lack in position.lacks:
        record["lacks"][lack.seat, lack.at_most :] |= lack.kinds


def _lay_field(record: np.void, position: Position) -> None:
    """Lay the cards in their order, or from the first one outwards, that one face down."""
    clear_field(record["field"], position.rules)
    card_at = {(x, y): card for x, y, card in position.field}
    record["free"] = card_at.get(FIRST_CELL, UNSEEN)
    if position.laid is not None:
        record["recorded"] = True
        record["laid_by"][: len(position.laid)] = position.laid
    for cell in joined(card_at) if position.laid is None else card_at:
        lay(record["field"], cell_at(SIDE, *cell), UNSEEN if cell == FIRST_CELL else card_at[cell])


def _write_given(record: np.void, position: Position) -> None:
    """Write what givers know of the cards they gave."""
    count = [0] * position.rules.players
    for given in position.given:
        if given.above is None:
            record["given"][given.to, count[given.to]] = given.card
            record["givers"][given.to, count[given.to]] = given.by
            count[given.to] += 1
        else:
            place = position.deck_sizes[given.to] - 1 - given.above
            record["deck_givers"][given.to, place] = given.by
            record["decks"][given.to, place] = given.card


def places_of(state: State) -> tuple[int, ...]:
    """The place of each seat of an ended round: first who ran out of cards, in that order.

    The others follow by the cards they have left, the fewest first; equals share a place.
    """
    record = state[0]
    players = range(int(record["players"]))
    finished = record["finished"][: int(record["done"])].tolist()
    left = [int(record["held"][seat]) + int(record["deck_sizes"][seat]) for seat in players]
    return tuple(
        1 + (finished.index(seat) if seat in finished else sum(n < left[seat] for n in left))
        for seat in players
    )


def position_of(state: State, like: Position) -> Position:
    """See :meth:`kibitz.games.game.Game.position`: what ``like`` hides stays hidden.

    Nothing of a free card that was laid unseen is known.
    """
    record = state[0]
    players, viewer = like.rules.players, like.seat
    hands, hidden, decks, decks_hidden = [], [], [], []
    for seat in range(players):
        hand = record["hands"][seat][: int(record["held"][seat])].tolist()
        hides = UNSEEN in hand or like.hidden[seat] > 0 or viewer not in (None, seat)
        hands.append(() if hides else tuple(hand))
        hidden.append(len(hand) if hides else 0)
        size = int(record["deck_sizes"][seat])
        deck = record["decks"][seat][:size][::-1].tolist()
        hides = UNSEEN in deck or like.decks_hidden[seat] > 0 or viewer is not None
        decks.append(() if hides else tuple(deck))
        decks_hidden.append(size if hides else 0)
    offender = int(record["offender"])
    return Position(
        rules=like.rules,
        dealer=like.dealer,
        turn=int(record["turn"]),
        field=_field_of(record, viewer not in (None, like.starter)),
        laid=_laid_of(record),
        hands=tuple(hands),
        hidden=tuple(hidden),
        decks=tuple(decks),
        decks_hidden=tuple(decks_hidden),
        aside=like.aside if like.aside_hidden else _aside_of(record),
        aside_hidden=like.aside_hidden,
        passes=int(record["passes"]),
        finished=tuple(int(seat) for seat in record["finished"][: int(record["done"])]),
        offender=None if offender == NOBODY else offender,
        lacks=lacks_of(record),
        given=_given_of(record, viewer),
        seat=viewer,
    )


def _field_of(record: np.void, hides: bool) -> tuple[tuple[int, int, int], ...]:
    field = record["field"]
    count = int(field["count"])
    cards = field["laid"][:count].tolist()
    if count and not hides:
        cards[0] = int(record["free"])
    cells = [place_of(SIDE, cell) for cell in field["where"][:count].tolist()]
    found = [(x, y, card) for (x, y), card in zip(cells, cards, strict=True)]
    return tuple(found if record["recorded"] else sorted(found))


def _laid_of(record: np.void) -> tuple[int, ...] | None:
    """Who laid each card of the field, where that is known."""
    if not record["recorded"]:
        return None
    return tuple(record["laid_by"][: int(record["field"]["count"])].tolist())


def _aside_of(record: np.void) -> tuple[int, ...]:
    return tuple(int(card) for card in record["aside"][: int(record["aside_size"])])


def lacks_of(record: KnackState) -> tuple[Lack, ...]:
    """What passes show of each hand: sets larger than the ones before, that a hand can exceed."""
    found = []
    lacks, held = record["lacks"].tolist(), record["held"].tolist()
    for seat in range(int(record["players"])):
        before = 0
        for level, kinds in enumerate(lacks[seat][: held[seat]]):
            if kinds != before:
                found.append(Lack(seat, level, kinds))
            before = kinds
    return tuple(found)


def _given_of(record: np.void, viewer: int | None) -> tuple[Gift, ...]:
    """What givers know of the cards they gave, or one of them; a face that is not known is left."""
    found = []
    given, givers = record["given"].tolist(), record["givers"].tolist()
    deck_givers, sizes = record["deck_givers"].tolist(), record["deck_sizes"].tolist()
    for seat in range(int(record["players"])):
        for card, giver in zip(given[seat], givers[seat], strict=True):
            if card <= JOKER and giver in _those(viewer):
                found.append(Gift(giver, seat, card))
        for place, giver in enumerate(deck_givers[seat][: sizes[seat]]):
            card = int(record["decks"][seat, place])
            if card <= JOKER and giver in _those(viewer):
                found.append(Gift(giver, seat, card, sizes[seat] - 1 - place))
    return tuple(sorted(found, key=Gift.order))


def _those(viewer: int | None) -> range:
    return range(viewer, viewer + 1) if viewer is not None else range(99)


Slot = tuple[int, ...]
_FREE: Final = -1


def can_be_dealt(record: KnackState) -> bool:
    """Whether the cards that a state does not know can be dealt as its passes and counts ask.

    Each card that a hand lacks is a slot. Where at most ``n`` cards of the lowest classes may be
    held, only the first ``n`` slots take them; then hands that obey all limits are exactly those
    whose cards can be put into the slots, which a matching decides.
    """
    left = np.empty(FACES, np.int64)
    unseen_cards(record, left)
    if left.min() < 0 or left.sum() != _places(record):
        return False
    if not record["lacks"].any():
        return True
    seats, wanted = np.empty((2, MOST_SEATS), np.int64)
    known = np.empty((MOST_SEATS, CLASSES), np.int64)
    classes = np.empty((MOST_SEATS, FACES), np.int64)
    slots: list[list[int]] = []
    for hand in range(int(bound_hands(record, left, seats, wanted, known, classes))):
        limits = np.maximum(0, np.arange(CLASSES) - known[hand].cumsum())
        limits[-1] = wanted[hand]
        reach = np.minimum.accumulate(limits[::-1])[::-1]
        slots += [
            [card for card in range(FACES) if slot < reach[classes[hand, card]]]
            for slot in range(int(wanted[hand]))
        ]
    copies = [(card, n) for card in range(FACES) for n in range(int(left[card]))]
    taken = dict.fromkeys(copies, _FREE)
    options = [[copy for copy in copies if copy[0] in set(cards)] for cards in slots]
    return all(_fill(slot, options, taken, set()) for slot in range(len(slots)))


def _places(record: KnackState) -> int:
    """How many cards the state does not know."""
    count = int(record["field"]["count"] > 0 and record["free"] == UNSEEN)
    for seat in range(int(record["players"])):
        count += int((record["hands"][seat][: int(record["held"][seat])] == UNSEEN).sum())
        count += int((record["decks"][seat][: int(record["deck_sizes"][seat])] == UNSEEN).sum())
    return count + int((record["aside"][: int(record["aside_size"])] == UNSEEN).sum())


def _fill(
    slot: int,
    options: list[list[tuple[int, int]]],
    taken: dict[tuple[int, int], int],
    tried: set[tuple[int, int]],
) -> bool:
    """Find a card for a slot, others giving way to it where they can take another."""
    for copy in options[slot]:
        if copy not in tried:
            tried.add(copy)
            if taken[copy] == _FREE or _fill(taken[copy], options, taken, tried):
                taken[copy] = slot
                return True
    return False
