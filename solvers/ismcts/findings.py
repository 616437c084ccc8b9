"""What a search has found: every candidate with its statistics, best first."""

from dataclasses import dataclass

from kibitz.contract.answers import StoppedBy


@dataclass(frozen=True, slots=True)
class MoveFindings:
    """A candidate and what was found of it.

    ``value`` is what the observer makes with it: of the best, the mean of its ``games``, which are
    those played after it was chosen; of any other, the value of the best less ``loss``. ``se`` is
    its standard error. ``means`` are the utilities of all seats in all its games.

    ``loss``: how far it is behind the best move, never negative, with its standard error; under
    racing by the worlds where both were played and by what judgement expected, otherwise by
    independent samples. ``gap, gap_se``: the same by the worlds alone, of which there were
    ``pairs``. A candidate that was dropped is compared with the move that was best then, and that
    one with the best move.

    ``visits``: iterations that began with it; ``seen``: those in which it could have been chosen.
    ``line``: it and the moves most visited after it. ``dropped``: eliminated. ``clear``: told
    apart from the best move for certain, see `solvers.intervals`, or the same as it in
    every world.
    Standard errors are infinite below two samples. Within a tree later iterations depend on earlier
    ones; the errors are then those that independent iterations would have.
    """

    move: int
    value: float
    se: float
    games: int
    means: tuple[float, ...]
    ses: tuple[float, ...]
    loss: float
    loss_se: float
    gap: float
    gap_se: float
    pairs: int
    visits: int
    seen: int
    line: tuple[int, ...]
    dropped: bool
    clear: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """All candidates, best first, in the order of their values.

    ``span``: how far the outcomes of all games lay apart, for the observer. ``worlds``: deals of
    the hidden cards; ``iterations``: games played out in them. ``nodes``: in all trees; ``full``:
    one of them had no room for more. ``stopped`` is None while it goes on.
    """

    seat: int
    moves: tuple[MoveFindings, ...]
    span: float
    iterations: int
    worlds: int
    nodes: int
    full: bool
    stopped: StoppedBy | None
