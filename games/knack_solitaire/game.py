"""K'nack Solitaire for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import numpy as np

from kibitz.games.cards import UNSEEN, card_symbol, card_text
from kibitz.games.deal import check_deal
from kibitz.games.game import Game
from kibitz.games.knack_field.field import has_spot
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_field.words import cards_beside, named, why_not_there
from kibitz.games.knack_solitaire import deal as deals
from kibitz.games.knack_solitaire.notation import read_move, text_to_json, write_move
from kibitz.games.knack_solitaire.play import CELLS, DRAW, MAX_MOVES, REDEAL, top_card
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.reading import read_json
from kibitz.games.knack_solitaire.rules import RULES_VERSION
from kibitz.games.knack_solitaire.schema import SWITCHES, PositionSchema
from kibitz.games.knack_solitaire.state import SIDE, KnackSolitaireState
from kibitz.games.knack_solitaire.table import position_of, state_of
from kibitz.games.protocol import State
from kibitz.games.text_form import read_text


class KnackSolitaire(Game):
    """K'nack Solitaire: lay out a whole pack so that each card matches all it touches."""

    name = "knack-solitaire"
    title = "K'nack Solitaire"
    sheet = "K'nack, the rule sheet"
    rules_version = RULES_VERSION
    players = (1, 1)
    notation = (
        "7C@2,-1: lay the open card of the waste at x 2, y -1 from the first card, y upwards. "
        "draw: turn the next stock card onto the waste; face down, it is named: draw=7C. "
        "redeal: make the waste the stock again."
    )
    sources: ClassVar[Mapping[str, str]] = deals.SOURCES
    max_moves = MAX_MOVES
    switches = SWITCHES
    schema = PositionSchema

    state_of = staticmethod(state_of)
    position = staticmethod(position_of)
    move_text = staticmethod(write_move)

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`."""
        if isinstance(data, str):
            return read_text(data, text_to_json, read_json)
        return read_json(data)

    def deal(self, seed: str, rules: object = None, source: str = "kibitz") -> Position:
        """See :meth:`kibitz.games.game.Game.deal`; every redeal of the deal is known, too."""
        checked = check_deal(SWITCHES, rules, lambda _: deals.number_of(seed, source))
        return deals.deal(seed, checked, source)

    def as_seen(self, position: Position, seat: int = 0) -> Position:  # noqa: ARG002
        """See :meth:`kibitz.games.game.Game.as_seen`: the stock face down, no redeal foretold.

        A stock that was turned over went through the waste before and stays listed.
        """
        rules = position.rules
        if rules.redeal == "turn_over" and position.redeals_left < rules.redeals:
            return position
        return replace(position, stock=(), hidden=position.stock_size, orders=())

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
        return describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See `games.game.Game.enter`; a card drawn from a face-down stock is named."""
        move, named = read_move(text)
        if move not in self.legal(state):
            raise ValueError(refusal(state[0], move))
        if move == DRAW:
            _turn_up(state[0], named)
        return move

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return write_move(*read_move(text))

    def seen_move(self, state: State, move: int, like: Position, seat: int) -> str:
        """See :meth:`kibitz.games.game.Game.seen_move`: with the card drawn, where it is hidden."""
        record = state[0]
        seen = self.as_seen(self.position(state, like), seat)
        draws = move == DRAW and seen.hidden
        return write_move(move, int(record["stock"][int(record["drawn"])]) if draws else UNSEEN)


def _turn_up(record: np.void, named: int) -> None:
    """Check the card named as drawn against the stock, or write it there."""
    drawn = int(record["drawn"])
    card = int(record["stock"][drawn])
    if card != UNSEEN:
        if named not in (UNSEEN, card):
            raise ValueError(f"the next card is {card_text(card)}, not {card_text(named)}")
        return
    if named == UNSEEN:
        raise ValueError("the stock is face down: name the card that was drawn, as in draw=7C")
    text, left = card_text(named), int(record["pack"][named])
    if not left:
        raise ValueError(f"{text} cannot be drawn: it is not in the pack")
    field, waste = record["field"], record["waste"][: int(record["wasted"])]
    left -= int((field["laid"][: int(field["count"])] == named).sum() + (waste == named).sum())
    if left <= 0:
        raise ValueError(f"{text} cannot be drawn: it has been dealt")
    record["stock"][drawn] = named


def describe(record: KnackSolitaireState, move: int) -> str:
    """A legal move in words: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
    if move == REDEAL:
        count = int(record["wasted"])
        how = "shuffle" if record["shuffles"] else "turn over"
        return f"{how} the waste, {count} card{'s' * (count != 1)}, for a new stock"
    if move == DRAW:
        card = int(record["stock"][int(record["drawn"])])
        return "draw a card" if card == UNSEEN else f"draw {named(card)}"
    x, y = place_of(SIDE, move % CELLS)
    return f"{card_symbol(move // CELLS)} at {x},{y} beside {cards_beside(record['field'], x, y)}"


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
