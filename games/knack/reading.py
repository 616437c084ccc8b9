"""The reader of K'nack positions: everything that is wrong with one is said at once.

A position need not be one that play can have led to, but its cards must be the packs, its field
one that can be laid, and what is told of passes and gifts must agree with the cards.
"""

from collections import Counter
from dataclasses import replace
from typing import Any, Final

import numpy as np

from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knack.draft import Draft, Named, read_draft
from kibitz.games.knack.fitting import can_be_dealt
from kibitz.games.knack.lacks import contradicted, note_pass
from kibitz.games.knack.position import Given, Position
from kibitz.games.knack.rules import HAND_SIZE
from kibitz.games.knack.seen import as_seen
from kibitz.games.knack.table import lacks_of, state_of
from kibitz.games.knack_field.faults import field_faults
from kibitz.games.knack_field.field import open_kinds
from kibitz.games.knack_field.matching import kind_of

_NAMED: Final = 8


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault.

    Of a position with a ``seat`` only what that seat sees is kept. What passes in a row tell is
    added to ``lacks``.
    """
    draft = read_draft(data)
    if draft.usable("rules"):
        _check_players(draft)
    if draft.usable("rules", "field"):
        _check_field(draft)
    if draft.usable("rules", "field", "hands", "decks", "aside", "given"):
        _check_packs(draft)
    if draft.usable("rules", "dealer", "turn", "field", "hands", "decks", "passes", "finished"):
        _check_course(draft)
        if draft.usable("offender"):
            _check_offender(draft)
    if draft.usable("rules", "hands", "decks", "given"):
        _check_given(draft)
    if draft.faults:
        raise BadInput(draft.faults)
    return _agreeing(draft)


def _agreeing(draft: Draft) -> Position:
    """The position of a draft whose parts are sound, what its passes tell written out."""
    position = draft.position()
    state = state_of(position)
    record = state[0]
    for seat in _passers(draft):
        note_pass(record["lacks"][seat], open_kinds(record["field"]))
    for seat, hand in enumerate(draft.hands):
        known = list(hand.faces)
        if hand.counted:
            known = [g.card for g in position.given if g.to == seat and g.above is None]
        kinds = np.array([kind_of(card) for card in known], np.int64)
        if contradicted(record["lacks"][seat], kinds, len(known)):
            cards = ", ".join(map(card_text, known))
            message = f"seat {seat} holds {cards}, which its passes rule out"
            draft.add(f"/hands/{seat}", "ruled_out", message)
    if not draft.faults and not can_be_dealt(record):
        message = "the unseen cards cannot be dealt so that each seat has what its passes leave"
        draft.add("/lacks", "no_deal", message)
    if draft.faults:
        raise BadInput(draft.faults)
    position = replace(position, lacks=lacks_of(record))
    return position if draft.seat is None else as_seen(position, draft.seat)


def _passers(draft: Draft) -> list[int]:
    """The seats that have passed since a card was laid last."""
    seats, players = draft.seats_in, draft.rules.players
    last = draft.turn if draft.passes >= len(seats) else draft.turn - 1
    before = [(last - step) % players for step in range(players)]
    return [seat for seat in before if seat in seats][: draft.passes]


def _check_players(draft: Draft) -> None:
    """As many hands and decks as there are players, and no other seats."""
    players = draft.rules.players
    for name, piles in (("hands", draft.hands), ("decks", draft.decks)):
        if draft.usable(name) and len(piles) != players:
            message = f"{len(piles)} {name} for {players} players"
            draft.add(f"/{name}", "wrong_players", message)
            draft.broken.add(name)
    named: list[tuple[str, int | None]] = [("dealer", draft.dealer), ("turn", draft.turn)]
    named += [("seat", draft.seat), ("offender", draft.offender)]
    named += [(f"finished/{i}", seat) for i, seat in enumerate(draft.finished)]
    named += [(f"lacks/{i}/seat", lack.seat) for i, lack in enumerate(draft.lacks)]
    for i, given in enumerate(draft.given):
        named += [(f"given/{i}/by", given.by), (f"given/{i}/to", given.to)]
    for name, seat in named:
        if seat is not None and seat >= players:
            draft.add(f"/{name}", "no_such_seat", f"{players} players have no seat {seat}")
            draft.broken.add(name.split("/")[0])
    seat = draft.seat
    if seat is None or not draft.usable("seat", "hands", "dealer", "field"):
        return
    if draft.hands[seat].counted and draft.hands[seat].count:
        message = f"seat {seat} sees its own hand: list its cards"
        draft.add(f"/hands/{seat}", "own_hand_hidden", message)
    for card in draft.laid:
        if card.card == UNSEEN and seat == draft.starter:
            message = f"seat {seat} laid the card at 0,0 and knows it"
            draft.add(card.pointer, "own_card_hidden", message)


def _check_field(draft: Draft) -> None:
    """A field that can be laid, its first card face down."""
    laid = []
    for card in draft.laid:
        if card.cell == (0, 0):
            laid.append(card._replace(card=UNSEEN))
            continue
        if card.card == UNSEEN:
            message = f"the card at {card.x},{card.y} lies face up: only that at 0,0 is not known"
            draft.add(card.pointer, "face_down", message)
        laid.append(card)
    draft.faults += field_faults(draft.rules, laid)


def _check_packs(draft: Draft) -> None:
    """No more of a card than the packs have, and as many cards in all."""
    rules = draft.rules
    named = [Named(f"{c.pointer}/2", c.card) for c in draft.laid if c.card != UNSEEN]
    piles = [*draft.hands, *draft.decks, *([draft.aside] if draft.aside else [])]
    named += [card for pile in piles for card in pile.cards]
    for i, given in enumerate(draft.given):
        pile = (draft.hands if given.above is None else draft.decks)[given.to]
        named += [Named(f"/given/{i}/card", given.card)] if pile.counted else []
    pack, seen = rules.cards, Counter[int]()
    given_times = Counter(card for _, card in named)
    for pointer, card in named:
        seen[card] += 1
        text = card_text(card)
        if not pack[card]:
            message = f"{text} is not in a pack of {rules.pack} cards with {rules.jokers} jokers"
            draft.add(pointer, "not_in_pack", message)
        elif seen[card] == pack[card] + 1:
            there = "1 is" if pack[card] == 1 else f"{pack[card]} are"
            message = f"{text} is given {given_times[card]} times, but only {there} in play"
            draft.add(pointer, "too_many_copies", message)
    aside = draft.aside.count if draft.aside else rules.aside
    if aside != rules.aside:
        message = f"{aside} cards are set aside, not {rules.aside}"
        draft.add("/aside", "wrong_aside", message)
    total = len(draft.laid) + aside + sum(pile.count for pile in [*draft.hands, *draft.decks])
    if total != pack.total():
        message = f"{len(draft.laid)} cards on the field, {aside} set aside and those of hands "
        message += f"and decks make {total}, not {pack.total()}"
        missing = sorted((pack - seen).elements())
        if missing and len(named) == total:
            shown = ", ".join(map(card_text, missing[:_NAMED]))
            message += f"; missing: {shown}" + (", …" if len(missing) > _NAMED else "")
        draft.add("/decks", "wrong_total", message)


def _check_course(draft: Draft) -> None:
    """Sizes of hands, who is out, whose turn it is and how many have passed."""
    rules, seats = draft.rules, draft.seats_in
    for seat, hand in enumerate(draft.hands):
        size = draft.decks[seat].count
        if hand.count > HAND_SIZE or (size and hand.count < HAND_SIZE):
            message = f"seat {seat} holds {hand.count} cards with {size} in its deck: it draws to 5"
            draft.add(hand.pointer, "wrong_hand_size", message)
        if draft.left(seat) > rules.share and rules.knack_call == "auto":
            message = f"seat {seat} has {draft.left(seat)} cards, but was dealt {rules.share}"
            draft.add(hand.pointer, "too_many_cards", message)
        if (seat in draft.finished) == (draft.left(seat) > 0):
            out = "has cards" if seat in draft.finished else "has run out of cards"
            message = f"seat {seat} {out}: list in finished those that have none"
            draft.add("/finished", "wrong_finished", message)
    if len({*draft.finished}) < len(draft.finished):
        draft.add("/finished", "seat_twice", "a seat has run out of cards twice")
    if len(draft.finished) > 1 and not rules.play_on_for_places:
        message = f"{len(draft.finished)} seats have run out, but the game ends with the first"
        draft.add("/finished", "has_ended", message)
    if draft.passes > len(seats):
        message = f"{draft.passes} passes in a row of {len(seats)} seats"
        draft.add("/passes", "too_many_passes", message)
    elif not draft.is_over and draft.turn not in seats:
        draft.add("/turn", "not_in", f"seat {draft.turn} has no cards and does not move")
    if not draft.laid and (draft.turn != draft.starter or draft.passes):
        message = f"seat {draft.starter} first lays the free card, nobody passes before"
        draft.add("/turn", "wrong_start", message)


def _check_offender(draft: Draft) -> None:
    """A penalty that is being paid: who has given so far, and who gives from a hand now."""
    offender, players = draft.offender, draft.rules.players
    if offender is None:
        return
    if draft.rules.knack_call == "auto":
        message = "K'nack! is called by itself, so nobody is given cards"
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


def _check_given(draft: Draft) -> None:
    """Cards that their givers know: in the deck or the hand where they are said to be."""
    told: dict[int, Counter[int]] = {}
    places = set()
    for i, given in enumerate(draft.given):
        text, pile = card_text(given.card), draft.hands[given.to]
        if given.by == given.to or draft.rules.knack_call == "auto":
            draft.add(f"/given/{i}/by", "no_gift", f"seat {given.by} has given nobody {text}")
        if given.above is not None:
            _check_given_deck(draft, given, i)
            if (given.to, given.above) in places:
                draft.add(f"/given/{i}/above", "place_twice", "two cards given lie there")
            places.add((given.to, given.above))
            continue
        known = told.setdefault(given.to, Counter())
        known[given.card] += 1
        held = Counter(pile.faces)
        if known.total() > pile.count or (
            not pile.counted and known[given.card] > held[given.card]
        ):
            message = f"seat {given.to} does not hold {text}, which it was given"
            draft.add(f"/given/{i}/card", "not_held", message)


def _check_given_deck(draft: Draft, given: Given, number: int) -> None:
    above, deck = given.above or 0, draft.decks[given.to]
    if not above < deck.count <= above + HAND_SIZE:
        message = f"{card_text(given.card)} cannot lie under {above} of {deck.count} cards"
        draft.add(f"/given/{number}/above", "not_there", message)
    elif not deck.counted and deck.faces[above] != given.card:
        message = f"{card_text(deck.faces[above])} lies there, not {card_text(given.card)}"
        draft.add(f"/given/{number}/card", "not_there", message)
