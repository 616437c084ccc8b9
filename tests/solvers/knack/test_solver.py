"""The verbs of K'nack: answers that add up, fit the view, and repeat."""

from typing import Any

import pytest

from games import protocol
from games.cards import parse_card
from games.faults import BadInput
from games.knack.position import Position
from heuristics.knack.beliefs import beliefs
from solvers.budget import Budget, Limits
from solvers.catalogue import find
from solvers.knack.analysis import only_world
from solvers.knack.exact import is_open
from solvers.knack.solver import KnackSolver
from solvers.result import Proof, StoppedBy, Verdict
from solvers.solver import AnalyzeOptions, HintOptions, SolveOptions
from tests.games.knack.tables import written
from tests.solvers.knack.ends import ends

SOLVER = KnackSolver()
GAME = SOLVER.game


def budget(**limits: int) -> Budget:
    return Budget(Limits(memory_mb=64, **limits))


def after(seed: str, plays: int, rules: dict[str, Any] | None = None) -> Position:
    """A deal after so many moves, always the middle one of the legal ones."""
    position: Position = GAME.deal(seed, rules)
    for _ in range(plays):
        moves = GAME.legal(GAME.state(position))
        position = GAME.play(position, [GAME.move_text(moves[len(moves) // 2])])
    return position


def turn_of(position: Position) -> int:
    return int(protocol.run_turn(GAME.state(position)))


def view(position: Position) -> Position:
    return GAME.as_seen(position, turn_of(position))


def analyze(position: Position, iterations: int = 300, **options: Any) -> Any:
    return SOLVER.analyze(position, AnalyzeOptions(**options), budget(iterations=iterations))


def test_it_is_in_the_catalogue() -> None:
    assert find("knack").game.name == "knack"


def test_solve_adds_up() -> None:
    for position in ends({}, 6, 3, seed=5):
        answer = SOLVER.solve(position, SolveOptions(), budget())
        assert (answer.verdict, answer.proof) == (None, Proof.EXHAUSTIVE)
        assert answer.moves
        assert answer.score
        assert answer.payoffs
        end = GAME.outcome(GAME.state(GAME.play(position, answer.moves)))
        assert end is not None
        assert list(end.payoffs) == answer.payoffs
        assert answer.score.value == answer.payoffs[answer.score.seat]
        against = SOLVER.solve(position, SolveOptions(objective="paranoid"), budget())
        assert against.score
        assert against.score.value == answer.score.value
        assert against.payoffs is None


def test_solve_of_a_whole_game_says_that_it_was_stopped() -> None:
    answer = SOLVER.solve(GAME.deal("1"), SolveOptions(), budget(nodes=500))
    assert (answer.verdict, answer.stopped_by) == (Verdict.UNKNOWN, StoppedBy.NODES)
    assert answer.moves is None
    assert answer.advice


def test_solve_needs_every_card() -> None:
    with pytest.raises(BadInput) as caught:
        SOLVER.solve(view(after("1", 4)), SolveOptions(), budget())
    codes = [fault.code for fault in caught.value.faults]
    assert codes == ["hand_hidden", "deck_hidden", "deck_hidden"]


def test_games_that_are_over_have_their_outcome() -> None:
    (position,) = ends({}, 4, 1, seed=6)
    solved = SOLVER.solve(position, SolveOptions(), budget())
    assert solved.moves
    over = GAME.play(position, solved.moves)
    answer = SOLVER.solve(over, SolveOptions(), budget())
    assert (answer.moves, answer.payoffs) == ([], solved.payoffs)
    assert analyze(over).moves == []
    hint = SOLVER.hint(over, HintOptions(), budget())
    assert hint.text == "The game is over: there is nothing left to play."


def test_open_analysis_agrees_with_solve() -> None:
    for position in ends({}, 6, 2, seed=7):
        solved = SOLVER.solve(position, SolveOptions(), budget())
        answer = SOLVER.analyze(position, AnalyzeOptions(information="known"), budget())
        assert answer.information == "known"
        assert answer.beliefs is None
        legal = {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}
        assert {row.move for row in answer.moves} == legal
        assert solved.score
        assert answer.score == solved.score
        assert answer.moves[0].line == solved.moves
        worths = [row.score.value for row in answer.moves]
        assert worths == sorted(worths, reverse=True)


@pytest.mark.parametrize("players", [2, 4])
def test_every_move_is_valued_and_the_same_are_said(players: int) -> None:
    position = view(after("3", 2, {"players": players}))
    answer = analyze(position)
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    assert sorted(row.move for row in answer.moves) == sorted(legal)
    rows = {row.move: row for row in answer.moves}
    same = [row for row in answer.moves if row.same_as]
    assert same
    for row in same:
        first = rows[row.same_as]
        assert (first.same_as, first.score, first.loss) == (None, row.score, row.loss)
    assert answer.moves[0].loss == 0
    assert answer == analyze(position)
    assert answer.spent.samples <= 300


def test_moves_asked_for_are_valued() -> None:
    position = view(after("3", 8, {"players": 4}))
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    answer = analyze(position, moves=legal[-2:])
    assert {row.move for row in answer.moves} == set(legal[-2:])
    with pytest.raises(BadInput):
        analyze(position, moves=["7C@90,0"])


def test_of_no_moves_asked_for_the_position_alone_is_valued() -> None:
    answer = analyze(view(after("3", 6)), moves=[])
    assert answer.moves == []
    assert answer.score is not None


def test_the_view_is_all_that_is_used() -> None:
    position = after("3", 8)
    assert analyze(position, information="hidden") == analyze(view(position))


def test_beliefs_add_up() -> None:
    for plays in (6, 24):
        position = view(after("3", plays))
        answer = analyze(position, 64)
        state = GAME.state(position)
        other = 1 - turn_of(position)
        assert answer.beliefs
        for belief in answer.beliefs:
            total = sum(belief.seats) + sum(belief.decks) + belief.out + belief.free
            assert total == pytest.approx(1, abs=1e-5)
        held = sum(belief.copies * belief.seats[other] for belief in answer.beliefs)
        assert held == pytest.approx(int(state[0]["held"][other]), abs=1e-3)


def test_beliefs_keep_to_what_passes_tell() -> None:
    lacks = [{"seat": 1, "at_most": 0, "kinds": ["7r", "JK"]}]
    data = written("8C@0,0", "AC AD AH AS 2C|3C 3D 3H 3S 4C", lacks=lacks)
    position = GAME.as_seen(GAME.read(data), 0)
    found = beliefs(GAME.state(position), 0, 512, 1)
    assert found.error is not None
    for text in ("7D", "7H", "JK"):
        card = parse_card(text, jokers=True)
        assert found.chances[card, 1] == 0
    others = found.chances[parse_card("9D"), 1]
    # Five of 46 cards, 4 of which it cannot hold; each as likely.
    assert abs(others - 5 / (int(found.unseen.sum()) - 4)) < 5 * found.error.max()


def test_a_single_world_is_solved() -> None:
    solved = 0
    for position in ends({}, 6, 8, seed=8):
        seen = view(position)
        world = only_world(GAME.state(seen))
        unknown = sum(map(bool, seen.hidden)) + sum(map(bool, seen.decks_hidden))
        starts = turn_of(position) == position.starter
        if sum(position.deck_sizes) or not starts:
            assert world is None or unknown == 0 or not sum(position.deck_sizes)
            continue
        assert world is not None
        assert is_open(world)
        for name in ("hands", "held", "free"):
            assert (world[0][name] == GAME.state(position)[0][name]).all()
        answer = analyze(seen)
        assert answer.proof is Proof.EXHAUSTIVE
        exact = SOLVER.analyze(position, AnalyzeOptions(information="known"), budget())
        assert answer.score == exact.score
        solved += 1
    assert solved


def test_hints_say_more_from_level_to_level() -> None:
    position = view(after("3", 8))
    said = {
        level: SOLVER.hint(position, HintOptions(level=level), budget(iterations=200))
        for level in ("nudge", "area", "move", "why")
    }
    assert said["nudge"].move is None
    assert said["nudge"].area is None
    assert said["area"].area
    assert said["move"].move
    assert said["why"].text.startswith(said["move"].text.removesuffix("."))
    assert said["why"].score == said["move"].score


def test_known_information_needs_it() -> None:
    with pytest.raises(BadInput) as caught:
        analyze(view(after("3", 8)), information="known")
    assert {fault.pointer for fault in caught.value.faults} == {"/information"}
