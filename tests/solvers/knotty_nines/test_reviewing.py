"""The review of Knotty Nines: verdicts of a whole game against a search through everything."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, Limits
from kibitz.contract.review import ReviewAnswer
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.heuristics.knotty_nines.policy import WIDEST, new_choices
from kibitz.heuristics.knotty_nines.value import load_net
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knotty_nines import every_order, hidden
from kibitz.solvers.knotty_nines.along import DealSearch
from kibitz.solvers.knotty_nines.chance_review import Way, way_of
from kibitz.solvers.knotty_nines.chances import unseen_ranks
from kibitz.solvers.knotty_nines.exact import RankView, line_texts
from kibitz.solvers.knotty_nines.explain import is_dead
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.lookahead import ALLOWED, Look, new_memo, new_plies, value_ahead
from kibitz.solvers.reviewing import read_review, review
from tests.cases import cases, least
from tests.naive.knotty_nines import Position, explore, is_won, moves, play, replay
from tests.naive.knotty_nines_cases import consistent, packed, small
from tests.solvers.knotty_nines.kernels import view_of
from tests.solvers.knotty_nines.test_every_order import RESTLESS

GAME = KnottyNines()
PLAYOUTS = Limits(iterations=1_500)
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
    for i in range(36):
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
    assert min(verdicts.values()) >= 60


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
    turns = {"first": 7}
    drawn = list(start.stock[: start.stock_size - end.stock_size])
    limits, seen = Limits(iterations=128, nodes=60_000), set[str]()
    for seed in range(cases(33)):
        rest = [card for card in start.stock if card not in drawn]
        if seed:
            Random(seed).shuffle(rest)
        data = start.to_json()
        other = GAME.read({**data, "stock": [*data["stock"][: len(drawn)], *map(card_text, rest)]})
        answer = reviewed(other, line, limits, turns=turns)
        assert any(decision.loss is not None for decision in answer.decisions)
        seen.add("\n".join(d.model_dump_json(exclude={"in_hindsight"}) for d in answer.decisions))
    assert len(seen) == 1
    view = reviewed(GAME.as_seen(start), GAME.kept(start, line, 0), limits, turns=turns)
    assert "\n".join(d.model_dump_json(exclude={"in_hindsight"}) for d in view.decisions) in seen
    assert {d.in_hindsight for d in view.decisions} == {None}


def exact_chance(view: RankView, way: Way, unseen: Any) -> float:
    """The chance to win after emptying a pile, every answer to every card looked at."""
    n, m, choices = len(way.levels) + 1, len(unseen), new_choices()
    look = Look(view.wrap, WIDEST, 0.0, load_net(), new_memo(1 << 16), new_plies(), choices)
    look.memo.control[ALLOWED] = 1 << 40
    left = np.bincount(unseen, minlength=13).astype(np.int64)
    return float(value_ahead(way.levels.copy(), way.extras.copy(), n, left, m, m, look))


def helping(here: Any, move: str) -> int:
    """After how many of the cards that may come a pile can be emptied again."""
    view = GAME.as_seen(here)
    return sum(not is_dead(GAME.play(view, [f"{move}={card_text(c)}"])) for c in here.stock)


def test_planted_blunders_are_found_and_best_moves_are_no_faults() -> None:
    """Every move that empties a pile in late positions, against its exact chance."""
    blunders = found = best = told = 0
    for seed in range(0, 900, 900 // cases(30)):
        start, line = solvable(seed)
        hidden = GAME.read({**start.to_json(), "rules": {"information": "hidden"}})
        sizes = [GAME.play(start, line[:count]).stock_size for count in range(len(line))]
        here = GAME.play(hidden, line[: sizes.index(4)])
        view, unseen = RankView.of(here, ()), unseen_ranks(here)
        ways = {move: way_of(view, move) for move in GAME.legal(GAME.state(here))}
        chances = {
            move: exact_chance(view, way, unseen) for move, way in ways.items() if way is not None
        }
        reached = HiddenSearch(view, unseen, 0, Budget(Limits(iterations=1)))
        highest = max(exact_chance(view, Way(*way), unseen) for way in reached.exits_by_estimate())
        for move, chance in chances.items():
            loss = highest - chance
            (decision,) = reviewed(here, [GAME.move_text(move)], PLAYOUTS).decisions
            fault = decision.judgement in {"inaccuracy", "mistake", "blunder"}
            blunders += loss >= 0.1
            found += loss >= 0.1 and fault
            best += loss < 0.001 and not decision.forced
            assert loss > 0.001 or not fault, decision
            for reason in decision.reasons:
                told += 1
                for text, fact in ((str(decision.best), "cards"), (decision.played, "fewer")):
                    if GAME.enter(GAME.state(here), text) in chances:
                        assert reason.args.get(fact, len(unseen)) == helping(here, text)
    assert blunders >= least(6)
    assert best >= least(10)
    assert told >= least(3)
    assert found >= 0.95 * blunders, (found, blunders, best)


@pytest.mark.parametrize("few", [every_order.FEW, 0])  # 0: as if there were no time for every order
@pytest.mark.parametrize("text", RESTLESS)
def test_where_no_move_may_be_left_only_moves_that_lose_are_faults(
    text: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = GAME.read(text).to_json()
    seen = {card for pile in data["tableau"] for card in pile}
    stock = [card for card in map(card_text, range(52)) if card not in seen]
    rules = {**data["rules"], "information": "hidden"}
    here = GAME.read({**data, "rules": rules, "stock": stock})
    rows = {
        row.move: row.score
        for row in SOLVERS["knotty-nines"].analyze(here, AnalyzeOptions(), Budget(MANY)).moves
    }
    assert {score.kind for score in rows.values()} == {"exact"}
    monkeypatch.setattr(hidden, "FEW", few)
    called = set()
    for move, score in rows.items():
        (decision,) = reviewed(here, [move], PLAYOUTS).decisions
        if decision.judgement is None:
            continue
        called.add(decision.judgement)
        loss = max(each.value for each in rows.values()) - score.value
        assert decision.judgement == ("best" if loss == 0 else "blunder")
        if few:
            assert decision.loss is not None
            assert (decision.loss.value, decision.loss.samples) == (loss, 0)
    assert called == {"best", "blunder"}
