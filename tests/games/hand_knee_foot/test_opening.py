"""What an opening may come to, against every row of melds; and that none is a dead end."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.kinds import COPIES, POINTS, TEXTS, kinds_of
from kibitz.games.hand_knee_foot.moves import MELD, TAKE
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.opening import best_points
from kibitz.games.hand_knee_foot.state import NO_SLOT
from kibitz.games.protocol import State
from tests.games.hand_knee_foot.tables import GAME, as_naive
from tests.naive import hand_knee_foot as naive


def cards(random: Random, size: int, ranks: int) -> list[int]:
    """A hand of few ranks and many wild cards, so that they compete."""
    few = [*random.sample(range(2, 13), ranks), 13, 14]
    pack = [kind for kind in few for _ in range(4 * COPIES[kind])]
    return sorted(random.sample(pack, size))


def holding(hand: list[int], rules: dict[str, Any]) -> State:
    """A state of seat 0 after its draw, with this hand and nothing on the table."""
    position = {
        "rules": rules,
        "hands": [[TEXTS[kind] for kind in hand], *[{"count": 15}] * 3],
        "discards": ["4"],
        "phase": "play",
    }
    return GAME.state(GAME.read(position))


@pytest.mark.parametrize("max_wilds", [1, 2, 3])
def test_the_best_is_what_trying_every_row_of_melds_finds(max_wilds: int) -> None:
    random, reached = Random(max_wilds), Counter[bool]()
    rules: dict[str, Any] = {"max_wilds": max_wilds, "special_natural_only": max_wilds != 3}
    game = as_naive(GAME.deal("1", rules))
    for number in range(150):
        hand = cards(random, random.randrange(3, 11), random.randrange(1, 5))
        state = holding(hand, rules)
        melds: dict[str, list[str]] = {}
        left = [TEXTS[kind] for kind in hand]
        # Half of the hands have begun.
        for _ in range(number % 2 * random.randrange(1, 4)):
            moves = naive.melding(game.switches, left, melds)
            if not moves:
                break
            move = random.choice(moves)
            left, melds = naive.put_down(left, melds, move)
            state[0]["minimum"] = 10_000
            protocol.run_apply(state, read_move(move).move)
        laid = int(state[0]["opening"])
        best = int(best_points(state[0], NO_SLOT, 0, 0, 0, 0)) - laid
        assert naive.reaches(game, left, melds, best)
        assert not naive.reaches(game, left, melds, best + 1)
        reached[best > 0] += 1
    assert min(reached.values()) > 20


def follow(state: State, random: Random) -> None:
    """Play a whole opening by chance; its points are those of the cards that left the hand."""
    points = int(state[0]["opening"])
    while not state[0]["opened"][0]:
        moves = GAME.legal(state)
        assert moves
        assert all(move >= MELD for move in moves)
        before = Counter(kinds_of(state[0]["hands"][0]))
        protocol.run_apply(state, random.choice(moves))
        played = before - Counter(kinds_of(state[0]["hands"][0]))
        points += sum(POINTS[kind] for kind in played.elements())
        assert int(state[0]["opening"]) in (points, 0)
    assert points >= int(state[0]["minimum"])


def test_an_opening_that_is_begun_can_be_finished_whatever_is_chosen() -> None:
    random, begun, refused = Random(5), 0, 0
    for _ in range(300):
        hand = cards(random, 16, random.randrange(3, 9))
        minimum = random.choice((60, 90, 120, 150))
        for _ in range(2):
            state = holding(hand, {"minimums": [minimum] * 4})
            melds = [move for move in GAME.legal(state) if move >= MELD]
            wanted = naive.reaches(
                as_naive(GAME.deal("1")), [TEXTS[kind] for kind in hand], {}, minimum
            )
            assert bool(melds) == wanted
            if not melds:
                refused += 1
                continue
            begun += 1
            first = random.choice(melds)
            protocol.run_apply(state, first)
            if not state[0]["opened"][0]:
                follow(state, random)
            assert GAME.legal(state)
    assert begun > 100
    assert refused > 20


def test_the_rest_of_the_pile_waits_for_the_opening() -> None:
    hand = [*"KK88845699JJQA", "3B"]
    data = {"hands": [hand, *[{"count": 15}] * 3], "discards": ["8", "8", "JK", "Q", "K"]}
    more = GAME.read({**data, "rules": {"minimums": [65, 65, 65, 65]}})
    assert TAKE not in GAME.legal(GAME.state(more))
    position = GAME.read(data)
    after = GAME.play(position, ["take"])
    assert (after.opening, after.taking, after.discards) == (True, True, (6, 6, 14, 10))
    state = GAME.state(after)
    # Only the eights reach the minimum; the eights of the pile do not count.
    assert [GAME.move_text(move) for move in GAME.legal(state)] == ["meld-888"]
    opened = GAME.play(after, ["meld-888"])
    assert not opened.opening
    assert not opened.taking
    assert not opened.discards
    assert sorted(opened.known[0]) == [6, 6, 10, 14]
    assert len(opened.hands[0]) == 15 - 2 - 3 + 4
