"""Requests with one fault each, by path: what pairs of faults at different places are made of.

A fault is a title and the places of a sound body that it changes, as in `tests.api.bad_inputs`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from kibitz.api.verbs import verbs_of
from kibitz.games.catalogue import GAMES
from kibitz.jobs.kinds import KINDS
from kibitz.solvers.catalogue import SOLVERS


class Single(NamedTuple):
    """A fault: its title and the values at the places that have it."""

    title: str
    changes: Mapping[str, Any]


# What is wrong with the switches of a deal, by game: alone, or by what they contradict.
SWITCHES: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "knotty-nines": [{"piles": 99}, {"wrap": 3}],
    "knaves": [{"exposed_cards": 7}, {"target": -3}],
    "knack": [
        *({"field": [3]}, {"players": 7}, {"players": 9, "packs": 2}, {"packs": 9}),
        *({"obstacles": [[0, 0]], "anchored": True}, {"obstacles": [[1, 1], [1, 1]]}),
    ],
    "knack-solitaire": [
        *({"field": {"width": 0, "height": 5}}, {"leaners": 5}, {"redeals": 99}),
        *({"obstacles": [[0, 0]], "anchored": True}, {"obstacles": [[1, 1], [1, 1]]}),
    ],
    "knock-rummy": [{"players": 9}, {"ace": 1}],
    "hand-knee-foot": [{"players": 5}, {"draw": 99}],
}


def _position(game: str) -> dict[str, Any]:
    found: dict[str, Any] = GAMES[game].deal("1").to_json()
    return found


def _first_move(game: str) -> str:
    state = GAMES[game].state(GAMES[game].deal("1"))
    return GAMES[game].move_text(GAMES[game].legal(state)[0])


def _hidden(game: str) -> dict[str, Any]:
    """Changes that hide the own hand of the seat to move, or the stock."""
    dealt, known = GAMES[game].deal("1"), _position(game)
    state = GAMES[game].state(dealt)
    if GAMES[game].players == (1, 1):
        seen = GAMES[game].as_seen(dealt).to_json()
        return {f"position/{name}": seen[name] for name in seen if seen[name] != known[name]}
    other = ((GAMES[game].to_move(state) or 0) + 1) % GAMES[game].seats(state)
    return {"position": GAMES[game].as_seen(dealt, other).to_json()}


def bodies(game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The path and a sound body of every verb of a game, and of every kind of job about it."""
    position, move = _position(game), _first_move(game)
    names: dict[str, dict[str, Any]] = {
        "deal": {"seed": 1, "rules": {}},
        "play": {"moves": [move]},
        "verify": {"moves": [move]},
        "view": {"seat": 0},
        "next": {"seed": 1},
        "choose": {"level": "casual"},
    }
    record = {"position": position, "moves": [move]}
    for verb in verbs_of(GAMES[game]):
        body = names.get(verb, {})
        if verb in ("review", "record"):
            body = {"record": record}
        elif verb != "deal":
            body = {"position": position, **body}
        yield f"/v1/games/{game}/{verb}", body
    asked: dict[str, dict[str, Any]] = {
        "solve": {"position": position},
        "analyze": {"position": position},
        "batch": {"verb": "solve", "positions": [position]},
        "review": {"record": record},
        "study": {"rules": {}, "first": 1, "last": 2},
        "match": {"rules": {}, "hero": "casual", "rival": "random", "deals": 2},
    }
    for kind in KINDS:
        yield f"/v1/jobs#{kind}", {"kind": kind, "game": game, **asked[kind]}


def singles(game: str, path: str) -> Iterator[Single]:
    """The faults that a request to a path is tried with, one at a time."""
    verb = path.rpartition("#")[2].rpartition("/")[2]
    yield Single("a field that is none", {"foo": 1})
    if "#" in path and verb == "match":
        yield Single("a misspelt game", {"game": game[:-1]})
    if verb not in ("deal", "study", "match", "batch", "review", "record"):
        yield Single("a position that is a number", {"position": 7})
        yield Single("a text that is no position", {"position": "hello"})
        yield Single("a misspelt field of a position", {"position/dealr": 1})
    if verb in ("deal", "match", "study"):
        for switches in SWITCHES[game]:
            bad = {f"rules/{name}": value for name, value in switches.items()}
            yield Single(f"bad rules {switches}", bad)
        yield Single("a switch that is none", {"rules/colour": "red"})
    yield from BY_VERB.get(verb, lambda _: iter(()))(game)


def _deal(game: str) -> Iterator[Single]:
    yield Single("a seed that is a word", {"seed": "monday"})
    yield Single("a source that is none", {"source": "hous"})
    yield Single("a source that is a number", {"source": 7})
    yield Single("a dealer who is not there", {"dealer": 7})
    yield Single("a dealer who is a word", {"dealer": "me"})
    yield Single("scores of one", {"scores": [1]})
    yield Single("a score that is a list", {"scores": [1, [], 2]})
    yield Single("round 0", {"round": 0})
    yield Single("round 9", {"round": 9})
    yield Single("wanted with a misspelt verdict", {"want": {"verdict": "solvabl"}})
    yield Single("wanted of a loss", {"want": {"verdict": "unsolvable", "difficulty": "easy"}})
    yield Single("wanted with a field that is none", {"want": {"foo": 1}})


def _seen(game: str) -> Iterator[Single]:
    yield Single("a seat that is not there", {"seat": 9})
    yield Single("a seat that is a text", {"seat": "0"})


def _next(game: str) -> Iterator[Single]:
    yield Single("a seed that is a word", {"seed": "x"})
    yield Single("a seed that is a list", {"seed": [1]})


def _moves(game: str) -> Iterator[Single]:
    yield Single("moves that are none", {"moves": ["?", "??"]})
    yield from _verified(game)


def _verified(game: str) -> Iterator[Single]:
    yield Single("a move that is a number", {"moves": [7]})
    yield Single("no list of moves", {"moves": "x"})


def _of_seats(game: str) -> Iterator[Single]:
    if GAMES[game].players != (1, 1):
        yield Single("a hidden hand", _hidden(game))


def _utility(game: str) -> Iterator[Single]:
    if "match" not in SOLVERS[game].utilities:
        yield Single("a utility of another game", {"utility": "match"})


def _objective(game: str) -> Iterator[Single]:
    if "compact" not in SOLVERS[game].objectives:
        yield Single("an objective of another game", {"objective": "compact"})


def _limits(game: str) -> Iterator[Single]:
    yield Single("no time", {"limits": {"time_ms": 0}})
    yield Single("a limit that is none", {"limits": {"speed": 1}})


def _solve(game: str) -> Iterator[Single]:
    yield from _limits(game)
    if GAMES[game].players == (1, 1):
        yield Single("a hidden stock", _hidden(game))
    yield from _objective(game)
    yield Single("a misspelt objective", {"objective": "shortst"})


def _searched(game: str) -> Iterator[Single]:
    yield from _limits(game)
    yield Single("a seed that is a word", {"seed": "x"})
    yield Single("a misspelt information", {"information": "knwn"})
    yield Single("a utility that is none", {"utility": "money"})
    yield Single("known information", {"information": "known", **_hidden(game)})
    yield from _of_seats(game)
    yield from _utility(game)


def _analyze(game: str) -> Iterator[Single]:
    yield from _searched(game)
    yield from _moves(game)
    yield Single("no moves", {"moves": []})
    yield Single("no lines", {"multi_pv": 0})
    yield Single("a part that is none", {"include": ["plan"]})


def _hint(game: str) -> Iterator[Single]:
    yield from _searched(game)
    yield Single("a misspelt level", {"level": "nugde"})
    yield Single("a misspelt one of levels", {"levels": ["nudge", "foo"]})
    yield Single("levels that are a number", {"levels": 5})
    yield Single("level and levels", {"level": "why", "levels": ["nudge"]})


def _choose(game: str) -> Iterator[Single]:
    yield from _limits(game)
    yield Single("a misspelt level", {"level": "bst"})
    yield Single("a seed that is a word", {"seed": "x"})
    yield from _of_seats(game)


def _record(game: str) -> Iterator[Single]:
    yield Single("a record that is a number", {"record": 5})
    yield Single("a text that is no record", {"record": "hello"})
    yield Single("a move that is a number", {"record/moves": [4]})
    yield Single("a move that is none", {"record/moves": ["?"]})
    yield Single("a position that is a number", {"record/position": 5})
    yield Single("a misspelt field of its position", {"record/position/dealr": 5})
    yield Single("a field of a record that is none", {"record/foo": 5})
    yield Single("too many names", {"record/seats": ["A", "B", "C", "D", "E", "F"]})
    yield Single("a name twice", {"record/seats": ["a", "a"]})
    yield Single("a result that is a list", {"record/result": [1, 2]})
    yield Single("a record of another game", {"record/game": "knav"})


def _review(game: str) -> Iterator[Single]:
    yield from _limits(game)
    yield from _record(game)
    yield Single("a seat that is not there", {"seats": [9]})
    yield Single("a seat twice", {"seats": [0, 0]})
    yield Single("a seat that is a text", {"seats": ["0"]})
    yield Single("turns that end before they begin", {"turns": {"first": 5, "last": 2}})
    yield Single("turns that are a list", {"turns": [1, 2]})
    yield Single("a misspelt field of turns", {"turns": {"frist": 0}})
    yield Single("a seed that is a word", {"seed": "x"})
    yield Single("a utility that is none", {"utility": "money"})
    yield from _utility(game)


def _batch(game: str) -> Iterator[Single]:
    yield from _limits(game)
    yield Single("a position that is a number", {"positions": [7]})
    yield Single("no positions", {"positions": []})
    yield Single("a verb that is none", {"verb": "slove"})
    yield Single("an option of another verb", {"multi_pv": 3})
    yield from _objective(game)
    yield Single("a utility that is none", {"utility": "money"})


def _study(game: str) -> Iterator[Single]:
    yield from _limits(game)
    yield Single("a range that ends before it begins", {"first": 9, "last": 3})
    yield Single("a first that is a word", {"first": "x"})
    yield Single("a source that is none", {"source": "pysolf"})
    yield Single("a size of nothing", {"chunk_size": 0})
    yield Single("a limit of games that are played out", {"limits": {"iterations": 9}})


def _match(game: str) -> Iterator[Single]:
    yield from _limits(game)
    yield Single("a hero that is none", {"hero": "strng"})
    yield Single("a rival that is none", {"rival": "srch"})
    yield Single("a rival that is a number", {"rival": 3})
    yield Single("no deals", {"deals": 0})
    yield Single("a limit of players who do not search", {"limits": {"iterations": 9}})
    yield Single("a first that is a word", {"first": "x"})


BY_VERB: Final = {
    "deal": _deal,
    "view": _seen,
    "next": _next,
    "play": _moves,
    "verify": _verified,
    "solve": _solve,
    "analyze": _analyze,
    "hint": _hint,
    "choose": _choose,
    "review": _review,
    "record": _record,
    "batch": _batch,
    "study": _study,
    "match": _match,
}
