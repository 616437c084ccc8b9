"""What becomes of the findings of a search: cuts, cached responses, lines of a stream."""

from collections.abc import AsyncGenerator, Mapping

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.cache import TIMED_SECONDS
from kibitz.api.front import Trace
from kibitz.api.in_flight import (
    CachedResponse,
    Content,
)
from kibitz.api.responses import Form, etag_of, tagged, to_bytes
from kibitz.api.streams import StreamResponse, last_line, piece_of
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    SolveAnswer,
    StoppedBy,
)
from kibitz.contract.options import LEVELS
from kibitz.contract.replies import ChooseAnswer
from kibitz.contract.review import ReviewAnswer
from kibitz.solvers.budget import Progress
from kibitz.solvers.reviewing import said_of
from kibitz.solvers.solver import WHOLE, Advice, Cut

SearchAnswer = SolveAnswer | HintAnswer | AnalyzeAnswer | ChooseAnswer | ReviewAnswer


async def kept_lines(content: bytes, *, piecewise: bool) -> AsyncGenerator[bytes]:
    """The lines of an answer that is there already."""
    if piecewise:
        decisions = ReviewAnswer.model_validate_json(content).decisions
        for number, decision in enumerate(decisions, 1):
            progress = Progress(number, len(decisions), "decisions", said_of(decision))
            yield piece_of(progress, decision)
    yield last_line(content)


def respond(request: Request, form: Form, answer: Content, *, piecewise: bool = False) -> Response:
    """The response with an answer, whole or as the lines of a stream."""
    if form != "json":
        return StreamResponse(form, kept_lines(answer.content, piecewise=piecewise))
    return tagged(request, answer.content, answer.etag, vary=True)


def note_on(trace: Trace, cached: CachedResponse) -> None:
    """Note on the trace what an answer took."""
    trace.note(cached.stopped_by, cached.nodes)
    trace.kernel, trace.waited = cached.seconds, cached.waited_s


def content_of(cached: CachedResponse, cut: Cut) -> Content:
    """A cut of the answers; one that is not kept is made of those that are."""
    if cut in cached.cuts:
        return cached.cuts[cut]
    if WHOLE in cached.cuts:
        whole = AnalyzeAnswer.model_validate_json(cached.cuts[WHOLE].content)
        return named(whole.including(cut))
    kept = {level: cached.cuts[level].content for level in LEVELS if level in cut}
    hints = {level: HintAnswer.model_validate_json(text) for level, text in kept.items()}
    return named(HintsAnswer.of(hints))


def named(answer: BaseModel) -> Content:
    """The bytes of an answer with their tag."""
    body = to_bytes(answer)
    return Content(body, etag_of(body))


def kept_cuts(
    found: SolveAnswer | ChooseAnswer | AnalyzeAnswer | ReviewAnswer | Advice, cut: Cut
) -> Mapping[Cut, SearchAnswer]:
    """The cuts that are kept, of which all others can be made."""
    if isinstance(found, Advice):
        return {level: found.at(level) for level in LEVELS}
    if isinstance(found, AnalyzeAnswer):
        return {WHOLE: found, cut: found.including(cut)}
    return {(): found}


def cached_of(
    answers: Mapping[Cut, SearchAnswer], nodes: int, seconds: float, waited: float
) -> CachedResponse:
    """A cached response of answers that took so many nodes and seconds."""
    cuts = {each: named(answer) for each, answer in answers.items()}
    stopped_by = next(iter(answers.values())).stopped_by or StoppedBy.SETTLED
    lasts = None
    if stopped_by is StoppedBy.TIME:
        lasts = TIMED_SECONDS
    elif stopped_by is StoppedBy.CANCELLED:
        lasts = 0.0
    return CachedResponse(cuts, stopped_by, nodes, seconds, waited, lasts)
