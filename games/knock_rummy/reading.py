"""The reader of Knock Rummy positions: everything that is wrong with one is listed together.

A position must be one that play can have led to, as far as the table can know: each card in one
place, hands of the right size, nothing hidden that everybody has seen, the hand not past its end.
"""

from typing import Any, Final

from kibitz.games.cards import PACK_SIZE, card_text
from kibitz.games.draft import counting, values
from kibitz.games.knock_rummy.draft import KnockDraft, RawShuffled, read_draft
from kibitz.games.knock_rummy.history_checks import check_history
from kibitz.games.knock_rummy.melds import deadwood_of
from kibitz.games.knock_rummy.position import Position, as_seen
from kibitz.games.knock_rummy.rules import match_winner

# What the parts of a position that have one entry for each player consist of: one of it, several.
LISTED: Final = {
    "hands": ("hand", "hands"),
    "known": ("list of known cards", "lists of known cards"),
    "scores": ("score", "scores"),
    "held": ("number of cards held", "numbers of cards held"),
}


# What decides how many cards are where.
_HELD: Final = ("rules/players", "ended")
_COUNTS: Final = (*_HELD, "turn_overs", "takes")
_PLACES: Final = ("hands", "stock", "discards")
_STOCK_RULES: Final = ("rules/stock_out", "rules/max_turn_overs", "rules/max_takes")


def read_json(data: Any) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault.

    Of a position with a ``seat`` only what that seat sees is kept.
    """
    draft = read_draft(data)
    draft.check((_check_players, draft.sound("rules/players")))
    counted = draft.knows_turn and draft.sound(*_COUNTS, *_STOCK_RULES)
    placed = counted and draft.sized(*_PLACES)
    listed = draft.sound(*_PLACES, "known", "shuffled")
    held = draft.knows_turn and draft.sound(*_HELD) and draft.sized("hands")
    draft.check(
        (_check_match, draft.sound("rules/players", "rules/match_target", "scores")),
        (_check_totals, draft.sound("scores")),
        (_check_places, True),
        (_check_hands, held),
        (_check_taking, held and draft.sound("rules/max_takes")),
        (_check_turn_overs, draft.sound("turn_overs", "rules/stock_out", "rules/max_turn_overs")),
        (_check_stock_size, draft.sound("rules/players") and draft.sized(*_PLACES)),
        (_check_stock, placed),
        (_check_shuffles, placed and listed),
    )
    # Where the table does not add up, no history leads to it: that says nothing more.
    led = (*_COUNTS, *_PLACES, "known", "taken", "dealer", "rules/allow_return_discard")
    if draft.history:
        draft.check((check_history, draft.knows_turn and draft.sound(*led)))
    draft.finish()
    position = draft.position()
    return position if draft.seat is None else as_seen(position, draft.seat)


def _check_players(draft: KnockDraft) -> None:
    """As many hands, totals and so on as there are players, and no other seats."""
    players = draft.rules.players
    lengths = {"hands": len(draft.hands), "known": len(draft.known), "scores": len(draft.scores)}
    piles = {f"{pile.pointer[1:]}/held": len(pile.held) for pile in draft.shuffled}
    lengths |= {name: count for name, count in piles.items() if draft.sound(name)}
    draft.check_lengths(players, "players", LISTED, lengths)
    draft.check_seats(players, [(n, getattr(draft, n)) for n in ("dealer", "turn", "seat")])
    if draft.seat is not None and draft.seat < len(draft.known) and draft.sound("known"):
        draft.check_own_hand(draft.seat, draft.hands, len(draft.known[draft.seat]))


def _check_match(draft: KnockDraft) -> None:
    """Nobody has won the match before this hand: none would be dealt then."""
    winner = match_winner(draft.scores, draft.rules)
    if winner is not None:
        total, target = draft.scores[winner], draft.rules.match_target
        message = f"seat {winner} has won the match with {total} points: "
        message += f"'match_target' is {target}"
        draft.add("/scores", "match_over", message)


def _check_totals(draft: KnockDraft) -> None:
    """What one wins others pay, under all rules, so that the totals cancel out."""
    left = sum(draft.scores)
    if left:
        message = f"the totals add up to {left}, not 0: what one seat wins the others pay"
        draft.add("/scores", "bad_total", message)


def _check_places(draft: KnockDraft) -> None:
    """No card in two places; what is known to be held is held."""
    placed = list(draft.discards.given)
    # Of seats that are not there, more or fewer lists than hands, another fault is noted.
    known = [*draft.known, *[[] for _ in draft.hands]]
    hands = list(zip(draft.hands, known, strict=False))
    for hand, shown in hands:
        placed += shown if hand.counted else hand.given
    draft.check_twice([*placed, *(draft.stock.given if draft.stock else [])])
    draft.check_twice(given for pile in draft.shuffled for given in pile.cards)
    for seat, (hand, shown) in enumerate(hands):
        if hand.counted:
            if hand.sized and len(shown) > hand.count:
                message = f"{counting(len(shown), 'card')} known of seat {seat}, whose hand has "
                message += str(hand.count)
                draft.add(f"/known/{seat}", "not_held", message)
            continue
        draft.check_twice(shown)
        # What could not be read may be what is known.
        for pointer, card in shown if hand.whole else ():
            if card not in hand.cards:
                message = f"{card_text(card)} is known of seat {seat}, who does not hold it"
                draft.add(pointer, "not_held", message)


def _check_hands(draft: KnockDraft) -> None:
    """The number of cards in each hand; with a showdown, the hands laid open."""
    size = draft.rules.hand_size
    for seat, hand in enumerate(draft.hands):
        may = seat == draft.turn and draft.ended not in {"knock", "no_score"}
        must = seat == draft.turn and draft.ended == "out"
        if hand.count - size not in ({1} if must else {0, 1} if may else {0}):
            due = f"{size} or {size + 1}" if may and not must else str(size + must)
            message = f"seat {seat} has {counting(hand.count, 'card')}, not {due}"
            draft.add(hand.pointer, "wrong_hand_size", message)
    if draft.ended in {"knock", "out"}:
        _check_end(draft)


def _check_turn_overs(draft: KnockDraft) -> None:
    """How often the discard pile may have become the stock."""
    most = draft.rules.turn_overs
    if draft.turn_overs > most:
        message = f"the discard pile becomes the stock at most {most} times"
        draft.add("/turn_overs", "too_many", f"{message}, not {draft.turn_overs}")


def _check_taking(draft: KnockDraft) -> None:
    """The card just taken, and the takes in a row."""
    rules, turn = draft.rules, draft.turn
    held = draft.hands[turn].count if turn < len(draft.hands) else 0
    drawn = draft.ended is None and held == rules.hand_size + 1
    if draft.taken:
        text = card_text(draft.taken.value)
        if not drawn:
            draft.add("/taken", "nothing_taken", f"seat {turn} has not taken {text} now")
        elif draft.sound("known") and draft.taken.value not in values(draft.known[turn]):
            message = f"{text} was taken by seat {turn}, so it is listed in known"
            draft.add("/taken", "not_known", message)
    if not draft.sound("takes"):
        return
    if drawn and (draft.takes > 0) != (draft.taken is not None) and draft.sound("taken"):
        message = f"takes is {draft.takes}: at least 1 when a card has just been taken, else 0"
        draft.add("/takes", "wrong_takes", message)
    if draft.takes > rules.max_takes:
        message = f"{draft.takes} takes in a row, but at most {rules.max_takes} can be made"
        draft.add("/takes", "too_many", message)
    elif draft.takes == rules.max_takes and not drawn and draft.ended is None:
        message = f"after {draft.takes} takes in a row the hand has ended: no_score"
        draft.add("/ended", "has_ended", message)


def _check_end(draft: KnockDraft) -> None:
    """Hands laid open, and a knock or going out that was allowed."""
    rules = draft.rules
    for seat, hand in enumerate(draft.hands):
        if hand.counted:
            message = f"the hand has ended with a showdown: that of seat {seat} is listed"
            draft.add(hand.pointer, "hand_hidden", message)
    hand = draft.hands[draft.turn]
    limit = 0 if draft.ended == "out" else rules.knock_limit
    if limit is None or len(hand.cards) > rules.hand_size + 1 or not hand.whole:
        return
    if not draft.sound("rules/knock_limit", "rules/ace", "rules/ace_points"):
        return
    dead = deadwood_of(tuple({*hand.cards}), rules.ace, rules.ace_points)
    if dead > limit:
        message = f"seat {draft.turn} cannot have ended the hand with {dead} left unmatched"
        draft.add("/ended", "may_not_end", message)


def _check_stock_size(draft: KnockDraft) -> None:
    """All cards of the pack are in some place."""
    count = draft.stock_size
    if count != draft.loose or count < 0:
        message = f"{counting(count, 'card')} in the stock and {PACK_SIZE - draft.loose} elsewhere "
        draft.add("/stock", "wrong_stock_size", message + f"are not the {PACK_SIZE} of the pack")


def _check_stock(draft: KnockDraft) -> None:
    """Whether the cards of the stock may be hidden, and whether play goes on."""
    count = draft.stock_size
    turned = draft.rules.stock_out == "turn_over" and draft.turn_overs > 0
    if turned and count and (draft.stock is None or draft.stock.counted):
        message = "everybody has seen the pile that was turned over: the stock is listed"
        draft.add("/stock", "stock_hidden", message)
    drawn = draft.hands[draft.turn].count > draft.rules.hand_size
    used_up = draft.ended is None and not drawn and count == 0
    last = draft.turn_overs == draft.rules.turn_overs
    if used_up and last:
        draft.add("/ended", "has_ended", "the stock is used up, the hand has ended: no_score")
    # Who discards leaves a card there, which only the next one takes or turns over.
    emptied = draft.taken or (draft.turn_overs and not draft.ended) or draft.ended == "out"
    if not draft.discards.count and used_up and not last:
        draft.add("/discards", "no_card", "no card can be drawn, and there is none to take")
    elif not draft.discards.count and not emptied:
        message = "the pile has no card, though none was taken from it in this turn"
        draft.add("/discards", "no_card", f"{message} nor was it turned over")
    early = count > 0 or draft.turn_overs < draft.rules.turn_overs
    if draft.ended == "no_score" and early and draft.takes < draft.rules.max_takes:
        message = (
            f"{counting(count, 'card')} left to draw, so the hand has not ended without a score"
        )
        if not count:
            message = "the discard pile becomes the stock: the hand has not ended without a score"
        draft.add("/ended", "not_ended", message)


def _check_shuffles(draft: KnockDraft) -> None:
    """That what is said of shuffled piles adds up with the hands and the stock."""
    shuffles = draft.rules.stock_out == "shuffle"
    if draft.shuffle is not None and not shuffles:
        message = f"{draft.shuffle} given, but piles are shuffled only with rules.stock_out set to "
        draft.add("/shuffle", "no_shuffle", f"{message}'shuffle'")
    due = draft.turn_overs if shuffles else 0
    if len(draft.shuffled) != due:
        message = f"{counting(len(draft.shuffled), 'shuffled pile')} listed, not {due}"
        draft.add("/shuffled", "wrong_shuffles", message)
        return
    if not due:
        return
    public = {*draft.discards.cards, *values(given for cards in draft.known for given in cards)}
    if draft.ended in {"knock", "out"}:
        public.update(card for hand in draft.hands for card in hand.cards)
    for pile in draft.shuffled:
        rest = draft.stock_size if pile is draft.shuffled[-1] else 0
        if sum(pile.held) + rest != len(pile.cards):
            cards = counting(len(pile.cards), "card")
            message = f"{cards} listed, not {sum(pile.held)} in the hands and {rest} "
            draft.add(f"{pile.pointer}/held", "wrong_held", message + "in the stock")
        for pointer, card in pile.cards:
            if card in public:
                draft.add(pointer, "card_twice", f"everybody knows where {card_text(card)} is")
        _check_held(draft, pile)
    for seat, hand in enumerate(draft.hands):
        hidden = hand.count - len(draft.known[seat])
        held = sum(pile.held[seat] for pile in draft.shuffled)
        if hand.counted and held > hidden:
            message = f"seat {seat} holds {counting(hidden, 'card')} unseen, not {held}"
            draft.add(hand.pointer, "wrong_held", message)
    if draft.stock and not draft.stock.counted:
        last = values(draft.shuffled[-1].cards)
        for pointer, card in draft.stock.given:
            if card not in last:
                message = f"{card_text(card)} was not in the pile that was shuffled last"
                draft.add(pointer, "not_shuffled", message)


def _check_held(draft: KnockDraft, pile: RawShuffled) -> None:
    """Hands that are listed hold as many cards of a shuffled pile as is said."""
    cards = {*values(pile.cards)}
    for seat, hand in enumerate(draft.hands):
        held = len(cards & {*hand.cards})
        if not hand.counted and held != pile.held[seat]:
            message = f"seat {seat} holds {held} of these cards, not {pile.held[seat]}"
            draft.add(f"{pile.pointer}/held/{seat}", "wrong_held", message)
