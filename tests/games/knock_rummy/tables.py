"""Positions of Knock Rummy for the tests."""

from collections.abc import Callable
from dataclasses import asdict
from random import Random
from typing import Any

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.play import KNOCK, TAKE
from kibitz.games.knock_rummy.position import Position
from kibitz.games.protocol import State
from tests.naive import knock_rummy as naive

GAME = KnockRummy()


def goes_on(state: State, random: Random, taking: float = 0.3) -> int:
    """A random move of players who never end the hand, and take at this rate."""
    moves = GAME.legal(state)
    if TAKE in moves and (len(moves) == 1 or random.random() < taking):
        return TAKE
    return random.choice([m for m in moves if m < KNOCK or m > TAKE or m == TAKE - 1])


def played_on(
    position: Position, random: Random, enough: Callable[[State], bool], taking: float = 0.3
) -> list[State]:
    """The states of play without a knock until one is enough, or the hand has ended."""
    states = [GAME.state(position)]
    while not enough(states[-1]) and not protocol.run_over(states[-1]):
        state = states[-1].copy()
        protocol.run_apply(state, goes_on(state, random, taking))
        states.append(state)
    return states


def late_deals() -> list[Position]:
    """Positions with few cards in the stock, before and after piles became the stock, or taken."""
    random, found = Random(2), []
    for number, players in enumerate((2, 3, 4, 5, 6, 2, 4)):
        for stock_out in ("turn_over", "shuffle", "end_hand"):
            rules: dict[str, Any] = {"players": players, "stock_out": stock_out}
            start = GAME.deal(str(number), rules, dealer=random.randrange(players))
            rounds = random.randrange(3)

            def few_cards(state: State, rounds: int = rounds) -> bool:
                return bool(state[0]["turn_overs"] >= rounds and state[0]["stock_size"] < 3)

            states = played_on(start, random, few_cards, 0.2)
            found.append(GAME.position(states[-1], start))
    for players in (2, 5):
        start = GAME.deal("1", {"players": players, "max_takes": 7})
        states = played_on(start, random, lambda state: bool(state[0]["takes"] > 4), 0.95)
        found.append(GAME.position(states[-1], start))
    return found


def payments(position: Position) -> tuple[str, ...] | None:
    """The payments of a hand as texts, exact."""
    paid = GAME.payments(GAME.state(position))
    return None if paid is None else tuple(map(str, paid))


def legal_texts(position: Position) -> set[str]:
    """The legal moves in notation."""
    return {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}


def reason(position: Position, *texts: str) -> str:
    """Why the last of the moves is refused."""
    replay = GAME.replay(position, texts)
    assert replay.first_illegal == len(texts) - 1
    assert replay.reason
    return replay.reason


def as_naive(position: Position) -> naive.Hand:
    """A fresh deal for the naive game; all cards must be listed."""
    assert not any(position.hidden)
    assert not position.stock_hidden
    return naive.Hand(
        switches=naive.Switches(**asdict(position.rules)),
        dealer=position.dealer,
        turn=position.turn,
        hands=tuple(texts(hand) for hand in position.hands),
        stock=texts(position.stock),
        pile=texts(position.discards),
        known=((),) * position.rules.players,
    )


def texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Cards as texts."""
    return tuple(map(card_text, cards))


def apply_both(state: State, game: naive.Hand, text: str, like: Position) -> naive.Hand:
    """Play a move in both; a shuffled pile has the naive game take its order from the state."""
    protocol.run_apply(state, GAME.enter(state, text))
    order: tuple[str, ...] = ()
    if text == "turn-over" and like.rules.stock_out == "shuffle":
        order = texts(GAME.position(state, like).stock)
        assert sorted(order) == sorted(game.pile)
    return naive.play(game, text, order)
