"""The reader of Knaves positions: everything that is wrong with one is said at once.

A position must be one that play can have led to, as far as the table can know: each card in one
place, as many cards in each hand as the deal and the tricks leave, each trick led by who took the
last, suits followed, and at least one deal of the unseen cards that fits.
"""

from typing import Any

import numpy as np

from games.cards import PACK_SIZE, UNSEEN, card_text
from games.faults import BadInput, Fault
from games.knaves.draft import Draft, Given, read_draft
from games.knaves.lanes import place_of, word_of
from games.knaves.play import callable_cards
from games.knaves.position import SEATS, Position
from games.knaves.table import bare_table, put, state_of
from games.knaves.words import SUIT_WORDS
from games.knaves.worlds import short_group
from games.protocol import State


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault."""
    draft = read_draft(data)
    _check_places(draft)
    if draft.usable("rules", "turned", "dealer", "tricks", "trick"):
        _check_play(draft)
    own = draft.hands[draft.seat] if draft.seat is not None and draft.hands else None
    if own and own.counted and own.count > len(own.shown):
        message = f"in the view of seat {draft.seat} its own hand is listed"
        draft.add(own.pointer, "own_hand_hidden", message)
    if draft.faults:
        raise BadInput(draft.faults)
    position = draft.position(data)
    state = state_of(position)
    faults = [*_deal_faults(position, state), *_call_faults(position, state)]
    if faults:
        raise BadInput(faults)
    return position


def _check_places(draft: Draft) -> None:
    """No card in two places; what lies exposed is held by the seat before which it lies."""
    placed = [draft.turned] if draft.turned else []
    for trick in draft.tricks:
        placed += trick.cards
    for hand in draft.hands:
        placed += hand.shown if hand.counted else hand.cards
    placed += draft.out.cards if draft.out else []
    _check_twice(draft, placed)
    for seat, hand in enumerate(draft.hands):
        if hand.counted:
            if len(hand.shown) > hand.count:
                message = f"{len(hand.shown)} cards lie before seat {seat}, who has {hand.count}"
                draft.add(f"/exposed/{seat}", "not_held", message)
            continue
        _check_twice(draft, hand.shown)
        held = [card for _, card in hand.cards]
        for pointer, card in hand.shown:
            if card not in held:
                message = f"{card_text(card)} lies before seat {seat}, who does not hold it"
                draft.add(pointer, "not_held", message)


def _check_twice(draft: Draft, placed: list[Given]) -> None:
    seen: dict[int, str] = {}
    for pointer, card in placed:
        if card in seen:
            draft.add(pointer, "card_twice", f"{card_text(card)} is also at {seen[card]}")
        seen.setdefault(card, pointer)


def _check_play(draft: Draft) -> None:
    """Play the tricks: leaders, suits followed, and how many cards are left where."""
    size = draft.rules.hand_size
    started = len(draft.tricks) - (not draft.tricks[-1].cards)
    if started > size:
        message = f"{started} tricks are more than hands of {size} cards make"
        draft.add("/tricks", "too_many_tricks", message)
        return
    assert draft.turned
    state = bare_table(draft.rules, draft.turned.card, draft.dealer)
    played: list[list[Given]] = [[], [], []]
    for trick in draft.tricks:
        trick.leader = int(state[0]["leader"])
        if trick.said_leader not in (None, trick.leader):
            message = f"seat {trick.leader} leads this trick, not seat {trick.said_leader}"
            draft.add(f"{trick.pointer}/leader", "wrong_leader", message)
        for given in trick.cards:
            played[int(state[0]["player"])].append(given)
            put(state, given.card)
    for trick in draft.tricks:
        for pointer, card in trick.revoked:
            if card not in [other for _, other in trick.cards]:
                draft.add(pointer, "no_revoke", f"{card_text(card)} is not in this trick")
        for i, given in enumerate(trick.cards):
            seat = (trick.leader + i) % SEATS
            _check_suit(draft, seat, given, trick.cards[0].card, played[seat])
    _check_sizes(draft, state)


def _check_suit(draft: Draft, seat: int, given: Given, led: int, played: list[Given]) -> None:
    """Who did not follow a suit holds none of it later, but for revokes that are marked."""
    pointer, card = given
    suit, shown = led & 3, f"{card_text(card)} is no revoke"
    marked = any(card == other for trick in draft.tricks for _, other in trick.revoked)
    if card & 3 == suit:
        if marked:
            draft.add(pointer, "no_revoke", f"{shown}: it is led or follows suit")
        return
    later = [other for _, other in played[played.index(given) + 1 :]]
    hand = draft.hands[seat] if draft.hands else None
    later += [other for _, other in (*hand.cards, *hand.shown)] if hand else []
    follows = [other for other in later if other & 3 == suit]
    word = SUIT_WORDS[suit]
    if follows and not marked:
        message = f"{card_text(card)} does not follow the {word} led, but seat {seat} had "
        message += f"{card_text(follows[0])}: a revoke is to be listed in revoked"
        draft.add(pointer, "revoke", message)
    if marked and not follows and hand and not hand.counted:
        draft.add(pointer, "no_revoke", f"{shown}: seat {seat} had no {word}")


def _check_sizes(draft: Draft, state: State) -> None:
    """As many cards in the hands and out of play as there must be."""
    count = int(state[0]["count"])
    for seat, hand in enumerate(draft.hands):
        due = int(state[0]["unknown"][seat])
        if hand.count != due:
            message = f"seat {seat} has {hand.count} cards, but after {count} cards played {due}"
            draft.add(hand.pointer, "wrong_hand_size", message)
    due = PACK_SIZE - 1 - SEATS * draft.rules.hand_size
    if draft.out and draft.out.count != due:
        message = f"{draft.out.count} cards are out of play, but hands of {draft.rules.hand_size} "
        draft.add("/out", "wrong_out_size", message + f"leave {due}")


def _deal_faults(position: Position, state: State) -> list[Fault]:
    """Whether the unseen cards can be dealt to those hands that lack the suits they lack."""
    record, unseen = state[0], position.unseen
    voids, sizes = record["voids"], record["unknown"]
    group = int(short_group(np.uint64(word_of(unseen)), voids, sizes, 0, voids[0], sizes[0]))
    if not group:
        return []
    seats = [seat for seat in range(SEATS) if group >> seat & 1]
    wanted = sum(int(sizes[seat]) for seat in seats)
    possible = [card for card in unseen if any(not voids[s] >> (card & 3) & 1 for s in seats)]
    who = (
        f"seats {' and '.join(map(str, seats))} hold"
        if len(seats) > 1
        else f"seat {seats[0]} holds"
    )
    message = f"no deal fits: {who} {wanted} unseen cards, but only {len(possible)} can be there"
    return [Fault("/hands", "no_deal", message)]


def _call_faults(position: Position, state: State) -> list[Fault]:
    """Whether the card called could be, and whether there was one that could."""
    if position.called == UNSEEN and not position.declined:
        return []
    named = "called" if position.called != UNSEEN else "declined"
    record = state[0]
    choice = int(callable_cards(record)) if position.rules.exposed_cards else 0
    if not choice:
        message = "there is no exposed card to be called"
        if not position.rules.exposed_cards:
            message = "cards are called only with rules.exposed_cards"
        return [Fault(f"/{named}", "nothing_to_call", message)]
    if named == "called":
        text = card_text(position.called)
        if not choice >> place_of(position.called) & 1:
            return [Fault("/called", "nothing_to_call", f"{text} cannot be called now")]
        if position.declined == 2:
            return [Fault("/declined", "nothing_to_call", f"both declined, yet {text} is called")]
    return []
