"""Beliefs by counting, against the deals that the naive game lists; and by play."""

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import parse_card
from kibitz.games.knock_rummy.bitboards import place_of
from kibitz.games.knock_rummy.play import DRAW, KNOCK
from kibitz.heuristics.knock_rummy.beliefs import STOCK, best_knock, by_play, counted, turns_by_seat
from tests.games.knock_rummy.tables import GAME, apply_both, as_naive, texts
from tests.heuristics.knock_rummy.looking import going_on, late, played
from tests.naive import knock_rummy as naive
from tests.naive.knock_rummy_melds import PACK, deadwood


def test_chances_are_those_over_all_deals() -> None:
    start = GAME.deal("12")
    state, game = GAME.state(start), as_naive(start)
    while state[0]["stock_size"] > 2 or state[0]["phase"] == 0:
        game = apply_both(state, game, GAME.move_text(going_on(state)), start)
    seat = int(protocol.run_turn(state))
    deals = naive.deals_that_fit(game, seat)
    view = GAME.state(GAME.as_seen(GAME.position(state, start), seat))
    chances = counted(view, seat)
    for text in PACK:
        place = place_of(parse_card(text))
        held = [sum(text in hands[s] for hands, _ in deals) / len(deals) for s in range(2)]
        shown = text in game.hands[seat] or text in game.pile or text in game.known[1 - seat]
        if shown:
            assert not chances[:, place].any()
        else:
            assert chances[:2, place] == pytest.approx(held)
            assert chances[STOCK, place] == pytest.approx(1 - sum(held))


@pytest.mark.parametrize("players", [2, 4])
def test_by_play_cards_deadwood_and_knocks_belong_together(players: int) -> None:
    position = played(6, 3 * players, {"players": players})
    seat = position.turn
    state = GAME.state(GAME.as_seen(position, seat))
    knock = best_knock(state)
    assert knock in GAME.legal(state)
    ripe = by_play(state, seat, 400, 64, 1, knock)
    alike = by_play(state, seat, 400, 0, 1, knock)
    own = texts(position.hands[seat])
    for text in own:
        assert ripe.chances[seat, place_of(parse_card(text))] == 1
    assert ripe.chances.sum() == pytest.approx(52 - len(position.discards))
    others = [other for other in range(players) if other != seat]
    assert (ripe.dead[:, others].mean(axis=0) < alike.dead[:, others].mean(axis=0)).all()
    # What a knock pays follows from the deadwood of all by the sheet.
    left = deadwood(frozenset({*own} - {GAME.move_text(knock - KNOCK)}), "low", 1)
    assert ripe.paid is not None
    switches = naive.Switches(players=players)
    for i in range(50):
        counts = [left if s == seat else int(ripe.dead[i, s]) for s in range(players)]
        assert float(naive.settled(counts, seat, switches)[seat]) == pytest.approx(ripe.paid[i])


def test_turns_by_seat() -> None:
    assert turns_by_seat(GAME.state(GAME.deal("1", {"players": 3}))) == [0, 0, 0]
    position = GAME.play(GAME.deal("1"), ["draw"])
    assert turns_by_seat(GAME.state(position)) == [0, 0]
    state = GAME.state(late(1, 5))
    assert min(turns_by_seat(state)) > 8
    assert DRAW not in GAME.legal(state)
    assert np.array(turns_by_seat(state)).max() - np.array(turns_by_seat(state)).min() <= 1
