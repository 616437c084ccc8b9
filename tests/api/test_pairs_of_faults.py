"""Two faults at different places of a request: the answer names what those to each of them name."""

from itertools import combinations
from typing import Any, Final

import pytest
from starlette.testclient import TestClient

from kibitz.games.catalogue import GAMES
from tests.api.bad_inputs import changed
from tests.api.single_faults import Single, bodies, singles
from tests.api.test_bad_inputs import new_client
from tests.pointers import leads

Named = frozenset[tuple[str, str]]

# What cannot be known beside a fault at another place: its code, or where it is; that place; why.
HIDDEN: Final = (
    ("goes_on", "/position", "only a position that can be read shows whether the round is over"),
    ("stock_hidden", "/position", "what lies face down is said by the position"),
    ("no_such_move", "/record", "what is no record has no moves"),
    ("wrong_players", "/record/position", "how many sit at the table may be among the faults"),
    ("unknown_field", "/verb", "which options there are is said by the verb"),
    ("/rules", "/game", "a game has its switches"),
    ("unused_limit", "/hero", "who plays says what may be limited"),
    ("unused_limit", "/rival", "who plays says what may be limited"),
    ("obstacle_in_the_middle", "/rules/leaners", "the first card may lie on a leg as a leaner"),
)


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return new_client(tmp_path_factory.mktemp("jobs"))


def named(client: TestClient, path: str, body: Any, wrong: list[str]) -> Named:
    """The faults that the answer names; ``wrong``: takes those that are named badly."""
    response = client.post(path.partition("#")[0], json=body)
    if response.status_code != 422:
        wrong.append(f"{path}: {response.status_code}: {response.text}")
        return frozenset()
    said = [tuple(fault.values()) for fault in response.json()["errors"]]
    faults = [(fault["pointer"], fault["code"]) for fault in response.json()["errors"]]
    wrong += [f"{path}: twice: {each}" for each in set(said) if said.count(each) > 1]
    for pointer, code in faults:
        if code != "missing" and not leads(body, pointer):
            wrong.append(f"{path}: leads nowhere: {pointer} {code}")
    return frozenset(faults)


def apart(one: Single, two: Single) -> bool:
    """Whether two faults are at different places, neither within the other."""
    return not any(within(a, b) or within(b, a) for a in one.changes for b in two.changes)


def hidden(faults: Named, others: Named) -> Named:
    """What of some faults cannot be known beside others."""
    places = [place for place, _ in others]
    return frozenset(
        (pointer, code)
        for pointer, code in faults
        for what, place, _ in HIDDEN
        if what == code or within(pointer, what)
        if any(within(other, place) for other in places)
    )


def within(pointer: str, place: str) -> bool:
    return f"{pointer}/".startswith(f"{place}/")


def missed(client: TestClient, game: str, path: str, body: Any) -> list[str]:
    wrong, found = list[str](), [*singles(game, path)]
    lone = {
        single.title: named(client, path, changed(body, single.changes), wrong) for single in found
    }
    for one, two in combinations(found, 2):
        if not apart(one, two):
            continue
        both = named(client, path, changed(changed(body, one.changes), two.changes), wrong)
        for single, other in ((one, two), (two, one)):
            missing = lone[single.title] - both - hidden(lone[single.title], lone[other.title])
            if missing:
                wrong.append(f"{path}: {single.title}, with {other.title}: {sorted(missing)}")
    return list(dict.fromkeys(wrong))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_two_faults_are_both_named(asking: TestClient, game: str) -> None:
    found = [line for path, body in bodies(game) for line in missed(asking, game, path, body)]
    assert not found, "\n".join(found)
