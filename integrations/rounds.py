"""A game being played from deal to deal, as the environments of every library ask for it."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from kibitz.games import protocol
from kibitz.games.boards import drawn
from kibitz.games.catalogue import GAMES, check_name
from kibitz.games.observation import ENCODERS, Planes
from kibitz.games.protocol import State
from kibitz.games.records import Int8s, Reals32
from kibitz.integrations.actions import ACTIONS

SEEDS: Final = 1 << 32  # deals that are drawn when no seed is given

Payoffs = npt.NDArray[np.float64]


class Rounds:
    """One game under fixed rules, dealt again and again.

    ``rules``: switches that differ from their defaults; raises ``BadInput`` for one that does not
    exist, and for a ``name`` of no game. ``seats``, ``actions`` and ``size`` say how many play, how
    many actions there are and how many numbers an observation has, whose parts are ``planes``.
    """

    def __init__(self, name: str, rules: Mapping[str, Any]) -> None:
        self.game = GAMES[check_name(name)]
        self._rules = dict(rules)
        self._begun: Any = self.game.deal("0", self._rules)
        self._state: State = self.game.state(self._begun)
        self._prepare()

    def _prepare(self) -> None:
        name, state = self.game.name, self._state
        self._encoder = ENCODERS[name]
        self._numbers = ACTIONS[name]
        self.seats = self.game.seats(state)
        self.actions = self._numbers.count(state)
        self.planes: Planes = self._encoder.planes(state)
        self.size = self._encoder.size(state)
        self._moves = np.empty(self.game.max_moves, np.int64)
        self._actions = np.empty(self.game.max_moves, np.int64)
        self._look()

    def _look(self) -> None:
        """Find out who is to move and what may be played."""
        self.over = bool(protocol.run_over(self._state))
        self.turn = int(protocol.run_turn(self._state))
        self._count = 0 if self.over else int(protocol.run_legal(self._state, self._moves))
        self._numbers.write(self._state, self._moves, self._count, self._actions)

    def __getstate__(self) -> dict[str, Any]:
        """Kept are the rules, the deal and what was played; kernels are found again by name."""
        return {
            "name": self.game.name,
            "rules": self._rules,
            "begun": self._begun,
            "state": self._state,
        }

    def __setstate__(self, kept: Mapping[str, Any]) -> None:
        self.game = GAMES[kept["name"]]
        self._rules, self._begun, self._state = kept["rules"], kept["begun"], kept["state"].copy()
        self._prepare()

    def deal(self, seed: int | None, random: np.random.Generator) -> None:
        """Deal number ``seed``, or one that ``random`` chooses where that is None."""
        number = int(random.integers(SEEDS)) if seed is None else seed
        self._begun = self.game.deal(str(number), self._rules)
        self._state = self.game.state(self._begun)
        self._look()

    def observe(self, seat: int) -> Reals32:
        """What ``seat`` sees, a new vector; see `games.observation`."""
        vector = np.empty(self.size, np.float32)
        self._encoder.write(self._state, seat, vector)
        return vector

    def mask(self, seat: int) -> Int8s:
        """Which actions are legal for ``seat``, a new array of ones and zeros."""
        mask = np.zeros(self.actions, np.int8)
        if seat == self.turn:
            mask[self._actions[: self._count]] = 1
        return mask

    def is_legal(self, action: int) -> bool:
        """Whether the seat to move may take an action."""
        return bool((self._actions[: self._count] == action).any())

    def move_of(self, action: int) -> int:
        """The move of the game that an action stands for; raises ``ValueError`` if illegal."""
        found = np.flatnonzero(self._actions[: self._count] == action)
        if not found.size:
            raise ValueError(f"action {action} is not legal here")
        return int(self._moves[found[0]])

    def play(self, action: int) -> None:
        """Play an action; raises ``ValueError`` where it is not legal."""
        protocol.run_apply(self._state, self.move_of(action))
        self._look()

    def payoffs(self) -> Payoffs:
        """What each seat has won so far, in the game's own unit."""
        payoffs = np.zeros(self.seats)
        protocol.run_payoff(self._state, payoffs)
        return payoffs

    def position(self) -> Any:
        """The position with all its cards, see :class:`kibitz.games.game.Position`."""
        return self.game.position(self._state, self._begun)

    def drawn(self, seat: int | None = None) -> str:
        """The table in lines of text, as ``seat`` sees it or with all cards."""
        position = self.position()
        if seat is not None:
            position = self.game.as_seen(position, seat)
        return drawn(self.game.name, position)
