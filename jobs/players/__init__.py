"""The players of matches, by game and name. The one list a new player is added to.

A factory takes a game and limits (`solvers.player.Factory`). A search may be given other
dials by its name: ``flat/worlds=weighted/trees=1``.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final, cast

from kibitz.contract.options import Limits
from kibitz.games.faults import quote
from kibitz.games.findings import meant
from kibitz.games.game import Game
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.knack.game import Knack
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knaves.game import Knaves
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.jobs.players import hand_knee_foot, knack, knaves, knaves_pimc, knock_rummy
from kibitz.jobs.players.levels import LEVELS
from kibitz.jobs.players.random import RandomPlayer
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.player import Factory

GAMES: Final[Mapping[str, Game]] = {
    game.name: game
    for game in (
        *(Knaves(), Knack(), KnockRummy(), HandKneeFoot()),
        *(KnottyNines(), KnackSolitaire()),
    )
}
PLAYERS: Final[Mapping[str, Mapping[str, Factory]]] = {
    "knaves": {
        "random": RandomPlayer,
        **LEVELS,
        "rule": knaves.LowestWinner,
        "judgement": knaves.JudgementPlayer,
        "pimc": knaves_pimc.pimc,
        "pimc-paranoid": knaves_pimc.pimc_paranoid,
        "search": knaves.shipped,
        "flat": knaves.flat,
        "flat-random": knaves.flat_random,
        "tree-random": knaves.tree_random,
    },
    "knack": {
        "random": RandomPlayer,
        **LEVELS,
        "greedy": knack.greedy,
        "heuristic": knack.heuristic,
        "search": knack.shipped,
        "tree": knack.tree,
        "flat": knack.flat,
        "flat-random": knack.flat_random,
    },
    "knock-rummy": {
        "random": RandomPlayer,
        **LEVELS,
        "rule": knock_rummy.GinPlayer,
        "judgement": knock_rummy.JudgementPlayer,
        "search": knock_rummy.shipped,
        "uniform": knock_rummy.uniform,
    },
    "hand-knee-foot": {
        "random": RandomPlayer,
        **LEVELS,
        "heuristic": hand_knee_foot.HeuristicPlayer,
        "search": hand_knee_foot.shipped,
    },
    "knotty-nines": {"random": RandomPlayer, **LEVELS},
    "knack-solitaire": {"random": RandomPlayer, **LEVELS},
}
# The modules of the players that have dials.
SEARCHING: Final[Mapping[str, Any]] = {
    "knaves": knaves,
    "knack": knack,
    "knock-rummy": knock_rummy,
    "hand-knee-foot": hand_knee_foot,
}
# Who answers without a search.
AT_ONCE: Final = frozenset(
    {"random", "rule", "judgement", "greedy", "heuristic", "beginner", "casual", "strong"}
)


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
            raise LookupError(
                f"{dial} is no dial of the search: choose {', '.join(known)}{meant(name, known)}"
            )
        changes[dial] = value == "true" if known[dial] is bool else known[dial](value)
    own = Limits(**limits) if limits else None
    return cast(Factory, players.with_options(replace(dials[first], **changes), own))


def names(game: Game) -> list[str]:
    """The names of the players there are for a game."""
    return [*PLAYERS.get(game.name, {})]


def factory(game: Game, name: str) -> Factory:
    """The factory of the player called ``name``.

    Raises ``LookupError`` that lists the names, and what :func:`variant` raises.
    """
    if "/" in name:
        return variant(game, name)
    known = PLAYERS.get(game.name, {})
    if name not in known:
        message = f"{quote(name)} is no player of {game.name}: choose {', '.join(known)}"
        raise LookupError(message)
    return known[name]
