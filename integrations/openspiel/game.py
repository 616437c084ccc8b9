"""Our games as games of OpenSpiel: ``pyspiel.load_game("kibitz_knaves(hand_size=17)")``.

Importing this module registers them. Every switch of a game's rules is a parameter, but for lists
and sizes, which keep their defaults; besides these

``deals``
    The first node is a chance node with so many outcomes, each a deal by its seed. All deals of a
    pack are far too many to list, so this is an even sample of them.
``seed``
    Zero or more: this one deal, without a chance node.

OpenSpiel's algorithms in C++ call a game in Python only for what its bindings pass on. Its C++
``ISMCTSBot`` does not work with these games; the one in Python does, see
:mod:`kibitz.integrations.openspiel.players`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.games.knack.game import Knack
from kibitz.games.knack.play import CALLED
from kibitz.games.knack.position import Position as KnackPosition
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.play import NO_CALL
from kibitz.games.knaves.position import Position as KnavesPosition
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.play import TURN_OVER
from kibitz.games.knock_rummy.position import Position as KnockRummyPosition
from kibitz.games.observation import ENCODERS, split
from kibitz.games.protocol import State
from kibitz.integrations.openspiel.state import KibitzState, Table
from kibitz.solvers.knock_rummy.analysis import possible_points

PREFIX: Final = "kibitz_"
DEALS: Final = 10_000
NONE: Final = -1  # of a switch that may be null: OpenSpiel's parameters may not
# What exploring is worth beside mean payoffs: the usual square root of two for payoffs from 0 to 1,
# and as much for the points that most hands of Knock Rummy are won with. That of Knaves was tried
# out, see docs/openspiel.md.
UCT_C: Final = 1.4
UCT_C_KNAVES: Final = 4.0
UCT_C_KNOCK_RUMMY: Final = 28.0
OWN: Final[Mapping[str, int]] = {"deals": DEALS, "seed": -1}


@dataclass(frozen=True, slots=True)
class Facts:
    """What OpenSpiel wants to know of a game beforehand and the protocol does not tell.

    ``actions``: moves are numbers below this. ``bounds``: the least and the most that a seat can
    win from a deal. ``uct_c``: how its search explores unless given, in what seats win.
    """

    game: Game
    actions: int
    bounds: Callable[[Any], tuple[float, float]]
    uct_c: float = UCT_C


class KibitzGame(pyspiel.Game):
    """One of our games with its rules set. A subclass with its ``facts`` makes a game known."""

    facts: ClassVar[Facts]
    kind: ClassVar[Any]

    def __init_subclass__(cls, *, facts: Facts) -> None:
        super().__init_subclass__()
        cls.facts = facts
        cls.kind = type_of(facts.game)
        pyspiel.register_game(cls.kind, cls)

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        self.ours = self.facts.game
        self.deals = int(given["deals"])
        self._seed = int(given["seed"])
        if self.deals < 1:
            raise ValueError(f"deals={self.deals}: at least one is needed")
        optional = nullable(self.ours)
        self._rules = {
            name: None if value == NONE and name in optional else value
            for name, value in given.items()
            if name not in OWN
        }
        # A switch that does not exist or has no such value is refused here, as BadInput.
        first = self.ours.deal(str(max(self._seed, 0)), self._rules)
        self.seats = self.ours.seats(self.ours.state(first))
        self._fixed = self._laid(first) if self._seed >= 0 else None
        low, high = self.facts.bounds(first)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.facts.actions,
            max_chance_outcomes=0 if self._fixed else self.deals,
            num_players=self.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None,
            max_game_length=int(protocol.run_horizon(self.ours.state(first))),
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """Pickled as its name and parameters; OpenSpiel's own way loses what Python added."""
        return pyspiel.load_game, (str(self),)

    def _laid(self, position: Any) -> Table:
        return Table(self.ours.state(position), position)

    def table(self, seed: int) -> Table:
        """The table after deal number ``seed``."""
        return self._laid(self.ours.deal(str(seed), self._rules))

    def new_initial_state(self) -> KibitzState:
        """The state before the deal, or after it where the deal is fixed."""
        if self._fixed is None:
            return KibitzState(self)
        return KibitzState(self, Table(self._fixed.record.copy(), self._fixed.begun))

    def adopt(self, record: State, position: Any) -> KibitzState:
        """A state of OpenSpiel at a kernel state of ours, which is copied.

        ``position`` is one of the same deal and rules, in which no hand is hidden: a part that it
        hides would stay hidden in every view. The new state has no history.
        """
        return KibitzState(self, Table(record.copy(), position))

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ARG002
        params: Mapping[str, Any] | None = None,
    ) -> "Observer":
        """What gives C++ callers the views as text and as tensors."""
        if params:
            raise ValueError(f"there are no observation parameters, yet it says {params}")
        return Observer(self)


class Observer:
    """Gives views as text and as numbers, in the shape OpenSpiel calls for.

    ``tensor`` is the vector of `games.observation`, only zeros before the deal, and ``dict`` has
    its planes by name.
    """

    def __init__(self, game: KibitzGame) -> None:
        self._encoder = ENCODERS[game.ours.name]
        example = game.table(0).record
        self.tensor = np.zeros(self._encoder.size(example), np.float32)
        self.dict = split(self.tensor, self._encoder.planes(example))

    def set_from(self, state: KibitzState, player: int) -> None:
        """Write what ``player`` sees to the tensor."""
        if state.is_chance_node():
            self.tensor.fill(0.0)
        else:
            self._encoder.write(state.record, player, self.tensor)

    def string_from(self, state: KibitzState, player: int) -> str:
        """See :meth:`KibitzState.information_state_string`."""
        return state.information_state_string(player)


def short_name(game: Game) -> str:
    """The name under which OpenSpiel knows a game: ``kibitz_knaves``."""
    return PREFIX + game.name.replace("-", "_")


def switches(game: Game) -> dict[str, Any]:
    """The switches of a game's rules that are one word or number each, and their defaults.

    ``NONE`` for none, where the switch may also be a number.
    """
    found: dict[str, Any] = {}
    for name, about in game.rules_schema()["properties"].items():
        numbers = [kind for kind in about.get("anyOf", ()) if kind.get("type") == "integer"]
        if about["default"] is None and numbers:
            found[name] = NONE
        elif isinstance(about["default"], bool | int | str):
            found[name] = about["default"]
    return found


def nullable(game: Game) -> set[str]:
    """The switches that are null by default."""
    rules = game.rules_schema()["properties"]
    return {name for name, about in rules.items() if about["default"] is None}


def type_of(game: Game) -> Any:
    """The ``GameType`` of a game."""
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{game.title} (Kibitz)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**OWN, **switches(game)},
    )


def _knaves_bounds(deal: KnavesPosition) -> tuple[float, float]:
    return float(sum(deal.rules.jacks)), float(deal.rules.hand_size)


class KnavesGame(KibitzGame, facts=Facts(Knaves(), NO_CALL + 1, _knaves_bounds, UCT_C_KNAVES)):
    """``kibitz_knaves``; seat 0 deals."""


def _knack_bounds(_deal: KnackPosition) -> tuple[float, float]:
    return 0.0, 1.0


class KnackGame(KibitzGame, facts=Facts(Knack(), 2 * CALLED, _knack_bounds)):
    """``kibitz_knack``, ``players=2`` by default; seat 0 deals."""


def _knock_rummy_bounds(deal: KnockRummyPosition) -> tuple[float, float]:
    return possible_points(deal)


class KnockRummyGame(
    KibitzGame,
    facts=Facts(KnockRummy(), TURN_OVER + 1, _knock_rummy_bounds, UCT_C_KNOCK_RUMMY),
):
    """``kibitz_knock_rummy``; seat 0 deals."""


CLASSES: Final[Mapping[str, type[KibitzGame]]] = {
    made.facts.game.name: made for made in (KnavesGame, KnackGame, KnockRummyGame)
}


def load(name: str, **parameters: Any) -> KibitzGame:
    """The game called ``name`` among ours, ``knaves``; raises ``KeyError`` for any other.

    Raises ``ValueError`` for a list or a size that is not the default.
    """
    made = CLASSES[name]
    written = made.kind.parameter_specification
    about = made.facts.game.rules_schema()["properties"]
    given: dict[str, Any] = {}
    for key, value in parameters.items():
        if key in about and key not in written:
            if value != about[key]["default"]:
                raise ValueError(f"{key}={value}: it keeps its default among OpenSpiel's games")
        else:
            given[key] = NONE if value is None else value
    return made(given)
