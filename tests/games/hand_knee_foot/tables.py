"""Positions of Hand, Knee and Foot for the tests."""

from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.kinds import TEXTS, slot_text
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ASK,
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    MELD,
    NO,
    SHUFFLE,
    TAKE,
    YES,
)
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.protocol import State
from tests.naive import hand_knee_foot as naive

GAME = HandKneeFoot()
PLAYERS = (2, 3, 4, 6)


def eager(state: State, random: Random, eagerness: float = 0.9) -> int:
    """A move of players who put down what they can and mostly keep what they have two of."""
    moves = GAME.legal(state)
    if random.random() > eagerness:
        return random.choice(moves)
    for wanted in ((LAY,), (KNEE,), (FOOT,), (TAKE,), (YES, NO), (ASK,)):
        if found := [move for move in moves if move in wanted]:
            return found[0] if len(found) == 1 or random.random() < 0.8 else found[1]
    for low, high in ((ADD, BURY), (MELD, ADD), (BURY, DRAW)):
        if found := [move for move in moves if low <= move < high]:
            return random.choice(found)
    hand = state[0]["hands"][int(state[0]["turn"])]
    return min(moves, key=lambda move: (hand[move] if move < MELD else 0, random.random()))


def played(
    position: Position, random: Random, eagerness: float = 0.9, most: int = 10**6
) -> list[State]:
    """The states of a round of eager players, as many as asked for or to its end."""
    states = [GAME.state(position)]
    while len(states) < most and not protocol.run_over(states[-1]):
        state = states[-1].copy()
        protocol.run_apply(state, eager(state, random, eagerness))
        states.append(state)
    return states


def late_deals() -> list[Position]:
    """Positions from the middle and the end of rounds, with what no fresh deal has."""
    random, found = Random(4), []
    cases: list[dict[str, Any]] = [
        {"players": 3},
        {"players": 4, "stock_out": "reshuffle", "draw": 3},
        {"players": 6, "required": "none"},
        {"players": 4, "required": "none", "red_three_auto": False},
        {"players": 2, "minimums": [0, 5, 10, 300], "stock_out": "reshuffle"},
    ]
    for number, rules in enumerate(cases):
        start = GAME.deal(str(number), rules, dealer=1, round_number=1 + number % 4)
        states = played(start, random)
        some = [states[int(share * len(states))] for share in (0.4, 0.9)]
        found += [GAME.position(state, start) for state in some]
    return found


def texts(kinds: tuple[int, ...]) -> list[str]:
    """Cards as texts."""
    return [TEXTS[kind] for kind in kinds]


def as_naive(position: Position) -> naive.Round:
    """A fresh deal for the naive game."""
    assert not any(position.hidden)
    switches = asdict(position.rules)
    return naive.Round(
        switches=naive.Switches(**switches),
        number=position.round,
        turn=position.turn,
        hands=[texts(hand) for hand in position.hands],
        knees=[texts(knee) for knee in position.knees],
        feet=[texts(foot) for foot in position.feet],
        stock=texts(position.stock),
        pile=texts(position.discards),
        teams=[naive.Team() for _ in position.teams],
        known=[[] for _ in position.hands],
    )


def apply_both(state: State, game: naive.Round, move: int, like: Position) -> None:
    """Play a move in both; a shuffled pile has the naive game take its order from the state."""
    text = GAME.move_text(move)
    before = [*game.stock, *game.pile[:-1]]
    protocol.run_apply(state, move)
    order = None
    if move == SHUFFLE:
        order = texts(GAME.position(state, like).stock)
        assert sorted(order) == sorted(before)
        assert order[: len(game.stock)] == game.stock
    naive.play(game, text, order)


def assert_same(state: State, game: naive.Round, like: Position) -> None:
    """Everything of a state is as the naive game has it."""
    here = GAME.position(state, like)
    for mine, plain in (
        (here.hands, game.hands),
        (here.known, game.known),
        (here.knees, game.knees),
        (here.feet, game.feet),
    ):
        assert [Counter(texts(cards)) for cards in mine] == [Counter(cards) for cards in plain]
    assert texts(here.stock) == game.stock
    assert texts(here.discards) == game.pile
    for table, team in zip(here.teams, game.teams, strict=True):
        melds = [sorted(texts(meld)) for meld in table.melds]
        assert sorted(melds) == sorted(map(sorted, team.melds.values()))
        books: dict[str, Counter[str]] = {}
        for book in team.books:
            books.setdefault(naive.rank_of(book), Counter()).update(book)
        assert books == {slot_text(b.slot): Counter(texts(b.cards)) for b in table.books}
        for held in table.books:
            ours = [book for book in team.books if naive.rank_of(book) == slot_text(held.slot)]
            clean = [b for b in ours if slot_text(held.slot) == naive.WILD or not naive.wilds_in(b)]
            assert (held.red, held.black) == (len(clean), len(ours) - len(clean))
        assert table.red_threes == team.red_threes
    assert int(state[0]["opening"]) == game.opening
    doing = {"pick up": "pick_up", "ended": "draw"}.get(game.doing, game.doing)
    assert here.phase == doing
    assert (here.ended is not None) == (game.doing == "ended")


def legal_texts(position: Position) -> set[str]:
    """The legal moves in notation."""
    return {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}


def reason(position: Position, *moves: str) -> str:
    """Why the last of the moves is refused."""
    replay = GAME.replay(position, moves)
    assert replay.first_illegal == len(moves) - 1
    assert replay.reason
    return replay.reason
