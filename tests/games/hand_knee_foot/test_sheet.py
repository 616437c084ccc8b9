"""Every sentence of the rule sheet, each played out on a table laid for it."""

from collections import Counter
from typing import Any

import pytest

from kibitz.games.hand_knee_foot.kinds import TEXTS
from kibitz.games.hand_knee_foot.moves import TAKE
from kibitz.games.hand_knee_foot.rules import DEFAULT, Rules, after_round
from kibitz.games.match import MatchResult
from tests.games.hand_knee_foot.staged import REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME, legal_texts, reason

PLAY: dict[str, Any] = {"phase": "play"}
FEET = (2, 0, 2, 0)


# ------------------------------------------------------------- team makeup and dealing cards


def test_packs_teams_and_cards_drawn() -> None:
    made = {n: Rules(players=n) for n in (2, 3, 4, 6)}
    assert {n: (r.packs, r.teams, r.draws) for n, r in made.items()} == {
        2: (6, 2, 5),
        3: (7, 3, 2),
        4: (6, 2, 2),
        6: (7, 2, 2),
    }


def test_everybody_gets_a_hand_a_knee_and_a_foot() -> None:
    for players in (2, 3, 4, 6):
        deal = GAME.deal("3", {"players": players})
        assert set(map(len, deal.hands)) == {15}
        assert set(map(len, deal.knees)) == {13}
        assert set(map(len, deal.feet)) == {11}
        assert deal.stock_size == 54 * deal.rules.packs - players * 39 - 1


def test_the_card_turned_up_is_no_wild_card_no_7_no_5_and_no_three() -> None:
    turned = Counter(TEXTS[GAME.deal(str(seed)).discards[0]] for seed in range(400))
    assert set(turned) == set("4689TJQKA")


def test_the_dealer_of_the_next_round_is_to_the_left() -> None:
    assert after_round((0, 0), (5, 10), 1, 0, 4) == MatchResult((5, 10), (), 1, 2)
    assert after_round((0, 0), (5, 10), 3, 3, 4).dealer == 0


# ------------------------------------------------------------------------------------- play


def test_the_dealer_starts_and_play_goes_to_the_left() -> None:
    deal = GAME.deal("1", dealer=2)
    assert deal.turn == 2
    after = GAME.play(deal, ["draw", GAME.move_text(deal.hands[2][0])])
    assert after.turn == 3
    assert len(after.hands[2]) == 16


def test_a_turn_begins_with_two_cards_or_the_pile_for_two_like_its_top_card() -> None:
    assert legal_texts(table("KKAAA9", pile="88K")) == {"draw", "take"}
    assert legal_texts(table("K2JKAAA", pile="88K")) == {"draw"}
    assert reason(table("K2JKAAA"), "take") == "the discard pile is taken with two cards like its 4"


def test_all_cards_of_the_pile_are_taken() -> None:
    before = table("KK9", own=team("AAA"), pile="89B2K")
    after = GAME.play(before, ["take"])
    assert [TEXTS[kind] for kind in after.hands[0]] == ["3B", "8", "9", "9", "2"]
    assert [TEXTS[kind] for kind in after.known[0]] == ["3B", "8", "9", "2"]
    assert after.discards == ()


def test_only_the_top_card_counts_for_the_opening() -> None:
    # 3 × 10 of the kings and 20 of the hand; the aces of the pile would make it.
    assert "take" not in legal_texts(table("KK8899", pile="AAAK"))
    assert "take" in legal_texts(table("KK888", pile="AAAK"))
    opened = GAME.play(table("KK888Q", pile="AAAK"), ["take", "meld-888"])
    assert "meld-AAA" in legal_texts(opened)


def test_red_threes_are_laid_out_after_the_opening_and_replaced() -> None:
    before = table("RKKKAAAQ", **PLAY)
    assert "lay" not in legal_texts(before)
    opened = GAME.play(before, ["meld-AAA"])
    assert legal_texts(opened) == {"lay"}
    after = GAME.play(opened, ["lay=9"])
    assert (after.teams[0].red_threes, len(after.hands[0])) == (1, 5)
    assert after.stock_size == opened.stock_size - 1
    again = GAME.play(opened, ["lay=3R"])
    assert legal_texts(again) == {"lay"}


def test_red_threes_may_be_kept_where_they_need_not_be_laid_out() -> None:
    before = table("R2KQ", own=team("AAA"), rules={"red_three_auto": False}, **PLAY)
    assert {"lay", "3R", "K"} <= legal_texts(before)


# ----------------------------------------------------------------------------------- threes


def test_a_black_three_closes_the_pile_for_the_next_player_only() -> None:
    closed = table("KKQ", own=team("AAA"), pile="KKB")
    assert legal_texts(closed) == {"draw"}
    assert reason(closed, "take") == "the discard pile cannot be taken: a black three is on top"
    opened = table("KKQ", own=team("AAA"), pile="KBK")
    assert legal_texts(opened) == {"draw", "take"}


@pytest.mark.parametrize("top", ["R", "2", "JK"])
def test_a_wild_card_or_a_red_three_on_top_cannot_be_taken(top: str) -> None:
    assert legal_texts(table("KKRR22JKJK", own=team("AAA"), pile=f"K{top}")) == {"draw"}


def test_black_threes_are_only_discarded() -> None:
    assert not any("3B" in text for text in legal_texts(table("BBBKK2", **PLAY)) - {"3B"})
    assert "3B" in legal_texts(table("BBBKK2", **PLAY))


# ------------------------------------------------------------------------------------- melds


@pytest.mark.parametrize(("number", "points"), [(1, 60), (2, 90), (3, 120), (4, 150)])
def test_an_opening_has_so_many_points(number: int, points: int) -> None:
    assert DEFAULT.minimums[number - 1] == points
    exact = {60: "AAA", 90: "AAAKKK", 120: "AAAAAA", 150: "AAAKKKQQQ999"}[points]
    short = exact.replace("A", "4", 1)
    assert any("meld" in text for text in legal_texts(table(exact + "8", round=number, **PLAY)))
    assert not any("meld" in t for t in legal_texts(table(short + "8", round=number, **PLAY)))


def test_a_meld_has_two_naturals_or_more_and_never_more_wild_cards() -> None:
    hand = table("AA9222JK", own=team("KKK QQQQ"), **PLAY)
    moves = legal_texts(hand)
    assert {"meld-AA2", "meld-AAJK", "add-2-K", "add-2-Q", "meld-222", "meld-22JK"} <= moves
    assert "add-2-A" not in moves
    assert "add-2-K" in legal_texts(GAME.play(hand, ["add-2-K"]))
    assert "add-2-K" not in legal_texts(GAME.play(hand, ["add-2-K", "add-2-K"]))
    pair = GAME.play(hand, ["meld-AA2"])
    assert "add-2-A" not in legal_texts(GAME.play(pair, ["add-2-A"]))
    three = table("99222", own=team("AAA QQQQ"), rules={"max_wilds": 3}, **PLAY)
    assert "add-2-Q" in legal_texts(GAME.play(three, ["add-2-Q", "add-2-Q"]))


def test_5s_and_7s_take_no_wild_cards() -> None:
    hand = "5577292"
    assert not {"meld-552", "meld-772"} & legal_texts(table(hand, own=team("AAA"), **PLAY))
    loose = table(hand, own=team("AAA"), rules={"special_natural_only": False}, **PLAY)
    assert {"meld-552", "meld-772"} <= legal_texts(loose)


def test_one_open_meld_of_a_rank_at_a_time() -> None:
    before = table("AAAA99", own=team("AAAAAA"), **PLAY)
    assert "meld-AAA" not in legal_texts(before)
    after = GAME.play(before, ["add-A", "leave", "leave"])
    assert "meld-AAA" in legal_texts(after)
    assert after.teams[0].books[0].red == 1


@pytest.mark.parametrize(("meld", "kept"), [("KKKK", 0), ("KKKKK", 1), ("KKKK2", 1), ("KKKKKK", 2)])
def test_the_pile_completes_an_open_meld_and_the_rest_stays_in_hand(meld: str, kept: int) -> None:
    before = table("KK9", own=team(f"{meld} AAA", "4444444"), pile="9K")
    after = GAME.play(before, ["take"])
    assert [TEXTS[kind] for kind in after.hands[0]] == ["9", "9", *["K"] * kept]
    # The two that took it were shown.
    assert [TEXTS[kind] for kind in after.known[0]] == ["9", *["K"] * kept]
    assert sum(books.red + books.black for books in after.teams[0].books) == 2
    assert len(after.teams[0].melds) == 1
    words = GAME.describe(GAME.state(before), TAKE)
    assert words.endswith(
        ["with two from the hand", "with one from the hand", "melding its king"][kept]
    )


def test_two_cards_like_the_top_card_take_it_even_if_they_stay_in_hand() -> None:
    alone = table("K9A", own=team("KKKKKK AAA"), pile="9K")
    assert reason(alone, "take") == "the discard pile is taken with two cards like its king"
    assert reason(table("KCKD9", own=team("KKKKK AAA"), pile="9K"), "take-KCKD").endswith(
        "1 of the two cards of hand are laid, not 2"
    )
    named = GAME.play(table("KCKD9", own=team("KKKKK AAA", "4444444"), pile="9K"), ["take-KC"])
    assert named.to_json()["hands"][0] == ["9", "9", "KD"]


def test_three_cards_of_the_pile_need_room_in_the_open_meld_where_that_is_the_rule() -> None:
    rules = {"take_onto_full": False}
    assert "take" in legal_texts(table("KK9", own=team("KKKK AAA"), pile="9K", rules=rules))
    full = table("KK9", own=team("KKKKK AAA"), pile="9K", rules=rules)
    assert reason(full, "take") == "the open meld of kings has no room for three cards"


def test_taking_the_pile_may_complete_the_last_required_book() -> None:
    books = REQUIRED.split()
    before = table("66", own=team("66666", " ".join(books[1:])), stages=(2, 0), pile="6")
    assert GAME.play(before, ["take", "6"]).ended == "out"
    short = table("66", own=team("66666", " ".join(books[2:])), stages=(2, 0), pile="6")
    assert reason(short, "take") == "a card has to be kept, for the seat may not go out"


# ---------------------------------------------------------------------------- knee and foot


def test_the_first_book_offers_the_knees_to_its_maker_and_partners() -> None:
    before = table("A9", own=team("AAAAAA"), **PLAY)
    made = GAME.play(before, ["add-A"])
    assert (made.phase, made.offers) == ("offer", (0, 2))
    knee = "4.4.5.6.7.8.9.T.J.Q.K.A.2"
    taken = GAME.play(made, [f"knee={knee}"])
    assert (taken.offers, len(taken.hands[0])) == ((2,), 14)
    left = GAME.play(taken, ["leave"])
    assert (left.phase, left.turn, left.stages) == ("play", 0, (1, 0, 0, 0))
    both = GAME.play(GAME.play(made, ["leave"]), ["knee"])
    assert (both.stages, both.sizes) == ((0, 0, 1, 0), (1, 15, 28, 15))


def test_a_second_book_offers_nothing() -> None:
    before = table("A9", own=team("AAAAAA", "4444444"), **PLAY)
    assert GAME.play(before, ["add-A"]).phase == "play"


def test_knees_have_to_be_taken_where_that_is_the_rule() -> None:
    made = GAME.play(
        table("A9", own=team("AAAAAA"), rules={"knee_pickup": "auto"}, **PLAY), ["add-A"]
    )
    assert legal_texts(made) == {"knee"}


def test_an_empty_hand_takes_the_knee_and_then_the_foot() -> None:
    knee = "4.4.4.4.4.4.4.4.4.4.4.4.4"
    emptied = GAME.play(table("KKK", own=team("AAA"), **PLAY), ["meld-KKK"])
    assert (emptied.phase, legal_texts(emptied)) == ("pick_up", {"knee"})
    assert GAME.play(emptied, [f"knee={knee}"]).phase == "play"
    last = table("K", own=team("AAA"), stages=(1, 0, 0, 0), **PLAY)
    assert legal_texts(GAME.play(last, ["K"])) == {"foot"}


def test_the_foot_is_played_at_once_without_a_discard_and_next_turn_with_one() -> None:
    foot = "foot=4.4.5.6.7.8.9.T.J.Q.K"
    directly = table("KKK", own=team("AAA"), stages=(1, 0, 0, 0), **PLAY)
    after = GAME.play(directly, ["meld-KKK", foot])
    assert (after.turn, after.phase, len(after.hands[0])) == (0, "play", 11)
    discarded = table("K", own=team("AAA"), stages=(1, 0, 0, 0), **PLAY)
    after = GAME.play(discarded, ["K", foot])
    assert (after.turn, after.phase, len(after.hands[0])) == (1, "draw", 11)


# -------------------------------------------------------------------------------- going out


def test_going_out_with_a_discard_and_without() -> None:
    full = team("AAA", REQUIRED)
    alone = table("K9", own=full, stages=(2, 0), rules={}, **PLAY)
    out = GAME.play(table("K", own=full, stages=(2, 0), **PLAY), ["K"])
    assert (out.ended, out.turn) == ("out", 0)
    assert legal_texts(alone) == {"K", "9"}
    out = GAME.play(table("AA", own=full, stages=(2, 0), **PLAY), ["add-A", "add-A"])
    assert (out.ended, out.turn) == ("out", 0)


@pytest.mark.parametrize("missing", range(4))
def test_a_card_is_kept_without_the_required_books(missing: int) -> None:
    books = [book for i, book in enumerate(REQUIRED.split()) if i != missing]
    short = table("AAA9", own=team("AAA", " ".join(books)), stages=(2, 0), **PLAY)
    assert {"add-A", "A", "9"} == legal_texts(short)
    two = GAME.play(short, ["add-A", "add-A"])
    assert legal_texts(two) == {"A", "9"}
    assert reason(two, "add-A") == "a card has to be kept, for the seat may not go out"
    kept = GAME.play(two, ["9"])
    assert (kept.ended, kept.sizes[0]) == (None, 1)


def test_the_last_cards_may_make_the_last_required_book() -> None:
    books = " ".join(REQUIRED.split()[1:])
    out = GAME.play(table("6", own=team("666666", books), stages=(2, 0), **PLAY), ["add-6"])
    assert out.ended == "out"


def test_every_partner_has_to_be_in_the_foot_and_to_agree() -> None:
    own = team("AAA", REQUIRED)
    apart = table("A9", own=own, stages=(2, 0, 1, 0), **PLAY)
    assert legal_texts(apart) == {"A", "9"}
    assert reason(apart, "ask") == "every partner has to be in the foot"
    together = table("A9", own=own, stages=FEET, **PLAY)
    assert legal_texts(together) == {"A", "9", "ask"}
    asked = GAME.play(together, ["ask"])
    assert (asked.answering, legal_texts(asked)) == (2, {"yes", "no"})
    out = GAME.play(asked, ["yes", "add-A", "9"])
    assert (out.ended, out.turn, out.sizes[2]) == ("out", 0, 15)
    refused = GAME.play(asked, ["no"])
    assert legal_texts(refused) == {"A", "9"}
    assert reason(refused, "ask") == "your partner has answered in this turn"
    # The next turn may ask again.
    assert GAME.play(refused, ["9"]).said is None


def test_of_three_partners_all_have_to_agree() -> None:
    asked = GAME.play(
        table("A9", own=team("AAA", REQUIRED), stages=(2, 0, 2, 0, 2, 0), **PLAY), ["ask"]
    )
    assert GAME.play(asked, ["yes"]).answering == 4
    refused = GAME.play(asked, ["yes", "no"])
    assert refused.said == "no"
    assert reason(refused, "ask") == "your partners have answered in this turn"
    assert GAME.play(asked, ["yes", "yes", "add-A", "9"]).ended == "out"


def test_nobody_is_asked_where_that_is_the_rule() -> None:
    rules = {"ask_team": False}
    before = table("A9", own=team("AAA", REQUIRED), stages=FEET, rules=rules, **PLAY)
    assert GAME.play(before, ["add-A", "9"]).ended == "out"
    assert reason(before, "ask") == "there is nobody to ask"


# ----------------------------------------------------------------------------------- buried


def test_cards_are_buried_in_books_that_are_not_required() -> None:
    books = f"{REQUIRED} 6666666 QQQQQ22 2222222"
    before = table("456789TJQKA2JK99", own=team("", books), **PLAY)
    assert {t for t in legal_texts(before) if "bury" in t} == {
        "bury-6",
        "bury-Q",
        "bury-2",
        "bury-JK",
    }
    assert reason(before, "bury-4") == "nothing is buried in the books of 4s: they are required"
    after = GAME.play(before, ["bury-6", "bury-2"])
    assert [len(books.cards) for books in after.teams[0].books] == [7, 7, 8, 7, 7, 7, 8]


# ------------------------------------------------------------------------------- stock used up


def test_who_must_draw_and_cannot_ends_the_round() -> None:
    deal = GAME.deal("1")
    data = deal.to_json()
    thrown = sorted(data["stock"][1:], key=lambda card: card != "K")  # a king begins the pile
    data["discards"] = [*thrown, *data["discards"]]
    data["stock"] = data["stock"][:1]
    data["hands"][0][:2] = ["Q", "Q"]
    state = GAME.read(deal.to_json() | {"stock": data["stock"], "discards": data["discards"]})
    assert "stop" in legal_texts(state)
    ended = GAME.play(state, ["stop"])
    assert ended.ended == "stock"
    scores = GAME.score_lines(GAME.state(ended))
    assert scores is not None
    assert "going out" not in {line.name for team in scores for line in team}
    again = GAME.read({**state.to_json(), "rules": {"stock_out": "reshuffle"}, "shuffle": 5})
    shuffled = GAME.play(again, ["shuffle"])
    assert (shuffled.stock_size, shuffled.discards) == (167, deal.discards)
    assert shuffled.stock[0] == state.stock[0]
    assert "draw" in legal_texts(shuffled)


def test_red_threes_are_laid_out_without_a_card_for_them_when_the_stock_is_used_up() -> None:
    data = GAME.deal("1").to_json()
    pile = [*data["stock"], "4"]
    for _ in range(3):
        pile.remove("A")
    data |= {"stock": [], "discards": pile, "teams": [team("AAA")], "phase": "play"}
    data["hands"][0] = ["3R", *data["hands"][0][1:]]
    data["discards"][pile.index("3R")] = "Q"
    data.pop("knees")
    data.pop("feet")
    before = GAME.read(data | {"hands": [data["hands"][0], *[{"count": 15}] * 3], "stock": None})
    size, threes = len(before.hands[0]), before.hands[0].count(0)
    after = GAME.play(before, ["lay"] * threes)
    assert (len(after.hands[0]), after.teams[0].red_threes) == (size - threes, threes)
    # In the foot, with nothing to be drawn for it, it would be the card to be kept.
    data |= {"knees": [[], *[{"count": 13}] * 3], "feet": [[], *[{"count": 11}] * 3]}
    data |= {"hands": [["3R", "9"], *[{"count": 15}] * 3], "stock": []}
    last = GAME.read(data | {"discards": _filled(pile, 13 + 11 + 15 - 2)})
    assert legal_texts(last) == {"3R", "9"}
    assert reason(last, "lay") == "a card has to be kept"


def _filled(pile: list[str], more: int) -> list[str]:
    """The pile and more cards, none of them beyond what six packs have."""
    counts = Counter(pile)
    spare = [kind for kind in "456789TJQK" for _ in range(12 - counts[kind] // 2)]
    return [*pile, *spare[:more]]
