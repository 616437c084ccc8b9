"""Calls that search: each waits for its answer, or streams improving ones."""

from collections.abc import Generator, Mapping, Sequence

from kibitz.client.calls import AskedLimits, AskedRecord, Line, Position, verb
from kibitz.client.waiting.connection import Connection
from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, HintsAnswer, SolveAnswer
from kibitz.contract.options import (
    LEVELS,
    Include,
    Information,
    Level,
    Objective,
    Strength,
    Utility,
)
from kibitz.contract.replies import ChooseAnswer
from kibitz.contract.review import ReviewAnswer, Turns


class Searches(Connection):
    """What is answered by a search. Leaving the loop over a stream ends its search."""

    def solve(
        self,
        game: str,
        position: Position,
        *,
        objective: Objective | None = None,
        limits: AskedLimits | None = None,
    ) -> SolveAnswer:
        """Whether a position can be won, and how."""
        return self._ask(
            verb(game, "solve", SolveAnswer, position=position, objective=objective, limits=limits)
        )

    def solving(
        self,
        game: str,
        position: Position,
        *,
        objective: Objective | None = None,
        limits: AskedLimits | None = None,
    ) -> Generator[Line[SolveAnswer]]:
        """As ``solve``, with improving answers."""
        return self._stream(
            verb(game, "solve", SolveAnswer, position=position, objective=objective, limits=limits)
        )

    def hint(
        self,
        game: str,
        position: Position,
        *,
        level: Level | None = None,
        seed: str | int | None = None,
        information: Information | None = None,
        utility: Utility | None = None,
        limits: AskedLimits | None = None,
    ) -> HintAnswer:
        """One piece of advice; ``level``: how much it gives away."""
        return self._ask(
            verb(
                game,
                "hint",
                HintAnswer,
                position=position,
                level=level,
                seed=seed,
                information=information,
                utility=utility,
                limits=limits,
            )
        )

    def hinting(
        self,
        game: str,
        position: Position,
        *,
        level: Level | None = None,
        seed: str | int | None = None,
        information: Information | None = None,
        utility: Utility | None = None,
        limits: AskedLimits | None = None,
    ) -> Generator[Line[HintAnswer]]:
        """As ``hint``, with improving answers."""
        return self._stream(
            verb(
                game,
                "hint",
                HintAnswer,
                position=position,
                level=level,
                seed=seed,
                information=information,
                utility=utility,
                limits=limits,
            )
        )

    def hints(
        self,
        game: str,
        position: Position,
        levels: Sequence[Level] = LEVELS,
        *,
        seed: str | int | None = None,
        information: Information | None = None,
        utility: Utility | None = None,
        limits: AskedLimits | None = None,
    ) -> HintsAnswer:
        """Advice of several levels from one search."""
        return self._ask(
            verb(
                game,
                "hint",
                HintsAnswer,
                position=position,
                levels=levels,
                seed=seed,
                information=information,
                utility=utility,
                limits=limits,
            )
        )

    def analyze(
        self,
        game: str,
        position: Position,
        *,
        multi_pv: int | None = None,
        moves: Sequence[str] | None = None,
        seed: str | int | None = None,
        information: Information | None = None,
        utility: Utility | None = None,
        include: Sequence[Include] | None = None,
        limits: AskedLimits | None = None,
    ) -> AnalyzeAnswer:
        """Every legal move valued, best first.

        ``multi_pv``: so many moves only; ``moves``: these only; ``include``: long members as well.
        """
        return self._ask(
            verb(
                game,
                "analyze",
                AnalyzeAnswer,
                position=position,
                multi_pv=multi_pv,
                moves=moves,
                seed=seed,
                information=information,
                utility=utility,
                include=include,
                limits=limits,
            )
        )

    def analyzing(
        self,
        game: str,
        position: Position,
        *,
        multi_pv: int | None = None,
        moves: Sequence[str] | None = None,
        seed: str | int | None = None,
        information: Information | None = None,
        utility: Utility | None = None,
        include: Sequence[Include] | None = None,
        limits: AskedLimits | None = None,
    ) -> Generator[Line[AnalyzeAnswer]]:
        """As ``analyze``, with improving answers."""
        return self._stream(
            verb(
                game,
                "analyze",
                AnalyzeAnswer,
                position=position,
                multi_pv=multi_pv,
                moves=moves,
                seed=seed,
                information=information,
                utility=utility,
                include=include,
                limits=limits,
            )
        )

    def choose(
        self,
        game: str,
        position: Position,
        level: Strength,
        *,
        seed: str | int | None = None,
        limits: AskedLimits | None = None,
    ) -> ChooseAnswer:
        """The move of an opponent of some strength."""
        return self._ask(
            verb(
                game,
                "choose",
                ChooseAnswer,
                position=position,
                level=level,
                seed=seed,
                limits=limits,
            )
        )

    def choosing(
        self,
        game: str,
        position: Position,
        level: Strength,
        *,
        seed: str | int | None = None,
        limits: AskedLimits | None = None,
    ) -> Generator[Line[ChooseAnswer]]:
        """As ``choose``, with improving answers."""
        return self._stream(
            verb(
                game,
                "choose",
                ChooseAnswer,
                position=position,
                level=level,
                seed=seed,
                limits=limits,
            )
        )

    def review(
        self,
        game: str,
        record: AskedRecord,
        *,
        seats: Sequence[int] | None = None,
        turns: Turns | Mapping[str, int] | None = None,
        seed: str | int | None = None,
        utility: Utility | None = None,
        limits: AskedLimits | None = None,
    ) -> ReviewAnswer:
        """The moves of a game that was played, judged; ``seats``, ``turns``: these only."""
        return self._ask(
            verb(
                game,
                "review",
                ReviewAnswer,
                record=record,
                seats=seats,
                turns=turns,
                seed=seed,
                utility=utility,
                limits=limits,
            )
        )

    def reviewing(
        self,
        game: str,
        record: AskedRecord,
        *,
        seats: Sequence[int] | None = None,
        turns: Turns | Mapping[str, int] | None = None,
        seed: str | int | None = None,
        utility: Utility | None = None,
        limits: AskedLimits | None = None,
    ) -> Generator[Line[ReviewAnswer]]:
        """As ``review``, with a line for each decision as soon as it is judged."""
        return self._stream(
            verb(
                game,
                "review",
                ReviewAnswer,
                record=record,
                seats=seats,
                turns=turns,
                seed=seed,
                utility=utility,
                limits=limits,
            )
        )
