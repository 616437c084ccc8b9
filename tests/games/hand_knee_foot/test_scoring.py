"""Scores, line by line and against the naive scorer; rounds given as counts, refused ones too."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from benchmarks.hand_knee_foot_rounds import play_out, roots_of
from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.kinds import TEXTS, slot_text
from kibitz.games.hand_knee_foot.position import Position, TeamTable
from kibitz.games.hand_knee_foot.scoresheet import EXAMPLE, score_answer, score_round, score_text
from kibitz.games.hand_knee_foot.scoring import EACH, NAMES, Line, count_lines, total_of
from tests.cases import cases
from tests.conformance.playing import stream_of
from tests.games.hand_knee_foot.tables import GAME, PLAYERS, as_naive, texts
from tests.naive import hand_knee_foot as naive


def naive_team(table: TeamTable) -> naive.Team:
    """The table of a team as books of seven and melds, the wild cards in the black books."""
    team = naive.Team({str(i): texts(meld) for i, meld in enumerate(table.melds)})
    team.red_threes = table.red_threes
    for books in table.books:
        cards = texts(books.cards)
        wilds = [card for card in cards if card in naive.WILDS]
        rest = [card for card in cards if card not in naive.WILDS]
        if slot_text(books.slot) == naive.WILD:
            wilds, rest = [], wilds
        for number in range(books.black + books.red):
            left = books.black - number
            own = [wilds.pop() for _ in range(-(-len(wilds) // left))] if left > 0 else []
            size = 7 - len(own) if number < books.black + books.red - 1 else len(rest)
            team.books.append([*own, *rest[:size]])
            rest = rest[size:]
    return team


def set_end(game: naive.Round, position: Position, out: int | None) -> None:
    """Have the naive scorer's round end as the position does."""
    game.hands = [texts(hand) for hand in position.hands]
    game.knees = [texts(knee) for knee in position.knees]
    game.feet = [texts(foot) for foot in position.feet]
    game.teams = [naive_team(table) for table in position.teams]
    game.out = out


def test_thousands_of_ends_against_the_naive_scorer() -> None:
    random, stream = Random(1), stream_of(1)
    seen: Counter[str] = Counter()
    for players in PLAYERS:
        roots = roots_of(players, 50)
        like = GAME.deal("0", {"players": players})
        game = as_naive(like)
        for number in range(cases(1_000)):
            state = roots[number % 50 : number % 50 + 1].copy()
            play_out(state, stream)
            # Stock and discards do not count.
            state[0]["stock_size"] = state[0]["pile_size"] = 0
            out = random.choice([-1, random.randrange(players)])
            state[0]["ender"] = out
            state[0]["red_threes"][0] = random.randrange(15)
            unopened = random.random() < 0.3
            state[0]["unopened_threes"] = unopened
            game.switches = replace(game.switches, red_three_unopened=unopened)
            set_end(game, GAME.position(state, like), None if out < 0 else out)
            scores = [naive.score(game, team) for team in range(len(game.teams))]
            teams = GAME.score_lines(state) or ()
            assert [total_of(lines) for lines in teams] == scores
            seen.update(line.name for lines in teams for line in lines)
    assert set(seen) == set(NAMES)


# ---------------------------------------------------------------------------- given as counts

TEAM: dict[str, Any] = {
    "red_books": 1,
    "black_books": 2,
    "wild_books": 1,
    "books_of_5s": 1,
    "books_of_7s": 1,
    "melded": {
        "4": 10,
        "K": 5,
        "Q": 5,
        "5": 7,
        "7": 7,
        "A": 3,
        "2": 9,
        "JK": 2,
        "8": 3,
        "T": 6,
        "J": 6,
    },
    "red_threes": 8,
    "held": {"9": 2, "6": 1, "3R": 1, "3B": 2, "A": 1, "JK": 1},
    "out": True,
}
OTHER: dict[str, Any] = {
    "held": {"K": 15, "3D": 1, "T": 14},
    "unopened": {"6": 20, "5": 16, "7": 11, "3R": 1},
}


def test_the_score_of_a_round_line_by_line() -> None:
    scored = score_round({"round": 2, "dealer": 3, "scores": [100, 50], "teams": [TEAM, OTHER]})
    assert scored.lines[0] == (
        Line("red books", 1, 500),
        Line("black books", 2, 600),
        Line("books of wild cards", 1, 1500),
        Line("books of 5s", 1, 2000),
        Line("books of 7s", 1, 2000),
        Line("4s to 7s melded", 24, 120),
        Line("8s to kings melded", 25, 250),
        Line("aces and 2s melded", 12, 240),
        Line("jokers melded", 2, 100),
        Line("seven red threes", 1, 1500),
        Line("red threes", 1, 100),
        Line("going out", 1, 200),
        Line("4s to 7s held", 1, -5),
        Line("8s to kings held", 2, -20),
        Line("aces and 2s held", 1, -20),
        Line("jokers held", 1, -50),
        Line("red threes held", 1, -500),
        Line("black threes held", 2, -200),
    )
    assert [line.name for line in scored.lines[0]] == list(NAMES)
    assert scored.lines[1] == (
        Line("4s to 7s held", 47, -235),
        Line("8s to kings held", 29, -290),
        Line("red threes held", 1, -500),
    )
    assert scored.match.totals == (100 + 8315, 50 - 1025)
    assert (scored.match.round, scored.match.dealer, scored.match.winners) == (3, 0, ())
    counting = {"rules": {"red_three_unopened": True}, "teams": [TEAM, OTHER]}
    assert score_round(counting).lines[1][-1] == Line("red threes held", 2, -1000)


def test_every_seven_red_threes_count_1500() -> None:
    none, numbers = np.zeros(len(TEXTS), np.int64), np.zeros(len(NAMES), np.int64)
    points, count = [], getattr(count_lines, "py_func", count_lines)
    for threes in range(15):
        count(np.zeros(5, np.int64), none, threes, none, 0, numbers)
        points.append(int(numbers @ np.array(EACH)))
    assert points == [*range(0, 700, 100), *range(1500, 2200, 100), 3000]


def test_the_answer_and_its_words() -> None:
    answer = score_answer(EXAMPLE)
    assert [team.score for team in answer.teams] == [team.total for team in answer.teams]
    assert (answer.next_round, answer.next_dealer, answer.winners) == (2, 1, [])
    assert answer.model_dump()["teams"][1] == {
        "lines": [
            {"name": "aces and 2s melded", "count": 3, "points": 60},
            {"name": "4s to 7s held", "count": 9, "points": -45},
            {"name": "8s to kings held", "count": 21, "points": -210},
            {"name": "aces and 2s held", "count": 2, "points": -40},
            {"name": "jokers held", "count": 1, "points": -50},
            {"name": "red threes held", "count": 1, "points": -500},
            {"name": "black threes held", "count": 1, "points": -100},
        ],
        "score": -885,
        "total": -885,
    }
    assert score_text(answer)[-4:] == [
        "  1 black threes held        -100",
        "  score                      -885",
        "  total                      -885",
        "round 2 is dealt by seat 1",
    ]
    last = score_answer({**EXAMPLE, "round": 4, "rules": {"players": 2, "minimums": [60] * 4}})
    assert score_text(last)[-1] == "won by team 0"


def test_the_last_round_has_winners() -> None:
    scored = score_round({**EXAMPLE, "round": 4, "rules": FREE, "scores": [0, 6460]})
    assert (scored.match.winners, scored.match.round, scored.match.dealer) == ((0, 1), None, None)


FREE = {"players": 2, "minimums": [60] * 4}


def faults_of(data: object) -> dict[str, str]:
    with pytest.raises(BadInput) as caught:
        score_round(data)
    return {fault.pointer: fault.code for fault in caught.value.faults}


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert faults_of(
        {
            "rules": {"players": 4},
            "dealer": 5,
            "scores": [1, 2, 3],
            "teams": [
                {"melded": {"X": 1, "3B": 2, "4": 1}, "red_books": 1, "out": True},
                {"red_threes": 15, "held": {"5": 29}},
            ],
        }
    ) == {
        "/teams/0/melded/X": "unknown_card",
        "/scores": "wrong_players",
        "/dealer": "no_such_seat",
        "/teams/0/melded": "too_few_cards",
        "/teams/0/out": "may_not_end",
        "/teams/0/held": "wrong_hand_size",
        "/teams/1/melded": "too_few_cards",
        "/teams/1/red_threes": "not_opened",
        "/teams": "too_many_cards",
    }
    assert faults_of([]) == {"": "not_an_object"}
    assert faults_of({}) == {"/teams": "missing"}
    wrong = {"teams": [{"red_books": -1, "speed": 1}, {"held": {"K": "two"}}], "round": 5}
    assert faults_of(wrong) == {
        "/round": "too_large",
        "/teams/0/red_books": "too_small",
        "/teams/0/speed": "unknown_field",
        "/teams/1/held/K": "not_a_whole_number",
    }


@pytest.mark.parametrize(
    ("books", "message"),
    [
        ({"red_books": 4}, "the books take 28 cards, 26 are melded"),
        ({"black_books": 4}, "the books take 4 wild cards, 3 are melded"),
        ({"wild_books": 1}, "the books take 7 wild cards, 3 are melded"),
        ({"books_of_5s": 1}, "the books take 7 5s, 6 are melded"),
        ({"books_of_7s": 1}, "the books take 7 7s, 0 are melded"),
    ],
)
def test_books_take_cards(books: dict[str, int], message: str) -> None:
    melded = {"4": 8, "K": 9, "5": 6, "2": 3}
    with pytest.raises(BadInput, match=message):
        score_round({"teams": [{"melded": melded, **books}, {}]})


def test_other_rounds_that_cannot_be() -> None:
    assert faults_of({"teams": [TEAM, TEAM]})["/teams"] == "two_out"
    assert faults_of({"teams": [OTHER] * 3})["/teams"] == "wrong_players"
    short = {"melded": {"4": 3}}
    with pytest.raises(BadInput, match="15 points are melded; an opening has 60"):
        score_round({"teams": [short, {}]})
    wild = {"melded": {"5": 5, "2": 2}, "books_of_5s": 1}
    with pytest.raises(BadInput, match="the books take 7 5s, 5 are melded"):
        score_round({"teams": [wild, {}]})
    with pytest.raises(BadInput) as caught:
        score_round({"teams": [wild, {}], "rules": {"special_natural_only": False}})
    assert "wrong_books" not in {fault.code for fault in caught.value.faults}


def test_what_each_line_counts() -> None:
    counts = dict(zip(NAMES, EACH, strict=True))
    assert (counts["red books"], counts["black books"]) == (500, 300)
    assert counts["books of wild cards"] == 1500
    assert counts["books of 5s"] == counts["books of 7s"] == 2000
    assert len(TEXTS) == 15
    assert np.sign(EACH[12:]).tolist() == [-1] * 6
