"""The figure with the luck taken out: nothing for the policy itself, and the same on average."""

from statistics import fmean
from typing import Any

import numpy as np
import pytest

from benchmarks.margin import Trial, play_deal, row, worth_more
from benchmarks.unseen import UNSEEN
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.protocol import State
from kibitz.jobs.duplicates import estimate
from kibitz.jobs.players import GAMES
from tests.cases import cases

GAMES_AND_RULES: list[tuple[str, dict[str, Any]]] = [
    *(("knack", {"players": 2}), ("knack", {"players": 3})),
    *(("knock-rummy", {"players": 2}), ("knock-rummy", {"players": 4})),
    *(("hand-knee-foot", {"players": 2}), ("hand-knee-foot", {"players": 4})),
    *(("knaves", {}), ("knaves", {"hand_size": 17})),
]


def trial(
    game: str, rules: dict[str, Any], hero: str, rounds: int, rival: str | None = None
) -> Trial:
    return Trial(game, rules, hero, rival, Limits(iterations=1), seed=3, rounds=rounds)


@pytest.mark.parametrize(("game", "rules"), GAMES_AND_RULES)
def test_what_somebody_has_seen_stays_where_it_is(game: str, rules: dict[str, Any]) -> None:
    rules_of, unseen = GAMES[game], UNSEEN[game]
    state = rules_of.state(rules_of.deal("5", rules))
    stream = np.empty(1, np.uint64)
    for number in range(12):
        shuffled = state.copy()
        start_stream(stream, np.uint64(1), np.uint64(number))
        unseen.shuffle(shuffled, stream)
        assert rules_of.legal(shuffled) == rules_of.legal(state)
        assert unseen.policy(shuffled) == unseen.policy(state)
        assert cards_of(game, shuffled) == cards_of(game, state)
        assert seen_of(game, shuffled) == seen_of(game, state)
        protocol.run_apply(state, unseen.policy(state))


def cards_of(game: str, state: State) -> list[int]:
    """The cards that nobody has seen, sorted."""
    record = state[0]
    hidden: list[int] = []
    if game == "knaves":
        hidden += [card for card in range(52) if int(record["out"]) >> card & 1]
    elif game == "hand-knee-foot":
        hidden += [*record["cards"][: record["stock_size"]]]
        for pile in ("knees", "feet"):
            for seat in range(record["players"]):
                hidden += [k for k, count in enumerate(record[pile][seat]) for _ in range(count)]
    elif game == "knock-rummy":
        hidden += [*record["stock"][: record["stock_size"]]]
    else:
        hidden += [*record["aside"][: record["aside_size"]]]
        for seat in range(record["players"]):
            hidden += [*record["decks"][seat][: record["deck_sizes"][seat]]]
    return sorted(map(int, hidden))


def seen_of(game: str, state: State) -> list[list[int]]:
    """What at least one player has seen."""
    record = state[0]
    if game == "knaves":
        return [[int(hand) for hand in record["hands"]]]
    if game == "knock-rummy":
        pile = record["pile"][: record["pile_size"]]
        return [[int(hand) for hand in record["hands"]], [int(card) for card in pile]]
    if game == "hand-knee-foot":
        return [[int(n) for n in record["hands"][seat]] for seat in range(record["players"])]
    hands = [
        [int(card) for card in record["hands"][seat][: record["held"][seat]]]
        for seat in range(record["players"])
    ]
    return [*hands, [int(card) for card in record["field"]["laid"]]]


@pytest.mark.parametrize(("game", "rules"), GAMES_AND_RULES)
def test_the_policy_earns_nothing_against_itself(game: str, rules: dict[str, Any]) -> None:
    hands = [
        hand
        for deal in range(2)
        for hand in play_deal(trial(game, rules, UNSEEN[game].name, 2), deal)
    ]
    assert all(hand.changed == 0 and hand.earned == 0 for hand in hands)
    # All hands of a deal are the same game, seen by each team in turn.
    assert fmean(hand.ahead for hand in hands[: len(hands) // 2]) == pytest.approx(0)


def test_both_figures_agree_on_average() -> None:
    way = trial("knack", {"players": 2}, "random", 8)
    played = [play_deal(way, deal) for deal in range(cases(200))]
    plain = [fmean(hand.ahead for hand in deal) for deal in played]
    earned = [fmean(hand.earned for hand in deal) for deal in played]
    gap = estimate([a - b for a, b in zip(plain, earned, strict=True)])
    assert abs(gap.mean) < 4 * gap.error
    assert estimate(earned).high < 0
    assert fmean(hand.changed for deal in played for hand in deal) > 1
    assert row(way, played)[:3] == [
        "random : heuristic, players 2",
        str(len(played)),
        str(2 * len(played)),
    ]


def test_a_rival_of_any_name_sits_at_the_other_seats() -> None:
    rules = {"players": 3}
    alike = [play_deal(trial("knack", rules, "greedy", 2, "greedy"), deal) for deal in range(2)]
    assert all(hand.changed == 0 and hand.earned == 0 for deal in alike for hand in deal)
    better = trial("knack", rules, "heuristic", 8, "greedy")
    played = [play_deal(better, deal) for deal in range(40)]
    assert estimate([fmean(hand.earned for hand in deal) for deal in played]).low > 0
    assert row(better, played)[0] == "heuristic : greedy, players 3"


def test_the_better_of_two_moves_is_worth_as_much_more_as_the_other_less() -> None:
    game, unseen = GAMES["knack"], UNSEEN["knack"]
    state = game.state(game.deal("5", {"players": 2}))
    one, two = game.legal(state)[:2]

    def first_wins(over: State) -> float:
        payoffs = np.zeros(2)
        protocol.run_payoff(over, payoffs)
        return float(payoffs[0])

    there = worth_more(unseen, state, (one, two), first_wins, 7, 30)
    assert there == -worth_more(unseen, state, (two, one), first_wins, 7, 30)
    assert worth_more(unseen, state, (one, one), first_wins, 7, 30) == 0
