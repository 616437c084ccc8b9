from random import Random

import numpy as np
import pytest

from kibitz.games.knotty_nines.classes import (
    CURSOR_SIZE,
    NEW_EXTRA,
    NEW_LEVEL,
    SCRATCH_SHAPE,
    can_leave,
    next_child,
    next_combination,
    open_children,
)
from tests.naive.knotty_nines import Pile, Piles
from tests.naive.knotty_nines_cases import FULL_PACK, consistent, fresh, packed, played, small
from tests.naive.knotty_nines_classes import children, class_of, closure
from tests.solvers.knotty_nines.kernels import as_piles, canonical_form, rank_arrays

Pairs = tuple[tuple[int, int], ...]


def crowded(random: Random, wrap: bool) -> Piles:
    """Many piles on few neighbouring ranks: components with a lot to choose."""
    width = random.randint(2, 6)
    first = random.randrange(13) if wrap else random.randint(0, 13 - width)
    piles: list[Pile] = []
    for _ in range(random.randint(3, 7)):
        level, extra = first + random.randrange(width), random.choice([0, 0, 1, 2, 3])
        if not wrap:
            extra = min(extra, 12 - level)
        piles.append(tuple((level + extra - i) % 13 for i in range(extra + 1)))
    return tuple(piles)


def some_piles(random: Random, wrap: bool) -> Piles:
    """Piles of one of several kinds whose class is small enough to write out."""
    while True:
        kind = random.randrange(4)
        if kind < 2:
            return crowded(random, wrap)
        position = small(random) if kind == 2 else consistent(random)
        if position.wrap == wrap:
            return position.piles


def kernel_children(piles: Piles, arriving: int | None, wrap: bool) -> list[Pairs]:
    """What ``next_child`` writes, one after the other."""
    pairs, _ = canonical_form(piles, wrap)
    level = np.array([pair[0] for pair in pairs], np.int64)
    extra = np.array([pair[1] for pair in pairs], np.int64)
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    cursor = np.empty(CURSOR_SIZE, np.int64)
    left = len(pairs) if arriving is not None else len(pairs) - 1
    open_children(level, extra, len(pairs), cursor, scratch)
    found = []
    while next_child(len(pairs), -1 if arriving is None else arriving, wrap, cursor, scratch):
        levels, extras = scratch[NEW_LEVEL, :left].tolist(), scratch[NEW_EXTRA, :left].tolist()
        found.append(tuple(zip(levels, extras, strict=True)))
    return found


@pytest.mark.parametrize("wrap", [True, False])
def test_canonical_form_is_a_member_of_the_class_and_the_same_for_all(wrap: bool) -> None:
    random = Random(1 + wrap)
    moved = 0
    for _ in range(150):
        piles = some_piles(random, wrap)
        members = closure(piles, wrap)
        pairs, key = canonical_form(piles, wrap)
        assert tuple(sorted(as_piles(pairs))) in members
        chosen = random.sample(sorted(members), min(len(members), 30))
        assert {canonical_form(member, wrap) for member in chosen} == {(pairs, key)}
        moved += len(members) > 1
    assert moved >= 75


@pytest.mark.parametrize("wrap", [True, False])
def test_canonical_form_tells_classes_apart(wrap: bool) -> None:
    random = Random(3 + wrap)
    forms: dict[Pairs, Piles] = {}
    names: dict[Piles, Pairs] = {}
    for _ in range(2_500):
        width = random.randint(3, 4)
        piles = tuple(
            tuple((11 + level + extra - i) % 13 for i in range(extra + 1))
            if wrap
            else tuple(level + extra - i for i in range(extra + 1))
            for level, extra in ((random.randrange(width), random.randrange(3)) for _ in range(4))
        )
        pairs, _ = canonical_form(piles, wrap)
        name = class_of(piles, wrap)
        assert forms.setdefault(pairs, name) == name
        assert names.setdefault(name, pairs) == pairs
    assert len(forms) >= 300


@pytest.mark.parametrize("wrap", [True, False])
def test_canonical_form_does_not_depend_on_the_order_of_piles(wrap: bool) -> None:
    random = Random(5 + wrap)
    for _ in range(100):
        piles = list(packed(random, wrap).piles)
        before = canonical_form(tuple(piles), wrap)
        random.shuffle(piles)
        assert canonical_form(tuple(piles), wrap) == before


@pytest.mark.parametrize("wrap", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_children_are_those_found_by_trying_everything(seed: int, wrap: bool) -> None:
    random = Random(10 + 2 * seed + wrap)
    several = 0
    for _ in range(150):
        piles = some_piles(random, wrap)
        arriving = random.choice([None, *range(13)])
        truth = children(piles, arriving, wrap)
        found = kernel_children(piles, arriving, wrap)
        assert {class_of(as_piles(pairs), wrap) for pairs in found} == truth, (piles, arriving)
        for pairs in found:
            assert canonical_form(as_piles(pairs), wrap)[0] == pairs
        level, extra = rank_arrays(as_piles(canonical_form(piles, wrap)[0]))
        scratch = np.empty(SCRATCH_SHAPE, np.int64)
        assert can_leave(level, extra, len(piles), scratch) == bool(truth)
        several += len(truth) > 1
    assert several >= 30


def test_keys_are_exact() -> None:
    random = Random(30)
    for wrap in (True, False):
        forms: dict[int, Pairs] = {}
        for _ in range(4_000):
            kind = random.randrange(4)
            if kind == 0:
                piles = crowded(random, wrap)
            elif kind == 1:
                piles = packed(random, wrap).piles
            else:
                size = random.randint(4, 12)
                start = fresh(random, list(FULL_PACK), size, 52 - size)._replace(wrap=wrap)
                piles = played(random, start, random.randrange(60)).piles
            pairs, key = canonical_form(piles, wrap)
            assert 0 <= key < (1 << 64) - 1
            assert forms.setdefault(key, pairs) == pairs
        assert len(forms) >= 2_000


def test_keys_tell_neighbouring_states_apart() -> None:
    forms: dict[int, Pairs] = {}
    total = 0
    for levels in ((0, 1, 5), (0, 5, 5), (1, 1, 5), (12, 0, 5)):
        for extras in np.ndindex(5, 5, 5):
            piles = tuple(
                tuple((level + extra - i) % 13 for i in range(extra + 1))
                for level, extra in zip(levels, extras, strict=True)
            )
            pairs, key = canonical_form(piles, wrap=True)
            assert forms.setdefault(key, pairs) == pairs
            total += 1
    assert len(set(forms.values())) == len(forms) < total


def test_next_combination_walks_through_all_of_them() -> None:
    found = [0b00111]
    while found[-1] < 0b11100:
        found.append(int(next_combination(found[-1])))
    assert found == [n for n in range(32) if n.bit_count() == 3]
