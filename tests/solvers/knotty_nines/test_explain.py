from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kibitz.contract.explanations import Explanation
from kibitz.contract.options import Limits, SolveOptions
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.rules import Rules
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knotty_nines.exact import RankView, decide
from kibitz.solvers.knotty_nines.explain import deepest_line, explain, waits_of
from kibitz.solvers.knotty_nines.search import EXHAUSTED
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_cases import packed
from tests.solvers.knotty_nines.packs import as_json, as_naive

GAME = KnottyNines()


NAMES = ("ace", *"23456789", "10", "jack", "queen", "king")


def lost_positions(seed: int, count: int) -> list[Position]:
    """Late positions of a whole pack that trying everything proves lost."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        thrown = packed(random, wrap=random.random() < 0.6, stuck=random.random() < 0.3)
        position = GAME.read(as_json(thrown))
        truth = naive.explore(as_naive(position), 2_000)
        if truth is not None and not truth.winnable:
            found.append(position)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_deepest_is_what_trying_everything_reaches(seed: int) -> None:
    drew = 0
    for position in lost_positions(seed, 30):
        told = explain(GAME, position, Budget(Limits()))
        start = as_naive(position)
        truth = naive.explore(start)
        assert truth is not None
        assert told.deepest is not None
        assert told.deepest.proven
        assert (told.deepest.cards_drawn, told.deepest.of) == (truth.deepest, len(start.stock))
        end = naive.replay(start, told.line)
        assert len(start.stock) - len(end.stock) == truth.deepest
        drew += truth.deepest > 0
    assert drew >= 10


def names_of(piles: list[int]) -> str:
    """Piles as a player names them: ``pile 2``, ``piles 1, 4 and 5``."""
    *first, last = [str(pile) for pile in piles]
    return f"piles {', '.join(first)} and {last}" if first else f"pile {last}"


def check_explanation(start: naive.Position, told: Explanation) -> set[str]:
    """Hold every sentence and cycle against the end of its line; returns the kinds of summary."""
    end = naive.replay(start, told.line)
    assert told.deepest is not None
    drawn = len(start.stock) - len(end.stock)
    assert drawn == told.deepest.cards_drawn
    tops = {pile[-1] for pile in end.piles if pile}
    awaited: dict[int, list[int]] = {}
    expected: list[tuple[int, int, list[str], list[str]]] = []
    for number, pile in enumerate(end.piles, 1):
        if not start.wrap and pile[:1] == (naive.KING,):
            expected.append(
                (number, pile[0], [], ["its base is a king, which goes onto no other card"])
            )
            continue
        needs = sorted({(card + 1) % 13 for card in pile} - tops)
        said = []
        for rank in needs:
            awaited.setdefault(rank, []).append(number)
            place = (*end.stock, rank).index(rank) + 1
            gone = f"no {NAMES[rank]} is on top, and none is left in the stock"
            to_come = f"no {NAMES[rank]} is on top; the next is number {place} in the stock"
            said.append(to_come if rank in end.stock else gone)
        if needs:
            expected.append((number, pile[0], [NAMES[rank] for rank in needs], said))
    if not end.stock:
        assert told.summary.endswith("moves always remain: the game never comes to rest.")
        assert (told.blocks, told.cycles) == ([], [])
        return {"rest"}
    # At the deepest point every pile waits, or it could be emptied and draw one more.
    assert [block.pile for block in told.blocks] == list(range(1, len(end.piles) + 1))
    for block, (number, base, words, said) in zip(told.blocks, expected, strict=True):
        assert (block.pile, naive.TEXT_RANKS[base]) == (number, block.card[0])
        assert (block.needs, block.reason) == (words, "; ".join(said))
    cycles = [
        ["stock", names_of(piles), NAMES[rank], "stock"]
        for rank, piles in awaited.items()
        if rank in end.stock
    ]
    assert sorted(told.cycles) == sorted(cycles)
    limit, turn = told.summary.split(". ")
    some = f"more than {drawn}" if drawn else "any"
    assert limit == f"No line draws {some} of the {len(start.stock)} stock cards"
    return {check_turning_point(turn, end, awaited)}


def check_turning_point(turn: str, end: naive.Position, awaited: dict[int, list[int]]) -> str:
    """The second sentence of the summary; returns its kind."""
    assert turn.startswith("In the end no pile can be emptied")
    most = max((len(p) for rank, p in awaited.items() if rank in end.stock), default=0)
    for rank, piles in awaited.items():
        waiting = names_of(piles) + (" wait" if len(piles) > 1 else " waits")
        if rank in end.stock and len(piles) == most:
            place = end.stock.index(rank) + 1
            if turn.endswith(
                f", so the next {NAMES[rank]}, number {place} in the stock, is never drawn; "
                f"{waiting} for it."
            ):
                return "knot"
        article = "an" if NAMES[rank] in ("ace", "8") else "a"
        gone = f"{waiting} for {article} {NAMES[rank]} on top, and none is left in the stock."
        if not most and turn.endswith(gone):
            return "gone"
    assert not awaited
    assert all(pile[0] == naive.KING for pile in end.piles)
    return "kings"


def test_every_sentence_of_an_explanation_is_true() -> None:
    kinds = set()
    for position in lost_positions(9, 90):
        told = explain(GAME, position, Budget(Limits()))
        kinds |= check_explanation(as_naive(position), told)
    assert kinds >= {"knot", "rest"}


@pytest.mark.parametrize("rules", [{}, {"wrap": False}, {"piles": 4}, {"piles": 12, "wrap": False}])
def test_every_sentence_about_a_fresh_deal_is_true(rules: dict[str, Any]) -> None:
    for seed in range(40):
        position = GAME.deal(str(seed), rules)
        _, found = decide(RankView.of(position), Budget(Limits()))
        if found.outcome == EXHAUSTED:
            check_explanation(as_naive(position), explain(GAME, position, Budget(Limits())))


def test_a_spent_budget_proves_nothing_and_says_so() -> None:
    position = GAME.deal("2", None, "pysolfc")
    _, found = decide(RankView.of(position), Budget(Limits()))
    assert found.outcome == EXHAUSTED
    budget = Budget(Limits(nodes=1))
    budget.nodes = 1
    depth, line = deepest_line(RankView.of(position), budget)
    assert (depth.cards_drawn, depth.of, depth.proven, line) == (0, 43, False, [])
    told = explain(GAME, position, budget)
    assert (told.line, told.blocks, told.cycles) == ([], [], [])
    assert told.summary == (
        "The search for how many of the 43 stock cards can be drawn was stopped before it found "
        "out."
    )


def test_a_budget_that_ends_midway_says_what_was_found() -> None:
    kinds = set()
    for seed in range(12):
        position = GAME.deal(str(seed), {"piles": 12})
        for nodes in (20, 60, 200):
            told = explain(GAME, position, Budget(Limits(nodes=nodes)))
            assert told.deepest is not None
            if told.deepest.proven:
                continue
            end = naive.replay(as_naive(position), told.line)
            drawn = told.deepest.cards_drawn
            assert not told.line or position.stock_size - len(end.stock) == drawn
            assert (told.blocks, told.cycles) == ([], [])
            kinds.add(told.summary.split()[0])
            if drawn:
                assert told.summary == (
                    f"The search for how many of the {position.stock_size} stock cards can be "
                    f"drawn was stopped; the best play found draws {drawn}."
                )
    assert kinds == {"The"}


def test_the_limit_that_ended_the_explanation_alone_was_in_force() -> None:
    lost = GAME.deal("3")
    answer = SOLVERS["knotty-nines"].solve(lost, SolveOptions(), Budget(Limits(nodes=10)))
    assert (answer.proof, answer.spent.nodes, answer.limits.nodes) == ("bound", 0, 10)
    assert answer.explanation is not None
    assert answer.explanation.deepest is not None
    assert not answer.explanation.deepest.proven


def test_king_on_its_way_up_needs_wrapping_round() -> None:
    lying = (51, 12, 20, 28)  # KS 4C 6C 8C
    stock = tuple(card for card in range(52) if card not in lying)
    position = Position(Rules(piles=4, wrap=False), tuple((card,) for card in lying), stock)
    waits = waits_of(position)
    assert [(wait.ranks, wait.never) for wait in waits] == [
        ((), True), ((4,), False), ((6,), False), ((8,), False)
    ]  # fmt: skip
    told = explain(GAME, position, Budget(Limits()))
    assert told.deepest is not None
    assert told.deepest.cards_drawn == 0
    assert told.blocks[0].card == "KS"
    assert told.blocks[0].needs == []
    round_the_corner = replace(position, rules=Rules(piles=4))
    assert waits_of(round_the_corner)[0].ranks == (0,)
    check_explanation(as_naive(position), told)


def test_kings_at_every_base_are_named() -> None:
    kings = tuple((48 + suit,) for suit in range(4))
    stock = tuple(range(48))
    position = Position(Rules(piles=4, wrap=False), kings, stock)
    told = explain(GAME, position, Budget(Limits()))
    assert check_explanation(as_naive(position), told) == {"kings"}
