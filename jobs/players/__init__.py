"""The players of matches, by game and name. The one list a new player is added to.

A factory takes a game and limits (`solvers.player.Factory`). A search may be given other
dials by its name: ``flat/worlds=weighted/trees=1``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, cast, get_args, get_type_hints

from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput, Fault, noted, quote
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
from kibitz.jobs.players.limits import DIALS, NUMBERS, ended, read_limit
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
# What a dial that is a number should be, and the code of the fault if it is none.
KINDS: Final[Mapping[type, tuple[str, str]]] = {
    int: ("not_a_whole_number", "a whole number"),
    float: ("not_a_number", "a number"),
}
# Of a dial whose values have names, those names are the arguments of its type.
_HINTS: Final = get_type_hints(SearchOptions)


def variant(game: Game, first: str, settings: Sequence[str]) -> Factory:
    """The search ``first`` with other dials, each a setting as ``worlds=weighted``.

    Limits are dials too, and then hold instead of those of the match: ``time_ms=200``.

    Raises ``BadInput`` with everything that is wrong with them.
    """
    players: Any = SEARCHING.get(game.name)
    dials = players.DIALS if players else {}
    if first not in dials:
        others = f", only {', '.join(dials)}" if dials else ", and no other player of it has"
        message = f"{quote(first)} of {game.name} has no dials{others}"
        raise BadInput.one("", "no_dials", message)
    changes: dict[str, Any] = {}
    limits: dict[str, int] = {}
    faults: list[Fault] = []
    for setting in _apart(first, settings, faults):
        dial, _, value = setting.partition("=")
        with noted(faults):
            if dial in changes or dial in limits:
                raise BadInput.one("", "dial_twice", f"{quote(dial)} is given twice")
            if dial not in Limits.model_fields:
                changes[dial] = _dial(dials[first], dial, value)
            elif dial in DIALS:
                limits[dial] = read_limit(dial, value)
            else:
                message = f"{quote(dial)} limits nothing here: {quote(first)} counts none"
                raise BadInput.one("", "unused_limit", message)
    if faults:
        raise BadInput(faults)
    own = ended(Limits(**limits)) if limits else None
    return cast(Factory, players.with_options(replace(dials[first], **changes), own))


def _apart(first: str, settings: Sequence[str], faults: list[Fault]) -> Iterator[str]:
    """The settings one by one, also where they are written with a comma, which is noted."""
    for setting in settings:
        each = setting.split(",")
        if len(each) > 1:
            name = "/".join([first, *each])
            message = f"dials have a stroke between them, not a comma: write {name}"
            faults.append(Fault("", "bad_form", message))
        yield from each


def _dial(options: SearchOptions, dial: str, value: str) -> object:
    """A dial as text; raises ``BadInput``."""
    known: dict[str, Any] = {each.name: type(each.default) for each in fields(SearchOptions)}
    if dial not in known:
        known_dials = ", ".join(known)
        message = f"{quote(dial)} is no dial of the search: choose {known_dials}"
        raise BadInput.one("", "unknown_dial", f"{message}{meant(dial, known)}")
    kind, named = known[dial], get_args(_HINTS[dial])
    if named and value not in named:
        message = f"{quote(dial)} should be {one_of(named)}, not {quote(value)}"
        raise BadInput.one("", "unknown_value", message + meant(value, named))
    if kind is bool:
        if value not in ("true", "false"):
            message = f"{quote(dial)} should be true or false, not {quote(value)}"
            raise BadInput.one("", "not_true_or_false", message)
        return value == "true"
    if kind in NUMBERS and not NUMBERS[kind].fullmatch(value):
        code, number = KINDS[kind]
        raise BadInput.one("", code, f"{quote(dial)} should be {number}, not {quote(value)}")
    read = kind(value)
    try:
        replace(options, **{dial: read})
    except ValueError as error:
        raise BadInput.one("", "bad_value", str(error)) from None
    return read


def names(game: Game) -> list[str]:
    """The names of the players there are for a game."""
    return [*PLAYERS.get(game.name, {})]


def factory(game: Game, name: str) -> Factory:
    """The factory of the player called ``name``: one of the list, or a search with other dials.

    Raises ``BadInput`` that lists the names, and what :func:`variant` raises.
    """
    first, *settings = name.split("/")
    known = PLAYERS.get(game.name, {})
    if first not in known:
        listed = f"choose {', '.join(known)}{meant(first, known)}"
        message = f"{quote(first or name)} is no player of {game.name}: {listed}"
        raise BadInput.one("", "unknown_player", message)
    return variant(game, first, settings) if settings else known[first]
