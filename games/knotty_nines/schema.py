"""The JSON schema of positions of Knotty Nines, and its switches."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_PATTERN, PACK_SIZE
from kibitz.games.knotty_nines.rules import DEFAULT, Rules
from kibitz.games.schema import Switches, listed_or_counted

SWITCHES: Final = Switches(Rules)

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]


class StockCount(BaseModel):
    """A face-down stock: only its size is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=PACK_SIZE - 4)]


class PositionSchema(BaseModel):
    """A position of Knotty Nines as JSON."""

    model_config = ConfigDict(extra="forbid", title="KnottyNinesPosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    tableau: Annotated[
        list[Annotated[list[Card], Field(max_length=PACK_SIZE)]],
        Field(min_length=4, max_length=12, description="Piles, base card first, top card last."),
    ]
    stock: Annotated[
        Annotated[list[Card], Field(max_length=PACK_SIZE), Tag("listed")]
        | Annotated[StockCount, Tag("counted")],
        listed_or_counted("stock_type", 'Stock should be a list of cards or {"count": n}'),
        Field(description="Next card first; or, face down, the number of cards."),
    ]
