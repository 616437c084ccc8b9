"""K'nack for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from kibitz.games.deal import check_deal
from kibitz.games.game import Game, Outcome
from kibitz.games.knack import deal as deals
from kibitz.games.knack import words
from kibitz.games.knack.entering import turn_up
from kibitz.games.knack.notation import read_move, write_move
from kibitz.games.knack.play import MAX_MOVES
from kibitz.games.knack.position import Position
from kibitz.games.knack.reading import read_json
from kibitz.games.knack.rules import MOST_SEATS, RULES_VERSION
from kibitz.games.knack.schema import SWITCHES, PositionSchema
from kibitz.games.knack.seen import as_seen, seen_move
from kibitz.games.knack.table import places_of, position_of, state_of
from kibitz.games.knack.text import text_to_json
from kibitz.games.protocol import State


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

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`."""
        return read_json(text_to_json(data) if isinstance(data, str) else data)

    def deal(
        self, seed: str, rules: object = None, source: str = "kibitz", dealer: int = 0
    ) -> Position:
        """See :meth:`kibitz.games.game.Game.deal`; the seat after ``dealer`` lays the free card."""
        checked = check_deal(SWITCHES, rules, lambda _: deals.number_of(seed, source))
        return deals.deal(seed, checked, source, dealer)

    def state(self, position: Position) -> State:
        """See `games.game.Game.state`; hidden cards are unknown to the state as well."""
        return state_of(position)

    def position(self, state: State, like: Position) -> Position:
        """See :meth:`kibitz.games.game.Game.position`."""
        return position_of(state, like)

    def as_seen(self, position: Position, seat: int = 0) -> Position:
        """See :meth:`kibitz.games.game.Game.as_seen`."""
        return as_seen(position, seat)

    def seats(self, state: State) -> int:
        """See :meth:`kibitz.games.game.Game.seats`."""
        return int(state[0]["players"])

    def outcome(self, state: State) -> Outcome | None:
        """See `games.game.Game.outcome`; every seat has a place, by the cards it has left."""
        ended = super().outcome(state)
        return replace(ended, places=places_of(state)) if ended else None

    def move_text(self, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.move_text`."""
        return write_move(move)

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``7♣ at 2,-1 beside 8♦ and 6♥``."""
        return words.describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; a card drawn from a face-down deck is named."""
        entry = read_move(text)
        if entry.move not in self.legal(state):
            raise ValueError(words.refusal(state[0], entry.move))
        turn_up(state, entry)
        return entry.move

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return write_move(*read_move(text))

    def seen_move(self, state: State, move: int, like: Position, seat: int) -> str:  # noqa: ARG002
        """See :meth:`kibitz.games.game.Game.seen_move`."""
        return seen_move(state, move, seat)
