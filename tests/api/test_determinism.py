"""The same question gets the same bytes, and a name for them."""

import json
import re

import pytest

from kibitz.api.examples import answer_to, examples
from kibitz.api.verbs import VERBS, QuickVerb
from kibitz.contract.base import plain, to_json
from kibitz.contract.replies import LegalMove, MovesAnswer
from kibitz.solvers.catalogue import SOLVERS
from tests.api.fakes import PATH

TAG = re.compile(r'W/"[0-9a-f]{32}"')


@pytest.fixture(scope="module")
def position(ask):
    return ask("deal", seed=9)["text"]


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        ("moves", {}),
        ("play", {"moves": []}),
        ("verify", {"moves": ["1>2"]}),
        ("solve", {"limits": {"nodes": 20}}),
        ("solve", {"limits": {"nodes": 100_000}}),
        ("solve", {"objective": "shortest", "limits": {"nodes": 2_000}}),
        ("hint", {"limits": {"time_ms": 10_000, "nodes": 20_000}, "level": "why"}),
        ("analyze", {"limits": {"time_ms": 10_000, "nodes": 20_000}}),
        (
            "analyze",
            {
                "limits": {"time_ms": 10_000, "iterations": 30},
                "information": "hidden",
                "seed": "7",
            },
        ),
    ],
)
def test_same_body_same_bytes(client, position, verb, options):
    answers = [client.post(PATH + verb, json={"position": position} | options) for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    tags = {answer.headers["etag"] for answer in answers}
    assert len(tags) == 1
    assert TAG.fullmatch(tags.pop())


def test_problems_are_the_same_bytes_as_well(client):
    answers = [client.post(PATH + "deal", json={"seed": None}) for _ in range(2)]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize(
    "path",
    ["/v1/games", "/v1/games/knotty-nines", "/v1/capabilities", "/openapi.json", "/docs"],
)
def test_what_the_client_has_is_not_sent_again(client, path):
    first = client.get(path)
    tag = first.headers["etag"]
    assert TAG.fullmatch(tag)
    for known in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
        again = client.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert client.get(path, headers={"If-None-Match": '"other"'}).content == first.content


def test_another_answer_has_another_tag(client):
    tags = {client.post(PATH + "deal", json={"seed": n}).headers["etag"] for n in range(5)}
    assert len(tags) == 5


def written(answer):
    """An answer as JSON, whatever its type, by the plain way."""
    return json.dumps(plain(answer), ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
def test_answers_without_floats_are_written_as_all_others(solver):
    for name, requests in examples(solver).items():
        if isinstance(VERBS[name], QuickVerb):
            for request in requests.values():
                answer = answer_to(solver, VERBS[name], request["value"])
                assert to_json(answer) == written(answer)


@pytest.mark.parametrize("text", ['"', "\\", "/", "\n\t\x00\x1f\x7f", "é♣🂡\u2028", "</script>"])
def test_any_text_is_written_the_same(text):
    for over in (False, True):
        answer = MovesAnswer(moves=[LegalMove(move="1>2", text=text)], phase=text, over=over)
        assert to_json(answer) == written(answer)
