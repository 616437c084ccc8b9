"""The network of Knock Rummy against a plain count; it is better than the sum that it corrects."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import ACE_WORDS, deadwood
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.knock_rummy.state import TO_DRAW
from kibitz.games.protocol import State
from kibitz.heuristics.knock_rummy.policy import begin, value_of_the_other
from kibitz.heuristics.knock_rummy.turns import age_of
from kibitz.heuristics.knock_rummy.value import (
    DESK,
    ELSEWHERE,
    GONE,
    HAND,
    LAID,
    LAST,
    MOST,
    NEXT,
    ONE,
    SHAPES,
    SIGNS,
    WEIGHTS,
    compiled,
    see,
    stored_weights,
    value_of_discard,
)
from tests.conformance.playing import variants
from tests.games.knock_rummy.tables import GAME, goes_on, late_deals, texts
from tests.naive import knock_rummy_value as naive
from training.fitting import margin_of
from training.knock_rummy.selfplay import gains_of

GROUPS = [*naive.GROUPS.values()][4:]


@kernel
def discarded(state: State, desk: State, card: int, net: State) -> float:
    record = state[0]
    hand = record.hands[record.turn]
    see(record, hand, desk[0], net[0])
    left = deadwood(record, hand & ~(np.uint64(1) << np.uint64(card)))
    return value_of_discard(record, desk[0], card, left, net[0])


@kernel
def begun(state: State, desk: State, net: State) -> tuple[float, float]:
    record = state[0]
    if record.pile_size == 0:
        return 0.0, value_of_the_other(record, desk[0], net[0])
    return begin(record, desk[0], net[0])


@kernel
def age(state: State) -> int:
    return age_of(state[0])


def seen_by(state: State, start: Position, more: str = "") -> naive.Seen:
    """What the seat to move sees, from the position that its view is written as."""
    position = GAME.position(state, start)
    seat, rules = position.turn, position.rules
    view = GAME.as_seen(position, seat)
    following = (seat + 1) % rules.players
    held = [set(texts(hand)) for hand in view.hands]
    others = set().union(
        *(held[other] for other in range(rules.players) if other not in (seat, following))
    )
    seen = held[seat] | held[following] | others | set(texts(view.discards))
    live = {*naive.ORDER} - seen if is_hidden(position) else set(texts(view.stock))
    return naive.Seen(
        hand=held[seat] | ({more} if more else set()),
        live=live - {more},
        after=held[following],
        others=others,
        age=age(state),
        players=rules.players,
        limited=rules.knock_limit is not None,
        comes_in=bool(more),
        ace=rules.ace,
        ace_points=rules.ace_points,
    )


def is_hidden(position: Position) -> bool:
    """Whether nobody knows the order of the stock."""
    return position.turn_overs == 0 or position.rules.stock_out == "shuffle"


def positions() -> list[tuple[State, Position]]:
    """States of hands by all rules, early and late, and the deals that they come from."""
    random, found = Random(4), []
    deals = [GAME.deal(str(i), rules) for i, rules in enumerate(variants(GAME))]
    for start in (*deals, *late_deals()):
        state = GAME.state(start)
        for _ in range(random.randrange(14)):
            if not GAME.legal(state):
                break
            protocol.run_apply(state, goes_on(state, random))
        if GAME.legal(state):
            found.append((state, start))
    return found


def test_signs_and_worth_are_those_of_a_plain_count() -> None:
    desk, discards, draws = np.zeros(1, DESK), 0, 0
    for state, start in positions():
        weights = stored_weights()[int(state[0]["players"] > 2)]
        net = compiled(weights)
        if state[0]["phase"] != TO_DRAW:
            seen = seen_by(state, start)
            for card in sorted(seen.hand)[::4]:
                place = naive.ORDER.index(card)
                wanted = naive.worth(weights, *naive.discard_signs(seen, card))
                assert discarded(state, desk, place, net) == pytest.approx(wanted, abs=1e-9)
                discards += 1
            continue
        taken, other = begun(state, desk, net)
        position = GAME.position(state, start)
        if position.discards:
            top = texts(position.discards)[-1]
            seen = seen_by(state, start, top)
            cards = [
                card for card in seen.hand if card != top or position.rules.allow_return_discard
            ]
            found = [naive.worth(weights, *naive.discard_signs(seen, card)) for card in cards]
            assert taken == pytest.approx(max(found), abs=1e-9)
        view = GAME.as_seen(position, position.turn)
        if view.stock and not is_hidden(position):
            seen = seen_by(state, start, texts(view.stock)[0])
            found = [naive.worth(weights, *naive.discard_signs(seen, card)) for card in seen.hand]
            assert other == pytest.approx(max(found), abs=1e-9)
        else:
            seen = seen_by(state, start)
            assert other == pytest.approx(naive.worth(weights, *naive.draw_signs(seen)), abs=1e-9)
        draws += 1
    assert discards > 50
    assert draws > 15


def test_the_weights_on_file_fit_whole_numbers_and_are_small() -> None:
    assert sum(naive.GROUPS.values()) == SIGNS
    assert len(ACE_WORDS) == 3
    for weights in stored_weights():
        assert {name: layer.shape for name, layer in weights.items()} == SHAPES
        assert abs(weights["last"]).max() < MOST / LAST
        for signs in (weights["signs"], -weights["signs"]):
            # No card has two of these signs, and of each other group there is one at most.
            cards = [signs[first : first + 52] for first in (HAND, GONE, NEXT, ELSEWHERE)]
            most = np.maximum(np.max(cards, axis=0), 0).sum(axis=0)
            for first, size in zip(np.cumsum([LAID, *GROUPS]), GROUPS, strict=False):
                most += np.maximum(signs[first : first + size].max(axis=0), 0)
            assert most.max() < MOST / ONE
            if signs is weights["signs"]:
                assert most @ abs(weights["last"]) < 2**31 / (ONE * LAST)
    assert WEIGHTS.stat().st_size < 300_000


def test_weights_that_do_not_fit_are_refused() -> None:
    weights = stored_weights()[0]
    with pytest.raises(OverflowError):
        compiled({**weights, "last": weights["last"] + 33})


@pytest.mark.parametrize(("players", "deals"), [(2, 40_000), (4, 20_000)])
def test_the_network_beats_the_sum(players: int, deals: int) -> None:
    margin = margin_of(gains_of(deals, rules=Rules(players=players)))
    assert margin.mean > 2 * margin.error
