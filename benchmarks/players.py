"""The players of :mod:`benchmarks.strength`, by game and name.

A player is named by where its factory is, ``module:name``, so that one whose packages are not
installed is in nobody's way. A factory takes a game and limits (:data:`solvers.player.Factory`).
To add one, enter it below, or give ``module:name`` itself on the command line.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, cast

import numpy as np

from benchmarks import (
    hand_knee_foot_players,
    knack_players,
    knaves_players,
    knock_rummy_players,
)
from games.chance import below, start_stream
from games.game import Game
from games.hand_knee_foot.game import HandKneeFoot
from games.knack.game import Knack
from games.knaves.game import Knaves
from games.knaves.lanes import beats
from games.knaves.play import CALL, NO_CALL
from games.knock_rummy.game import KnockRummy
from solvers.budget import Limits
from solvers.ismcts.options import SearchOptions
from solvers.player import Factory, View

GAMES: Final[Mapping[str, Game]] = {
    game.name: game for game in (Knaves(), Knack(), KnockRummy(), HandKneeFoot())
}
ANY_GAME: Final[Mapping[str, str]] = {
    "random": "benchmarks.players:RandomPlayer",
    "openspiel": "integrations.openspiel.players:IsmctsPlayer",
}
BY_GAME: Final[Mapping[str, Mapping[str, str]]] = {
    "knaves": {
        "rule": "benchmarks.players:LowestWinner",
        "judgement": "benchmarks.knaves_players:JudgementPlayer",
        "pimc": "benchmarks.knaves_pimc:pimc",
        "pimc-paranoid": "benchmarks.knaves_pimc:pimc_paranoid",
        "search": "benchmarks.knaves_players:shipped",
        "flat": "benchmarks.knaves_players:flat",
        "flat-random": "benchmarks.knaves_players:flat_random",
        "tree-random": "benchmarks.knaves_players:tree_random",
    },
    "knack": {
        "greedy": "benchmarks.knack_players:greedy",
        "heuristic": "benchmarks.knack_players:heuristic",
        "search": "benchmarks.knack_players:shipped",
        "tree": "benchmarks.knack_players:tree",
        "flat": "benchmarks.knack_players:flat",
        "flat-random": "benchmarks.knack_players:flat_random",
    },
    "knock-rummy": {
        "rule": "benchmarks.knock_rummy_players:GinPlayer",
        "judgement": "benchmarks.knock_rummy_players:JudgementPlayer",
        "search": "benchmarks.knock_rummy_players:shipped",
        "uniform": "benchmarks.knock_rummy_players:uniform",
    },
    "hand-knee-foot": {
        "heuristic": "benchmarks.hand_knee_foot_players:HeuristicPlayer",
        "search": "benchmarks.hand_knee_foot_players:shipped",
    },
}
# The modules of the players that have dials.
SEARCHING: Final[Mapping[str, Any]] = {
    "knaves": knaves_players,
    "knack": knack_players,
    "knock-rummy": knock_rummy_players,
    "hand-knee-foot": hand_knee_foot_players,
}
# Who answers without a search.
AT_ONCE: Final = frozenset({"random", "rule", "judgement", "greedy", "heuristic"})


@dataclass(frozen=True, slots=True)
class PlayTable:
    """Who plays whom where nobody is named, under which switches."""

    heroes: tuple[str, ...]
    rivals: tuple[str, ...]
    rules: tuple[Mapping[str, Any], ...] = ({},)


TABLES: Final[Mapping[str, PlayTable]] = {
    "knaves": PlayTable(
        ("search",), ("random", "rule", "judgement", "pimc", "openspiel", "flat", "tree-random")
    ),
    "knack": PlayTable(
        ("search",),
        ("random", "greedy", "heuristic", "openspiel", "flat", "flat-random", "tree"),
        ({"players": 2}, {"players": 3}, {"players": 4}),
    ),
    "knock-rummy": PlayTable(
        ("search",),
        ("random", "rule", "judgement", "openspiel", "uniform"),
        ({"players": 2}, {"players": 4}),
    ),
    "hand-knee-foot": PlayTable(
        ("search",), ("random", "heuristic"), ({"players": 2}, {"players": 4})
    ),
}


class RandomPlayer:
    """Any legal move, each as likely."""

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`solvers.player.Player.choose`."""
        stream = np.zeros(1, np.uint64)
        start_stream(stream, np.uint64(seed), np.uint64(0))
        moves = game.legal(view.state)
        return moves[int(below(stream, len(moves)))]


class LowestWinner:
    """A naive rule for Knaves: the lowest card that takes the trick, else the lowest card.

    Trumps rank above all else, then ranks count, then suits. It leads its lowest card, calls no
    exposed card and knows nothing of jacks.
    """

    def __init__(self, game: Game, limits: Limits) -> None:
        pass

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`solvers.player.Player.choose`."""
        record = view.state[0]
        moves = game.legal(view.state)
        if moves[0] >= CALL:
            return NO_CALL
        best, trump = int(record["best"]), int(record["trump"])
        taking = [move for move in moves if best >= 0 and beats(move, best, trump)]
        return min(taking or moves, key=lambda move: (move >> 4 == trump, move & 15, move))


def variant(game: Game, name: str) -> Factory:
    """A search with other dials, as ``flat/worlds=weighted/trees=1``.

    Limits are dials too, and then hold instead of those of the match: ``search/time_ms=200``.

    Raises ``LookupError`` for a dial there is not, ``ValueError`` for a setting out of range.
    """
    first, *settings = name.split("/")
    players: Any = SEARCHING.get(game.name)
    dials = players.DIALS if players else {}
    if first not in dials:
        known_dials = ", ".join(dials) or "nobody"
        raise LookupError(f"{first} of {game.name} has no dials: {known_dials} has")
    known: dict[str, Any] = {dial.name: type(dial.default) for dial in fields(SearchOptions)}
    changes: dict[str, Any] = {}
    limits: dict[str, int] = {}
    for setting in settings:
        dial, _, value = setting.partition("=")
        if dial in Limits.model_fields:
            limits[dial] = int(value)
            continue
        if dial not in known:
            raise LookupError(f"{dial} is no dial of the search: choose {', '.join(known)}")
        changes[dial] = value == "true" if known[dial] is bool else known[dial](value)
    own = Limits(**limits) if limits else None
    return cast(Factory, players.with_options(replace(dials[first], **changes), own))


def names(game: Game) -> list[str]:
    """The names of the players there are for a game."""
    return [*ANY_GAME, *BY_GAME.get(game.name, {})]


def factory(game: Game, name: str) -> Factory:
    """The factory of the player called ``name``, or at ``module:name``.

    Raises ``LookupError`` that lists the names, and whatever its import raises.
    """
    if "/" in name:
        return variant(game, name)
    place = {**ANY_GAME, **BY_GAME.get(game.name, {})}.get(name, name)
    module, found, attribute = place.partition(":")
    if not found:
        known = ", ".join(names(game))
        raise LookupError(f"{name} is no player of {game.name}: choose {known} or module:name")
    return cast(Factory, getattr(importlib.import_module(module), attribute))
