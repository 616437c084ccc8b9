"""Knaves for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from kibitz.games import protocol
from kibitz.games.cards import card_symbol, card_text
from kibitz.games.deal import check_deal
from kibitz.games.game import Game, Step
from kibitz.games.knaves import deal as deals
from kibitz.games.knaves.bitboards import JACK, beats, card_at
from kibitz.games.knaves.notation import SUIT_WORDS, read_move, text_to_json, write_move
from kibitz.games.knaves.play import CALL, MAX_MOVES, NO_CALL, callable_cards
from kibitz.games.knaves.position import Position, as_seen
from kibitz.games.knaves.reading import read_json
from kibitz.games.knaves.record import follow_round, rewrite_entry
from kibitz.games.knaves.rules import RULES_VERSION, after_round, check_scores
from kibitz.games.knaves.schema import SWITCHES, PositionSchema
from kibitz.games.knaves.state import SEATS, KnavesState
from kibitz.games.knaves.table import position_of, state_of
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State
from kibitz.games.text_form import read_text


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

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``J♥, ruffing the club lead``."""
        return describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; playing a card of a hidden hand turns it up."""
        move = read_move(text)
        if move not in self.legal(state):
            raise ValueError(refusal(state[0], move))
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


def describe(record: KnavesState, move: int) -> str:
    """A legal move in words: ``J♥, ruffing the club lead``."""
    player = int(record["player"])
    if move == NO_CALL:
        return f"no card of seat {player} called"
    if move >= CALL:
        return f"{card_symbol(card_at(move - CALL))} of seat {player} called"
    symbol = card_symbol(card_at(move))
    led, trump, best = (int(record[name]) for name in ("led", "trump", "best"))
    suit = move >> 4
    if led < 0:
        return f"{symbol}, leading {'trumps' if suit == trump else SUIT_WORDS[suit] + 's'}"
    wins, ruffed = beats(move, best, trump), best >> 4 != led
    lead, highest = f"the {SUIT_WORDS[led]} lead", card_symbol(card_at(best))
    if suit == led:
        how = f" on {lead}, ruffed with {highest}" if ruffed else f" under {highest}"
        how = f" over {highest}" if wins else how
    elif suit == trump:
        how = f", {'over' if wins else 'under'}ruffing {highest}" if ruffed else f", ruffing {lead}"
    else:
        how = f", discarded on {lead}"
    return symbol + how + _trick_words(record, move, wins)


def _trick_words(record: KnavesState, move: int, wins: bool) -> str:
    """What becomes of the trick when ``move`` is its third card."""
    if int(record["count"]) % SEATS != SEATS - 1:
        return ""
    worth = 1 + int(record["stake"])
    if move & 15 == JACK:
        worth += int(record["penalty"][move >> 4])
    if int(record["count"]) == SEATS * int(record["hand_size"]) - 1:
        worth += int(record["last_stake"])
    points = f"{worth:+d}".replace("-", "−") if worth else "no points"
    if wins:
        return f", taking the trick ({points})"
    return f", leaving the trick to seat {int(record['holder'])} ({points})"


def refusal(record: KnavesState, move: int) -> str:
    """Why ``move`` is not legal."""
    player, turn = int(record["player"]), int(record["turn"])
    if int(record["count"]) == SEATS * int(record["hand_size"]):
        return "the round is over"
    if turn != player:
        if move < CALL:
            return f"seat {turn} first says whether to call an exposed card of seat {player}"
        return _no_call_reason(record, move)
    if move >= CALL:
        return "there is nothing to call now"
    called, led = int(record["called"]), int(record["led"])
    text = card_text(card_at(move))
    place = _place_words(record, move)
    if place:
        return place
    if called >= 0 and move != called:
        word = card_text(card_at(called))
        follows = led < 0 or called >> 4 == led
        if follows or not _follows(record, led):
            return f"{word} has been called and must be played"
    if led >= 0 and move >> 4 != led and _follows(record, led):
        return f"you must follow {SUIT_WORDS[led]}s"
    return f"no deal that fits what was played lets seat {player} play {text}"


def _no_call_reason(record: KnavesState, move: int) -> str:
    place, player = move - CALL, int(record["player"])
    text = card_text(card_at(place))
    if not int(record["exposed"][player]) >> place & 1:
        return f"{text} does not lie exposed before seat {player}"
    assert not int(callable_cards(record)) >> place & 1
    return f"{text} cannot be called: seat {player} must follow {SUIT_WORDS[int(record['led'])]}s"


def _follows(record: KnavesState, suit: int) -> bool:
    """Whether the player is known to hold a card of ``suit``."""
    return bool(int(record["hands"][int(record["player"])]) >> 16 * suit & 0x1FFF)


def _place_words(record: KnavesState, move: int) -> str:
    """Where a card is that the player cannot hold, or nothing."""
    player = int(record["player"])
    text = card_text(card_at(move))
    if move == int(record["turned"]):
        return f"{text} is the turned card and in no hand"
    if int(record["played"]) >> move & 1:
        return f"{text} has been played"
    if int(record["hands"][player]) >> move & 1:
        return ""
    if not int(record["unknown"][player]):
        return f"seat {player} does not hold {text}"
    for seat in range(SEATS):
        if int(record["hands"][seat]) >> move & 1:
            return f"{text} is in the hand of seat {seat}"
    if int(record["out"]) >> move & 1:
        return f"{text} is out of play"
    if int(record["voids"][player]) >> (move >> 4) & 1:
        return f"seat {player} did not follow {SUIT_WORDS[move >> 4]}s before"
    return ""
