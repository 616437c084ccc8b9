"""A table of bad requests over all verbs and games, each of one kind or of a few.

A case is a title, a path and a body; the body is that of a sound request with some
places changed.
"""

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from kibitz.games.catalogue import GAMES

GONE: Final = object()  # a place that is taken out of the body


class BadInputCase(NamedTuple):
    """A bad request: what is tried, and the body that is sent to the path."""

    title: str
    path: str
    body: Any


@cache
def _dealt(game: str, **rules: Any) -> Any:
    return GAMES[game].deal("1", rules or None)


def changed(body: Any, changes: Mapping[str, Any]) -> Any:
    """A copy with the values at some JSON Pointers, without the first stroke, replaced."""
    body = copy.deepcopy(body)
    for pointer, value in changes.items():
        *above, last = (int(p) if p.isdigit() else p for p in pointer.split("/"))
        place = body
        for part in above:
            place = place[part]
        if value is GONE:
            del place[last]
        else:
            place[last] = value
    return body


def asked(
    title: str, game: str, verb: str, changes: Mapping[str, Any], **more: Any
) -> BadInputCase:
    """A request about the deal 1 of a game; ``changes`` are made to all of its body."""
    body = {"position": _dealt(game).to_json(), **more}
    if verb == "deal":
        body = {"seed": 1, **more}
    return BadInputCase(title, f"/v1/games/{game}/{verb}", changed(body, changes))


def deals() -> Iterator[BadInputCase]:
    """Requests for a deal."""
    kn, hk = "knotty-nines", "hand-knee-foot"
    yield asked("no seed", kn, "deal", {"seed": GONE})
    yield asked("a seed that is a fraction", kn, "deal", {"seed": 1.5})
    yield asked("a seed that is a word", kn, "deal", {"seed": "monday"})
    yield asked("a negative seed", "knaves", "deal", {"seed": -1})
    yield asked("a seed with too many digits", "knack", "deal", {"seed": "9" * 41})
    yield asked("a misspelt switch", kn, "deal", {}, rules={"warp": False})
    yield asked("a switch of no game", kn, "deal", {}, rules={"colour": "red"})
    yield asked("a switch of a game with many", hk, "deal", {}, rules={"colour": "red"})
    yield asked("a misspelt value of a switch", kn, "deal", {}, rules={"win": "stock_emty"})
    yield asked("a number for a word", "knock-rummy", "deal", {}, rules={"ace": 1})
    yield asked("a word for a boolean", kn, "deal", {}, rules={"wrap": "yes"})
    yield asked("a boolean for a number", kn, "deal", {}, rules={"piles": True})
    yield asked("a fraction for a number", kn, "deal", {}, rules={"piles": 9.5})
    yield asked("too many piles", kn, "deal", {}, rules={"piles": 99})
    yield asked("too few piles", kn, "deal", {}, rules={"piles": 3})
    yield asked("hands of a size that there is not", "knaves", "deal", {}, rules={"hand_size": 14})
    yield asked("five players", hk, "deal", {}, rules={"players": 5})
    yield asked("one player", "knack", "deal", {}, rules={"players": 1})
    yield asked("three minimums", hk, "deal", {}, rules={"minimums": [50, 90, 120]})
    yield asked("five minimums", hk, "deal", {}, rules={"minimums": [50, 90, 120, 150, 180]})
    yield asked(
        "a field without a height", "knack-solitaire", "deal", {}, rules={"field": {"width": 9}}
    )
    yield asked(
        "a field with a depth", "knack", "deal", {}, rules={"field": {"width": 9, "hight": 9}}
    )
    yield asked("jokers as a boolean", "knack", "deal", {}, rules={"jokers": True})
    yield asked("three jokers", "knack", "deal", {}, rules={"jokers": 3})
    yield asked(
        "obstacles in a field without a middle", "knack", "deal", {}, rules={"obstacles": [[1, 1]]}
    )
    yield asked("rules that are a list", "knaves", "deal", {}, rules=["exposed"])
    yield asked("a misspelt source", kn, "deal", {}, source="pysolf")
    yield asked("a source of no game", "knaves", "deal", {}, source="house")
    yield asked("a source that is a number", kn, "deal", {}, source=7)
    yield asked("a dealer who is not there", "knaves", "deal", {}, dealer=3)
    yield asked("a dealer who is a word", "knaves", "deal", {}, dealer="me")
    yield asked("a dealer in a solitaire", kn, "deal", {}, dealer=0)
    yield asked("too few scores", "knaves", "deal", {}, scores=[1, 2])
    yield asked("a score that is a boolean", "knaves", "deal", {}, scores=[1, 2, True])
    yield asked("a score that is a list", "knock-rummy", "deal", {}, scores=[1, []])
    yield asked("a score that no share makes", "knock-rummy", "deal", {}, scores=["31/7", 0])
    yield asked("a match that is won", "knaves", "deal", {}, scores=[999, 0, 0])
    yield asked("round 0", hk, "deal", {}, round=0)
    yield asked("round 9", hk, "deal", {}, round=9)
    yield asked("a round in a game that counts none", "knaves", "deal", {}, round=2)
    yield asked("a misspelt field", "knaves", "deal", {}, sead=3)
    yield asked(
        "a dealer and obstacles with a bad field",
        *("knack", "deal", {}),
        rules={"players": 3, "obstacles": [[0, 0], [1, 1], [1, 1]], "field": [3]},
        dealer=7,
    )
    yield asked("a score for five players", hk, "deal", {}, rules={"players": 5}, scores=[1])
    yield asked("four scores for two teams", hk, "deal", {}, scores=[1, 2, 3, 4])


def positions() -> Iterator[BadInputCase]:
    """Positions that cannot be."""
    kn, hk = "knotty-nines", "hand-knee-foot"
    yield asked("no position", kn, "moves", {"position": GONE})
    yield asked("a position that is a number", kn, "moves", {"position": 7})
    yield asked("a position that is a list", kn, "moves", {"position": []})
    yield asked("an empty position", "knock-rummy", "moves", {"position": {}})
    yield asked("a text that is no position", kn, "moves", {"position": "hello"})
    yield asked("a text with a part too few", kn, "moves", {"position": "knotty-nines~~7C"})
    yield asked("a text of a misspelt game", kn, "moves", {"position": "knoty-nines~~7C~TH6C"})
    for game, other in [(kn, "knaves"), ("knaves", "knack"), (hk, "knock-rummy"), ("knack", hk)]:
        text = _dealt(other).to_text()
        yield asked(f"a text of {other}", game, "moves", {"position": text})
        yield asked(f"an object of {other}", game, "moves", {"position": _dealt(other).to_json()})
    yield asked(
        "a misspelt switch in a text", kn, "moves", {"position": "knotty-nines~wrp-off~7C~TH6C"}
    )
    knaves = "knaves~~9D.0.0.0.0~4C.8C.9~12~AC2C7C~saet-1.exposd-4C.what-1"
    yield asked("misspelt names in a text", "knaves", "moves", {"position": knaves})
    yield asked("a text with parts too few", "knaves", "moves", {"position": "knaves~~9D.0.0.0~4C"})
    text = "knack-solitaire~redeals-9.redeal-trun_over.redals-1~7D0_0~-~12~2"
    yield asked("misspelt values in a text", "knack-solitaire", "moves", {"position": text})
    yield asked(
        "a switch set twice in a text",
        kn,
        "moves",
        {"position": "knotty-nines~wrap-off.wrap-on~7C~TH6C"},
    )
    yield asked("a card that is none", kn, "moves", {"position/tableau/0/0": "1X"})
    yield asked("a card that is a number", kn, "moves", {"position/tableau/0/0": 7})
    yield asked(
        "a card twice", kn, "moves", {"position/tableau/0/0": "3S", "position/tableau/1/0": "3S"}
    )
    yield asked("a pile that is a text", kn, "moves", {"position/tableau/0": "7C"})
    yield asked("a pile that is empty", kn, "moves", {"position/tableau/0": []})
    yield asked("a run that is broken", kn, "moves", {"position/tableau/0": ["7C", "KD"]})
    yield asked("a pile too few", kn, "moves", {"position/tableau/8": GONE})
    yield asked("three piles", kn, "moves", {"position/tableau": [["7C"], ["8C"], ["9C"]]})
    yield asked("a stock that is too long", kn, "moves", {"position/stock": {"count": 99}})
    yield asked("a stock one card short", kn, "moves", {"position/stock": {"count": 42}})
    yield asked("a stock that is a number", kn, "moves", {"position/stock": 43})
    yield asked(
        "a stock with another field", kn, "moves", {"position/stock": {"count": 43, "top": "7C"}}
    )
    yield asked("a misspelt field of a position", kn, "moves", {"position/stok": []})
    yield asked("a field that is named like a branch", kn, "moves", {"position/listed": []})
    yield asked("a cell without its card", "knack-solitaire", "moves", {"position/field/0": [0, 0]})
    yield asked(
        "a cell too far away", "knack-solitaire", "moves", {"position/field/0": [0, 99, "7C"]}
    )
    yield asked(
        "more redeals than there are", "knack-solitaire", "moves", {"position/redeals_left": 5}
    )
    yield asked("no field", "knack-solitaire", "moves", {"position/field": []})
    yield asked(
        "a card of the field twice", "knack-solitaire", "moves", {"position/waste": ["AC", "AC"]}
    )
    yield asked("a hand too few", "knaves", "moves", {"position/hands/2": GONE})
    yield asked("a hand one card short", "knaves", "moves", {"position/hands/0/0": GONE})
    yield asked("a hand that is a word", "knaves", "moves", {"position/hands/0": "many"})
    yield asked(
        "a view that hides its own hand",
        "knaves",
        "moves",
        {"position/hands/0": {"count": 17}, "position/seat": 0},
    )
    yield asked("a seat that is not there", "knaves", "moves", {"position/seat": 5})
    yield asked(
        "a trick of two cards", "knaves", "moves", {"position/tricks": [{"cards": ["7C", "8C"]}]}
    )
    yield asked("a called card that is not exposed", "knaves", "moves", {"position/called": "7C"})
    yield asked(
        "a kind that is none",
        "knack",
        "moves",
        {"position/lacks": [{"seat": 0, "at_most": 0, "kinds": ["7"]}]},
    )
    yield asked("a seat beyond the players", "knack", "moves", {"position/dealer": 4})
    yield asked("who laid cards that are not there", "knack", "moves", {"position/laid": [1, 0]})
    yield asked("who laid a card as a text", "knack", "moves", {"position/laid": ["east"]})
    yield asked("a turn that is a text", "knock-rummy", "moves", {"position/turn": "0"})
    yield asked(
        "a total that is a fraction of 7", "knock-rummy", "moves", {"position/scores": ["1/7x", 0]}
    )
    yield asked("an end that is none", "knock-rummy", "moves", {"position/ended": "knocked"})
    yield asked("a history that is empty", "knock-rummy", "moves", {"position/history": []})
    yield asked("a phase that is none", hk, "moves", {"position/phase": "discard"})
    yield asked("one total for two teams", hk, "moves", {"position/scores": [5]})
    yield asked(
        "a book without its cards", hk, "moves", {"position/teams/0/books": [{"rank": "K"}]}
    )
    yield asked("a meld of two", hk, "moves", {"position/teams/0/melds": [["KC", "KD"]]})
    yield asked(
        "many faults",
        *(kn, "solve"),
        {
            "position/tableau/0/0": "1X",
            "position/rules/piles": 40,
            "position/extra": 1,
            "limits": {"time_ms": 0, "speed": 3},
            "objective": "fastest",
            "colour": "red",
        },
    )


def verbs() -> Iterator[BadInputCase]:
    """Requests that go wrong in what they ask, not in their position."""
    kn, hk = "knotty-nines", "hand-knee-foot"
    yield asked("no moves", kn, "play", {})
    yield asked("moves that are a text", kn, "play", {}, moves="3>7")
    yield asked("a move that is a number", kn, "play", {}, moves=["3>>7", 7])
    yield asked("a move of 81 characters", kn, "verify", {}, moves=["3" * 81])
    yield asked("a move that is misspelt", kn, "play", {}, moves=["1->2"])
    yield asked("a pile that is not there", kn, "play", {}, moves=["77>1"])
    yield asked("pile 10 of 9", kn, "play", {}, moves=["10>1"])
    yield asked("a pile onto itself", kn, "play", {}, moves=["9>9"])
    yield asked("a card that does not fit", kn, "play", {}, moves=["1>2"])
    yield asked("a card not held", "knaves", "play", {}, moves=["JK"])
    yield asked("a card of another hand", "knaves", "play", {}, moves=["2C", "2C"])
    yield asked("a call that cannot be", "knaves", "play", {}, moves=["call-7H"])
    yield asked("a cell that is too far", "knack-solitaire", "play", {}, moves=["7C@200,0"])
    yield asked("a cell that is not beside", "knack-solitaire", "play", {}, moves=["7C@5,5"])
    yield asked("a draw that is misspelt", "knack-solitaire", "play", {}, moves=["Draw"])
    yield asked("a knock before a draw", "knock-rummy", "play", {}, moves=["knock-7C"])
    yield asked("a pass that is misspelt", "knack", "play", {}, moves=["pas"])
    yield asked("a discard before a draw", hk, "play", {}, moves=["7"])
    yield asked("a meld of nothing", hk, "play", {}, moves=["meld-"])
    yield asked("an unknown objective", kn, "solve", {}, objective="fastest")
    yield asked("a misspelt objective", kn, "solve", {}, objective="shortst")
    yield asked("an objective of another game", "knaves", "solve", {}, objective="compact")
    yield asked("a time of nothing", kn, "solve", {}, limits={"time_ms": 0})
    yield asked("a time that is a text", kn, "solve", {}, limits={"time_ms": "1s"})
    yield asked("a time of a year", kn, "solve", {}, limits={"time_ms": 10**10})
    yield asked("a misspelt limit", kn, "solve", {}, limits={"time": 100})
    yield asked("limits that are a number", kn, "solve", {}, limits=100)
    yield asked("a misspelt level", kn, "hint", {}, level="nugde")
    yield asked("a level that is none", "knaves", "hint", {}, level="solution")
    yield asked("a level that is null", "knaves", "hint", {}, level=None)
    yield asked("a level with levels", kn, "hint", {}, level="why", levels=["move"])
    yield asked("a seed of a search that is a word", "knaves", "hint", {}, seed="x")
    yield asked("a seed of a search that is a list", "knaves", "hint", {}, seed=[1])
    yield asked("an unknown information", "knaves", "hint", {}, information="all")
    yield asked("a utility of another game", kn, "hint", {}, utility="match")
    yield asked("the same with no position", kn, "hint", {"position": "9H"}, utility="match", x=1)
    yield asked("an objective with no position", kn, "solve", {"position": 9}, objective="compact")
    yield asked("no moves at all", "knaves", "analyze", {}, moves=[])
    yield asked("a move that is not legal", kn, "analyze", {}, moves=["9>9", "77>1", "1->2"])
    yield asked(
        "bad moves together with a bad number", kn, "analyze", {}, moves=["9>9", "x"], multi_pv=0
    )
    yield asked("a multi_pv of too many", kn, "analyze", {}, multi_pv=1001)
    yield asked("a multi_pv that is a text", kn, "analyze", {}, multi_pv="3")
    yield asked("no seat", "knaves", "view", {})
    yield asked("a seat that is a text", "knaves", "view", {}, seat="0")
    yield asked("a seat below nothing", "knaves", "view", {}, seat=-1)
    yield asked("a seat that is not at the table", "knaves", "view", {}, seat=7)
    yield asked("a seat of a solitaire", kn, "view", {}, seat=1)
    yield asked("a round that goes on", "knaves", "next", {}, seed=1)
    yield asked("the same with a bad seed", "knock-rummy", "next", {}, seed="x", sed=2)
    yield asked("a seat with another fault", kn, "view", {}, seat=9, foo=1)
    yield asked("two levels, one misspelt", kn, "hint", {}, level="why", levels=["nudge", "foo"])
    record: dict[str, Any] = {"source": "kibitz 2", "result": [1, 2], "seats": ["Ann", "Ben"]}
    turns = {"first": 5, "last": 2}
    body = {"record": record, "seats": [5], "turns": turns}
    yield BadInputCase("a record with other faults", "/v1/games/knaves/review", body)
    path = "/v1/games/knaves/record"
    yield BadInputCase("a record with another field", path, {"record": record, "seats": [5]})
    yield BadInputCase("no record", path, {"recrd": record})
    record = {"source": "kibitz 2", "moves": [4], "seats": ["a", "a"], "foo": 1}
    review = {"kind": "review", "game": "knaves"}
    yield BadInputCase("the same as a job", "/v1/jobs", {**review, **body})
    yield BadInputCase("a bad record of a job", "/v1/jobs", {**review, "record": record})
    yield BadInputCase("a record that is a number", "/v1/jobs", {**review, "record": 5})
    yield BadInputCase("a body that is a list", f"/v1/games/{kn}/solve", [])
    yield BadInputCase("a misspelt game", "/v1/games/knoty-nines/deal", {"seed": 1})
    yield BadInputCase("a misspelt verb", f"/v1/games/{kn}/solv", {})
    yield BadInputCase("a game that is not here", "/v1/games/whist/deal", {"seed": 1})


def others() -> Iterator[BadInputCase]:
    """The score of a round, and jobs."""
    score = "/v1/games/hand-knee-foot/score"
    yield BadInputCase("a score of nothing", score, {})
    teams = [{"melded": {"Z": 3, "K": -1}, "held": {"wild cards": 2}}, {"red_books": "two"}]
    yield BadInputCase("kinds that are none, together with other faults", score, {"teams": teams})
    yield BadInputCase("teams that hold nothing", score, {"teams": [{}, {}]})
    yield BadInputCase("books of no kind", score, {"teams": [{"books": {"4": 1}}, {}]})
    yield BadInputCase("a misspelt count", score, {"teams": [{"red_book": 1}, {}]})
    text = _dealt("knotty-nines").to_text()
    yield BadInputCase("a job of no kind", "/v1/jobs", {})
    yield BadInputCase("a job of a misspelt kind", "/v1/jobs", {"kind": "stuty"})
    yield BadInputCase(
        "a job of a misspelt game", "/v1/jobs", {"kind": "solve", "game": "knoty", "position": text}
    )
    job = {"kind": "batch", "game": "knotty-nines", "verb": "solve"}
    yield BadInputCase("a batch of nothing", "/v1/jobs", {**job, "positions": []})
    yield BadInputCase(
        "a batch of other games",
        "/v1/jobs",
        {**job, "positions": [text, _dealt("knaves").to_text()]},
    )
    yield BadInputCase(
        "a batch with an option of another verb",
        "/v1/jobs",
        {**job, "positions": [text], "multi_pv": 3},
    )
    study = {"kind": "study", "game": "knotty-nines", "first": 9, "last": 3}
    yield BadInputCase("a study of no deals", "/v1/jobs", study)
    yield BadInputCase(
        "a study of a game of several", "/v1/jobs", {**study, "game": "knaves", "last": 20}
    )
    yield BadInputCase(
        "the same with other faults",
        "/v1/jobs",
        {**study, "game": "knaves", "rules": {"targt": 1}, "source": "pysolfc"},
    )
    match = {"kind": "match", "game": "knaves", "hero": "serch", "rival": "random", "deals": 0}
    yield BadInputCase("a match of a player who is not there", "/v1/jobs", match)
    endless = {**match, "hero": "search/world_choices=1000000000/trees=x", "rival": "random"}
    yield BadInputCase(
        "a match of a misspelt game", "/v1/jobs", {**match, "game": "knavs", "hero": "strng"}
    )
    limits = {"time_ms": 100, "nodes": 5, "iterations": 0}
    yield BadInputCase(
        "a match with limits of nobody",
        "/v1/jobs",
        {**match, "hero": "rule", "deals": 1, "limits": limits},
    )
    yield BadInputCase(
        "a study with a limit of other work",
        "/v1/jobs",
        {**study, "last": 20, "limits": {"nodes": 100, "iterations": 5}},
    )
    yield BadInputCase(
        "a match with a limit of others", "/v1/jobs", {**match, "hero": "search/nodes=9/trees=x"}
    )
    several = {**match, "hero": "search/worlds=wieghted,trees=x", "deals": 1}
    yield BadInputCase("a match with commas between dials", "/v1/jobs", several)
    yield BadInputCase("a match of a player with dials out of range", "/v1/jobs", endless)


CASES: Final = (*deals(), *positions(), *verbs(), *others())
