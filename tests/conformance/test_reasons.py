"""Every reason in the hints of every game is true: recomputed by the naive checker of its code."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pytest

from kibitz.contract.options import Limits
from kibitz.solvers.catalogue import SOLVERS
from tests.cases import cases, least
from tests.conformance.hints import check
from tests.naive.reasons.case import Case, case_of, checkers_of
from tests.solvers.hand_knee_foot import hinted as hand_knee_foot
from tests.solvers.knack import hinted as knack
from tests.solvers.knack_solitaire import hinted as knack_solitaire
from tests.solvers.knaves import hinted as knaves
from tests.solvers.knock_rummy import hinted as knock_rummy
from tests.solvers.knotty_nines import hinted as knotty_nines


@dataclass(frozen=True)
class Tried:
    """How a game is tried: ``parts`` times ``each`` positions, in which ``codes`` are seen.

    ``limits``: for one position after the other; ``utilities``: for one part after the other.
    ``also``: what else holds for each hint of this game.
    """

    parts: int
    each: int
    codes: int
    limits: Sequence[Limits]
    also: Callable[[Case], None]
    utilities: Sequence[str | None] = (None,)


@dataclass(frozen=True)
class Open:
    """Positions with every card known, and a code that is said where their values are exact."""

    positions: Callable[[], Iterable[Any]]
    limits: Limits
    code: str


def within(iterations: int, nodes: int = 200_000) -> Limits:
    return Limits(iterations=iterations, nodes=nodes, memory_mb=64)


# An analysis of its own is made for every so many of the hints: it takes most of the time.
AGAIN: Final = 4
# Some searches of Knotty Nines are to stop before they have decided.
STOPPED: Final = [within(16, nodes) for nodes in (20_000, 20_000, 200, 30)]
TRIED: Final = {
    "hand-knee-foot": Tried(8, 40, 13, [within(12)], hand_knee_foot.also, ("match", "points")),
    "knack": Tried(10, 30, 12, [within(24, 3_000)], knack.also),
    "knack-solitaire": Tried(10, 30, 12, [within(24, 600)], knack_solitaire.also),
    "knaves": Tried(8, 45, 12, [within(32)], knaves.also, (None, "points")),
    "knock-rummy": Tried(8, 40, 9, [within(150)], knock_rummy.also),
    "knotty-nines": Tried(8, 40, 10, STOPPED, knotty_nines.also),
}
OPEN: Final = {
    "hand-knee-foot": Open(hand_knee_foot.open_positions, within(24, 20_000), "value_exact"),
    "knack": Open(knack.open_positions, within(24, 100_000), "open_win"),
    "knaves": Open(knaves.open_positions, within(48), "makes_exactly"),
    "knock-rummy": Open(knock_rummy.open_positions, within(150, 100_000), "value_exact"),
}


@pytest.mark.parametrize(
    ("game", "part"), [(game, part) for game, tried in TRIED.items() for part in range(tried.parts)]
)
def test_reasons_are_true(game: str, part: int) -> None:
    tried = TRIED[game]
    codes = set()
    for index, position in enumerate(checkers_of(game).positions(cases(tried.each), part)):
        limits = tried.limits[index % len(tried.limits)]
        options: dict[str, Any] = {"utility": tried.utilities[part % len(tried.utilities)]}
        again = index % AGAIN == 0
        case = case_of(game, position, limits, again=again, seed=str(part), **options)
        codes |= {*check(case)}
        tried.also(case)
    assert len(codes) >= least(tried.codes)


@pytest.mark.parametrize("game", OPEN)
def test_reasons_with_open_cards_are_true(game: str) -> None:
    tried, codes = OPEN[game], set()
    for position in tried.positions():
        case = case_of(game, position, tried.limits, information="known")
        codes |= {*check(case)}
    assert tried.code in codes


def test_every_game_is_tried() -> None:
    assert set(TRIED) == set(SOLVERS)
