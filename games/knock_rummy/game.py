"""Knock Rummy for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from kibitz.contract.replies import Settlement
from kibitz.games import protocol
from kibitz.games.deal import check_deal
from kibitz.games.game import Game
from kibitz.games.knock_rummy import deal as deals
from kibitz.games.knock_rummy import words
from kibitz.games.knock_rummy.entering import turn_up
from kibitz.games.knock_rummy.hand import MELDS, settled
from kibitz.games.knock_rummy.match import after_hand
from kibitz.games.knock_rummy.notation import Entry, read_move, write_entry, write_move
from kibitz.games.knock_rummy.play import DRAW, KNOCK, MAX_MOVES, OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.reading import read_json
from kibitz.games.knock_rummy.rules import MOST_SEATS, RULES_VERSION
from kibitz.games.knock_rummy.schema import SWITCHES, PositionSchema
from kibitz.games.knock_rummy.seen import as_seen
from kibitz.games.knock_rummy.state import PHASES
from kibitz.games.knock_rummy.table import payments_of, position_of, state_of
from kibitz.games.knock_rummy.text import text_to_json
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State


class KnockRummy(Game):
    """Knock Rummy: two to six draw and discard until somebody knocks."""

    name = "knock-rummy"
    title = "Knock Rummy"
    sheet = "Knock Rummy, the rule sheet"
    rules_version = RULES_VERSION
    players = (2, MOST_SEATS)
    notation = (
        "draw, or take the top of the discard pile; turn-over: make the pile the stock. Then 7C: "
        "discard it; knock-7C: knock and discard it; out: lay down a matched hand without a "
        "discard. In a view the cards turned up are named: draw=7C, knock-7C=AS2S3S…, out=…, the "
        "hidden hands in the order of seats, a point between them."
    )
    sources: ClassVar[Mapping[str, str]] = deals.SOURCES
    max_moves = MAX_MOVES
    long_turns = True
    switches = SWITCHES
    schema = PositionSchema
    match_options = frozenset({"dealer", "scores"})
    extras = (MELDS,)

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`."""
        return read_json(text_to_json(data) if isinstance(data, str) else data)

    def deal(
        self,
        seed: str,
        rules: object = None,
        source: str = "kibitz",
        dealer: int = 0,
        scores: Sequence[Fraction | int] | None = None,
    ) -> Position:
        """See :meth:`kibitz.games.game.Game.deal`; ``scores`` are the totals before this hand."""
        checked = check_deal(SWITCHES, rules, lambda _: deals.pack_of(seed, source))
        return deals.deal(seed, checked, source, dealer, scores)

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

    def move_text(self, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.move_text`."""
        return write_move(move)

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``discard 7♣, 23 left unmatched``."""
        return words.describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; cards turned up are taken from the notation."""
        entry = read_move(text)
        if entry.move not in self.legal(state):
            raise ValueError(words.refusal(state[0], entry.move))
        turn_up(state[0], entry)
        return entry.move

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return write_entry(read_move(text))

    def seen_move(self, state: State, move: int, like: Position, seat: int) -> str:
        """See `games.game.Game.seen_move`: with the card drawn or the hands laid open."""
        here = self.position(state, like)
        view = as_seen(here, seat)
        named: tuple[tuple[int, ...], ...] = ()
        if move == DRAW and here.turn == seat and view.stock_hidden:
            named = ((here.stock[0],),)
        elif KNOCK <= move <= OUT:
            after = state.copy()
            protocol.run_apply(after, move)
            hands = self.position(after, like).hands
            named = tuple(hand for hand, n in zip(hands, view.hidden, strict=True) if n)
        return write_entry(Entry(move, named))

    def phase(self, state: State) -> str | None:
        """``draw`` or ``discard``, the two halves of a turn; None when the hand is over."""
        return (*PHASES, None)[int(state[0]["phase"])]

    def ended_by(self, position: Position) -> str | None:
        """``knock``, ``out``, or ``no_score`` when the stock was used up."""
        return position.ended

    def settlement(self, state: State, position: Position) -> Settlement | None:
        """Every hand split for the least deadwood, and what each seat is paid."""
        payments = self.payments(state)
        return settled(position, payments) if payments else None

    def payments(self, state: State) -> tuple[Fraction, ...] | None:
        """What each seat has won or lost in this hand, exactly; None while it goes on."""
        return payments_of(state) if protocol.run_over(state) else None

    def match_result(self, state: State, like: Position) -> MatchResult | None:
        """See :meth:`kibitz.games.game.Game.match_result`."""
        payments = self.payments(state)
        if payments is None:
            return None
        bits = int(state[0]["winners"])
        winners = [seat for seat in range(len(payments)) if bits >> seat & 1]
        return after_hand(like.scores, payments, winners, like.dealer, like.rules)
