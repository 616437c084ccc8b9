"""A few clients cannot fill the queue; clients with keys have places of their own."""

from collections import Counter
from types import SimpleNamespace

import pytest

from kibitz.jobs.errors import TooManyJobs, TooManyOfClient
from kibitz.jobs.room import LOOKED_BACK_SECONDS, Room, retry_s

ROOM = Room(1_000, 200, 200)


def job(place, user=None):
    """What a room looks at of a job."""
    return SimpleNamespace(queue_partition_key=place, authenticated_user=user)


def filled(room, clients, rounds=1_000, keyed=False):
    """The jobs that wait when so many clients submit as many as they may, one after the other."""
    waiting: list[SimpleNamespace] = []
    for _ in range(rounds):
        before = len(waiting)
        for client in range(clients):
            if room.may_wait(waiting, str(client), keyed=keyed):
                waiting.append(job(str(client), "somebody" if keyed else None))
        if len(waiting) == before:
            return waiting
    raise AssertionError("without an end")


@pytest.mark.parametrize("clients", [1, 3, 5, 20, 100])
@pytest.mark.parametrize("keyed", [False, True])
def test_as_many_as_are_free_are_the_most_of_a_client(clients, keyed):
    waiting = filled(ROOM, clients, keyed=keyed)
    whole = ROOM.most if keyed else ROOM.most - ROOM.reserved
    own = Counter(each.queue_partition_key for each in waiting)
    assert max(own.values()) <= ROOM.of_client
    assert max(own.values()) - min(own.values()) <= 1
    assert whole - len(waiting) >= whole // (clients + 1) - 1
    for stranger in ("stranger", "another"):
        assert ROOM.may_wait(waiting, stranger, keyed=keyed)


def test_however_many_clients_without_keys_there_are_those_with_keys_have_room():
    waiting = filled(ROOM, 2_000)
    assert len(waiting) == ROOM.most - ROOM.reserved
    assert not ROOM.may_wait(waiting, "stranger", keyed=False)
    assert ROOM.may_wait(waiting, "friend", keyed=True)
    assert len(filled(Room(1_000, 200), 2_000)) == 1_000  # where there are no keys


def test_one_may_ask_again_when_a_job_has_begun_at_the_present_pace():
    waiting = filled(ROOM, 2_000)
    begun = [job("0"), job("1"), job("1"), job("2")]
    refused = ROOM.refusal(waiting, begun, "stranger")
    assert isinstance(refused, TooManyJobs)
    assert refused.retry_s == LOOKED_BACK_SECONDS / 4
    refused = ROOM.refusal(waiting, begun, "1")
    assert isinstance(refused, TooManyOfClient)
    assert refused.retry_s == LOOKED_BACK_SECONDS / 2
    assert [retry_s(number) for number in (0, 1, 7, 500)] == [120, 120, 18, 1]
