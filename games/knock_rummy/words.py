"""Moves of Knock Rummy in words, and why a move is refused."""

import numpy as np

from kibitz.games.cards import card_symbol, card_text
from kibitz.games.knock_rummy.lanes import card_at
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER, deadwood, unknown_of
from kibitz.games.knock_rummy.state import ENDED, TO_DRAW, KnockRummyState
from kibitz.games.knock_rummy.worlds import stock_is_hidden


def describe(record: KnockRummyState, move: int) -> str:
    """A legal move in words: ``discard 7♣, 23 left unmatched``."""
    seat = int(record["turn"])
    if move == DRAW:
        top = int(record["stock"][int(record["stock_size"]) - 1])
        if stock_is_hidden(record):
            return "draw from the stock"
        return f"draw {card_symbol(card_at(top))}, known to be next"
    if move == TAKE:
        return f"take {_symbol(int(record['pile'][int(record['pile_size']) - 1]))}"
    if move == TURN_OVER:
        how = "shuffle the discard pile" if record["shuffles"] else "turn the discard pile over"
        return f"{how} to be the stock"
    if move == OUT:
        return "lay down the whole hand, all matched"
    card = move % KNOCK
    said = f"discard {_symbol(card)}" + (" and knock" if move >= KNOCK else "")
    if unknown_of(record, seat):
        return said
    left = int(deadwood(record, np.uint64(int(record["hands"][seat]) & ~(1 << card))))
    return f"{said}, {left} left unmatched" if left else f"{said}, all matched"


def _symbol(place: int) -> str:
    return card_symbol(card_at(place))


def refusal(record: KnockRummyState, move: int) -> str:
    """Why ``move`` is not legal."""
    if record["phase"] == ENDED:
        return "the hand has ended"
    if record["phase"] == TO_DRAW:
        return _cannot_begin(record, move)
    seat = int(record["turn"])
    if move in {DRAW, TAKE, TURN_OVER}:
        return f"seat {seat} has drawn and discards now"
    hand = int(record["hands"][seat])
    if move == OUT:
        left = int(deadwood(record, np.uint64(hand)))
        return f"{left} points are left unmatched: going out takes a hand that is all matched"
    card = move % KNOCK
    text = card_text(card_at(card))
    if card == int(record["taken"]) and not record["returns"]:
        return f"{text} was just taken from the discard pile and may not be discarded at once"
    if not hand >> card & 1:
        if unknown_of(record, seat):
            return f"seat {seat} cannot hold {text}"
        return f"seat {seat} does not hold {text}"
    left = int(deadwood(record, np.uint64(hand & ~(1 << card))))
    return f"{left} left unmatched are too many to knock: the limit is {int(record['knock_limit'])}"


def _cannot_begin(record: KnockRummyState, move: int) -> str:
    """Why a move is not legal before a card was drawn or taken."""
    if move == DRAW:
        return "the stock is used up: turn-over makes the discard pile the stock"
    if move == TAKE:
        return "the discard pile is empty"
    if move == TURN_OVER:
        return f"the stock still has {int(record['stock_size'])} cards"
    return f"seat {int(record['turn'])} first draws a card or takes one"
