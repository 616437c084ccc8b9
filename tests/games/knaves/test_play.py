"""The rule sheet, sentence by sentence, and the kernels against the naive game."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import card_text, parse_card
from kibitz.games.knaves.lanes import (
    beats,
    card_at,
    cards_in,
    lane,
    lanes,
    place_of,
    winner_of_trick,
    word_of,
)
from kibitz.games.knaves.play import CALL, NO_CALL
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.state import STATE
from tests.conformance.playing import stream_of, variants, walk
from tests.games.knaves.tables import (
    GAME,
    HANDS,
    as_naive,
    exposed_deals,
    lay_open,
    legal_texts,
    points,
    reason,
    table,
    turn,
)
from tests.naive import knaves as naive


def after(position: Position, moves: str) -> Position:
    played: Position = GAME.play(position, moves.split())
    return played


def taker(moves: str, **parts: Any) -> int:
    """Who takes the first trick."""
    return turn(after(table(**parts), moves))


def test_the_player_left_of_the_dealer_leads_and_the_others_follow_clockwise() -> None:
    for dealer in range(3):
        position = GAME.deal("1", dealer=dealer)
        assert turn(position) == (dealer + 1) % 3
        state = GAME.state(position)
        seats = []
        for _ in range(3):
            seats.append(int(protocol.run_turn(state)))
            protocol.run_apply(state, GAME.legal(state)[0])
        assert seats == [(dealer + i) % 3 for i in (1, 2, 3)]


def test_any_card_may_be_led() -> None:
    assert legal_texts(table()) == set(HANDS[0].split())


def test_the_following_players_must_follow_suit_if_able() -> None:
    assert legal_texts(after(table(), "KH")) == {"AH", "JH", "TH"}
    assert legal_texts(after(table(), "5C")) == {"QC", "JC"}
    assert reason(table(), "KH", "KS") == "you must follow hearts"
    assert reason(table(), "5C", "JC", "AS") == "you must follow clubs"


def test_if_not_able_to_follow_any_card_may_be_played_including_trumps() -> None:
    position = after(table(), "KH TH")
    assert legal_texts(position) == {card_text(card) for card in position.hands[2]}


def test_the_highest_card_of_the_suit_led_takes_a_trick_without_trumps() -> None:
    assert taker("5C JC 8C") == 1
    assert taker("AC QC TC") == 0
    assert taker("8D TD KD") == 2


def test_a_card_of_another_suit_takes_nothing() -> None:
    assert taker("6H TH KD") == 1
    assert taker("KH TH KD") == 0


def test_the_highest_trump_takes_the_trick() -> None:
    assert taker("KH AH 5S") == 2
    assert taker("9S KS AS") == 2
    assert taker("9S KS 5S") == 1


def test_an_overruff_takes_the_trick_and_an_underruff_does_not() -> None:
    hearts = [rank + "H" for rank in naive.RANKS]
    clubs = [rank + "C" for rank in naive.RANKS[:11]]
    diamonds = [rank + "D" for rank in naive.RANKS[:10]]
    hands = [hearts, [*clubs, "7S", "KS"], [*diamonds, "3S", "5S", "AS"]]
    assert taker("2H KS AS", hands=hands) == 2
    assert taker("2H KS 5S", hands=hands) == 1
    assert taker("AH 7S 2D", hands=hands) == 1
    assert taker("AH 2C 3S", hands=hands) == 2
    assert taker("2H TC TD", hands=hands) == 0


def test_the_ace_is_high_and_the_two_low() -> None:
    order = [place_of(parse_card(rank + "H")) for rank in "23456789TJQKA"]
    assert order == sorted(order)
    assert taker("8S KS AS") == 2


def test_there_is_no_duty_to_trump() -> None:
    assert "2D" in legal_texts(after(table(), "KH TH"))


def test_the_winner_of_a_trick_leads_the_next() -> None:
    position = after(table(), "5C JC 8C")
    assert position.trick.leader == 1
    assert turn(after(position, "QD 2D 8D")) == 1


def test_a_point_for_every_trick() -> None:
    assert points(after(table(), "AC QC 8C")) == (1, 0, 0)
    assert points(after(table(), "AC QC 8C KC")) == (1, 0, 0)
    assert points(after(table(), "AC QC 8C 8D TD KD")) == (1, 0, 1)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("KH JH 2D", (-3, 0, 0)),
        ("AD JD 2D", (-2, 0, 0)),
        ("AC JC 8C", (-1, 0, 0)),
        ("9S KS JS", (0, 0, 0)),
        ("KH JH JS", (0, 0, -4)),
        ("6H AH JS AS 8S 7S", (0, 0, 1)),
    ],
)
def test_jacks_taken_cost_points(moves: str, expected: tuple[int, ...]) -> None:
    assert points(after(table(), moves)) == expected


def test_penalties_follow_the_switches() -> None:
    position = table(jack_hearts=-20, jack_spades=0)
    assert points(after(position, "KH JH JS")) == (0, 0, -19)


def played_out(position: Position, seed: int = 0) -> Position:
    states = walk(GAME, position, Random(seed))
    end: Position = GAME.position(states[-1], position)
    return end


@pytest.mark.parametrize("rule", ["out", "last_trick", "no_trump"])
def test_a_turned_jack(rule: str) -> None:
    position = table(turned="JH", turned_jack=rule)
    state = GAME.state(position)
    assert int(state[0]["trump"]) == (-1 if rule == "no_trump" else 2)
    for seed in range(20):
        end = played_out(position, seed)
        cards = {card_text(card) for trick in end.tricks for card in trick.cards}
        total = 13 + sum(cost for jack, cost in naive.JACKS.items() if jack in cards)
        assert sum(points(end)) == total - 4 * (rule == "last_trick")
        assert list(points(end)) == naive.points(as_naive(end))


def test_without_a_turned_jack_the_switch_means_nothing() -> None:
    for rule in ("out", "last_trick", "no_trump"):
        state = GAME.state(table(turned_jack=rule))
        assert (int(state[0]["trump"]), int(state[0]["last_stake"])) == (3, 0)


def test_no_trump_round_is_won_by_the_suit_led() -> None:
    position = table(turned="JS", turned_jack="no_trump")
    assert turn(after(position, "KH AH AS")) == 1
    assert turn(after(table(turned="JS"), "KH AH AS")) == 2


@pytest.mark.parametrize("size", [13, 17])
def test_the_total_of_a_round_is_fixed_by_the_deal(size: int) -> None:
    for seed in range(5):
        position = GAME.deal(str(seed), {"hand_size": size})
        held = {card_text(card) for hand in position.hands for card in hand}
        total = size + sum(cost for jack, cost in naive.JACKS.items() if jack in held)
        for play in range(5):
            assert sum(points(played_out(position, play))) == total


def test_payoffs_are_the_points_of_the_round() -> None:
    end = played_out(table(scores=[5, -3, 19]))
    outcome = GAME.outcome(GAME.state(end))
    assert outcome is not None
    assert outcome.payoffs == points(end)
    assert outcome.won is None


def test_after_the_round_nothing_is_legal() -> None:
    end = played_out(table())
    assert legal_texts(end) == set()
    assert reason(end, "7H") == "the round is over"
    assert GAME.state(end)[0]["count"] == 39


def test_horizon_counts_cards_and_answers() -> None:
    def horizon(position: Position) -> int:
        return int(protocol.run_horizon(GAME.state(position)))

    assert [horizon(table()), horizon(after(table(), "KH"))] == [39, 38]
    shown = table(exposed=[["KH"], [], ["2D"]], exposed_cards=True)
    assert horizon(shown) == 39 + 26 + 26
    assert horizon(after(shown, "no-call")) == 90
    assert horizon(after(shown, "no-call call-KH")) == horizon(after(shown, "call-KH")) == 89
    assert horizon(after(shown, "call-KH KH")) == 38 + 26


def test_places_and_words() -> None:
    assert sorted(place_of(card) for card in range(52)) == [
        16 * suit + rank for suit in range(4) for rank in range(13)
    ]
    for card in range(52):
        assert card_at(place_of(card)) == card
        assert cards_in(word_of([card])) == (card,)
        assert int(lane(card & 3)) & word_of([card])
    assert int(lanes(15)) == word_of(range(52))
    assert int(lanes(0)) == 0
    assert int(lanes(5)) == int(lane(0)) | int(lane(2))


def test_winner_of_trick_is_the_naive_one() -> None:
    random = Random(5)
    for _ in range(2_000):
        cards = random.sample(naive.PACK, 3)
        trump = random.choice(["", *naive.SUITS])
        places = [place_of(parse_card(card)) for card in cards]
        suit = naive.SUITS.index(trump) if trump else -1
        expected = naive.winner_of(list(enumerate(cards)), trump)
        assert winner_of_trick(places[0], places[1], places[2], suit) == expected
        assert beats(places[1], places[0], suit) == (
            naive.winner_of(list(enumerate(cards[:2])), trump) == 1
        )


def test_state_is_a_flat_record() -> None:
    assert STATE.isnative
    assert not STATE.hasobject
    assert STATE.itemsize <= 200
    state = np.zeros(2, STATE)
    state[0] = GAME.state(table())[0]
    state[1] = state[0]
    protocol.run_apply(state[:1], GAME.enter(state[:1], "KH"))
    assert GAME.legal(state[1:]) != GAME.legal(state[:1])


# ------------------------------------------------------------------------------- exposed cards


def test_an_exposed_card_is_information_unless_it_may_be_called() -> None:
    position = table(exposed=[["KH"], [], []])
    assert turn(position) == 0
    assert "AC" in legal_texts(position)
    assert reason(position, "call-KH") == "there is nothing to call now"
    assert GAME.as_seen(position, 1).hands[0] == (parse_card("KH"),)


def test_an_opponent_may_call_an_exposed_card_left_of_its_owner_first() -> None:
    position = table(exposed=[["KH", "AC"], [], []], exposed_cards=True)
    assert turn(position) == 1
    assert legal_texts(position) == {"call-AC", "call-KH", "no-call"}
    first = after(position, "call-KH")
    assert (turn(first), legal_texts(first)) == (0, {"KH"})
    assert reason(first, "AC") == "KH has been called and must be played"
    second = after(position, "no-call")
    assert (turn(second), legal_texts(second)) == (2, {"call-AC", "call-KH", "no-call"})
    assert legal_texts(after(position, "no-call call-AC")) == {"AC"}
    free = after(position, "no-call no-call")
    assert (turn(free), len(legal_texts(free))) == (0, 13)


def test_a_call_ends_with_the_trick_card_it_was_made_for() -> None:
    position = after(table(exposed=[["KH", "AC"], [], []], exposed_cards=True), "call-KH KH AH 2D")
    assert position.called == 255
    assert position.exposed[0] == (parse_card("AC"),)
    assert turn(position) == 1


def test_a_card_is_called_only_to_a_trick_where_it_is_legal() -> None:
    position = after(table(exposed=[[], ["AH", "QD", "TH"], []], exposed_cards=True), "KH")
    assert turn(position) == 2
    assert legal_texts(position) == {"call-AH", "call-TH", "no-call"}
    assert reason(position, "call-QD") == "QD cannot be called: seat 1 must follow hearts"
    assert reason(position, "call-AC") == "AC does not lie exposed before seat 1"


def test_a_called_card_of_another_suit_binds_only_one_who_cannot_follow() -> None:
    # What the callers see does not tell them whether seat 1 can follow, and asking must not either.
    position = after(table(exposed=[[], ["QD"], ["4D"]], exposed_cards=True), "KH")
    assert legal_texts(position) == {"call-QD", "no-call"}
    assert legal_texts(after(position, "call-QD")) == {"AH", "JH", "TH"}
    third = after(position, "call-QD AH")
    assert turn(third) == 0
    assert legal_texts(after(third, "call-4D")) == {"4D"}


def test_a_card_is_not_played_before_the_answers() -> None:
    position = table(exposed=[["KH"], [], []], exposed_cards=True)
    assert reason(position, "KH") == "seat 1 first says whether to call an exposed card of seat 0"


# ------------------------------------------------------------------------ against the naive game


@pytest.mark.parametrize("number", range(len(variants(GAME))))
def test_plays_like_the_naive_game(number: int) -> None:
    rules = variants(GAME)[number]
    for seed in range(6):
        random = Random(100 * number + seed)
        position = GAME.deal(str(random.getrandbits(64)), rules, dealer=random.randrange(3))
        if random.random() < 0.5:
            position = lay_open(position, random, 4)
        compare(position, random)


@pytest.mark.parametrize("rule", ["out", "last_trick", "no_trump"])
def test_a_jack_turned_is_played_like_the_naive_game(rule: str) -> None:
    for seed, suit in enumerate("CDHS"):
        compare(table(turned=f"J{suit}", turned_jack=rule), Random(seed))


@pytest.mark.parametrize("number", range(len(exposed_deals())))
def test_exposed_cards_are_played_like_in_the_naive_game(number: int) -> None:
    for seed in range(10):
        compare(exposed_deals()[number], Random(seed))


def compare(position: Position, random: Random) -> None:
    """Play a round at random in both."""
    state, game = GAME.state(position), as_naive(position)
    while True:
        texts = [GAME.move_text(move) for move in GAME.legal(state)]
        assert sorted(texts) == sorted(naive.moves(game))
        assert [int(n) for n in state[0]["points"]] == naive.points(game)
        shown = [{naive.SUITS[s] for s in range(4) if void >> s & 1} for void in state[0]["voids"]]
        assert shown == naive.voids(game)
        assert protocol.run_over(state) == naive.is_over(game)
        if not texts:
            break
        assert protocol.run_turn(state) == naive.turn_of(game)
        text = random.choice(texts)
        protocol.run_apply(state, GAME.enter(state, text))
        game = naive.play(game, text)
        here = GAME.position(state, position)
        assert as_naive(here) == game


def test_moves_above_the_cards_are_calls() -> None:
    position = table(exposed=[["KH"], [], []], exposed_cards=True)
    king = place_of(parse_card("KH"))
    assert GAME.legal(GAME.state(position)) == [CALL + king, NO_CALL]


def test_a_random_move_is_any_legal_move() -> None:
    random, stream, moves = Random(11), stream_of(11), np.empty(52, np.int64)
    for start in [*exposed_deals(), GAME.deal("3")]:
        for state in walk(GAME, start, random)[:-1:7]:
            legal = GAME.legal(state)
            before = state.copy()
            counts = Counter(
                int(protocol.run_random_move(state, moves, stream)) for _ in range(60 * len(legal))
            )
            assert set(counts) == set(legal)
            assert min(counts.values()) > 25
            assert state == before
