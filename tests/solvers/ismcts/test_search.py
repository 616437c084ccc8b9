"""How the search is driven: repeatable, blind to what is hidden, within its limits, stoppable."""

import time
from typing import Any

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.solvers.budget import Budget, Cancel, Progress
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Findings
from tests.conformance.playing import stream_of
from tests.games.knaves.tables import GAME
from tests.solvers.ismcts.records import knaves_state, late
from tests.solvers.ismcts.searching import search

KINDS: list[dict[str, Any]] = [
    {},
    {"root": "racing"},
    {"tree_depth": 1, "root": "racing", "playout": "policy"},
    {"selection": "puct", "opponents": "policy", "playout": "mast"},
]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=["tree", "paired", "flat", "puct"])


@every_kind
def test_threads_and_chunks_do_not_change_the_findings(kind: dict[str, Any]) -> None:
    position = GAME.deal("5")
    for settle in (True, False):
        options = {**kind, "settle": settle}
        first = search(position, 5_003, **options)
        for threads, chunk in ((2, None), (1, 1), (2, 7), (1, 100_000)):
            again = {"threads": threads, "chunk": chunk}
            assert search(position, 5_003, search_args=again, **options) == first


def test_another_seed_or_number_of_trees_is_another_search() -> None:
    position = GAME.deal("5")
    first = search(position)
    assert search(position, search_args={"seed": 2}) != first
    assert search(position, trees=3) != first
    assert search(position, search_args={"seed": 2**64 - 1}).iterations == 2_000


@every_kind
def test_what_the_seat_cannot_see_does_not_matter(kind: dict[str, Any]) -> None:
    for position in (GAME.deal("6"), late(6, 5)):
        state = knaves_state(position)
        seat = int(protocol.run_turn(state))
        first = search(knaves_state(GAME.as_seen(position, seat)), 600, **kind)
        stream = stream_of(9)
        for _ in range(32):
            protocol.run_redeal(state, seat, stream)
            assert search(state, 600, **kind) == first


def test_the_state_searched_is_left_alone() -> None:
    state = knaves_state(GAME.deal("7"))
    before = state.copy()
    search(state)
    assert state == before


@every_kind
def test_the_limit_of_iterations_holds(kind: dict[str, Any]) -> None:
    position = GAME.deal("8")
    for limit in (13, 100, 1_001):
        found = search(position, limit, **kind)
        assert limit - 13 < found.iterations <= limit
        assert found.stopped is StoppedBy.ITERATIONS
        assert found.iterations == sum(move.visits for move in found.moves)
    for chunk in (None, 1):
        assert search(position, 1, search_args={"chunk": chunk}, **kind).iterations == 13


def test_a_clear_choice_settles_and_an_open_one_does_not() -> None:
    decided = 0
    for seed in range(8):
        for root in ("ucb", "racing"):
            found = search(late(seed, 3), 30_000, root=root, tree_depth=1, settle=True)
            best, *rivals = found.moves
            if found.stopped is StoppedBy.SETTLED:
                decided += 1
                assert found.worlds >= 512
                assert all(
                    move.dropped
                    or move.loss > 2 * move.loss_se
                    or (move.loss == 0 and move.loss_se == 0)
                    for move in rivals
                )
                again = search(late(seed, 3), 30_000, root=root, tree_depth=1)
                assert again.stopped is StoppedBy.ITERATIONS
                assert again.iterations > found.iterations
            else:
                assert any(not move.dropped and move.loss <= 2 * move.loss_se for move in rivals)
            assert not best.dropped
    assert 4 <= decided < 16


def test_only_one_move_settles_when_it_has_been_valued() -> None:
    found = search(late(1, 1), 30_000, settle=True)
    assert found.stopped is StoppedBy.SETTLED
    assert 512 <= found.worlds < 2_000
    assert len(found.moves) == 1


def test_elimination_drops_the_losers_and_spends_on_the_others() -> None:
    found = search(GAME.deal("9"), 60_000, root="racing", tree_depth=1, drop_at=2.0)
    dropped = [move for move in found.moves if move.dropped]
    kept = [move for move in found.moves if not move.dropped]
    assert dropped
    assert len(kept) >= 2
    assert min(move.visits for move in kept) > max(move.visits for move in dropped)
    assert all(move.loss > 0 for move in dropped)


def test_the_memory_limit_holds_and_a_full_tree_goes_on() -> None:
    position = GAME.deal("10")
    found = search(position, 60_000, limits={"memory_mb": 1})
    assert found.full
    assert found.iterations == 60_000
    assert found.nodes * 32 <= 1 << 20
    free = search(position, 60_000)
    assert not free.full
    assert free.nodes > found.nodes
    for selection in ("puct", "ucb_tuned"):
        small = search(position, 60_000, limits={"memory_mb": 1}, selection=selection)
        assert small.full
        assert small.nodes * 32 <= 1 << 20


def new_search(limits: Limits, cancel: Cancel | None = None, **options: Any) -> Search:
    return Search(
        knaves_state(GAME.deal("11")),
        Setting(3, GAME.max_moves),
        SearchOptions(**{"settle": False, **options}),
        Budget(limits, cancel),
        name=GAME.move_text,
        threads=2,
    )


def test_the_time_limit_holds() -> None:
    new_search(Limits(iterations=100)).run()
    made = new_search(Limits(time_ms=120))
    began = time.perf_counter()
    found = made.run()
    assert found.stopped is StoppedBy.TIME
    assert time.perf_counter() - began > 0.05


def test_cancelled_before_and_while_it_runs() -> None:
    cancel = Cancel()

    def stop_at(progress: Progress) -> None:
        if progress.done > 1_000:
            cancel.set()

    found = new_search(Limits(time_ms=60_000), cancel).run(stop_at)
    assert found.stopped is StoppedBy.CANCELLED
    assert found.iterations > 1_000
    none = new_search(Limits(time_ms=60_000), cancel).run()
    assert none.stopped is StoppedBy.CANCELLED
    assert none.iterations == 0
    assert len(none.moves) == 13


def test_the_listener_hears_all_moves_with_lines() -> None:
    told: list[tuple[Progress, Findings]] = []

    def listen(progress: Progress) -> None:
        assert progress.found
        told.append((progress, progress.found()))

    found = new_search(Limits(time_ms=300)).run(listen)
    assert len(told) >= 3
    assert told[-1][1] == found
    for progress, findings in told:
        assert len(findings.moves) == 13
        assert progress.done == findings.iterations
    assert all(findings.stopped is None for _, findings in told[:-1])
    assert told[-1][0].best.startswith(GAME.move_text(found.moves[0].move))
    # How long a line is depends on the time that a busy machine leaves.
    assert found.moves[0].line[0] == found.moves[0].move


def test_lines_can_be_played() -> None:
    position = late(12, 6)
    found = search(position, 20_000)
    long = 0
    for move in found.moves:
        view = GAME.as_seen(position, found.seat)
        GAME.play(view, [GAME.move_text(m) for m in move.line])
        long += len(move.line) > 2
    assert long


def test_only_the_candidates_are_compared() -> None:
    position = GAME.deal("13")
    legal = GAME.legal(GAME.state(position))
    for root in ("ucb", "racing"):
        for selection in ("ucb1", "puct"):
            found = search(
                position,
                root=root,
                selection=selection,
                search_args={"candidates": [legal[4], legal[2]]},
            )
            assert {move.move for move in found.moves} == {legal[2], legal[4]}


def test_what_does_not_go_together_is_refused() -> None:
    position = GAME.deal("14")
    with pytest.raises(ValueError, match="not some of the legal moves"):
        search(position, search_args={"candidates": [200]})
    with pytest.raises(ValueError, match="not some of the legal moves"):
        search(position, search_args={"candidates": []})
    with pytest.raises(ValueError, match="match table"):
        search(position, utility="match")
    with pytest.raises(ValueError, match="the game is over"):
        search(late(15, 0))
    with pytest.raises(ValueError, match="are no teams"):
        search(position, teams=(0, 2, 2))
    assert np.isfinite(search(position).moves[0].se)
