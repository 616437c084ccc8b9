"""The matches of the benchmarks: fair, blind to what is hidden, and repeatable."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from benchmarks.ablation import TABLES as ABLATION
from benchmarks.players import TABLES, factory, names
from benchmarks.strength import chance_of, deals_within, matches_of, options, pairings, shown
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.knaves.game import Knaves
from kibitz.jobs.duplicates import (
    HERO,
    RIVAL,
    Table,
    estimate,
    key,
    play_deal,
    student,
    tables,
    view_of,
)
from kibitz.jobs.match import MatchJob
from kibitz.jobs.players import GAMES
from kibitz.jobs.players.knaves import FLAT, LowestWinner, SearchPlayer
from kibitz.jobs.players.random import RandomPlayer
from kibitz.solvers.player import Player
from tests.cases import cases
from tests.games.knaves.tables import table

GAME = Knaves()
LIMITS = Limits(iterations=1)


class Watcher(RandomPlayer):
    """Plays at random and keeps what it is shown."""

    def __init__(self, game, limits):
        super().__init__(game, limits)
        self.shown = []

    def choose(self, game, view, seat, seed):
        self.shown.append((seat, view.position))
        move = super().choose(game, view, seat, seed)
        view.state[0]["points"] = 99  # what it is handed is its own
        return move


def test_tables_seat_one_kind_alone_at_each_seat():
    assert tables(range(3), HERO) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert tables(range(3), RIVAL) == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert tables(range(2), HERO) == [(0, 1), (1, 0)]
    assert tables([0, 1, 0, 1], HERO) == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_a_view_shows_nothing_of_the_deal_that_the_seat_cannot_see():
    deal = GAME.deal("1")
    state = GAME.state(deal)
    for _ in range(4):
        protocol.run_apply(state, GAME.legal(state)[0])
    here = GAME.position(state, deal)
    for seat in range(3):
        other = state.copy()
        protocol.run_redeal(other, seat, np.array([8], np.uint64))
        shown = view_of(GAME, state, deal, seat, 12)
        assert shown.position == view_of(GAME, other, GAME.position(other, deal), seat, 12).position
        assert shown.position != here
        assert GAME.as_seen(shown.position, seat) == GAME.as_seen(here, seat)
        np.testing.assert_array_equal(shown.state, GAME.state(shown.position))
        assert shown.position != view_of(GAME, state, deal, seat, 13).position


def test_players_are_shown_their_views_and_asked_only_for_choices():
    watcher, deal = Watcher(GAME, LIMITS), GAME.deal("2")
    table = Table(GAME, (watcher, watcher))
    payoffs = table.play(deal, (0, 0, 0), 7)
    assert table.decisions == [len(watcher.shown), 0]
    assert 0 < len(watcher.shown) < 39
    hands = [GAME.position(GAME.state(deal), deal).hands[seat] for seat in range(3)]
    true = 0
    for seat, position in watcher.shown:
        assert set(position.hands[seat]) <= set(hands[seat])
        true += set(position.hands[(seat + 1) % 3]) <= set(hands[(seat + 1) % 3])
    assert true < len(watcher.shown) / 2
    assert all(-10 <= points <= 13 for points in payoffs)


def test_a_match_repeats_and_its_seed_matters():
    players: list[Player] = [RandomPlayer(GAME, LIMITS), LowestWinner(GAME, LIMITS)]

    def leads(seed):
        result = play_deal(GAME, players, 5, {}, seed)
        assert result.hands == 6
        return result.lone, result.pair

    assert leads(1) == leads(1) != leads(2)


def test_a_player_that_never_rolls_is_level_with_itself_on_every_deal():
    player = LowestWinner(GAME, LIMITS)
    for number in range(5):
        result = play_deal(GAME, (player, player), number, {"hand_size": 17}, 1)
        assert result.both == pytest.approx(0)


def test_a_player_that_rolls_is_level_with_itself_on_average():
    player = RandomPlayer(GAME, LIMITS)
    results = [play_deal(GAME, (player, player), number, {}, 1).both for number in range(40)]
    assert any(results)
    found = estimate(results)
    assert found.low - found.error < 0 < found.high + found.error


def test_illegal_moves_are_found():
    class Cheat(RandomPlayer):
        def choose(self, *_):
            return 63

    with pytest.raises(AssertionError, match="Cheat plays 63"):
        play_deal(GAME, [Cheat(GAME, LIMITS)] * 2, 1, {}, 1)


def test_the_rule_takes_with_its_lowest_winner_and_else_plays_low():
    rule = LowestWinner(GAME, LIMITS)
    # Seat 0 leads, and spades are trumps: no club is ever led, no jack spared.
    deal = table()
    state = GAME.state(deal)

    def plays():
        seat = int(protocol.run_turn(state))
        move = rule.choose(GAME, view_of(GAME, state, deal, seat, 3), seat, 0)
        protocol.run_apply(state, move)
        return GAME.move_text(move)

    assert [plays() for _ in range(3)] == ["3C", "JC", "8C"]
    protocol.run_apply(state, GAME.enter(state, "AH"))
    assert [plays() for _ in range(2)] == ["5S", "6H"]


def test_keys_depend_on_every_part_and_their_order():
    found = {key(*parts) for parts in [(1, 2), (2, 1), (1, 2, 0), (1,), (0, 1, 2), (1, 3)]}
    assert len(found) == 6


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.776), (9, 2.262), (99, 1.984)])
def test_student(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, rel=0.005)


def test_estimates_are_those_of_the_text_books():
    found = estimate([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.mean == 3
    assert found.error == pytest.approx(0.7071, abs=1e-4)
    assert found.low == pytest.approx(1.037, abs=5e-3)
    assert found.high == pytest.approx(4.963, abs=5e-3)
    assert str(found) == "+3.00 ± 0.71 (+1.04 … +4.96)"
    with pytest.raises(ValueError, match="two deals"):
        estimate([1.0])


def test_players_are_found_by_name_and_by_place():
    assert names(GAMES["knaves"])[:4] == ["random", "beginner", "casual", "strong"]
    assert (
        factory(GAME, "rule")
        is factory(GAME, "kibitz.jobs.players.knaves:LowestWinner")
        is LowestWinner
    )
    with pytest.raises(BadInput, match="choose random, beginner, casual"):
        factory(GAME, "rulle")


def test_a_search_is_named_by_its_dials():
    state = GAME.state(GAME.deal("3"))
    view = view_of(GAME, state, GAME.deal("3"), 1, 5)
    name = "flat/worlds=weighted/world_choices=3/settle=true/iterations=50"
    player = factory(GAME, name)(GAME, Limits(time_ms=60_000))
    assert isinstance(player, SearchPlayer)
    assert player.options == replace(FLAT, worlds="weighted", world_choices=3, settle=True)
    assert player.limits == Limits(iterations=50)
    assert player.choose(GAME, view, 1, 9) in GAME.legal(state)
    player = factory(GAME, "search/trees=1")(GAME, Limits(nodes=7))
    assert isinstance(player, SearchPlayer)
    assert player.limits == Limits(nodes=7)
    for wrong in ("rule/trees=1", "flat/leaves=1"):
        with pytest.raises(BadInput, match=r"('rule' of knaves has|'leaves' is) no dial"):
            factory(GAME, wrong)
    for wrong in ("trees=0", "trees=x", "worlds=round"):
        with pytest.raises(BadInput, match=wrong.split("=")[1]):
            factory(GAME, f"flat/{wrong}")


def test_every_setting_of_the_ablation_can_be_played():
    for game, sides in ABLATION.items():
        for name in (*sides.heroes, *sides.rivals):
            player = factory(GAMES[game], name)(GAMES[game], Limits(iterations=1))
            assert callable(player.choose)


def test_every_hero_meets_every_rival_and_itself():
    assert pairings(["a"], ["a", "b"], null=True) == [("a", "b"), ("a", "a")]
    assert pairings(["a", "b"], ["b"], null=False) == [("a", "b")]


@pytest.mark.parametrize("name", [n for n in names(GAME) if n not in {"random", "openspiel"}])
def test_our_players_choose_legal_moves_and_repeat_them(name):
    state = GAME.state(GAME.deal("3"))
    view = view_of(GAME, state, GAME.deal("3"), 1, 5)
    player = factory(GAME, name)(GAME, Limits(iterations=60))
    chosen = [player.choose(GAME, view, 1, 9) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in GAME.legal(state)


def test_a_match_gets_the_deals_that_fit_its_time():
    def deals(hero, rival, seconds, limits):
        match = MatchJob(
            kind="match", game="knaves", hero=hero, rival=rival, deals=1, limits=limits
        )
        return deals_within(match, seconds)

    limits = Limits(time_ms=50)
    both, one = deals("flat", "pimc", 600, limits), deals("flat", "rule", 600, limits)
    assert 40 < both < 80  # three hands in which each decides some 11 times at 3 seats, twice over
    assert both == pytest.approx(one / 2, abs=2)
    assert deals("flat", "pimc", 0, limits) == 2
    assert deals("random", "rule", 600, limits) == 1000
    assert deals("flat", "pimc", 600, Limits(iterations=9)) == 100


def test_without_names_the_table_of_the_game_is_played():
    table = TABLES["knaves"]
    assert {*table.heroes, *table.rivals} <= set(names(GAME))
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    found = [(match.hero, match.rival) for match in matches_of(options().parse_args([]))]
    assert found == pairings(table.heroes, table.rivals, null=True)
    assert ("search", "search") in found


@pytest.mark.parametrize(
    ("freedom", "score", "chance"),
    [(4, 2.776, 0.05), (9, 2.262, 0.05), (9, 3.250, 0.01), (30, 2.042, 0.05), (200, 3.340, 0.001)],
)
def test_the_chance_of_equal_players_is_that_of_student(freedom, score, chance):
    """Against the quantiles of printed tables."""
    spread = np.array([-1.0, 1.0] * freedom)[: freedom + 1]
    spread -= spread.mean()
    error = spread.std(ddof=1) / np.sqrt(len(spread))
    assert chance_of([*(spread + score * error)]) == pytest.approx(chance, rel=0.03)
    assert chance_of([*(spread - score * error)]) == pytest.approx(chance, rel=0.03)


def test_equal_deals_show_nothing_or_everything():
    assert chance_of([0.0, 0.0]) == 1
    assert chance_of([2.0, 2.0]) == 0


def test_what_is_shown_is_as_the_closed_testing_of_all_sets_of_matches():
    """By Bonferroni: a match is shown where every set of matches that it is in is rejected."""
    rng = np.random.default_rng(5)
    for _ in range(cases(200)):
        samples = [[*rng.normal(shift, 1, 20)] for shift in rng.choice([0, 0.5, -0.6], 4)]
        chances = [chance_of(values) for values in samples]
        sets = [found for size in range(1, 5) for found in combinations(range(4), size)]
        for number, who in enumerate(shown(samples)):
            rejected = all(
                min(chances[each] for each in found) <= 0.05 / len(found)
                for found in sets
                if number in found
            )
            ahead = "hero" if np.mean(samples[number]) > 0 else "rival"
            assert who == (ahead if rejected else "inconclusive")
