"""The rule sheet of K'nack, sentence by sentence; what it leaves open, as it was decided."""

from random import Random

import pytest

from kibitz.games import protocol
from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knack.position import Position
from kibitz.games.knack.rules import Rules
from tests.games.knack.tables import (
    GAME,
    late,
    laying,
    legal_texts,
    played_out,
    reason,
    texts,
    written,
)


def shares(position: Position) -> tuple[float, ...] | None:
    outcome = GAME.outcome(GAME.state(position))
    return outcome.payoffs if outcome else None


def lay(position: Position, *cards: str) -> Position:
    """Cards laid in turn, wherever they can be; with a ! after them K'nack! is called."""
    for card in cards:
        text = laying(position, card.rstrip("!"), card.endswith("!"))
        position = GAME.play(position, [text])
    return position


# ------------------------------------------------------------------------------------ equipment


@pytest.mark.parametrize(
    ("players", "packs", "share", "aside"),
    [(2, 1, 27, 0), (3, 2, 36, 0), (4, 2, 27, 0), (5, 3, 32, 2), (6, 3, 27, 0)],
)
def test_a_pack_for_two_players_two_for_three_or_four(
    players: int, packs: int, share: int, aside: int
) -> None:
    rules = Rules(players=players)
    assert (rules.pack_count, rules.share, rules.aside) == (packs, share, aside)
    assert rules.cards.total() == 54 * packs
    position = GAME.deal("1", {"players": players})
    assert position.cards_left == (share,) * players
    assert len(position.aside) == aside


def test_a_pack_of_36_for_each_player() -> None:
    for players in range(2, 7):
        position = GAME.deal("1", {"players": players, "pack": 36})
        assert position.cards_left == (36,) * players
        assert position.aside == ()


@pytest.mark.parametrize(
    ("rules", "share", "aside"),
    [
        ({"packs": 2}, 54, 0),
        ({"packs": 4}, 108, 0),
        ({"players": 5, "packs": 1}, 10, 4),
        ({"players": 6, "packs": 1, "pack": 36}, 6, 0),
        ({"players": 2, "packs": 6, "pack": 36}, 108, 0),
        ({"players": 3, "packs": 3, "jokers": 0}, 52, 0),
    ],
)
def test_one_pack_or_more_may_be_shuffled(rules: dict[str, int], share: int, aside: int) -> None:
    position = GAME.deal("1", rules)
    assert set(position.cards_left) == {share}
    assert len(position.aside) == aside
    assert position.rules.pack_count == rules["packs"]
    assert GAME.read(position.to_text()) == GAME.read(position.to_json()) == position
    seen = GAME.as_seen(position, 0)
    assert GAME.read(seen.to_text()) == seen
    states = played_out(position, Random(1))
    assert protocol.run_over(states[-1])


def test_no_more_packs_than_the_table_has_room_for() -> None:
    with pytest.raises(BadInput, match="5 packs make 270 cards: 216 are the most") as caught:
        GAME.deal("1", {"packs": 5})
    assert [fault.pointer for fault in caught.value.faults] == ["/rules/packs"]
    assert Rules() == Rules(packs=None)


# ------------------------------------------------------------------------------------- starting


def test_cards_are_dealt_evenly_one_at_a_time_from_the_dealers_left() -> None:
    position = GAME.deal("1", {"players": 5}, dealer=3)
    assert position.turn == position.starter == 4
    assert position.held == (5,) * 5
    assert position.deck_sizes == (27,) * 5
    again = GAME.deal("1", {"players": 5}, dealer=0)
    assert again.decks[1] == position.decks[4]


def test_each_player_draws_five_cards_from_the_top_of_the_own_deck() -> None:
    position = GAME.deal("2")
    after = GAME.play(position, [f"{texts(position.hands[1])[0]}@0,0"])
    assert set(after.hands[1]) >= {position.decks[1][0]}
    assert after.decks[1] == position.decks[1][1:]


def test_left_of_the_dealer_starts_with_any_card_face_down_in_the_middle() -> None:
    position = GAME.deal("3", {"players": 4}, dealer=1)
    assert position.turn == 2
    assert legal_texts(position) == {f"{card}@0,0" for card in texts(position.hands[2])}
    assert reason(position, "pass") == "seat 2 lays the free card and cannot pass"
    card = texts(position.hands[2])[0]
    assert reason(position, f"{card}@1,0") == "the free card lies at 0,0"
    after = GAME.play(position, [f"{card}@0,0"])
    assert GAME.as_seen(after, 2).field == after.field
    assert GAME.as_seen(after, 0).field == ((0, 0, UNSEEN),)
    assert after.held == (5, 5, 5, 5)
    assert after.turn == 3


def test_the_free_card_is_like_a_joker() -> None:
    position = GAME.read(written("7C@0,0", "8H TC JD QS KC|2C 2D 2H 2S 3C"))
    assert len(legal_texts(position)) == 5 * 4
    beside = GAME.read(written("7C@0,0 2D@1,0", "8H 3C 3S AC 5D|2C 2H 2S 3D 3H"))
    assert "3C@1,1" in legal_texts(beside)
    assert "8H@0,1" in legal_texts(beside)
    assert "8H@1,1" not in legal_texts(beside)


def test_other_cards_beside_it_must_match_all_the_same() -> None:
    position = GAME.read(written("7C@0,0 2D@1,0 3C@1,1", "4H 4D 9S TH KD|2C 2H 2S 3D 3H"))
    assert "4H@0,1" in legal_texts(position)
    assert "9S@0,1" not in legal_texts(position)
    assert reason(position, "9S@0,1") == "9S cannot lie there: it does not match 3C at 1,1"


# -------------------------------------------------------------------------------------- playing


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        *(("6C", True), ("6S", True), ("8C", True), ("8S", True)),
        *(("6D", False), ("8D", False), ("7S", False), ("9C", False)),
    ],
)
def test_a_seven_of_hearts_lies_beside_black_sixes_and_eights_only(card: str, fits: bool) -> None:
    data = written(f"5C@0,0 {card}@1,0", "7H 2C 2D 2S 3C|3S 4C 4D 4H 4S")
    assert ("7H@2,0" in legal_texts(GAME.read(data))) == fits


def test_kings_lie_beside_queens_and_aces_and_aces_beside_twos_and_kings() -> None:
    hand = "AH QH 2C KC 3D|3S 4C 4D 4H 4S"
    king = GAME.read(written("5C@0,0 KS@1,0", hand))
    assert {t for t in legal_texts(king) if t.endswith("@2,0")} == {"AH@2,0", "QH@2,0"}
    ace = GAME.read(written("5C@0,0 AD@1,0", hand))
    assert {t for t in legal_texts(ace) if t.endswith("@2,0")} == {"2C@2,0", "KC@2,0"}
    none = GAME.read(written("5C@0,0 AD@1,0", hand, wrap="none"))
    assert {t for t in legal_texts(none) if t.endswith("@2,0")} == {"2C@2,0"}


def test_jokers_lie_anywhere_and_take_any_card() -> None:
    position = GAME.read(written("5C@0,0 AD@1,0", "JK QH 2C KC 3D|JK 4C 4D 4H 4S"))
    assert len([text for text in legal_texts(position) if text.startswith("JK")]) == 6
    beside = GAME.read(written("5C@0,0 AD@1,0 JK@2,0", "9H QH 2C KC 3D|JK 4C 4D 4H 4S"))
    assert {t for t in legal_texts(beside) if t.endswith("@3,0")} == {
        *("9H@3,0", "QH@3,0", "2C@3,0", "KC@3,0", "3D@3,0")
    }


def test_equal_cards_are_one_choice() -> None:
    hands = "8H 8H QD QD TC|2C 2D 2H 2S 3C|3D 3H 3S 4C 4D"
    position = GAME.read(written("7C@0,0", hands))
    assert len(legal_texts(position)) == 3 * 4
    after = GAME.play(position, ["8H@1,0"])
    assert texts(after.hands[0]).count("8H") == 1


SURROUNDED = "5C@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"


def test_who_has_a_playable_card_must_place_one_and_draws() -> None:
    position = GAME.read(written(SURROUNDED, "2H 7C 3H 3D 4D|2C 2S 3C 3S 4C", "KS|"))
    assert legal_texts(position) == {"7C@2,0", "7C@-2,0"}
    assert reason(position, "pass") == "seat 0 has a card that can be laid, and must lay one"
    after = GAME.play(position, ["7C@2,0"])
    assert texts(after.hands[0]) == ("2H", "3D", "3H", "4D", "KS")
    assert after.turn == 1


def test_who_has_none_passes_and_draws_nothing() -> None:
    position = GAME.read(written(SURROUNDED, "2H 2D 3H 3D 4D|2C 2S 3C 3S 7C"))
    assert legal_texts(position) == {"pass"}
    after = GAME.play(position, ["pass"])
    assert (after.hands, after.decks) == (position.hands, position.decks)
    assert (after.turn, after.passes) == (1, 1)
    assert GAME.play(after, ["7C@2,0"]).passes == 0


# ----------------------------------------------------------------------------------- the end


def test_if_no_players_can_play_the_game_ends_and_the_fewest_cards_win() -> None:
    position = GAME.read(written(SURROUNDED, "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C"))
    assert shares(GAME.play(position, ["pass"])) is None
    ended = GAME.play(position, ["pass", "pass"])
    assert ended.cards_left == (25, 24)
    assert shares(ended) == (0, 1)
    assert legal_texts(ended) == set()
    assert reason(ended, "pass") == "the game is over: nobody can lay a card"


def test_equal_numbers_of_cards_tie() -> None:
    more = SURROUNDED + " JS@0,2"
    position = GAME.read(written(more, "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C"))
    ended = GAME.play(position, ["pass", "pass"])
    assert ended.cards_left == (24, 24)
    assert shares(ended) == (0.5, 0.5)


def test_who_runs_out_of_cards_wins() -> None:
    won = lay(late("KH|TS JH QS", ".|."), "KH")
    assert won.finished == (0,)
    assert shares(won) == (1, 0)
    assert reason(won, "pass") == "the game is over: somebody has run out of cards"


def test_others_add_up_their_cards_to_see_their_place() -> None:
    position = late("KH|TS JH QS|8S 9H", ".|.|.")
    won = GAME.outcome(GAME.state(lay(position, "KH")))
    assert won
    assert (won.payoffs, won.places) == ((1, 0, 0), (1, 3, 2))
    stuck = GAME.read(written(SURROUNDED, "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C"))
    tied = GAME.outcome(GAME.state(GAME.play(stuck, ["pass", "pass"])))
    assert tied
    assert tied.places == tuple(1 + sum(n < m for n in stuck.cards_left) for m in stuck.cards_left)
    assert GAME.outcome(GAME.state(position)) is None


def test_others_may_play_on_for_places() -> None:
    hands, decks = "KH|JH QS|8S 9H TS", ".|.|."
    rules = {"play_on_for_places": True}
    assert shares(lay(late(hands, decks), "KH")) == (1, 0, 0)
    first = lay(late(hands, decks, **rules), "KH")
    assert first.finished == (0,)
    assert first.turn == 1
    assert shares(first) is None
    second = lay(first, "QS", "9H", "JH")
    assert second.finished == (0, 1)
    assert shares(second) == (1, 0.5, 0)


def test_when_nobody_can_play_the_rest_share_the_places_left() -> None:
    after = lay(late("KH|JH QS|9H TS|7H 8S", ".|.|.|.", play_on_for_places=True), "KH")
    assert shares(after) is None
    state = GAME.state(after)
    state[0]["passes"] = 3
    assert protocol.run_over(state)
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.payoffs == pytest.approx((1, 1 / 3, 1 / 3, 1 / 3))


# -------------------------------------------------------------------------------------- K'nack!


def test_the_call_is_made_automatically_with_the_last_card() -> None:
    position = late("9H TS JH QS KH|6S 7H", "8S|.")
    after = lay(position, "QS")
    assert after.deck_sizes == (0, 0)
    assert after.turn == 1
    assert reason(position, laying(position, "QS") + "!") == (
        "K'nack! is called automatically under these rules: leave out the !"
    )


def test_the_call_goes_with_the_move_that_draws_the_last_card() -> None:
    position = late("9H TS JH QS KH|5H 6S", "7H 8S|.", knack_call="explicit")
    assert not [text for text in legal_texts(position) if text.endswith("!")]
    text = laying(position, "QS") + "!"
    assert (
        reason(position, text) == "K'nack! is called with the last card of a deck, and there are 2"
    )
    after = lay(position, "QS", "6S")
    assert after.deck_sizes == (1, 0)
    called = lay(after, "JH!")
    assert called.deck_sizes == (0, 0)
    assert called.turn == 1


def test_the_free_card_may_draw_the_last_card_and_takes_the_call_with_it() -> None:
    rules = {"players": 6, "pack": 36, "packs": 1, "knack_call": "explicit"}
    position = GAME.deal("1", rules)
    free = laying(position, card_text(int(position.hands[1][0])))
    assert {free, free + "!"} <= set(legal_texts(position))
    called = GAME.play(position, [free + "!"])
    assert called.deck_sizes == (1, 0, 1, 1, 1, 1)
    assert called.cards_left == (6, 5, 6, 6, 6, 6)
    forgotten = GAME.play(position, [free])
    assert forgotten.cards_left == (5, 10, 5, 5, 5, 5)


def test_without_the_call_each_other_gives_the_top_card_first_given_lowest() -> None:
    hands = "9H TS JH QS KH|AH 2S 3H 4S 5H|QH KS 6S 7H 8S"
    decks = "JS|TH 9S .|8H ."
    position = late(hands, decks, knack_call="explicit")
    after = lay(position, "QS")
    assert texts(after.decks[0]) == ("8H", "TH")
    assert texts(after.decks[1]) == ("9S",)
    assert after.decks[2] == ()
    assert after.offender is None
    assert after.turn == 1
    assert after.given == ()
    assert lay(position, "QS!").decks == ((), *position.decks[1:])


def test_with_an_empty_deck_a_card_of_the_hand_is_given() -> None:
    hands = "9H TS JH QS KH|3H 4S 5H|6S 7H 8S"
    position = late(hands, "2S .|.|.", knack_call="explicit")
    owing = lay(position, "QS")
    assert (owing.offender, owing.turn) == (0, 1)
    assert legal_texts(owing) == {"give-3H", "give-4S", "give-5H"}
    assert reason(owing, "pass") == "seat 1 first gives a card to seat 0: write give-7C"
    assert reason(owing, "give-KH") == "seat 1 does not hold KH"
    assert reason(position, "give-KH") == "no card is to be given now"
    more = GAME.play(owing, ["give-4S"])
    assert (more.offender, more.turn) == (0, 2)
    after = GAME.play(more, ["give-6S"])
    assert (after.offender, after.turn) == (None, 1)
    assert texts(after.decks[0]) == ("6S", "4S")
    assert [card_text(given.card) for given in GAME.as_seen(after, 1).given] == ["4S"]
    assert GAME.as_seen(owing, 2).turn == 1
    assert legal_texts(GAME.as_seen(owing, 2)) == {"give-??"}


def test_who_runs_out_by_giving_wins_and_the_giving_stops() -> None:
    position = late("9H TS JH QS KH|7H|6S 8S", "5H .|.|.", knack_call="explicit")
    won = GAME.play(lay(position, "QS"), ["give-7H"])
    assert won.finished == (1,)
    assert (won.offender, won.deck_sizes) == (None, (1, 0, 0))
    assert shares(won) == (0, 1, 0)


def test_for_places_play_goes_on_after_that_with_the_next() -> None:
    rules = {"knack_call": "explicit", "play_on_for_places": True}
    position = late("9H TS JH QS KH|7H|6S 8S", "5H .|.|.", **rules)
    after = GAME.play(lay(position, "QS"), ["give-7H"])
    assert shares(after) is None
    assert (after.turn, after.cards_left) == (2, (6, 0, 2))
    assert GAME.read(after.to_text()) == after


def test_who_was_given_cards_must_call_again() -> None:
    position = late("9H TS JH QS KH|5H 6S 7H", "8S|.", knack_call="explicit")
    after = lay(GAME.play(lay(position, "QS"), ["give-7H"]), "6S")
    assert {text[-1] for text in legal_texts(after)} >= {"!"}
    assert lay(after, "JH!").offender is None
    assert lay(after, "JH").offender == 0


def test_giving_away_the_last_card_of_a_deck_needs_no_call() -> None:
    position = late("9H TS JH QS KH|3H 4S 5H 6S 7H", "8S|2S", knack_call="explicit")
    after = lay(position, "QS")
    assert after.deck_sizes == (1, 0)
    assert (after.offender, after.turn) == (None, 1)


# -------------------------------------------------------------------------- danglers and leaners


def test_danglers_obstacles_and_windows_hold_here_too() -> None:
    edge = {"field": {"width": 3, "height": 1}, "anchored": True}
    hands = "8H TC JD QS KC|2C 2D 2H 2S 3C"
    assert {text[3:] for text in legal_texts(GAME.read(written("7C@0,0", hands, **edge)))} == {
        *("1,0", "-1,0")
    }
    hanging = GAME.read(written("7C@0,0", hands, **edge, danglers=1))
    assert {text[3:] for text in legal_texts(hanging)} == {"1,0", "-1,0", "0,1", "0,-1"}
    legs = {"anchored": True, "obstacles": [[1, 0], [0, 1]]}
    blocked = GAME.read(written("7C@0,0", hands, **legs))
    assert {text[3:] for text in legal_texts(blocked)} == {"-1,0", "0,-1"}
    leaning = GAME.read(written("7C@0,0", hands, **legs, leaners=True))
    assert {text[3:] for text in legal_texts(leaning)} == {"1,0", "-1,0", "0,1", "0,-1"}
    window = GAME.read(
        written("7C@0,0 8D@1,0", hands.replace("8H", "9S"), field={"width": 2, "height": 1})
    )
    assert legal_texts(window) == {"pass"}
