"""The reader of Knaves positions: everything that is wrong with one is listed together.

A position must be one that play can have led to, as far as the table can know: each card in one
place, as many cards in each hand as the deal and the tricks leave, each trick led by who took the
last, suits followed, the match not won before, and at least one deal of the unseen cards that fits.
Of a position with a seat no more is kept than that seat sees.
"""

from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

import numpy as np

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_text
from kibitz.games.draft import Given, counting, values
from kibitz.games.faults import Fault, is_sound, noted
from kibitz.games.knaves.bitboards import place_of, short_group, word_of
from kibitz.games.knaves.draft import KnavesDraft, RawTrick, read_draft
from kibitz.games.knaves.notation import SUIT_WORDS
from kibitz.games.knaves.play import callable_cards
from kibitz.games.knaves.position import SEATS, Position, as_seen
from kibitz.games.knaves.rules import check_scores
from kibitz.games.knaves.table import bare_table, put, state_of
from kibitz.games.protocol import State

# What must be without fault before one can ask whether a deal of the unseen cards fits.
_DEALT: Final = (
    *("/rules/hand_size", "/rules/turned_jack", "/turned", "/dealer", "/hands", "/out"),
    *("/tricks", "/trick", "/exposed"),
)


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault."""
    draft = read_draft(data)
    draft.check(
        (_check_places, True),
        (_check_scores, draft.sound("scores", "rules/target")),
        (_check_out, draft.sound("rules/hand_size")),
        (_check_play, draft.sound_list("tricks")),
    )
    # Who leads follows from the cards, whatever is said of it.
    if is_sound([f for f in draft.faults if not f.pointer.endswith("/leader")], *_DEALT):
        position = draft.position()
        state = state_of(position)
        draft.faults += _deal_faults(position, state)
        if draft.sound("rules/exposed_cards", "called", "declined"):
            draft.faults += _call_faults(position, state)
    draft.finish()
    position = draft.position()
    return position if draft.seat is None else as_seen(position, draft.seat)


def _check_scores(draft: KnavesDraft) -> None:
    """Nobody has won the match before."""
    with noted(draft.faults):
        check_scores(draft.scores, draft.rules.target)


def _check_places(draft: KnavesDraft) -> None:
    """No card in two places; what lies exposed is held by the seat before which it lies."""
    placed = [draft.turned] if draft.turned else []
    for trick in draft.tricks:
        placed += trick.cards
    hands = list(zip(draft.hands, draft.shown, strict=False))
    for hand, shown in hands:
        placed += shown if hand.counted else hand.given
    draft.check_twice([*placed, *(draft.out.given if draft.out else [])])
    for seat, (hand, shown) in enumerate(hands):
        if hand.counted:
            if hand.sized and len(shown) > hand.count:
                cards = counting(hand.count, "card")
                message = f"seat {seat} has {cards}, but {len(shown)} lie face up before it"
                draft.add(f"/exposed/{seat}", "not_held", message)
            if seat == draft.seat:
                draft.check_own_hand(seat, draft.hands, len(shown))
            continue
        draft.check_twice(shown)
        # What could not be read may be what lies exposed.
        for pointer, card in shown if hand.whole else ():
            if card not in hand.cards:
                message = f"{card_text(card)} lies before seat {seat}, who does not hold it"
                draft.add(pointer, "not_held", message)


def _check_out(draft: KnavesDraft) -> None:
    """As many cards out of play as the deal leaves."""
    size = draft.rules.hand_size
    due = PACK_SIZE - 1 - SEATS * size
    if draft.out and draft.out.sized and draft.out.count != due:
        cards = counting(draft.out.count, "card")
        message = f"'out' has {cards}, but hands of {size} leave {due} out of play"
        draft.add("/out", "wrong_out_size", message)


def _check_play(draft: KnavesDraft) -> None:
    """Play the tricks: leaders, suits followed, and how many cards are left where.

    As far as they can be followed: up to the first that could not be read.
    """
    size, sized = draft.rules.hand_size, draft.sound("rules/hand_size")
    started = len(draft.tricks) - (draft.tricks[-1].whole and not draft.tricks[-1].cards)
    if sized and started > size:
        message = f"{started} tricks are more than hands of {size} cards make"
        draft.add("/tricks", "too_many_tricks", message)
        return
    leader, dealer = None, _dealer(draft)
    if draft.turned and dealer is not None and draft.sound("turned", "rules/turned_jack"):
        followed = list(takewhile(lambda trick: trick.whole, draft.tricks))
        state = bare_table(replace(draft.rules, hand_size=17), draft.turned.value, dealer)
        for trick, led in zip(followed, _leaders(draft, followed, state), strict=True):
            trick.leader = led
        _follow(draft, followed)
        if len(followed) == len(draft.tricks):
            leader = draft.tricks[-1].leader
    if sized and all(trick.size == SEATS for trick in draft.tricks[:-1]):
        _check_sizes(draft, leader)


def _dealer(draft: KnavesDraft) -> int | None:
    """The dealer, if need be by who is said to have led the first trick."""
    if draft.sound("dealer"):
        return draft.dealer
    first = draft.tricks[0]
    led = first.said_leader if draft.sound(f"{first.pointer}/leader"[1:]) else None
    return (led - 1) % SEATS if isinstance(led, int) else None


def _leaders(draft: KnavesDraft, tricks: list[RawTrick], state: State) -> list[int]:
    """Who leads each trick by the rules, and note those who are said to and do not.

    One wrong card or dealer makes all that follows wrong, if nobody is believed; and so does one
    wrong leader, if everybody is. So that is taken to be so which makes fewer wrong.
    """
    said = [
        trick.said_leader if draft.sound(f"{trick.pointer}/leader"[1:]) else None
        for trick in tricks
    ]
    readings = []
    for believed in (False, True):
        work, due, led = state.copy(), list[int](), list[int]()
        for trick, leader in zip(tricks, said, strict=True):
            due.append(int(work[0]["leader"]))
            led.append(leader if believed and isinstance(leader, int) else due[-1])
            work[0]["leader"] = work[0]["player"] = work[0]["turn"] = led[-1]
            for given in trick.cards:
                put(work, given.value)
        wrong = [i for i, leader in enumerate(said) if leader not in (None, due[i])]
        readings.append((len(wrong), wrong, due, led))
        if not wrong:
            break
    _, wrong, due, led = min(readings, key=lambda reading: reading[0])
    for i in wrong:
        message = f"seat {due[i]} leads this trick, not seat {said[i]}"
        draft.add(f"{tricks[i].pointer}/leader", "wrong_leader", message)
    return led


def _follow(draft: KnavesDraft, tricks: list[RawTrick]) -> None:
    """Suits followed in ``tricks``, the first of the draft, of which it is known who led them."""
    played: list[list[Given[int]]] = [[], [], []]
    for trick in tricks:
        for i, given in enumerate(trick.cards):
            played[(trick.leader + i) % SEATS].append(given)
    marks_read = all(draft.sound(f"{trick.pointer}/revoked"[1:]) for trick in draft.tricks)
    marked = {card for trick in draft.tricks for _, card in trick.revoked}
    for trick in tricks:
        for pointer, card in trick.revoked:
            if card not in values(trick.cards):
                draft.add(pointer, "no_revoke", f"{card_text(card)} is not in this trick")
        for i, given in enumerate(trick.cards):
            seat = (trick.leader + i) % SEATS
            led = trick.cards[0].value & 3
            shown = given.value in marked
            _check_suit(draft, seat, given, led, played[seat], marked=shown, marks_read=marks_read)


def _check_suit(
    draft: KnavesDraft,
    seat: int,
    given: Given[int],
    suit: int,
    played: list[Given[int]],
    *,
    marked: bool,
    marks_read: bool,
) -> None:
    """Who did not follow a suit holds none of it later, but for revokes that are marked.

    ``marked``: whether the card is; ``marks_read``: whether every mark could be read.
    """
    pointer, card = given
    shown = f"{card_text(card)} is no revoke"
    if card & 3 == suit:
        if marked:
            draft.add(pointer, "no_revoke", f"{shown}: it is led or follows suit")
        return
    later = [other for _, other in played[played.index(given) + 1 :]]
    hand = draft.hands[seat] if seat < len(draft.hands) else None
    later += [*hand.cards, *values(draft.shown[seat])] if hand else []
    follows = [other for other in later if other & 3 == suit]
    word = SUIT_WORDS[suit]
    if follows and not marked and marks_read:
        message = f"{card_text(card)} does not follow the {word} led, but seat {seat} had "
        message += f"{card_text(follows[0])}: list a revoke in 'revoked' of its trick"
        draft.add(pointer, "revoke", message)
    if (
        marked
        and not follows
        and hand
        and hand.whole
        and all(trick.whole for trick in draft.tricks)
    ):
        draft.add(pointer, "no_revoke", f"{shown}: seat {seat} had no {word}")


def _check_sizes(draft: KnavesDraft, leader: int | None) -> None:
    """As many cards in each hand as there must be; ``leader``: of the trick on the table."""
    *finished, last = draft.tricks
    before = draft.rules.hand_size - len(finished)
    for seat, hand in enumerate(draft.hands):
        due = [before, before - 1]
        if last.whole and (leader is not None or not last.size):
            due = [before - (((seat - (leader or 0)) % SEATS) < last.size)]
        if hand.sized and hand.count not in due:
            message = f"seat {seat} has {counting(hand.count, 'card')} where "
            message += f"{' or '.join(map(str, sorted(due)))} {'is' if due == [1] else 'are'} left"
            if last.whole:
                count = SEATS * len(finished) + last.size
                message += f" after {counting(count, 'card')} played"
            draft.add(hand.pointer, "wrong_hand_size", message)


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
