"""Moves of K'nack Solitaire in words, and why a move is refused."""

from kibitz.games.cards import UNSEEN, card_symbol, card_text
from kibitz.games.knack_field.field import has_spot
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_field.words import neighbours, why_not_there
from kibitz.games.knack_solitaire.play import CELLS, DRAW, REDEAL, top_card
from kibitz.games.knack_solitaire.state import SIDE, KnackSolitaireState


def describe(record: KnackSolitaireState, move: int) -> str:
    """A legal move in words: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
    if move == REDEAL:
        count = int(record["wasted"])
        how = "shuffling" if record["shuffles"] else "turning over"
        return f"{how} the waste, {count} card{'s' * (count != 1)}, for a new stock"
    if move == DRAW:
        card = int(record["stock"][int(record["drawn"])])
        return "drawing a card" if card == UNSEEN else f"drawing {card_symbol(card)}"
    x, y = place_of(SIDE, move % CELLS)
    cards = " and ".join(card_symbol(card) for card, _ in neighbours(record["field"], x, y))
    return f"{card_symbol(move // CELLS)} at {x},{y} beside {cards}"


def refusal(record: KnackSolitaireState, move: int) -> str:
    """Why ``move`` is not legal."""
    card = int(top_card(record))
    stocked = int(record["drawn"]) < int(record["size"])
    fits = card != UNSEEN and bool(has_spot(record["field"], card))
    text = card_text(card)
    if not stocked and not fits and (not record["wasted"] or not record["redeals_left"]):
        won = "all cards are laid" if not record["wasted"] else "the last pass is over"
        return f"the game is over: {won}"
    if move == DRAW:
        return f"{text} can be laid and must be" if stocked else "the stock is empty"
    if move == REDEAL:
        if stocked:
            return "the stock is not empty yet"
        return f"{text} can be laid and must be before the waste is dealt again"
    wanted = card_text(move // CELLS)
    if not record["wasted"]:
        return f"{wanted} cannot be laid: the waste is empty"
    if move // CELLS != card:
        return f"{wanted} cannot be laid: the open card of the waste is {text}"
    why = why_not_there(record["field"], move % CELLS, card)
    assert why is not None
    return f"{wanted} cannot lie there: {why}"
