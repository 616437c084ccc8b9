"""Moves of K'nack in words, and why a move is refused."""

from kibitz.games.cards import UNSEEN, card_symbol, card_text
from kibitz.games.knack.options import held_fits, knows_hand
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, GIVE, LAY, PASS, is_over, may_call
from kibitz.games.knack.rules import NOBODY
from kibitz.games.knack.state import SIDE, KnackState
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_field.words import neighbours, why_not_there


def describe(record: KnackState, move: int) -> str:
    """A legal move in words: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
    if move == PASS:
        return "no card in the hand can be laid"
    if move < LAY:
        card = move - GIVE
        what = "a card" if card == FACE_DOWN else card_symbol(card)
        return f"give {what} to seat {int(record['offender'])}, who did not call K'nack!"
    card = move % CALLED // CELLS
    if record["field"]["count"] == 0:
        said = "a card face down" if card == FACE_DOWN else f"{card_symbol(card)} face down"
    else:
        x, y = place_of(SIDE, move % CALLED % CELLS)
        *others, last = [_symbol(other) for other, _ in neighbours(record["field"], x, y)]
        cards = f"{', '.join(others)} and {last}" if others else last
        said = f"{card_symbol(card)} at {x},{y} beside {cards}"
    if move >= CALLED:
        return said + ", and call K'nack!"
    return said + (", without calling K'nack!" if may_call(record) else "")


def _symbol(card: int) -> str:
    return "the free card" if card == UNSEEN else card_symbol(card)


def refusal(record: KnackState, move: int) -> str:
    """Why ``move`` is not legal."""
    seat, offender = int(record["turn"]), int(record["offender"])
    if is_over(record):
        ended = "somebody has run out of cards" if record["done"] else "nobody can lay a card"
        return f"the game is over: {ended}"
    if offender != NOBODY and not GIVE <= move < LAY:
        return f"seat {seat} first gives a card to seat {offender}: write give-7C"
    if move == PASS:
        if record["field"]["count"] == 0:
            return f"seat {seat} lays the free card and cannot pass"
        return f"seat {seat} has a card that can be laid, and must lay one"
    if move < LAY:
        if offender == NOBODY:
            return "no card is to be given now"
        return _not_held(record, move - GIVE)
    card, cell = move % CALLED // CELLS, move % CALLED % CELLS
    if record["field"]["count"] == 0:
        if move >= CALLED and not may_call(record):
            return _no_call(record)
        if cell != CELLS // 2:
            return "the free card lies at 0,0"
        return _not_held(record, card)
    if card == FACE_DOWN:
        return "only the first card is laid face down: name the card"
    hand = [int(other) for other in record["hands"][seat][: int(record["held"][seat])]]
    if card not in hand and (knows_hand(record, seat) or held_fits(record)):
        return _not_held(record, card)
    if move >= CALLED and not may_call(record):
        return _no_call(record)
    why = why_not_there(record["field"], cell, card) or f"seat {seat} cannot hold it"
    return f"{card_text(card)} cannot lie there: {why}"


def _not_held(record: KnackState, card: int) -> str:
    seat, viewer = int(record["turn"]), int(record["viewer"])
    if card == FACE_DOWN:
        return f"the cards of seat {seat} are known: name the card"
    if viewer not in (NOBODY, seat) or not knows_hand(record, seat):
        return f"nobody but seat {seat} sees the card: write ??"
    return f"seat {seat} does not hold {card_text(card)}"


def _no_call(record: KnackState) -> str:
    if not record["explicit"]:
        return "K'nack! is called by itself: leave out the !"
    left = int(record["deck_sizes"][int(record["turn"])])
    return f"K'nack! is called with the last card of a deck, and there are {left}"
