"""Answers that one game alone gives, from its rules: the melds of a hand, the score of counts."""

from typing import Annotated

from pydantic import Field

from kibitz.contract.base import Model
from kibitz.contract.replies import TeamScore


class MeldSplit(Model):
    """A hand split into melds and the cards that are in none."""

    melds: list[list[str]]
    unmatched: list[str]


class MeldsAnswer(MeldSplit):
    """A split of a hand that leaves the least deadwood."""

    deadwood: int
    splits: Annotated[
        list[MeldSplit] | None, Field(description="Every such split, when asked for.")
    ] = None


class ScoreAnswer(Model):
    """The scores of a finished round, and what comes next."""

    teams: list[TeamScore]
    winners: Annotated[list[int], Field(description="After the last round: the best teams.")]
    next_round: Annotated[int | None, Field(description="Null after the last round.")] = None
    next_dealer: Annotated[int | None, Field(description="Null after the last round.")] = None
