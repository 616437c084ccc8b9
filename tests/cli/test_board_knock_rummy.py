"""The drawing of the table of Knock Rummy, letter by letter."""

import io
from fractions import Fraction

import pytest
from rich.console import Console

from kibitz.games.boards import knock_rummy
from kibitz.games.faults import BadInput
from tests.games.knock_rummy.tables import GAME, late_deals


def drawn(position, width=80, **options):
    file = io.StringIO()
    Console(file=file, width=width, **options).print(knock_rummy.draw(position))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


RULES = """\
rules  players 2, ace low, ace_points 1, allow_return_discard off, knock_limit
       none, rummy_bonus 25, knock_penalty 10, rummy_beats_tie on, stock_out
       turn_over, max_turn_overs 2, max_takes 20, match_target none"""


def test_fresh_deal():
    assert drawn(GAME.deal("1", scores=[Fraction(31, 2), Fraction(-31, 2)])) == (
        """\
stock     31 cards, next first: J♣ 2♠ 5♥ Q♥ 2♦ K♥ 7♦ 3♣ 7♠ 6♥ 8♦ 5♦ 5♠ J♦ 9♠ 2♥
          A♥ 8♣ 3♠ 3♦ Q♣ 8♥ 9♥ A♦ T♣ Q♠ J♠ K♠ 6♣ A♣ K♦
discards  6♦

seat  hand                           deadwood  paid  total
0     ♣ 975  ♦ Q94  ♥ J74  ♠ A             66         31/2  dealt
1     [T♦ T♥ T♠]  ♣ K42  ♥ 3  ♠ 864        37        -31/2  to draw

"""
        + RULES
    )


def test_a_view_of_one_who_has_taken_a_card():
    position = GAME.play(GAME.deal("1"), ["take", "8S", "take"])
    assert drawn(GAME.as_seen(position, 0)) == (
        """\
stock     31 cards, face down
discards  empty

seat  hand                      deadwood  paid  total
0     ♣ 975  ♦ Q94  ♥ J74  ♠          74            0  dealt, sees this, took 8♠
      8A
      known to all 8♠
1     10 cards, face down                           0
      known to all 6♦

"""
        + RULES
    )


def test_the_end_of_a_hand():
    position = GAME.play(GAME.deal("1"), ["draw", "8S", "draw", "knock-7H"])
    assert drawn(GAME.as_seen(position, 0)) == (
        """\
stock     29 cards, face down
discards  7♥ 8♠ 6♦

seat  hand                      deadwood  paid  total
0     ♣ 975  ♦ Q94  ♥ J4  ♠ 2A        61   -32    -32  dealt, sees this, knocked
1     [T♦ T♥ T♠]  ♣ KJ42  ♥ 3         39    32     32
      ♠ 64

"""
        + RULES
    )
    none = next(position for position in late_deals() if position.ended == "no_score")
    assert "to draw" not in drawn(none)
    assert "stock     empty" in drawn(none)


def test_a_high_pile_and_shuffled_piles():
    position = late_deals()[7]
    lines = drawn(position).splitlines()
    assert lines[0].startswith("stock             2 cards, next first: ")
    assert lines[1].startswith("discards          ")
    assert lines[1].endswith(f" and {len(position.discards) - 12} below")
    assert lines[2].startswith("unseen of pile 1  ")


def test_red_suits_are_coloured():
    coloured = drawn(GAME.deal("1"), force_terminal=True, color_system="standard", no_color=False)
    assert "\x1b[91m♦ Q94\x1b[0m" in coloured
    assert "\x1b[1m♠ A\x1b[0m" in coloured


def test_narrow_terminals_get_every_card():
    narrow = drawn(GAME.deal("1"), width=50)
    assert all(len(line) <= 50 for line in narrow.splitlines())
    assert "K42" in narrow


def test_there_is_no_plain_text_form():
    with pytest.raises(BadInput, match="choose line or json"):
        knock_rummy.plain(GAME.deal("1"))


def test_a_draw_is_told_with_its_card_where_that_is_known():
    position = GAME.deal("1")
    after = GAME.play(position, ["draw"])
    assert knock_rummy.annotated(position, "draw", after) == "draw=JC"
    assert knock_rummy.annotated(GAME.as_seen(position, 0), "draw", after) == "draw"
    assert knock_rummy.annotated(position, "take", after) == "take"
    assert GAME.play(position, ["draw=JC"]) == after
