"""Why a position is lost, as ``solve`` explains it."""

from typing import Annotated

from pydantic import Field

from kibitz.contract.base import Answer, IfAny


class Depth(Answer):
    """How far a lost game can be brought: cards drawn of cards in the stock."""

    cards_drawn: int
    of: int
    proven: Annotated[bool, Field(description="False: at least this many, the search stopped.")]


class Block(Answer):
    """A card that waits: ``card`` cannot leave until ``needs`` is there.

    It is the base of ``pile``, or without one a card of the waste.
    """

    pile: int | None = None
    card: str
    needs: list[str]
    reason: str


class Explanation(Answer):
    """Why a position is lost, for a person: a summary, the depth, what waits for what.

    ``cycles`` are ranks or cards that wait for each other, each cycle closed by its first.
    """

    summary: str
    deepest: Depth | None = None
    blocks: IfAny[list[Block]] = []
    cycles: IfAny[list[list[str]]] = []
    line: Annotated[IfAny[list[str]], Field(description="Moves that reach the deepest point.")] = []
