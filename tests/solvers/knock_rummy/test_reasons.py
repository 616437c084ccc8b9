"""Every sentence of a hint for Knock Rummy is true, and says something for the advised move."""

from string import Formatter
from typing import Any

import pytest

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.position import Position
from kibitz.solvers.answers import ONLY
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.knock_rummy.candidates import worth_comparing
from kibitz.solvers.knock_rummy.reasons import beginning, ending
from kibitz.solvers.knock_rummy.scene import Scene
from kibitz.solvers.knock_rummy.sentences import WORDING
from tests.games.knock_rummy.tables import GAME
from tests.heuristics.knock_rummy.looking import late
from tests.naive.reasons.case import Case
from tests.naive.reasons.knock_rummy import CHECKERS, positions, rival_of, rows

SOLVER: Any = find("knock-rummy")
PARTS = 8
EACH = 65
SMALL = Limits(iterations=150, memory_mb=64)

GOLDEN: list[tuple[str, dict[str, Any], str]] = [
    ("next_card", {"card": "5D"}, "The next card of the stock is the 5♦."),
    ("turned_over", {"card": "5D"}, "Once the pile is turned over, the 5♦ comes first."),
    (
        "makes_meld",
        {"card": "7D", "meld": ["7D", "7H", "7S"]},
        "The 7♦ makes a meld: 7♦, 7♥ and 7♠.",
    ),
    (
        "lowers",
        {"card": "7D", "before": 34, "after": 21},
        "With the 7♦ your deadwood goes down from 34 to 21.",
    ),
    (
        "goes_with",
        {"card": "7D", "partner": "8D", "outs": 2},
        "The 7♦ goes with your 8♦: 2 cards that may come would complete the meld.",
    ),
    (
        "goes_with",
        {"card": "QD", "partner": "KD", "outs": 1},
        "The Q♦ goes with your K♦: 1 card that may come would complete the meld.",
    ),
    (
        "pile_no_help",
        {"card": "KS", "deadwood": 34},
        "The K♠ on the pile does not lower your deadwood of 34.",
    ),
    (
        "pile_no_meld",
        {"card": "AS"},
        "The A♠ on the pile makes no meld: it would only replace a higher card.",
    ),
    (
        "draw_matches",
        {"fit": 12, "of": 31},
        "12 of the 31 cards that may come would be matched at once.",
    ),
    (
        "safe",
        {"card": "8D", "away": ["7D", "9D", "8S"], "count": 3},
        (
            "The 8♦ is safe for now: 7♦, 9♦ and 8♠ are in no other hand, so nobody can make a meld "
            "with it."
        ),
    ),
    (
        "safe",
        {"card": "AD", "away": ["2D"], "count": 1},
        "The A♦ is safe for now: 2♦ is in no other hand, so nobody can make a meld with it.",
    ),
    (
        "discarded_before",
        {"card": "8D", "seat": 2, "thrown": "8S"},
        "Seat 2, who plays next, has discarded the 8♠, which goes with the 8♦.",
    ),
    (
        "leaves",
        {"rival": "9D", "rival_left": 25},
        "Discarding the 9♦ instead would leave 25 unmatched.",
    ),
    (
        "more_help",
        {"fit": 14, "of": 31, "rival": "9D", "rival_fit": 11},
        (
            "After it, 14 of the 31 cards that may come would be matched at once; after discarding "
            "the 9♦, 11."
        ),
    ),
    (
        "keeps_pair",
        {"pair": ["JD", "JS"], "outs": 2},
        "It keeps J♦ and J♠: 2 cards that may come would complete the meld.",
    ),
    (
        "keeps_pair_for",
        {"pair": ["JD", "JS"], "outs": ["JC", "JH"]},
        "It keeps J♦ and J♠, and the stock still has J♣ and J♥ for them.",
    ),
    ("ends_unscored", {}, "With a discard the hand is over, and nobody pays."),
    (
        "goes_rummy",
        {"bonus": 25},
        (
            "You have nothing left unmatched: you win the hand, with 25 points more from each "
            "opponent."
        ),
    ),
    ("nothing_left", {}, "You have nothing left unmatched."),
    (
        "knock_now",
        {"wins": 0.64, "points": 3.14},
        "If you knock now, you win in 64 % of the deals tried and make +3.14 points on average.",
    ),
    (
        "knock_or_wait",
        {"wins": 0.64, "points": 3.14, "waiting": -4.78},
        (
            "If you knock now, you win in 64 % of the deals tried and make +3.14 points on "
            "average, against −4.78 for waiting."
        ),
    ),
    (
        "wait_or_knock",
        {"points": 10.24, "wins": 0.12, "knock": -17.75},
        (
            "Waiting makes +10.24 points on average; if you knock now, you win in 12 % of the "
            "deals tried and make −17.75."
        ),
    ),
    (
        "knock_wins",
        {"wins": 0.003},
        "If you knock now, you win the hand in under 1 % of the deals tried.",
    ),
    (
        "value_points",
        {"points": -1.5, "games": 876},
        "It makes −1.50 points on average over 876 games played out.",
    ),
    (
        "value_chance",
        {"chance": 0.431, "games": 1},
        "Your chance to win the match is 43.1 %, by 1 game played out.",
    ),
    ("value_exact", {"points": 26.0}, "With best play of all it makes +26.00 points."),
    (
        "others_unvalued",
        {"count": 1},
        "1 other move could not be valued within the limits.",
    ),
    ("as_good", {"rival": "9D"}, "9D is as good."),
    ("same_so_far", {"rival": "9D"}, "9D did exactly as well in every deal tried."),
    (
        "not_told_apart",
        {"rival": "knock-9D"},
        "knock-9D is nearly as good: the search has not told them apart.",
    ),
    (
        "behind_points",
        {"rival": "6H", "points": 6.96},
        "The next best, 6H, is 6.96 points behind.",
    ),
    (
        "behind_chance",
        {"rival": "draw", "chance": 0.0231},
        "The next best, draw, is 2.31 percentage points behind.",
    ),
    (
        "ahead_points",
        {"rival": "draw", "points": 0.85},
        "What decides is the long run: it is 0.85 points ahead of the next best, draw.",
    ),
    (
        "ahead_chance",
        {"rival": "draw", "chance": 0.0231},
        "What decides is the long run: it is 2.31 percentage points ahead of the next best, draw.",
    ),
]


@pytest.mark.parametrize(("code", "args", "sentence"), GOLDEN)
def test_sentences(code: str, args: dict[str, Any], sentence: str) -> None:
    assert WORDING.say(code, **args).text == sentence
    names = {name for _, name, _, _ in Formatter().parse(WORDING.templates[code]) if name}
    assert names == set(args)


def test_every_code_has_a_checker_and_a_golden_sentence() -> None:
    assert set(WORDING.templates) == {code for code, _, _ in GOLDEN}
    assert set(WORDING.templates) | set(ONLY.templates) == set(CHECKERS)


def case_of(position: Position, limits: Limits = SMALL, **options: Any) -> Case:
    """The hint for a position, and the analysis of the moves that a hint looks at."""
    hint = SOLVER.hint(position, HintOptions(level="why", **options), Budget(limits))
    moves = None
    if options.get("information") != "known":
        moves = [GAME.move_text(move) for move in worth_comparing(GAME.state(position))]
    asked = AnalyzeOptions(moves=moves, **options)
    return Case(GAME, position, hint, SOLVER.analyze(position, asked, Budget(limits)))


def check(case: Case) -> list[str]:
    """The codes of the reasons of a hint, all of which are found true and said once."""
    reasons = case.hint.reasons or []
    for reason in reasons:
        where = f"{reason.code} {reason.args} of {case.hint.move} in {case.position.to_text()}"
        assert CHECKERS[reason.code](case, reason.args), where
    codes = [reason.code for reason in reasons]
    assert len(reasons) > 1 or codes[0] in {"only_move", "knock_or_wait", "wait_or_knock"}, codes
    said = [reason.text for reason in reasons]
    assert case.hint.text.endswith(" ".join(said))
    assert len(set(said)) == len(said)
    return codes


def check_against_rival(case: Case) -> None:
    """Whether none of the reasons holds as well for the next best move."""
    if case.hint.score is not None and len(rows(case)) > 1:
        scene, rival = Scene(GAME.state(case.position)[0]), read_move(rival_of(case).move).move
        begins = case.hint.move in {"draw", "take", "turn-over"}
        other = beginning(scene, rival) if begins else ending(scene, rival)
        shared = [(said.reason.code, said.reason.args) for said in other]
        for reason in case.hint.reasons or []:
            assert (reason.code, reason.args) not in shared, case.position.to_text()


RIPE = (
    "knock-rummy~~0.1.0.0~10.2C3C5C7C4D7D4H6HAS2STS~24~8HJSJD9S8C8SKS~"
    "history-8HdJSdJDd9Sd8Cd8SdKSd.seat-1"
)


def test_a_knock_against_waiting_says_the_difference_once() -> None:
    case = case_of(GAME.read(RIPE), Limits(iterations=8_000), seed="1")
    assert check(case) == ["knock_or_wait"]
    area = SOLVER.hint(
        GAME.read(RIPE), HintOptions(level="area", seed="1"), Budget(Limits(iterations=8_000))
    )
    assert area.text.endswith(" Consider ending the hand now.")


@pytest.mark.parametrize("part", range(PARTS))
def test_reasons_are_true(part: int) -> None:
    said = set()
    for position in positions(EACH, part):
        case = case_of(position)
        said |= {*check(case)}
        check_against_rival(case)
    assert len(said) > 8


def test_reasons_with_open_cards_are_true() -> None:
    said = set()
    for seed in range(6):
        position = late(seed, 2, {"stock_out": "end_hand"})
        said |= {*check(case_of(position, Limits(nodes=100_000), information="known"))}
    assert "value_exact" in said
