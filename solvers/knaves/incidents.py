"""What the record of a real round of Knaves has beside moves, as answers tell it."""

from kibitz.contract.answers import Incident
from kibitz.games.cards import card_text
from kibitz.games.knaves.record import Judged


def incidents_of(judged: Judged) -> list[Incident]:
    """What the record of a real game has beside moves, in its order."""
    found = [
        Incident(
            index=r.index, kind="revoke", seat=r.seat, card=card_text(r.card),
            outcome=r.outcome, points=r.points,
        )
        for r in judged.revokes
    ]  # fmt: skip
    found += [
        Incident(
            index=e.index, kind="exposure", seat=e.seat, card=card_text(e.card), outcome="lies"
        )
        for e in judged.exposures
    ]
    found += [
        Incident(index=c.index, kind="call", seat=c.seat, card=card_text(c.card), outcome=c.outcome)
        for c in judged.calls
    ]
    found += [
        Incident(index=c.index, kind="claim", seat=c.seat, outcome=c.outcome) for c in judged.claims
    ]
    return sorted(found, key=lambda incident: incident.index)
