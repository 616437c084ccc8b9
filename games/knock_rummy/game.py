"""Knock Rummy for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

import numpy as np

from kibitz.contract.replies import Settlement
from kibitz.games import protocol
from kibitz.games.cards import card_symbol, card_text
from kibitz.games.deal import check_deal
from kibitz.games.game import Game
from kibitz.games.knock_rummy import deal as deals
from kibitz.games.knock_rummy.bitboards import NO_PLACE, card_at, cards_in, place_of, word_of
from kibitz.games.knock_rummy.hand import MELDS, settled
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.notation import (
    Entry,
    hands_to_name,
    read_move,
    text_to_json,
    write_entry,
    write_move,
)
from kibitz.games.knock_rummy.play import DRAW, KNOCK, MAX_MOVES, OUT, TAKE, TURN_OVER, unknown_of
from kibitz.games.knock_rummy.position import Position, as_seen
from kibitz.games.knock_rummy.reading import read_json
from kibitz.games.knock_rummy.rules import MOST_SEATS, RULES_VERSION, after_hand
from kibitz.games.knock_rummy.schema import SWITCHES, PositionSchema
from kibitz.games.knock_rummy.state import ENDED, NOBODY, PHASES, TO_DRAW, KnockRummyState
from kibitz.games.knock_rummy.table import payments_of, position_of, state_of
from kibitz.games.knock_rummy.worlds import held_of, pool, stock_is_hidden
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State
from kibitz.games.text_form import read_text


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
        scores: Sequence[Fraction | int] | None = None,
    ) -> Position:
        """See :meth:`kibitz.games.game.Game.deal`; ``scores`` are the totals before this hand."""
        checked = check_deal(SWITCHES, rules, lambda _: deals.pack_of(seed, source))
        return deals.deal(seed, checked, source, dealer, scores)

    def seats(self, state: State) -> int:
        """See :meth:`kibitz.games.game.Game.seats`."""
        return int(state[0]["players"])

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``discard 7♣, 23 left unmatched``."""
        return describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; cards turned up are taken from the notation."""
        entry = read_move(text)
        if entry.move not in self.legal(state):
            raise ValueError(refusal(state[0], entry.move))
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


Cards = Sequence[int]


def turn_up(record: KnockRummyState, entry: Entry) -> None:
    """Write the cards that a legal move turns up into the state, which stays as it is otherwise.

    Raises ``ValueError`` with the reason when they are missing, not wanted or impossible.
    """
    if entry.move == DRAW:
        _turn_up_draw(record, entry.named[0][0] if entry.named else None)
    elif KNOCK <= entry.move <= OUT:
        _lay_open(record, entry)


def _turn_up_draw(record: KnockRummyState, named: int | None) -> None:
    """The card drawn: known to the state, named by who draws it, or seen by nobody else."""
    top = int(record["stock_size"]) - 1
    there, seat, viewer = int(record["stock"][top]), int(record["turn"]), int(record["viewer"])
    if there != NO_PLACE:
        if named is not None and place_of(named) != there:
            raise ValueError(f"the next card is not {card_text(named)}")
        return
    seen = seat == viewer or (viewer == NOBODY and not unknown_of(record, seat))
    if not seen:
        if named is not None:
            raise ValueError(f"nobody but seat {seat} sees the card drawn: write draw")
        return
    if named is None:
        raise ValueError("the stock is face down: name the card drawn, as in draw=7C")
    place = place_of(named)
    latest = int(record["turn_overs"])
    held = 0
    for hand in record["hands"]:
        held |= int(hand)
    if not int(pool(record, latest)) & ~held & (1 << place):
        raise ValueError(f"{card_text(named)} cannot be in the stock")
    record["stock"][top] = place


def _lay_open(record: KnockRummyState, entry: Entry) -> None:
    """The hands that a showdown turns up: as many cards as were hidden, and possible ones."""
    hidden = [seat for seat in range(int(record["players"])) if unknown_of(record, seat)]
    if len(entry.named) != len(hidden):
        raise ValueError(hands_to_name(hidden, len(entry.named)))
    hands = [int(hand) for hand in record["hands"]]
    ender = int(record["turn"])
    for seat, cards in zip(hidden, entry.named, strict=True):
        hands[seat] = word_of(cards)
        if seat == ender and entry.move < OUT:
            hands[seat] |= 1 << entry.move % KNOCK
        _check_hand(record, seat, hands[seat])
    for seat in hidden:
        others = [hand for other, hand in enumerate(hands) if other != seat]
        for other in others:
            if other & hands[seat]:
                text = card_text(cards_in(other & hands[seat])[0])
                raise ValueError(f"{text} cannot be in two hands")
    final = hands[ender] & ~(1 << entry.move % KNOCK if entry.move < OUT else 0)
    left = int(deadwood(record, np.uint64(final)))
    limit = 0 if entry.move == OUT else int(record["knock_limit"])
    if limit != NOBODY and left > limit:
        raise ValueError(f"{left} left unmatched are too many: the limit is {limit}")
    for seat in hidden:
        record["hands"][seat] = hands[seat]
        record["unknown"][seat] = 0


def _check_hand(record: KnockRummyState, seat: int, hand: int) -> None:
    """Whether the hand has what everybody knows of it and otherwise as many cards of each pool."""
    known = int(record["hands"][seat])
    if known & ~hand:
        text = card_text(cards_in(known & ~hand)[0])
        raise ValueError(f"seat {seat} is known to hold {text}")
    strange = hand & int(record["public"]) & ~known
    if strange:
        raise ValueError(f"{card_text(cards_in(strange)[0])} is not in the hand of seat {seat}")
    for kind in range(int(record["turn_overs"]) + 1):
        count = (hand & int(pool(record, kind))).bit_count()
        due = int(held_of(record, seat, kind))
        if count != due:
            where = f" of pile {kind} shuffled" if kind else ""
            message = f"seat {seat} holds {due} cards{where} that were hidden, not {count}"
            raise ValueError(message)
