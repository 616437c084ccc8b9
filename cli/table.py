"""A round as a person plays it at one seat: what that seat sees, its moves, the others' moves."""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final

from kibitz.api import verbs
from kibitz.contract.options import ChooseOptions, HintOptions, Level, Limits, Strength
from kibitz.contract.replies import LegalMove, MovesAnswer
from kibitz.games.faults import BadInput, quote
from kibitz.games.record import Record
from kibitz.solvers.budget import Budget, Cancel, Listener
from kibitz.solvers.solver import Advice, Solver, load

UNCAPPED: Final = Limits()
SEEDS: Final = 1 << 64
PERSON: Final = "you"  # the name of the person in a record
MARK: Final = "#"  # before a number of the list of moves; no notation begins with it


class Table:
    """The position at the start of a round and the moves made since; ``seat`` is the person's."""

    def __init__(
        self, solver: Solver, kept: Record[Any], seat: int, level: Strength, seed: str
    ) -> None:
        """Go on with a record; the other seats play at ``level``; ``seed``: of their chance."""
        self.solver, self.game = solver, solver.game
        self.start, self.seat, self.seed = kept.start, seat, seed
        self.position, self.moves = self.game.play(kept.start, kept.moves), list(kept.moves)
        # Whether the person sees the stock of a solitaire.
        self.known = getattr(kept.start.rules, "information", "hidden") == "known"
        self._kept = kept if kept.seats else replace(kept, seats=self._names())
        self._options = ChooseOptions(level=level, seed=seed)

    @property
    def standing(self) -> MovesAnswer:
        """Whose turn it is or how the round ended, and the legal moves as the mover sees them."""
        return verbs.moves(self.game, {"position": self.seen.to_text() if self.mine else self.text})

    @property
    def text(self) -> str:
        """The position as one line, all cards listed."""
        text: str = self.position.to_text()
        return text

    @property
    def state(self) -> Any:
        """The kernel state of the position."""
        return self.game.state(self.position)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.game.over(self.state)

    @property
    def mine(self) -> bool:
        """Whether it is the person's turn."""
        return self.game.to_move(self.state) == self.seat

    @property
    def seen(self) -> Any:
        """The position as the person sees it; all of it after a round of several seats.

        A solitaire that is lost still hides its stock: moves can be taken back.
        """
        shown = self.known or (self.over and self.game.players != (1, 1))
        return self.position if shown else self.game.as_seen(self.position, self.seat)

    @cached_property
    def mark(self) -> str:
        """What numbers of the list begin with: nothing where no move is written as a number."""
        return MARK if any(self._is_notation(str(number)) for number in range(1, 10)) else ""

    def _is_notation(self, said: str) -> bool:
        """Whether ``said`` is written like a move, legal or not."""
        reason = self.game.replay(self.start, [said]).reason
        return reason is None or not reason.startswith("not a move")

    def play(self, text: str) -> None:
        """Make a move; raises ``ValueError`` with the reason when it is not legal."""
        replay = self.game.replay(self.position, [text])
        if replay.first_illegal is not None:
            raise ValueError(replay.reason)
        self.position = replay.position
        self.moves.append(text)

    def read(self, said: str, legal: list[LegalMove], commands: Mapping[str, object]) -> str:
        """The move that a notation or a number of the list means; a legal notation comes first.

        Raises ``BadInput`` with the reason and with the moves or commands that may be meant.
        """
        names = {move.move.lower(): move.move for move in legal}
        bare = said.partition("=")[0]  # who cannot see the stock cannot name the card it turns up
        if bare.lower() in names:
            return names[bare.lower()]
        digits = said.removeprefix(MARK)
        is_number = digits.isascii() and digits.isdecimal()
        if is_number and (said != digits or not self._is_notation(said)):
            return self._numbered(digits, legal)
        reason = self.game.replay(self.seen, [bare]).reason
        if reason is None and self.game.replay(self.position, [bare]).reason is None:
            return bare
        if is_number and int(digits) <= len(legal):
            hint = f"for number {digits} of the list type {MARK}{digits}"
        else:
            near = get_close_matches(said.lower(), [*names, *commands], 3)
            meant = ", ".join(names.get(name, name) for name in near)
            hint = f"did you mean {meant}?" if near else "type moves or help"
        reason = (reason or "not a legal move").partition("; did you mean ")[0]
        reason = reason if quote(said) in reason else f"{quote(said)}: {reason}"
        raise BadInput.one("", "illegal_move", f"{reason}; {hint}")

    @staticmethod
    def _numbered(digits: str, legal: list[LegalMove]) -> str:
        """The move with this number; raises ``BadInput`` where there is none."""
        if len(digits) > len(str(len(legal))) or not 1 <= int(digits) <= len(legal):
            message = f"moves are numbered 1 to {len(legal)}"
            raise BadInput.one("", "no_such_number", message)
        return legal[int(digits) - 1].move

    def choose(self, listener: Listener, cancel: Cancel) -> str:
        """Let the seat to move play; what it does in words that give away no card."""
        before, seat = self.state, self.game.to_move(self.state)
        seen = self.game.state(self.game.as_seen(self.position, self.seat))
        limits = self.solver.limits_for("choose", self._options.limits, UNCAPPED)
        budget = Budget(limits, cancel)
        move = self.solver.choose(self.position, self._options, budget, listener).move
        assert move is not None  # only in a solitaire can there be nothing left to reach
        code = self.game.enter(before, move)
        visible = self.game.legal(seen)
        if code not in visible and visible:  # a card that only its owner knows
            code = visible[0]
        self.play(move)
        return f"Seat {seat}: {self.game.describe(seen, code)}"

    def advise(self, level: Level, limits: Limits, listener: Listener, cancel: Cancel) -> Advice:
        """A hint to the person, from what the seat sees."""
        options = HintOptions(level=level, limits=limits)
        effective = self.solver.limits_for("hint", limits, UNCAPPED)
        load(self.solver, "hint", self.seen, options, effective)
        budget = Budget(effective, cancel)
        return self.solver.advise(self.seen, options, budget, listener)

    def undo(self) -> bool:
        """Take back the person's last move and what was played since; False when there is none."""
        for count in range(len(self.moves) - 1, -1, -1):
            before = self.game.play(self.start, self.moves[:count])
            if self.game.to_move(self.game.state(before)) == self.seat:
                self.position, self.moves = before, self.moves[:count]
                return True
        return False

    def record(self) -> Record[Any]:
        """The round as a record: the deal, the moves, who played and what it came to."""
        return replace(self._kept, moves=tuple(self.moves), result=self._result())

    def _names(self) -> tuple[str, ...]:
        """Who sits where; nobody is named who plays alone."""
        seats = self.game.seats(self.state)
        return tuple(
            PERSON if seat == self.seat else f"computer {seat}" for seat in range(seats)
        ) if seats > 1 else ()  # fmt: skip

    def _result(self) -> str | None:
        """What the round came to: won or lost, or the points by seat; None while it goes on."""
        outcome = self.game.outcome(self.state)
        if outcome is None:
            return None
        if outcome.won is not None:
            return "won" if outcome.won else "lost"
        return ", ".join(f"{points:g}" for points in outcome.payoffs)

    def following(self) -> "Table | None":
        """The table of the next round, None where the match is won or there are no rounds."""
        if not verbs.has_rounds(self.game):
            return None
        seed = str((int(self._options.seed) + 1) % SEEDS)
        answer = verbs.next_round(self.game, {"position": self.text, "seed": seed})
        if answer.deal is None:
            return None
        start = self.game.read(answer.deal.text)
        level = self._options.level
        kept = replace(self._kept, start=start, moves=(), source=None, result=None)
        return Table(self.solver, kept, self.seat, level, seed)
