"""Every sentence of a hint, checked by the naive twin of its code; one golden sentence a code."""

from collections import Counter

import pytest

from kibitz.contract.answers import Fact, Reason
from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions
from kibitz.games.knack_solitaire.position import Position
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.hints import said
from kibitz.solvers.knack_solitaire.sentences import WORDING
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from tests.naive.reasons.case import Case
from tests.naive.reasons.knack_solitaire import CHECKERS, positions

SOLVER = KnackSolitaireSolver()
GAME = SOLVER.game
LIMITS = Limits(iterations=24, nodes=600, memory_mb=64)
NUMBER = 52  # positions a seed

GOLDEN: list[tuple[str, dict[str, Fact], str]] = [
    ("over", {}, "The game is over: there is nothing left to play."),
    ("won", {}, "This game can be won."),
    ("lost", {}, "This game is lost, whatever is played."),
    ("lost_left", {"left": 14}, "This game is lost: at best 14 cards are left in the end."),
    ("lost_left", {"left": 1}, "This game is lost: at best 1 card is left in the end."),
    (
        "lost_between",
        {"left": 16, "least": 14},
        "This game is lost: the best line found leaves 16 cards, and no line leaves fewer than 14.",
    ),
    (
        "undecided",
        {"left": 3},
        "Whether this game can be won was not decided: the best line found leaves 3 cards.",
    ),
    (
        "chance",
        {"low": 0.25, "high": 0.9999},
        "Your chance to win lies between 25.0 % and over 99.9 %.",
    ),
    (
        "no_room",
        {"room": 12, "left": 20},
        "The field has room for 12 more cards, and 20 cards are left.",
    ),
    (
        "no_chain",
        {"card": "9D"},
        "No chain of matches leads to 9♦, in whatever order the cards come.",
    ),
    ("only_cell", {"card": "7D"}, "7♦ can be laid in this cell only, and has to be laid."),
    ("must_draw", {"card": "7D"}, "7♦ cannot be laid, so you have to draw."),
    ("first_draw", {}, "The waste is empty, so you have to draw."),
    ("must_redeal", {"card": "7D"}, "The stock is empty and 7♦ cannot be laid."),
    ("alike", {"of": 4}, "The 4 cells are alike: turned or mirrored, the field is the same."),
    ("winning", {"n": 1, "of": 7}, "1 of the 7 legal moves keeps the win."),
    ("winning_all", {"of": 7}, "Each of the 7 legal moves keeps the win."),
    ("winning_least", {"n": 3, "of": 7}, "For 3 of the 7 legal moves a win was found."),
    (
        "shorter",
        {"moves": 61, "rival": 64},
        "The win found after it takes 61 moves, the one after the next best move 64.",
    ),
    ("rival_lost", {}, "After the next best move the game is lost for certain."),
    (
        "fewer",
        {"left": 14, "rival": 15},
        "After it 14 cards are left at best, after the next best move 15.",
    ),
    (
        "fewer_found",
        {"left": 1, "rival": 2},
        "The best line found after it leaves 1 card, the one after the next best move 2.",
    ),
    ("tied", {}, "The next best move was found to be as good."),
    (
        "wins",
        {"won": 400, "games": 1000},
        "Played on by a simple rule, 400 of 1000 sampled games were won.",
    ),
    (
        "wins_more",
        {"won": 400, "games": 1000, "rival": 350},
        (
            "Played on by a simple rule, 400 of 1000 sampled games were won; after the next best "
            "move 350 of the same games were."
        ),
    ),
    (
        "wins_same",
        {"won": 400, "games": 1000},
        (
            "Played on by a simple rule, 400 of 1000 sampled games were won; after the next best "
            "move as many were."
        ),
    ),
    (
        "wins_none",
        {"games": 100},
        (
            "Played on by a simple rule, none of 100 sampled games was won, and none after the "
            "next best move."
        ),
    ),
    (
        "sides",
        {"n": 3, "rival": 0},
        "It leaves 3 cells beside jokers alone, where any card may lie, the next best move none.",
    ),
    (
        "sides",
        {"n": 3, "rival": 2},
        "It leaves 3 cells beside jokers alone, where any card may lie, the next best move 2.",
    ),
    (
        "cells",
        {"n": 1, "kind": "black ace", "rival": 0},
        "It leaves 1 cell for a black ace, the next best move none.",
    ),
    (
        "ready",
        {"n": 48, "of": 49, "rival": 45},
        "Of the 49 cards not laid yet 48 would then find a cell, 45 after the next best move.",
    ),
    (
        "ready_all",
        {"of": 33, "rival": 31},
        "All 33 cards not laid yet would then find a cell, 31 after the next best move.",
    ),
    ("only_move", {}, "There is only one move."),
    ("nudge_left", {"n": 1, "of": 7}, "1 of the 7 legal moves leaves that few."),
    (
        "nudge_found",
        {"n": 2, "of": 7},
        "In the lines found 2 of the 7 legal moves leave the fewest cards.",
    ),
    (
        "nudge_sampled",
        {"n": 1, "of": 7},
        "1 of the 7 legal moves did best in the games sampled for it.",
    ),
    (
        "nudge_sampled",
        {"n": 9, "of": 26},
        "9 of the 26 legal moves did best in the games sampled for them.",
    ),
    ("nudge_left_all", {"of": 3}, "Each of the 3 legal moves leaves that few."),
    (
        "nudge_found_all",
        {"of": 3},
        "In the lines found each of the 3 legal moves leaves as few cards as any other.",
    ),
    (
        "nudge_sampled_all",
        {"of": 2},
        "Each of the 2 legal moves did as well as any other in the sampled games.",
    ),
    ("nudge_lost", {}, "Lay on as far as you can, or start a new deal."),
    (
        "near",
        {"near": ["beside 8♦ at 1,0", "beside 6♣ at 2,1"]},
        "Look beside 8♦ at 1,0 and beside 6♣ at 2,1.",
    ),
    ("stock", {}, "Look at the stock."),
    ("waste", {}, "Look at the waste."),
]


@pytest.mark.parametrize(("code", "args", "sentence"), GOLDEN)
def test_a_card_player_understands_each_sentence(
    code: str, args: dict[str, Fact], sentence: str
) -> None:
    assert WORDING.say(code, **args).text == sentence


def test_every_sentence_has_a_checker_and_an_example() -> None:
    assert CHECKERS.keys() == WORDING.templates.keys() == {code for code, _, _ in GOLDEN}


@pytest.mark.parametrize("seed", range(10))
def test_every_reason_is_true(seed: int) -> None:
    codes: Counter[str] = Counter()
    for place, position in enumerate(positions(NUMBER, seed)):
        case = case_of(position)
        assert case.hint.reasons
        texts = [reason.text for reason in case.hint.reasons]
        assert case.hint.text.endswith(" ".join(texts))
        assert len({*texts}) == len(texts)
        lower = lower_levels(case) if place % 4 == 0 else []
        for reason in (*case.hint.reasons, *lower):
            assert CHECKERS[reason.code](case, reason.args), (position.to_text(), reason)
            codes[reason.code] += 1
    assert len(codes) >= 12


def test_moves_dropped_as_equal_count_as_well() -> None:
    position = GAME.deal("30")
    while len(legal := GAME.legal(GAME.state(position))) < 20:
        position = GAME.play(position, [GAME.move_text(legal[0])])
    position = GAME.as_seen(position)
    case = case_of(position)
    (nudge,) = (r for r in lower_levels(case) if r.code.startswith("nudge_sampled"))
    level = sum(row.loss == 0 for row in case.analysis.moves)
    assert level == nudge.args.get("n", nudge.args["of"])
    assert CHECKERS[nudge.code](case, nudge.args)


def case_of(position: Position) -> Case:
    hint = SOLVER.hint(position, HintOptions(level="why"), Budget(LIMITS))
    return Case(GAME, position, hint, SOLVER.analyze(position, AnalyzeOptions(), Budget(LIMITS)))


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    question = SOLVER.ask(case.position, AnalyzeOptions())
    found = SOLVER.search(question, Budget(LIMITS), lambda _: None)
    return [*said(found, "nudge"), *said(found, "area")]
