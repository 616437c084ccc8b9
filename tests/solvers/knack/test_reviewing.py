"""Reviews of moves that leave out a K'nack! that is due."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knack.play import CALLED
from kibitz.games.knack.position import Position
from kibitz.solvers.direct import review
from tests.games.knack.tables import GAME, late, spread

LIMITS = Limits(iterations=600)
COSTS = {"uncalled", "uncalled_wins", "uncalled_place"}


def due(rules: dict[str, Any], seed: int) -> Position:
    """A position of a random game in which a call is due, of several moves if there is any."""
    for number in range(seed, seed + 1000):
        random, start = Random(number), GAME.deal(str(number), {**rules, "knack_call": "explicit"})
        state = GAME.state(start)
        while not protocol.run_over(state):
            legal = GAME.legal(state)
            if max(legal) >= CALLED and len(legal) > 2:
                return GAME.position(state, start)
            protocol.run_apply(state, spread(state, random, 0.2))
    raise AssertionError


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3])
def test_no_move_without_the_call_is_called_best(players: int, seed: int) -> None:
    position = due({"players": players, "play_on_for_places": bool(seed % 2)}, 1000 * seed)
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    picked = Random(seed).choice([move for move in legal if move.endswith("!")])
    for played in (picked, picked.removesuffix("!")):
        record = {"position": position.to_json(), "moves": [played]}
        (decision,) = review("knack", record, limits=LIMITS, seats=[position.turn]).decisions
        assert decision.best is not None
        assert decision.best.endswith("!")
        assert decision.before is not None
        named = {reason.code for reason in decision.reasons or ()}
        assert bool(COSTS & named) == (played + "!" in legal)
        assert (decision.judgement == "best") <= (decision.best == played)
        places = {option.move: place for place, option in enumerate(decision.options or ())}
        for move, place in places.items():
            assert places.get(move + "!", -1) < place


def test_a_move_without_the_call_is_worse_also_where_all_is_lost() -> None:
    position = (
        "knack~knack_call-explicit~0.1~3H0_0.5S1_0.9D0_-1.TS-1_0.TH0_1.JD-2_0.8C0_-2.6D2_0.JC0_2."
        "5C2_-1.7S3_0.QH1_2.KC1_3.JK2_1.4D2_-2.3C2_-3.9H0_-3.2D3_-3.7D-1_-2.4H2_-4.QC-3_0.JH-3_-1."
        "AS4_-3.2H5_-3.TC-3_-2.3S1_-4.KS2_2.KH-4_0.8D4_0.8S-1_-3.9S4_-1.9C4_1.QS-4_-1.AC5_-2."
        "8H5_1.QD2_3.TD4_2.7H-1_-4.JS2_4.7C6_1.JK-4_1.AH-5_1.6S-4_2~2C4C4S5D6C.AD2S3D5H6H~-.KD~-"
        "~laid-1010101010101001010101010101010101010101010"
    )
    record = {"position": position, "moves": ["2S@-6,1"]}
    (decision,) = review("knack", record, seats=[1]).decisions
    assert (decision.best, decision.judgement) == ("2S@-6,1!", "good")
    assert decision.loss is not None
    assert decision.loss.value == 0
    assert [reason.text for reason in decision.reasons or ()][:1] == [
        "You draw the last card of your deck: if you do not call, your opponent gives you a card."
    ]


@pytest.mark.parametrize(
    ("hands", "decks", "more", "code"),
    [
        ("9H TS JH QS KH|4S 5H 6S 7H", "8S|.", {}, "uncalled"),
        ("9H TS JH QS KH|7H|6S 8S", "5H .|.|.", {}, "uncalled_wins"),
        ("9H TS JH QS KH|7H|6S 8S", "5H .|.|.", {"play_on_for_places": True}, "uncalled_place"),
    ],
)
def test_what_it_costs_is_by_the_rules(
    hands: str, decks: str, more: dict[str, Any], code: str
) -> None:
    position = late(hands, decks, knack_call="explicit", **more)
    legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
    played = next(move for move in legal if move + "!" in legal)
    record = {"position": position.to_json(), "moves": [played]}
    (decision,) = review("knack", record, limits=LIMITS, seats=[0]).decisions
    assert code in {reason.code for reason in decision.reasons or ()}
