"""The drawing of the table of K'nack, letter by letter."""

import io

import pytest
from rich.console import Console

from kibitz.games.boards import knack
from kibitz.games.faults import BadInput
from tests.games.knack.tables import GAME, late, laying, written

SURROUNDED = "5C@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"


def drawn(position, width=80, **options):
    file = io.StringIO()
    Console(file=file, width=width, **options).print(knack.draw(position))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


RULES = """\
rules   jokers 2, pack 54, wrap cycle, field none, anchored off, danglers 0,
        obstacles none, leaners off, players 2, packs none, knack_call auto,
        play_on_for_places off"""


def test_fresh_deal():
    assert (
        drawn(GAME.deal("1"))
        == """\
   -1  0  1
 1  .  .  .
 0  .  .  .
-1  .  .  .

seat  hand            deck  left
0     2♦ 3♥ 7♥ T♣ JK    22    27  dealt
1     3♣ 4♥ 6♥ 7♠ T♠    22    27  to move

deck 0  22 cards, next first: 5♠ K♦ K♣ T♥ 8♠ 9♠ 4♦ 5♦ 3♠ 2♥ 9♥ J♣ 8♥ 6♣ 2♠ K♥ Q♠
        8♣ 2♣ 5♥ 6♦ A♥
deck 1  22 cards, next first: A♣ Q♦ 9♦ 8♦ 9♣ K♠ JK 7♣ 4♣ 3♦ 4♠ J♥ Q♥ A♠ A♦ T♦ J♠
        J♦ 6♠ Q♣ 5♣ 7♦
"""
        + RULES
    )


def test_a_view_and_what_passes_tell():
    position = GAME.read(written(SURROUNDED, "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C", passes=1))
    assert (
        drawn(GAME.as_seen(position, 0)).partition("rules")[0]
        == """\
   -2 -1  0  1  2
 2  .  .  .  .  .
 1  .  . T♦  .  .
 0  . 8♥ ?? 8♦  .
-1  .  . T♥  .  .
-2  .  .  .  .  .

seat  hand                 deck  left
0     2♦ 2♥ 3♦ 3♥ 4♦         20    25  sees this, to move
1     5 cards, face down     19    24  dealt
      none of 7b 9b Jb JK

free card        5♣, face down
passes in a row  1
"""
    )


def test_cards_given_and_who_gave_them():
    position = late("9H TS JH QS KH|4S 5H 6S 7H", "8S|.", knack_call="explicit")
    owing = GAME.play(position, [laying(position, "QS")])
    assert "did not call K'nack!" in drawn(owing)
    assert "to give a card" in drawn(owing)
    after = GAME.play(owing, ["give-7H"])
    assert "given      7♥ in deck 0 under 0, given by seat 1\n" in drawn(GAME.as_seen(after, 1))
    assert "given" not in drawn(GAME.as_seen(after, 0)).replace("given by", "")
    after = GAME.play(after, [laying(after, "6S")])
    after = GAME.play(after, [laying(after, "TS", called=True)])
    assert "      seat 1 gave it 7♥\n" in drawn(GAME.as_seen(after, 1)) + "\n"


def test_the_end_and_cards_set_aside():
    position = late("KH|QS|JH TS", ".|.|.", play_on_for_places=True)
    first = GAME.play(position, [laying(position, "KH")])
    assert "ran out 1st" in drawn(first)
    assert "set aside  2♦ A♣\n" in drawn(first)
    assert "set aside  2 cards, face down\n" in drawn(GAME.as_seen(first, 1))
    last = GAME.play(first, [laying(first, "QS")])
    assert "ran out 2nd" in drawn(last)
    assert "to move" not in drawn(last)
    assert [line.split()[-2:] for line in drawn(last).splitlines() if "place" in line][:3] == [
        *(["1st", "place"], ["2nd", "place"], ["3rd", "place"])
    ]


def test_an_ended_round_names_every_place():
    position = late("KH|TS JH QS|8S 9H", ".|.|.")
    shown = drawn(GAME.play(position, [laying(position, "KH")]))
    for place in ("takes 1st place", "takes 2nd place", "takes 3rd place"):
        assert place in shown


def test_red_suits_are_coloured():
    coloured = drawn(GAME.deal("1"), force_terminal=True, color_system="standard", no_color=False)
    assert "\x1b[91m2♦\x1b[0m" in coloured
    assert "\x1b[1mT♣\x1b[0m" in coloured


def test_narrow_terminals_get_every_card():
    narrow = drawn(GAME.deal("1"), width=40)
    assert all(len(line) <= 40 for line in narrow.splitlines())
    assert narrow.count("♥") == 13


def test_there_is_no_plain_text_form():
    with pytest.raises(BadInput, match="choose line or json"):
        knack.plain(GAME.deal("1"))


def test_a_move_is_told_with_the_card_drawn_where_that_is_known():
    position = GAME.deal("1")
    after = GAME.play(position, ["3C@0,0"])
    assert knack.annotated(position, "3C@0,0", after) == "3C@0,0=AC"
    assert knack.annotated(position, "3C@0,0=AC", after) == "3C@0,0=AC"
    assert knack.annotated(GAME.as_seen(position, 0), "??@0,0", after) == "??@0,0"
    assert knack.annotated(position, "pass", after) == "pass"
