"""The answers, once for every game and solver; HTTP and the command line print them as they are."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from kibitz.contract.base import Answer
from kibitz.contract.beliefs import Belief, HandBelief, Knock
from kibitz.contract.explanations import Explanation
from kibitz.contract.limits import EffectiveLimits


class Verdict(StrEnum):
    """Whether a position can be won."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


class Proof(StrEnum):
    """What a verdict rests on."""

    WITNESS = "witness"
    EXHAUSTIVE = "exhaustive"
    BOUND = "bound"
    NONE = "none"


class StoppedBy(StrEnum):
    """Why a search ended."""

    SOLVED = "solved"
    TIME = "time"
    NODES = "nodes"
    ITERATIONS = "iterations"
    MEMORY = "memory"
    CANCELLED = "cancelled"
    SETTLED = "settled"


class Score(Answer):
    """A value that says how sure it is: ``low`` and ``high`` are its honest ends.

    ``exact``: all three agree. ``estimate``: rests on ``samples`` games, with a 95 % interval. In
    games of several seats that of the best move is a mean over games played after it was chosen,
    that of any other move as much less as it was behind in the same worlds.
    ``bound``: the truth lies between the ends, which come from different arguments.
    """

    kind: Literal["exact", "estimate", "bound"]
    unit: Literal["win_probability", "points", "cards"]
    seat: int = 0
    value: float
    low: float
    high: float
    samples: int


class Spent(Answer):
    """What an answer cost; fields that do not apply are 0."""

    nodes: Annotated[int, Field(description="Positions or classes visited.")] = 0
    states: Annotated[int, Field(description="Distinct positions or classes stored.")] = 0
    samples: Annotated[int, Field(description="Random completions of the unseen cards.")] = 0


class Shortest(Answer):
    """What is known about the shortest solution: ``moves`` long at most, ``at_least`` at least."""

    proven: bool
    moves: int
    at_least: int


class Box(Answer):
    """The box around all cards of a layout; no layout has fewer than ``at_least`` cells."""

    width: int
    height: int
    at_least: int


class SolveAnswer(Answer):
    """Whether a position can be won, and how."""

    verdict: Annotated[
        Verdict | None, Field(description="Null for a decided game that is not won or lost.")
    ]
    proof: Proof
    moves: Annotated[
        list[str] | None,
        Field(description="A winning line, or best play of all seats, replayed by the service."),
    ] = None
    score: Annotated[
        Score | None,
        Field(
            description="Games of several seats: what the seat to move makes. Shuffles to "
            "come that are not known: the chance to win."
        ),
    ] = None
    payoffs: Annotated[
        list[float] | None, Field(description="Games of several seats: what each seat makes.")
    ] = None
    shortest: Shortest | None = None
    box: Annotated[Box | None, Field(description="Of a compact layout.")] = None
    explanation: Explanation | None = None
    advice: Annotated[str | None, Field(description="What to raise when undecided.")] = None
    stopped_by: StoppedBy
    spent: Spent
    limits: EffectiveLimits


class MoveValue(Answer):
    """A legal move and what it is worth; ``loss`` is against the best move, 0 for the best."""

    move: str
    text: str
    score: Score
    loss: float
    verdict: Verdict | None = None
    line: list[str] = []
    payoffs: Annotated[
        list[float] | None, Field(description="Games of several seats: what each seat makes.")
    ] = None
    same_as: Annotated[
        str | None, Field(description="A better placed move that leads to the same game.")
    ] = None
    note: str | None = None


class PlanValue(Answer):
    """A whole turn of several moves, valued as it stands; ``loss`` is against the best turn."""

    moves: Annotated[list[str], Field(description="As far as they can be said before the draw.")]
    text: str
    score: Score
    loss: float
    note: str | None = None


class AnalyzeAnswer(Answer):
    """Every legal move valued, best first."""

    information: Literal["known", "hidden"]
    verdict: Annotated[
        Verdict | None,
        Field(
            description="Known stock: as solve. Hidden: unsolvable when no order wins. Null in "
            "games that are not won or lost."
        ),
    ]
    proof: Proof
    score: Annotated[Score | None, Field(description="Value of the position.")] = None
    moves: list[MoveValue]
    plans: Annotated[
        list[PlanValue] | None,
        Field(description="Games whose turn is several moves: whole turns valued, best first."),
    ] = None
    beliefs: Annotated[
        list[Belief] | None, Field(description="Games with hidden hands: the unseen cards.")
    ] = None
    hands: Annotated[
        list[HandBelief] | None, Field(description="Games of melds: the deadwood of the others.")
    ] = None
    knock: Annotated[
        Knock | None, Field(description="Games with knocking, where the seat may knock now.")
    ] = None
    advice: Annotated[
        str | None, Field(description="What to raise when the limits left something unvalued.")
    ] = None
    stopped_by: StoppedBy
    spent: Spent
    limits: EffectiveLimits
    seed: str


Fact = str | int | float | bool | list[str] | list[int]


class Reason(Answer):
    """A fact that speaks for a move: ``text`` is made from ``code`` and ``args`` alone.

    Cards in ``args`` are written as in positions, chances lie between 0 and 1.
    """

    code: str
    args: dict[str, Fact]
    text: str


class HintAnswer(Answer):
    """One piece of advice; how much it gives away depends on the level."""

    level: Literal["nudge", "area", "move", "why"]
    text: str
    area: Annotated[list[str] | None, Field(description="Where to look.")] = None
    move: Annotated[
        str | None, Field(description="From the level move on. Null while no move is valued.")
    ] = None
    line: list[str] | None = None
    score: Score | None = None
    reasons: Annotated[
        list[Reason] | None, Field(description="At the level why: the facts that text states.")
    ] = None
    advice: Annotated[
        str | None, Field(description="What to raise when the limits left something unvalued.")
    ] = None
    verdict: Verdict | None
    stopped_by: StoppedBy
    spent: Spent
    limits: EffectiveLimits
    seed: str


class Incident(Answer):
    """Something in the record of a real game that the rules do not provide for as a move.

    ``index``: its place among the moves; ``points``: what it costs the seat, none or less.
    """

    index: int
    kind: Literal["revoke", "exposure", "call", "claim"]
    seat: int
    card: str | None = None
    outcome: str
    points: int = 0


class VerifyAnswer(Answer):
    """Whether a list of moves is legal and wins."""

    valid: bool
    won: bool
    over: bool
    first_illegal: int | None = None
    reason: str | None = None
    payoffs: Annotated[
        list[float] | None,
        Field(description="Games of several seats: what each has made, charges included."),
    ] = None
    incidents: Annotated[
        list[Incident] | None, Field(description="Recorded games: what went wrong, and its price.")
    ] = None
