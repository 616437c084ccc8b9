"""The switches that both K'nack games share: the pack, matching, and how the field is limited.

Cells are ``x, y`` from the first card, x to the right and y upwards. In an anchored field that card
lies in the middle cell; of two middle cells it is the one on the left, or below.

A switch that says how something is has no effect without it: a pack of 36 has no jokers whatever
``jokers`` says, an unbounded field has no middle. What asks for something that cannot be is a
fault: danglers without an edge in a fixed place, obstacles in a field that is not anchored or where
no card can come, leaners without an obstacle to lean on.

For matching only colour and rank matter: a card is of one of 27 *kinds*, ``13 * red + rank`` with
ranks A 2 … K as 0 … 12, and 26 for a joker. A set of kinds is a word of 27 bits. A card that lies
face down is free like a joker, and its kind is that of one.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, Final, Literal

import numpy as np
import numpy.typing as npt
from numba import int64
from pydantic import BeforeValidator, ConfigDict, Field, Strict
from pydantic_core import PydanticCustomError

from kibitz.games.cards import JOKER, PACK_SIZE, RANK_COUNT
from kibitz.games.faults import Fault
from kibitz.games.kernel import kernel

WIDEST: Final = 109
FARTHEST: Final = 54
MOST_DANGLERS: Final = 99
MOST_OBSTACLES: Final = 100
KINDS: Final = 27
JOKER_KIND: Final = 26
ALL_KINDS: Final = (1 << KINDS) - 1
LOWEST_OF_36: Final = 5  # the six; the ace of a pack of 36 is its highest card

Coordinate = Annotated[int, Strict(), Field(ge=-FARTHEST, le=FARTHEST)]
Obstacle = Annotated[
    tuple[Coordinate, Coordinate], Field(description="Cell of a chair leg: x and y.")
]


def _no_boolean(value: Any) -> Any:
    """Refuse what Python, but not JSON, takes for the numbers 0 and 1."""
    if isinstance(value, bool):
        raise PydanticCustomError("literal_error", "Input should be 2 or 0")
    return value


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height of a field in cells."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    width: Annotated[int, Strict(), Field(ge=1, le=WIDEST)]
    height: Annotated[int, Strict(), Field(ge=1, le=WIDEST)]

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


@dataclass(frozen=True, slots=True)
class FieldRules:
    """The shared switches.

    ``jokers``: in each pack. ``pack``: 54 with its jokers, or 36. ``wrap``: whether the highest
    rank matches the lowest. ``field``: the size of the window in which all cards must lie, None for
    no limit. ``anchored``: the first card lies in the middle cell. ``danglers``: how many cards may
    lie one cell beyond the edge. ``obstacles``: cells with a chair leg. ``leaners``: cards may lie
    there.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    jokers: Annotated[
        Literal[2, 0],
        BeforeValidator(_no_boolean),
        Field(description="Jokers of a pack; one of 36 cards has none."),
    ] = 2
    pack: Annotated[
        Literal[54, 36],
        Field(description="Cards of a pack: 54 with jokers, or 36 from six to ace."),
    ] = 54
    wrap: Annotated[
        Literal["cycle", "none"], Field(description="Whether the highest rank matches the lowest.")
    ] = "cycle"
    field: Annotated[
        Size | None, Field(description="Every card lies within some window of this size.")
    ] = None
    anchored: Annotated[
        bool, Strict(), Field(description="The first card lies in the middle cell of the field.")
    ] = False
    danglers: Annotated[
        int,
        Strict(),
        Field(ge=0, le=MOST_DANGLERS, description="Cards that may lie one cell beyond the edge."),
    ] = 0
    obstacles: Annotated[
        tuple[Obstacle, ...],
        Field(
            max_length=MOST_OBSTACLES, description="Cells with a chair leg, from the first card."
        ),
    ] = ()
    leaners: Annotated[bool, Strict(), Field(description="A card may lie on a chair leg.")] = False

    @property
    def inside(self) -> tuple[int, int, int, int] | None:
        """First and last x, first and last y of an anchored field; None where nothing anchors."""
        if not self.field or not self.anchored:
            return None
        left, below = (self.field.width - 1) // 2, (self.field.height - 1) // 2
        return -left, self.field.width - 1 - left, -below, self.field.height - 1 - below

    @property
    def blocked(self) -> tuple[tuple[int, int], ...]:
        """The cells on which an obstacle lets no card lie."""
        return () if self.leaners else self.obstacles

    def reaches(self, x: int, y: int) -> bool:
        """Whether a card could lie in a cell, were there no obstacle."""
        if self.inside is None:
            return True
        left, right, below, above = self.inside
        beyond = sum(
            max(low - at, at - high, 0) for at, low, high in ((x, left, right), (y, below, above))
        )
        return beyond <= min(self.danglers, 1)


@kernel
def kind_of(card: int) -> int:
    """The kind of a card, 0 … 26."""
    if card >= JOKER:
        return JOKER_KIND
    red = (card ^ card >> 1) & 1
    return int64(RANK_COUNT * red + (card >> 2))


def ranks_in_order(pack: int) -> list[int]:
    """The ranks of a pack of 54 or 36, lowest first: A to K, or 6 to A."""
    return [*range(RANK_COUNT)] if pack == 54 else [*range(LOWEST_OF_36, RANK_COUNT), 0]


def match_table(pack: int, wrap: bool) -> npt.NDArray[np.uint32]:
    """For each kind the set of kinds that match it; ``wrap`` joins the ends of the ranks.

    A rank that the pack lacks matches jokers only.
    """
    order = ranks_in_order(pack)
    beside = [*pairwise(order), *([(order[-1], order[0])] if wrap else [])]
    table = np.zeros(KINDS, np.uint32)
    table[:JOKER_KIND] = 1 << JOKER_KIND
    table[JOKER_KIND] = ALL_KINDS
    for low, high in [*beside, *((high, low) for low, high in beside)]:
        table[low] |= 1 << RANK_COUNT + high
        table[RANK_COUNT + low] |= 1 << high
    return table


def pack_cards(rules: FieldRules) -> list[int]:
    """The cards of one pack in ascending order, jokers last."""
    if rules.pack == 36:
        return [card for card in range(PACK_SIZE) if not 1 <= card >> 2 < LOWEST_OF_36]
    return [*range(4 * RANK_COUNT), *[JOKER] * rules.jokers]


def contradictions(rules: FieldRules) -> list[Fault]:
    """What is wrong with switches that are each well written, pointers from the rules object."""
    faults = []
    if rules.danglers and rules.inside is None:
        missing = [*["field"] * (not rules.field), *["anchored to true"] * (not rules.anchored)]
        message = f"danglers need an edge in a fixed place: set {' and '.join(missing)}"
        faults.append(Fault("/danglers", "not_anchored", message))
    if rules.leaners and not rules.obstacles:
        message = "cards lean on obstacles, and there are none: give rules.obstacles their cells"
        faults.append(Fault("/leaners", "no_obstacles", message))
    if rules.obstacles and not rules.anchored:
        message = "obstacles need a field in a fixed place: set anchored to true"
        faults.append(Fault("/obstacles", "not_anchored", message))
    seen: set[tuple[int, int]] = set()
    for i, (x, y) in enumerate(rules.obstacles):
        if (x, y) in seen:
            message = f"the obstacle [{x}, {y}] is given twice"
            faults.append(Fault(f"/obstacles/{i}", "obstacle_twice", message))
        seen.add((x, y))
        if rules.inside and not rules.reaches(x, y):
            left, right, below, above = rules.inside
            edges = f"x {left} to {right}, y {below} to {above}"
            message = (
                f"the obstacle [{x}, {y}] lies outside the field, {edges}: no card comes there"
            )
            faults.append(Fault(f"/obstacles/{i}", "outside", message))
        if (x, y) == (0, 0) and not rules.leaners:
            message = "the obstacle [0, 0] is where the first card lies"
            faults.append(Fault(f"/obstacles/{i}", "obstacle_in_the_middle", message))
    return faults
