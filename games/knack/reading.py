"""The reader of K'nack positions: everything that is wrong with one is listed together.

A position need not be one that play can have led to, but its cards must be the packs, its field
one that can be laid, and what is said of passes, gifts and who laid must agree with the cards.
"""

from collections import Counter
from typing import Any, Final

import numpy as np

from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.draft import Given, counting, listed, naming
from kibitz.games.knack.draft import KnackDraft, read_draft
from kibitz.games.knack.history_checks import PARTS, check_history
from kibitz.games.knack.known_hands import orders
from kibitz.games.knack.position import Gift, Position, as_seen
from kibitz.games.knack.rules import HAND_SIZE
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.table import can_be_dealt, state_of
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.knack_field.table import check_field

_PACK_RULES: Final = ("rules/players", "rules/pack", "rules/jokers", "rules/packs")
_CALLS: Final = ("rules/knack_call", "rules/play_on_for_places")
LISTED: Final = {"hands": ("hand", "hands"), "decks": ("deck", "decks")}


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault.

    Of a position with a ``seat`` only what that seat sees is kept. What follows from passes is
    added to ``lacks``: from all of them with ``laid``, else from those in a row.
    """
    draft = read_draft(data)
    draft.check((_check_players, draft.sound("rules/players")))
    held = draft.sound("rules/players") and draft.sized("hands", "decks")
    # Unless it could be read how many jokers there are, there are as many as can be.
    packed = draft.sound("rules/players", "rules/pack", "rules/packs") and draft.seats_agree
    course = held and draft.knows_turn and draft.sound(*_PACK_RULES, *_CALLS, "passes", "finished")
    draft.check(
        (_check_field, True),
        (_check_packs, packed),
        (_check_course, course and draft.sound("dealer")),
        (_check_offender, course and draft.sound("offender")),
        (_check_given, held and draft.sound("rules/knack_call", "given")),
    )
    recorded = bool(draft.laid_by or draft.laid) and draft.laid_by is not None
    draft.check((check_history, recorded and draft.sound("rules", "dealer", "field", "laid")))
    draft.check((_check_passes, draft.sound("rules", *PARTS, "laid")))
    draft.finish()
    position = draft.position()
    return position if draft.seat is None else as_seen(position, draft.seat)


def _check_passes(draft: KnackDraft) -> None:
    """The hands against what their passes show, and that some deal fits all of it."""
    position = draft.position()
    record: KnackState = state_of(position)[0]
    known = len(draft.faults)
    for seat, hand in enumerate(draft.hands):
        held = list(hand.cards)
        if hand.counted:
            held = [g.card for g in position.given if g.to == seat and g.above is None]
        kinds = np.array([kind_of(card) for card in held], np.int64)
        if not orders(record["lacks"][seat], kinds, len(held)):
            cards = ", ".join(map(card_text, held))
            message = f"seat {seat} holds {cards}, which its passes rule out"
            draft.add(f"/hands/{seat}", "ruled_out", message)
    if len(draft.faults) == known and not can_be_dealt(record):
        message = "the unseen cards cannot be dealt so that each seat has what its passes leave"
        draft.add("/lacks", "no_deal", message)


def _check_players(draft: KnackDraft) -> None:
    """As many hands and decks as there are players, and no other seats."""
    lengths = {"hands": len(draft.hands), "decks": len(draft.decks)}
    draft.check_lengths(draft.rules.players, "players", LISTED, lengths)
    seats: list[tuple[str, int | None]] = [("dealer", draft.dealer), ("turn", draft.turn)]
    seats += [("seat", draft.seat), ("offender", draft.offender)]
    seats += [(f"finished/{i}", seat) for i, seat in enumerate(draft.finished)]
    seats += [(f"laid/{i}", seat) for i, seat in enumerate(draft.laid_by or ())]
    seats += [(f"{pointer[1:]}/seat", lack.seat) for pointer, lack in draft.lacks]
    for pointer, gift in draft.given:
        seats += [(f"{pointer[1:]}/by", gift.by), (f"{pointer[1:]}/to", gift.to)]
    draft.check_seats(draft.rules.players, seats)
    draft.check_own_hand(draft.seat, draft.hands)
    seat = draft.seat if draft.sound("seat", "dealer") else None
    for card in draft.laid:
        if card.card == UNSEEN and seat == draft.starter and draft.sound(card.pointer[1:]):
            message = f"seat {seat} laid the card at 0,0 and knows it"
            draft.add(card.pointer, "own_card_hidden", message)


def _check_field(draft: KnackDraft) -> None:
    """A field that can be laid, its first card face down."""
    for card in draft.laid:
        hidden = card.card == UNSEEN and card.cell != (0, 0)
        if hidden and draft.sound(card.pointer[1:]):
            message = f"the card at {card.x},{card.y} lies face up: only that at 0,0 is not known"
            draft.add(card.pointer, "face_down", message)
    check_field(draft, draft.rules, draft.laid, free=True)


def _check_packs(draft: KnackDraft) -> None:
    """No more of a card than the packs have, and as many cards in all."""
    rules = draft.rules
    named = [Given(f"{c.pointer}/2", c.card) for c in draft.laid if c.card != UNSEEN]
    piles = [*draft.hands, *draft.decks, *([draft.aside] if draft.aside else [])]
    named += [card for pile in piles for card in pile.given]
    sized = draft.sized("hands", "decks", "aside")
    for pointer, gift in draft.given if sized and draft.sound("given") else ():
        pile = (draft.hands if gift.above is None else draft.decks)[gift.to]
        named += [Given(f"{pointer}/card", gift.card)] if pile.counted else []
    pack, seen = rules.cards, Counter[int]()
    given_times = Counter(card for _, card in named)
    for pointer, card in named:
        seen[card] += 1
        text = card_text(card)
        if not pack[card]:
            without = " without jokers" if text == "JK" and rules.pack != 36 else ""
            message = f"{text} is not in a pack of {rules.pack} cards{without}"
            draft.add(pointer, "not_in_pack", message)
        elif seen[card] == pack[card] + 1:
            there = "1 is" if pack[card] == 1 else f"{pack[card]} are"
            message = f"{text} is given {given_times[card]} times, but only {there} in play"
            draft.add(pointer, "too_many_copies", message)
    if not (sized and draft.sound("rules/jokers") and draft.sound_list("field")):
        return
    aside = draft.aside.count if draft.aside else rules.aside
    if aside != rules.aside:
        message = f"{counting(aside, 'card')} set aside, not {rules.aside}"
        draft.add("/aside", "wrong_aside", message)
    laid = len(listed(draft.fields.get("field")))
    total = laid + aside + sum(pile.count for pile in [*draft.hands, *draft.decks])
    if total != pack.total():
        message = f"{counting(laid, 'card')} on the field, {aside} set aside and those of hands "
        message += f"and decks make {total}, not {pack.total()}"
        missing = sorted((pack - seen).elements())
        if missing and len(named) == total < pack.total():
            message += f"; missing: {naming(missing)}"
        draft.add("/decks", "wrong_total", message)


def _check_course(draft: KnackDraft) -> None:
    """Sizes of hands, who is out, whose turn it is and how many have passed."""
    rules, seats = draft.rules, draft.seats_in
    for seat, hand in enumerate(draft.hands):
        size = draft.decks[seat].count
        if hand.count > HAND_SIZE or (size and hand.count < HAND_SIZE):
            message = f"seat {seat} holds {counting(hand.count, 'card')} with {size} in its deck: "
            message += "it draws to 5"
            draft.add(hand.pointer, "wrong_hand_size", message)
        if draft.left(seat) > rules.share and rules.knack_call == "auto":
            message = (
                f"seat {seat} has {counting(draft.left(seat), 'card')}, but was dealt {rules.share}"
            )
            draft.add(hand.pointer, "too_many_cards", message)
        if (seat in draft.finished) == (draft.left(seat) > 0):
            out = "has cards" if seat in draft.finished else "has run out of cards"
            message = f"seat {seat} {out}: list in finished those that have none"
            draft.add("/finished", "wrong_finished", message)
    if len({*draft.finished}) < len(draft.finished):
        draft.add("/finished", "seat_twice", "a seat has run out of cards twice")
    if len({*draft.finished}) > 1 and not rules.play_on_for_places:
        out = counting(len({*draft.finished}), "seat")
        message = f"{out} without cards, but the game ends with the first"
        draft.add("/finished", "has_ended", message)
    if draft.passes > len(seats):
        message = f"{counting(draft.passes, 'pass', 'passes')} in a row, but only "
        message += f"{counting(len(seats), 'seat')} in play"
        draft.add("/passes", "too_many_passes", message)
    elif not draft.is_over and draft.turn not in seats:
        draft.add("/turn", "not_in", f"seat {draft.turn} has no cards and does not move")
    if not listed(draft.fields.get("field")) and (draft.turn != draft.starter or draft.passes):
        message = f"seat {draft.starter} first lays the free card, nobody passes before"
        draft.add("/turn", "wrong_start", message)


def _check_offender(draft: KnackDraft) -> None:
    """A penalty that is being paid: who has given so far, and who gives from a hand now."""
    offender, players = draft.offender, draft.rules.players
    if offender is None:
        return
    if draft.rules.knack_call == "auto":
        message = "K'nack! is called automatically under these rules: nobody is given cards"
        draft.add("/offender", "no_penalty", message)
        return
    between = [(offender + n) % players for n in range(1, (draft.turn - offender) % players)]
    gifts = len([seat for seat in between if draft.left(seat)])
    if draft.turn == offender or draft.decks[draft.turn].count or draft.passes:
        message = f"seat {draft.turn} does not give a card from the hand to seat {offender}"
        draft.add("/offender", "no_penalty", message)
    elif draft.decks[offender].count != gifts or draft.hands[offender].count != HAND_SIZE:
        message = f"seat {offender} has drawn its last card and been given {gifts} since"
        draft.add(f"/decks/{offender}", "wrong_penalty", message)


def _check_given(draft: KnackDraft) -> None:
    """Cards that their givers know: in the deck or the hand where they are said to be."""
    known: dict[int, Counter[int]] = {}
    places = set()
    for pointer, gift in draft.given:
        text, hand = card_text(gift.card), draft.hands[gift.to]
        if gift.by == gift.to or draft.rules.knack_call == "auto":
            draft.add(f"{pointer}/by", "no_gift", f"seat {gift.by} has given nobody {text}")
        if gift.above is not None:
            _check_given_deck(draft, gift, pointer)
            if (gift.to, gift.above) in places:
                draft.add(f"{pointer}/above", "place_twice", "two cards given lie there")
            places.add((gift.to, gift.above))
            continue
        received = known.setdefault(gift.to, Counter())
        received[gift.card] += 1
        missing = hand.whole and received[gift.card] > hand.cards.count(gift.card)
        if received.total() > hand.count or missing:
            message = f"seat {gift.to} does not hold {text}, which it was given"
            draft.add(f"{pointer}/card", "not_held", message)


def _check_given_deck(draft: KnackDraft, gift: Gift, pointer: str) -> None:
    above, deck = gift.above or 0, draft.decks[gift.to]
    if not above < deck.count <= above + HAND_SIZE:
        message = (
            f"{card_text(gift.card)} cannot lie under {above} of {counting(deck.count, 'card')}"
        )
        draft.add(f"{pointer}/above", "not_there", message)
    elif deck.whole and deck.cards[above] != gift.card:
        message = f"{card_text(deck.cards[above])} lies there, not {card_text(gift.card)}"
        draft.add(f"{pointer}/card", "not_there", message)
