"""The tools, and how one is called: checked, its game ready, read in a thread, answered."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from kibitz.api.assistants import answers, arguments, prose, reading
from kibitz.api.assistants.reading import Finish, Reply, searched
from kibitz.api.assistants.tables import game_named
from kibitz.api.front import Trace
from kibitz.api.readiness import Warming
from kibitz.api.searches import Hear
from kibitz.api.service import Service
from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer
from kibitz.contract.base import Answer
from kibitz.games.faults import BadInput, Fault, noted
from kibitz.games.findings import schema_faults
from kibitz.games.partial import sound_fields
from kibitz.solvers.solver import Solver

WARMING_SECONDS: Final = 10.0  # that a call waits for a game that is not ready
LOOK_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, what it does, the models of what it takes and answers.

    ``plays`` gives the solver of the game that is asked about, None where any will do.
    """

    name: str
    title: str
    description: str
    takes: type[BaseModel]
    answers: type[Answer]
    plays: Callable[[Service, Any], Solver | None]
    read: Callable[[Service, Any], Finish]


_HERE: Final = (
    "Pass the position exactly as you got it, and in moves what was played since: never edit a "
    "position. The answer has the position after the moves and its board, drawn."
)
_ASKED: Final = {name: name for name in ("information", "utility", "seed")}

TOOLS: Final[Mapping[str, Tool]] = {
    tool.name: tool
    for tool in (
        Tool(
            "games",
            "List the games",
            "List the card games that can be analysed, or describe one of them: how its moves "
            "are written, its rule switches, who can deal. Call it before you write moves of a "
            "game whose notation you have not seen.",
            arguments.GamesArguments,
            answers.GamesFound,
            lambda *_: None,
            reading.games,
        ),
        Tool(
            "deal",
            "Deal a game",
            "Deal a game: at random, by the number of a deal, by another program's number such as "
            "a PySolFC deal, or a solitaire that can be won. The answer has the position to pass "
            "to the other tools, its board and the legal moves.",
            arguments.DealArguments,
            answers.Dealt,
            lambda service, asked: game_named(service, asked.game),
            reading.deal,
        ),
        Tool(
            "show",
            "Show a position",
            f"Draw a position, say whose turn it is and list the legal moves. {_HERE}",
            arguments.ShowArguments,
            answers.Shown,
            reading.at_position,
            reading.show,
        ),
        Tool(
            "solve",
            "Decide whether a position can be won",
            "Decide whether a solitaire can be won: a winning line, a proof that there is none, or "
            "unknown. In games of several players, when all cards are listed: the result of best "
            f"play. It uses every listed card. {_HERE}",
            arguments.SolveArguments,
            answers.Solved,
            reading.at_position,
            searched(
                "solve",
                {"objective": "objective"},
                SolveAnswer,
                prose.solve_text,
                answers.Solved,
            ),
        ),
        Tool(
            "hint",
            "Say what to play, and why",
            "Say what the seat to move should play, with the reasons and what it is worth. The "
            f"levels nudge and area give less away. {_HERE}",
            arguments.HintArguments,
            answers.Hinted,
            reading.at_position,
            searched(
                "hint",
                {**_ASKED, "level": "level"},
                HintAnswer,
                prose.hint_text,
                answers.Hinted,
            ),
        ),
        Tool(
            "analyze",
            "Value every move",
            "Value every legal move, best first, each with its interval and what it loses against "
            f"the best; or, with only, some moves. {_HERE}",
            arguments.AnalyzeArguments,
            answers.Analyzed,
            reading.at_position,
            searched(
                "analyze",
                {**_ASKED, "only": "moves", "best": "multi_pv"},
                AnalyzeAnswer,
                prose.analysis_text,
                answers.Analyzed,
            ),
        ),
        Tool(
            "review",
            "Review a game that was played",
            "Judge the moves of a game that was played: what each cost, the worst of them with "
            "what was better and why, how much was luck. Pass where the game began and all its "
            "moves, or its record as text.",
            arguments.ReviewArguments,
            answers.Reviewed,
            reading.reviewed,
            reading.review,
        ),
        Tool(
            "score",
            "Score a game",
            "Say how a game or round that is over ended: what everybody is paid and how the match "
            "stands. Also the score of a round of Hand, Knee and Foot from counts, and the melds "
            "of a Knock Rummy hand with the least deadwood.",
            arguments.ScoreArguments,
            answers.Scored,
            reading.scored,
            reading.score,
        ),
    )
}


async def call(
    service: Service, name: str, given: Mapping[str, Any], trace: Trace, hear: Hear
) -> Reply:
    """What a tool answers; raises what :mod:`kibitz.api.problems` knows.

    ``hear`` is given the lines of a search while it runs. A caller that is cancelled leaves.
    """
    if name not in TOOLS:
        message = f"{name!r} is not a tool here: {', '.join(TOOLS)}"
        raise BadInput.one("", "unknown_tool", message)
    tool, faults = TOOLS[name], list[Fault]()
    asked = _asked(tool.takes, dict(given), faults)
    finish: list[Finish] = []
    if asked is not None:
        with noted(faults):
            solver = tool.plays(service, asked)
            await _until_ready(service, None if solver is None else solver.game.name)
            finish.append(await service.quick.run(lambda: tool.read(service, asked)))
    if faults:
        raise BadInput(faults)
    return await finish[0](trace, hear)


def _asked(takes: type[BaseModel], given: dict[str, Any], faults: list[Fault]) -> Any:
    """The arguments, as far as they are sound, or None; what is wrong is noted."""
    try:
        return takes.model_validate(given)
    except ValidationError as error:
        faults += schema_faults(error, takes)
    try:
        return takes.model_validate(sound_fields(given, faults))
    except ValidationError:
        return None


async def _until_ready(service: Service, game: str | None) -> None:
    """Return when ``game`` can be asked about; a model cannot wait, so wait for its loading here.

    Raises what :meth:`Service.check_ready` does, ``Warming`` only where it takes longer.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + WARMING_SECONDS
    while game is not None:
        try:
            service.check_ready(game)
        except Warming:
            if loop.time() >= end:
                raise
            await asyncio.sleep(LOOK_SECONDS)
        else:
            return
