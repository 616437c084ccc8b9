"""The turn that goes out for most, among all turns; and that hints and reviews know of it."""

from itertools import chain
from typing import Any

import pytest

from kibitz.contract.options import HintOptions, Limits
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.state import TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.outs import CARDS, best_out, every_turn
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.heuristics.hand_knee_foot.policy import may_leave, styled_move
from kibitz.heuristics.hand_knee_foot.styles import OUT, style_of
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, row_of
from kibitz.solvers.budget import Budget
from kibitz.solvers.direct import review
from kibitz.solvers.hand_knee_foot.solver import HandKneeFootSolver
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import rounds, turns, world

# Two wild cards complete books; the policy buries them.
TWO_CARDS = (
    "hand-knee-foot~players-2~1.0.1.0.0~4TQ.42~-.-~B44468TTTKA.-~5RK7K825BTB7KJKA5KQR9TXXJ8A9"
    "J9645QB7A29K8KAA8BAQ896J669J27RAK6X76987J6Q47KJ7K74TT499299444RB254A2TA46Q52AK725JQ6T46A"
    "JA9JXK52854Q469QR782T6QJ8J9Q2JX7~QQBQBAA498B8B8BQ4B~5555_77777_99999_KKKKKK_AAAAAA_1r0b-"
    "6666666_0r1b-888888X_1r0b-TTTTTTT_1r0b-JJJJJJJ_1r0b-2222XXX_red-J_black-8_threes-RRR.555"
    "5_6666_88888_99992_TTTTTT_JJJJ_QQ2_KKKKK_AAA_0r1b-444442X_1r0b-5555555_1r0b-7777777_1r0b"
    "-QQQQQQQ_1r0b-22222XX_red-Q_black-4_threes-RRRR~phase-play.no_red_three-3_2"
)
ONE_CARD = (
    "hand-knee-foot~players-2~1.0.0.0.0~2.2X~-.-~-.-~TXT87A6K~8BBA8JBKJJJ8T8TKTBBJ9ABBKJ948JQ"
    "4BB6B4B646BA4A~5555_6666_7777_TTTTT_JJJJJ2_QQQQQ_2XX_1r0b-4444444_2r0b-55555555555555_1r"
    "0b-666666666_1r0b-7777777_1r0b-8888888_1r0b-999999999_1r0b-TTTTTTT_0r1b-JJJJJJ2_1r0b-QQQ"
    "QQQQQ_1r0b-KKKKKKKKKK_0r1b-AAAAAA2_1r0b-22222XXX_red-4_black-J_threes-RRRRRR.555555_7777"
    "7_888_999999_QQQ_KKK_1r1b-44444444444422_1r0b-6666666_1r0b-7777777_1r0b-88888888_1r0b-99"
    "99999_1r0b-TTTTTTT_0r1b-JJJJJJ2_1r0b-QQQQQQQ_1r0b-KKKKKKK_1r1b-AAAAAAAAAAAAAX_2r0b-22222"
    "22222XXXX_red-9_black-4_threes-RRRRRR~phase-play.no_red_three-1_2"
)
# More cards, and more than 500 turns.
MORE_CARDS = (
    "hand-knee-foot~players-2~1.0.1.0.0~B789JJJQQKKK.69K2XX~-.-~-.-~JT2Q756A9B67QAT762264B272"
    "Q5486286882X7AA46A54Q779R8KT87X4AX99469TJ5Q894J69JAJAAT256K5TRJK74J6T9868KQ8425KBTJT2K8K"
    "9KKA28AXQK5T5XBAX8A6JX~99BTBAB55QBKBQ7QB6B2~555555_666_777777_88888_99999_TTTTTT_JJJJJJ_"
    "QQ2_KKK2X_0r1b-4444442_0r1b-6666662_0r1b-AAAAAAA2_black-6_threes-RRRRR.444_888882_QQQQQ_"
    "KKKKKK_AAA_0r1b-4444442_1r0b-5555555_1r0b-7777777_0r1b-999999X_0r1b-TTTTTTT2_0r1b-JJJJJJ"
    "22_0r1b-QQQQQ2X_black-Q_threes-RRRRR~phase-play.no_red_three-12_6"
)
WILD_CARDS = (
    "hand-knee-foot~players-2~1.0.1.0.0~4TQ2XXX.722X~-.-~BB447TJJAA2.-~55Q7XT2BK6798594T92B99"
    "66T26QK7RT7JQ4Q825Q58696T78AQ978JA9KX89547~KBBAB8TABBBAT28Q6T84B279B~555555_6666_888_999"
    "92X_JJJJ_KKKK2_AAA_1r0b-4444444_1r0b-6666666_1r0b-7777777_1r0b-8888888_1r0b-TTTTTTT_1r0b"
    "-JJJJJJJ_0r1b-QQQQQQ2_0r1b-KKKKK2X_0r1b-AAAAAA2_red-T_black-K_threes-RRRRRRR.55555_66666"
    "6_88888_999_JJJ_QQQ_KKK_AAA_0r1b-44444444442_1r0b-5555555_1r0b-7777777_1r0b-9999999_1r0b"
    "-TTTTTTT_0r1b-JJJJJJ2_1r0b-QQQQQQQ_1r0b-KKKKKKKK_0r1b-AAAAA22_1r0b-22222XXXX_red-T_black"
    "-A_threes-RRRR~known0-X.phase-play.no_red_three-6_4"
)
# Sevens and fives may have wild cards: two of them make a book of fives.
FIVES = (
    "hand-knee-foot~players-3.max_wilds-3.special_natural_only-off.required-none~1.0.0.0.0.0~4449X"
    ".n13.n5~-.-.-~-.n11.n11~n190~BA6B47BA7B~555552_6666_7777_888888_99999_TTTTTT_JJJJ2_QQQX_1r0b-"
    "KKKKKKK_red-K_threes-RR.444_5555_999999_TTTT_KKKK_AAA2X_threes-R.444_5555_777_9999_TTTT_QQQ_0r"
    "1b-6666222_0r1b-8888882_0r1b-JJJJJJ2_1r0b-QQQQQQQ_1r0b-AAAAAAA_red-Q_black-J_threes-R~known2-B"
    "KK.phase-play.seat-0.no_red_three-3_0_2"
)
SOLVER = HandKneeFootSolver()
ENDS = [TWO_CARDS, ONE_CARD]


def score(text: str, row: tuple[int, ...]) -> int | None:
    """What the team that goes out makes of a turn, by the settlement; None where it stays."""
    position = GAME.read(text)
    moves = [GAME.move_text(move) for move in row]
    ended = GAME.play(position, moves)
    if not ended.ended:
        return None
    lines = GAME.score_lines(GAME.state(ended))
    assert lines is not None
    return sum(line.points for line in lines[position.turn % position.rules.teams])


def ended(state: State, row: tuple[int, ...]) -> State | None:
    """The round after a turn that ends it; None after any other."""
    after = state.copy()
    for move in row:
        protocol.run_apply(after, move)
    return after if protocol.run_over(after) else None


def made(state: State, seat: int) -> int:
    """What the team of a seat makes in a round that is over, by the settlement."""
    lines = GAME.score_lines(state)
    assert lines is not None
    return sum(line.points for line in lines[seat % len(lines)])


@pytest.mark.parametrize("text", ENDS)
def test_no_turn_goes_out_for_more(text: str) -> None:
    position = GAME.read(text)
    view = GAME.state(GAME.as_seen(position, position.turn))
    best, every = best_out(view), every_turn(view, 500)
    assert best is not None
    assert every is not None
    made = [points for row in every if (points := score(text, row)) is not None]
    assert score(text, best) == max(made) > min(made)
    assert sorted(best) in [sorted(plan) for plan in plans_for(view)]


@pytest.mark.parametrize("text", [MORE_CARDS, WILD_CARDS])
def test_wild_cards_complete_books_on_the_way_out(text: str) -> None:
    position = GAME.read(text)
    view = GAME.state(GAME.as_seen(position, position.turn))
    plans, every = plans_for(view), every_turn(view, 6_000)
    assert every is not None
    made = [points for row in every if (points := score(text, row)) is not None]
    assert max(score(text, plan) or 0 for plan in plans) == max(made)


@pytest.mark.parametrize(
    "rules",
    [
        {"players": 2},
        {"players": 3},
        {"players": 3, "special_natural_only": False, "max_wilds": 3, "required": "none"},
    ],
    ids=str,
)
def test_the_policy_goes_out_for_as_much_as_any_turn(rules: dict[str, Any]) -> None:
    """But for the points of a few cards."""
    met, w = 0, row_of(WEIGHTS, rules["players"])
    for state in chain(*rounds(rules, 40)):
        leaves = state[0]["phase"] == TO_PLAY and may_leave(state[0])
        every = every_turn(state, 1_000) if leaves else None
        ends = [end for row in every or () if (end := ended(state, row)) is not None]
        if ends:
            met += 1
            seat, went = int(protocol.run_turn(state)), state.copy()
            while not protocol.run_over(went):
                protocol.run_apply(went, styled_move(went[0], style_of(OUT), w))
            assert made(went, seat) >= max(made(end, seat) for end in ends) - 50
    assert met > 10


def test_wild_cards_complete_books_of_fives_where_they_may() -> None:
    state = world(GAME.state(GAME.read(FIVES)), 1)
    seat, every = int(protocol.run_turn(state)), every_turn(state, 6_000)
    assert every is not None
    worths = [
        max(made(end, seat) for row in rows if (end := ended(state, row)) is not None)
        for rows in (every, plans_for(state))
    ]
    assert worths[0] == worths[1]


@pytest.mark.parametrize("text", [*ENDS, MORE_CARDS])
@pytest.mark.parametrize("utility", ["points", "match"])
def test_a_hint_goes_out_for_most(text: str, utility: Any) -> None:
    position, limits = GAME.read(text), Limits(iterations=600)
    view = GAME.state(position)
    most = max(score(text, plan) or 0 for plan in plans_for(view))
    options = HintOptions(level="why", seed=1, utility=utility)
    hint = SOLVER.hint(position, options, Budget(limits))
    assert hint.line is not None
    assert score(text, tuple(SOLVER.read_move(position, move) for move in hint.line)) == most


def test_a_review_names_the_points_that_were_left() -> None:
    record = {"position": TWO_CARDS, "moves": ["bury-2", "4"]}
    answer = review("hand-knee-foot", record, utility="points", limits=Limits(iterations=1_000))
    first = answer.decisions[0]
    assert first.best == "add-2-T"
    assert first.judgement in {"inaccuracy", "mistake", "blunder"}
    assert first.loss is not None
    assert first.loss.value == pytest.approx(300, abs=1)


def test_only_the_last_few_cards_are_tried() -> None:
    for state in turns({"players": 2}, 6)[::3]:
        seat = int(protocol.run_turn(state))
        if int(state[0]["sizes"][seat]) > CARDS:
            assert best_out(state) is None
