"""The typed client, both ways: answers as models, streams, refusals."""

import asyncio
import json
import re

import pytest

from kibitz.client import AsyncKibitz, Kibitz, Refused
from kibitz.client.calls import get
from kibitz.contract.answers import StoppedBy, Verdict
from kibitz.contract.options import Limits
from kibitz.contract.record import PlayedGame
from kibitz.contract.replies import GamesAnswer
from kibitz.games import protocol
from kibitz.solvers.catalogue import SOLVERS
from tests.api.fakes import wait_for
from tests.api.test_server import RUNNING
from tests.api.test_server import ask as asked

GAME = "knotty-nines"
WON = (
    "knotty-nines~~8C7D.QHJSTD9C.5C4D3H2HASKSQCJDTS9H8H7S6D5D.5S4S3S2D.9S8S7C6H5H4H3D2SACKCQSJH."
    "TC.ADKD.4C3C2CAHKHQDJC.9D8D7H6S~TH6C"
)
HIDDEN = "knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~43"


@pytest.fixture
def service(lasting_service):
    """A service in a process of its own: its address and port."""
    return lasting_service, int(lasting_service.rpartition(":")[2])


def test_every_call(service):
    with Kibitz(service[0]) as kibitz:
        assert GAME in [game.name for game in kibitz.games().games]
        assert kibitz.game(GAME).title == "Knotty Nines"
        assert kibitz.capabilities().streams == ["application/x-ndjson", "text/event-stream"]
        deal = kibitz.deal(GAME, 24, {"wrap": False}, "pysolfc")
        assert deal.position["rules"]["wrap"] is False
        moves = kibitz.moves(GAME, WON)
        assert [move.move for move in moves.moves] == ["2>6", "3>9", "6>5", "6>8", "9>1"]
        over = kibitz.play(GAME, deal.position, [])
        assert over.text == deal.text
        assert (deal.to_move, deal.over) == (0, False)
        wanted = kibitz.deal(GAME, 24, want={"difficulty": "hard"})
        assert (wanted.number, wanted.difficulty) == (31, "hard")
        round_dealt = kibitz.deal("knaves", 3, dealer=2, scores=[3, 4, 5])
        assert (round_dealt.position["dealer"], round_dealt.to_move) == (2, 0)
        seen = kibitz.view("knaves", round_dealt.text, 1)
        assert (seen.seat, seen.position["seat"]) == (1, 1)
        with pytest.raises(Refused, match="not over"):
            kibitz.next("knaves", round_dealt.text, 4)
        solved = kibitz.solve(GAME, WON, limits=Limits(nodes=1000), objective="shortest")
        assert (solved.verdict, solved.moves) == (Verdict.SOLVABLE, ["6>5", "6>8"])
        assert kibitz.verify(GAME, WON, solved.moves or ()).won
        hint = kibitz.hint(GAME, WON, level="nudge")
        assert (hint.level, hint.move) == ("nudge", None)
        assert len(kibitz.analyze(GAME, WON, multi_pv=2).moves) == 2
        casual = kibitz.choose(GAME, WON, "casual", seed=3)
        assert (casual.level, casual.seed, casual.limits) == ("casual", "3", None)
        assert kibitz.choose(GAME, WON, "best").move == "6>5"


def test_members_of_later_releases_are_ignored():
    games = get(GamesAnswer, "v1", "games")
    assert games.read(b'{"games": [], "later": 1}') == GamesAnswer(games=[])
    progress = {"done": 1, "total": 2, "unit": "nodes", "best": "", "later": []}
    line = {"final": False, "progress": progress, "later": 0}
    read = games.line(json.dumps(line))
    assert read.progress is not None
    assert read.progress.done == 1


def test_a_name_of_a_game_is_no_path(service):
    with Kibitz(service[0]) as kibitz:
        for name in ("../../metrics", "knaves?x=1", "a/b", ""):
            with pytest.raises(Refused):
                kibitz.game(name)


def test_every_call_with_an_event_loop(service):
    async def ask():
        async with AsyncKibitz(service[0]) as kibitz:
            games = await kibitz.games()
            assert (await kibitz.game(GAME)).name in [game.name for game in games.games]
            assert (await kibitz.capabilities()).service == "kibitz"
            deal = await kibitz.deal(GAME, 24)
            played = await kibitz.play(GAME, deal.text, [])
            assert played.position == deal.position
            wanted = await kibitz.deal(GAME, 24, want={"verdict": "unsolvable"})
            assert (wanted.number, wanted.difficulty) == (24, None)
            assert (await kibitz.view(GAME, deal.text, 0)).position["stock"] == {"count": 43}
            with pytest.raises(Refused):
                await kibitz.next(GAME, deal.text, 4)
            assert (await kibitz.moves(GAME, WON)).over is False
            solved = await kibitz.solve(GAME, WON)
            assert (await kibitz.verify(GAME, WON, solved.moves or ())).won
            assert (await kibitz.hint(GAME, WON)).move
            assert (await kibitz.analyze(GAME, WON)).moves
            assert (await kibitz.choose(GAME, WON, "beginner")).move
            with pytest.raises(Refused):
                await kibitz.solve(GAME, HIDDEN)

    asyncio.run(ask())


@pytest.mark.parametrize("verb", ["analyzing", "hinting"])
def test_improving_answers(service, verb):
    with Kibitz(service[0]) as kibitz:
        limits = Limits(time_ms=250)
        lines = list(getattr(kibitz, verb)(GAME, HIDDEN, limits=limits, seed="5"))
    assert [line.final for line in lines] == [False] * (len(lines) - 1) + [True]
    assert len(lines) > 1
    assert lines[-1].answer.stopped_by is StoppedBy.TIME
    assert any(line.progress for line in lines)


def test_leaving_the_loop_stops_the_search(service):
    url, port = service
    limits = Limits(time_ms=3_000_000)

    def idle():
        return RUNNING not in asked(port, "GET", "/metrics")[2]

    async def listen():
        async with AsyncKibitz(url) as kibitz:
            async for line in kibitz.analyzing(GAME, HIDDEN, limits=limits):
                if line.answer is not None:
                    break
            await asyncio.to_thread(wait_for, idle)

    with Kibitz(url) as kibitz:
        for line in kibitz.hinting(GAME, HIDDEN, limits=limits):
            if line.answer is not None:
                break
        wait_for(idle)
    asyncio.run(listen())


def test_refusals_list_every_fault(service):
    with Kibitz(service[0]) as kibitz:
        with pytest.raises(Refused) as caught:
            kibitz.deal(GAME, "x", {"piles": 99})
        refused = caught.value
        assert (refused.status, refused.problem.type) == (422, "/problems/bad-input")
        assert [error.pointer for error in refused.errors] == ["/rules/piles", "/seed"]
        assert str(refused).startswith("422 The request cannot be used: 2 things are wrong")
        with pytest.raises(Refused, match="stock cards are face down"):
            next(kibitz.solving(GAME, HIDDEN))


def reviewed_record():
    """The first tricks of a round of Knaves."""
    game = SOLVERS["knaves"].game
    start, moves = game.deal("5"), list[str]()
    state = game.state(start)
    while len(moves) < 6:
        move = game.legal(state)[0]
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    return {"position": start.to_text(), "moves": moves}


def test_a_review_comes_whole_or_decision_by_decision(service):
    record, limits = reviewed_record(), Limits(iterations=200)
    with Kibitz(service[0]) as kibitz:
        answer = kibitz.review("knaves", record, limits=limits, seats=[0])
        played = PlayedGame.model_validate(record)
        lines = [*kibitz.reviewing("knaves", played, limits=limits, seats=[0])]
    assert {decision.seat for decision in answer.decisions} == {0}
    assert [line.decision for line in lines if line.decision] == answer.decisions
    assert lines[-1].final
    assert lines[-1].answer == answer

    async def ask():
        async with AsyncKibitz(service[0]) as kibitz:
            whole = await kibitz.review("knaves", record, limits=limits, seats=[0])
            stream = kibitz.reviewing("knaves", record, limits=limits, seats=[0])
            return whole, [line async for line in stream]

    whole, streamed = asyncio.run(ask())
    assert whole == streamed[-1].answer == answer


@pytest.mark.parametrize("client", [Kibitz, AsyncKibitz])
@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"key": "a\nb"}, ValueError, "the key has characters that a key never has"),
        ({"key": "ü"}, ValueError, "the key has characters that a key never has"),
        ({"retries": "a"}, TypeError, "retries should be a whole number, not 'a'"),
        ({"retries": 1.5}, TypeError, "retries should be a whole number, not 1.5"),
        ({"retries": -1}, ValueError, "retries should be at least 0, not -1"),
        ({"timeout": 0}, ValueError, "timeout should be more than 0 seconds, not 0"),
        ({"timeout": "a"}, TypeError, "timeout should be a number of seconds, not 'a'"),
        ({"timeout": float("nan")}, ValueError, "timeout should be more than 0 seconds, not nan"),
    ],
)
def test_options_that_make_no_sense_are_refused_before_anything_is_sent(
    client, options, error, said
):
    with pytest.raises(error, match=f"^{re.escape(said)}$"):
        client(**options)


@pytest.mark.parametrize("key", ["a\nb", "ü"])
def test_a_key_of_a_job_that_no_header_can_hold_is_not_sent(key):
    with (
        Kibitz("http://127.0.0.1:9", retries=0) as kibitz,
        pytest.raises(ValueError, match=r"^the key has characters that a key never has$"),
    ):
        kibitz.submit({}, key=key)
