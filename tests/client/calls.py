"""The calls that both clients are held to; ``{job}`` is the id of the job submitted before."""

from typing import Any, Final, NamedTuple

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.scoresheet import EXAMPLE as COUNTS
from kibitz.games.knock_rummy.hand import EXAMPLE as HAND
from kibitz.solvers.catalogue import SOLVERS

GAME: Final = "knotty-nines"
ENDING: Final = (
    "knotty-nines~~8C7D.QHJSTD9C.5C4D3H2HASKSQCJDTS9H8H7S6D5D.5S4S3S2D.9S8S7C6H5H4H3D2SACKCQSJH."
    "TC.ADKD.4C3C2CAHKHQDJC.9D8D7H6S~TH6C"
)
HIDDEN: Final = "knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~43"
QUICK: Final = {"iterations": 20, "nodes": 2000}
STUDY: Final = {"kind": "study", "game": GAME, "first": 0, "last": 9, "chunk_size": 5}
ROUND_OVER: Final = (
    "knaves~~3S.0.0.0.0~-.-.-~7CQCKC2D7DQD2H7H9HTHKHKS~9C2CTC.JC5C6C.AH4H6H.3DKD5D.JS8STS.3CAC8C."
    "4S7SAS.4DTD8D.4CJDQS.6D5S5H.JH3H6S.9D2S9S.QHAD8H"
)

# A service in no trouble, and one that answers keys alone, and those seldom.
PLAIN, STRICT = "plain", "strict"
# What happens in place of an answer: no connection, no byte in time, another site's page.
LOST, SILENT, PAGE = "lost", "silent", "page"
CUT = ":cut"  # the first part of an answer, and then the connection breaks off


class Asked(NamedTuple):
    """A call: its name here, the method of the Python client, its arguments, who is asked.

    ``script``: nobody is asked, but each request in turn gets the answer of the call of this name.
    """

    name: str
    method: str
    arguments: dict[str, Any]
    service: str = PLAIN
    script: tuple[str, ...] = ()
    retries: int = 0
    key: str | None = None


def _finished_tricks() -> dict[str, Any]:
    """A record of the first tricks of a round of Knaves."""
    game = SOLVERS["knaves"].game
    start, moves = game.deal("5"), list[str]()
    state = game.state(start)
    while len(moves) < 4:
        move = game.legal(state)[0]
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    return {"position": start.to_text(), "moves": moves}


def calls() -> list[Asked]:
    """All calls, in the order in which they are made."""
    record = _finished_tricks()
    searched = {"game": GAME, "position": HIDDEN, "limits": QUICK, "seed": 5}
    position = {"game": GAME, "position": ENDING}
    return [
        Asked("games", "games", {}),
        Asked("one game", "game", {"game": "knaves"}),
        Asked("capabilities", "capabilities", {}),
        Asked("health", "health", {}),
        Asked("ready", "ready", {}),
        Asked("metrics", "metrics", {}),
        Asked("description", "description", {}),
        Asked("a kind of problem", "problem_kind", {"name": "bad-input"}),
        Asked(
            "deal",
            "deal",
            {"game": GAME, "seed": 24, "rules": {"wrap": False}, "source": "pysolfc"},
        ),
        Asked(
            "deal that is wanted",
            "deal",
            {"game": GAME, "seed": 24, "want": {"difficulty": "hard"}},
        ),
        Asked(
            "deal in a match",
            "deal",
            {"game": "knaves", "seed": 3, "dealer": 2, "scores": [3, 4, 5]},
        ),
        Asked("view", "view", {"game": "knaves", "position": record["position"], "seat": 1}),
        Asked("next", "next", {"game": "knaves", "position": ROUND_OVER, "seed": 4}),
        Asked("moves", "moves", position),
        Asked("play", "play", position | {"moves": ["6>5"]}),
        Asked("record", "record", {"game": "knaves", "record": record}),
        Asked("verify", "verify", position | {"moves": ["6>5", "6>8"]}),
        Asked("melds", "melds", {"game": "knock-rummy", **HAND}),
        Asked("score", "score", {"game": "hand-knee-foot", **COUNTS}),
        Asked("solve", "solve", position | {"objective": "shortest", "limits": {"nodes": 1000}}),
        Asked("hint", "hint", searched | {"level": "why"}),
        Asked("hints", "hints", searched | {"levels": ["nudge", "move"]}),
        Asked(
            "analyze",
            "analyze",
            searched | {"multi_pv": 2, "information": "hidden", "include": ["lines"]},
        ),
        Asked("choose", "choose", position | {"level": "casual", "seed": 3}),
        Asked(
            "review", "review", {"game": "knaves", "record": record, "seats": [0], "limits": QUICK}
        ),
        Asked("solve, streamed", "solving", position),
        Asked("hint, streamed", "hinting", searched),
        Asked("analyze, streamed", "analyzing", searched),
        Asked("choose, streamed", "choosing", position | {"level": "best"}),
        Asked(
            "review, streamed",
            "reviewing",
            {"game": "knaves", "record": record, "turns": {"first": 0, "last": 1}, "limits": QUICK},
        ),
        Asked("submit", "submit", {"job": STUDY, "key": "ten deals"}),
        Asked("follow", "following", {"job": "{job}"}),
        Asked("follow on", "following", {"job": "{job}", "after": 1}),
        Asked("wait", "wait", {"job": "{job}"}),
        Asked("one job", "job", {"job": "{job}"}),
        Asked("list of jobs", "list_jobs", {"kind": "study", "limit": 1}),
        Asked("table", "table", {"study": "{job}"}),
        Asked("chart", "chart", {"study": "{job}"}),
        Asked(
            "batch",
            "submit",
            {
                "job": {
                    "kind": "batch",
                    "game": GAME,
                    "verb": "solve",
                    "positions": [ENDING, HIDDEN],
                },
                "key": "two positions",
            },
        ),
        Asked("batch, waited for", "wait", {"job": "{job}"}),
        Asked(
            "long study", "submit", {"job": STUDY | {"last": 9999, "chunk_size": 50}, "key": "many"}
        ),
        # It waits while that one runs, or has begun, and is too long to be done at once.
        Asked("study that waits", "submit", {"job": STUDY | {"last": 9_999_999}, "key": "later"}),
        Asked("cancel", "cancel", {"job": "{job}"}),
        Asked("two faults", "deal", {"game": GAME, "seed": "x", "rules": {"piles": 99}}),
        Asked("no such game", "game", {"game": "../../metrics"}),
        Asked("no such job", "job", {"job": "no-such-job"}),
        Asked("refused stream", "solving", {"game": GAME, "position": HIDDEN}),
        Asked("no key", "games", {}, STRICT),
        Asked("with a key", "games", {}, STRICT, key="{key}"),
        Asked("one request too many", "games", {}, STRICT, key="{key}"),
        Asked(
            "later answered",
            "games",
            {},
            script=("one request too many", LOST, "with a key"),
            retries=3,
        ),
        Asked("too often busy", "games", {}, script=("one request too many",) * 3, retries=2),
        Asked("lost for good", "moves", position, script=(LOST, LOST), retries=1),
        Asked(
            "silent", "solve", position | {"limits": {"time_ms": 1}}, script=(SILENT,), retries=3
        ),
        Asked(
            "stream after a lost connection",
            "solving",
            position,
            script=(LOST, "solve, streamed"),
            retries=1,
        ),
        Asked(
            "stream cut short",
            "reviewing",
            {"game": "knaves", "record": record, "limits": QUICK},
            script=("review, streamed:cut",),
            retries=3,
        ),
        Asked(
            "events cut short",
            "following",
            {"job": "{job}"},
            script=("follow:cut", LOST, "follow on"),
            retries=2,
        ),
        Asked("no service of ours", "games", {}, script=(PAGE,), retries=3),
    ]
