"""Whatever is sent, the answer is a 200 or a well-formed problem that blames the client."""

import json
import string

from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.api.problems import KINDS
from tests.api.fakes import PATH
from tests.cases import cases

VERBS = ["deal", "moves", "play", "view", "solve", "verify", "hint", "analyze"]
NAMES = ["position", "moves", "limits", "seed", "rules", "tableau", "stock", "count", "level"]
TYPES = {kind.uri for kind in KINDS.values()}
FAST = {"time_ms": 5, "nodes": 500, "iterations": 5}

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["6C", "1>2", "kibitz", "knotty-nines~~", "-1", "9" * 30])
)
KEYS = st.sampled_from(NAMES) | st.text(max_size=5)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def check(response):
    assert response.status_code in {200, 400, 413, 415, 422}, response.text
    if response.status_code == 200:
        return
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["type"] in TYPES
    for error in problem["errors"]:
        assert error["pointer"] == "" or error["pointer"].startswith("/")
        assert error["code"]
        assert error["message"]


def send(client, verb, content):
    check(client.post(PATH + verb, content=content, headers={"content-type": "application/json"}))


@given(verb=st.sampled_from(VERBS), body=VALUES)
@settings(max_examples=cases(300), deadline=None)
def test_arbitrary_json(client, verb, body):
    send(client, verb, json.dumps(body).encode("utf-8", "surrogatepass"))


@given(verb=st.sampled_from(VERBS), content=st.binary(max_size=60))
@settings(max_examples=cases(100), deadline=None)
def test_arbitrary_bytes(client, verb, content):
    send(client, verb, content)


@given(verb=st.sampled_from(VERBS), content=st.text('{}[]",:0123456789eE+-.\\u ntf', max_size=40))
@settings(max_examples=cases(100), deadline=None)
def test_almost_json(client, verb, content):
    send(client, verb, content.encode())


def places(value, path=()):
    """The paths to all the places in a JSON value."""
    yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*path, key))


def changed(value, path, new, how):
    """A copy of ``value`` with the place at ``path`` replaced, removed or doubled."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    key, *rest = path
    if rest:
        copy[key] = changed(value[key], rest, new, how)
    elif how == "replace":
        copy[key] = new
    elif how == "remove":
        del copy[key]
    elif isinstance(copy, list):
        copy.insert(key, value[key])
    else:
        copy[str(key) + "2"] = value[key]
    return copy


def valid(ask, verb):
    position = ask("deal", seed=9)["position"]
    if verb == "deal":
        return {"seed": "9", "rules": {"wrap": True}, "source": "kibitz"}
    body = {"position": position}
    if verb in {"play", "verify"}:
        body["moves"] = ["1>2", "2>3"]
    if verb in {"solve", "hint", "analyze"}:
        body["limits"] = FAST
    return body


@given(verb=st.sampled_from(VERBS), data=st.data())
@settings(max_examples=cases(300), deadline=None)
def test_mutated_requests(client, ask, verb, data):
    body = valid(ask, verb)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(body))))
        how = data.draw(st.sampled_from(["replace", "remove", "double"]))
        body = changed(body, path, data.draw(SCALARS | VALUES), how)
    if isinstance(body, dict) and "limits" in valid(ask, verb):
        body.setdefault("limits", FAST)
    send(client, verb, json.dumps(body).encode("utf-8", "surrogatepass"))


@given(verb=st.sampled_from(VERBS[1:]), data=st.data())
@settings(max_examples=cases(150), deadline=None)
def test_mutated_position_texts(client, ask, verb, data):
    text = ask("deal", seed=9)["text"]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 4))
        letters = st.text(string.printable + "♣ﬀ٣", max_size=4)
        text = text[:at] + data.draw(letters) + text[at + cut :]
    body = valid(ask, verb) | {"position": text}
    send(client, verb, json.dumps(body).encode())
