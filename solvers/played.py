"""A record replayed: the moves of a game, and what each was made in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games import protocol
from kibitz.games.faults import IllegalMove, quote
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.games.record import Record


@dataclass(frozen=True, eq=False)
class Moment:
    """A move of a record and what it was made in.

    ``position`` and ``state`` are those before the move, with everything that the record knows;
    ``legal``: the legal moves, ``move`` the one that was played and ``text`` as the record has it.
    ``after``: the state that it led to. ``asked``: whether a judgement of it is asked for.
    """

    ply: int
    seat: int
    position: Any
    state: State
    legal: Sequence[int]
    move: int
    text: str
    after: State
    asked: bool = True


@dataclass(frozen=True, eq=False)
class Played:
    """A record replayed: where it began, its moves in order, and the position it leads to.

    ``length``: entries of the record, some of which may be no moves. ``names``: of the players.
    """

    start: Any
    moments: Sequence[Moment]
    end: Any
    end_state: State
    over: bool
    length: int
    names: Sequence[str] = ()

    @property
    def rules(self) -> Any:
        """The rules that it was played by."""
        return self.start.rules

    def to_text(self) -> str:
        """Where it began, as a line of text."""
        text: str = self.start.to_text()
        return text


def replayed(game: Game, found: Record[Any]) -> Played:
    """A record replayed by the rules; raises ``IllegalMove`` for the first move that fails."""
    start = found.start
    replay = game.replay(start, found.moves)
    if replay.first_illegal is not None:
        index = replay.first_illegal
        raise IllegalMove(index, found.moves[index], replay.reason or quote(found.moves[index]))
    state, moments = game.state(start), []
    for ply, text in enumerate(found.moves):
        before, position = state.copy(), game.position(state, start)
        move = game.enter(state, text)
        seat = int(protocol.run_turn(state)) if game.players[1] > 1 else 0
        protocol.run_apply(state, move)
        legal = game.legal(before)
        moments.append(Moment(ply, seat, position, before, legal, move, text, state.copy()))
    end, over = game.position(state, start), game.over(state)
    return Played(start, moments, end, state, over, len(found.moves), found.seats)


def known_seats(game: Game, start: Any) -> set[int]:
    """The seats whose own cards a position lists: all, or the one whose view it is."""
    if game.players == (1, 1):
        return {0}
    seats = range(game.seats(game.state(start)))
    own = getattr(start, "seat", None)
    if own is not None:
        return {own}
    hidden = getattr(start, "hidden", None)
    return {seat for seat in seats if hidden is None or not hidden[seat]}
