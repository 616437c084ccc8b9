"""A finished round given as counts, checked and scored: what apps that keep the score ask for.

JSON: ``{"rules": {…}, "round": 1, "dealer": 0, "scores": [0, 0], "teams": [{"red_books": 1,
"black_books": 2, "wild_books": 0, "books_of_5s": 1, "books_of_7s": 1, "melded": {"4": 8, "K": 9,
"2": 3}, "red_threes": 3, "held": {"9": 2, "3B": 1}, "out": true}, …]}``. ``melded`` counts all
cards in books and melds, ``held`` those left in hands, ``unopened`` those in knees and feet that
nobody took up.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, StringConstraints

from kibitz.contract.extras import ScoreAnswer
from kibitz.contract.replies import ScoreLine, Settlement, TeamScore
from kibitz.games.draft import Draft, listed
from kibitz.games.faults import Fault, is_sound, pointer_of
from kibitz.games.hand_knee_foot.arranging import BookCounts
from kibitz.games.hand_knee_foot.draft import LISTED, check_totals
from kibitz.games.hand_knee_foot.ending import NAMES, TeamEnd, check_piles, check_round, check_table
from kibitz.games.hand_knee_foot.kinds import CARD_PATTERN, KINDS, parse_kind
from kibitz.games.hand_knee_foot.rules import DEFAULT, MOST_TEAMS, ROUNDS, Rules, after_round
from kibitz.games.hand_knee_foot.schema import SWITCHES, Number, Seat, Total
from kibitz.games.hand_knee_foot.scoring import Line, total_of
from kibitz.games.match import MatchResult

EXAMPLE: Final[dict[str, Any]] = {
    "rules": {"players": 2},
    "round": 1,
    "dealer": 0,
    "teams": [
        {
            "red_books": 1,
            "black_books": 1,
            "books_of_5s": 1,
            "books_of_7s": 1,
            "melded": {"4": 7, "K": 6, "5": 7, "7": 7, "A": 5, "Q": 6, "9": 3, "2": 1},
            "red_threes": 2,
            "out": True,
        },
        {
            "melded": {"A": 3},
            "held": {"Q": 4, "JK": 1, "3R": 1, "3B": 1, "6": 2, "8": 3},
            "unopened": {"3R": 1, "4": 3, "6": 4, "8": 5, "9": 4, "J": 5, "2": 2},
        },
    ],
}
KindName = Annotated[str, StringConstraints(max_length=3)]
CardCounts = Annotated[
    dict[KindName, Number], Field(json_schema_extra={"propertyNames": {"pattern": CARD_PATTERN}})
]


class TeamEndSchema(BaseModel):
    """What a team has when a round has ended, as JSON."""

    model_config = ConfigDict(extra="forbid")
    red_books: Annotated[Number, Field(description="Without wild cards; no 5s, no 7s.")] = 0
    black_books: Annotated[Number, Field(description="With wild cards; no 5s, no 7s.")] = 0
    wild_books: Number = 0
    books_of_5s: Number = 0
    books_of_7s: Number = 0
    melded: Annotated[CardCounts, Field(description="Cards in all books and melds, by kind.")] = {}
    red_threes: Annotated[Number, Field(description="Red threes laid out.")] = 0
    held: Annotated[CardCounts, Field(description="Cards left in hands.")] = {}
    unopened: Annotated[
        CardCounts, Field(description="Cards in knees and feet that nobody took up.")
    ] = {}
    out: Annotated[bool, Strict(), Field(description="Whether a member went out.")] = False


class RoundEndSchema(BaseModel):
    """A finished round given as counts, as JSON."""

    model_config = ConfigDict(extra="forbid", title="HandKneeFootRoundEnd")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    round: Annotated[int, Strict(), Field(ge=1, le=ROUNDS)] = 1
    dealer: Seat = 0
    scores: Annotated[
        list[Total], Field(max_length=MOST_TEAMS, description="Totals before this round.")
    ] = []
    teams: Annotated[list[TeamEndSchema], Field(min_length=2, max_length=MOST_TEAMS)]


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round scored: each team's lines, and the match after it."""

    lines: tuple[tuple[Line, ...], ...]
    match: MatchResult


def score_answer(data: object) -> ScoreAnswer:
    """The answer to :func:`score_round`, in the form of the service; raises as it does."""
    scored = score_round(data)
    return ScoreAnswer(
        teams=_team_scores(scored.lines, scored.match),
        winners=list(scored.match.winners),
        next_round=scored.match.round,
        next_dealer=scored.match.dealer,
    )


def sheet_of(lines: Sequence[Sequence[Line]], match: MatchResult) -> Settlement:
    """The score sheet of a round: every team's lines, their sum, and its total in the match."""
    return Settlement(teams=_team_scores(lines, match))


def _team_scores(lines: Sequence[Sequence[Line]], match: MatchResult) -> list[TeamScore]:
    return [
        TeamScore(
            lines=[ScoreLine(**asdict(line)) for line in team],
            score=total_of(team),
            total=int(total),
        )
        for team, total in zip(lines, match.totals, strict=True)
    ]


def score_text(answer: ScoreAnswer) -> list[str]:
    """The scores in lines of text."""
    said = []
    for number, team in enumerate(answer.teams):
        rows = [(f"{line.count} {line.name}", line.points) for line in team.lines]
        rows += [("score", team.score), ("total", team.total)]
        said.append(f"team {number}")
        said += [f"  {name:<24}{points:>7}" for name, points in rows]
    if answer.next_round is not None:
        return [*said, f"round {answer.next_round} is dealt by seat {answer.next_dealer}"]
    return [*said, "won by team " + " and ".join(map(str, answer.winners))]


def score_round(data: object) -> ScoredRound:
    """The score of a finished round given as counts; raises ``BadInput`` with every fault."""
    draft = Draft[int].of(RoundEndSchema, data)
    rules = SWITCHES.read_sound(draft.fields.get("rules", {}), draft.faults)
    number, dealer = draft.part("round", 1), draft.part("dealer", 0)
    scores: list[int] = draft.part("scores", []) or [0] * rules.teams
    given = listed(draft.fields.get("teams"))[:MOST_TEAMS]
    sound = draft.sound("teams")
    for i, team in enumerate(given):
        _check_kinds(team, f"/teams/{i}", draft.faults)
    teams = [_team(team) for team in given if isinstance(team, dict)] if sound else []
    if draft.sound("rules/players"):
        draft.check_seats(rules.players, [("dealer", dealer)])
        lengths = {"teams": len(listed(draft.fields.get("teams"))), "scores": len(scores)}
        draft.check_lengths(rules.teams, "teams", LISTED, lengths)
    if draft.sound("scores", "round"):
        check_totals(draft, scores, number)
    if draft.sound("rules", "round"):
        minimum = rules.minimums[number - 1]
        for i, team in enumerate(teams):
            check_table(team, rules, minimum, f"/teams/{i}", draft.faults)
            check_piles(team, rules, f"/teams/{i}", draft.faults)
        if len(teams) == rules.teams:
            check_round(teams, rules, draft.faults)
    draft.finish()
    lines = tuple(team.lines(rules) for team in teams)
    won = [total_of(team) for team in lines]
    match = after_round(scores, won, number, dealer, rules.players)
    return ScoredRound(lines, match)


def _team(given: dict[str, Any]) -> TeamEnd:
    return TeamEnd(
        books=BookCounts(*(given.get(name, 0) for name in NAMES)),
        melded=_counts(given.get("melded", {})),
        red_threes=given.get("red_threes", 0),
        held=_counts(given.get("held", {})),
        unopened=_counts(given.get("unopened", {})),
        out=given.get("out", False),
    )


def _check_kinds(team: object, pointer: str, faults: list[Fault]) -> None:
    """Every name of a card stands for a kind, whatever is wrong with what it counts."""
    given = team if isinstance(team, dict) else {}
    for name in ("melded", "held", "unopened"):
        counts = given.get(name)
        for text in counts if isinstance(counts, dict) else ():
            place = f"{pointer}/{name}{pointer_of((text,))}"
            try:
                parse_kind(text)
            except ValueError as error:
                if is_sound(faults, place):
                    faults.append(Fault(place, "unknown_card", str(error)))


def _counts(given: dict[str, int]) -> tuple[int, ...]:
    """Cards by kind; a kind may be written with its suits, and more than once."""
    counts = [0] * KINDS
    for text, number in given.items():
        with suppress(ValueError):
            counts[parse_kind(text)] += number
    return tuple(counts)
