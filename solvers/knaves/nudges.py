"""What to think about in a position of Knaves, before any card is named."""

from collections.abc import Sequence

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.games.knaves.lanes import beats
from kibitz.games.knaves.play import CALL, NO_CALL
from kibitz.games.knaves.state import SEATS
from kibitz.solvers.knaves.scene import costly_jacks, held, suit_name, text, texts
from kibitz.solvers.knaves.sentences import WORDING


def nudge(record: np.void, legal: Sequence[int]) -> Reason:
    """What decides here, as far as the seat to move sees."""
    if not legal:
        return WORDING.say("over")
    if int(record["turn"]) != int(record["player"]):
        cards = texts([move - CALL for move in legal if move != NO_CALL])
        return WORDING.say("may_call", cards=cards, seat=int(record["player"]))
    return _leading(record) if int(record["led"]) < 0 else _following(record, legal)


def look(record: np.void, move: int) -> Reason | None:
    """Where to look for a move; None where nothing is to be called."""
    if move == NO_CALL:
        return None
    if move >= CALL:
        return WORDING.say("look_at_exposed", suit=suit_name(move), seat=int(record["player"]))
    return WORDING.say("look_at", suit=suit_name(move))


def _leading(record: np.void) -> Reason:
    own = held(record, int(record["player"]))
    jacks = costly_jacks(record)
    mine = [place for place in jacks if place in own]
    theirs = [place for place in jacks if place not in own and not int(record["out"]) >> place & 1]
    if mine:
        return WORDING.say("lead_with_jack", jacks=texts(mine), n=len(mine))
    if theirs:
        return WORDING.say("lead_jacks_out", jacks=texts(theirs), n=len(theirs))
    if int(record["last_stake"]) < 0:
        return WORDING.say("lead_last_costs", cost=-int(record["last_stake"]))
    return WORDING.say("lead_no_jacks")


def _following(record: np.void, legal: Sequence[int]) -> Reason:
    best, trump, stake, player = (
        int(record[name]) for name in ("best", "trump", "stake", "player")
    )
    ahead = [place for place in legal if beats(place, best, trump)]
    after = SEATS - 1 - int(record["count"]) % SEATS
    if not ahead:
        return WORDING.say("none_takes")
    if len(ahead) == len(legal):
        if after:
            return WORDING.say("all_ahead", best=text(best), seat=(player + 1) % SEATS)
        return WORDING.say("all_take_last")
    if stake < 0:
        return WORDING.say("jacks_in_trick", cost=-stake)
    if after:
        return WORDING.say("can_be_ahead", best=text(best), seat=(player + 1) % SEATS)
    return WORDING.say("can_take_last", seat=int(record["holder"]))
