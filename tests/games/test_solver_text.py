"""Records as other solvers write them: read, written, and compared with a naive reading."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games import protocol
from kibitz.games.boards import BOARDS
from kibitz.games.catalogue import GAMES
from kibitz.games.faults import BadInput
from kibitz.games.record import Record, read
from kibitz.games.solver_text import are_solver_moves, is_solver_form, lay_out, take_apart
from tests.naive import solver_text as naive

GAME = GAMES["knotty-nines"]
EXAMPLE = "write 37 for the top of stack 3 onto stack 7"
DEAL = BOARDS[GAME.name].plain(GAME.deal("2"))


def played(seed: int, piles: int) -> Record[Any]:
    """A deal and some moves made at random."""
    chance = random.Random(seed)
    start, moves = GAME.deal(str(seed), {"piles": piles}), list[str]()
    state = GAME.state(start)
    while len(moves) < 30 and (legal := GAME.legal(state)):
        move = chance.choice(legal)
        moves.append(GAME.move_text(move))
        protocol.run_apply(state, move)
    return Record(start, tuple(moves))


def with_states(record: Record[Any]) -> str:
    """The record as a solver that shows the table after every move writes it."""
    start = record.start.to_json()
    piles, stock = [list(pile) for pile in start["tableau"]], list(start["stock"])
    lines = ["-=-=-=-=-", "", *naive.deal_lines(piles, stock), "", "===="]
    for move in record.moves:
        source, target = (int(pile) - 1 for pile in move.split(">"))
        naive.play(piles, stock, source, target)
        said = f"Move a card from stack {source} to stack {target}"
        lines += [said, "", *naive.deal_lines(piles, stock), "", "===="]
    return "\n".join([*lines, "This game is solveable.", ""])


@given(st.integers(0, 10_000), st.integers(6, 12))
def test_round_trip_and_naive_reading(seed, piles):
    record = played(seed, piles)
    for text in (lay_out(BOARDS[GAME.name].plain(record.start), record.moves), with_states(record)):
        if not record.moves:
            continue
        assert is_solver_form(text)
        assert read(GAME, text) == record
        stacks = [(source + 1, target + 1) for source, target in naive.moves_of(text)]
        assert take_apart(text).data["moves"] == [f"{a}>{b}" for a, b in stacks]
        start = record.start.to_json()
        assert naive.deal_of(text) == (start["tableau"], start["stock"])


def test_two_digits_a_move():
    assert take_apart("27 41\n65\n").data == {
        "game": "knotty-nines",
        "moves": ["2>7", "4>1", "6>5"],
    }
    assert read(GAME, DEAL + "27 41\n").moves == ("2>7", "4>1")
    assert are_solver_moves("27 41\n65\n")
    assert not is_solver_form("27 41\n65\n")
    assert not any(map(are_solver_moves, ("", "2>7 4>1", "draw 27", "271")))


@pytest.mark.parametrize("text", ["", "2>7 4>1", "{}", "7C 8D", GAME.deal("2").to_text()])
def test_what_is_no_record_of_a_solver(text):
    assert not is_solver_form(text)


def test_moves_of_other_games():
    text = DEAL + "\n".join(
        (
            "Move 2 cards from stack 1 to stack 6",
            "Move a card from stack 1 to stack 6",
            "move a card from freecell 0 to stack 3",
            "Move a card from stack 2 to the foundations",
        )
    )
    with pytest.raises(BadInput) as caught:
        read(GAME, text)
    assert [fault.pointer for fault in caught.value.faults] == ["/moves/0", "/moves/2", "/moves/3"]
    assert caught.value.faults[0].message.startswith("line 11: 'Move 2 cards from stack 1 to stack")


def test_an_illegal_move_is_named_as_in_any_record():
    with pytest.raises(BadInput) as caught:
        read(GAME, DEAL + "Move a card from stack 0 to stack 1\n")
    assert caught.value.faults[0].pointer == "/moves/0"
    with pytest.raises(BadInput, match="this is a record of Knotty Nines"):
        read(GAMES["knaves"], DEAL + "27\n")


def test_a_sentence_that_cannot_be_played_is_quoted_with_its_line():
    said = "Move a card from stack 9 to stack 0"
    with pytest.raises(BadInput) as raised:
        read(GAME, f"{DEAL}\n{said}\n")
    (fault,) = raised.value.faults
    line = len(DEAL.splitlines()) + 2
    assert fault.message == f"line {line}: move 1 '{said}': there is no pile 10, only 9 piles"
    assert fault.pointer == "/moves/0"


def test_what_is_no_move_among_digits_is_named():
    text = f"\ufeff# a comment\n{DEAL}\n27 4x\nxx 27 41\n\n# another\n12\n"
    assert is_solver_form(text)
    with pytest.raises(BadInput) as caught:
        read(GAME, text)
    line = len(DEAL.splitlines()) + 3
    assert [fault.message for fault in caught.value.faults] == [
        f"line {line}: '4x' is no move: {EXAMPLE}",
        f"line {line + 1}: 'xx' is no move: {EXAMPLE}",
    ]


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ("27\n4x\n41", {1: "'4x'"}),
        ("\n7x\n41", {0: "'7x'"}),
        ("27\n4x 41\n41", {1: "'4x'"}),
        ("27\n4>1", {1: "'4>1'"}),
        ("4x 27", {0: "'4x'"}),
        ("2>7", {0: "'2>7'"}),
        ("2741", {0: "'2741'"}),
        ("27 41 99 4x", {2: "move 3 '99'"}),
        ("Moev a card from stack 1 to stack 6", {0: "'Moev a card from stack 1 to stack 6'"}),
        ("27\nMove a card form stack 3 to stack 0", {1: "'Move a card form stack 3 to stack 0'"}),
        ("27\nMove a card from stakc 3 to stack 0", {1: "'Move a card from stakc 3 to stack 0'"}),
    ],
)
def test_a_mistyped_move_is_named_with_its_line(lines, faults):
    with pytest.raises(BadInput) as caught:
        read(GAME, f"{DEAL}{lines}\n")
    said = {fault.pointer: fault.message for fault in caught.value.faults}
    first = len(DEAL.splitlines()) + 1
    for index, quoted in faults.items():
        assert quoted in said[f"/moves/{index}"]
        at = [n for n, line in enumerate(lines.splitlines()) if quoted.split("'")[1] in line]
        assert said[f"/moves/{index}"].startswith(f"line {first + at[0]}: ")


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_no_move_is_lost_when_a_character_is_mistyped(seed, chance):
    record = played(seed, 9)
    digits = [f"{move[0]}{move[2]}" for move in record.moves]
    sentences = lay_out("", record.moves).split("\n")
    moves = "\n".join(chance.choice([digits, sentences]))
    deal = BOARDS[GAME.name].plain(record.start)
    at = chance.randrange(max(1, len(moves)))
    wrong = moves[:at] + chance.choice("x7>k") + moves[at + 1 :]
    try:
        found = read(GAME, f"{deal}\n{wrong}\n")
    except BadInput:
        return
    assert len(found.moves) == len(record.moves)


def test_faults_of_the_deal_and_of_moves_are_named_together():
    wrong = DEAL.replace(DEAL.splitlines()[1], "8X")
    with pytest.raises(BadInput) as caught:
        read(GAME, f"{wrong}27 4x\n")
    assert [fault.message for fault in caught.value.faults if "4x" in fault.message]
    assert [fault.message for fault in caught.value.faults if "8X" in fault.message]


def test_what_a_solver_says_between_moves_is_skipped():
    empty = "Foundations: H-0 C-0\nFreecells:  -\n\n"
    prose = "This game is solveable.\nStates checked: 26.\n"
    text = f"{DEAL}{empty}27  # the only one\n{prose}41,\n"
    assert read(GAME, text).moves == ("2>7", "4>1")


def test_comments_and_a_byte_order_mark_before_a_deal_are_skipped():
    text = f"\ufeff# at the club\n{DEAL}\n27 41\n"
    assert read(GAME, text) == read(GAME, f"{DEAL}\n27 41\n")
