"""The review of Knotty Nines: verdicts of a whole game against a search through everything."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import StoppedBy, Verdict
from kibitz.contract.limits import Limits
from kibitz.contract.review import ReviewAnswer
from kibitz.games import protocol
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knotty_nines.along import DealSearch
from kibitz.solvers.knotty_nines.exact import line_texts
from kibitz.solvers.reviewing import read_review, review
from tests.naive.knotty_nines import Position, explore, is_won, moves, play, replay
from tests.naive.knotty_nines_cases import consistent, packed, small
from tests.solvers.knotty_nines.kernels import view_of

GAME = KnottyNines()
MANY = Limits(nodes=200_000, memory_mb=64)


def reviewed(start: Any, line: list[str], limits: Limits = MANY, **options: Any) -> ReviewAnswer:
    solver = SOLVERS["knotty-nines"]
    data = {"record": {"position": start.to_json(), "moves": line}, **options}
    request, played = read_review(solver, data)
    return review(solver, played, request, Budget(limits))


def by_chance(start: Any, seed: int, most: int) -> list[str]:
    """Moves by chance, emptying a pile where one can be."""
    state, random, line = GAME.state(start), Random(seed), list[str]()
    while len(line) < most and (legal := GAME.legal(state)):
        move = random.choice(legal)
        line.append(GAME.move_text(move))
        protocol.run_apply(state, move)
    return line


@pytest.mark.parametrize("seed", range(4))
def test_one_table_for_a_game_agrees_with_everything_searched(seed: int) -> None:
    """The positions of a game, last first and then in any order, and lines from those won."""
    random = Random(500 + seed)
    verdicts = {True: 0, False: 0}
    for i in range(60):
        first = (small, consistent, packed)[i % 3](random)
        game: list[Position] = [first]
        while len(game) < 12 and (legal := moves(game[-1])):
            game.append(play(game[-1], random.choice(legal)))
        truths = [explore(position, 2_000) for position in game]
        if None in truths:
            continue
        search = DealSearch(view_of(first), Budget(Limits()))
        order = [*range(len(game) - 1, -1, -1), *random.sample(range(len(game)), len(game))]
        for place in order:
            position, truth = game[place], truths[place]
            assert truth is not None
            if is_won(position) and not moves(position):
                continue  # over: nobody asks
            verdict, stopped = search.decide(view_of(position), Budget(Limits()))
            assert stopped is StoppedBy.SOLVED
            expected = Verdict.SOLVABLE if truth.winnable else Verdict.UNSOLVABLE
            assert verdict is expected, (first, place)
            verdicts[truth.winnable] += 1
            if truth.winnable:
                line = line_texts(search.line_from(view_of(position)))
                assert is_won(replay(position, line))
    assert min(verdicts.values()) >= 100


def solvable(seed: int) -> tuple[Any, list[str]]:
    """A deal that can be won, with a line."""
    solver = SOLVERS["knotty-nines"]
    while True:
        start = GAME.deal(str(seed))
        answer = solver.decide(start, Budget(Limits(nodes=100_000)))
        if answer.verdict is Verdict.SOLVABLE:
            return start, answer.moves or []
        seed += 1


@pytest.mark.parametrize("seed", [0, 40])
def test_the_losing_move_and_the_last_chance(seed: int) -> None:
    start, line = solvable(seed)
    won = reviewed(start, line)
    (seat,) = won.seats
    assert (seat.lost_at, seat.last_chance, seat.result) == (None, None, 1.0)
    assert {decision.judgement for decision in won.decisions} <= {"best", None}
    assert seat.text == "The game was won."
    solver = SOLVERS["knotty-nines"]
    answer = reviewed(start, line[:12] + by_chance(GAME.play(start, line[:12]), seed, 48))
    (seat,) = answer.seats
    lost = seat.lost_at
    assert lost is not None
    for decision in answer.decisions:
        past = decision.ply > lost
        assert decision.verdict_before is (Verdict.UNSOLVABLE if past else Verdict.SOLVABLE)
        assert (decision.judgement == "blunder") == (decision.ply == lost)
        assert decision.ply != lost or decision.verdict_after is Verdict.UNSOLVABLE
    fault = answer.decisions[lost]
    assert fault.loss is not None
    assert (fault.loss.value, fault.loss.low, fault.loss.samples) == (1.0, 1.0, 0)
    better = GAME.play(GAME.read(fault.position), [str(fault.best)])
    assert solver.decide(better, Budget(MANY)).verdict is Verdict.SOLVABLE
    assert fault.reasons[0].code == "some_win"
    assert seat.last_chance is not None
    assert seat.last_chance.ply == lost
    end = GAME.play(GAME.read(seat.last_chance.position), seat.last_chance.line)
    outcome = GAME.outcome(GAME.state(end))
    assert outcome is not None
    assert outcome.won


def test_limits_are_named_where_they_leave_it_open() -> None:
    start, line = solvable(0)
    answer = reviewed(start, line[:20], Limits(nodes=1))
    assert answer.stopped_by is StoppedBy.NODES
    unknown = [d for d in answer.decisions if d.verdict_before is Verdict.UNKNOWN]
    assert unknown
    assert all(d.judgement is None and d.loss is None for d in unknown)
    assert "not found out within the limits" in answer.seats[0].text


def test_what_was_not_seen_changes_no_judgement() -> None:
    """The stock still to come in other orders: only what is said in hindsight may differ."""
    start = GAME.deal("9", {"information": "hidden"})
    line = by_chance(start, 3, 9)
    end = GAME.play(start, line)
    drawn = list(start.stock[: start.stock_size - end.stock_size])
    limits, seen = Limits(iterations=200, nodes=100_000), set[str]()
    for seed in range(3):
        rest = [card for card in start.stock if card not in drawn]
        if seed:
            Random(seed).shuffle(rest)
        data = start.to_json()
        other = GAME.read({**data, "stock": [*data["stock"][: len(drawn)], *map(text_of, rest)]})
        answer = reviewed(other, line, limits)
        assert any(decision.loss is not None for decision in answer.decisions)
        seen.add("\n".join(d.model_dump_json(exclude={"in_hindsight"}) for d in answer.decisions))
    assert len(seen) == 1
    view = reviewed(GAME.as_seen(start), GAME.kept(start, line, 0), limits)
    assert "\n".join(d.model_dump_json(exclude={"in_hindsight"}) for d in view.decisions) in seen
    assert {d.in_hindsight for d in view.decisions} == {None}


def text_of(card: int) -> str:
    return "A23456789TJQK"[card >> 2] + "CDHS"[card & 3]


def test_a_planted_blunder_is_found() -> None:
    """With a few cards to come: the best way to empty a pile, and one that draws no more."""
    found = judged = 0
    for seed in range(30):
        start = GAME.deal(str(seed), {"information": "hidden"})
        state, random = GAME.state(start), Random(seed)
        line: list[str] = []
        while int(state[0]["size"]) - int(state[0]["drawn"]) > 12 and len(line) < 150:
            legal = GAME.legal(state)
            if not legal:
                break
            line.append(GAME.move_text(random.choice(legal)))
            protocol.run_apply(state, GAME.enter(state, line[-1]))
        if int(state[0]["size"]) - int(state[0]["drawn"]) > 12 or not GAME.legal(state):
            continue
        here = GAME.position(state, start)
        for move in map(GAME.move_text, GAME.legal(state)):
            answer = reviewed(here, [move], Limits(iterations=600))
            (decision,) = answer.decisions
            judged += decision.loss is not None
            if decision.loss is not None and decision.loss.value >= 0.3:
                found += decision.judgement in {"mistake", "blunder"}
                assert decision.judgement != "best"
                assert decision.best != move
    assert judged >= 10
