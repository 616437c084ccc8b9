"""Reasons in hints for Knaves: of searches that settle, and against the next best move."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

from kibitz.contract.answers import Reason
from kibitz.contract.options import Limits
from kibitz.games.knaves.position import Position
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.solvers.knaves.hints import UNDECIDED
from kibitz.solvers.knaves.reasons import reasons
from kibitz.solvers.wording import favouring
from tests.cases import cases, least
from tests.conformance.hints import check
from tests.games.knaves.tables import GAME
from tests.naive.reasons.case import Case, case_of
from tests.naive.reasons.knaves import CHECKERS, positions
from tests.solvers.knaves.ends import ending


def test_of_searches_that_settle_too() -> None:
    settled = 0
    for position in positions(cases(25), 11):
        case = case_of(GAME.name, position, Limits(iterations=3_000), utility="points")
        settled += "behind" in check(case)
    assert settled >= least(5)


def pairs(position: Position) -> Iterator[tuple[Case, list[Reason]]]:
    """What is said of each legal card of a view against each other one, the one as the best."""
    state = GAME.state(position)
    legal, record = GAME.legal(state), state[0]
    where = beliefs(state, int(record["turn"]))
    case = case_of(GAME.name, position, Limits(iterations=1))
    rows = {row.move: row.model_copy(update={"same_as": None}) for row in case.analysis.moves}
    for one, other in permutations(legal, 2):
        move, rival = GAME.move_text(one), GAME.move_text(other)
        hint = case.hint.model_copy(update={"move": move})
        moves = [rows[move], rows[rival]]
        analysis = case.analysis.model_copy(update={"moves": moves})
        said = replace(case, hint=hint, analysis=analysis)
        yield said, reasons(record, one, legal, where, other)


def test_what_is_said_near_the_end_is_true_of_each_card() -> None:
    """There a seat often knows that it takes all tricks, or that no card of a suit is left."""
    random, codes = Random(5), Counter[str]()
    for number in range(cases(1600)):
        position = ending(random, 2 + number % 3)
        state = GAME.state(position)
        if len(GAME.legal(state)) > 1:
            for case, said in pairs(GAME.as_seen(position, int(state[0]["turn"]))):
                for reason in said:
                    where = f"{reason} of {case.hint.move} in {case.position.to_text()}"
                    assert CHECKERS[reason.code](case, reason.args), where
                    codes[reason.code] += 1
    for code in ("void_throw", "void_ruff", "void", "unbeatable", "jack_led"):
        assert codes[code] >= least(32), code


TAKES_ALL = (
    "knaves~hand_size-17.turned_jack-no_trump~KH.0.0.0.0~6D8D.TCJS.6C8C~-~QH6H3H.AS2S3S.6S5STS.AH5H"
    "TH.4H7H2H.9C4C7C.8H7SJH.TD4D3D.KSQS9S.8S4SJD.KD7D5D.ADQD9D.ACKCQC.3CJC2C.9H5C2D"
)


def test_who_leads_to_the_end_is_told_nothing_of_leads_of_others() -> None:
    position = GAME.as_seen(GAME.read(TAKES_ALL), 1)
    for _, said in pairs(position):
        assert not {"void_throw", "void_ruff", "void", "jack_led"} & {one.code for one in said}


def test_a_reason_holds_for_the_best_move_and_not_for_one_that_is_behind() -> None:
    """Where the next best is not known to be behind, it is what speaks for both, if for one."""
    for position in positions(40, 99):
        case = case_of(GAME.name, position, Limits(iterations=48))
        state = GAME.state(position)
        legal = {GAME.move_text(move): move for move in GAME.legal(state)}
        best, *others = case.analysis.moves
        rivals = [row for row in others if row.same_as != best.move]
        if not rivals:
            continue
        where = beliefs(state, int(state[0]["turn"]))
        cards = (best, rivals[0])
        mine, theirs = (
            reasons(state[0], legal[one.move], [*legal.values()], where, legal[other.move])
            for one, other in (cards, cards[::-1])
        )
        given = [reason for reason in case.hint.reasons or [] if reason in mine]
        open_ = UNDECIDED & {reason.code for reason in case.hint.reasons or []}
        assert given == (favouring(mine, theirs) or (mine if open_ else []))
