"""Kinds of opponents of Knock Rummy in plain Python: who waits how likely, and what comes of it.

Hands of others are judged by :mod:`tests.naive.knock_rummy_melds`, and tables are looked up; moves
are those of the policy that knocks with a given deadwood.
"""

from collections.abc import Callable
from itertools import accumulate

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import cards_in
from kibitz.games.knock_rummy.melds import ACE_WORDS
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.beliefs import turns_by_seat
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS, WHIM
from kibitz.heuristics.knock_rummy.reached import REACHED
from kibitz.heuristics.knock_rummy.thresholds import THRESHOLDS
from tests.heuristics.knock_rummy.looking import judged
from tests.naive.knock_rummy_melds import deadwood

LAST = REACHED.shape[1] - 1


def left(state: State, seat: int, ace: str, ace_points: int) -> int:
    """The deadwood of the whole hand of a seat."""
    cards = cards_in(int(state[0]["hands"][seat]))
    return deadwood(frozenset(map(card_text, cards)), ace, ace_points)


def ace_of(state: State) -> tuple[str, int]:
    """The rule of the ace, as positions write it, and what an ace counts."""
    return ACE_WORDS[int(state[0]["ace"])], int(state[0]["ace_points"])


def limit(kind: str, players: int, age: int) -> int:
    """The most that a kind knocks with after ``age`` turns."""
    return int(LIMITS[KINDS.index(kind)][players - 2][min(age, LAST)])


def chances(had: int, dead: int, players: int, knock_limit: int | None) -> dict[str, float]:
    """How likely each kind is who has had so many turns and holds a hand with deadwood ``dead``."""
    age = min(max(had - 1, 0), LAST)
    found = {}
    for kind, share in zip(KINDS, REACHED[players - 2][age], strict=True):
        may = knock_limit is None or dead <= knock_limit
        knocks = had > 0 and may and dead <= limit(kind, players, age)
        found[kind] = float(share) * (WHIM if knocks else 1.0)
    total = sum(found.values())
    return {kind: chance / total for kind, chance in found.items()}


def drawn(state: State, seat: int, fraction: float) -> str:
    """The kind that a number from 0 to 1 draws for a seat at the beginning of its turn."""
    dead, limited = left(state, seat, *ace_of(state)), int(state[0]["knock_limit"])
    likely = chances(
        turns_by_seat(state)[seat],
        dead,
        int(state[0]["players"]),
        None if limited < 0 else limited,
    )
    ends = accumulate(likely.values())
    return next((kind for kind, end in zip(KINDS, ends, strict=True) if fraction < end), KINDS[-1])


def played_on(state: State, own: int, kinds: dict[int, str], chance: Callable[[], float]) -> float:
    """What ``own``, who is sharp, makes of an open state, by the kinds of the others.

    A kind that is not given is drawn by a number from ``chance`` when the turn of the seat begins.
    """
    players, work, kinds = int(state[0]["players"]), state.copy(), dict(kinds)
    while not protocol.run_over(work):
        seat, most = int(protocol.run_turn(work)), 0
        if seat != own and seat not in kinds:
            kinds[seat] = drawn(work, seat, chance())
        if work[0]["phase"] == TO_DISCARD:
            age = min(turns_by_seat(work)[seat], LAST)
            sharp = int(THRESHOLDS[players - 2][age])
            most = sharp if seat == own else limit(kinds[seat], players, age)
        protocol.run_apply(work, judged(work, most))
    return int(work[0]["payments"][own]) / UNIT
