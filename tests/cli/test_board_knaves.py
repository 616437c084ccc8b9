"""The drawing of the table of Knaves, letter by letter."""

import io
from dataclasses import replace
from random import Random

import pytest
from rich.console import Console

from kibitz.games.boards import knaves
from kibitz.games.faults import BadInput
from tests.conformance.playing import walk
from tests.games.knaves.tables import GAME, table


def drawn(position, width=80, **options):
    file = io.StringIO()
    Console(file=file, width=width, **options).print(knaves.draw(position))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


RULES = """\
rules  hand_size 13, turned_jack out, jack_hearts -4, jack_diamonds -3,
       jack_clubs -2, jack_spades -1, target 20, revoke_penalty 3, exposed_cards
       off"""


def test_fresh_deal():
    assert drawn(table(scores=[3, -4, 17])) == (
        """\
trumps  spades, 2♠ turned
trick   no card yet

seat  hand                         tricks  points  total
0     ♣ AK543  ♦ A98  ♥ K76  ♠ 98       0       0      3  to play
1     ♣ QJ  ♦ QJT765  ♥ AJT  ♠ K7       0       0     -4
2     ♣ T98  ♦ K432  ♠ AQJT65           0       0     17  dealt

out    ♣ 762  ♥ Q985432  ♠ 43
"""
        + RULES
    )


def test_a_view_in_the_middle_of_a_trick():
    position = GAME.play(table(exposed=[[], ["AH"], ["4D"]]), ["KH", "JH", "AS", "QS"])
    assert drawn(GAME.as_seen(position, 0)) == (
        """\
trumps  spades, 2♠ turned
trick   Q♠ of seat 2
before  K♥ J♥ A♠ taken by seat 2

seat  hand                        tricks  points  total
0     ♣ AK543  ♦ A98  ♥ 76  ♠ 98       0       0      0  sees this, to play
1     11 cards, face down              0       0      0
      exposed A♥
2     10 cards, face down              1      -3     -3  dealt
      exposed 4♦

out    12 cards, face down
"""
        + RULES
    )


def test_calls():
    position = table(exposed=[["KH", "7H"], [], []], exposed_cards=True)
    assert "0       0      0  may call" in drawn(position)
    assert "to play" not in drawn(position)
    assert "to play K♥, called" in drawn(GAME.play(position, ["call-KH"]))
    assert "exposed 7♥ K♥" in drawn(position)


def test_no_trumps_and_nothing_out():
    text = drawn(table(turned="JH", turned_jack="no_trump"))
    assert text.startswith("trumps  none, J♥ turned")
    assert "out    none" in drawn(GAME.deal("1", {"hand_size": 17}))


def test_the_end_of_a_round():
    position = GAME.deal("1")
    states = walk(GAME, position, Random(1))[-2:]
    before, end = (GAME.position(state, position) for state in states)
    last = next(seat for seat in range(3) if before.hands[seat])
    assert "1 card, face down" in drawn(GAME.as_seen(before, (last + 1) % 3))
    assert "to play" not in drawn(end)
    assert drawn(end).count("none") == 3
    assert "match" not in drawn(before)
    assert "match   goes on" in drawn(end)
    points = [int(n) for n in states[-1][0]["points"]]
    scores = tuple(20 - made - (seat != 1) for seat, made in enumerate(points))
    assert "match   won by seat 1" in drawn(replace(end, scores=scores))
    equal = tuple(21 - made for made in points)
    assert "match   goes on" in drawn(replace(end, scores=equal))


def test_red_suits_are_coloured():
    coloured = drawn(table(), force_terminal=True, color_system="standard", no_color=False)
    assert "\x1b[91m♥ K76\x1b[0m" in coloured
    assert "\x1b[1m♠ 98\x1b[0m" in coloured


def test_narrow_terminals_get_every_card():
    narrow = drawn(table(), width=50)
    assert all(len(line) <= 50 for line in narrow.splitlines())
    assert "AK543" in narrow


def test_there_is_no_plain_text_form():
    with pytest.raises(BadInput, match="choose line or json"):
        knaves.plain(table())


def test_a_move_is_told_as_it_is():
    before = table()
    assert knaves.annotated(before, "KH", GAME.play(before, ["KH"])) == "KH"
