"""How each tool is read and answered. The verbs do all the work.

Reading checks everything that is asked and raises ``BadInput`` with every fault. What it returns
answers, and searches where there is something to search.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from kibitz.api import verbs
from kibitz.api.about import game_answer, games_answer
from kibitz.api.assistants import answers, arguments, prose
from kibitz.api.assistants.guides import RULES
from kibitz.api.assistants.tables import At, at_end, game_named, game_of, reached, seen
from kibitz.api.front import Trace
from kibitz.api.phrases import standing_text
from kibitz.api.responses import to_bytes
from kibitz.api.searches import Hear, Search
from kibitz.api.service import Service
from kibitz.contract.base import Answer, plain
from kibitz.contract.review import ReviewAnswer
from kibitz.games.deal_requests import random_seed
from kibitz.games.faults import BadInput, Fault, noted
from kibitz.games.record_text import take_apart
from kibitz.solvers.catalogue import find_extra
from kibitz.solvers.solver import Solver


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool answers: prose, structured content, and the table if there is one."""

    text: str
    content: Answer

    def texts(self) -> list[str]:
        """The prose, then the drawn board with its position."""
        board = getattr(self.content, "board", None)
        return [self.text] if board is None else [self.text, prose.table_text(self.content)]


Finish = Callable[[Trace, Hear], Awaitable[Reply]]


def at_position(service: Service, asked: Any) -> Solver:
    """The solver of the game that the position is of; raises ``BadInput``."""
    return game_of(service, asked.position)


def _table(service: Service, asked: Any) -> At:
    return reached(at_position(service, asked), asked.position, asked.moves)


def _now(reply: Reply) -> Finish:
    async def finish(_: Trace, __: Hear) -> Reply:
        return reply

    return finish


def games(service: Service, asked: arguments.GamesArguments) -> Finish:
    """What there is, or how one game is written down and dealt."""
    solvers, ready = list(service.solvers.values()), service.readiness.is_ready
    found = games_answer(solvers, ready).games
    if asked.game is None:
        return _now(Reply(prose.games_text(found, None), answers.GamesFound(games=found)))
    one = game_answer(game_named(service, asked.game), ready)
    names = ("notation", "sources", "objectives", "rules")
    facts = answers.GameFacts(
        **{name: getattr(one, name) for name in names}, resource=RULES + one.name
    )
    content = answers.GamesFound(games=[g for g in found if g.name == one.name], facts=facts)
    return _now(Reply(prose.games_text(found, one), content))


def deal(service: Service, asked: arguments.DealArguments) -> Finish:
    """A fresh deal."""
    solver = game_named(service, asked.game)
    seed = random_seed() if asked.seed is None else asked.seed
    wanted = {"verdict": asked.want, "difficulty": asked.difficulty}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    body = {"seed": seed, "source": asked.source, "rules": asked.rules, "want": wanted or None}
    dealt = verbs.deal(solver.game, body)
    seed = seed if dealt.number is None else str(dealt.number)
    at = At(solver, dealt.text, dealt)
    at = at if asked.seat is None else seen(at, asked.seat)
    legal = at.legal()
    said = f"Deal {seed} of {asked.source}" + (
        f", {dealt.difficulty} to win." if dealt.difficulty else "."
    )
    content = answers.Dealt(
        **at.fields(), source=asked.source, seed=seed, difficulty=dealt.difficulty, legal=legal
    )
    return _now(Reply(f"{said}\n{prose.turn_text(at.standing, legal)}", content))


def show(service: Service, asked: arguments.ShowArguments) -> Finish:
    """A position and its legal moves, or what one seat sees of it."""
    at = _table(service, asked)
    at = at if asked.seat is None else seen(at, asked.seat)
    legal = at.legal()
    content = answers.Shown(**at.fields(), seat=asked.seat, legal=legal)
    return _now(Reply(prose.turn_text(at.standing, legal), content))


def _search(service: Service, solver: Solver, verb: str, body: dict[str, Any]) -> Search:
    """A request for a verb, read as HTTP reads it."""
    found = verbs.VERBS[verb]
    assert isinstance(found, verbs.SearchVerb)
    given = {name: value for name, value in body.items() if value is not None}
    return service.searches.read(solver, found, to_bytes(given))


def searched(
    verb: str,
    options: Mapping[str, str],
    model: type[BaseModel],
    text: Callable[[Any], str],
    content: Callable[..., Answer],
) -> Callable[[Service, Any], Finish]:
    """The reading of a tool that searches a position.

    ``options``: the arguments that are passed on, and what the verb calls them.
    """
    called = {theirs: ours for ours, theirs in options.items()}

    def read(service: Service, asked: Any) -> Finish:
        solver, faults = at_position(service, asked), list[Fault]()
        body = {theirs: getattr(asked, ours) for ours, theirs in options.items()}
        body |= {"position": asked.position, "limits": asked.limits()}
        table: dict[str, Any] = {}
        with noted(faults):
            at = _table(service, asked)
            table |= at.fields()
            body["position"] = at.text
        if not table:
            body.pop("moves", None)  # of a position that is not reached
        searches: list[Search] = []
        try:
            search = _search(service, solver, verb, body)
            solver.check(search.position, search.asked)
            searches.append(search)
        except BadInput as error:
            faults += (_renamed(fault, called) for fault in error.faults)
        if faults:
            raise BadInput(dict.fromkeys(faults))
        question = searches[0]

        async def finish(trace: Trace, hear: Hear) -> Reply:
            found = await service.searches.found(question, trace, hear)
            answer = model.model_validate_json(found.content)
            return Reply(text(answer), content(**table, answer=answer))

        return finish

    return read


def _renamed(fault: Fault, called: Mapping[str, str]) -> Fault:
    """A fault of a verb's request as one of the arguments it was made from."""
    first, *rest = fault.pointer.removeprefix("/").split("/")
    if first == "limits" and rest:
        first, *rest = rest
    return Fault("/" + "/".join([called.get(first, first), *rest]), fault.code, fault.message)


def review(service: Service, asked: arguments.ReviewArguments) -> Finish:
    """A game that was played, judged."""
    solver = reviewed(service, asked)
    record: Any = asked.record
    if record is None:
        record = {"position": asked.position, "moves": asked.moves}
    limits = {name: getattr(asked, name) for name in ("time_ms", "nodes", "iterations")}
    limits = {name: value for name, value in limits.items() if value is not None}
    body = {"record": record, "limits": limits}
    body |= {name: getattr(asked, name) for name in ("seats", "utility", "seed")}
    try:
        search = _search(service, solver, "review", body)
    except BadInput as error:
        under = "/record" if asked.record is None else ""
        raise BadInput(
            Fault(fault.pointer.removeprefix(under), fault.code, fault.message)
            for fault in error.faults
        ) from None
    end = solver.game.position(search.position.end_state, search.position.start)
    table = at_end(solver, end).fields()

    async def finish(trace: Trace, hear: Hear) -> Reply:
        found = await service.searches.found(search, trace, hear)
        answer = ReviewAnswer.model_validate_json(found.content)
        brief = [each.model_copy(update={"options": []}) for each in answer.decisions]
        short = answer.model_copy(update={"decisions": brief})
        return Reply(prose.review_text(answer), answers.Reviewed(**table, answer=short))

    return finish


def reviewed(service: Service, asked: arguments.ReviewArguments) -> Solver:
    """The solver of the game that is to be reviewed; raises ``BadInput``."""
    _check_one({"position": asked.position, "record": asked.record})
    if asked.position is not None:
        return game_of(service, asked.position)
    fields = take_apart(str(asked.record)).data
    if isinstance(fields.get("game"), str):
        return game_named(service, fields["game"].lower())
    return game_of(service, str(fields.get("position") or asked.record), "/record")


def score(service: Service, asked: arguments.ScoreArguments) -> Finish:
    """How a game ended, or what its own question finds."""
    solver = scored(service, asked)
    if asked.position is None:
        question, under = ("score", "/counts") if asked.hand is None else ("melds", "")
        extra = find_extra(solver.game.name, question)
        given = asked.counts if asked.hand is None else {"hand": asked.hand, "every": True}
        try:
            sheet = extra.call(given)
        except BadInput as error:
            raise error.under(under) from None
        said = "\n".join(extra.lines(sheet))
        return _now(Reply(said, answers.Scored(game=solver.game.name, sheet=plain(sheet))))
    at = reached(solver, asked.position, asked.moves)
    fields = at.fields()
    kept = {name: fields[name] for name in answers.Scored.model_fields if name in fields}
    return _now(Reply(standing_text(at.standing), answers.Scored(**kept)))


def scored(service: Service, asked: arguments.ScoreArguments) -> Solver:
    """The solver of the game that is to be scored; raises ``BadInput``."""
    _check_one({"position": asked.position, "counts": asked.counts, "hand": asked.hand})
    if asked.position is not None:
        return game_of(service, asked.position)
    return game_named(service, "hand-knee-foot" if asked.hand is None else "knock-rummy")


def _check_one(given: Mapping[str, object]) -> None:
    """Raise ``BadInput`` unless exactly one of these arguments is given."""
    there = [name for name, value in given.items() if value is not None]
    *others, last = map(repr, given)
    named = f"{', '.join(others)} or {last}"
    if not there:
        raise BadInput.one("", "missing", f"one of {named} is needed")
    if len(there) > 1:
        raise BadInput.one("", "two_sources", f"only one of {named} can be given")
