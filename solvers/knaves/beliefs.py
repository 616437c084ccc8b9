"""Where the cards that a seat does not see may lie."""

from typing import Final

from kibitz.contract.beliefs import Belief, PlayBelief
from kibitz.games.cards import card_text
from kibitz.games.knaves.bitboards import card_at
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.beliefs import OUT, beliefs
from kibitz.heuristics.knaves.likelihood import beliefs_by_play
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.question import Beliefs, Question

WORLDS: Final = 1024


def beliefs_of(question: Question) -> Beliefs:
    """Where each card that the seat to move does not see may lie.

    Counted over all deals, and estimated from some of them, drawn by its seed, each weighed by how
    well it explains what was played.
    """
    view, seat = question.view, question.seat
    chances = beliefs(view, seat)
    by_play = beliefs_by_play(view, seat, WORLDS, question.seed)
    found = []
    for place in range(chances.shape[1]):
        if chances[:, place].sum() > 0 and chances[seat, place] == 0:
            column = [round(float(chance), DECIMALS) for chance in chances[:, place]]
            card = card_text(card_at(place))
            read = None
            if by_play is not None:
                likely = [round(float(chance), DECIMALS) for chance in by_play[0][:, place]]
                error = round(float(by_play[1][:, place].max()), DECIMALS)
                read = PlayBelief(seats=likely[:SEATS], out=likely[OUT], error=error)
            found.append(Belief(card=card, seats=column[:SEATS], out=column[OUT], by_play=read))
    return Beliefs(found)
