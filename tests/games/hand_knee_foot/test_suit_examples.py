"""Suits by example: read, written, refused, and what is known of them after each kind of move."""

from typing import Any

import pytest

from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.faces import bare, lacking, parse_face, suits_of
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.record import Record, as_kept
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME, reason

OPENED = team("AAA")


def play(hand: str, *moves: str, own: dict[str, Any] = OPENED, **parts: Any) -> dict[str, Any]:
    """The JSON after seat 0 of a team that has opened has played, mostly after its draw."""
    phase = {"phase": "play"} if "pile" not in parts else {}
    data: dict[str, Any] = GAME.play(table(hand, own=own, **phase | parts), moves).to_json()
    return data


def test_json_and_text_keep_suits() -> None:
    own = team("ACADA", "KKKKKK2 22222JKJK") | {"red_threes": ["3D", "3R"]}
    own["books"][0]["cards"] = ["KC", "2S", "K", "KD", "K", "K", "K"]
    position = table(
        "3HRKCKJK",
        own=own,
        known=[["KC"], ["9S", "9"]],
        pile="9H4",
        phase="play",
        stages=(1, 0, 0, 0),
    )
    data = position.to_json()
    assert data["hands"][0] == ["3H", "3R", "KC", "K", "JK"]
    assert data["known"] == [["KC"], ["9S", "9"], [], []]
    assert data["teams"][0]["melds"] == [["AC", "AD", "A"]]
    assert data["teams"][0]["books"][0]["cards"] == ["KC", "KD", *["K"] * 4, "2S"]
    assert data["teams"][0]["red_threes"] == ["3D", "3R"]
    assert position.to_text() == (
        "hand-knee-foot~~1.0.0.0.0~RhRKcKX.n15.n15.n15~-.n13.n13.n13~n11.n11.n11.n11~n170~9h4~"
        "AcAdA_0r1b-KcKdKKKK2s_1r0b-22222XX_black-K_threes-RdR.-~known0-Kc.known1-9s9.phase-play"
    )
    assert GAME.read(data) == GAME.read(position.to_text()) == position
    assert GAME.position(GAME.state(position), position) == position
    plain = table("RRKKJK", phase="play")
    assert table("3HRKKJK", phase="play") != plain
    assert plain.suits == ()


def test_what_is_known_of_a_hand_is_of_the_hand() -> None:
    position = table("KK4", known=[["KC"]], pile="9")
    assert position.to_json()["hands"][0] == ["4", "KC", "K"]
    whole = {"hands": [["9"], {"count": 2}, *[{"count": 15}] * 2], "discards": []}
    shown = GAME.read(whole | {"known": [[], ["KC", "2"]]}).to_json()
    assert shown["hands"][1] == ["KC", "2"]


def test_suits_that_cannot_be() -> None:
    data = {
        "hands": [["KC", "KD"], {"count": 15}, {"count": 15}, ["4"]],
        "known": [["KH", "KS"], ["KC"], [], ["4"]],
        "discards": ["KC"] * 5 + ["3H"] * 7 + ["4"],
    }
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    assert [(f.pointer, f.code, f.message) for f in caught.value.faults] == [
        ("/known/0", "not_held", "'KH' is known of seat 0, whose hand cannot have it"),
        ("/known/0", "not_held", "'KS' is known of seat 0, whose hand cannot have it"),
        ("", "too_many_cards", "7 cards '3H' are listed, and 6 packs have 6"),
        ("", "too_many_cards", "7 cards 'KC' are listed, and 6 packs have 6"),
    ]
    # Cards known of a listed hand are not counted twice.
    fits = data | {"hands": [["KC", "K"], *[{"count": 15}] * 3], "known": [["KC"]]}
    assert GAME.read(fits | {"discards": ["KC"] * 5}).to_json()["hands"][0] == ["KC", "K"]


@pytest.mark.parametrize(
    ("row", "wrong"), [("Rc", "Rc"), ("Bh", "Bh"), ("Xd", "Xd"), ("KcC", "C"), ("sK", "s")]
)
def test_suits_that_a_card_cannot_have_in_the_text(row: str, wrong: str) -> None:
    text = table("99").to_text().replace("~4~", f"~{row}~")
    with pytest.raises(BadInput, match=f"'{wrong}' is not a card"):
        GAME.read(text)


@pytest.mark.parametrize(
    ("hand", "discard", "left", "top"),
    [
        ("KCKDKH9", "KD", ["9", "KC", "KH"], "KD"),
        ("KCKDKH9", "K", ["9", "K", "K"], "K"),
        ("KCKCKH9", "K", ["9", "KC", "K"], "K"),
        ("KCKC9", "K", ["9", "KC"], "KC"),
        ("KCKK9", "KC", ["9", "K", "K"], "KC"),
        ("KCKK9", "KH", ["9", "KC", "K"], "KH"),
        ("KCKK9", "K", ["9", "K", "K"], "K"),
        ("KC9", "K", ["9"], "KC"),
    ],
)
def test_which_card_leaves(hand: str, discard: str, left: list[str], top: str) -> None:
    data = play(hand, discard)
    assert data["hands"][0] == left
    assert data["discards"][-1] == top


def test_melds_books_and_burying() -> None:
    data = play("KCKDKK2H2S9", "meld-KCKK", "add-2S-K")
    assert data["teams"][0]["melds"] == [["KC", "K", "K", "2S"], ["A", "A", "A"]]
    assert data["hands"][0] == ["9", "K", "2H"]
    six = team("A6A6", "", 0) | {"melds": [["AC", "AD", "A", "A", "A", "A"]]}
    book = play("AS99", "add-A", own=six)["teams"][0]["books"][0]["cards"]
    assert book == ["AC", "AD", "AS", "A", "A", "A", "A"]
    wild = play("2C9JK9", "bury-2", "bury-JK", own=team("AAA", "2222222"))["teams"][0]["books"]
    assert wild[0]["cards"] == ["2C", *["2"] * 7, "JK"]


def test_red_threes_are_laid_out_and_replaced() -> None:
    data = play("3H3H9", "lay=KC")
    assert (data["teams"][0]["red_threes"], data["hands"][0]) == (["3H"], ["3H", "9", "KC"])
    data = play("3H3D9", "lay-3D=K")
    assert (data["teams"][0]["red_threes"], data["hands"][0]) == (["3D"], ["3H", "9", "K"])
    assert reason(table("3H3H9", own=OPENED, phase="play"), "lay-3D=KC") == (
        "seat 0 does not hold a card '3D'"
    )


def test_the_pile_comes_to_hand() -> None:
    data = play("KCKDK9", "take-KCKD", pile="4H3SKS")
    assert data["teams"][0]["melds"] == [["KC", "KD", "KS"], ["A", "A", "A"]]
    assert data["hands"][0] == ["3S", "4H", "9", "K"]
    assert data["known"][0] == ["3S", "4H"]
    assert reason(table("KCKDK9", own=OPENED, pile="QK"), "take-QQ") == (
        "'take-QQ': the discard pile is taken with two cards like its king"
    )
    # The rest waits for the opening.
    waits = table("KCKC888Q", pile="AHAAK", rules={"minimums": [45] * 4})
    begun = GAME.play(waits, ["take"])
    assert begun.to_json()["discards"] == ["AH", "A", "A"]
    opened = GAME.play(begun, ["meld-888"]).to_json()
    assert (opened["hands"][0], opened["known"][0]) == (["Q", "AH", "A", "A"], ["AH", "A", "A"])
    assert opened["teams"][0]["melds"][1] == ["KC", "KC", "K"]


def test_knees_and_feet_are_taken_up() -> None:
    knee = ["4C", "4", *"56789TJQKA", "2H"]
    start = table("AC9", own=team("AAAAAA"), phase="play", knees=[knee, *[{"count": 13}] * 3])
    taken = GAME.play(start, ["add-A", "knee"]).to_json()
    assert taken["hands"][0] == ["4C", "4", *"56789", "9", *"TJQKA", "2H"]
    named = f"knee={'.'.join(['4D', *knee[:1], *knee[2:]])}"
    assert GAME.play(start, ["add-A", named]).to_json()["hands"][0][:2] == ["4C", "4D"]
    wrong = f"knee={'.'.join(['4D', '4H', *knee[2:]])}"
    assert reason(start, "add-A", wrong) == "the card '4D' is not there: listed is 4C.4"
    hidden = table("AC9", own=team("AAAAAA"), phase="play")
    named = f"knee={'.'.join(knee)}"
    assert GAME.play(hidden, ["add-A", named]).to_json()["hands"][0][:2] == ["4C", "4"]


def test_draws_from_an_open_stock_and_from_a_hidden_one() -> None:
    start = GAME.deal("1").to_json()
    assert start["stock"][:3] == ["9", "3B", "A"]
    position = GAME.read(start | {"stock": ["9C", "3B", "AH", *start["stock"][3:]]})
    drawn = GAME.play(position, ["draw"])
    assert drawn.to_json()["stock"][0] == "AH"
    assert "9C" in drawn.to_json()["hands"][0]
    assert "3S" in GAME.play(position, ["draw=9.3S"]).to_json()["hands"][0]
    assert reason(position, "draw=9D.3B") == "the card '9D' is not there: listed is 9C"
    assert "9D" in GAME.play(GAME.deal("1"), ["draw=9D.3B"]).to_json()["hands"][0]
    view = GAME.play(GAME.as_seen(position), ["draw=9C.3B"])
    assert view == GAME.as_seen(drawn)


def test_of_a_hidden_hand_what_it_shows() -> None:
    known: dict[str, Any] = {"known": [[], ["9C", "9D"]], "turn": 1, "phase": "play"}
    start = table("44", own=OPENED, **known)
    assert GAME.play(start, ["9S"]).to_json()["discards"] == ["4", "9S"]
    # One of equal cards that are known goes first: which one stays is not told.
    assert GAME.play(start, ["9S"]).to_json()["known"][1] == ["9"]
    assert GAME.play(start, ["9D"]).to_json()["known"][1] == ["9C"]
    assert GAME.play(start, ["9"]).to_json()["discards"] == ["4", "9"]
    assert reason(table("44", **known, pile="9S" * 6 + "4"), "9S") == (
        "'9S' cannot lie there: all 6 of the packs are in other places"
    )


def test_a_shuffled_pile_is_forgotten() -> None:
    deal = GAME.deal("1", {"stock_out": "reshuffle"}).to_json()
    first, *rest = deal["stock"]
    assert (first, rest[-1]) == ("9", "9")
    pile = [*deal["discards"], *(card + "C" if card == "T" else card for card in rest[:20])]
    data = deal | {"stock": ["9H"], "discards": [*pile, *rest[20:-1], "9D"]}
    start = GAME.read(data)
    after = GAME.play(start, ["shuffle"])
    shown = after.to_json()
    assert shown["stock"][0] == "9H"
    assert {card for card in shown["stock"][1:] if card[-1] in "CDHS"} == set()
    assert shown["discards"] == ["9D"]
    assert len(shown["stock"]) == len(deal["stock"])
    # Where it is not known how piles are shuffled, the stock is not either.
    unsure = GAME.play(GAME.read(data | {"shuffle": None}), ["shuffle"]).to_json()
    assert (unsure["stock"], unsure["discards"]) == (
        {"count": len(deal["stock"])},
        shown["discards"],
    )


def test_views_have_the_suits_of_what_they_see() -> None:
    start = GAME.deal("1").to_json()
    hands = [
        [card + suit if card in "4567" else card for card in hand]
        for hand, suit in zip(start["hands"], "CDHS", strict=True)
    ]
    data = start | {"hands": hands, "discards": ["QH"], "stock": ["9S", *start["stock"][1:]]}
    view = GAME.as_seen(GAME.read(data | {"known": [[], ["4D"], [], []]}), 0).to_json()
    assert view["hands"] == [hands[0], *[{"count": 15}] * 3]
    assert (view["known"][1], view["discards"]) == (["4D"], ["QH"])
    assert view["stock"] == {"count": 167}


def test_of_another_hand_known_to_the_last_card_a_view_has_what_all_know() -> None:
    data = table("44").to_json() | {"known": [[], ["KC", "K"]], "stock": None}
    data["hands"][1] = ["KC", "KD"]
    view = GAME.as_seen(GAME.read(data), 0)
    assert view.to_json()["hands"][1] == view.to_json()["known"][1] == ["KC", "K"]
    assert GAME.as_seen(GAME.read(data), 1).to_json()["hands"][1] == ["KC", "KD"]


def test_a_record_of_a_seat_names_what_it_saw() -> None:
    start = GAME.deal("1").to_json()
    stock = ["9C", "3S", "AH", *start["stock"][3:]]
    hands = [[*start["hands"][0][:-1], "2S"], *start["hands"][1:]]
    position = GAME.read(start | {"stock": stock, "hands": hands})
    record = Record(position, ("draw", "2", "draw", "JK"))
    assert as_kept(GAME, record, 0).moves == ("draw=9C.3S", "2S", "draw", "JK")
    assert as_kept(GAME, record, 1).moves == ("draw", "2S", "draw=AH.K", "JK")
    assert as_kept(GAME, record, 2).moves == ("draw", "2S", "draw", "JK")


def test_a_position_that_has_moved_on_tells_no_suits_by_itself() -> None:
    start = table("KCKD4", own=OPENED, phase="play")
    moved = GAME.state(GAME.play(start, ["KC"]))
    assert GAME.position(moved, start).suits == ()
    asked: Position = table(
        "A9", own=team("AAA", REQUIRED), stages=(2, 0, 2, 0), phase="play", pile="4H"
    )
    assert GAME.position(GAME.state(GAME.play(asked, ["ask"])), asked).suits == asked.suits


def test_faces_among_cards() -> None:
    def faces(row: str) -> list[tuple[int, int]]:
        return [parse_face(card) for card in row.split()]

    assert lacking(faces("KC K 4"), faces("KD 4C")) == []
    assert lacking(faces("KC K"), faces("KD KH 4C")) == faces("4C KD KH")
    assert lacking(faces("KC K"), faces("K K K")) == []
    assert suits_of({}) == ()
    assert bare((2, 2)) == faces("4 4")
