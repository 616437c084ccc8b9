"""The players of matches, by game and name. The one list a new player is added to.

A factory takes a game and limits (`solvers.player.Factory`). A search may be given other
dials by its name: ``flat/worlds=weighted/trees=1``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, cast, get_args, get_type_hints

from kibitz.contract.options import Limits
from kibitz.games.faults import quote
from kibitz.games.findings import meant, one_of
from kibitz.games.game import Game
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.knack.game import Knack
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knaves.game import Knaves
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.jobs.players import (
    hand_knee_foot,
    knack,
    knaves,
    knaves_former,
    knaves_pimc,
    knock_rummy,
    knock_rummy_former,
)
from kibitz.jobs.players.levels import LEVELS
from kibitz.jobs.players.limits import NUMBERS, ended, read_limit
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
        "search@0.1": knaves_former.former,
        "flat": knaves.flat,
        "flat-random": knaves.flat_random,
        "tree-random": knaves.tree_random,
    },
    "knack": {
        "random": RandomPlayer,
        **LEVELS,
        "greedy": knack.greedy,
        "heuristic": knack.heuristic,
        "heuristic@0.1": knack.former_heuristic,
        "search": knack.shipped,
        "search@0.1": knack.former,
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
        "judgement@0.1": knock_rummy_former.FormerJudgement,
        "search@0.1": knock_rummy_former.former,
        "uniform": knock_rummy.uniform,
    },
    "hand-knee-foot": {
        "random": RandomPlayer,
        **LEVELS,
        "judgement": hand_knee_foot.JudgementPlayer,
        "heuristic": hand_knee_foot.heuristic,
        "heuristic@0.1": hand_knee_foot.former_heuristic,
        "search": hand_knee_foot.shipped,
        "search@0.1": hand_knee_foot.former,
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
# Of a dial whose values have names, those names are the arguments of its type.
_HINTS: Final = get_type_hints(SearchOptions)


def variant(game: Game, name: str) -> Factory:
    """A search with other dials, as ``flat/worlds=weighted/trees=1``: a stroke before each.

    Limits are dials too, and then hold instead of those of the match: ``search/time_ms=200``.

    Raises ``LookupError`` for a dial there is not, ``ValueError`` for settings out of range.
    """
    first, *settings = name.split("/")
    players: Any = SEARCHING.get(game.name)
    dials = players.DIALS if players else {}
    if first not in dials:
        others = f", only {', '.join(dials)}" if dials else ", and no other player of it has"
        raise LookupError(f"{quote(first)} of {game.name} has no dials{others}")
    changes: dict[str, Any] = {}
    limits: dict[str, int] = {}
    wrong: list[str] = []
    unknown = 0
    for setting in _apart(first, settings, wrong):
        dial, _, value = setting.partition("=")
        try:
            if dial in changes or dial in limits:
                raise ValueError(f"{quote(dial)} is given twice")
            if dial in Limits.model_fields:
                limits[dial] = read_limit(dial, value)
            else:
                changes[dial] = _dial(dials[first], dial, value)
        except LookupError as error:
            unknown += 1
            wrong.append(str(error.args[0]))
        except ValueError as error:
            wrong.append(str(error))
    if wrong:
        said = "; ".join(wrong)
        raise LookupError(said) if unknown == len(wrong) else ValueError(said)
    own = ended(Limits(**limits)) if limits else None
    return cast(Factory, players.with_options(replace(dials[first], **changes), own))


def _apart(first: str, settings: Sequence[str], wrong: list[str]) -> Iterator[str]:
    """The settings one by one, also where they are written with a comma, which is noted."""
    for setting in settings:
        each = setting.split(",")
        if len(each) > 1:
            name = "/".join([first, *each])
            wrong.append(f"dials have a stroke between them, not a comma: write {name}")
        yield from each


def _dial(options: SearchOptions, dial: str, value: str) -> object:
    """A dial as text; raises ``LookupError`` and ``ValueError``."""
    known: dict[str, Any] = {each.name: type(each.default) for each in fields(SearchOptions)}
    if dial not in known:
        known_dials = ", ".join(known)
        message = f"{quote(dial)} is no dial of the search: choose {known_dials}"
        raise LookupError(f"{message}{meant(dial, known)}")
    kind, named = known[dial], get_args(_HINTS[dial])
    if named and value not in named:
        message = f"{quote(dial)} should be {one_of(named)}, not {quote(value)}"
        raise ValueError(message + meant(value, named))
    if kind is bool:
        if value not in ("true", "false"):
            raise ValueError(f"{quote(dial)} should be true or false, not {quote(value)}")
        return value == "true"
    if kind in NUMBERS and not NUMBERS[kind].fullmatch(value):
        whole = "a whole number" if kind is int else "a number"
        raise ValueError(f"{quote(dial)} should be {whole}, not {quote(value)}")
    read = kind(value)
    replace(options, **{dial: read})  # raises for what is out of range
    return read


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
        listed = f"choose {', '.join(known)}{meant(name, known)}"
        message = f"{quote(name)} is no player of {game.name}: {listed}"
        raise LookupError(message)
    return known[name]
