"""The drawing of the tableau, letter by letter."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from kibitz.games.boards import BOARDS, knotty_nines
from kibitz.games.faults import BadInput
from tests.cli.helpers import ENDING, GAME, WINNABLE
from tests.conformance.playing import ALL


def drawn(position, width=80, **options):
    file = io.StringIO()
    Console(file=file, width=width, **options).print(knotty_nines.draw(position))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def test_every_game_has_a_board():
    assert BOARDS.keys() == ALL.keys()


def test_fresh_deal():
    assert (
        drawn(GAME.read(WINNABLE))
        == """\
 1   2   3   4   5   6   7   8   9
6♦  2♣  8♥  5♦  K♦  Q♥  3♠  J♣  8♣

stock  43 cards, next first: 4♠ 7♠ 8♦ 3♥ 5♠ 9♠ T♣ 2♦ A♣ 6♣ A♦ 5♥ 7♦ K♣ 9♦ 6♠ K♠
       5♣ A♠ J♦ T♦ 6♥ Q♠ 4♥ J♥ 3♦ 3♣ T♥ 4♣ Q♣ Q♦ 7♥ 8♠ A♥ 4♦ 2♠ 7♣ K♥ J♠ T♠ 9♣
       2♥ 9♥
rules  piles 9, wrap on, win stock_empty, information known"""
    )


def test_piles_of_different_heights():
    assert (
        drawn(GAME.read(ENDING))
        == """\
 1   2   3   4   5   6   7   8   9
A♥  6♣  8♥  A♠  J♠  8♠  3♠  J♣  T♠
K♣  5♦  7♠  K♠      7♥  2♣  T♣
Q♣  4♥  6♦  Q♥      6♥  A♦  9♦
    3♦  5♠  J♦      5♣  K♦  8♦
    2♠  4♠  T♦      4♦  Q♠  7♦
    A♣  3♥  9♠          J♥  6♠
    K♥  2♦  8♣          T♥  5♥
    Q♦      7♣              4♣
                            3♣

stock  3 cards, next first: 9♣ 2♥ 9♥
rules  piles 9, wrap on, win stock_empty, information known"""
    )


def test_face_down_stock_and_switches():
    position = GAME.as_seen(GAME.deal("7", {"piles": 4, "wrap": False}))
    assert (
        drawn(position)
        == """\
 1   2   3   4
3♠  8♠  K♣  Q♣

stock  48 cards, face down
rules  piles 4, wrap off, win stock_empty, information known"""
    )


def test_empty_stock_and_spaces():
    # Three runs hold the whole pack; two spaces are left over.
    run = [4 * rank for rank in range(12, -1, -1)]
    piles = tuple(tuple(card + suit for card in run) for suit in range(4))
    position = replace(GAME.deal("1", {"piles": 6}), tableau=(*piles, (), ()), stock=())
    lines = drawn(position).splitlines()
    assert lines[:3] == [
        " 1   2   3   4   5   6",
        "K♣  K♦  K♥  K♠  --  --",
        "Q♣  Q♦  Q♥  Q♠",
    ]
    assert lines[-2:] == [
        "stock  empty",
        "rules  piles 6, wrap on, win stock_empty, information known",
    ]


def test_one_card_left_is_singular():
    position = GAME.play(GAME.read(ENDING), ["5>2", "9>2"])
    assert "stock  1 card, next first: 9♥" in drawn(position)


def test_red_suits_are_coloured():
    position = GAME.read(WINNABLE)
    coloured = drawn(position, force_terminal=True, color_system="standard", no_color=False)
    assert "\x1b[91m6♦\x1b[0m" in coloured
    assert "\x1b[1m2♣\x1b[0m" in coloured


def test_narrow_terminals_get_every_card():
    narrow = drawn(GAME.read(WINNABLE), width=40)
    assert all(len(line) <= 40 for line in narrow.splitlines())
    assert narrow.count("♣") == narrow.count("♦") == narrow.count("♥") == narrow.count("♠") == 13


def test_a_move_is_told_with_what_it_turns_up():
    before = GAME.read(ENDING)
    turning = GAME.play(before, ["5>2"])
    assert knotty_nines.annotated(before, "5>2", turning) == "5>2=9C"
    assert knotty_nines.annotated(before, "5>2=9C", turning) == "5>2=9C"
    assert knotty_nines.annotated(before, "3>8", GAME.play(before, ["3>8"])) == "3>8"


def test_a_told_line_can_be_read_again():
    before = GAME.read(ENDING)
    assert GAME.play(before, ["5>2=9C", "9>2=2H"]) == GAME.play(before, ["5>2", "9>2"])


def test_hidden_cards_are_never_told():
    before = GAME.as_seen(GAME.read(ENDING))
    after = GAME.play(before, ["5>2=9C"])
    assert knotty_nines.annotated(before, "5>2=9C", after) == "5>2=9C"


def test_plain_text_of_a_hidden_stock_is_refused():
    with pytest.raises(BadInput):
        knotty_nines.plain(GAME.as_seen(GAME.read(WINNABLE)))
