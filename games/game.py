"""What every game offers to Python callers: reading, dealing, moving, describing.

A :class:`Game` joins the external, checked shape of a position with the kernels of
``games.protocol``. Legality, play and outcomes are written here once, for all games.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Protocol

import numpy as np
from pydantic import BaseModel

from kibitz.contract.replies import Settlement
from kibitz.games import protocol
from kibitz.games.faults import IllegalMove, quote
from kibitz.games.findings import meant
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State
from kibitz.games.schema import Switches

JsonObject = dict[str, Any]
MOVES_A_LINE: Final = 10  # in the text form of a record of a game for one, which has no turns


class Position(Protocol):
    """A checked position: immutable, comparable, with JSON and one-line text both ways."""

    def to_json(self) -> JsonObject:
        """The position as a JSON object."""
        ...

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the payoff of each seat; ``won`` for games that are won or lost.

    ``places``: of games that end with an order of the seats, the place of each, 1 for the first;
    equals share a place.
    """

    payoffs: tuple[float, ...]
    won: bool | None
    places: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a list of moves: the position reached and the first move that failed."""

    position: Position
    first_illegal: int | None
    reason: str | None


class Step(NamedTuple):
    """An entry of a record: the seat that makes the move, and the part of the game it belongs to.

    ``seat`` is None in games for one, and for what is nobody's turn. ``part``: the number of the
    trick, the turn or the round of turns, from 1; in games for one, of the first of ten moves.
    """

    seat: int | None
    part: int


@dataclass(frozen=True, slots=True)
class Extra:
    """A question that one game alone answers, from its rules: the score of counts, say.

    ``call`` takes a JSON value of the form ``takes`` and gives an instance of ``answers``; it
    raises ``BadInput`` with every fault. ``lines``: an answer in lines of text.
    """

    name: str
    summary: str
    takes: type[BaseModel]
    answers: type[BaseModel]
    call: Callable[[object], BaseModel]
    lines: Callable[[Any], Sequence[str]]
    example: JsonObject


class Game(ABC):
    """One game: its names, its rules switches, its positions and its moves."""

    name: ClassVar[str]
    title: ClassVar[str]
    sheet: ClassVar[str]
    rules_version: ClassVar[int]
    players: ClassVar[tuple[int, int]]
    notation: ClassVar[str]
    sources: ClassVar[Mapping[str, str]]
    max_moves: ClassVar[int]
    switches: ClassVar[Switches[Any]]
    schema: ClassVar[type[BaseModel]]
    extras: ClassVar[Sequence[Extra]] = ()
    # Whether a turn is several moves, so that records give it a line of its own.
    long_turns: ClassVar[bool] = False
    # What besides the seed a deal can be given: the keyword arguments of `deal`.
    match_options: ClassVar[frozenset[str]] = frozenset()

    def rules_schema(self) -> JsonObject:
        """JSON Schema of the rules switches."""
        return self.switches.adapter.json_schema()

    def position_schema(self) -> JsonObject:
        """JSON Schema of a position object."""
        return self.schema.model_json_schema()

    @abstractmethod
    def read(self, data: object) -> Any:
        """The position that a JSON value or a text describes.

        Raises ``BadInput`` that lists everything wrong with it.
        """

    @abstractmethod
    def deal(self, seed: str, rules: object = None, source: str = "kibitz") -> Any:
        """A fresh deal. ``rules`` is a JSON object of switches or None for the defaults.

        Games of several rounds take more, see :attr:`match_options`: the ``dealer``, the ``scores``
        before the round and its ``round_number``. Raises ``BadInput`` for a seed, source or switch
        that does not exist.
        """

    @abstractmethod
    def state_of(self, position: Any) -> State:
        """The kernel state of ``position``, kept for the next caller: it must not be changed."""

    def state(self, position: Any) -> State:
        """The kernel state of ``position``, a new array."""
        return self.state_of(position).copy()

    @abstractmethod
    def position(self, state: State, like: Any) -> Any:
        """The position of a kernel state; rules and hidden parts as in ``like``."""

    @abstractmethod
    def as_seen(self, position: Any, seat: int = 0) -> Any:
        """``position`` with everything that ``seat`` cannot see replaced by counts."""

    @abstractmethod
    def move_text(self, move: int) -> str:
        """The notation of a move."""

    @abstractmethod
    def describe(self, state: State, move: int) -> str:
        """A legal move in words."""

    def described(self, state: State, moves: Sequence[int]) -> list[str]:
        """Several legal moves of a state in words, each as :meth:`describe` says it."""
        return [self.describe(state, move) for move in moves]

    @abstractmethod
    def enter(self, state: State, text: str) -> int:
        """Read ``text`` as a legal move of ``state``, setting revealed cards in the state.

        Raises ``ValueError`` with the reason when it is not one.
        """

    @abstractmethod
    def rewrite(self, text: str) -> str:
        """A move in the one form that it is always written in, with the cards that it names.

        Raises ``ValueError`` with the reason when it is none.
        """

    def kept(self, position: Any, moves: Sequence[str], seat: int) -> list[str]:
        """Moves from a position with all cards, as ``seat`` could have written them down."""
        state, seen = self.state(position), list[str]()
        for text in moves:
            move = self.enter(state, text)
            seen.append(self.seen_move(state, move, position, seat))
            protocol.run_apply(state, move)
        return seen

    def seen_move(self, state: State, move: int, like: Any, seat: int) -> str:  # noqa: ARG002
        """A legal move as ``seat`` sees it: with the cards that it turns up for this seat.

        ``state`` knows all cards; ``like``: any position of the same round.
        """
        return self.move_text(move)

    def follow(self, position: Any, moves: Sequence[str]) -> list[Step]:
        """Whose turn each of the moves of a record is.

        Raises ``IllegalMove`` naming the first that cannot have been made.
        """
        state, alone = self.state(position), self.players == (1, 1)
        steps, part, moved = list[Step](), 1, list[int]()
        for index, text in enumerate(moves):
            seat = int(protocol.run_turn(state))
            try:
                move = self.enter(state, text)
            except ValueError as error:
                raise IllegalMove(index, text, self.refused(state, text, str(error))) from None
            protocol.run_apply(state, move)
            if alone:
                steps.append(Step(None, index - index % MOVES_A_LINE + 1))
                continue
            if moved and (seat != moved[-1] if self.long_turns else seat in moved):
                part, moved = part + 1, []
            moved.append(seat)
            steps.append(Step(seat, part))
        return steps

    def seats(self, state: State) -> int:  # noqa: ARG002
        """How many play: as many as can, where the game does not say otherwise."""
        return self.players[1]

    def sides(self, state: State) -> list[int]:
        """The team of each seat; everybody alone, where the game does not say otherwise."""
        return list(range(self.seats(state)))

    def legal(self, state: State) -> list[int]:
        """The legal moves of ``state``, ascending."""
        moves = np.empty(self.max_moves, np.int64)
        count = protocol.run_legal(state, moves)
        found: list[int] = moves[:count].tolist()
        return found

    def over(self, state: State) -> bool:
        """Whether the game has ended."""
        return bool(protocol.run_over(state))

    def to_move(self, state: State) -> int | None:
        """The seat to move, None when the game is over."""
        if self.over(state):
            return None
        return int(protocol.run_turn(state)) if self.players[1] > 1 else 0

    def phase(self, state: State) -> str | None:  # noqa: ARG002
        """What the seat to move has to do, in games whose turns have several parts."""
        return None

    def ended_by(self, position: Any) -> str | None:  # noqa: ARG002
        """How a round ended, in games in which it can end in several ways."""
        return None

    def settlement(self, state: State, position: Any) -> Settlement | None:  # noqa: ARG002
        """What a round that is over comes to in detail, where a game settles accounts.

        None also where ``position`` does not show all that is needed.
        """
        return None

    def match_result(self, state: State, like: Any) -> MatchResult | None:  # noqa: ARG002
        """The match after this round; None while the round goes on, or where there is no match.

        ``like``: any position of the same round; it has the rules, the dealer and the totals.
        """
        return None

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on, or where a view does not show how."""
        if not protocol.run_over(state):
            return None
        payoffs = np.zeros(self.seats(state))
        protocol.run_payoff(state, payoffs)
        won = bool(payoffs[0] > 0) if self.players == (1, 1) else None
        return Outcome(tuple(float(p) for p in payoffs), won)

    def refused(self, state: State, text: str, reason: str) -> str:
        """Why ``text`` is refused; of what is no move at all, with the legal move it is like.

        Where the reason says what is wrong with it, not only what can be written, none is named.
        """
        unread = f"{quote(text)} is not a move"
        if not reason.startswith(unread):
            return reason
        wrong = reason.removeprefix(unread)
        near = meant(text, map(self.move_text, self.legal(state)))
        return f"not a move{wrong}{near if wrong.startswith(': write ') else ''}"

    def replay(self, position: Any, moves: Sequence[str]) -> Replay:
        """Play ``moves`` as far as they are legal."""
        state = self.state(position)
        for index, text in enumerate(moves):
            try:
                move = self.enter(state, text)
            except ValueError as error:
                reason = self.refused(state, text, str(error))
                return Replay(self.position(state, position), index, reason)
            protocol.run_apply(state, move)
        return Replay(self.position(state, position), None, None)

    def play(self, position: Any, moves: Sequence[str]) -> Any:
        """The position after ``moves``; raises ``IllegalMove`` naming the first that fails."""
        replay = self.replay(position, moves)
        if replay.first_illegal is not None:
            text = moves[replay.first_illegal]
            raise IllegalMove(replay.first_illegal, text, replay.reason or quote(text))
        return replay.position
