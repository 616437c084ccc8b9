"""Every sentence about Knotty Nines once, as a card player reads it."""

from typing import Any

import pytest

from kibitz.solvers.knotty_nines.sentences import EXPLAINING, WORDING
from tests.naive.reasons.knotty_nines import CHECKERS

GOLDEN: list[tuple[str, dict[str, Any], str]] = [
    ("won", {}, "The game is won: there is nothing left to play."),
    (
        "no_moves",
        {"stock": 12},
        "The game is lost: no move is left, and 12 cards are still in the stock.",
    ),
    (
        "no_moves",
        {"stock": 1},
        "The game is lost: no move is left, and 1 card is still in the stock.",
    ),
    ("can_win", {}, "This position can be won."),
    (
        "chance",
        {"value": 0.0304, "low": 0.016, "high": 0.186},
        "Your chance to win is estimated at 3.0 %; it should lie between 1.6 % and 18.6 %.",
    ),
    ("lost", {}, "This position is lost, whatever is played."),
    ("dead", {}, "No pile can be emptied any more, so no card will be drawn."),
    (
        "lost_in_every_order",
        {},
        "Whatever the order of the stock, every pile will be stuck before the last card is drawn.",
    ),
    (
        "at_best",
        {"cards": 9, "stock": 43},
        "At best 9 of the 43 stock cards can still be drawn.",
    ),
    (
        "found_at_best",
        {"cards": 1, "stock": 43},
        "The deepest line found draws 1 of the 43 stock cards.",
    ),
    (
        "never_rests",
        {},
        "The stock is empty, but moves always remain: the game never comes to rest.",
    ),
    (
        "stock_then_never_rests",
        {},
        "The stock can be emptied, but then moves always remain: the game never comes to rest.",
    ),
    ("start_over", {}, "Take moves back, or start a new deal."),
    ("prepare", {"exchanges": 1}, "Prepare with 1 exchange before you empty a pile."),
    ("prepare", {"exchanges": 3}, "Prepare with 3 exchanges before you empty a pile."),
    ("empty_now", {}, "Empty a pile now."),
    ("all_win", {}, "Every legal move keeps the win."),
    ("some_win", {"winning": 1, "legal": 6}, "Of the 6 legal moves only 1 keeps the win."),
    ("some_win", {"winning": 4, "legal": 6}, "Of the 6 legal moves 4 keep the win."),
    ("area", {"piles": ["pile 5", "pile 1"]}, "Look at pile 5 and pile 1."),
    ("forced", {}, "It is the only legal move."),
    ("only_winning", {}, "It is the only move that keeps the win."),
    ("few", {"moves": 43}, "With it a win takes 43 more moves, the fewest possible."),
    (
        "fewest",
        {"moves": 43, "rival": "2>7"},
        (
            "With it a win takes 43 more moves, the fewest possible; with 2>7, the next best, it "
            "takes more."
        ),
    ),
    (
        "fewest_found",
        {"moves": 43, "rival": "2>7", "more": 50},
        (
            "With it a win takes 43 more moves, the fewest possible; the shortest win found with "
            "2>7, the next best, takes 50."
        ),
    ),
    (
        "as_few",
        {"moves": 1, "rival": "2>7"},
        "With it a win takes 1 more move, the fewest possible; with 2>7 it takes no more.",
    ),
    ("at_most", {"moves": 73}, "With it a win takes at most 73 more moves."),
    (
        "shorter_found",
        {"moves": 73, "rival": "2>7", "more": 75},
        (
            "With it a win takes at most 73 more moves; the shortest win found with 2>7, the next "
            "best, takes 75."
        ),
    ),
    (
        "as_short_found",
        {"moves": 73, "rival": "2>7"},
        "With it a win takes at most 73 more moves, and so it does with 2>7.",
    ),
    ("rival_open", {"rival": "2>7"}, "No win has been found with 2>7, the next best."),
    (
        "draws_more",
        {"cards": 9, "rival": "2>7", "fewer": 3},
        "With it 9 more cards can be drawn, with 2>7, the next best, 3.",
    ),
    ("draws_as_many", {"rival": "2>7"}, "With 2>7 as many cards can be drawn."),
    (
        "found_deeper",
        {"cards": 9, "rival": "2>7", "fewer": 3},
        "The deepest line found with it draws 9 cards, with 2>7, the next best, 3.",
    ),
    (
        "found_as_deep",
        {"cards": 1, "rival": "2>7"},
        "The deepest line found with it draws 1 card, and so does one with 2>7.",
    ),
    (
        "more_cards",
        {"cards": 20, "unseen": 28, "rival": ["4>7", "2>7"], "fewer": 17},
        (
            "When you have emptied a pile this way, 20 of the 28 unseen cards let you empty a pile "
            "again; by the next best way, 4>7 and 2>7, it is 17."
        ),
    ),
    (
        "more_cards",
        {"cards": 1, "unseen": 28, "rival": ["2>7"], "fewer": 0},
        (
            "When you have emptied a pile this way, 1 of the 28 unseen cards lets you empty a pile "
            "again; by the next best way, 2>7, it is 0."
        ),
    ),
    (
        "all_cards",
        {"unseen": 43, "rival": ["2>4"], "fewer": 27},
        (
            "When you have emptied a pile this way, every unseen card lets you empty a pile again; "
            "by the next best way, 2>4, 27 of the 43 do."
        ),
    ),
    (
        "all_cards",
        {"unseen": 43, "rival": ["2>4"], "fewer": 1},
        (
            "When you have emptied a pile this way, every unseen card lets you empty a pile again; "
            "by the next best way, 2>4, 1 of the 43 does."
        ),
    ),
    (
        "better_chance",
        {"other": 0.0288, "rival": ["2>7"]},
        "By the next best way, 2>7, the search expects your chance to be 2.9 %.",
    ),
    (
        "as_good",
        {"rival": ["4>7", "2>7"]},
        "The search expects the next best way, 4>7 and 2>7, to be as good.",
    ),
    (
        "ranked",
        {"rival": ["4>7", "2>7"]},
        "Looking ahead, the search ranks this way before the next best, 4>7 and 2>7.",
    ),
    ("empties_only", {"pile": 6}, "It empties pile 6, the only pile that can be emptied."),
    (
        "prepares_only",
        {"moves": 3, "pile": 6},
        "It is the first of 3 moves that empty pile 6, the only pile that can be emptied.",
    ),
    ("same_game", {}, "Every way to empty a pile leads to the same game."),
]

EXPLAINED: list[tuple[str, dict[str, Any], str]] = [
    ("never_rests", {}, WORDING.templates["never_rests"]),
    ("stock_then_never_rests", {}, WORDING.templates["stock_then_never_rests"]),
    ("none_drawn", {"stock": 43}, "No line draws any of the 43 stock cards."),
    ("deepest", {"cards": 2, "stock": 43}, "No line draws more than 2 of the 43 stock cards."),
    (
        "depth_open",
        {"stock": 43},
        "The search was stopped before it found how many of the 43 stock cards can be drawn.",
    ),
    (
        "depth_found",
        {"cards": 2, "stock": 43},
        "The search was stopped; the deepest line found draws 2 of the 43 stock cards.",
    ),
    (
        "knot",
        {"rank": "3", "count": 2, "piles": [5, 9], "place": 7},
        (
            "In the end no pile can be emptied to draw the next 3, for which piles 5 and 9 wait: "
            "it is number 7 in the stock."
        ),
    ),
    (
        "knot_for_good",
        {"rank": "an ace", "count": 1, "piles": [5]},
        (
            "In the end no pile can be emptied: pile 5 waits for an ace on top, and none is left "
            "in the stock."
        ),
    ),
    (
        "only_kings",
        {},
        (
            "In the end no pile can be emptied: under every pile lies a king, which goes onto no "
            "other card."
        ),
    ),
    (
        "rank_to_come",
        {"rank": "queen", "place": 4},
        "no queen is on top; the next is number 4 in the stock",
    ),
    ("rank_gone", {"rank": "queen"}, "no queen is on top, and none is left in the stock"),
    ("king_base", {}, "its base is a king, which goes onto no other card"),
]


@pytest.mark.parametrize(("code", "args", "sentence"), GOLDEN)
def test_hints(code: str, args: dict[str, Any], sentence: str) -> None:
    assert WORDING.say(code, **args).text == sentence


@pytest.mark.parametrize(("code", "args", "sentence"), EXPLAINED)
def test_explanations(code: str, args: dict[str, Any], sentence: str) -> None:
    assert EXPLAINING.say(code, **args).text == sentence


def test_every_sentence_has_an_example_and_a_checker() -> None:
    assert set(WORDING.templates) == {code for code, _, _ in GOLDEN} == set(CHECKERS)
    assert set(EXPLAINING.templates) == {code for code, _, _ in EXPLAINED}
