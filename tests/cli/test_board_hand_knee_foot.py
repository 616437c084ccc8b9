"""The drawing of the table of Hand, Knee and Foot, letter by letter."""

import io
from random import Random

import pytest
from rich.console import Console

from kibitz.cli.describing import steps
from kibitz.games import protocol
from kibitz.games.boards import hand_knee_foot
from kibitz.games.faults import BadInput
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME, eager


def drawn(position, width=80, **options):
    file = io.StringIO()
    Console(file=file, width=width, **options).print(hand_knee_foot.draw(position))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


RULES = """\
rules  players 4, draw none, max_wilds 2, special_natural_only on, minimums
       60_90_120_150, take_onto_full on, red_three_auto on, red_three_unopened
       off, knee_pickup choice, required red_black_5s_7s, ask_team on, stock_out
       end_round"""


def test_fresh_deal():
    assert drawn(GAME.deal("1")) == (
        """\
round     1 of 4, opening 60
stock     167 cards, next first: 9 3B A K K 2 T 6 8 Q 5 JK and 155 more
discards  Q

team  seats  melds  books  red threes  total
0     0, 2   none   none   0           0
1     1, 3   none   none   0           0

seat  hand                knee                foot
0     3R×2 3B 5 7 8×3 9   3R 4×2 6 7 8 9 Q K  3B 5 7×2 T×2 Q K    dealt, to draw
      J×2 Q×2 K 2         2×2 JK×2            2×3
1     3B 4 5 6 7 8 T J×2  4 5×2 6×2 7 9 J×3   4 5 8 9×3 Q×2 A×3
      Q×2 K×2 A JK        Q×2 A
2     3B 5×2 6×2 9×2 T    3R 4 5 6 7×2 J Q×2  5×2 6 7×2 T×2 J
      K×4 A×2 2           A 2×2 JK            K×2 JK
3     3B 4×2 5 6 9 T×2    4 6×2 7 8 9×2 T×2   3R 4 5 6 8×3 T Q A
      J×2 K×2 A×2 JK      J Q A 2             2

"""
        + RULES
    )


def test_the_books_of_a_team_that_is_asked():
    own = team("AAA", f"{REQUIRED} 6666666 22222222", 2)
    before = table("A9R", own=own, stages=(2, 0, 2, 0), pile="B9KQ", phase="play")
    assert drawn(GAME.play(before, ["lay=2", "ask"])) == (
        """\
round     1 of 4, opening 60
stock     175 cards, face down
discards  Q K 9 3B

team  seats  melds  books                                   red threes  total
0     0, 2   A×3    4 red*, 5, 6 red, 7, K black*, wild +1  3           0
1     1, 3   none   none                                    0           0

seat  hand                 knee       foot
0     9 A 2                taken up   taken up   dealt, asks to go out
1     15 cards, face down  face down  face down
2     15 cards, face down  taken up   taken up   to answer
3     15 cards, face down  face down  face down

"""
        + RULES
    )


def test_the_end_of_a_round_has_the_score_line_by_line():
    data = GAME.deal("1").to_json()
    thrown = sorted(data["stock"][1:], key=lambda card: card != "K")  # a king begins the pile
    data |= {"stock": data["stock"][:1], "discards": [*thrown, *data["discards"]]}
    lines = drawn(GAME.read({**data, "ended": "stock"}))
    assert "could not" in lines
    assert lines.endswith(
        """\
team 0  23 4s to 7s held     -115
team 0  32 8s to kings held  -320
team 0  12 aces and 2s held  -240
team 0  4 jokers held        -200
team 0  2 red threes held    -1000
team 0  3 black threes held  -300
team 0  score                -2175
team 1  23 4s to 7s held     -115
team 1  39 8s to kings held  -390
team 1  11 aces and 2s held  -220
team 1  2 jokers held        -100
team 1  2 black threes held  -200
team 1  score                -1025

"""
        + RULES
    )
    assert "score" not in drawn(GAME.as_seen(GAME.read({**data, "ended": "stock"}), 0))


def test_what_a_view_shows():
    start = GAME.deal("1")
    lines = drawn(GAME.as_seen(GAME.play(start, ["draw"]), 2))
    assert "stock     165 cards, face down" in lines
    assert "0     17 cards, face down" in lines
    assert lines.count("face down") == 1 + 3 + 8
    assert "dealt, to play" in lines
    assert "sees this" in lines


def test_openings_known_cards_and_offers():
    before = table("KKK888Q", pile="AAAK", rules={"minimums": [65] * 4})
    begun = drawn(GAME.play(before, ["take"]))
    assert "discards  A A A, to come to hand" in begun
    assert "to play, opening begun" in begun
    opened = drawn(GAME.play(before, ["take", "meld-888", "add-K"]))
    assert "known to all A×3" in opened
    offered = GAME.play(table("A9", own=team("AAAAAA"), phase="play"), ["add-A"])
    assert "may take up the knee, made the first book" in drawn(offered, 120)


def test_red_threes_are_coloured():
    coloured = drawn(GAME.deal("1"), force_terminal=True, color_system="standard", no_color=False)
    assert "\x1b[91m3R×2\x1b[0m" in coloured
    assert "\x1b[1mK\x1b[0m" in coloured


def test_suits_are_drawn_where_they_are_known():
    own = team("AAA", threes=1) | {"red_threes": ["3H", "3R"], "melds": [["AC", "A", "A"]]}
    before = table(
        "3D3SKHKCKCK10DJK",
        own=own,
        known=[["KC"], ["9S", "9"]],
        knees=[["4C", *"4456789TJQKA"], *[{"count": 13}] * 3],
        pile="9H4QS",
        phase="play",
    )
    lines = drawn(before, 90)
    assert "discards  Q♠ 4 9♥\n" in lines
    assert "A♣ A×2  none   2: 3♥ 3R" in lines
    assert "3♦ 3♠ T♦ K♣×2 K♥ K JK  4♣ 4×2 5 6 7 8 9 T J Q K A  face down" in lines
    assert "known to all K♣\n1 " in lines
    assert "known to all 9♠ 9\n2 " in lines
    coloured = drawn(before, force_terminal=True, color_system="standard", no_color=False)
    for red in ("K♥", "3♦", "T♦", "9♥", "3♥"):
        assert f"\x1b[91m{red}\x1b[0m" in coloured
    assert "\x1b[1mK♣×2\x1b[0m" in coloured


def test_moves_are_told_with_the_suits_they_turn_up():
    deal = GAME.deal("1").to_json()
    start = GAME.read(deal | {"stock": ["9C", "3S", *deal["stock"][2:]]})
    after = GAME.play(start, ["draw"])
    assert hand_knee_foot.annotated(start, "draw", after) == "draw=9C.3S"
    assert hand_knee_foot.annotated(start, "draw=9.3B", after) == "draw=9.3B"
    annotated = [step.move for step in steps(GAME, start, ["draw", "2", "draw"])]
    assert annotated == ["draw=9C.3S", "2", "draw=A.K"]
    suited = GAME.read(start.to_json() | {"stock": ["9C", "3S", "AH", *deal["stock"][3:]]})
    assert [step.move for step in steps(GAME, suited, ["draw", "2", "draw"])][2] == "draw=AH.K"


def test_there_is_no_plain_text_form():
    with pytest.raises(BadInput, match="choose line or json"):
        hand_knee_foot.plain(GAME.deal("1"))


def test_moves_are_told_with_the_cards_they_turn_up_where_those_are_known():
    start = GAME.deal("1")
    after = GAME.play(start, ["draw"])
    assert hand_knee_foot.annotated(start, "draw", after) == "draw=9.3B"
    assert hand_knee_foot.annotated(GAME.as_seen(start, 0), "draw", after) == "draw"
    state, random = GAME.state(start), Random(1)
    annotated = {}
    while moves := GAME.legal(state):
        move = eager(state, random) if random.random() < 0.9 else moves[-1]
        before = GAME.position(state, start)
        protocol.run_apply(state, move)
        text = GAME.move_text(move)
        said = hand_knee_foot.annotated(before, text, GAME.position(state, start))
        assert GAME.play(before, [said]) == GAME.position(state, start)
        annotated[text] = len(said.partition("=")[2].split(".")) if "=" in said else 0
    assert (annotated["draw"], annotated["lay"], annotated["knee"], annotated["foot"]) == (
        2,
        1,
        13,
        11,
    )
    assert annotated["take"] == 0
