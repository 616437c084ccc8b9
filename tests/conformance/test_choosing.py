"""``choose`` in every game: legal, seeded, by what the seat sees, and no win is missed."""

from random import Random
from typing import Any, Final

import pytest

from kibitz.contract.options import STRENGTHS, ChooseOptions, HintOptions, Limits, SolveOptions
from kibitz.contract.replies import ChooseAnswer
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.jobs.duplicates import view_of
from kibitz.jobs.players.levels import LevelPlayer
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.choosing import SLIPS, Chooser
from kibitz.solvers.solver import Solver
from tests.conformance.playing import stream_of, tables_of, walk

LIMITS: Final = Limits(iterations=8, nodes=200, memory_mb=16)
QUICK: Final = STRENGTHS[:-1]
SEEDS: Final = range(4)

every_solver = pytest.mark.parametrize("solver", [*SOLVERS.values()], ids=[*SOLVERS])


def chosen(solver: Solver, position: Any, level: str, seed: int = 0) -> ChooseAnswer:
    options = ChooseOptions.model_validate({"level": level, "seed": seed, "limits": LIMITS})
    return solver.choose(position, options, Budget(LIMITS))


@every_solver
def test_a_level_plays_a_legal_move_by_what_its_seat_sees(solver: Solver) -> None:
    game = solver.game
    # A listed stock is used where the rules of a solitaire say so, by the level best.
    switches = game.rules_schema()["properties"]
    hiding = {"information": "hidden"} if "information" in switches else {}
    for rules in tables_of(game)[::2]:
        deal = game.deal("5", rules | hiding)
        states = walk(game, deal, Random(5), 200)[:-1]
        for state in states[1 :: max(1, len(states) - 4)]:
            seat, here, other = (
                int(protocol.run_turn(state)),
                game.position(state, deal),
                state.copy(),
            )
            protocol.run_redeal(other, seat, stream_of(3))
            legal = [game.move_text(move) for move in game.legal(state)]
            for level in STRENGTHS if rules == tables_of(game)[0] else QUICK:
                answer = chosen(solver, here, level)
                assert chosen(solver, game.position(other, deal), level) == answer
                assert chosen(solver, game.as_seen(here, seat), level) == answer
                lost = answer.move is None and answer.text.startswith("This position is lost")
                assert answer.move in legal or lost
                assert (answer.limits is None) == (level != "best" or len(legal) == 1)


@every_solver
def test_a_level_plays_the_same_in_a_match(solver: Solver) -> None:
    game = solver.game
    deal = game.deal("5")
    for state in walk(game, deal, Random(5), 60)[:-1:7]:
        if len(game.legal(state)) < 2:
            continue
        here, seat = game.position(state, deal), int(protocol.run_turn(state))
        for level in STRENGTHS:
            view = view_of(game, state, deal, seat, 11)
            answer = chosen(solver, game.as_seen(here, seat), level, 9)
            if answer.move is not None:
                move = LevelPlayer(level, game, LIMITS).choose(game, view, seat, 9)
                assert game.move_text(move) == answer.move


@every_solver
def test_another_seed_may_play_another_move(solver: Solver) -> None:
    game = solver.game
    deal = game.deal("5")
    places = [game.position(state, deal) for state in walk(game, deal, Random(5), 40)[:-1:3]]
    played = [{chosen(solver, at, "beginner", seed).move for seed in SEEDS} for at in places]
    assert max(map(len, played)) > 1


@every_solver
def test_a_slip_does_not_miss_a_win(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    game = solver.game
    deal = game.deal("5")
    state = next(s for s in walk(game, deal, Random(5)) if len(game.legal(s)) > 2)
    here, wins = game.position(state, deal), game.legal(state)[1]
    monkeypatch.setattr(Chooser, "_wins", lambda _self, _world, move: move == wins)
    monkeypatch.setitem(SLIPS, "beginner", 1.0)
    assert {chosen(solver, here, "beginner", seed).move for seed in SEEDS} == {game.move_text(wins)}


def test_the_last_card_of_a_solitaire_is_drawn() -> None:
    solver = SOLVERS["knotty-nines"]
    deal = solver.game.deal("100012", None, "pysolfc")
    line = solver.solve(deal, SolveOptions(), Budget(Limits(nodes=1_000_000))).moves
    assert line
    last = solver.game.play(deal, line[:-1])
    for level in STRENGTHS:
        move = chosen(solver, last, level).move
        assert move is not None
        outcome = solver.game.outcome(solver.game.state(solver.game.play(last, [move])))
        assert outcome is not None
        assert outcome.won


@every_solver
def test_who_asks_of_a_game_that_is_over_is_refused(solver: Solver) -> None:
    game = solver.game
    deal = game.deal("5")
    state = walk(game, deal, Random(5))[-1]
    if game.over(state):
        with pytest.raises(BadInput, match="over"):
            chosen(solver, game.position(state, deal), "casual")


def test_no_move_is_played_where_a_lost_game_would_go_on_for_ever() -> None:
    solver = SOLVERS["knotty-nines"]
    played = 0
    for seed in range(4):
        position = solver.game.deal(str(seed))
        answer = chosen(solver, position, "strong")
        while answer.move is not None:
            position = solver.game.play(position, [answer.move])
            played += 1
            if solver.game.over(solver.game.state(position)):
                break
            answer = chosen(solver, position, "strong")
        if answer.move is not None:
            continue  # won
        hint = solver.hint(position, HintOptions(information="hidden"), Budget(LIMITS))
        assert (answer.move, hint.move) == (None, None)
        assert answer.text.startswith("This position is lost")
        assert {chosen(solver, position, level).move for level in STRENGTHS} == {None}
    assert played > 20
