from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import JOKER, UNSEEN
from kibitz.games.knack_solitaire.play import CELLS, DRAW, REDEAL, cards_left, guess_orders
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.state import STATE
from tests.conformance.playing import stream_of
from tests.games.knack_solitaire.tables import (
    GAME,
    as_naive,
    last_pass,
    legal_texts,
    some_rules,
    table,
)
from tests.naive import knack_solitaire as naive


def reason(position: Position, text: str) -> str:
    with pytest.raises(ValueError, match=r"\w") as caught:
        GAME.enter(GAME.state(position), text)
    return str(caught.value)


def ended(position: Position) -> bool | None:
    outcome = GAME.outcome(GAME.state(position))
    return outcome.won if outcome else None


@pytest.mark.parametrize("seed", range(8))
def test_plays_like_the_naive_game(seed: int) -> None:
    random = Random(500 + seed)
    for number in range(12):
        position = GAME.deal(str(random.getrandbits(60)), some_rules(random))
        state, here = GAME.state(position), as_naive(position)
        for step in range(900):
            texts = {GAME.move_text(move) for move in GAME.legal(state)}
            assert texts == naive.moves(here)
            if not texts:
                break
            text = random.choice(sorted(texts))
            protocol.run_apply(state, GAME.enter(state, text))
            here = naive.play(here, text)
            if (step + number) % 7 == 0:
                assert as_naive(GAME.position(state, position)) == here
        assert as_naive(GAME.position(state, position)) == here
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.won == naive.is_won(here)
        assert cards_left(state[0]) == len(here.waste) + len(here.stock)


def test_a_fresh_deal_has_its_first_card_on_the_field() -> None:
    position = GAME.deal("3")
    assert [(x, y) for x, y, _ in position.field] == [(0, 0)]
    assert (position.waste, position.stock_size, position.redeals_left) == ((), 53, 2)
    assert legal_texts(position) == {"draw"}


def test_the_open_card_is_laid_where_it_can_be() -> None:
    position = table("7C@0,0", "8D")
    assert legal_texts(position) == {"8D@1,0", "8D@-1,0", "8D@0,1", "8D@0,-1"}
    assert reason(position, "draw") == "8D can be laid and must be"
    assert reason(position, "redeal") == "the stock is not empty yet"


def test_what_cannot_be_laid_is_covered_and_open_again_later() -> None:
    position = table("7C@0,0", "9C 8D", stock="2S")
    after = GAME.play(position, ["8D@1,0"])
    assert legal_texts(after) == {"9C@2,0", "9C@1,1", "9C@1,-1"}
    assert GAME.play(after, ["9C@2,0"]).waste == ()


def test_a_card_must_match_all_that_it_touches() -> None:
    position = table("7C@0,0 8D@1,0 7S@1,1", "8H")
    assert legal_texts(position) == {"8H@-1,0", "8H@0,-1", "8H@0,1", "8H@1,2", "8H@2,1"}
    assert reason(position, "8H@2,0") == "8H cannot lie there: it does not match 8D at 1,0"
    assert reason(position, "8H@1,0") == "8H cannot lie there: 8D lies at 1,0"
    assert reason(position, "8H@5,5") == "8H cannot lie there: no card lies beside 5,5"
    assert reason(position, "9H@0,1") == "9H cannot be laid: the open card of the waste is 8H"
    assert reason(table("7C@0,0"), "8H@0,1") == "8H cannot be laid: the waste is empty"


def test_ranks_run_round() -> None:
    assert "AH@1,0" in legal_texts(table("KC@0,0", "AH"))
    assert "AH@1,0" not in legal_texts(table("KC@0,0", "AH", wrap="none"))
    assert "AH@1,0" in legal_texts(table("2C@0,0", "AH", wrap="none"))


def test_a_pack_of_36_runs_from_six_to_ace() -> None:
    assert "AH@1,0" in legal_texts(table("6C@0,0", "AH", pack=36))
    assert "AH@1,0" not in legal_texts(table("6C@0,0", "AH", pack=36, wrap="none"))
    assert "AH@1,0" in legal_texts(table("KC@0,0", "AH", pack=36, wrap="none"))


def test_jokers_touch_anything_but_must_touch_the_field() -> None:
    position = table("7C@0,0 8D@1,0", "JK")
    assert len(legal_texts(position)) == 6
    beside = table("7C@0,0 JK@1,0", "2H")
    assert legal_texts(beside) == {"2H@2,0", "2H@1,1", "2H@1,-1"}
    both = table("7C@0,0 JK@1,0 8H@0,1", "6C")
    assert "6C@1,1" not in legal_texts(both)
    assert "7S@1,1" in legal_texts(table("7C@0,0 JK@1,0 8H@0,1", "7S"))


def test_a_window_goes_along_with_the_cards() -> None:
    size = {"width": 2, "height": 1}
    position = table("7C@0,0", "8D", field=size)
    assert legal_texts(position) == {"8D@1,0", "8D@-1,0"}
    after = GAME.play(table("7C@0,0", "9S 8D", field=size), ["8D@-1,0"])
    assert legal_texts(after) == {"draw"}
    assert "no longer lie within 2x1 cells" in reason(after, "9S@-2,0")


def test_an_anchored_field_has_edges() -> None:
    rules = {"field": {"width": 2, "height": 3}, "anchored": True}
    position = table("7C@0,0", "8D", **rules)
    # Of two middle columns the first card lies in the left one.
    assert legal_texts(position) == {"8D@1,0", "8D@0,1", "8D@0,-1"}
    assert reason(position, "8D@-1,0").endswith("-1,0 is outside the field or an obstacle")


def test_danglers_hang_over_the_edge_but_not_over_a_corner() -> None:
    rules = {"field": {"width": 1, "height": 1}, "anchored": True, "danglers": 2}
    position = GAME.play(table("7C@0,0", "6D 8D", **rules), ["8D@1,0"])
    assert legal_texts(position) == {"6D@-1,0", "6D@0,1", "6D@0,-1"}
    full = GAME.play(table("7C@0,0", "6H 6D 8D", **rules), ["8D@1,0", "6D@-1,0"])
    assert legal_texts(full) == {"draw"}
    assert "no more danglers are allowed than 2" in reason(full, "6H@0,1")
    corner = GAME.play(table("7C@0,0", "9C 8D", **rules), ["8D@1,0"])
    assert legal_texts(corner) == {"draw"}


def test_obstacles_and_leaners() -> None:
    rules = {"anchored": True, "obstacles": [[1, 0], [0, 1]]}
    assert legal_texts(table("7C@0,0", "8D", **rules)) == {"8D@-1,0", "8D@0,-1"}
    assert len(legal_texts(table("7C@0,0", "8D", **rules, leaners=True))) == 4


def test_declining_is_drawing() -> None:
    position = table("7C@0,0", "8D", stock="2S", may_decline=True)
    assert "draw" in legal_texts(position)
    assert len(legal_texts(position)) == 5
    # With an empty stock there is nothing to draw, so the card is laid before anything is redealt.
    assert "redeal" not in legal_texts(last_pass("7C@0,0", "8D", left=1, may_decline=True))


def test_no_redeal_before_the_stock_is_empty_and_the_waste_stuck() -> None:
    position = last_pass("7C@0,0", "8D", left=1)
    assert len(legal_texts(position)) == 4
    assert "must be before the waste is dealt again" in reason(position, "redeal")
    assert legal_texts(last_pass("7C@0,0", "2C", left=1)) == {"redeal"}
    assert reason(last_pass("7C@0,0", "2C", left=1), "draw") == "the stock is empty"


def test_turned_over_the_waste_comes_in_the_same_order() -> None:
    position = last_pass("7C@0,0", "2C", left=2, redeal="turn_over")
    after = GAME.play(position, ["redeal"])
    assert (after.stock, after.waste) == (position.waste, ())
    assert after.redeals_left == 1


def test_a_known_shuffle_keeps_the_order_of_the_cards_that_are_left() -> None:
    data = last_pass("7C@0,0 8D@0,1", "2C", left=2).to_json()
    orders = [sorted([*data["waste"], "7C", "8D"]), sorted([*data["waste"], "7C", "8D"])[::-1]]
    position = GAME.read({**data, "redeal_orders": orders})
    after = GAME.play(position, ["redeal"]).to_json()
    assert after["stock"] == [card for card in orders[0] if card not in {"7C", "8D"}]
    assert after["redeal_orders"] == orders[1:]


def test_of_two_places_of_a_joker_the_first_one_counts() -> None:
    full = {"width": 1, "height": 2}
    data = last_pass("7C@0,0 JK@0,1", "2C", left=1, field=full).to_json()
    order = ["JK", "7C", "JK", *(card for card in data["waste"] if card != "JK")]
    after = GAME.play(GAME.read({**data, "redeal_orders": [order]}), ["redeal"])
    assert after.stock[0] == JOKER
    assert JOKER not in after.stock[1:]


def test_an_unknown_shuffle_leaves_a_face_down_stock() -> None:
    position = last_pass("7C@0,0", "2C", left=2)
    after = GAME.play(position, ["redeal"])
    assert (after.stock, after.hidden, after.waste) == ((), 53, ())
    assert reason(after, "draw").startswith("the stock is face down: name the card")
    assert reason(after, "draw=7C") == "7C cannot be drawn: it has been dealt"
    drawn = GAME.play(after, ["draw=8D"])
    assert drawn.to_json()["waste"] == ["8D"]
    assert drawn.hidden == 52


def test_cards_of_another_pack_cannot_be_drawn() -> None:
    view = GAME.as_seen(GAME.deal("1", {"pack": 36}))
    assert reason(view, "draw=2C") == "2C cannot be drawn: it is not in the pack"
    assert reason(view, "draw=JK") == "JK cannot be drawn: it is not in the pack"


def test_a_listed_card_may_be_named_and_must_be_right() -> None:
    position = table("7C@0,0", stock="2S")
    assert GAME.play(position, ["draw=2S"]) == GAME.play(position, ["draw"])
    assert reason(position, "draw=3S") == "the next card is 2S, not 3S"


def test_the_last_pass_ends_the_game() -> None:
    lost = last_pass("7C@0,0", "2C")
    assert ended(lost) is False
    assert lost.cards_left == 53
    assert (
        reason(lost, "draw") == reason(lost, "redeal") == "the game is over: the last pass is over"
    )
    assert ended(last_pass("7C@0,0", "8D")) is None


def test_won_when_all_cards_are_laid() -> None:
    # Six ranks of a pack of 36 in a line that ends where it began, then round again.
    order = [rank + suit for suits in ("CD", "DC", "SH", "HS") for rank, suit in turns(suits)]
    field = " ".join(f"{card}@{x},0" for x, card in enumerate(order[:-1]))
    position = GAME.read({**table(field, order[-1], pack=36).to_json(), "stock": []})
    assert ended(position) is None
    won = GAME.play(position, [f"{order[-1]}@{len(order) - 1},0"])
    assert ended(won) is True
    assert won.cards_left == 0
    assert legal_texts(won) == set()
    assert reason(won, "draw") == "the game is over: all cards are laid"


def turns(suits: str) -> list[tuple[str, str]]:
    return [(rank, suits[place % 2]) for place, rank in enumerate("6789TJQKA")]


def test_horizon_counts_cards_and_passes() -> None:
    def horizon(position: Position) -> int:
        return int(protocol.run_horizon(GAME.state(position)))

    assert horizon(GAME.deal("1")) == 53 + 53 + 2 * 54
    assert horizon(GAME.deal("1", {"redeals": 0})) == 106
    assert horizon(last_pass("7C@0,0", "2C")) == 53


def test_a_guess_knows_every_shuffle() -> None:
    position = last_pass("7C@0,0", "2C", left=2)
    state, stream = GAME.state(position), stream_of(5)
    protocol.run_redeal(state, 0, stream)
    assert bool(state[0]["ordered"])
    protocol.run_apply(state, REDEAL)
    assert UNSEEN not in state[0]["stock"][:53]
    known = GAME.state(position)
    guess_orders(known[0], stream)
    assert sorted(known[0]["orders"][0]) == sorted(known[0]["orders"][1])
    assert list(known[0]["orders"][0]) != list(known[0]["orders"][1])


def test_a_stock_that_was_turned_over_is_no_secret() -> None:
    position = GAME.play(last_pass("7C@0,0", "2C", left=2, redeal="turn_over"), ["redeal"])
    assert GAME.as_seen(position) == position
    state = GAME.state(position)
    protocol.run_redeal(state, 0, stream_of(1))
    assert GAME.position(state, position) == position


def test_a_view_lists_the_stock_again_once_it_was_seen() -> None:
    view = GAME.as_seen(GAME.deal("5", {"redeal": "turn_over", "field": {"width": 1, "height": 1}}))
    texts = [f"draw={text}" for text in GAME.deal("5").to_json()["stock"]]
    after = GAME.play(view, [*texts, "redeal"])
    assert after.stock == GAME.deal("5").stock
    assert after.hidden == 0


def test_a_card_drawn_unnamed_cannot_be_laid() -> None:
    state = GAME.state(GAME.as_seen(GAME.deal("5")))
    protocol.run_apply(state, DRAW)
    assert GAME.legal(state) == [DRAW]
    while GAME.legal(state) != [REDEAL]:
        protocol.run_apply(state, DRAW)
    protocol.run_redeal(state, 0, stream_of(1))
    protocol.run_apply(state, REDEAL)
    assert GAME.legal(state) == [DRAW]


def test_state_is_a_flat_record() -> None:
    states = np.zeros(2, STATE)
    states[0] = GAME.state(table("7C@0,0", "8D"))[0]
    states[1] = states[0]
    protocol.run_apply(states[:1], GAME.enter(states[:1], "8D@0,1"))
    assert GAME.legal(states[1:]) != GAME.legal(states[:1])
    assert STATE.isnative
    assert not STATE.hasobject
    assert STATE.itemsize < 16_000


def test_moves_are_told_apart_from_cells_on_the_rim() -> None:
    # The ace of clubs is card 0, so only the rim keeps its moves apart from draw and redeal.
    position = table("2D@0,0", "AC")
    assert min(GAME.legal(GAME.state(position))) > REDEAL > DRAW
    assert max(GAME.legal(GAME.state(position))) < CELLS
