"""The kernels against the naive game, in random play under every switch."""

from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.knock_rummy.play import KNOCK, OUT, TAKE
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.state import STATE
from tests.cases import cases
from tests.conformance.playing import variants, walk
from tests.games.knock_rummy.tables import (
    GAME,
    apply_both,
    as_naive,
    goes_on,
    late_deals,
    legal_texts,
    payments,
    reason,
    texts,
)
from tests.naive import knock_rummy as naive
from tests.naive.knock_rummy_melds import PACK

# Switches that say most together.
TOGETHER: list[dict[str, Any]] = [
    {"stock_out": "shuffle", "max_turn_overs": 4, "players": 3},
    {"stock_out": "shuffle", "max_turn_overs": 4, "players": 2, "allow_return_discard": True},
    {"stock_out": "turn_over", "max_turn_overs": 4, "players": 6},
    {"stock_out": "shuffle", "players": 5, "ace": "low_or_high", "ace_points": 15},
    {"knock_limit": 10, "players": 2, "ace": "round_the_corner"},
    {"knock_limit": 30, "players": 4, "rummy_beats_tie": False},
    {"knock_limit": 20, "players": 3, "knock_penalty": 0, "rummy_bonus": 100},
    {"max_takes": 2, "players": 3},
]
RULES = [*variants(GAME), *({"players": n} for n in (3, 4, 5)), *TOGETHER]


@pytest.mark.parametrize("number", range(len(RULES)))
def test_plays_like_the_naive_game(number: int) -> None:
    for seed in range(cases(5)):
        random = Random(100 * number + seed)
        rules = RULES[number]
        dealer = random.randrange(rules.get("players", 2))
        position = GAME.deal(str(random.getrandbits(64)), rules, dealer=dealer)
        # Mostly players who go on as long as they can.
        compare(position, random, (0.0, 0.02, 0.3)[seed % 3], (0.2, 0.5, 0.95)[seed % 3])


def compare(position: Position, random: Random, ending: float, taking: float) -> None:
    """Play a hand at random in both."""
    state, game = GAME.state(position), as_naive(position)
    for number in count():
        legal = [GAME.move_text(move) for move in GAME.legal(state)]
        assert sorted(legal) == sorted(naive.moves(game))
        assert bool(protocol.run_over(state)) == bool(game.ended)
        assert protocol.run_turn(state) == game.turn
        here = GAME.position(state, position)
        assert [set(texts(hand)) for hand in here.hands] == [*map(set, game.hands)]
        assert (texts(here.stock), texts(here.discards)) == (game.stock, game.pile)
        assert (here.takes, here.turn_overs) == (game.takes, game.turn_overs)
        assert here.ended == (game.ended or None)
        if number % 4 == 0 or not legal:  # reading takes longer than all the rest
            assert GAME.read(here.to_json()) == here
        if not legal:
            break
        assert [set(texts(cards)) for cards in here.known] == [*map(set, game.known)]
        ends = [move for move in GAME.legal(state) if KNOCK <= move <= OUT]
        move = goes_on(state, random, taking)
        if ends and random.random() < ending:
            move = random.choice(ends)
        game = apply_both(state, game, GAME.move_text(move), position)
    result = GAME.match_result(state, position)
    assert result is not None
    assert GAME.payments(state) == tuple(naive.payments(game)) == result.totals
    assert sum(naive.payments(game)) == 0
    assert result.dealer == (None if result.winners else naive.next_dealer(game))


def test_every_end_is_reached() -> None:
    ends = {
        GAME.position(walk(GAME, deal, Random(1))[-1], deal).ended
        for deal in (*late_deals(), *(GAME.deal(str(seed)) for seed in range(5)))
    }
    assert ends >= {"knock", "no_score"}


# ------------------------------------------------------------------------------- one hand by hand

HANDS = ("2C 3C 4C 7D 7H 7S JD QD KD 9S", "AC AD 5H 6H 8H 9H TC JC 4S 6S")


def table(hands: tuple[str, ...] = HANDS, stock: str = "KS QS 2H", **parts: Any) -> Position:
    """A position with these hands and the next cards of the stock; 8S lies on the pile."""
    held = [hand.split() for hand in hands]
    discards = parts.pop("discards", "8S").split()
    used = {card for hand in held for card in hand} | {*discards, *stock.split()}
    rest = [card for card in PACK if card not in used]
    names = ("dealer", "turn", "known", "taken", "takes", "turn_overs", "scores", "seat", "ended")
    fields: dict[str, Any] = {name: parts.pop(name) for name in names if name in parts}
    data = {"rules": parts, "hands": held, "stock": stock.split() + rest, "discards": discards}
    return GAME.read({"dealer": 1, **fields, **data})


def after(position: Position, moves: str) -> Position:
    played: Position = GAME.play(position, moves.split())
    return played


def turn(position: Position) -> int:
    return int(protocol.run_turn(GAME.state(position)))


def test_a_turn_is_to_draw_or_take_and_to_discard() -> None:
    position = table()
    assert legal_texts(position) == {"draw", "take"}
    drawn = after(position, "draw")
    assert legal_texts(drawn) == {
        *HANDS[0].split(), "KS", *(f"knock-{card}" for card in [*HANDS[0].split(), "KS"])
    }  # fmt: skip
    assert reason(position, "9S") == "seat 0 first draws a card or takes one"
    assert reason(position, "draw", "draw") == "seat 0 has drawn and discards now"
    assert reason(position, "draw", "TS") == "seat 0 does not hold TS"
    assert turn(after(position, "draw KS")) == 1


def test_a_card_just_taken_is_not_discarded_in_the_same_turn() -> None:
    taken = after(table(), "take")
    assert not {"8S", "knock-8S"} & legal_texts(taken)
    assert "just taken" in reason(taken, "8S")
    later = after(table(), "take 9S draw KS draw 8S")
    assert texts(later.discards)[-1] == "8S"
    returning = after(table(allow_return_discard=True), "take")
    assert {"8S", "knock-8S"} <= legal_texts(returning)


def test_any_player_may_knock_at_any_count_unless_there_is_a_limit() -> None:
    assert after(table(), "take 9S draw knock-AC").ended == "knock"
    limited = table(knock_limit=10)
    assert "knock-9S" in legal_texts(after(limited, "take"))
    assert "knock-KD" not in legal_texts(after(limited, "take"))
    assert reason(limited, "take", "knock-KD") == (
        "34 left unmatched are too many to knock: the limit is 10"
    )


def test_going_out_takes_a_hand_that_is_all_matched() -> None:
    hands = ("2C 3C 4C 7D 7H 7S JD QD KD TD", HANDS[1])
    assert "out" not in legal_texts(after(table(hands), "take"))
    assert "out" in legal_texts(after(table(hands, stock="7C"), "draw"))
    ended = after(table(hands, stock="7C"), "draw out")
    assert (ended.ended, ended.sizes) == ("out", (11, 10))
    text = reason(table(), "draw", "out")
    assert text == "19 points are left unmatched: going out takes a hand that is all matched"


def last_card(**rules: Any) -> Position:
    """Seat 0 is to draw the last card of the stock."""
    pile = [card for card in PACK if card not in {*(" ".join(HANDS)).split(), "KS"}]
    return table(stock="KS", discards=" ".join(pile), **rules)


def test_the_pile_is_turned_over_unshuffled_when_the_stock_is_used_up() -> None:
    position = last_card()
    drawn = after(position, "draw KS")
    assert drawn.stock_size == 0
    assert legal_texts(drawn) == {"take", "turn-over"}
    assert reason(drawn, "draw").startswith("the stock is used up")
    turned = after(drawn, "turn-over")
    assert turned.stock == drawn.discards
    assert legal_texts(turned) == {"draw"}
    assert reason(turned, "take") == "the discard pile is empty"
    # Everybody has seen the order, and so knows what is drawn.
    assert GAME.as_seen(turned, 1).stock == turned.stock
    held = after(turned, "draw")
    assert held.known[1] == drawn.discards[:1]
    assert turn(after(drawn, "take 9H")) == 0


def test_the_pile_can_be_taken_from_when_the_stock_is_used_up() -> None:
    again = after(last_card(), "draw KS take 9H")
    assert (again.turn, legal_texts(again)) == (0, {"take", "turn-over"})


def test_the_hand_ends_without_a_score() -> None:
    for rules in ({"stock_out": "end_hand"}, {"max_turn_overs": 0}):
        ended = after(last_card(**rules), "draw KS")
        assert ended.ended == "no_score"
        assert payments(ended) == ("0", "0")
        assert reason(ended, "take") == "the hand has ended"
    assert after(last_card(stock_out="end_hand"), "draw knock-KS").ended == "knock"
    assert after(last_card(stock_out="end_hand"), "take 9S").ended is None


def test_taking_again_and_again_ends_the_hand() -> None:
    position = after(table(max_takes=3), "take 9S take 4S")
    assert after(position, "take 2C").ended == "no_score"
    assert after(position, "take knock-2C").ended == "knock"
    assert after(position, "draw 2C take 5H").ended is None


def test_a_shuffled_pile_is_in_no_known_order() -> None:
    data = last_card(stock_out="shuffle").to_json()
    orders = set()
    for key in (1, 2, 3):
        turned = after(GAME.read({**data, "shuffle": key}), "draw KS turn-over")
        assert sorted(turned.stock) == sorted(turned.shuffled[0].cards)
        assert GAME.as_seen(turned, 0).stock == ()
        orders.add(turned.stock)
    assert len(orders) == 3
    unsure = after(GAME.read(data), "draw KS turn-over")
    assert (unsure.stock, unsure.stock_hidden) == ((), 32)


def test_horizon_counts_draws_and_takes() -> None:
    def horizon(position: Position) -> int:
        return int(protocol.run_horizon(GAME.state(position)))

    rules = {"stock_out": "end_hand", "max_takes": 1}
    assert horizon(last_card(**rules)) == 2 * (2 + 1)
    assert horizon(after(last_card(**rules), "draw")) == 2 * 1 + 1
    assert horizon(after(last_card(**rules), "draw KS")) == 0
    once = last_card(max_turn_overs=1, max_takes=1)
    assert horizon(once) == 2 * (2 * (1 + 32) + 1) + 1


def test_state_is_a_flat_record() -> None:
    assert STATE.isnative
    assert not STATE.hasobject
    assert STATE.itemsize <= 448
    state = np.zeros(2, STATE)
    state[0] = GAME.state(table())[0]
    state[1] = state[0]
    protocol.run_apply(state[:1], TAKE)
    assert GAME.legal(state[1:]) != GAME.legal(state[:1])
