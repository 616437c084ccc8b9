"""Hints for K'nack: each sentence when it is true, and only then."""

from typing import Any

import pytest

from games.knack.game import Knack
from games.knack.notation import read_move
from games.knack.position import Position
from solvers.budget import Budget, Limits
from solvers.knack.hints import CALL_REMINDER
from solvers.knack.reasons import kind_words, reasons
from solvers.knack.solver import KnackSolver
from solvers.solver import HintOptions
from tests.games.knack.tables import written

GAME = Knack()


def said(position: Position, text: str) -> list[str]:
    """The reasons for a move."""
    seat = position.turn
    view = GAME.state(GAME.as_seen(position, seat))
    return reasons(view, read_move(text).move, GAME.legal(view))


def table(field: str, hand: str, other: str = "AC AH 2C 2H 3H", **more: Any) -> Position:
    """Seat 0 to move; the free card is seat 1's."""
    return GAME.read(written(field, f"{hand}|{other}", dealer=0, turn=0, **more))


def test_what_it_does_to_the_own_hand() -> None:
    position = table("KC@0,0 7C@1,0", "8D 9C 9S JD QD")
    assert "It opens a cell for 9♣ and 9♠." not in said(position, "8D@2,0")
    facts = said(position, "8D@2,0")
    assert facts[0] == "Then 4 of your other 4 cards can be laid."


@pytest.mark.parametrize(
    ("kind", "words"),
    [(5, "black sixes"), (13, "red aces"), (26, "jokers"), (12, "black kings")],
)
def test_kinds_in_words(kind: int, words: str) -> None:
    assert kind_words(kind) == words


def test_giving_and_the_free_card() -> None:
    start = GAME.deal("1")
    first = GAME.legal(GAME.state(start))[0]
    assert said(start, GAME.move_text(first)) == [
        "Any card may be laid beside it, and only you know what it is."
    ]


def test_the_call_is_remembered() -> None:
    solver = KnackSolver()
    position = GAME.deal("1", {"knack_call": "explicit"})
    while True:
        moves = GAME.legal(GAME.state(position))
        assert moves
        state = GAME.state(position)[0]
        if int(state["deck_sizes"][int(state["turn"])]) == 1 and len(moves) > 1:
            break
        far = max(moves, key=lambda move: sum(map(abs, _place(move))))
        position = GAME.play(position, [GAME.move_text(far)])
    for level in ("nudge", "area", "move", "why"):
        options = HintOptions(level=level, information="hidden")
        answer = solver.hint(position, options, Budget(Limits(iterations=64, memory_mb=64)))
        assert CALL_REMINDER in answer.text
        if level == "move":
            assert answer.move is not None


def _place(move: int) -> tuple[int, int]:
    text = GAME.move_text(move).rstrip("!")
    if "@" not in text:
        return 0, 0
    x, y = text.split("@")[1].split(",")
    return int(x), int(y)
