"""Every sentence of a hint for Hand, Knee and Foot is true, and says something for the turn."""

from collections import Counter
from string import Formatter
from typing import Any

import pytest

from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions
from kibitz.games.hand_knee_foot.kinds import KINDS, TEXTS
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.hand_knee_foot.candidates import few_rows
from kibitz.solvers.hand_knee_foot.reasons import reasons
from kibitz.solvers.hand_knee_foot.sentences import WORDING
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import rounds
from tests.naive import hand_knee_foot as naive
from tests.naive.reasons.case import Case
from tests.naive.reasons.hand_knee_foot import CHECKERS, of, positions

QUEEN = TEXTS.index("Q")
SOLVER: Any = find("hand-knee-foot")
PARTS, EACH = 8, 65
SMALL = Limits(iterations=24, memory_mb=64)

GOLDEN: list[tuple[str, dict[str, Any], str]] = [
    (
        "takes_pile",
        {"cards": 9, "draws": 2},
        "The pile brings you 9 cards instead of the 2 of a draw.",
    ),
    (
        "takes_pile_wild",
        {"cards": 9, "wild": 1, "draws": 5},
        "The pile brings you 9 cards, 1 of them wild, instead of the 5 of a draw.",
    ),
    (
        "pile_fits",
        {"cards": 8, "fits": 5},
        "Of the 8 cards below its top card, 5 fit your hand or your team's melds.",
    ),
    (
        "pile_misfits",
        {"cards": 5, "fits": 1},
        (
            "Of the 5 cards below the top card of the pile, only 1 fits your hand or your team's "
            "melds."
        ),
    ),
    (
        "pile_useless",
        {},
        "Below the top card of the pile there is nothing that fits your hand or your team's melds.",
    ),
    (
        "opens",
        {"points": 75, "minimum": 60},
        "It opens with 75 points; this round asks for 60.",
    ),
    (
        "makes_book",
        {"rank": "kings", "points": 500},
        "It completes the book of kings: 500 points.",
    ),
    (
        "first_book",
        {},
        "It is your team's first book, and with it you take up your knee at once.",
    ),
    (
        "grows",
        {"rank": "7s", "size": 5, "points": 2000},
        "The 7s come to 5 of 7; a book of them counts 2000 points.",
    ),
    (
        "lays_three",
        {},
        "A red three counts 100 points on the table and costs 500 in your hand.",
    ),
    ("buries", {"cards": 2}, "It puts 2 cards down in books that are complete."),
    (
        "plays_out",
        {"pile": "foot"},
        "It plays out your hand, so that you take up your foot.",
    ),
    (
        "plays_out_later",
        {"pile": "knee"},
        "It plays out your hand, so that your knee is ready for your next turn.",
    ),
    ("goes_out", {}, "It goes out, which brings your team 200 points."),
    ("last_required", {}, "It gives your team the last book that it needs to go out."),
    ("may_go_out", {}, "Your team has the books that it needs to go out."),
    (
        "still_needs",
        {"books": ["a black book", "a book of 7s"]},
        "To go out your team will still need a black book and a book of 7s.",
    ),
    (
        "closes_pile",
        {"cards": 6, "seat": 2},
        "The black three closes the pile of 6 cards for seat 2.",
    ),
    (
        "blocks_pile",
        {"card": "joker", "seat": 3, "cards": 11},
        "With a joker on top, seat 3 cannot take the pile of 11 cards.",
    ),
    (
        "no_room",
        {"seat": 1, "rank": "9s"},
        (
            "Seat 1 cannot take the pile with it: the open meld of 9s on that side has no room for "
            "three."
        ),
    ),
    (
        "lone_card",
        {"card": "queen", "rank": "queens"},
        "You hold no other queen, and your team has no meld of queens to add it to.",
    ),
    (
        "left_before",
        {"count": 1},
        "1 card of that rank lies on the pile already, left there by all who could have taken it.",
    ),
    (
        "left_before",
        {"count": 3},
        "3 cards of that rank lie on the pile already, left there by all who could have taken it.",
    ),
    ("in_sight", {"seen": 19, "all": 24, "rank": "tens"}, "Of the 24 tens, 19 are in sight."),
    (
        "value_points",
        {"points": -120.4, "rounds": 250},
        "It makes −120 points against the others on average over 250 rounds played out.",
    ),
    (
        "value_chance",
        {"chance": 0.5601, "rounds": 1},
        "Your chance to win the match is 56.0 %, by 1 round played out.",
    ),
    ("value_exact", {"points": 4180.0}, "With best play of all it makes +4180 points."),
    ("only_turn", {}, "No other turn was compared with it."),
    ("as_good", {"rival": "add-K"}, "add-K is as good."),
    ("same_so_far", {"rival": "draw"}, "draw did exactly as well in every deal tried."),
    (
        "not_told_apart",
        {"rival": "add-K 9"},
        "The search has not told it apart from add-K 9.",
    ),
    (
        "behind_points",
        {"rival": "add-K 9", "points": 231.6},
        "The next best, add-K 9, is 232 points behind.",
    ),
    (
        "behind_chance",
        {"rival": "take", "chance": 0.0231},
        "The next best, take, is 2.31 percentage points behind.",
    ),
    (
        "ahead_points",
        {"rival": "take", "points": 80.0},
        "What decides is the long run: it is 80 points ahead of the next best, take.",
    ),
    (
        "ahead_chance",
        {"rival": "take", "chance": 0.0231},
        "What decides is the long run: it is 2.31 percentage points ahead of the next best, take.",
    ),
]


@pytest.mark.parametrize(("code", "args", "sentence"), GOLDEN)
def test_sentences(code: str, args: dict[str, Any], sentence: str) -> None:
    assert WORDING.say(code, **args).text == sentence
    names = {name for _, name, _, _ in Formatter().parse(WORDING.templates[code]) if name}
    assert names == set(args)


def test_every_code_has_a_checker_and_a_golden_sentence() -> None:
    assert set(WORDING.templates) == {code for code, _, _ in GOLDEN}
    assert set(CHECKERS) == {*WORDING.templates, "only_move"}


def case_of(position: Position, limits: Limits = SMALL, **options: Any) -> Case:
    """The hint for a position, and its analysis."""
    hint = SOLVER.hint(position, HintOptions(level="why", **options), Budget(limits))
    known = options.get("information") == "known"
    asked = AnalyzeOptions(moves=None if known else [], **options)
    return Case(GAME, position, hint, SOLVER.analyze(position, asked, Budget(limits)))


def check(case: Case) -> list[str]:
    """The codes of the reasons of a hint, all of which are found true and said once."""
    given = case.hint.reasons or []
    for reason in given:
        where = f"{reason.code} {reason.args} of {case.hint.line} in {case.position.to_text()}"
        assert CHECKERS[reason.code](case, reason.args), where
    said = [reason.text for reason in given]
    assert case.hint.text.endswith(" ".join(said))
    assert len(set(said)) == len(said)
    return [reason.code for reason in given]


def throws_a_book(case: Case) -> bool:
    """Whether the discard could have completed a book of the own team instead."""
    turn = of(case)
    card, last = turn.thrown(), turn.games[-2]
    melds = naive.team_of(last, turn.seat).melds
    moves = [move for move in naive.moves(last) if move.startswith("add-")] if card else []
    return any(
        naive.cards_in(move)[1] == [card] and len(melds[naive.cards_in(move)[0]]) == 6
        for move in moves
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_reasons_are_true(part: int) -> None:
    said: Counter[str] = Counter()
    for position in positions(EACH, part):
        utility = "points" if part % 2 else "match"
        case = case_of(position, seed=str(part), utility=utility)
        codes = check(case)
        said.update(codes)
        assert codes == ["only_move"] or case.hint.score is not None
        assert not throws_a_book(case), position.to_text()
    assert len(said) > 12


def codes_for(position: Position, *line: str) -> list[str]:
    """The codes of what is said for a turn."""
    view = GAME.state(position)
    return [reason.code for reason in reasons(view, [read_move(text).move for text in line])]


def test_what_is_missing_is_said_of_the_time_after_the_turn() -> None:
    books = " ".join(REQUIRED.split()[:3])
    own = team("777777", books)
    alone = table("79Q", own=own, stages=(2, 0), phase="play")
    assert "last_required" in codes_for(alone, "add-7", "9")
    assert "still_needs" in codes_for(alone, "9")
    out = table("79", own=own, stages=(2, 0), phase="play")
    assert codes_for(out, "add-7", "9") == ["goes_out", "makes_book"]
    ready = table("9KQ", own=team("999", REQUIRED), stages=(2, 0), phase="play")
    assert "may_go_out" in codes_for(ready, "add-9", "Q")


def test_throwing_a_wild_card_or_a_red_three_has_its_reason() -> None:
    position = table("22JKJKR9K", phase="play", pile="44K")
    for card in ("2", "JK", "3R"):
        assert codes_for(position, card) == ["blocks_pile"]


def test_a_black_three_closes_no_pile_of_its_own() -> None:
    for pile, said in (("", []), ("4", ["closes_pile"])):
        assert codes_for(table("BK9", phase="play", pile=pile), "3B") == said


def test_a_card_that_may_be_buried_has_a_place() -> None:
    books = ("QQQQQQQ", "QQQQQQQ KKKKKKK")  # The first red book takes no more cards.
    said = [
        "lone_card" in codes_for(table("KQ9", own=team("444", each), phase="play"), card)
        for each, card in ((books[0], "Q"), (books[1], "Q"), (books[1], "K"))
    ]
    assert said == [True, True, False]


@pytest.mark.parametrize("seed", ["0", "1"])
@pytest.mark.parametrize("players", [2, 6])
def test_no_card_is_thrown_that_completes_a_book(players: int, seed: str) -> None:
    """With few rounds the lone discard of such a card came out best by chance."""
    stages = (1, 0) * (players // 2)
    own = team("QQQQQQ 999", "4444444")
    position = table("Q9KKB8", own=own, stages=stages, phase="play", pile="8")
    rows = few_rows(GAME.state(position))
    assert {TEXTS[row[-1]] for row in plans_for(GAME.state(position)) if row[-1] < KINDS} > {"Q"}
    assert all("add-Q" in map(GAME.move_text, row) or row[-1] != QUEEN for row in rows)
    hint = SOLVER.hint(position, HintOptions(level="why", seed=seed), Budget(SMALL))
    assert hint.line is not None
    assert hint.line[-1] != "Q"


def test_reasons_with_open_cards_are_true() -> None:
    said: set[str] = set()
    for number, states in enumerate(rounds({"players": 2}, 3)):
        start = GAME.deal(str(100_000 + number), {"players": 2}, dealer=number % 2)
        for state in states[-16:-1:2]:
            position = GAME.position(state, start)
            case = case_of(position, Limits(nodes=20_000), information="known")
            if case.hint.score is not None and case.hint.score.kind == "exact":
                said |= {*check(case)}
    assert "value_exact" in said
