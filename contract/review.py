"""The review of a game: what is asked, and the decisions of every seat judged."""

from typing import Annotated, Final, Literal, get_args

from pydantic import Field, Strict

from kibitz.contract.answers import Reason, Score, Spent, StoppedBy, Verdict
from kibitz.contract.base import Answer, IfAny, Model
from kibitz.contract.options import AskedUtility, EffectiveLimits, Options, Seed
from kibitz.contract.record import MOST_SEATS, AnyRecord
from kibitz.contract.requests import MAX_MOVES

Judgement = Literal["best", "good", "inaccuracy", "mistake", "blunder", "too_close_to_call"]
JUDGEMENTS: Final[tuple[Judgement, ...]] = get_args(Judgement)

Ply = Annotated[int, Strict(), Field(ge=0, le=MAX_MOVES)]


class Turns(Model):
    """A range of the moves of a record, counted from 0; both ends are in it."""

    first: Ply = 0
    last: Ply = MAX_MOVES


class ReviewOptions(Options):
    """Options of ``review``; the limits are those of each decision."""

    seats: Annotated[
        list[Annotated[int, Strict(), Field(ge=0)]] | None,
        Field(
            min_length=1,
            max_length=MOST_SEATS,
            description="Judge these seats only; by default all whose cards are known.",
        ),
    ] = None
    turns: Annotated[Turns | None, Field(description="Judge these moves only; by default all.")] = (
        None
    )
    seed: Seed = "0"
    utility: AskedUtility = None


class ReviewRequest(ReviewOptions):
    """What ``review`` takes."""

    record: AnyRecord


class Loss(Answer):
    """How far the played move is behind the best one: 0 where it is no worse.

    ``low, high``: the 95 % interval of the difference in ``samples`` deals in which both moves
    were played on from; without samples it is exact. Where every order of a hidden stock was
    tried, the ends are certain, and ``samples`` are those orders.
    """

    unit: Literal["win_probability", "points", "cards"]
    value: float
    low: float
    high: float
    samples: int


class ReviewedMove(Answer):
    """A move that could have been made; ``loss`` is against the best one of the first look."""

    move: str
    text: str
    value: Score | None = None
    loss: float | None = None
    verdict: Annotated[
        Verdict | None, Field(description="Solitaires: whether the game can be won after it.")
    ] = None
    same_as: Annotated[
        str | None, Field(description="A move listed before it that leads to the same game.")
    ] = None


class Decision(Answer):
    """One move of a record, judged from what its seat saw at the time.

    A forced one, with one legal move or several that all lead to the same game, is not judged and
    does not count. ``judgement`` is None for those, and where nothing could be found out.
    """

    ply: Annotated[int, Field(description="Its place among the moves of the record, from 0.")]
    seat: int
    position: Annotated[str, Field(description="What the seat saw, as a line of text.")]
    forced: bool
    played: str
    text: Annotated[str, Field(description="The move played, in words.")]
    best: Annotated[
        str | None, Field(description="The best move found; the played one where none is better.")
    ] = None
    best_text: Annotated[str | None, Field(description="The best move, in words.")] = None
    judgement: Judgement | None = None
    loss: Loss | None = None
    options: Annotated[
        IfAny[list[ReviewedMove]],
        Field(
            description="The moves compared at first, best first; ``best``, found by a longer "
            "comparison, may be another, and in Hand, Knee and Foot one that is not among them."
        ),
    ] = []
    reasons: Annotated[
        IfAny[list[Reason]],
        Field(description="What speaks for the best move and not for the played one."),
    ] = []
    before: Annotated[
        Score | None, Field(description="What the seat could expect before its move.")
    ] = None
    after: Annotated[
        Score | None, Field(description="What it could expect once the move was made.")
    ] = None
    verdict_before: Annotated[
        Verdict | None, Field(description="Solitaires: whether it could still be won before.")
    ] = None
    verdict_after: Annotated[
        Verdict | None, Field(description="Solitaires: whether it could still be won after it.")
    ] = None
    in_hindsight: Annotated[
        Loss | None,
        Field(
            description="The same loss with the cards that the seat could not see; never judged. "
            "None where not all cards are known, and while a game goes on of which only some seats "
            "are reviewed."
        ),
    ] = None
    stopped_by: StoppedBy | None = None
    spent: Spent = Spent()


class LuckEvent(Answer):
    """Cards that came as chance would have it, and what that changed for every seat.

    ``changes``: by seat, what the game is worth once they are known less what it is worth on
    average over all cards that could have come, when all seats play on by the policy; in K'nack
    half of that. They are 0 on average, whoever plays. ``errors``: their standard errors, for they
    are sampled.
    """

    ply: Annotated[
        int | None, Field(description="The move that turned them up; None for the deal.")
    ] = None
    kind: Literal["deal", "draw", "redeal"]
    seat: Annotated[int | None, Field(description="Who drew them.")] = None
    text: str
    changes: list[float]
    errors: list[float]


class TurningPoint(Answer):
    """A moment at which what a seat could expect changed much.

    ``decision``: by its own move, ``luck``: by cards that came, ``others``: between two of its
    moves by what others did and what that showed.
    """

    ply: Annotated[
        int | None, Field(description="The move, the last of those named; None for the deal.")
    ] = None
    kind: Literal["decision", "luck", "others"]
    change: float
    text: str


class LastChance(Answer):
    """Solitaires: the last moment at which the game could still be won, and how."""

    ply: int
    position: str
    line: Annotated[list[str], Field(description="A winning line from there, replayed.")]


class SeatReview(Answer):
    """The decisions of one seat, summed up. Values are in the unit of the answer."""

    seat: int
    name: str | None = None
    decisions: Annotated[int, Field(description="Moves of the seat that were to be judged.")]
    judged: Annotated[int, Field(description="Those that were not forced and have a loss.")]
    forced: IfAny[Annotated[int, Field(description="Those that were forced.")]] = 0
    unjudged: Annotated[
        IfAny[dict[StoppedBy, int]],
        Field(description="Those that could not be judged, by the limit that ended the attempt."),
    ] = {}
    not_reached: IfAny[
        Annotated[
            int,
            Field(description="Those that were not looked at, as the review goes on or was ended."),
        ]
    ] = 0
    loss: Annotated[float, Field(description="All losses added up.")] = 0.0
    loss_per_decision: Annotated[
        float | None, Field(description="The mean loss of the judged ones; None without any.")
    ] = None
    counts: Annotated[dict[Judgement, int], Field(description="How many of each judgement.")]
    accuracy: Annotated[
        float | None,
        Field(
            description="Percent, by the formula of lichess; where the unit is a win chance and at "
            "most a fifth of the decisions is open."
        ),
    ] = None
    result: Annotated[
        float | None, Field(description="What the seat made; None while the game goes on.")
    ] = None
    luck: Annotated[
        float | None, Field(description="The sum of all luck; None where `luck` is.")
    ] = None
    luck_error: Annotated[
        float | None, Field(description="The standard error of it: luck is sampled.")
    ] = None
    adjusted_result: Annotated[
        float | None, Field(description="The result less luck: the same on average, less spread.")
    ] = None
    turning_points: IfAny[list[TurningPoint]] = []
    lost_at: Annotated[
        int | None, Field(description="Solitaires: the move after which no win was left.")
    ] = None
    last_chance: LastChance | None = None
    text: Annotated[str, Field(description="The review of the seat in a few sentences.")]


class Thresholds(Answer):
    """From what loss on a decision is called so; the low end of its interval must be as large."""

    inaccuracy: float
    mistake: float
    blunder: float


class ReviewAnswer(Answer):
    """A game reviewed: the decisions in the order of the record, luck, and a summary by seat."""

    unit: Literal["win_probability", "points", "cards"]
    thresholds: Thresholds
    moves: Annotated[int, Field(description="Moves of the record.")]
    over: bool
    seats: list[SeatReview]
    decisions: list[Decision]
    luck: Annotated[
        list[LuckEvent] | None,
        Field(
            description="What chance did, in order; None where not all cards are known, and while "
            "a game goes on of which only some seats are reviewed, as it would reveal hidden cards."
        ),
    ] = None
    stopped_by: Annotated[
        StoppedBy, Field(description="The limit that ended a judgement early, or solved.")
    ]
    spent: Spent
    limits: Annotated[EffectiveLimits, Field(description="Of each decision.")]
    seed: str
