"""The JSON schema of positions of K'nack Solitaire, and its switches."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_OR_JOKER_PATTERN
from kibitz.games.knack_field.rules import contradictions
from kibitz.games.knack_solitaire.rules import DEFAULT, MOST_REDEALS, Rules
from kibitz.games.knack_solitaire.state import MOST_CARDS
from kibitz.games.schema import Switches, listed_or_counted

SWITCHES: Final = Switches(Rules, contradictions)
REACH: Final = MOST_CARDS - 1

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_OR_JOKER_PATTERN})]
Coordinate = Annotated[int, Strict(), Field(ge=-REACH, le=REACH)]
Cards = Annotated[list[Card], Field(max_length=MOST_CARDS)]


class StockCount(BaseModel):
    """A face-down stock: only its size is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=REACH)]


class PositionSchema(BaseModel):
    """A position of K'nack Solitaire as JSON."""

    model_config = ConfigDict(extra="forbid", title="KnackSolitairePosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    field: Annotated[
        list[tuple[Coordinate, Coordinate, Card]],
        Field(
            min_length=1,
            max_length=MOST_CARDS,
            description="Cards on the field, each as x, y and card; the first one lies at 0, 0.",
        ),
    ]
    waste: Annotated[Cards, Field(description="Face-up cards beside the stock, top last.")] = []
    stock: Annotated[
        Annotated[Cards, Tag("listed")] | Annotated[StockCount, Tag("counted")],
        listed_or_counted("stock_type", 'Stock should be a list of cards or {"count": n}'),
        Field(description="Next card first; or, face down, the number of cards."),
    ]
    redeals_left: Annotated[
        Annotated[int, Strict(), Field(ge=0, le=MOST_REDEALS)] | None,
        Field(description="Times the waste may still be dealt again; all of them when left out."),
    ] = None
    redeal_orders: Annotated[
        list[Cards],
        Field(
            max_length=MOST_REDEALS,
            description="The pack in the order of each shuffle to come, as far as it is in the "
            "waste; left out when unknown.",
        ),
    ] = []
