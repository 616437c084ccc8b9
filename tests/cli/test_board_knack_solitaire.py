"""The drawing of the field, letter by letter."""

import io

import pytest
from rich.console import Console

from kibitz.games.boards import knack_solitaire
from kibitz.games.faults import BadInput
from tests.games.knack_solitaire.tables import GAME, last_pass, table

SMALL = {"pack": 36, "redeals": 1}
STUCK = last_pass("7C@0,0", "2C", left=2)


def drawn(position, width=80, **options):
    file = io.StringIO()
    Console(file=file, width=width, **options).print(knack_solitaire.draw(position))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def test_fresh_deal():
    assert (
        drawn(GAME.deal("1", SMALL))
        == """\
   -1  0  1
 1  .  .  .
 0  . K♣  .
-1  .  .  .

waste         empty
stock         35 cards, next first: 6♥ 6♣ 8♣ Q♦ T♣ 8♥ A♥ Q♠ 9♠ A♠ J♥ 9♥ 8♠ 7♣ 9♦
              J♦ T♥ 6♠ T♠ 7♦ A♣ 8♦ 7♠ A♦ K♥ K♠ Q♥ Q♣ 9♣ K♦ J♠ J♣ 7♥ T♦ 6♦
redeals left  1
shuffle 1     8♦ 9♠ T♥ 7♥ K♦ 6♦ J♦ 9♦ 6♥ T♠ 7♠ J♣ J♠ A♠ 9♥ 8♥ Q♣ A♣ Q♥ K♠ 6♠ K♥
              6♣ 7♣ Q♦ T♣ 7♦ J♥ 9♣ 8♠ K♣ Q♠ A♥ 8♣ A♦ T♦
rules         jokers 2, pack 36, wrap cycle, field none, anchored off, danglers
              0, obstacles none, leaners off, redeals 1, redeal shuffle,
              may_decline off, information known"""
    )


def test_field_waste_and_face_down_stock():
    position = GAME.as_seen(table("7C@0,0 8D@1,0 9C@1,1 TD@1,2 9S@2,2", "KH JK", left=1))
    assert (
        drawn(position)
        == """\
   -1  0  1  2  3
 3  .  .  .  .  .
 2  .  . T♦ 9♠  .
 1  .  . 9♣  .  .
 0  . 7♣ 8♦  .  .
-1  .  .  .  .  .

waste         top last: K♥ JK
stock         47 cards, face down
redeals left  1
rules         jokers 2, pack 54, wrap cycle, field none, anchored off, danglers
              0, obstacles none, leaners off, redeals 2, redeal shuffle,
              may_decline off, information known"""
    )


def test_edges_obstacles_and_danglers():
    rules = {"field": {"width": 3, "height": 2}, "anchored": True, "danglers": 1}
    position = table("7C@0,0 8D@0,-1", "KH", **rules, obstacles=[[1, 1]])
    shown = drawn(position, width=200)
    assert shown.splitlines()[:6] == [
        "   -1  0  1",
        " 1  .  .  #",
        " 0  . 7♣  .",
        "-1    8♦",
        "-2",
        "",
    ]
    assert "field 3x2, anchored on, danglers 1, obstacles 1_1, leaners off" in shown


def test_empty_stock_and_waste():
    shown = drawn(GAME.play(last_pass("7C@0,0", "2C", left=1), ["redeal"]))
    assert "waste         empty" in shown
    assert "stock         53 cards, face down" in shown
    assert "redeals left  0" in shown
    assert "stock         empty" in drawn(STUCK)


def test_narrow_terminals_get_every_card():
    cards = ["KC", "QD", "JC", "TD", "9C", "8D", "7C", "6D", "5C", "4D", "3C", "2D", "AC"]
    line = " ".join(f"{card}@{-x},0" for x, card in enumerate(cards))
    narrow = drawn(table(line), width=40)
    assert all(len(line) <= 40 for line in narrow.splitlines())
    assert narrow.splitlines()[:7] == [
        "   -13 -12 -11 -10  -9  -8  -7  -6  -5",
        " 1   .   .   .   .   .   .   .   .   .",
        " 0   .  A♣  2♦  3♣  4♦  5♣  6♦  7♣  8♦",
        "-1   .   .   .   .   .   .   .   .   .",
        "",
        "    -4  -3  -2  -1   0   1",
        " 1   .   .   .   .   .   .",
    ]
    assert narrow.count("♣") == narrow.count("♦") == narrow.count("♥") == narrow.count("♠") == 13


def test_red_suits_are_coloured():
    position = table("7D@0,0 8C@0,1")
    coloured = drawn(position, force_terminal=True, color_system="standard", no_color=False)
    assert "\x1b[91m7♦\x1b[0m" in coloured
    assert "\x1b[1m8♣\x1b[0m" in coloured


def test_a_draw_is_told_with_its_card():
    before = table("7C@0,0", stock="2S")
    after = GAME.play(before, ["draw"])
    assert knack_solitaire.annotated(before, "draw", after) == "draw=2S"
    assert knack_solitaire.annotated(before, "draw=2S", after) == "draw=2S"
    assert GAME.play(before, ["draw=2S"]) == after
    laid = table("7C@0,0", "8D")
    assert knack_solitaire.annotated(laid, "8D@0,1", GAME.play(laid, ["8D@0,1"])) == "8D@0,1"


def test_hidden_cards_are_never_told():
    before = GAME.as_seen(table("7C@0,0", stock="2S"))
    after = GAME.play(before, ["draw=2S"])
    assert knack_solitaire.annotated(before, "draw=2S", after) == "draw=2S"
    assert knack_solitaire.annotated(STUCK, "redeal", GAME.play(STUCK, ["redeal"])) == "redeal"


def test_there_is_no_plain_text():
    with pytest.raises(BadInput):
        knack_solitaire.plain(GAME.deal("1"))
