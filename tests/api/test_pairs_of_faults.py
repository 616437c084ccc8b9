"""Two faults at different places of a request: the answer names what those to each of them name."""

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from starlette.testclient import TestClient

from kibitz.games.catalogue import GAMES
from tests.api.bad_inputs import changed
from tests.api.single_faults import Single, bodies, singles
from tests.api.test_bad_inputs import new_client

Named = frozenset[tuple[str, str]]

# Codes of what can be known of a position that is sound alone, or that a record can be read to.
BY_POSITION: Final = frozenset(
    {
        *("illegal_move", "bad_move", "own_hand_hidden", "stock_hidden", "hand_hidden"),
        *("goes_on", "no_match", "no_such_move", "wrong_players"),
    }
)


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return new_client(tmp_path_factory.mktemp("jobs"))


def named(client: TestClient, path: str, body: Any, wrong: list[str]) -> Named:
    """The faults that the answer names; ``wrong``: takes those that are named badly."""
    response = client.post(path.partition("#")[0], json=body)
    if response.status_code != 422:
        return frozenset()
    said = [tuple(fault.values()) for fault in response.json()["errors"]]
    faults = [(fault["pointer"], fault["code"]) for fault in response.json()["errors"]]
    wrong += [f"{path}: twice: {each}" for each in set(said) if said.count(each) > 1]
    for pointer, code in faults:
        if code != "missing" and not is_there(body, pointer):
            wrong.append(f"{path}: leads nowhere: {pointer} {code}")
    return frozenset(faults)


def is_there(body: Any, pointer: str) -> bool:
    """Whether a pointer leads to a place of the body."""
    place = body
    for part in pointer.split("/")[1:]:
        if isinstance(place, list):
            if not part.isdigit() or int(part) >= len(place):
                return False
            place = place[int(part)]
        elif isinstance(place, dict):
            if part not in place:
                return False
            place = place[part]
        else:  # a position or a record as text has places of its own
            return isinstance(place, str)
    return True


def _apart(one: Single, two: Single) -> bool:
    """Whether two faults are at different places, neither within the other."""
    return not any(
        f"{a}/".startswith(f"{b}/") or f"{b}/".startswith(f"{a}/")
        for a in one.changes
        for b in two.changes
    )


def hidden(single: Single, other: Single, lone: Mapping[str, Named], game: str) -> Named:
    """What of the faults of one cannot be known beside the other."""
    faults = lone[single.title]
    return frozenset()


def missed(client: TestClient, game: str, path: str, body: Any) -> list[str]:
    lone, found, wrong = dict[str, Named](), list[Single](), list[str]()
    for single in singles(game, path):
        lone[single.title] = named(client, path, changed(body, single.changes), wrong)
        if lone[single.title]:
            found.append(single)
    for one, two in combinations(found, 2):
        if not _apart(one, two):
            continue
        both = named(client, path, changed(changed(body, one.changes), two.changes), wrong)
        for single, other in ((one, two), (two, one)):
            missing = lone[single.title] - both - hidden(single, other, lone, game)
            if missing:
                wrong.append(f"{path}: {single.title}, with {other.title}: {sorted(missing)}")
    return list(dict.fromkeys(wrong))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_two_faults_are_both_named(asking: TestClient, game: str) -> None:
    found = [line for path, body in bodies(game) for line in missed(asking, game, path, body)]
    assert not found, "\n".join(found)
