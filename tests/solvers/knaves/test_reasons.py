"""Every sentence of a hint for Knaves is true: checked one by one against the position."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.answers import Reason
from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions
from kibitz.games import protocol
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.solvers.answers import ONLY
from kibitz.solvers.budget import Budget
from kibitz.solvers.knaves.nudges import look, nudge
from kibitz.solvers.knaves.reasons import reasons
from kibitz.solvers.knaves.sentences import WORDING
from kibitz.solvers.knaves.solver import KnavesSolver
from kibitz.solvers.wording import favouring
from tests.naive.reasons.case import Case
from tests.naive.reasons.knaves import CHECKERS, positions
from tests.solvers.knaves.ends import ending

SOLVER = KnavesSolver()
GAME = SOLVER.game


def asked(position: Any, iterations: int = 48, **options: Any) -> Case:
    """The hint for a position at the level why, and the analysis it rests on."""
    limits = Limits(iterations=iterations, nodes=200_000)
    hint = SOLVER.hint(position, HintOptions(level="why", **options), Budget(limits))
    analysis = SOLVER.analyze(position, AnalyzeOptions(**options), Budget(limits))
    return Case(GAME, position, hint, analysis)


def check(case: Case) -> list[Reason]:
    """Check all that the hint says; what it said."""
    given = case.hint.reasons
    assert given
    for reason in given:
        assert CHECKERS[reason.code](case, reason.args), (case.position.to_text(), reason)
        words = ONLY if reason.code == "only_move" else WORDING
        assert words.say(reason.code, **reason.args) == reason
        assert case.hint.text.count(reason.text) == 1
    assert case.hint.text.endswith(" ".join(reason.text for reason in given))
    return given


@pytest.mark.parametrize("seed", range(8))
def test_all_that_hints_say_is_true(seed: int) -> None:
    for position in positions(75, seed):
        utility = "points" if seed % 2 else None
        case = asked(position, utility=utility, seed=str(seed))
        given = check(case)
        legal = GAME.legal(GAME.state(position))
        if len(legal) == 1:
            assert [reason.code for reason in given] == ["only_move"]
            continue
        record = GAME.state(position)[0]
        best = legal[[GAME.move_text(move) for move in legal].index(str(case.hint.move))]
        for thought in filter(None, (nudge(record, legal), look(record, best))):
            assert CHECKERS[thought.code](case, thought.args), (position.to_text(), thought)


def test_of_searches_that_settle_too() -> None:
    settled = 0
    for position in positions(25, 11):
        case = asked(position, iterations=3_000, utility="points")
        settled += any(reason.code == "behind" for reason in check(case))
    assert settled > 5


def test_with_open_hands_too() -> None:
    random = Random(1)
    for number in range(60):
        case = asked(ending(random, 3, calling=number % 3 == 0), information="known")
        if not protocol.run_over(GAME.state(case.position)):
            check(case)


def test_a_reason_holds_for_the_best_move_and_not_for_the_next() -> None:
    for position in positions(40, 99):
        case = asked(position)
        state = GAME.state(position)
        legal = {GAME.move_text(move): move for move in GAME.legal(state)}
        best, *others = case.analysis.moves
        rivals = [row for row in others if row.same_as != best.move]
        if not rivals:
            continue
        where = beliefs(state, int(state[0]["turn"]))
        both = (
            reasons(state[0], legal[row.move], [*legal.values()], where)
            for row in (best, rivals[0])
        )
        mine, theirs = both
        told = [reason for reason in case.hint.reasons or [] if reason in mine]
        assert told == favouring(mine, theirs)


# As a card player reads them.
GOLDEN: list[tuple[str, dict[str, Any], str]] = [
    ("over", {}, "The round is over: there is nothing left to play."),
    (
        "may_call",
        {"cards": ["7H", "KC"], "seat": 1},
        "You may call for 7♥ or K♣ of seat 1: think about who would then take the trick.",
    ),
    (
        "lead_with_jack",
        {"jacks": ["JH"], "n": 1},
        "You lead and hold J♥: think about who could take it from you.",
    ),
    (
        "lead_jacks_out",
        {"jacks": ["JD", "JC"], "n": 2},
        "You lead, and J♦ and J♣ have not been played: think about who would have to take them.",
    ),
    (
        "lead_no_jacks",
        {},
        (
            "You lead, and no jack that costs points is left: think about which tricks you can "
            "still take."
        ),
    ),
    (
        "lead_last_costs",
        {"cost": 4},
        (
            "You lead, and the last trick costs 4 points for the jack turned up: think about who "
            "will have to take it."
        ),
    ),
    (
        "all_take_last",
        {},
        "Whatever you play takes this trick: think about which card you can do without.",
    ),
    (
        "all_ahead",
        {"best": "QH", "seat": 2},
        "Whatever you play beats the Q♥, and seat 2 plays after you: think about what it may hold.",
    ),
    (
        "none_takes",
        {},
        "Nothing you may play can take this trick: think about which card you want to be rid of.",
    ),
    (
        "jacks_in_trick",
        {"cost": 1},
        "The jacks in this trick cost 1 point: think about who should take it.",
    ),
    (
        "can_take_last",
        {"seat": 0},
        "You play last: you can take this trick or leave it to seat 0.",
    ),
    (
        "can_be_ahead",
        {"best": "TS", "seat": 2},
        (
            "You can beat the T♠ or let it stand, and seat 2 plays after you: think about what it "
            "may hold."
        ),
    ),
    ("look_at", {"suit": "hearts"}, "Look at your hearts."),
    ("look_at_exposed", {"suit": "clubs", "seat": 1}, "Look at the exposed clubs of seat 1."),
    ("draws_trumps", {"n": 3}, "It draws trumps: the others can have up to 3 trumps."),
    (
        "below_jack",
        {"jack": "JH"},
        "It lies below the J♥: if that falls on this trick, you do not take it.",
    ),
    (
        "jack_beaten",
        {"jack": "JD", "cards": ["AD", "KD"]},
        "It gets rid of the J♦ if somebody beats it: others may hold A♦ and K♦.",
    ),
    ("unbeatable", {}, "Nobody after you can beat it."),
    ("only_trumps_beat", {}, "Only a trump can beat it."),
    ("one_beats", {"card": "AH"}, "Of its suit, only the A♥ can beat it."),
    (
        "keeps_higher",
        {"card": "TD"},
        "You cannot take this trick, and it keeps your T♦.",
    ),
    (
        "sheds_jack",
        {"jack": "JH"},
        "It gets rid of the J♥: you cannot take this trick with it.",
    ),
    ("sheds_jack_last", {"jack": "JS"}, "It gets rid of the J♠."),
    ("ducks_jacks", {"cost": 4}, "The jacks in this trick cost 4 points."),
    (
        "ducks_jack",
        {"jack": "JC"},
        "It stays out of the way of the J♣, which may still fall on this trick.",
    ),
    ("keeps_winner", {"card": "AH"}, "It keeps your A♥, which could take this trick."),
    (
        "saves",
        {"best": "TH", "card": "AH"},
        "It is the lowest card that beats the T♥, and saves your A♥.",
    ),
    (
        "sheds_high",
        {"card": "KD", "jack": "JD"},
        "It gets rid of the K♦, which might have had to take the J♦.",
    ),
    ("keeps_guard", {"guard": "3C", "jack": "JC"}, "It keeps the 3♣ that guards your J♣."),
    (
        "void_throw",
        {"suit": "hearts", "jack": "JC"},
        "It leaves you without hearts, so that you may throw the J♣ when hearts are led.",
    ),
    (
        "void_ruff",
        {"suit": "hearts"},
        "It leaves you without hearts, so that you may ruff when hearts are led.",
    ),
    (
        "void",
        {"suit": "clubs"},
        "It leaves you without clubs, so that you are free to discard when clubs are led.",
    ),
    (
        "jack_likely",
        {"jack": "JH", "seat": 1, "chance": 0.624},
        "The J♥ is with seat 1 in 62 % of the deals that fit.",
    ),
    (
        "jack_likely_out",
        {"jack": "JH", "chance": 0.51},
        "The J♥ is out of play in 51 % of the deals that fit.",
    ),
    (
        "must_play",
        {"seat": 0, "card": "KH"},
        "Seat 0 must then play the K♥ if the rules let it.",
    ),
    ("lets_choose", {"seat": 0}, "Seat 0 is then free to choose its card."),
    (
        "lets_other_call",
        {"seat": 0, "other": 2},
        "Seat 0 is then free to choose its card, unless seat 2 calls for one.",
    ),
    (
        "makes_exactly",
        {"points": -1.0},
        "With best play of all three you make −1 point in this round.",
    ),
    (
        "makes",
        {"points": 4.312, "games": 50},
        "You make 4.31 points in this round on average, over 50 games played out.",
    ),
    (
        "wins_match",
        {"chance": 0.345, "games": 1},
        "Your chance to win the match is 34.5 %, the mean of 1 round played out.",
    ),
    ("all_alike", {}, "Your legal cards all come to the same."),
    ("some_unvalued", {}, "Not every move was valued within the limits."),
    ("as_good", {"move": "2C"}, "2C is just as good."),
    (
        "behind_exactly",
        {"move": "2C", "less": 1.0},
        "With the next best, 2C, you make 1 point less.",
    ),
    (
        "behind",
        {"move": "2C", "less": 0.5},
        "With the next best, 2C, you make 0.50 points less in the long run.",
    ),
    (
        "behind_in_match",
        {"move": "2C", "less": 12.5},
        "With the next best, 2C, your chance is lower by 12.50 percentage points.",
    ),
    ("level", {"move": "2C"}, "2C came out as good: the search did not settle on one move."),
    (
        "close",
        {"move": "2C", "less": 0.03},
        "2C came out 0.03 points lower, but the search did not settle on one move.",
    ),
    (
        "close_in_match",
        {"move": "2C", "less": 0.03},
        "2C came out 0.03 percentage points lower, but the search did not settle on one move.",
    ),
]


@pytest.mark.parametrize(("code", "args", "sentence"), GOLDEN, ids=[row[0] for row in GOLDEN])
def test_golden_sentences(code: str, args: dict[str, Any], sentence: str) -> None:
    assert WORDING.say(code, **args).text == sentence


def test_every_code_has_a_sentence_and_a_checker() -> None:
    assert {code for code, _, _ in GOLDEN} == set(WORDING.templates)
    assert set(CHECKERS) == set(WORDING.templates) | set(ONLY.templates)
