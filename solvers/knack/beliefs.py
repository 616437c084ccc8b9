"""Where the cards that a seat of K'nack does not see may lie, as answers tell it."""

from typing import Final

from kibitz.contract.beliefs import Belief
from kibitz.games.cards import card_text
from kibitz.heuristics.knack.beliefs import ASIDE, DECK, FREE, HAND, beliefs
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.question import Beliefs, Question

WORLDS: Final = 2048


def beliefs_of(question: Question) -> Beliefs:
    """Where each card that the seat to move does not see may lie."""
    found = beliefs(question.view, question.seat, WORLDS, question.seed)
    players = question.seen.rules.players
    rows = []
    for card, copies in enumerate(found.unseen):
        if copies <= 0:
            continue
        row = [round(float(chance), DECIMALS) for chance in found.chances[card]]
        error = None if found.error is None else round(float(found.error[card].max()), DECIMALS)
        rows.append(
            Belief(
                card=card_text(card),
                copies=int(copies),
                seats=row[HAND : HAND + players],
                out=row[ASIDE],
                decks=row[DECK : DECK + players],
                free=row[FREE],
                error=error,
            )
        )
    return Beliefs(rows)
