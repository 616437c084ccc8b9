"""The hardest work of every verb and every kind of job, to be stopped: positions, dials, calls."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kibitz.contract.base import plain
from kibitz.contract.options import (
    INCLUDES,
    AnalyzeOptions,
    ChooseOptions,
    HintOptions,
    Limits,
    SolveOptions,
)
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.jobs import players
from kibitz.jobs.kinds import KINDS
from kibitz.jobs.players.limits import AT_ONCE
from kibitz.solvers.budget import Budget, Cancel, ignore
from kibitz.solvers.catalogue import SOLVERS, find
from kibitz.solvers.reviewing import read_review, review
from kibitz.solvers.solver import Solver, as_asked

ENDLESS: Final = Limits(time_ms=3_600_000, memory_mb=256)
FEW: Final = Limits(time_ms=3_600_000, nodes=100, iterations=100, memory_mb=256)
LONGEST: Final = 300  # moves of a record
LARGE: Final[Mapping[str, Any]] = {"redeals": 9, "redeal": "turn_over", "may_decline": True}
FIELD: Final[Mapping[str, Any]] = {"field": {"width": 16, "height": 16}, "anchored": True}
# By game, rules that make much work, and after how many moves a game is looked at.
RULES: Final[Mapping[str, Mapping[str, Any]]] = {
    "knotty-nines": {
        "usual": {},
        "12 piles": {"piles": 12, "win": "stock_empty_and_stuck"},
        "4 piles": {"piles": 4},
    },
    "knack-solitaire": {
        "9 redeals": {**LARGE, "wrap": "none"},
        "window": {"field": {"width": 8, "height": 8}, "redeals": 9},
        "field": {**FIELD, "redeals": 0},
    },
    "knack": {
        "usual": {},
        "216 cards": {"players": 6, "packs": 4, "wrap": "none", "play_on_for_places": True},
        "field": {**FIELD, "packs": 4, "danglers": 99},
    },
    "knaves": {"usual": {}, "17 cards": {"hand_size": 17, "exposed_cards": True}},
    "knock-rummy": {
        "usual": {},
        "6 players": {
            "players": 6,
            "stock_out": "shuffle",
            "max_turn_overs": 4,
            "max_takes": 99,
            "knock_limit": 0,
            "ace": "round_the_corner",
        },
        "long": {"knock_limit": 0, "max_turn_overs": 4, "max_takes": 99, "stock_out": "shuffle"},
    },
    "hand-knee-foot": {
        "usual": {},
        "6 players": {
            "players": 6,
            "draw": 7,
            "max_wilds": 3,
            "special_natural_only": False,
            "minimums": [0, 0, 0, 0],
            "stock_out": "reshuffle",
        },
    },
}
BEGUN: Final[Mapping[str, tuple[int, ...]]] = {
    "knotty-nines": (0,),
    "knack-solitaire": (0, 20),
    "knack": (0, 40),
    "knaves": (0, 12),
    "knock-rummy": (0, 30),
    "hand-knee-foot": (0, 150),
}
# Dials of a player at the ends of their bounds.
DIALS: Final = (
    "worlds=weighted/world_choices=64",
    "worlds=refined/world_steps=1024",
    "endgame_below=64",
    "trees=64/tree_depth=1024",
    "playout=mast/root=ucb/selection=puct/tree_depth=1024/trees=64",
)
Call = Callable[[Cancel], object]


@dataclass(frozen=True, slots=True)
class Work:
    """Something that a service does for long: ``call`` is given the flag that stops it."""

    game: str
    kind: str
    name: str
    call: Call


def played(game: Game, rules: Any, moves: int, seed: int = 3) -> tuple[Any, list[str]]:
    """A deal, and a game of it by chance or, of whole turns, by a player that does not search."""
    deal = game.deal("7", rules or None)
    state, chance, made = game.state(deal), random.Random(seed), list[str]()
    while len(made) < moves and not game.over(state):
        legal = game.legal(state)
        if not legal:
            break
        move = chance.choice(legal)
        if game.name == "hand-knee-foot" and len(legal) > 1:
            shown = game.as_seen(game.position(state, deal), int(protocol.run_turn(state)))
            options = ChooseOptions(level="casual", seed=str(seed))
            move = game.enter(state, find(game.name).choose(shown, options, Budget(FEW)).move or "")
        made.append(game.move_text(move))
        protocol.run_apply(state, move)
    return deal, made


def positions(name: str) -> Iterator[tuple[str, Any]]:
    """Hard positions of a game, in which there is something to choose, each with its name."""
    game = find(name).game
    for title, rules in RULES[name].items():
        for moves in BEGUN[name]:
            deal, made = played(game, rules, moves)
            while made and len(game.legal(game.state(game.play(deal, made)))) < 2:
                made.pop()
            yield f"{title}, {len(made)} moves", game.play(deal, made)


def of_verbs(name: str) -> Iterator[Work]:
    """The verbs that search, asked about every hard position."""
    solver = find(name)
    for title, position in positions(name):
        for kind, what, call in _asked(solver, position):
            yield Work(name, kind, f"{title}, {what}", call)
    for title, rules in RULES[name].items():
        deal, made = played(solver.game, rules, LONGEST)
        record = {"position": deal.to_json(), "moves": made}
        for limits in (ENDLESS, FEW):
            yield Work(
                *(name, "review", f"{title}, {len(made)} moves, {_limited(limits)}"),
                _reviewed(solver, record, limits),
            )


def _limited(limits: Limits) -> str:
    return "no limits" if limits is ENDLESS else "small limits"


def _asked(solver: Solver, position: Any) -> Iterator[tuple[str, str, Call]]:
    def run(verb: Callable[..., Any], options: Any) -> Call:
        def call(cancel: Cancel) -> object:
            found = verb(position, options, Budget(ENDLESS, cancel), ignore)
            return plain(as_asked(found, options))

        return call

    for objective in solver.objectives:
        yield "solve", objective, run(solver.solve, SolveOptions(objective=objective))
    for information in ("known", "hidden"):
        for utility in (None, *solver.utilities[1:]):
            asked = AnalyzeOptions.model_validate(
                {"information": information, "utility": utility, "include": INCLUDES}
            )
            yield "analyze", f"{information} {utility or ''}".strip(), run(solver.analyze, asked)
        hint = HintOptions.model_validate({"information": information, "level": "why"})
        yield "hint", information, run(solver.advise, hint)
    yield "choose", "best", run(solver.choose, ChooseOptions(level="best"))


def _reviewed(solver: Solver, record: Any, limits: Limits) -> Call:
    asked = {"record": record, "limits": limits.model_dump(exclude_none=True)}

    def call(cancel: Cancel) -> object:
        request, made = read_review(solver, asked)
        return plain(review(solver, made, request, Budget(limits, cancel), ignore))

    return call


def of_jobs(name: str) -> Iterator[Work]:
    """The jobs of every kind, each of its chunks by itself."""
    solver, limits = find(name), ENDLESS.model_dump(exclude_none=True)
    title, position = list(positions(name))[-1]
    text, shared = position.to_text(), {"game": name, "limits": limits}
    yield _job("solve", title, {**shared, "position": text})
    yield _job("analyze", title, {**shared, "position": text})
    yield _job("batch", title, {**shared, "verb": "analyze", "positions": [text] * 3})
    for title, rules in RULES[name].items():
        deal, made = played(solver.game, rules, LONGEST)
        record = {"position": deal.to_json(), "moves": made}
        for where in (0, -1):
            yield _job("review", title, {**shared, "record": record}, where)
        if solver.game.players == (1, 1):
            deals = {"first": 1, "last": 1000, "chunk_size": 1000}
            yield _job("study", title, {**shared, **deals, "rules": rules})
        for hero in heroes(name):
            match = {"hero": hero, "rival": "random", "deals": 2, "rules": rules}
            yield _job("match", f"{title}, {hero}", {**shared, **match})


def heroes(name: str) -> Iterator[str]:
    """The players of a game, those that search with dials at the ends of their bounds."""
    game = SOLVERS[name].game
    dialled = players.SEARCHING[name].DIALS if name in players.SEARCHING else ()
    for player in players.names(game):
        if player not in AT_ONCE:
            yield player
    for player in list(dialled)[:1]:
        yield from (f"{player}/{dials}" for dials in DIALS)


def _job(kind: str, title: str, fields: Mapping[str, Any], where: int = 0) -> Work:
    fields = {"kind": kind, **fields}

    def call(cancel: Cancel) -> object:
        try:
            job = KINDS[kind].model_validate(fields).settled(Limits())
            return job.work(job.chunks()[where], cancel)
        except BadInput as refused:
            return refused

    return Work(fields["game"], f"job {kind}", title, call)
