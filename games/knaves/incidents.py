"""What happens in a real round of Knaves besides play: revokes, exposed cards, calls, claims."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Revoke:
    """A card that did not follow suit though its seat could; ``index`` is its place in the record.

    ``points`` are those it cost: none or less.
    """

    index: int
    trick: int
    seat: int
    card: int
    outcome: Literal["stands", "corrected", "claimed"] = "stands"
    points: int = 0


@dataclass(frozen=True, slots=True)
class Exposure:
    """A card that was shown out of normal play."""

    index: int
    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Call:
    """An exposed card called for; ``not_legal`` when it could not be played to the trick."""

    index: int
    seat: int
    card: int
    outcome: Literal["open", "played", "not_legal", "ignored"] = "open"


@dataclass(frozen=True, slots=True)
class Claim:
    """A revoke claimed of ``seat``: rightly and in time, or why it costs nothing.

    ``early``: in a trick that is not finished and can still be corrected; ``late``: after the next
    card was led; ``unfounded``: there was none.
    """

    index: int
    seat: int
    outcome: Literal["upheld", "early", "late", "unfounded"]
