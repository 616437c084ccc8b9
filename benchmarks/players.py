"""Who plays in :mod:`benchmarks.strength`: the players of :mod:`kibitz.jobs.players`, and others.

A player from elsewhere is named by where its factory is, ``module:name``, so that one whose
packages are not installed is in nobody's way; OpenSpiel's has a short name.
"""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from kibitz.games.game import Game
from kibitz.jobs import players
from kibitz.solvers.player import Factory

ELSEWHERE: Final[Mapping[str, str]] = {
    "openspiel": "kibitz.integrations.openspiel.players:IsmctsPlayer"
}


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
    "knotty-nines": PlayTable(("best",), ("random", "strong")),
    "knack-solitaire": PlayTable(("best",), ("random", "strong")),
}


def names(game: Game) -> list[str]:
    """The names of the players there are for a game."""
    return [*players.names(game), *ELSEWHERE]


def factory(game: Game, name: str) -> Factory:
    """The factory of the player called ``name``, or at ``module:name``.

    Raises what :func:`kibitz.jobs.players.factory` raises, and whatever an import raises.
    """
    module, found, attribute = ELSEWHERE.get(name, name).partition(":")
    if not found:
        return players.factory(game, name)
    return cast(Factory, getattr(importlib.import_module(module), attribute))
