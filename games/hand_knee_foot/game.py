"""Hand, Knee and Foot for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import numpy as np

from kibitz.contract.extras import ScoreAnswer
from kibitz.contract.replies import Settlement
from kibitz.games import protocol
from kibitz.games.deal import check_deal
from kibitz.games.faults import quote
from kibitz.games.game import Extra, Game, Outcome, Replay, Step
from kibitz.games.hand_knee_foot import deal as deals
from kibitz.games.hand_knee_foot import words
from kibitz.games.hand_knee_foot.faces import kinds_in
from kibitz.games.hand_knee_foot.kinds import KINDS, TEXTS, counts_of, kinds_of
from kibitz.games.hand_knee_foot.moves import DRAW, LAY, TAKE
from kibitz.games.hand_knee_foot.notation import (
    REVEALING,
    WORDS,
    Entry,
    read_move,
    text_to_json,
    write_entry,
    write_move,
)
from kibitz.games.hand_knee_foot.play import MAX_MOVES
from kibitz.games.hand_knee_foot.position import PHASES, Position, as_seen
from kibitz.games.hand_knee_foot.reading import read_json
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, RULES_VERSION, after_round
from kibitz.games.hand_knee_foot.schema import SWITCHES, PositionSchema
from kibitz.games.hand_knee_foot.scoresheet import (
    EXAMPLE,
    RoundEndSchema,
    score_answer,
    score_text,
    sheet_of,
)
from kibitz.games.hand_knee_foot.scoring import Line, all_known, team_lines, total_of
from kibitz.games.hand_knee_foot.state import (
    IN_HAND,
    NO_KIND,
    NOBODY,
    HandKneeFootState,
    next_size,
    top_of,
)
from kibitz.games.hand_knee_foot.suits import Followed, follow
from kibitz.games.hand_knee_foot.table import position_of, state_of
from kibitz.games.hand_knee_foot.worlds import unseen_counts
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State
from kibitz.games.text_form import read_text


class HandKneeFoot(Game):
    """Hand, Knee and Foot: two, three, four or six make books of seven from three piles each."""

    name = "hand-knee-foot"
    title = "Hand, Knee and Foot"
    sheet = "Hand, Knee and Foot, the rule sheet"
    rules_version = RULES_VERSION
    players = (2, MOST_SEATS)
    notation = (
        "draw, or take the discard pile; shuffle it; stop for want of cards. meld-KKK, meld-KK2, "
        "meld-22JK: begin a meld; add-K, add-2-K: add a card to the kings; add-2: to the wild "
        "cards; bury-K; lay: lay out a red three; knee, foot: take the next pile up; leave the "
        "knee; ask to go out; yes, no. 7: discard it. In a view the cards turned up are named, as "
        "in draw=7.JK, lay=4, knee=4.4.K… Suits may be named: meld-KCKDK, 7C, take-KCKD, lay-3H"
    )
    sources: ClassVar[Mapping[str, str]] = deals.SOURCES
    max_moves = MAX_MOVES
    long_turns = True
    switches = SWITCHES
    schema = PositionSchema
    match_options = frozenset({"dealer", "scores", "round_number"})
    extras = (
        Extra(
            name="score",
            summary="Score a finished round given as counts",
            takes=RoundEndSchema,
            answers=ScoreAnswer,
            call=score_answer,
            lines=score_text,
            example=EXAMPLE,
        ),
    )

    state_of = staticmethod(state_of)
    position = staticmethod(position_of)
    as_seen = staticmethod(as_seen)
    move_text = staticmethod(write_move)

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`."""
        if isinstance(data, str):
            return read_text(data, text_to_json, read_json)
        return read_json(data)

    def deal(
        self,
        seed: str,
        rules: object = None,
        source: str = "kibitz",
        dealer: int = 0,
        round_number: int = 1,
        scores: Sequence[int] | None = None,
    ) -> Position:
        """See `games.game.Game.deal`; ``scores`` are the teams' totals before this round."""
        checked = check_deal(
            SWITCHES,
            rules,
            lambda _: deals.packs_of(seed, source, 1),
            lambda _: deals.check_round(round_number),
        )
        return deals.deal(seed, checked, source, dealer, round_number, scores)

    def seats(self, state: State) -> int:
        """See :meth:`kibitz.games.game.Game.seats`."""
        return int(state[0]["players"])

    def sides(self, state: State) -> list[int]:
        """See :meth:`kibitz.games.game.Game.sides`."""
        return [seat % int(state[0]["teams"]) for seat in range(self.seats(state))]

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``meld three kings``."""
        return words.describe(state[0], move)

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`; cards turned up are taken from the notation."""
        entry = read_move(text)
        if entry.move not in self.legal(state):
            raise ValueError(words.refusal(state[0], entry.move))
        if entry.move == TAKE and {kind for kind, _ in entry.put} - {int(top_of(state[0]))}:
            raise ValueError(f"{quote(text)}: {words.cannot_match(state[0])}")
        if entry.move == TAKE and entry.put and (why := words.cannot_lay(state[0], len(entry.put))):
            raise ValueError(f"{quote(text)}: {why}")
        if entry.move in REVEALING:
            turn_up(state[0], entry, int(protocol.run_turn(state)))
        return entry.move

    def replay(self, position: Position, moves: Sequence[str]) -> Replay:
        """See `games.game.Game.replay`; suits are followed where any is known or named."""
        if not self._suited(position, moves):
            return super().replay(position, moves)
        here, steps = position, self.followed(position, moves)
        for index in range(len(moves)):
            try:
                here = next(steps).position
            except ValueError as error:
                state = self.state(here)
                return Replay(here, index, self.refused(state, moves[index], str(error)))
        return Replay(here, None, None)

    @staticmethod
    def _suited(position: Position, moves: Sequence[str]) -> bool:
        """Whether any suit is known or named."""
        return bool(position.suits) or any(map(_names_suits, moves))

    def followed(self, position: Position, moves: Sequence[str]) -> Iterator[Followed]:
        """Each of ``moves`` with what it led to, and what is known of suits in both.

        Raises ``ValueError`` with the reason at the first that cannot be made.
        """
        state, here = self.state(position), position
        for text in moves:
            protocol.run_apply(state, self.enter(state, text))
            step = follow(here, read_move(text), position_of(state, position))
            yield step
            here = step.position

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return write_entry(read_move(text))

    def kept(self, position: Position, moves: Sequence[str], seat: int) -> list[str]:
        """See :meth:`kibitz.games.game.Game.kept`; with the suits that the seat knows."""
        if not self._suited(position, moves):
            return super().kept(position, moves, seat)
        entries = [(step.seat, step.entry) for step in self.followed(position, moves)]
        return [
            write_entry(entry if mover == seat else entry._replace(turned=()))
            for mover, entry in entries
        ]

    def seen_move(self, state: State, move: int, like: Position, seat: int) -> str:  # noqa: ARG002
        """See :meth:`kibitz.games.game.Game.seen_move`."""
        text = write_move(move)
        if move not in REVEALING or int(protocol.run_turn(state)) != seat:
            return text
        named = ".".join(TEXTS[kind] for kind in turned_up(state[0], move, seat))
        return f"{text}={named}" if named else text

    def follow(self, position: Position, moves: Sequence[str]) -> list[Step]:
        """See :meth:`kibitz.games.game.Game.follow`; suits have to agree as well."""
        if self._suited(position, moves):
            self.play(position, moves)
        return super().follow(position, moves)

    def phase(self, state: State) -> str | None:
        """What the seat to move has to do; None when the round is over."""
        return (*PHASES, None)[int(state[0]["phase"])]

    def ended_by(self, position: Position) -> str | None:
        """``out``: a seat went out; ``stock``: the stock was used up."""
        return position.ended

    def settlement(self, state: State, position: Position) -> Settlement | None:
        """The score sheet of every team."""
        lines, match = self.score_lines(state), self.match_result(state, position)
        return sheet_of(lines, match) if lines and match else None

    def outcome(self, state: State) -> Outcome | None:
        """See :meth:`kibitz.games.game.Game.outcome`; None where :meth:`score_lines` is."""
        return super().outcome(state) if all_known(state[0]) else None

    def score_lines(self, state: State) -> tuple[tuple[Line, ...], ...] | None:
        """The score of each team line by line; None while the round goes on.

        None also for a state that does not know all that is still held, as a view does not.
        """
        if not protocol.run_over(state) or not all_known(state[0]):
            return None
        return tuple(team_lines(state, team) for team in range(int(state[0]["teams"])))

    def match_result(self, state: State, like: Position) -> MatchResult | None:
        """See :meth:`kibitz.games.game.Game.match_result`; None where :meth:`score_lines` is."""
        lines = self.score_lines(state)
        if lines is None:
            return None
        won = [total_of(team) for team in lines]
        return after_round(like.scores, won, like.round, like.dealer, like.rules.players)


def _names_suits(text: str) -> bool:
    try:
        return read_move(text).suited
    except ValueError:
        return False


def turned_up(record: HandKneeFootState, move: int, seat: int) -> tuple[int, ...]:
    """The cards that a legal move of ``seat`` turns up, ``NO_KIND`` for each that is not known."""
    size = int(record["stock_size"])
    if move in (DRAW, LAY):
        count = min(size, int(record["draws"]) if move == DRAW else 1)
        return tuple(int(kind) for kind in record["cards"][size - count : size])[::-1]
    name = "knees" if record["stage"][seat] == IN_HAND else "feet"
    known = kinds_of(record[name][seat])
    return known or (NO_KIND,) * int(next_size(int(record["stage"][seat])))


def turn_up(record: HandKneeFootState, entry: Entry, seat: int) -> None:
    """Write the cards that a legal move of ``seat`` turns up into the state.

    Raises ``ValueError`` with the reason when they are missing, not wanted or impossible.
    """
    there, named = turned_up(record, entry.move, seat), kinds_in(entry.turned)
    if NO_KIND not in there:
        if named and named != there:
            raise ValueError(f"the cards are not {_said(named)} but {_said(there)}")
        return
    viewer = int(record["viewer"])
    if seat != viewer and (viewer != NOBODY or record["unknown"][seat]):
        if named:
            message = f"nobody but seat {seat} sees these cards: write {WORDS[entry.move]}"
            raise ValueError(message)
        return
    if len(named) != len(there):
        message = f"{len(there)} cards lie face down, {len(named)} are named: write "
        raise ValueError(f"{message}{WORDS[entry.move]}=… with a point between two cards")
    unseen = np.zeros(KINDS, np.int64)
    unseen_counts(record, unseen)
    for kind, number in enumerate(counts_of(named)):
        if number > unseen[kind]:
            message = f"{number} × {TEXTS[kind]} cannot lie there: {int(unseen[kind])} are unseen"
            raise ValueError(message)
    size = int(record["stock_size"])
    if entry.move in (DRAW, LAY):
        record["cards"][size - len(there) : size] = named[::-1]
    else:
        name = "knees" if record["stage"][seat] == IN_HAND else "feet"
        record[name][seat] = counts_of(named)


def _said(kinds: tuple[int, ...]) -> str:
    return ".".join(TEXTS[kind] for kind in kinds)
