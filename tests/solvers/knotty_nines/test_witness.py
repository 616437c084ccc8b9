from random import Random

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.classes import SCRATCH_SHAPE, canonical
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.arranging import Arrangements, new_arrangements, pack, unpack
from kibitz.solvers.knotty_nines.exact import ClassSearch, decide, line_texts
from kibitz.solvers.knotty_nines.search import FOUND, PATH_END
from kibitz.solvers.knotty_nines.witness import MAX_LINE, Path, find_cut, realise
from tests.naive.knotty_nines import Piles, Position, explore, moves, play, replay, unordered
from tests.naive.knotty_nines_cases import consistent, small
from tests.naive.knotty_nines_classes import children, class_of
from tests.solvers.knotty_nines.kernels import as_piles, rank_arrays, view_of


def won_positions(seed: int, count: int, stock: int) -> list[tuple[Position, ClassSearch]]:
    """Winnable positions with at least ``stock`` cards to draw, and what the search found."""
    random = Random(seed)
    found: list[tuple[Position, ClassSearch]] = []
    while len(found) < count:
        position = random.choice((small, consistent))(random)
        if len(position.stock) < stock:
            continue
        _, search = decide(view_of(position), Budget(Limits()))
        if search.outcome == FOUND:
            found.append((position, search))
    return found


def path_of(search: ClassSearch) -> list[Piles]:
    """The classes of the line found, as piles."""
    memory, found = search.memory, []
    size, piles = len(search.view.stock), len(search.view.levels)
    for depth in range(int(memory.control[PATH_END])):
        left = piles - max(0, depth - size)
        levels = memory.path_levels[depth, :left].tolist()
        extras = memory.path_extras[depth, :left].tolist()
        found.append(as_piles(tuple(zip(levels, extras, strict=True))))
    return found


def fewest_to(position: Position, target: Piles | None) -> int:
    """Moves of a shortest way to empty one pile and come into the class ``target``."""
    layer, seen, count = [position], {unordered(position)}, 0
    while layer:
        count += 1
        following = []
        for here in layer:
            for move in moves(here):
                after = play(here, move)
                if len(here.piles[move[0]]) == 1:
                    name = unordered(after)[0]
                    if target is None or class_of(name, position.wrap) == target:
                        return count
                elif unordered(after) not in seen:
                    seen.add(unordered(after))
                    following.append(after)
        layer = following
    raise AssertionError("the class cannot be reached")


@pytest.mark.parametrize("seed", range(3))
def test_every_step_takes_the_fewest_moves(seed: int) -> None:
    longest = 0
    for position, search in won_positions(seed, 60, 2):
        if position.stuck:
            continue
        wrap = position.wrap
        targets: list[Piles | None] = [class_of(piles, wrap) for piles in path_of(search)[1:]]
        here = start = position
        steps = 0
        for text in line_texts(search.line()):
            here = replay(here, [text])
            steps += 1
            if len(here.stock) == len(start.stock):
                continue
            target = targets.pop(0) if targets else None
            assert target is None or class_of(here.piles, wrap) == target
            assert steps == fewest_to(start, target), position
            longest = max(longest, steps)
            start, steps = here, 0
        assert not targets
    assert longest >= 2


def crowded(random: Random) -> Position:
    """Tall piles on few neighbouring ranks, which fall apart in many ways; one card or none."""
    wrap, first = random.random() < 0.5, random.randint(0, 5)
    width = random.randint(3, 5)
    tops = [*range(width), *(random.randrange(width) for _ in range(random.randint(1, 2)))]
    piles = [
        tuple(range(top, top + random.choice([0, 1, 2, 3, 5]) + 1))[::-1]
        for top in (first + top for top in tops)
    ]
    if wrap:
        piles = [tuple(card % 13 for card in pile) for pile in piles]
    random.shuffle(piles)
    stock = (random.randrange(13),) if random.random() < 0.5 else ()
    fits = all(max(pile) < 13 for pile in piles)
    return Position(tuple(piles), stock, wrap, stuck=True) if fits else crowded(random)


def test_every_way_to_fall_apart_takes_the_fewest_moves() -> None:
    random, room = Random(4), new_arrangements()
    lengths: list[int] = []
    while len(lengths) < 400:
        position = crowded(random)
        view, n = view_of(position), len(position.piles)
        for child in children(position.piles, (*position.stock, None)[0], position.wrap):
            levels, extras = rank_arrays(child)
            canonical(levels, extras, len(child), view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
            path = Path(np.zeros((2, 12), np.int8), np.zeros((2, 12), np.int8), 2)
            path.levels[1, : len(child)], path.extras[1, : len(child)] = levels, extras
            deal = new_deal(n, len(view.stock), wrap=view.wrap, clear=True)
            deal.stock[: len(view.stock)] = view.stock
            line = np.empty(MAX_LINE, np.int64)
            count = realise(view.levels.copy(), view.extras.copy(), deal, path, room, line)
            after = replay(position, line_texts(line[:count].tolist()))
            assert class_of(unordered(after)[0], position.wrap) == child
            assert count == fewest_to(position, child), (position, child)
            lengths.append(count)
    assert max(lengths) >= 8
    assert sum(length > 4 for length in lengths) >= 40


def test_one_card_to_draw_takes_the_fewest_moves() -> None:
    random = Random(9)
    compared = longer = 0
    while compared < 200:
        position = consistent(random)
        position = position._replace(stock=position.stock[:1], stuck=False)
        truth = explore(position, 4_000)
        if truth is None or not truth.winnable:
            continue
        _, search = decide(view_of(position), Budget(Limits()))
        assert len(search.line()) == truth.fewest
        compared += 1
        longer += len(search.line()) > 1
    assert longer >= 5


def run_realise(position: Position, search: ClassSearch, room: Arrangements) -> list[int] | None:
    view, memory = search.view, search.memory
    line = np.empty(MAX_LINE, np.int64)
    path = Path(memory.path_levels, memory.path_extras, int(memory.control[PATH_END]))
    count = realise(
        view.levels.copy(), view.extras.copy(), search.deal, path, room, line,
    )  # fmt: skip
    return line[:count].tolist() if count >= 0 else None


def test_too_small_a_room_is_reported_and_left_clean() -> None:
    short = 0
    room = new_arrangements(4)
    for position, search in won_positions(5, 150, 2):
        line = run_realise(position, search, room)
        assert line in (None, search.line())
        short += line is None
        assert (room.lookup == -1).all()
    assert 0 < short < 150


def test_arrangements_pack_into_a_word() -> None:
    random = Random(6)
    for n in range(1, 13):
        places = np.array([random.randrange(13) for _ in range(n)], np.int64)
        out = np.zeros(12, np.int64)
        unpack(pack(places, n), n, out)
        assert out[:n].tolist() == places.tolist()


def test_cut_follows_an_empty_rank() -> None:
    random = Random(7)
    for n in range(1, 13):
        levels = np.array([random.randrange(13) for _ in range(n)], np.int64)
        cut = find_cut(levels, n, True)
        assert (cut - 1) % 13 not in levels
        assert find_cut(levels, n, False) == 0
