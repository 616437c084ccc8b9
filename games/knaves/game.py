"""Knaves for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from kibitz.games import protocol
from kibitz.games.deal import check_deal
from kibitz.games.game import Game, Step
from kibitz.games.knaves import deal as deals
from kibitz.games.knaves import words
from kibitz.games.knaves.match import after_round, check_scores
from kibitz.games.knaves.notation import read_move, write_move
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.reading import read_json
from kibitz.games.knaves.record import follow_round, rewrite_entry
from kibitz.games.knaves.rules import RULES_VERSION
from kibitz.games.knaves.schema import SWITCHES, PositionSchema
from kibitz.games.knaves.seen import as_seen
from kibitz.games.knaves.table import position_of, state_of
from kibitz.games.knaves.text import text_to_json
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State


class Knaves(Game):
    """Knaves: three play tricks for a point each and shun the jacks."""

    name = "knaves"
    title = "Knaves"
    sheet = "Knaves, the rule sheet"
    rules_version = RULES_VERSION
    players = (3, 3)
    notation = (
        "7H: play the seven of hearts. With rules.exposed_cards, an opponent of a seat before "
        "which cards lie exposed says call-7H, or no-call, before that seat plays."
    )
    sources: ClassVar[Mapping[str, str]] = deals.SOURCES
    max_moves = MAX_MOVES
    match_options = frozenset({"dealer", "scores"})
    switches = SWITCHES
    schema = PositionSchema

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`."""
        return read_json(text_to_json(data) if isinstance(data, str) else data)

    def deal(
        self,
        seed: str,
        rules: object = None,
        source: str = "kibitz",
        dealer: int = 0,
        scores: Sequence[int] = (0, 0, 0),
    ) -> Position:
        """See :meth:`kibitz.games.game.Game.deal`; ``scores`` are the totals before this round."""
        checked = check_deal(
            SWITCHES,
            rules,
            lambda _: deals.pack_of(seed, source),
            lambda switches: check_scores(scores, switches.target),
        )
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

    def move_text(self, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.move_text`."""
        return write_move(move)

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``J♥, ruffing the club lead``."""
        return words.describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; playing a card of a hidden hand turns it up."""
        move = read_move(text)
        if move not in self.legal(state):
            raise ValueError(words.refusal(state[0], move))
        return move

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return rewrite_entry(text)

    def follow(self, position: Position, moves: Sequence[str]) -> list[Step]:
        """See `games.game.Game.follow`; with all hands listed, of a real round as well."""
        if any(position.hidden):
            return super().follow(position, moves)
        return follow_round(position, moves)

    def phase(self, state: State) -> str | None:
        """``play`` a card or, where cards lie exposed, ``call`` one; None after the round."""
        if self.over(state):
            return None
        return "play" if state[0]["turn"] == state[0]["player"] else "call"

    def match_result(self, state: State, like: Position) -> MatchResult | None:
        """See :meth:`kibitz.games.game.Game.match_result`."""
        if not protocol.run_over(state):
            return None
        points = [int(n) for n in state[0]["points"]]
        return after_round(like.scores, points, like.rules.target, like.dealer)
