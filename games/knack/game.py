"""K'nack for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import numpy as np

from kibitz.games.cards import UNSEEN, card_symbol, card_text
from kibitz.games.deal import check_deal
from kibitz.games.game import Game, Outcome
from kibitz.games.knack import deal as deals
from kibitz.games.knack.known_hands import held_fits, knows_hand, may_call, unseen_cards
from kibitz.games.knack.notation import Entry, read_move, seen_move, text_to_json, write_move
from kibitz.games.knack.outcome import is_over
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, GIVE, LAY, MAX_MOVES, PASS, apply_move
from kibitz.games.knack.position import Position, as_seen
from kibitz.games.knack.reading import read_json
from kibitz.games.knack.rules import FACES, MOST_SEATS, NOBODY, RULES_VERSION
from kibitz.games.knack.schema import SWITCHES, PositionSchema
from kibitz.games.knack.state import SIDE, KnackState
from kibitz.games.knack.table import can_be_dealt, places_of, position_of, state_of
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_field.words import cards_beside, why_not_there
from kibitz.games.protocol import State
from kibitz.games.text_form import read_text


class Knack(Game):
    """K'nack: two to six lay cards on a field until one has none left."""

    name = "knack"
    title = "K'nack"
    sheet = "K'nack, the rule sheet"
    rules_version = RULES_VERSION
    players = (2, MOST_SEATS)
    notation = (
        "7C@2,-1: lay a card at x 2, y -1 from the free card, y upwards, and draw another; "
        "7C@2,-1!: and call K'nack!. pass: no card can be laid. give-7C: give a card from the hand "
        "to one who did not call. In a view the card drawn is named: 7C@2,-1=8D; a card that the "
        "seat does not see is ??."
    )
    sources: ClassVar[Mapping[str, str]] = deals.SOURCES
    max_moves = MAX_MOVES
    match_options = frozenset({"dealer"})
    switches = SWITCHES
    schema = PositionSchema

    state_of = staticmethod(state_of)
    position = staticmethod(position_of)
    as_seen = staticmethod(as_seen)
    move_text = staticmethod(write_move)

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`."""
        if isinstance(data, str):
            return read_text(data, text_to_json, read_json)
        return read_json(data)

    def deal(
        self, seed: str, rules: object = None, source: str = "kibitz", dealer: int = 0
    ) -> Position:
        """See :meth:`kibitz.games.game.Game.deal`; the seat after ``dealer`` lays the free card."""
        checked = check_deal(SWITCHES, rules, lambda _: deals.number_of(seed, source))
        return deals.deal(seed, checked, source, dealer)

    def seats(self, state: State) -> int:
        """See :meth:`kibitz.games.game.Game.seats`."""
        return int(state[0]["players"])

    def outcome(self, state: State) -> Outcome | None:
        """See `games.game.Game.outcome`; every seat has a place, by the cards it has left."""
        ended = super().outcome(state)
        return replace(ended, places=places_of(state)) if ended else None

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
        return describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; a card drawn from a face-down deck is named."""
        entry = read_move(text)
        if entry.move not in self.legal(state):
            raise ValueError(refusal(state[0], entry.move))
        turn_up(state, entry)
        return entry.move

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return write_move(*read_move(text))

    def seen_move(self, state: State, move: int, like: Position, seat: int) -> str:  # noqa: ARG002
        """See :meth:`kibitz.games.game.Game.seen_move`."""
        return seen_move(state, move, seat)


def describe(record: KnackState, move: int) -> str:
    """A legal move in words: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
    if move == PASS:
        return "pass, as no card in the hand can be laid"
    if move < LAY:
        card = move - GIVE
        what = "a card" if card == FACE_DOWN else card_symbol(card)
        return f"give {what} to seat {int(record['offender'])}, who did not call K'nack!"
    card = move % CALLED // CELLS
    if record["field"]["count"] == 0:
        said = "a card face down" if card == FACE_DOWN else f"{card_symbol(card)} face down"
    else:
        x, y = place_of(SIDE, move % CALLED % CELLS)
        said = f"{card_symbol(card)} at {x},{y} beside {cards_beside(record['field'], x, y)}"
    if move >= CALLED:
        return said + ", and call K'nack!"
    return said + (", without calling K'nack!" if may_call(record) else "")


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
        return "K'nack! is called automatically under these rules: leave out the !"
    left = int(record["deck_sizes"][int(record["turn"])])
    return f"K'nack! is called with the last card of a deck, and there are {left}"


def turn_up(state: State, entry: Entry) -> None:
    """Write the card that a legal move draws into the state, which stays as it is otherwise.

    Raises ``ValueError`` with the reason when it is missing, not wanted or impossible, or when the
    move contradicts what is known of the hands.
    """
    record = state[0]
    seat, viewer = int(record["turn"]), int(record["viewer"])
    before = int(record["decks"][seat, _top(record)]) if _draws(record, entry) else None
    _name_drawn(record, entry, before)
    if not knows_hand(record, seat) and viewer != seat:
        after = state.copy()
        apply_move(after[0], entry.move)
        if not can_be_dealt(after[0]):
            raise ValueError(f"seat {seat} cannot: no deal of the unseen cards agrees with it")


def _draws(record: KnackState, entry: Entry) -> bool:
    return entry.move > LAY and int(record["deck_sizes"][int(record["turn"])]) > 0


def _top(record: KnackState) -> int:
    return int(record["deck_sizes"][int(record["turn"])]) - 1


def _name_drawn(record: KnackState, entry: Entry, there: int | None) -> None:
    """Check the card named as drawn against the top of the deck, or write it there."""
    seat, viewer, named = int(record["turn"]), int(record["viewer"]), entry.drawn
    if there is None:
        if named != UNSEEN:
            raise ValueError(f"no card is drawn: the deck of seat {seat} is empty")
        return
    if there != UNSEEN:
        if named not in (UNSEEN, there):
            raise ValueError(f"the next card is not {card_text(named)}")
        return
    sees = seat == viewer or (viewer == NOBODY and knows_hand(record, seat))
    if not sees:
        if named != UNSEEN:
            raise ValueError(f"nobody but seat {seat} sees the card drawn: leave it out")
        return
    if named == UNSEEN:
        raise ValueError("the deck is face down: name the card drawn, as in 7C@2,-1=8D")
    left = np.empty(FACES, np.int64)
    unseen_cards(record, left)
    if left[named] <= 0:
        raise ValueError(f"{card_text(named)} cannot be drawn: its place is known")
    deck = record["decks"][seat]
    deck[_top(record)] = named
    if not can_be_dealt(record):
        deck[_top(record)] = UNSEEN
        raise ValueError(f"{card_text(named)} cannot be drawn: another hand must hold it")
