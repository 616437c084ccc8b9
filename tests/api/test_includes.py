"""Heavy members of an analysis come to who asks for them; what does not apply is left out."""

from typing import get_args

from kibitz.api.cache import canonical_key
from kibitz.api.verbs import VERBS, SearchVerb
from kibitz.contract.answers import AnalyzeAnswer, HintsAnswer
from kibitz.contract.base import Answer, plain
from kibitz.contract.options import INCLUDES, AnalyzeOptions, Limits
from kibitz.solvers.catalogue import SOLVERS

GAME = "/v1/games/knock-rummy/"


def nulls(value):
    """Whether a null is anywhere in a JSON value, positions and schemas not among it."""
    if isinstance(value, dict):
        return any(v is None or nulls(v) for name, v in value.items() if name != "position")
    return isinstance(value, list) and any(v is None or nulls(v) for v in value)


def test_members_come_when_they_are_named(client):
    text = client.post(GAME + "deal", json={"seed": 3}).json()["text"]
    body = {"position": text, "limits": {"iterations": 200}, "seed": 1}

    def ask(*include):
        found = client.post(GAME + "analyze", json=body | {"include": include})
        assert found.status_code == 200
        assert not nulls(found.json())
        return found.json()

    every, none = ask(*INCLUDES), client.post(GAME + "analyze", json=body).json()
    assert none == ask()
    assert not {"beliefs", "plans", "hands"} & none.keys()
    assert all("line" not in move for move in none["moves"])
    assert any("line" in move for move in every["moves"])
    assert ask("beliefs", "hands") == none | {name: every[name] for name in ("beliefs", "hands")}
    assert ask("lines")["moves"] == every["moves"]
    assert AnalyzeAnswer.model_validate(none).beliefs is None
    solver, verb = SOLVERS["knock-rummy"], VERBS["analyze"]
    assert isinstance(verb, SearchVerb)
    keys = {
        canonical_key(solver.game, verb, solver.game.read(text), asked, Limits())
        for asked in (AnalyzeOptions(), AnalyzeOptions(include=["beliefs"]))
    }
    assert len(keys) == 1  # one search has all of them
    refused = client.post(GAME + "analyze", json=body | {"include": ["everything"]})
    assert refused.json()["errors"][0]["pointer"] == "/include/0"


def test_numbers_have_six_digits(client):
    text = client.post(GAME + "deal", json={"seed": 3}).json()["text"]
    body = {"position": text, "limits": {"iterations": 200}, "levels": ["nudge", "move"]}
    answer = client.post(GAME + "hint", json=body).json()
    value = answer["hints"]["move"]["score"]["value"]
    assert value == float(f"{value:.6g}")
    assert plain(HintsAnswer.model_validate(answer)) == answer


def kinds(answer):
    """All models of answers below one."""
    for kind in answer.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_what_may_be_left_out_can_be_read_without():
    missing = [
        f"{kind.__name__}.{name}"
        for kind in kinds(Answer)
        if kind.__module__.startswith("kibitz.contract.")  # others only describe
        for name, field in kind.model_fields.items()
        if field.is_required() and type(None) in get_args(field.annotation)
    ]
    assert missing == []
