"""Hints of Knotty Nines: their levels, and positions that once gave trouble."""

from typing import Any

import pytest

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Level, Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from tests.cases import cases, least
from tests.naive import knotty_nines as naive
from tests.naive.reasons.case import Case
from tests.naive.reasons.knotty_nines import CHECKERS, positions
from tests.solvers.knotty_nines.packs import as_naive

SOLVER = SOLVERS["knotty-nines"]
GAME = SOLVER.game


def hint(position: Any, level: Level = "why", **limits: int) -> HintAnswer:
    budget = Budget(Limits.model_validate({"iterations": 16, **limits}))
    return SOLVER.hint(position, HintOptions(level=level, seed="3"), budget)


def analysis(position: Any, **limits: int) -> AnalyzeAnswer:
    budget = Budget(Limits.model_validate({"iterations": 16, **limits}))
    return SOLVER.analyze(position, AnalyzeOptions(seed="3"), budget)


# The policy wins more often here than the look-ahead expects of the two best ways.
BELOW_THE_LOWER_END = (
    "knotty-nines~piles-11~JSTH9S8S7H6S.AC.JH.JC.5S4S.KD.9C8H.KS.5D.2D.9D~3HAS4H8D3C4C5HQH3D3SAD7C"
    "QS5C7SKH6HJD8C2CQC7D9H2STCKC2H4DQDTDAH6D6CTS"
)


def test_an_end_is_not_said_to_be_what_the_search_expects() -> None:
    options = HintOptions(level="why", information="hidden")
    position = GAME.read(BELOW_THE_LOWER_END)
    answer = SOLVER.hint(position, options, Budget(Limits(iterations=20)))
    assert answer.score is not None
    assert answer.score.value == answer.score.low
    assert [reason.code for reason in answer.reasons or []][-1] == "ranked"
    assert "expects" not in answer.text


STUCK = (
    "knotty-nines~wrap-off~JD.4C.8D.KHQSJCTH.3H2CAS.6S5H4S3C.JS.4H.7C6H~TDAD9D2D5CTSJH5SKCAH3D2S9S"
    "KSQC7S4D3S7H5DTC8CKD9C6CQD2H6D8S8H9H7DQHAC"
)


def test_a_move_after_which_nothing_can_be_drawn_says_so() -> None:
    notes = {row.note for row in analysis(GAME.read(STUCK), nodes=20_000).moves}
    assert notes == {"lost; no more cards can be drawn"}


AT_ONCE_AS_WELL = (
    (
        "knotty-nines~piles-10.win-stock_empty_and_stuck~7C6C5C4C3C2CACKCQCJCTC9C.5D4D3D2DADKDQDJD.KHQH"
        "JHTD9D8C7D6D5H.KSQSJSTH9H8D7H6H5S4H.8H.TS.3H.4S3S.9S.AH~6"
    ),
    (
        "knotty-nines~win-stock_empty_and_stuck~2CACKCQCJCTC9C8C7C.6C5C4C3C2DADKDQDJDTD9D8D7D6D5D4D3D2H"
        "AHKHQH.8H7H6H5H4H3H2SASKSQSJHTH.JS.4S.7S6S.9H.TS.5S~3"
    ),
)


@pytest.mark.parametrize("text", AT_ONCE_AS_WELL)
def test_of_ways_that_are_exactly_as_good_the_shortest_is_advised(text: str) -> None:
    rows = analysis(GAME.read(text), iterations=400).moves
    assert any(row.note == "every order of the stock was tried" for row in rows if not row.loss)
    assert len(rows[0].line) == 1


AS_WELL = {
    "same_game": (
        "knotty-nines~piles-12.wrap-off~7C6C5C4C3C2CAC.KC.9C8C7D6D5D4D.7H6H5H.QCJCTC9D.KDQDJDTD9H8D7S6S"
        "5S4H.KHQHJH.3D2DAD.QSJSTH9S.3H2H.3S.KS~7"
    ),
    "any_target": (
        "knotty-nines~information-hidden~3C.8C7S6S5H.8S7C.QDJC.8H.5D4S.AD.2SAS.5S4H~7DQSTS9DJD6D9STD5C"
        "JHTH6H2C3DJS2H9HTC2D4D3HACAH8DQH3SKDKHKS6CKC7H4CQC9C"
    ),
    "any_moves": (
        "knotty-nines~piles-8~5C4C.8C7C6C5D.JCTC9C8D7D6D.4D3C2CAC.5H4H3D2DADKCQC.4S3H2HAHKD.8H7H6H5S.3S"
        "2SASKHQDJDTD9D8S~11"
    ),
}


@pytest.mark.parametrize("code", AS_WELL)
def test_what_makes_no_difference_is_said_as_it_is(code: str) -> None:
    """Which pile is emptied where several can be; else where its cards go."""
    position = GAME.read(AS_WELL[code])
    said = hint(position, nodes=3_000)
    assert said.reasons
    assert said.reasons[-1].code == code
    case = Case(GAME, position, said, analysis(position, nodes=3_000))
    args = {"pile": 1, **said.reasons[-1].args}
    assert [other for other in AS_WELL if CHECKERS[other](case, args)] == [code]


LOST = (
    "knotty-nines~~4S.JSTS9D8C7S6H.4C3D2CADKHQSJDTH9S8D7C.5C4H3C2S.6S5S.TD9C8S7D6C5H.5D4D3S2HASKSQC."
    "3H2DAHKCQDJH.QHJCTC9H~KD6D7H8HAC"
)


def test_in_a_lost_game_a_card_is_drawn_before_an_exchange_is_made() -> None:
    rows = analysis(GAME.read(LOST), nodes=20_000).moves
    assert rows[0].note == "lost; at most 2 more cards can be drawn"
    assert (rows[0].move, rows[0].line[0]) == ("1>5", "1>5")


def test_where_there_is_no_move_a_hint_says_so_with_the_stock_face_down() -> None:
    said = hint(GAME.read("knotty-nines~piles-4~KH.2S.JD.5C~48"), "nudge").text
    assert said == "The game is lost: no move is left, and 48 cards are still in the stock."


@pytest.mark.parametrize("level", ["nudge", "area", "move"])
def test_lower_levels_say_what_the_highest_does(level: Level) -> None:
    """Their sentences are true as well; no more is given away than the level allows."""
    for position in positions(cases(24), 77):
        nodes = 20_000
        full = hint(position, nodes=nodes)
        less = hint(position, level, nodes=nodes)
        assert (less.verdict, less.reasons) == (full.verdict, None)
        assert less.text.rstrip(".")
        if level == "move":
            assert (less.move, less.line) == (full.move, full.line)
            assert full.text.startswith(less.text)
            continue
        assert (less.move, less.line) == (None, None)
        said = (full.reasons or [])[: 2 if full.verdict is Verdict.UNSOLVABLE else 1]
        assert less.text.startswith(said[0].text)
        case = Case(GAME, position, full, analysis(position, nodes=nodes))
        kinds = {
            "Empty a pile now.": "empty_now",
            "Every legal move keeps the win.": "all_win",
            "Take moves back, or start a new deal.": "start_over",
            "There is only one legal move.": "forced",
        }
        for sentence, code in kinds.items():
            if sentence in less.text:
                assert CHECKERS[code](case, {}), (sentence, position.to_text())
        if level == "area" and full.line:
            touched = dict.fromkeys(n for move in full.line for n in move.split(">"))
            assert less.area == [f"pile {n}" for n in touched]
            assert all(name in less.text for name in less.area)


def test_a_dead_position_with_the_stock_face_down_advises_nothing() -> None:
    dead = 0
    for position in positions(cases(90), 5):
        if not position.hidden:
            continue
        answer = hint(position, iterations=16)
        if answer.verdict is Verdict.UNSOLVABLE:
            dead += 1
            assert (answer.move, answer.line, answer.score) == (None, None, None)
            assert answer.text.startswith(("This position is lost", "The game is lost"))
    assert dead >= least(5)


def test_following_the_hints_never_goes_round_in_circles() -> None:
    """With a known stock the advice leads to the win, or as far as a lost deal can be brought."""
    for number in ("24", "2", "100012", "17"):
        position = GAME.deal(number, None, "pysolfc")
        seen = set()
        while (answer := hint(position, nodes=100_000)).move is not None:
            name = naive.unordered(as_naive(position))
            assert name not in seen
            seen.add(name)
            position = GAME.play(position, [answer.move])
        assert answer.verdict is Verdict.UNSOLVABLE or not position.stock


# 2>9 is the same move as 2>3 here: 7D onto one eight or the other.
TWICE = (
    "knotty-nines~~JC.7D.TH9C8S.4H.5S.4D.7S.QD.9D8H~6H9HAC2STC8DKC6D4SKD3CAHTS7C2DJDQHQCJS5C5D6C3S"
    "3H4C7HQS8CKH2H3DASTDAD2CKSJH5H6S9S"
)


@pytest.mark.parametrize(("text", "same"), [(TWICE, "2>9"), ("31", "1>6")])
def test_the_next_best_move_is_not_the_same_one_again(text: str, same: str) -> None:
    """The equal move is listed second, but the sentence is about the first that differs."""
    position = GAME.read(text) if text == TWICE else GAME.deal(text, {"wrap": False})
    case = Case(GAME, position, hint(position), analysis(position))
    best, *others = case.analysis.moves
    assert next(row for row in others if row.same_as == best.move).move == same
    named = [reason.args["rival"] for reason in case.hint.reasons or [] if "rival" in reason.args]
    assert named
    assert same not in named
    for reason in case.hint.reasons or []:
        assert CHECKERS[reason.code](case, reason.args), reason
        twin = {**reason.args, "rival": same}
        assert "rival" not in reason.args or not CHECKERS[reason.code](case, twin)


def test_a_proved_win_takes_as_many_moves_as_said() -> None:
    position = GAME.deal("2", None)
    answer = hint(position, nodes=1_000_000)
    assert answer.reasons is not None
    assert answer.reasons[1].code in ("fewest", "as_few", "fewest_found")
    assert answer.reasons[1].args["moves"] == 44
    stopped = hint(position, nodes=400)
    assert "fewer may be enough" in stopped.text
