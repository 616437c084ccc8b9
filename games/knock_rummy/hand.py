"""A hand of Knock Rummy by itself, split for the least deadwood: for apps that count hands.

JSON: ``{"hand": ["7C", "7D", …], "rules": {…}, "every": true}``.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, Strict

from kibitz.contract.extras import MeldsAnswer, MeldSplit
from kibitz.contract.replies import SettledHand, Settlement
from kibitz.games.cards import card_text
from kibitz.games.draft import Draft, values
from kibitz.games.game import Extra
from kibitz.games.knock_rummy.melds import Split, best_splits
from kibitz.games.knock_rummy.position import Position, exact
from kibitz.games.knock_rummy.rules import Rules
from kibitz.games.knock_rummy.schema import SWITCHES

MOST_CARDS: Final = 16  # that melds are found in
Card = Annotated[str, Field(max_length=3)]


class HandSchema(BaseModel):
    """A hand to be split, as JSON."""

    model_config = ConfigDict(extra="forbid", title="KnockRummyHand")
    hand: Annotated[list[Card], Field(max_length=MOST_CARDS, description="The cards of a hand.")]
    rules: Annotated[Rules | None, Field(description="Switches that differ from the default.")] = (
        None
    )
    every: Annotated[
        bool, Strict(), Field(description="List every split that leaves the least, not only one.")
    ] = False


def melds_answer(data: object) -> MeldsAnswer:
    """A hand split so that its deadwood is least; of equals the split with the fewest melds.

    Raises ``BadInput`` with every fault: of its form, no card, a card twice, wrong switches.
    """
    draft = Draft[int].of(HandSchema, data)
    rules = SWITCHES.read_sound(draft.fields.get("rules"), draft.faults)
    hand = draft.cards(draft.fields.get("hand"), "/hand")
    draft.check_twice(hand)
    draft.finish()
    splits = best_splits(values(hand), rules.ace, rules.ace_points)
    shown = [_shown(split) for split in splits]
    return MeldsAnswer(
        deadwood=splits[0].deadwood,
        melds=shown[0].melds,
        unmatched=shown[0].unmatched,
        splits=shown if draft.fields.get("every") else None,
    )


def settled(position: Position, payments: Sequence[Fraction]) -> Settlement | None:
    """Every hand laid open, split for the least deadwood, and what its seat is paid, exactly.

    None for a hand that ended without a score: no cards are laid open then.
    """
    if position.ended not in {"knock", "out"}:
        return None
    rules, hands = position.rules, []
    for seat, payment in enumerate(payments):
        split = best_splits(position.hands[seat], rules.ace, rules.ace_points)[0]
        shown = _shown(split)
        hands.append(
            SettledHand(
                melds=shown.melds,
                unmatched=shown.unmatched,
                deadwood=split.deadwood,
                payment=exact(payment),
            )
        )
    return Settlement(hands=hands)


def _shown(split: Split) -> MeldSplit:
    melds = [[*map(card_text, meld)] for meld in split.melds]
    return MeldSplit(melds=melds, unmatched=[*map(card_text, split.unmatched)])


def melds_text(answer: MeldsAnswer) -> list[str]:
    """A split, or every split, in lines of text."""
    said = [f"Deadwood {answer.deadwood}."]
    for split in answer.splits or [answer]:
        shown = [f"[{' '.join(meld)}]" for meld in split.melds] + split.unmatched
        said.append("  " + " ".join(shown))
    return said


EXAMPLE: Final[dict[str, Any]] = {"hand": ["7C", "7D", "7H", "7S", "5C", "6C", "KD"], "every": True}
MELDS: Final = Extra(
    name="melds",
    summary="Split a hand for the least deadwood",
    takes=HandSchema,
    answers=MeldsAnswer,
    call=melds_answer,
    lines=melds_text,
    example=EXAMPLE,
)
