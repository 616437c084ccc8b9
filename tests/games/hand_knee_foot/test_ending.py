"""Finished rounds given as counts: accepted are those that play can end with, and no others."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault
from kibitz.games.hand_knee_foot.arranging import BookCounts
from kibitz.games.hand_knee_foot.ending import TeamEnd, check_table
from kibitz.games.hand_knee_foot.kinds import TEXTS, counts_of
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.schema import SWITCHES
from kibitz.games.hand_knee_foot.scoresheet import score_round
from kibitz.games.hand_knee_foot.scoring import total_of
from tests.games.hand_knee_foot.tables import GAME, PLAYERS, played
from tests.heuristics.hand_knee_foot.looking import rounds
from tests.naive import hand_knee_foot as naive
from tests.naive.hand_knee_foot_tables import tables

NAMES = ("red_books", "black_books", "wild_books", "books_of_5s", "books_of_7s")
NOTHING = (0,) * len(TEXTS)


def refusals(*teams: dict[str, Any], **parts: Any) -> dict[str, str]:
    """The faults of a round by the place they are found at."""
    with pytest.raises(BadInput) as caught:
        score_round({"teams": list(teams), **parts})
    found: dict[str, str] = {}
    for fault in caught.value.faults:
        found[fault.pointer] = f"{found.get(fault.pointer, '')}{fault.message}; "
    return found


def as_counts(position: Position, state: protocol.State) -> dict[str, Any]:
    """A finished round as somebody counts it who looks at the table."""
    teams = []
    for number, table in enumerate(position.teams):
        members = range(number, position.rules.players, position.rules.teams)
        books: Counter[str] = Counter()
        melded = [kind for meld in table.melds for kind in meld]
        for row in table.books:
            special = {1: "books_of_5s", 3: "books_of_7s", 11: "wild_books"}.get(row.slot)
            books[special or "red_books"] += row.red
            books[special or "black_books"] += row.black
            melded += row.cards
        held = [kind for seat in members for kind in position.hands[seat]]
        piles = [*position.knees, *position.feet]
        unopened = [kind for s in members for p in piles[s :: position.rules.players] for kind in p]
        teams.append(
            {
                **{name: count for name, count in books.items() if count},
                "melded": by_text(melded),
                "red_threes": table.red_threes,
                "held": by_text(held),
                "unopened": by_text(unopened),
                "out": position.ended == "out" and position.turn in members,
            }
        )
    switches = position.to_json()["rules"]
    return {"rules": switches, "round": position.round, "teams": teams}


def by_text(kinds: list[int]) -> dict[str, int]:
    return {TEXTS[kind]: number for kind, number in Counter(kinds).items()}


VARIANTS: list[dict[str, Any]] = [
    {},
    {"red_three_unopened": True, "required": "red_black"},
    {"stock_out": "reshuffle", "max_wilds": 3, "special_natural_only": False, "draw": 4},
    {"required": "none", "ask_team": False, "max_wilds": 1, "red_three_auto": False},
    {"take_onto_full": False, "minimums": [0, 300, 5, 200]},
]


@pytest.mark.parametrize("switches", VARIANTS, ids=str)
def test_finished_rounds_are_accepted_with_the_score_of_play(switches: dict[str, Any]) -> None:
    random, ends = Random(3), Counter[str | None]()
    for players in PLAYERS:
        rules = {"players": players, **switches}
        start = GAME.deal(str(players), rules, round_number=1 + players % 4)
        last = [played(start, random, eagerness)[-1] for eagerness in (0.0, 0.9, 0.97)]
        last += [states[-1] for states in rounds(rules, 3, players)]
        for state in last:
            minimum = int(state[0]["minimum"])
            number = 1 + SWITCHES.read(rules).minimums.index(minimum)
            end = GAME.position(state, GAME.deal("0", rules, round_number=number))
            scored = score_round(as_counts(end, state))
            lines = GAME.score_lines(state)
            assert lines is not None
            assert scored.lines == lines
            ends[end.ended] += 1
    assert min(ends["stock"], ends["out"]) > 0


def team_of(cards: list[str], books: BookCounts) -> TeamEnd:
    melded = tuple(counts_of([TEXTS.index(card) for card in cards]))
    return TeamEnd(books, melded, 0, NOTHING, NOTHING, False)


@pytest.mark.parametrize(
    ("switches", "minimum"),
    [
        ({}, 60),
        ({"max_wilds": 3, "special_natural_only": False}, 0),
        ({"max_wilds": 1}, 150),
    ],
    ids=str,
)
def test_a_table_is_accepted_when_moves_can_make_it(switches: dict[str, Any], minimum: int) -> None:
    random, rules = Random(minimum), SWITCHES.read(switches)
    answers: Counter[bool] = Counter()
    for _ in range(24):
        cards = random_cards(random)
        made = tables(cards, naive.Switches(**switches), minimum)
        for books in product(range(3), repeat=5):
            if sum(books) > len(cards) // 7 + 1:
                continue
            faults: list[Fault] = []
            check_table(team_of(cards, BookCounts(*books)), rules, minimum, "", faults)
            assert (not faults) == (books in made), (cards, books)
            answers[not faults] += 1
    assert min(answers[True], answers[False]) > 3


def random_cards(random: Random) -> list[str]:
    """A few ranks, at most two books' worth of each, and wild cards."""
    ranks = random.sample(["4", "5", "7", "K", "A"], random.choice([1, 1, 2, 2, 3]))
    most = {1: 24, 2: 11, 3: 8}[len(ranks)]
    cards = [rank for rank in ranks for _ in range(random.randint(2, most))]
    wilds = random.choice([0, 1, 2, 3, 4, 7, 8] if len(ranks) == 1 else [0, 1, 2, 3])
    return cards + [random.choice(["2", "2", "JK"]) for _ in range(wilds)]


def test_cards_do_not_count_twice_in_books_and_melds() -> None:
    wrong = {"red_books": 1, "melded": {"4": 3, "8": 3, "K": 3}}
    assert "cannot be a red book and melds" in refusals(wrong, {})["/teams/0/melded"]
    wrong = {"black_books": 1, "melded": {"4": 3, "K": 3, "2": 1}}
    assert "cannot be a black book and melds" in refusals({}, wrong)["/teams/1/melded"]
    wild = {"melded": {"5": 12, "JK": 2}}
    assert "cannot be melds alone" in refusals(wild, {})["/teams/0/melded"]


ALONE: dict[str, Any] = {"rules": {"players": 2, "required": "none"}}
OUT: dict[str, Any] = {
    "melded": {"4": 6, "8": 6, "9": 6, "T": 6, "J": 6, "Q": 6, "A": 3},
    "out": True,
}
LEFT: dict[str, Any] = {
    "held": {"K": 15},
    "unopened": {"3R": 2, "5": 6, "6": 6, "7": 6, "8": 4},
}


def test_who_goes_out_alone_holds_nothing_and_has_played_everything() -> None:
    scored = score_round({"teams": [OUT, LEFT], **ALONE})
    assert [total_of(lines) for lines in scored.lines] == [590, -280]
    kings = refusals({**OUT, "held": {"K": 5}}, LEFT, **ALONE)
    assert kings == {"/teams/0/held": "who goes out holds nothing, not 5 cards; "}
    foot = refusals({**OUT, "unopened": {"2": 11}}, LEFT, **ALONE)
    assert set(foot) == {"/teams/0/unopened"}
    short = refusals({**OUT, "melded": {**OUT["melded"], "A": 2}}, LEFT, **ALONE)
    assert set(short) == {"/teams/0/melded"}
    few = {"melded": {"A": 9}, "books_of_5s": 0, "red_books": 1, "out": True}
    assert "39 at least" in refusals(few, LEFT, **ALONE)["/teams/0/melded"]


def test_what_was_dealt_has_to_be_somewhere() -> None:
    fewer = {**LEFT, "held": {"K": 14}}
    assert refusals(OUT, fewer, **ALONE) == {
        "/teams/1": "38 cards are listed, but 39 were dealt to the team; "
    }
    torn = {**LEFT, "unopened": {"5": 12}}
    assert (
        "12 unopened cards are not what 1 player can have left of knees of 13 cards and feet of 11"
        in refusals(OUT, torn, **ALONE)["/teams/1/unopened"]
    )
    open_piles = {"held": {"K": 20, "5": 20}}
    assert set(refusals(OUT, open_piles, **ALONE)) == {"/teams/1/melded"}
    still = refusals({**LEFT, "held": {"Q": 15}}, LEFT, **ALONE)["/teams"]
    assert still.startswith("nobody is out, so the stock was used up")
    assert "/teams/1/held" in refusals(OUT, {**LEFT, "held": {}}, **ALONE)
