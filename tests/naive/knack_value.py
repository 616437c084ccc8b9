"""The signs of K'nack and what the network makes of them, counted anew for every move: the oracle.

Kinds, fields and others are those of `tests.naive.knack_judgement`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tests.naive.knack_judgement import (
    EVERY,
    Field,
    Kind,
    Other,
    beside,
    features,
    match,
    passes,
    room,
)


class Seen(NamedTuple):
    """What a seat sees.

    ``left`` and ``deck``: cards that it has, and those of them in its deck. ``next_deck``: of the
    next seat, whether or not it still has cards. ``flags``: passes before it, a call due, limits of
    the field, and play for places.
    """

    field: Field
    hand: Sequence[Kind]
    left: int
    deck: int
    unseen: Counter[Kind]
    others: Sequence[Other]
    next_deck: int
    flags: tuple[bool, bool, bool, bool]


def bounded(value: float) -> float:
    """A value within -1 and 1."""
    return max(-1.0, min(1.0, value))


def cells_of(field: Field) -> dict[tuple[int, int], list[Kind]]:
    """The cells where a card may be laid, with the kinds that fit each."""
    cells = {cell for place in field for cell in beside(*place)} - set(field)
    return {
        cell: [
            kind
            for kind in EVERY
            if all(match(kind, field[near]) for near in beside(*cell) if near in field)
        ]
        for cell in cells or {(0, 0)}
    }


def table_signs(seen: Seen) -> list[float]:
    """The signs of the table."""
    others, own, unseen = seen.others, seen.left, seen.unseen
    total = max(1, sum(unseen.values()))
    rooms = {kind: room(seen.field, kind) for kind in EVERY}
    fits = {kind for kind in EVERY if rooms[kind]}
    lefts = [other.left for other in others]
    chances = [passes(other, unseen, fits) for other in others]
    bound = [any(kinds for most, kinds in other.lacks if most < other.held) for other in others]
    kinds = set(seen.hand)
    passed, due, limited, places = seen.flags
    ahead = min(lefts) - own + 1
    return [
        1.0,
        (len(others) - 1) / 4,
        own / 27,
        0.75**own,
        0.75 ** min(lefts),
        0.75 ** lefts[0],
        bounded((sum(lefts) / len(lefts) - own) / 4),
        bounded((min(lefts) - own) / 4),
        bounded((lefts[0] - own) / 4),
        bounded((max(lefts) - own) / 4),
        float(ahead > 0),
        float(ahead < 0),
        float(seen.deck == 0),
        len(seen.hand) / 5,
        others[0].held / 5,
        sum(bound) / len(others),
        float(bound[0]),
        sum(chances) / len(chances),
        float(np.prod(chances)),
        sum(unseen[kind] for kind in fits) / total,
        sum(unseen[kind] * rooms[kind] for kind in EVERY) / total / 4,
        total / 54 if unseen else 0.0,
        len(seen.field) / 54,
        sum(kind in fits for kind in seen.hand) / 5,
        sum(1 - 0.5 ** min(8, rooms[kind]) for kind in seen.hand) / 5,
        len(fits) / 27,
        sum(rooms[kind] == 1 for kind in EVERY) / 27,
        sum(rooms[kind] == 1 for kind in kinds) / 5,
        float(seen.hand.count(None)),
        float(unseen[None]),
        float(passed),
        float(not seen.field),
        float(due),
        float(limited),
        float(places),
        float(seen.next_deck == 0),
    ]


def move_signs(seen: Seen, laid: Kind, cell: tuple[int, int]) -> list[float]:
    """The signs of laying a card at a cell; the first lies face down and lets anything match."""
    field, unseen, others = seen.field, seen.unseen, seen.others
    after = {**field, cell: laid if field else None}
    kept = list(seen.hand)
    kept.remove(laid)
    before = {kind: room(field, kind) for kind in EVERY}
    rooms = {kind: room(after, kind) for kind in EVERY}
    was, now = ({kind for kind in EVERY if of[kind]} for of in (before, rooms))
    total = max(1, sum(unseen.values()))
    cells = cells_of(field)
    new = [near for near in beside(*cell) if near not in cells and near not in field]
    beside_it = {kind for kind in EVERY if match(kind, after[cell])} if new else set()
    fitting = [kind for kind in kept if kind in now]
    single = sum(rooms[kind] == 1 for kind in fitting)

    def safe(kinds: Sequence[Kind]) -> float:
        return max(0.0, 1 - others[0].held * sum(unseen[kind] for kind in kinds) / total)

    def safety(kind: Kind) -> float:
        found = [safe(fits) for fits in cells.values() if kind in fits]
        if kind in beside_it:
            found.append(safe([other for other in EVERY if match(other, laid)]))
        return max(found, default=0.0)

    def friends(kind: Kind) -> float:
        return sum(unseen[other] for other in EVERY if match(kind, other)) / total

    plain = features(field, seen.hand, seen.left, unseen, others, laid, cell)
    outlets, _, _, others_pass, every, block, blocked, drawn, _, joker, rare, cells_open = plain[
        :12
    ]
    draw = drawn if seen.deck else 0.0
    chains = [kind for kind in kept if kind not in now and any(match(kind, one) for one in fitting)]
    return [
        outlets / 4,
        *(float(len(fitting) > most) for most in range(4)),
        others_pass,
        every,
        block,
        blocked,
        drawn,
        joker,
        rare,
        cells_open / 4,
        len(new) / 3,
        0.0 if fitting else 1 - draw,
        single / 4,
        sum(min(4, rooms[kind]) for kind in fitting) / 8,
        len(chains) / 4,
        sum(match(kind, after[cell]) for kind in kept) / 4,
        float(kept.count(laid)),
        float(kept.count(None)),
        unseen[laid] / 2,
        sum(unseen[kind] for kind in now - was) / total,
        sum(unseen[kind] for kind in was - now) / total,
        min(8, before[laid]) / 8,
        passes(others[0], unseen, now),
        0.0 if len(fitting) > 1 else 1 - draw,
        float(single if len(fitting) == 1 else 0),
        max(map(safety, fitting), default=0.0),
        sum(map(safety, fitting)) / 4,
        sum(1 - friends(kind) for kind in kept if kind not in now),
        sum(friends(kind) for kind in kept),
    ]


def whole(value: float, one: int) -> int:
    """A number in units of 1 / ``one``, to the nearest, of two to the even one."""
    return round(float(value) * one)


def estimate(net: Mapping[str, Any], table: Sequence[float], move: Sequence[float]) -> float:
    """What the network makes of signs, for a game won 1: sums of whole numbers."""
    found = 0
    for k, last in enumerate(net["last"]):
        hidden = sum(
            whole(w, 1024) * whole(sign, 1024)
            for layer, signs in ((net["table"], table), (net["move"], move))
            for w, sign in zip(layer[:, k], signs, strict=True)
        )
        found += max(0, hidden) * whole(last, 4096)
    return found / (1024 * 1024 * 4096)
