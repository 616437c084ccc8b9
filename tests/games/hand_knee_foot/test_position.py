"""Positions read, written and refused with every fault."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.faults import BadInput, Fault
from kibitz.games.hand_knee_foot.kinds import TEXTS
from kibitz.games.hand_knee_foot.notation import text_to_json
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.rules import DEFAULT, Rules
from kibitz.games.hand_knee_foot.schema import SWITCHES
from kibitz.games.hand_knee_foot.scoresheet import score_round
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME, late_deals, played

START = GAME.deal("1")
SUITED = (
    "hand-knee-foot~~1.0.0.0.0~RhRKcKX.n15.n15.n15~-.n13.n13.n13~n11.n11.n11.n11~n170~9h4d~AcAdA_"
    "0r1b-KcKdKKKK2s_1r0b-22222XX_black-K_threes-RdR.-~known0-Kc.known1-9s9.phase-play"
)
LINES = [*(position.to_text() for position in late_deals()[:4]), SUITED]


def faults_of(data: object) -> tuple[Fault, ...]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return caught.value.faults


def codes(data: object) -> dict[str, str]:
    return {fault.pointer: fault.code for fault in faults_of(data)}


def changed(position: Position, **parts: Any) -> dict[str, Any]:
    """The JSON of a position with some fields given anew."""
    data: dict[str, Any] = json.loads(json.dumps(position.to_json()))
    return {**data, **parts}


def own_team(**parts: Any) -> dict[str, Any]:
    """A table on which the team of seat 0 has this; all hands are hidden but that of seat 0."""
    return {"hands": [["9", "9"], *[{"count": 15}] * 3], "discards": ["4"], "teams": [parts]}


def test_json_of_a_fresh_deal() -> None:
    data = START.to_json()
    assert set(data) == {
        *("rules", "round", "dealer", "turn", "scores", "hands", "known", "knees", "feet"),
        *("stock", "discards", "teams"),
    }
    assert (data["round"], data["dealer"], data["turn"], data["scores"]) == (1, 0, 0, [0, 0])
    assert data["teams"] == [{"melds": [], "books": [], "red_threes": []}] * 2
    assert data["rules"]["minimums"] == [60, 90, 120, 150]


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    data = START.to_json()
    hands = [data["hands"][0], *[{"count": 15}] * 3]
    assert GAME.read({"hands": hands, "discards": data["discards"]}) == GAME.read(
        {**GAME.as_seen(START).to_json(), "seat": None}
    )


def test_suits_are_accepted() -> None:
    hand = ["7C", "7d", "10H", "3H", "3S", "JK", "2♣"]
    position = GAME.read({"hands": [hand, *[{"count": 15}] * 3], "discards": ["4H"]})
    assert position.to_json()["hands"][0] == ["3H", "3S", "7C", "7D", "TH", "2C", "JK"]
    assert position.to_json()["discards"] == ["4H"]


def test_a_view_has_nothing_that_its_seat_does_not_see() -> None:
    for position in late_deals():
        for seat in range(position.rules.players):
            assert GAME.read({**position.to_json(), "seat": seat}) == GAME.as_seen(position, seat)
    hidden = GAME.read({"hands": [{"count": 15}] * 4, "discards": ["4"]})
    with pytest.raises(BadInput, match="the hand of seat 1 is not listed"):
        GAME.as_seen(hidden, 1)
    assert codes(hidden.to_json() | {"seat": 2}) == {"/hands/2": "own_hand_hidden"}


def test_all_faults_at_once() -> None:
    data = changed(START, dealer=7, round=5, scores=["1/7", 0], speed=1, ended="won", taking=1)
    data["rules"]["required"] = "all"
    data["rules"]["minimums"] = [60, 90, 120]
    data["hands"][0][0] = "5X"
    assert codes(data) == {
        "/rules/required": "unknown_value",
        "/rules/minimums/3": "missing",
        "/round": "too_large",
        "/dealer": "no_such_seat",
        "/scores/0": "not_a_whole_number",
        "/taking": "not_true_or_false",
        "/ended": "unknown_value",
        "/hands/0/0": "unknown_card",
        "/speed": "unknown_field",
    }
    assert codes([]) == {"": "not_an_object"}
    assert codes({}) == {"/hands": "missing", "/discards": "missing"}


def test_five_players_are_refused() -> None:
    (fault,) = faults_of({"rules": {"players": 5}, "hands": [{"count": 15}] * 5, "discards": []})
    assert (fault.pointer, fault.code) == ("/rules/players", "no_teams")
    assert fault.message.startswith("no game has 5 players: 2 or 3 play alone, 4 or 6 in two teams")


def test_seats_and_teams_that_are_not_there() -> None:
    data = changed(START, scores=[0, 0, 0], turn=5, seat=4, teams=[{}, {}, {}])
    data["hands"].pop()
    assert codes(data) == {
        "/hands": "wrong_players",
        "/scores": "wrong_players",
        "/teams": "wrong_players",
        "/turn": "no_such_seat",
        "/seat": "no_such_seat",
    }
    said = {fault.pointer: fault.message for fault in faults_of(data)}
    assert said["/hands"] == "3 hands for 4 players"
    assert said["/scores"] == "3 scores for 2 teams"
    assert said["/teams"] == "3 entries in teams for 2 teams"


def test_wrong_totals_hide_nothing_of_play() -> None:
    data = changed(START, scores=[0], ended="stock")
    assert codes(data) == {"/scores": "wrong_players", "/ended": "not_ended"}
    (fault, _) = faults_of(data)
    assert fault.message == "1 score for 2 teams"


def test_cards_too_many_or_missing() -> None:
    data = changed(START, stock={"count": 5})
    assert codes(data) == {"/stock": "wrong_stock_size"}
    data = changed(START, discards=["K"] * 24)
    assert set(codes(data).values()) == {"too_many_cards", "wrong_stock_size"}
    data = changed(START, known=[["4"] * 9, [], [], []])
    assert codes(data) == {"/known/0": "not_held"}
    counted = {"hands": [{"count": 2}, *[{"count": 15}] * 3], "discards": [], "known": [["4"] * 3]}
    assert codes(counted) == {"/known/0": "not_held"}


def test_knees_and_feet() -> None:
    data = changed(START, knees=[{"count": 12}, *[{"count": 13}] * 3], stock=None)
    assert codes(data) == {"/knees/0": "wrong_pile_size"}
    data = changed(START, feet=[[], *[{"count": 11}] * 3], stock=None)
    assert codes(data) == {"/feet/0": "wrong_order"}
    data = changed(START, knees=[[], *[{"count": 13}] * 3], stock=None)
    assert codes(data) == {"/knees/0": "not_opened"}


@pytest.mark.parametrize(
    ("melds", "code"),
    [
        ([["A", "A"]], "wrong_meld"),
        ([["A"] * 7], "wrong_meld"),
        ([["A", "A", "K"]], "wrong_meld"),
        ([["3B", "3B", "3B"]], "wrong_meld"),
        ([["A", "2", "2"]], "too_many_wilds"),
        ([["A", "A", "A", "2", "2", "JK"]], "too_many_wilds"),
        ([["5", "5", "2"], ["A", "A", "A"]], "too_many_wilds"),
        ([["A", "A", "A"], ["A", "A", "A"]], "second_meld"),
        ([["4", "4", "4"]], "not_opened"),
    ],
)
def test_melds(melds: list[list[str]], code: str) -> None:
    assert set(codes(own_team(melds=melds)).values()) == {code}


@pytest.mark.parametrize(
    ("books", "code"),
    [
        ({"rank": "3", "red": 1, "cards": ["A"] * 7}, "unknown_rank"),
        ({"rank": "A", "red": 1, "cards": ["K"] * 7}, "wrong_book"),
        ({"rank": "A", "red": 1, "cards": ["A"] * 6}, "wrong_book"),
        ({"rank": "A", "cards": ["A"] * 7}, "wrong_book"),
        ({"rank": "A", "red": 1, "cards": ["A"] * 6 + ["2"]}, "wrong_book"),
        ({"rank": "A", "black": 1, "cards": ["A"] * 7}, "wrong_book"),
        ({"rank": "wild", "black": 1, "cards": ["2"] * 7}, "wrong_book"),
        ({"rank": "A", "red": 1, "cards": ["A"] * 8}, "wrong_burying"),
        ({"rank": "7", "red": 2, "cards": ["7"] * 15}, "wrong_burying"),
    ],
)
def test_books(books: dict[str, Any], code: str) -> None:
    aces = {"melds": [["Q", "Q", "Q", "Q", "Q", "Q"]], "books": [books]}
    assert code in codes(own_team(**aces)).values()


def test_the_first_books() -> None:
    red = [{"rank": rank, "red": 1, "cards": [rank] * 7} for rank in ("A", "K")]
    assert codes(own_team(books=red)) == {"/teams/0/original_red": "wrong_original"}
    assert GAME.read(own_team(books=red, original_red="K")).teams[0].original_red == 9
    assert GAME.read(own_team(books=red[:1])).teams[0].original_red == 10
    assert codes(own_team(books=red[:1], original_black="A")) == {
        "/teams/0/original_black": "wrong_original"
    }
    assert codes(own_team(books=[red[0], red[0]]))["/teams/0/books/1/rank"] == "listed_twice"


def test_red_threes_and_what_is_known_of_them() -> None:
    assert codes(own_team(red_threes=["3H"])) == {"/teams/0/red_threes": "not_opened"}
    aces = {"melds": [["A", "A", "A"]]}
    assert codes(own_team(**aces, red_threes=["3S"])) == {"/teams/0/red_threes": "no_red_three"}
    data = own_team(**aces) | {"no_red_three": [3, 1, 0, 0]}
    assert codes(data) == {"/no_red_three/0": "not_held", "/no_red_three/1": "not_laid_out"}
    data = own_team(**aces) | {"hands": [["3R", "3R"], *[{"count": 15}] * 3]}
    assert codes(data | {"no_red_three": [1, 0, 0, 0]}) == {"/no_red_three/0": "wrong_red_threes"}


def test_red_threes_have_to_be_somewhere() -> None:
    packs = {text: 6 * (2 if text in ("3R", "3B", "JK") else 4) for text in TEXTS}
    placed = {"3R": 12, "A": 6, "K": 1, "9": 1}
    aces = {"melds": [["A", "A", "A"]]}
    data = {
        "rules": {"players": 2},
        "hands": [["K", "9"], {"count": 12}],
        "knees": [[], []],
        "feet": [[], []],
        "discards": [t for t, n in packs.items() for _ in range(n - placed.get(t, 0))],
        "teams": [aces, aces],
    }
    assert GAME.read(data).stock_size == 0
    assert codes(data | {"no_red_three": [0, 1]}) == {"/no_red_three": "wrong_red_threes"}


@pytest.mark.parametrize(
    ("parts", "pointer"),
    [
        ({"opening": True}, "/opening"),
        ({"taking": True}, "/taking"),
        ({"said": "yes"}, "/said"),
        ({"discarded": True}, "/discarded"),
        ({"offers": [0]}, "/offers"),
        ({"answering": 2}, "/answering"),
        ({"phase": "answer"}, "/answering"),
        ({"phase": "offer"}, "/offers"),
        ({"phase": "pick_up"}, "/hands/0"),
        ({"ended": "out"}, "/hands/0"),
        ({"ended": "stock"}, "/ended"),
        ({"phase": "play", "ended": "stock"}, "/phase"),
        ({"shuffle": 4}, "/shuffle"),
    ],
)
def test_turns_that_cannot_be(parts: dict[str, Any], pointer: str) -> None:
    assert pointer in codes(own_team(melds=[["A", "A", "A"]]) | parts)


def test_more_turns_that_cannot_be() -> None:
    own = team("AAA", REQUIRED)
    feet: dict[str, Any] = {"own": own, "stages": (2, 0, 2, 0), "phase": "play"}
    asked = GAME.play(table("A9", **feet), ["ask"])
    assert codes(changed(asked, answering=1)) == {"/answering": "no_partner"}
    ended = GAME.play(asked, ["yes", "add-A", "9"])
    short = changed(ended, teams=[team("AAA")], stock=None)
    assert codes(short) == {"/ended": "may_not_end"}
    foot = changed(table("99", stages=(2, 0), own=team("AAA")))
    stuck = foot | {"hands": [["9"], {"count": 15}], "phase": "play", "stock": None}
    assert codes(stuck) == {"/phase": "no_move"}
    begun = GAME.play(table("AAA999", rules={"minimums": [90] * 4}, phase="play"), ["meld-AAA"])
    assert begun.opening
    assert codes(changed(begun, rules={"minimums": [60] * 4})) == {"/opening": "has_opened"}
    assert codes(changed(begun, rules={"minimums": [99] * 4})) == {"/phase": "no_move"}


def test_text_of_positions() -> None:
    for position in late_deals():
        text = position.to_text()
        assert GAME.read(text) == position
        assert GAME.read(text.replace("X", "x")) == position
    begun = GAME.play(table("AAA999", rules={"minimums": [90] * 4}, phase="play"), ["meld-AAA"])
    assert GAME.read(begun.to_text()) == begun
    assert begun.to_text() == (
        "hand-knee-foot~minimums-90_90_90_90~1.0.0.0.0~999.n15.n15.n15~n13.n13.n13.n13~"
        "n11.n11.n11.n11~n176~4~AAA.-~phase-play.opening"
    )


@pytest.mark.parametrize(
    "text",
    ["", "hand-knee-foot", "hand-knee-foot~~1.0~", "knock-rummy~~1.0.0.0.0~-~-~-~-~-~-",
     "hand-knee-foot~~1.0.x.0.0~-~-~-~-~-~-", "hand-knee-foot~~1.0.0.0.0~-~-~-~-~-~a-b~",
     "hand-knee-foot~~1.0.0.0.0~-~-~-~-~-~-~fast"],
)  # fmt: skip
def test_what_is_no_text(text: str) -> None:
    assert "bad_text" in codes(text).values()


@given(st.data())
def test_reading_never_fails_otherwise(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(LINES))
    place = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 3))
    new = data.draw(st.text("0123456789~.-_nXKARBcdhs", max_size=3))
    with suppress(BadInput):
        position = GAME.read(text[:place] + new + text[place + length :])
        assert GAME.read(position.to_text()) == position


def test_positions_of_play_need_no_originals_where_they_are_clear() -> None:
    random = Random(3)
    for state in played(START, random)[::40]:
        here = GAME.position(state, START)
        data = here.to_json()
        for given_team, team_table in zip(data["teams"], here.teams, strict=True):
            red = [b for b in team_table.books if b.red and b.slot not in (1, 3, 11)]
            if len(red) < 2:
                given_team.pop("original_red", None)
        assert GAME.read(data) == here


def test_switches() -> None:
    assert SWITCHES.read(None) == SWITCHES.read({}) == DEFAULT
    assert SWITCHES.read({"minimums": [[50, 90], [120, 150]]}).minimums == (50, 90, 120, 150)
    assert text_to_json("hand-knee-foot~ask_team-off~1.0.0.0.0~-~-~-~-~-~-", [])["rules"] == {
        "ask_team": False
    }
    assert Rules(players=6).packs == 7
    for bad in ({"players": 7}, {"draw": 1}, {"max_wilds": 0}, {"minimums": [1, 2, 3, 301]}):
        with pytest.raises(BadInput):
            SWITCHES.read(bad)


def test_a_fault_of_one_part_of_a_table_hides_none_of_another() -> None:
    parts = {
        "melds": [["K"], ["9", "9", "9"], ["4", "5"], 7],
        "books": [{"rank": "K", "cards": ["K"] * 3, "red": 1}, {"rank": "X", "cards": []}],
        "red_threes": ["3B"],
    }
    other = {"melds": [["A", "A"]], "original_red": "4"}
    data = {**own_team(**parts), "teams": [parts, other], "feet": [["4"], *[{"count": 11}] * 3]}
    assert codes(data) == {
        "/feet/0": "wrong_pile_size",
        "/teams/0/melds/0": "wrong_meld",
        "/teams/0/melds/2": "wrong_meld",
        "/teams/0/melds/3": "not_a_list",
        "/teams/0/books/0/cards": "wrong_book",
        "/teams/0/books/1/rank": "unknown_rank",
        "/teams/0/red_threes": "no_red_three",
        "/teams/1/melds/0": "wrong_meld",
        "/teams/1/original_red": "wrong_original",
    }


@pytest.mark.parametrize("card", ["2", "JK", "5", "7", "3R", "3B"])
def test_no_card_that_goes_back_to_the_stock_begins_the_pile(card: str) -> None:
    hands = {"hands": [["9", "9"], *[{"count": 15}] * 3], "discards": [card]}
    assert codes(hands) == {"/discards/0": "no_up_card"}
    GAME.read({**hands, "teams": [{"melds": [["9"] * 3, ["A"] * 3]}]})  # one that was thrown


def test_totals_that_no_rounds_make_are_refused() -> None:
    assert codes(changed(START, scores=[100, -40])) == {
        "/scores/0": "bad_total",
        "/scores/1": "bad_total",
    }
    assert codes(changed(START, round=2, scores=[101, -40])) == {"/scores/0": "bad_total"}
    GAME.read(changed(START, round=2, scores=[100, -40]))
    with pytest.raises(BadInput, match="before round 1 every total is 0, not 1,250"):
        score_round({"scores": [1250, 0], "teams": [{}, {}]})
