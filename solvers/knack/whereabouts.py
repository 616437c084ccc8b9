"""Where the cards that a seat of K'nack does not see may lie, as answers tell it."""

from typing import Final

from kibitz.contract.beliefs import Belief
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knack.game import Knack
from kibitz.games.knack.position import Position
from kibitz.heuristics.knack.beliefs import ASIDE, DECK, FREE, HAND, beliefs
from kibitz.solvers.ismcts.valued import DECIMALS

WORLDS: Final = 2048


def beliefs_of(position: Position, game: Knack, seed: int) -> list[Belief]:
    """Where each card that the seat to move does not see may lie."""
    state = game.state(position)
    found = beliefs(state, int(protocol.run_turn(state)), WORLDS, seed)
    players = game.seats(state)
    told = []
    for card, copies in enumerate(found.unseen):
        if copies <= 0:
            continue
        row = [round(float(chance), DECIMALS) for chance in found.chances[card]]
        error = None if found.error is None else round(float(found.error[card].max()), DECIMALS)
        told.append(
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
    return told
