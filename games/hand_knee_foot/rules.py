"""The switches of Hand, Knee and Foot and their defaults, and who wins a match of four rounds.

Source: the Hand, Knee and Foot rule sheet, with what it leaves open and common house rules as
switches. Where the sheet is silent, common play of the Hand and Foot family decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, Strict
from pydantic_core import PydanticCustomError

from kibitz.games.match import MatchResult, added

RULES_VERSION: Final = 1
MOST_SEATS: Final = 6
MOST_TEAMS: Final = 3
ROUNDS: Final = 4
HAND_SIZE: Final = 15
KNEE_SIZE: Final = 13
FOOT_SIZE: Final = 11
# By the number of players: teams, packs of 54, cards drawn in a turn.
TEAMS: Final = {2: 2, 3: 3, 4: 2, 6: 2}
PACKS: Final = {2: 6, 3: 7, 4: 6, 6: 7}
DRAWS: Final = {2: 5, 3: 2, 4: 2, 6: 2}
MOST_PACKS: Final = 7


def _flat(value: Any) -> Any:
    """Numbers written in pairs, as the text of a switch has them, as one list."""
    paired = isinstance(value, list) and value and all(isinstance(part, list) for part in value)
    return [number for part in value for number in part] if paired else value


def _seated(players: int) -> int:
    if players not in TEAMS:
        said = "no game has {players} players: 2 or 3 play alone, 4 or 6 in two teams"
        raise PydanticCustomError("no_teams", said, {"players": players})
    return players


Minimum = Annotated[int, Strict(), Field(ge=0, le=300)]


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the game.

    ``players``: how many play, which decides teams and packs. ``draw``: cards drawn in a turn, None
    for what is usual with so many. ``max_wilds``: wild cards in a meld of a rank.
    ``special_natural_only``: whether melds of 5s and 7s are natural. ``minimums``: card points of
    an opening, for each round. ``take_onto_full``: whether the pile may be taken onto an open meld
    of five or six. ``red_three_auto``: whether red threes have to be laid out.
    ``red_three_unopened``: whether red threes in a knee or foot not taken up count as held.
    ``knee_pickup``: whether the knee may or must be taken after the first book. ``required``: the
    books to go out with. ``ask_team``: whether partners are asked. ``stock_out``: what happens when
    the stock is used up.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    players: Annotated[
        int,
        Strict(),
        Field(
            ge=2,
            le=MOST_SEATS,
            description="How many play: 2 or 3 alone, 4 or 6 in two teams; 5 cannot.",
        ),
        AfterValidator(_seated),
    ] = 4
    draw: Annotated[
        Annotated[int, Strict(), Field(ge=2, le=7)] | None,
        Field(description="Cards drawn in a turn; null for five with two players, otherwise two."),
    ] = None
    max_wilds: Annotated[
        int, Strict(), Field(ge=1, le=3, description="Most wild cards in a meld of a rank.")
    ] = 2
    special_natural_only: Annotated[
        bool, Strict(), Field(description="Melds of 5s and of 7s take no wild cards.")
    ] = True
    minimums: Annotated[
        tuple[Minimum, Minimum, Minimum, Minimum],
        BeforeValidator(_flat),
        Field(description="Card points that the opening melds must have, in rounds 1 to 4."),
    ] = (60, 90, 120, 150)
    take_onto_full: Annotated[
        bool,
        Strict(),
        Field(
            description="The pile may be taken onto the team's open meld of five or six cards: "
            "those that complete the book are laid, the rest stays in hand."
        ),
    ] = True
    red_three_auto: Annotated[
        bool,
        Strict(),
        Field(description="Red threes have to be laid out once the team has opened."),
    ] = True
    red_three_unopened: Annotated[
        bool,
        Strict(),
        Field(description="Red threes in a knee or foot not taken up count as held."),
    ] = False
    knee_pickup: Annotated[
        Literal["choice", "auto"],
        Field(description="After the team's first book each member may, or must, take the knee."),
    ] = "choice"
    required: Annotated[
        Literal["red_black_5s_7s", "red_black", "none"],
        Field(description="Books that a team needs to go out."),
    ] = "red_black_5s_7s"
    ask_team: Annotated[
        bool, Strict(), Field(description="Who goes out asks the partners; a no is binding.")
    ] = True
    stock_out: Annotated[
        Literal["end_round", "reshuffle"],
        Field(
            description="With no stock left the round ends, or the discard pile below its top "
            "card is shuffled to be the stock."
        ),
    ] = "end_round"

    @property
    def teams(self) -> int:
        """How many teams play; seat ``s`` is of team ``s`` modulo this."""
        return TEAMS[self.players]

    @property
    def packs(self) -> int:
        """How many packs of 54 are used."""
        return PACKS[self.players]

    @property
    def draws(self) -> int:
        """Cards drawn in a turn."""
        return DRAWS[self.players] if self.draw is None else self.draw


DEFAULT: Final = Rules()


def after_round(
    scores: Sequence[int], won: Sequence[int], number: int, dealer: int, players: int
) -> MatchResult:
    """The match after round ``number``, which began at ``scores`` and brought the teams ``won``."""
    totals = added(scores, won)
    if number < ROUNDS:
        return MatchResult(totals, (), (dealer + 1) % players, number + 1)
    return MatchResult(totals, tuple(n for n, total in enumerate(totals) if total == max(totals)))
