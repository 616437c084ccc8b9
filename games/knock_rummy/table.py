"""From positions of Knock Rummy to kernel states and back."""

from fractions import Fraction
from functools import lru_cache

import numpy as np

from kibitz.games.cards import UNSEEN, parse_card
from kibitz.games.knock_rummy.bitboards import NO_PLACE, card_at, cards_in, place_of, word_of
from kibitz.games.knock_rummy.melds import ACE_WORDS
from kibitz.games.knock_rummy.notation import Turn, history_of, turns_of
from kibitz.games.knock_rummy.play import show_down, unknown_of
from kibitz.games.knock_rummy.position import Position, Shuffled
from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import (
    ENDED,
    NOBODY,
    STATE,
    TO_DISCARD,
    TO_DRAW,
    TURNED_OVER,
    KnockRummyState,
)
from kibitz.games.knock_rummy.worlds import held_of, pool, stock_is_hidden
from kibitz.games.protocol import State


def bare_table(rules: Rules) -> State:
    """A state with the switches and nothing on the table."""
    state = np.zeros(1, STATE)
    record = state[0]
    record["target"] = rules.match_target or 0
    record["ace_points"] = rules.ace_points
    record["bonus"] = rules.rummy_bonus
    record["penalty"] = rules.knock_penalty
    record["knock_limit"] = NOBODY if rules.knock_limit is None else rules.knock_limit
    record["max_takes"] = rules.max_takes
    record["shuffles"] = rules.stock_out == "shuffle"
    record["returns"] = rules.allow_return_discard
    record["beats_tie"] = rules.rummy_beats_tie
    record["ace"] = ACE_WORDS.index(rules.ace)
    record["players"] = rules.players
    record["ender"] = NOBODY
    return state


@lru_cache(32)
def state_of(position: Position) -> State:
    """See :meth:`kibitz.games.game.Game.state_of`."""
    rules = position.rules
    state = bare_table(rules)
    record = state[0]
    record["dealer"], record["turn"] = position.dealer, position.turn
    record["viewer"] = NOBODY if position.seat is None else position.seat
    record["scores"][: rules.players] = [int(UNIT * total) for total in position.scores]
    record["taken"] = NO_PLACE if position.taken == UNSEEN else place_of(position.taken)
    record["takes"] = position.takes
    record["turn_overs"] = position.turn_overs
    record["turn_overs_left"] = rules.turn_overs - position.turn_overs
    record["key"] = position.shuffle or 0
    public = word_of(position.discards)
    for seat in range(rules.players):
        record["hands"][seat] = word_of(position.hands[seat])
        public |= word_of(position.known[seat])
        if position.hidden[seat]:
            later = [pile.held[seat] for pile in position.shuffled]
            record["unknown"][seat, : 1 + len(later)] = [position.hidden[seat] - sum(later), *later]
    for i, pile in enumerate(position.shuffled):
        record["shuffled"][i] = word_of(pile.cards)
    if not stock_is_hidden(record):
        public |= word_of(position.stock)
    record["public"] = public
    stock = [NO_PLACE] * position.stock_hidden or [place_of(card) for card in position.stock]
    record["stock_size"], record["pile_size"] = len(stock), len(position.discards)
    record["stock"][: len(stock)] = stock[::-1]
    record["pile"][: len(position.discards)] = [place_of(card) for card in position.discards]
    _write_history(record, position.history)
    record["phase"] = TO_DISCARD if position.drawn else TO_DRAW
    if position.ended == "no_score":
        record["phase"] = ENDED
    elif position.ended:
        show_down(record)
    return state


def position_of(state: State, like: Position) -> Position:
    """See :meth:`kibitz.games.game.Game.position`: what ``like`` hides stays hidden."""
    record = state[0]
    players, public = like.rules.players, int(record["public"])
    hands, hidden, known = [], [], []
    for seat in range(players):
        held = int(record["hands"][seat])
        unknown = int(unknown_of(record, seat))
        if unknown or like.hidden[seat] or like.seat not in (None, seat):
            unknown += (held & ~public).bit_count()
            held &= public
        hands.append(cards_in(held))
        hidden.append(unknown)
        known.append(cards_in(held & public))
    places = [int(place) for place in record["stock"][: int(record["stock_size"])]][::-1]
    unsure = like.shuffle is None and record["shuffles"] and record["turn_overs"] > like.turn_overs
    hides = like.stock_hidden or like.seat is not None or unsure
    hides = NO_PLACE in places or (hides and stock_is_hidden(record))
    taken = int(record["taken"])
    return Position(
        rules=like.rules,
        dealer=like.dealer,
        turn=int(record["turn"]),
        scores=like.scores,
        hands=tuple(hands),
        hidden=tuple(hidden),
        known=tuple(known),
        stock=() if hides else tuple(map(card_at, places)),
        stock_hidden=len(places) if hides else 0,
        discards=tuple(card_at(int(n)) for n in record["pile"][: int(record["pile_size"])]),
        taken=UNSEEN if taken == NO_PLACE else card_at(taken),
        takes=int(record["takes"]),
        turn_overs=int(record["turn_overs"]),
        shuffled=_shuffled(record, players),
        shuffle=int(record["key"]) if like.shuffle is not None else None,
        history=_history(record),
        ended=_ended(record, like.rules),
        seat=like.seat,
    )


def _write_history(record: KnockRummyState, history: tuple[str, ...] | None) -> None:
    record["recorded"] = NOBODY
    if history is None:
        return
    turns = turns_of(history)
    record["recorded"] = len(turns)
    record["gone"][0] = place_of(parse_card(history[0]))
    for i, turn in enumerate(turns):
        record["how"][i] = turn.how
        record["gone"][i + 1] = NO_PLACE if turn.card is None else place_of(turn.card)


def _history(record: KnockRummyState) -> tuple[str, ...] | None:
    """What the state has of the turns, or None where it was not watched."""
    recorded = int(record["recorded"])
    if recorded < 0:
        return None
    turns = []
    gone = record["gone"].tolist()
    for i, how in enumerate(record["how"][:recorded].tolist()):
        card = gone[i + 1]
        waits = how == TURNED_OVER and card < 0 and i == recorded - 1 and record["phase"] == TO_DRAW
        turns.append(Turn(how, None if card < 0 else card_at(card), waits))
    return history_of(card_at(gone[0]), turns)


def _shuffled(record: KnockRummyState, players: int) -> tuple[Shuffled, ...]:
    if not record["shuffles"]:
        return ()
    return tuple(
        Shuffled(
            cards_in(int(pool(record, kind))),
            tuple(int(held_of(record, seat, kind)) for seat in range(players)),
        )
        for kind in range(1, int(record["turn_overs"]) + 1)
    )


def _ended(record: KnockRummyState, rules: Rules) -> str | None:
    """How the hand has ended; who went out has not discarded."""
    if record["phase"] != ENDED:
        return None
    ender = int(record["ender"])
    if ender == NOBODY:
        return "no_score"
    return "out" if int(record["hands"][ender]).bit_count() > rules.hand_size else "knock"


def payments_of(state: State) -> tuple[Fraction, ...]:
    """What each seat has won or lost in this hand, exactly."""
    record = state[0]
    return tuple(Fraction(int(n), UNIT) for n in record["payments"][: int(record["players"])])
