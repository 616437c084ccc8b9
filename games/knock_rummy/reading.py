"""The reader of Knock Rummy positions: everything that is wrong with one is said at once.

A position must be one that play can have led to, as far as the table can know: each card in one
place, hands of the right size, nothing hidden that everybody has seen, the hand not past its end.
"""

from collections.abc import Sequence
from typing import Any, Final

from kibitz.games.cards import PACK_SIZE, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.draft import Draft, Given, GivenPile, read_draft
from kibitz.games.knock_rummy.match import match_winner
from kibitz.games.knock_rummy.melds import deadwood_of
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.retelling import check_history
from kibitz.games.knock_rummy.seen import as_seen

# What the parts of a position that have one entry for each player consist of: one of it, several.
LISTED: Final = {
    "hands": ("hand", "hands"),
    "known": ("list of known cards", "lists of known cards"),
    "scores": ("score", "scores"),
    "held": ("number of cards held", "numbers of cards held"),
}


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault.

    Of a position with a ``seat`` only what that seat sees is kept.
    """
    draft = read_draft(data)
    if draft.usable("rules"):
        _check_players(draft)
    if draft.usable("rules", "scores"):
        _check_match(draft)
    _check_places(draft)
    if draft.usable("rules", "dealer", "turn", "hands", "ended", "turn_overs", "takes"):
        _check_course(draft)
    counted = ("rules", "turn", "hands", "stock", "discards", "turn_overs", "takes", "ended")
    if draft.usable(*counted):
        _check_stock(draft)
    if draft.usable(*counted, "known", "shuffled"):
        _check_shuffles(draft)
    # Where the table does not add up, no history leads to it: that says nothing more.
    wrong = {fault.pointer.split("/")[1] for fault in draft.faults if fault.pointer}
    if draft.history and not wrong.intersection((*counted, "known", "taken", "dealer")):
        check_history(draft, draft.history)
    if draft.faults:
        raise BadInput(draft.faults)
    position = draft.position()
    return position if draft.seat is None else as_seen(position, draft.seat)


def _check_players(draft: Draft) -> None:
    """As many hands, totals and so on as there are players, and no other seats."""
    players = draft.rules.players
    lists: list[tuple[str, Sequence[object]]] = [("hands", draft.hands), ("known", draft.known)]
    lists.append(("scores", draft.scores))
    lists += [(f"shuffled/{i}/held", pile.held) for i, pile in enumerate(draft.shuffled)]
    for name, parts in lists:
        if draft.usable(name.split("/")[0]) and len(parts) != players:
            noun, plural = LISTED[name.rpartition("/")[2]]
            message = f"{len(parts)} {noun if len(parts) == 1 else plural} for {players} players"
            draft.add(f"/{name}", "wrong_players", message)
            draft.broken.add(name.split("/")[0])
    for name, seat in (("dealer", draft.dealer), ("turn", draft.turn), ("seat", draft.seat)):
        if seat is not None and seat >= players:
            draft.add(f"/{name}", "no_such_seat", f"{players} players have no seat {seat}")
            draft.broken.add(name)
    seat = draft.seat
    own = draft.hands[seat] if seat is not None and draft.usable("seat", "hands") else None
    if own and own.counted and own.count > len(draft.known[seat or 0]):
        message = f"seat {seat} sees its own hand: list its cards"
        draft.add(own.pointer, "own_hand_hidden", message)


def _check_match(draft: Draft) -> None:
    """Nobody has won the match before this hand: none would be dealt then."""
    winner = match_winner(draft.scores, draft.rules)
    if winner is not None:
        total, target = draft.scores[winner], draft.rules.match_target
        message = f"seat {winner} has won the match with {total} points: {target} are enough"
        draft.add("/scores", "match_over", message)


def _check_places(draft: Draft) -> None:
    """No card in two places; what is known to be held is held."""
    placed = list(draft.discards)
    shown = draft.known if draft.usable("known", "hands") else []
    for hand, cards in zip(draft.hands, shown or [[]] * len(draft.hands), strict=False):
        placed += cards if hand.counted else hand.cards
    placed += draft.stock.cards if draft.stock else []
    _check_twice(draft, placed)
    _check_twice(draft, [given for pile in draft.shuffled for given in pile.cards])
    # Of seats that are not there, more or fewer lists than hands, another fault is noted.
    for seat, (cards, hand) in enumerate(zip(shown, draft.hands, strict=False)):
        if hand.counted:
            if len(cards) > hand.count:
                message = f"{len(cards)} cards are known of seat {seat}, who has {hand.count}"
                draft.add(f"/known/{seat}", "not_held", message)
            continue
        _check_twice(draft, cards)
        held = _cards(hand.cards)
        for pointer, card in cards:
            if card not in held:
                message = f"{card_text(card)} is known of seat {seat}, who does not hold it"
                draft.add(pointer, "not_held", message)


def _check_twice(draft: Draft, placed: list[Given]) -> None:
    seen: dict[int, str] = {}
    for pointer, card in placed:
        if card in seen:
            draft.add(pointer, "card_twice", f"{card_text(card)} is also at {seen[card]}")
        seen.setdefault(card, pointer)


def _check_course(draft: Draft) -> None:
    """Sizes of hands, what the seat to move has done, and whether the hand can be going on."""
    rules, drawn = draft.rules, False
    for seat, hand in enumerate(draft.hands):
        size, more = rules.hand_size, hand.count - rules.hand_size
        may = seat == draft.turn and draft.ended not in {"knock", "no_score"}
        must = seat == draft.turn and draft.ended == "out"
        drawn |= may and more == 1
        if more not in ({1} if must else {0, 1} if may else {0}):
            due = f"{size} or {size + 1}" if may and not must else str(size + must)
            message = f"seat {seat} has {hand.count} cards, not {due}"
            draft.add(hand.pointer, "wrong_hand_size", message)
    _check_taking(draft, drawn and draft.ended is None)
    if draft.turn_overs > rules.turn_overs:
        message = f"the discard pile becomes the stock at most {rules.turn_overs} times"
        draft.add("/turn_overs", "too_many", f"{message}, not {draft.turn_overs}")
    if draft.ended in {"knock", "out"}:
        _check_end(draft)


def _check_taking(draft: Draft, drawn: bool) -> None:
    """The card just taken, and the takes in a row."""
    rules = draft.rules
    if draft.taken:
        text = card_text(draft.taken.card)
        if not drawn:
            draft.add("/taken", "nothing_taken", f"seat {draft.turn} has not taken {text} now")
        elif draft.usable("known") and draft.taken.card not in _cards(draft.known[draft.turn]):
            message = f"{text} was taken by seat {draft.turn}, so it is listed in known"
            draft.add("/taken", "not_known", message)
    if drawn and (draft.takes > 0) != (draft.taken is not None) and draft.usable("taken"):
        message = f"takes is {draft.takes}: at least 1 when a card has just been taken, else 0"
        draft.add("/takes", "wrong_takes", message)
    if draft.takes > rules.max_takes:
        message = f"{draft.takes} takes in a row are more than {rules.max_takes}"
        draft.add("/takes", "too_many", message)
    elif draft.takes == rules.max_takes and not drawn and draft.ended is None:
        message = f"after {draft.takes} takes in a row the hand has ended: no_score"
        draft.add("/ended", "has_ended", message)


def _check_end(draft: Draft) -> None:
    """Hands laid open, and a knock or going out that was allowed."""
    rules = draft.rules
    for seat, hand in enumerate(draft.hands):
        if hand.counted:
            message = f"the hand has ended with a showdown: that of seat {seat} is listed"
            draft.add(hand.pointer, "hand_hidden", message)
    if draft.turn >= len(draft.hands) or not draft.usable("turn"):
        return
    cards = tuple(_cards(draft.hands[draft.turn].cards))
    limit = 0 if draft.ended == "out" else rules.knock_limit
    if limit is None or len(cards) > rules.hand_size + 1 or draft.hands[draft.turn].counted:
        return
    dead = deadwood_of(cards, rules.ace, rules.ace_points)
    if dead > limit:
        message = f"seat {draft.turn} cannot have ended the hand with {dead} left unmatched"
        draft.add("/ended", "may_not_end", message)


def _check_stock(draft: Draft) -> None:
    """The number of cards in the stock, whether they may be hidden, and whether play goes on."""
    count = draft.stock.count if draft.stock else draft.loose
    if count != draft.loose or count < 0:
        message = f"{count} cards in the stock and {PACK_SIZE - draft.loose} elsewhere "
        draft.add("/stock", "wrong_stock_size", message + f"are not the {PACK_SIZE} of the pack")
    turned = draft.rules.stock_out == "turn_over" and draft.turn_overs > 0
    if turned and count and (draft.stock is None or draft.stock.counted):
        message = "everybody has seen the pile that was turned over: the stock is listed"
        draft.add("/stock", "stock_hidden", message)
    drawn = draft.hands[draft.turn].count > draft.rules.hand_size
    if draft.ended is None and not drawn and count == 0:
        if draft.turn_overs == draft.rules.turn_overs:
            draft.add("/ended", "has_ended", "the stock is used up, the hand has ended: no_score")
        elif not draft.discards:
            draft.add("/discards", "no_card", "there is no card to draw and none to take")
    early = count > 0 or draft.turn_overs < draft.rules.turn_overs
    if draft.ended == "no_score" and early and draft.takes < draft.rules.max_takes:
        message = f"{count} cards are left to draw, so the hand has not ended without a score"
        if not count:
            message = "the discard pile becomes the stock: the hand has not ended without a score"
        draft.add("/ended", "not_ended", message)


def _check_shuffles(draft: Draft) -> None:
    """That what is said of shuffled piles adds up with the hands and the stock."""
    shuffles = draft.rules.stock_out == "shuffle"
    if draft.shuffle is not None and not shuffles:
        draft.add("/shuffle", "no_shuffle", "piles are shuffled only with rules.stock_out")
    due = draft.turn_overs if shuffles else 0
    if len(draft.shuffled) != due:
        message = f"{len(draft.shuffled)} shuffled piles are told of, not {due}"
        draft.add("/shuffled", "wrong_shuffles", message)
        return
    if not due:
        return
    stock = draft.stock.count if draft.stock else draft.loose
    public = _cards(draft.discards)
    public.update(card for cards in draft.known for _, card in cards)
    if draft.ended in {"knock", "out"}:
        public.update(card for hand in draft.hands for card in _cards(hand.cards))
    for pile in draft.shuffled:
        rest = stock if pile is draft.shuffled[-1] else 0
        if sum(pile.held) + rest != len(pile.cards):
            message = f"{len(pile.cards)} cards are not {sum(pile.held)} in the hands and {rest} "
            draft.add(f"{pile.pointer}/held", "wrong_held", message + "in the stock")
        for pointer, card in pile.cards:
            if card in public:
                draft.add(pointer, "card_twice", f"everybody knows where {card_text(card)} is")
        _check_held(draft, pile)
    for seat, hand in enumerate(draft.hands):
        hidden = hand.count - len(draft.known[seat])
        held = sum(pile.held[seat] for pile in draft.shuffled)
        if hand.counted and held > hidden:
            message = f"seat {seat} holds {hidden} cards unseen, not {held}"
            draft.add(hand.pointer, "wrong_held", message)
    if draft.stock and not draft.stock.counted:
        last = _cards(draft.shuffled[-1].cards)
        for pointer, card in draft.stock.cards:
            if card not in last:
                message = f"{card_text(card)} was not in the pile that was shuffled last"
                draft.add(pointer, "not_shuffled", message)


def _check_held(draft: Draft, pile: GivenPile) -> None:
    """Hands that are listed hold as many cards of a shuffled pile as is said."""
    cards = _cards(pile.cards)
    for seat, hand in enumerate(draft.hands):
        held = len(cards & _cards(hand.cards))
        if not hand.counted and held != pile.held[seat]:
            message = f"seat {seat} holds {held} of these cards, not {pile.held[seat]}"
            draft.add(f"{pile.pointer}/held/{seat}", "wrong_held", message)


def _cards(given: list[Given]) -> set[int]:
    return {card for _, card in given}
