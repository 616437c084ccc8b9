"""The answers, once for every game and solver; HTTP and the command line print them as they are."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, RootModel

from kibitz.contract.base import Answer, IfAny
from kibitz.contract.beliefs import Belief, HandBelief, Knock
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import EffectiveLimits, Level


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

    ``exact``: all three agree. ``estimate``: rests on ``samples`` games, with a 95 % interval; in
    games of several seats the value of a move is as much less than that of the best one as it was
    behind in the same worlds.
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
    """What an answer cost; what does not apply, or is 0, is left out."""

    nodes: Annotated[IfAny[int], Field(description="Positions or classes visited.")] = 0
    states: Annotated[IfAny[int], Field(description="Distinct positions or classes stored.")] = 0
    samples: Annotated[IfAny[int], Field(description="Random completions of the unseen cards.")] = 0


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
        Verdict | None, Field(description="None for a decided game that is not won or lost.")
    ] = None
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
    """A legal move and what it is worth.

    ``loss`` is against the best move, 0 for the best. Where only some moves were asked about, it is
    against the best of these, or of all where what that is worth is known. Of a score
    that is only bounded ``value`` counts; ``low`` and ``high`` tell how far off that may be.
    """

    move: str
    text: str
    score: Score
    loss: float
    verdict: Verdict | None = None
    line: Annotated[IfAny[list[str]], Field(description="If included: it and what follows.")] = []
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
            description="Known stock: as solve. Hidden: unsolvable when no order wins. None in "
            "games that are not won or lost."
        ),
    ] = None
    proof: Proof
    score: Annotated[Score | None, Field(description="Value of the position.")] = None
    moves: list[MoveValue]
    plans: Annotated[
        list[PlanValue] | None,
        Field(description="If included, where a turn is several moves: whole turns, best first."),
    ] = None
    beliefs: Annotated[
        list[Belief] | None, Field(description="If included, in games with hidden hands.")
    ] = None
    hands: Annotated[
        list[HandBelief] | None, Field(description="If included, in games of melds.")
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

    def including(self, names: Collection[str]) -> Self:
        """This answer with those of its heavy members alone; see :data:`options.Include`."""
        left: dict[str, object] = {
            name: None for name in ("beliefs", "plans", "hands") if name not in names
        }
        if "lines" not in names:
            left["moves"] = [move.model_copy(update={"line": []}) for move in self.moves]
        return self.model_copy(update=left)


Fact = str | int | float | bool | list[str] | list[int]


class Reason(Answer):
    """A fact that speaks for a move: ``text`` is made from ``code`` and ``args`` alone.

    Cards in ``args`` are written as in positions, chances lie between 0 and 1.
    """

    code: str
    args: dict[str, Fact]
    text: str


class Hint(Answer):
    """One piece of advice; how much it gives away depends on its level."""

    text: str
    area: Annotated[list[str] | None, Field(description="Where to look.")] = None
    move: Annotated[
        str | None, Field(description="From the level move on, once a move is valued.")
    ] = None
    line: list[str] | None = None
    score: Score | None = None
    reasons: Annotated[
        list[Reason] | None, Field(description="At the level why: the facts that text states.")
    ] = None
    advice: Annotated[
        str | None, Field(description="What to raise when the limits left something unvalued.")
    ] = None


class _Searched(Answer):
    """What all hints of one search have in common."""

    verdict: Verdict | None = None
    stopped_by: StoppedBy
    spent: Spent
    limits: EffectiveLimits
    seed: str


class _Levelled(Answer):
    level: Level


class HintAnswer(_Searched, Hint, _Levelled):
    """One piece of advice, and what it cost."""


class HintsAnswer(_Searched):
    """Pieces of advice of several levels from one search, and what it cost."""

    hints: dict[Level, Hint]

    @classmethod
    def of(cls, hints: Mapping[Level, HintAnswer]) -> Self:
        """The hints of one search together; at least one."""
        one = next(iter(hints.values()))
        shared = {name: getattr(one, name) for name in _Searched.model_fields}
        cut = {
            level: Hint(**{name: getattr(hint, name) for name in Hint.model_fields})
            for level, hint in hints.items()
        }
        return cls(hints=cut, **shared)


class HintReply(RootModel[HintAnswer | HintsAnswer]):
    """The hint of one level, or those of several."""


class Incident(Answer):
    """Something in the record of a real game that the rules do not provide for as a move.

    ``index``: its place among the moves; ``points``: what it costs the seat, none or less.
    """

    index: int
    kind: Literal["revoke", "exposure", "call", "claim"]
    seat: int
    card: str | None = None
    outcome: str
    points: IfAny[int] = 0


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
