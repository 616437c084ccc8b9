"""Deals, playouts and card counts for the tests that every game passes."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.catalogue import SOLVERS
from tests.cases import cases
from tests.games.hand_knee_foot.tables import late_deals as late_rounds
from tests.games.knack.tables import late_deals as knack_late_deals
from tests.games.knack_solitaire.tables import bounded_deals
from tests.games.knaves.tables import exposed_deals
from tests.games.knock_rummy.tables import late_deals

ALL: dict[str, Game] = {name: solver.game for name, solver in SOLVERS.items()}
GAMES = [pytest.param(game, id=name) for name, game in ALL.items()]
# Positions with what no fresh deal has.
STAGED: dict[str, Callable[[], list[Any]]] = {
    "hand-knee-foot": late_rounds,
    "knack": knack_late_deals,
    "knack-solitaire": bounded_deals,
    "knaves": exposed_deals,
    "knock-rummy": late_deals,
}
LONGEST = 3_000
# What JSON names a second time, of cards that have their place elsewhere, and lists that are sets.
NAMED_AGAIN = {
    *("exposed", "called", "revoked", "redeal_orders", "known", "taken", "shuffled", "history"),
    *("lacks", "given"),
}
NO_CARDS = {
    *("rules", "count", "scores", "ended"),
    *("phase", "said", "rank", "original_red", "original_black"),
}
SETS = {"hands", "knees", "feet", "out"}
MANY_CARDS = 100
every_game = pytest.mark.parametrize("game", GAMES)


def variants(game: Game) -> list[dict[str, Any]]:
    """The default rules, and each switch alone at each value its schema names.

    A value that does not go with the default of another switch is left out.
    """
    found: list[dict[str, Any]] = [{}]
    for name, switch in game.rules_schema()["properties"].items():
        about = switch.get("anyOf", [switch])[0]
        if about.get("type") == "boolean":
            found += [{name: True}, {name: False}]
        elif "enum" in about:
            found += [{name: value} for value in about["enum"]]
        elif about.get("type") == "integer":
            found += [{name: about["minimum"]}, {name: about["maximum"]}]
    return [rules for rules in found if goes_together(game, rules)]


def goes_together(game: Game, rules: dict[str, Any]) -> bool:
    """Whether a game can be dealt by these rules."""
    try:
        game.deal("1", rules)
    except BadInput:
        return False
    return True


@cache
def tables_of(game: Game) -> list[dict[str, Any]]:
    """The rules of a table of every number of players that can play, else the default rules."""
    if "players" not in game.rules_schema()["properties"]:
        return [{}]
    least, most = game.players
    counts: list[dict[str, Any]] = [{"players": count} for count in range(least, most + 1)]
    return [rules for rules in counts if goes_together(game, rules)]


@cache
def has_many_cards(game: Game) -> bool:
    """Whether a game is played with several packs: its positions are long, so fewer are tried."""
    return sum(cards_of(game.deal("1").to_json()).values()) > MANY_CARDS


def deals(game: Game) -> list[Any]:
    """A few deals under every variant, open, and the positions staged for the game."""
    fresh = [
        game.deal(str(1_000 * number + seed), rules)
        for number, rules in enumerate(variants(game))
        for seed in range(1 if has_many_cards(game) else cases(3))
    ]
    return fresh + STAGED.get(game.name, list)()


def stream_of(seed: int) -> Stream:
    stream = np.zeros(1, np.uint64)
    start_stream(stream, seed, 0)
    return stream


def horizon(state: State) -> int:
    return int(protocol.run_horizon(state))


def cards_of(data: object) -> Counter[str]:
    """Every card text anywhere in a position's JSON; face-down cards are only counted."""
    found: Counter[str] = Counter()
    waiting = [data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found[part] += 1
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            found["?"] += part.get("count", 0)
            waiting += [v for k, v in part.items() if k not in NO_CARDS | NAMED_AGAIN]
    return +found


def spots(data: object, pointer: str = "", is_set: bool = False) -> Iterator[tuple[str, str]]:
    """Every card text of a position's JSON with its place; a set is one place for all its cards."""
    if isinstance(data, str):
        yield pointer, data
    elif isinstance(data, list):
        for i, part in enumerate(data):
            one = is_set and isinstance(part, str)
            yield from spots(part, pointer if one else f"{pointer}/{i}", is_set)
    elif isinstance(data, dict):
        for name, part in data.items():
            if name not in NO_CARDS | NAMED_AGAIN:
                yield from spots(part, f"{pointer}/{name}", is_set or name in SETS)


def random_moves(game: Game, start: Any, random: Random, limit: int = LONGEST) -> list[str]:
    """The moves of a game by chance, to its end or as many as are asked for."""
    state, moves = game.state(start), list[str]()
    while len(moves) < limit and (legal := game.legal(state)):
        move = random.choice(legal)
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    return moves


def walk(game: Game, position: Any, random: Random, limit: int = LONGEST) -> list[State]:
    """The states of a random playout, the first and the last included."""
    states = [game.state(position)]
    while len(states) < limit:
        moves = game.legal(states[-1])
        if not moves:
            break
        state = states[-1].copy()
        protocol.run_apply(state, random.choice(moves))
        states.append(state)
    return states
