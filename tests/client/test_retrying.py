"""What the typed client does when it is refused, kept waiting or cut off."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.client import AsyncKibitz, Busy, Kibitz, Refused, Unreachable, retrying
from kibitz.client.calls import sent
from kibitz.client.errors import seconds_until
from kibitz.contract.job_requests import SolveJobRequest
from kibitz.contract.options import Limits
from kibitz.contract.problems import Problem
from kibitz.contract.record import PlayedGame
from kibitz.contract.replies import DealAnswer

GAME = "knotty-nines"
WON = (
    "knotty-nines~~8C7D.QHJSTD9C.5C4D3H2HASKSQCJDTS9H8H7S6D5D.5S4S3S2D.9S8S7C6H5H4H3D2SACKCQSJH."
    "TC.ADKD.4C3C2CAHKHQDJC.9D8D7H6S~TH6C"
)
HIDDEN = "knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~43"


class Scripted:
    """Answers that come one after the other, whatever is asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def __call__(self, request):
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, headers, body = answer
        return httpx2.Response(status, headers=headers, content=body)


BUSY: tuple[int, dict[str, str], str] = (
    503,
    {"retry-after": "0"},
    json.dumps({"title": "Busy", "detail": "full"}),
)
FINE: tuple[int, dict[str, str], str] = (200, {}, '{"games":[]}')


LOST = httpx2.ConnectError("nobody there")


class Waits(list[float]):
    """How long a client has waited, without waiting."""

    def __call__(self, seconds):
        self.append(seconds)

    async def later(self, seconds):
        self.append(seconds)


@pytest.fixture
def waits(monkeypatch):
    """The waits of both clients, without a random part."""
    found = Waits()
    monkeypatch.setattr("time.sleep", found)
    monkeypatch.setattr("asyncio.sleep", found.later)
    monkeypatch.setattr("random.random", lambda: 0.0)
    return found


def test_refused_calls_are_tried_again(waits):
    script = Scripted(BUSY, LOST, BUSY, FINE)
    with Kibitz(key="kbz_1", transport=httpx2.MockTransport(script)) as kibitz:
        assert kibitz.games().games == []
    assert len(script.asked) == 4
    assert script.asked[0].headers["authorization"] == "Bearer kbz_1"
    assert waits == [0, 0.25, 0]


def test_not_for_ever(waits):
    with Kibitz(retries=1, transport=httpx2.MockTransport(Scripted(BUSY, BUSY))) as kibitz:
        with pytest.raises(Busy, match="503 Busy: full") as caught:
            kibitz.games()
        assert caught.value.retry_after == 0
    lost = httpx2.MockTransport(Scripted(*[LOST] * 4))
    with Kibitz(transport=lost) as kibitz, pytest.raises(Unreachable, match="nobody there"):
        kibitz.games()
    assert waits == [0, 0.125, 0.25, 0.5]


def test_who_is_to_come_back_much_later_is_not_kept_waiting(waits):
    late = httpx2.MockTransport(Scripted((429, {"retry-after": "31"}, "")))
    with Kibitz(transport=late) as kibitz, pytest.raises(Busy) as caught:
        kibitz.games()
    assert caught.value.retry_after == 31
    assert waits == []


def test_what_may_still_be_searched_is_not_asked_again(waits):
    for error in (httpx2.ReadTimeout("late"), httpx2.TooManyRedirects("round and round")):
        script = httpx2.MockTransport(Scripted(error))
        with Kibitz(transport=script) as kibitz, pytest.raises(Unreachable):
            kibitz.games()
    assert waits == []


def test_tried_again_with_an_event_loop(waits):
    script = Scripted(BUSY, LOST, FINE)

    async def ask():
        async with AsyncKibitz(transport=httpx2.MockTransport(script)) as kibitz:
            return await kibitz.games()

    assert asyncio.run(ask()).games == []
    assert waits == [0, 0.25]


@given(st.integers(0, 60), st.one_of(st.none(), st.floats(0, 100)))
def test_waits_are_bounded(tried, retry_after):
    problem = Problem(type="", title="", status=503, detail="", errors=[])
    wait = retrying.pause(Busy(problem, retry_after), tried)
    if retry_after is not None and retry_after > retrying.LONGEST_WAIT:
        assert wait is None
    else:
        assert wait is not None
        assert (retry_after or 0) <= wait <= (retry_after or 0) + retrying.LONGEST_PAUSE
    assert retrying.pause(Refused(problem), tried) is None


def test_when_to_ask_again():
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    assert 3_000 < (seconds_until(later) or 0) <= 3_600
    assert seconds_until(format_datetime(datetime(2001, 1, 1, tzinfo=UTC))) == 0
    assert [seconds_until(each) for each in (None, "soon", "7")] == [None, None, 7]


def waited(script):
    """How long a request was to wait for a byte."""
    return script.asked[-1].extensions["timeout"]["read"]


def test_waiting_follows_the_limit_of_time():
    script = Scripted(*[(200, {}, "{}")] * 6)
    record = {"position": WON, "moves": ["6>5", "6>8"]}
    found = []
    with Kibitz(timeout=5, transport=httpx2.MockTransport(script)) as kibitz:
        for ask in (
            lambda: kibitz.moves(GAME, WON),
            lambda: kibitz.solve(GAME, WON),
            lambda: kibitz.solve(GAME, WON, limits=Limits(time_ms=90_000)),
            lambda: kibitz.review(GAME, record, limits={"time_ms": 1_000}),
            lambda: next(kibitz.reviewing(GAME, record, limits={"time_ms": 1_000})),
            lambda: kibitz.review(GAME, "a b c", limits={"time_ms": 1_000}),
        ):
            with pytest.raises(Unreachable):
                ask()
            found.append(waited(script))
    assert found == [5, 15, 95, 7, 6, 8]


def test_a_submission_that_is_sent_twice_is_one_job(waits):
    script = Scripted(LOST, FINE)
    with Kibitz(transport=httpx2.MockTransport(script)) as kibitz, pytest.raises(Unreachable):
        kibitz.submit({"kind": "study"})
    first, second = (request.headers["idempotency-key"] for request in script.asked)
    assert first == second
    assert len(waits) == 1


@pytest.mark.parametrize("url", ["there", "ftp://there", "http://", "http://there:port"])
def test_an_address_that_is_none(url):
    with pytest.raises(ValueError, match="is not an address"):
        Kibitz(url)


def test_what_is_no_answer_of_the_service(waits):
    page: tuple[int, dict[str, str], str] = (200, {}, "<html>")
    script = Scripted((502, {"retry-after": "soon"}, "<html>"), page, page, (200, {}, "{}\n"))
    with Kibitz(transport=httpx2.MockTransport(script)) as kibitz:
        with pytest.raises(Refused, match="502 Bad Gateway: <html>") as caught:
            kibitz.games()
        assert not isinstance(caught.value, Busy)
        with pytest.raises(Unreachable, match="no answer of Kibitz: '<html>'"):
            kibitz.games()
        for _ in range(2):
            with pytest.raises(Unreachable, match="a line that is no answer"):
                list(kibitz.solving(GAME, WON))
    assert waits == []


def test_a_stream_that_breaks_off():
    line = json.dumps({"final": False}) + "\n"
    script = Scripted((200, {}, line))
    with Kibitz(transport=httpx2.MockTransport(script)) as kibitz:
        lines = kibitz.solving(GAME, WON)
        assert not next(lines).final
        with pytest.raises(Unreachable, match="before its last answer"):
            next(lines)


def test_positions_may_be_answers():
    deal = DealAnswer(position={}, text=WON, over=False)
    record = PlayedGame(position=deal, moves=["6>5"])
    job = SolveJobRequest(game=GAME, position=deal, limits=Limits(nodes=5))
    assert sent(deal) == WON
    assert sent(record) == {"position": WON, "moves": ["6>5"]}
    assert sent({"positions": (deal, {"stock": None})}) == {"positions": [WON, {"stock": None}]}
    assert sent(job)["position"] == WON
    assert sent(job)["limits"] == {"nodes": 5}


def test_a_stream_may_end_in_a_problem():
    line: dict[str, object] = {"final": True}
    line["problem"] = {"status": 422, "title": "Late", "detail": "found out late", "errors": []}
    script = Scripted((200, {}, json.dumps(line) + "\n"))
    kibitz = Kibitz(transport=httpx2.MockTransport(script))
    with pytest.raises(Refused, match="422 Late: found out late"):
        list(kibitz.solving(GAME, HIDDEN))
    kibitz.close()
