"""What choices make against kinds of opponents: nothing for the policy; as played one by one."""

import argparse
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.knock_rummy_kinds import GAME, SHUFFLE, add_options, choices, earned, run
from benchmarks.players import factory
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.beliefs import turns_by_seat
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, THRESHOLDS
from kibitz.jobs.duplicates import CHOICE, WORLD, key
from tests.heuristics.knock_rummy.looking import judged

FEW = Limits(iterations=200, memory_mb=64)
ROUNDS = 3


def usual(state: State, seat: int, kind: int) -> int:
    """What the seat to move plays: ``seat`` by the policy's table, others as their kind."""
    turn, row = int(state[0]["turn"]), int(state[0]["players"]) - 2
    age = min(turns_by_seat(state)[turn], OLDEST)
    limit = THRESHOLDS[row, age] if turn == seat else LIMITS[kind, row, age]
    return judged(state, int(limit) if state[0]["phase"] == TO_DISCARD else 0)


@pytest.mark.parametrize("players", [2, 4])
def test_the_policy_is_not_ahead_of_itself(players: int) -> None:
    rules, row = {"players": players}, players - 2
    for limits in LIMITS[:, row].astype(np.float64):
        assert earned(["judgement"], FEW, rules, 3, limits, ROUNDS, 1) == [0]


@pytest.mark.parametrize("players", [2, 3])
def test_choices_come_to_what_games_played_one_by_one_make(players: int) -> None:
    rules, differed = {"players": players}, 0
    for number in range(3):
        for kind in range(len(KINDS)):
            limits = LIMITS[kind, players - 2].astype(np.float64)
            found = earned(["search"], FEW, rules, number, limits, ROUNDS, 1)
            total = 0.0
            for seat in range(players):
                for ply, (state, view, move) in enumerate(choices(rules, number, seat, limits, 1)):
                    assert move == usual(state, seat, kind)
                    player = factory(GAME, "search")(GAME, FEW)
                    asked = replace(view, state=view.state.copy())
                    other = player.choose(GAME, asked, seat, key(1, number, ply, CHOICE))
                    if other == move:
                        continue
                    differed += 1
                    for at in range(ROUNDS):
                        for first, sign in ((other, 1), (move, -1)):
                            work, stream = state.copy(), np.zeros(1, np.uint64)
                            start_stream(stream, np.uint64(key(1, number, ply, WORLD)), at)
                            SHUFFLE(work, stream)
                            protocol.run_apply(work, first)
                            while not protocol.run_over(work):
                                protocol.run_apply(work, usual(work, seat, kind))
                            total += sign * int(work[0]["payments"][seat]) / 60 / ROUNDS
            assert found == pytest.approx([total / players])
    assert differed > 3


def test_it_prints_a_column_for_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_options(parser)
    run(parser.parse_args(["--names", "judgement", "--deals", "2", "--rounds", "1"]))
    header = next(line for line in capsys.readouterr().out.splitlines() if "player |" in line)
    assert all(kind in header for kind in KINDS)
