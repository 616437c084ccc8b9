"""The regret of decisions: the same positions for all, the best move at no loss."""

import argparse

import pytest

from benchmarks.regret import SHORT_LIST, SUBJECTS, Asked, add_options, decisions, run, values_of
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.catalogue import LISTED
from kibitz.games.knaves.game import Knaves
from kibitz.jobs.players import GAMES

GAME = Knaves()


def test_every_searched_game_can_be_asked():
    assert set(SUBJECTS) == {name for name in GAMES if LISTED[name].players != (1,)}
    parser = argparse.ArgumentParser()
    add_options(parser)
    assert parser.parse_args([]).players == ["policy", "search"]


def test_decisions_are_choices_of_one_seat_of_each_deal():
    source = decisions(GAME, {}, 3, 1)
    found = [next(source) for _ in range(4)]
    again = decisions(GAME, {}, 3, 1)
    for one in found:
        other = next(again)
        assert (one.seat, one.lines) == (other.seat, other.lines)
        assert len(one.lines) > 1
        assert int(protocol.run_turn(one.view.state)) == one.seat
        # Players are handed their own copy.
        one.asked().state[0]["points"] = 99
        assert one.view.state.tobytes() == other.view.state.tobytes()


def test_the_best_move_costs_nothing_and_players_are_compared(capsys):
    decision = next(decisions(GAME, {}, 0, 1))
    player = Asked(GAME, "policy", Limits(iterations=100), "–")
    line = player.choose(decision, 1)
    values = values_of(GAME, decision, [line], 16, 1)
    assert set(values) == set(decision.lines)
    player.judge(line, values)
    assert player.losses[0] >= 0
    player.judge(line, {each: float(each == line) for each in values})
    assert player.losses[1] == 0
    assert player.best in (1, 2)
    parser = argparse.ArgumentParser()
    add_options(parser)
    asked = "--game knaves --positions 2 --rounds 16 --iterations 200 400 --players policy search"
    run(parser.parse_args(asked.split()))
    rows = [row.split(" | ") for row in capsys.readouterr().out.splitlines()[4:7]]
    assert [row[:2] for row in rows] == [
        ["| policy", "–"],
        ["| search", "200 iterations"],
        ["| search", "400 iterations"],
    ]
    assert [bool(row[5]) for row in rows] == [False, False, True]


def test_of_many_moves_the_best_and_those_chosen_are_valued():
    game = GAMES["knack"]
    source = decisions(game, {"players": 2}, 1, 1)
    decision = next(each for each in source if len(each.lines) > 2 * SHORT_LIST)
    chosen = decision.lines[-1]
    values = values_of(game, decision, [chosen], 16, 1)
    assert chosen in values
    assert SHORT_LIST <= len(values) <= SHORT_LIST + 1


@pytest.mark.parametrize("name", ["policy", "search", "heuristic@0.1", "casual"])
def test_turns_of_hand_knee_and_foot_are_compared_whole(name):
    game = GAMES["hand-knee-foot"]
    source = decisions(game, {"players": 2}, 0, 1)
    player = Asked(game, name, Limits(iterations=60), "")
    lengths = set()
    for decision in (next(source) for _ in range(4)):
        line = player.choose(decision, 1)
        lengths.add(len(line))
        assert line[0] in game.legal(decision.view.state)
        values = values_of(game, decision, [line], 8, 1)
        assert set(values) == {*decision.lines, line}
    assert name == "casual" or max(lengths) > 1
