"""Calls that search: each waits for its answer, or streams improving ones."""

from collections.abc import AsyncGenerator, Mapping, Sequence

from kibitz.client.asynchronous.connection import AsyncConnection
from kibitz.client.calls import AskedLimits, AskedRecord, Line, Position, verb
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


class AsyncSearches(AsyncConnection):
    """What is answered by a search. Leaving the loop over a stream ends its search."""

    async def solve(
        self,
        game: str,
        position: Position,
        *,
        objective: Objective | None = None,
        limits: AskedLimits | None = None,
    ) -> SolveAnswer:
        """Whether a position can be won, and how."""
        return await self._ask(
            verb(game, "solve", SolveAnswer, position=position, objective=objective, limits=limits)
        )

    def solving(
        self,
        game: str,
        position: Position,
        *,
        objective: Objective | None = None,
        limits: AskedLimits | None = None,
    ) -> AsyncGenerator[Line[SolveAnswer]]:
        """As ``solve``, with improving answers."""
        return self._stream(
            verb(game, "solve", SolveAnswer, position=position, objective=objective, limits=limits)
        )

    async def hint(
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
        return await self._ask(
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
    ) -> AsyncGenerator[Line[HintAnswer]]:
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

    async def hints(
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
        return await self._ask(
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

    async def analyze(
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
        return await self._ask(
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
    ) -> AsyncGenerator[Line[AnalyzeAnswer]]:
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

    async def choose(
        self,
        game: str,
        position: Position,
        level: Strength,
        *,
        seed: str | int | None = None,
        limits: AskedLimits | None = None,
    ) -> ChooseAnswer:
        """The move of an opponent of some strength."""
        return await self._ask(
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
    ) -> AsyncGenerator[Line[ChooseAnswer]]:
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

    async def review(
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
        return await self._ask(
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
    ) -> AsyncGenerator[Line[ReviewAnswer]]:
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
