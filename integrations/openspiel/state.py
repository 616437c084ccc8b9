"""A state of OpenSpiel over a state of ours: the kernels of `games.protocol` answer for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np
import pyspiel

from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.protocol import State

if TYPE_CHECKING:
    from kibitz.integrations.openspiel.game import KibitzGame

SEED_BITS: Final = 53


class Table:
    """What has been dealt and played: the kernel state, and the deal it began with."""

    __slots__ = ("begun", "record", "views")

    def __init__(self, record: State, begun: Any) -> None:
        self.record = record
        self.begun = begun
        self.views: dict[int, str] = {}

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        """A copy that shares only the position dealt, which never changes."""
        copy = type(self)(self.record.copy(), self.begun)
        copy.views.update(self.views)
        return copy


class KibitzState(pyspiel.State):
    """A state of :class:`kibitz.integrations.openspiel.game.KibitzGame`.

    Where the game has no fixed deal, the first node is a chance node whose outcomes are the seeds
    of deals. A state from :meth:`resample_from_infostate` is another deal than its history names,
    so it is for playing on, not for ``serialize``.
    """

    def __init__(self, game: "KibitzGame", table: Table | None = None) -> None:
        super().__init__(game)
        self._game = Shared(game)
        self._table = table

    @property
    def record(self) -> State:
        """The kernel state; raises ``ValueError`` before the deal."""
        return self._dealt().record

    def _dealt(self) -> Table:
        if self._table is None:
            raise ValueError("nothing has been dealt yet")
        return self._table

    # The names that OpenSpiel asks for.

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or for a finished game."""
        if self._table is None:
            return int(pyspiel.PlayerId.CHANCE)
        if protocol.run_over(self._table.record):
            return int(pyspiel.PlayerId.TERMINAL)
        return int(protocol.run_turn(self._table.record))

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._table is not None and bool(protocol.run_over(self._table.record))

    def _legal_actions(self, player: int) -> list[int]:
        table = self._dealt()
        if player != protocol.run_turn(table.record):
            return []
        return self._game.it.ours.legal(table.record)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, each as likely as the other."""
        deals = self._game.it.deals
        return [(seed, 1 / deals) for seed in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self._table is None:
            self._table = self._game.it.table(action)
            return
        protocol.run_apply(self._table.record, action)
        self._table.views.clear()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._game.it.ours.move_text(action)

    def returns(self) -> list[float]:
        """What each seat won, in the game's own unit; zeros while the game goes on."""
        payoffs = np.zeros(self._game.it.seats)
        if self._table is not None and protocol.run_over(self._table.record):
            protocol.run_payoff(self._table.record, payoffs)
        return [float(payoff) for payoff in payoffs]

    def __str__(self) -> str:
        if self._table is None:
            return "to be dealt"
        ours = self._game.it.ours
        return str(ours.position(self._table.record, self._table.begun).to_text())

    def information_state_string(self, player: int | None = None) -> str:
        """The position as ``player``, or the seat to move, sees it; one line of text.

        It reads back with :meth:`kibitz.games.game.Game.read`. Remembered until the next move.
        """
        if self._table is None:
            return "to be dealt"
        table = self._table
        seat = self.current_player() if player is None else player
        if seat < 0:
            raise ValueError("the game is over: name the player whose view is asked for")
        if seat not in table.views:
            ours = self._game.it.ours
            here = ours.position(table.record, table.begun)
            table.views[seat] = ours.as_seen(here, seat).to_text()
        return table.views[seat]

    def observation_string(self, player: int | None = None) -> str:
        """The same as the information state: what was played is known to all."""
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> "KibitzState":
        """A copy in which all that ``player`` cannot see is dealt anew, evenly and consistently.

        ``rng`` gives numbers in [0, 1); one of them seeds the deal.
        """
        stream: Stream = np.zeros(1, np.uint64)
        start_stream(stream, np.uint64(int(rng() * 2**SEED_BITS)), np.uint64(0))
        world: KibitzState = self.clone()
        table = world._dealt()
        view = table.views.get(player)
        protocol.run_redeal(table.record, player, stream)
        table.views.clear()
        if view is not None:  # it cannot have changed
            table.views[player] = view
        return world


class Shared:
    """A game that copies of a state share: ``clone`` copies all that a state holds, deeply."""

    __slots__ = ("it",)

    def __init__(self, it: "KibitzGame") -> None:
        self.it = it

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self
