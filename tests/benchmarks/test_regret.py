"""The regret of decisions: the same positions for all, the best move at no loss."""

import argparse

from benchmarks.regret import SUBJECTS, Asked, add_options, decisions, run, values_of
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
        assert (one.seat, one.moves) == (other.seat, other.moves)
        assert len(one.moves) > 1
        assert int(protocol.run_turn(one.view.state)) == one.seat
        # Players are handed their own copy.
        one.asked().state[0]["points"] = 99
        assert one.view.state.tobytes() == other.view.state.tobytes()


def test_the_best_move_costs_nothing_and_players_are_compared(capsys):
    decision = next(decisions(GAME, {}, 0, 1))
    values = values_of(GAME, decision, 16, 1)
    assert set(values) == set(decision.moves)
    player = Asked(GAME, "policy", Limits(iterations=100))
    player.choose(decision, values, 1)
    assert player.losses[0] >= 0
    best = {move: float(move == max(values)) for move in values}
    player.choose(decision, best, 1)
    assert player.losses[1] in (0, 1)
    assert player.best in (0, 1, 2)
    parser = argparse.ArgumentParser()
    add_options(parser)
    asked = "--game knaves --positions 2 --rounds 16 --iterations 200 --players policy search"
    run(parser.parse_args(asked.split()))
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[0] for row in rows[4:6]] == ["| policy", "| search"]
