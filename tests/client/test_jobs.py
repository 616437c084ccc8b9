"""The typed client and jobs: submitted, followed, asked about, cancelled, their files."""

import asyncio

import pytest

from kibitz.api.clients import key_line, new_key
from kibitz.client import AsyncKibitz, Kibitz, Refused
from kibitz.client.jobs import EventReader, JobEvent
from kibitz.contract.job_requests import StudyRequest
from kibitz.contract.jobs import JobProgress, StudyResult
from tests.api.test_server import serving

STUDY = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 19, "chunk_size": 5}


KEY = new_key()


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """The address of a service in a process of its own, with a database, that knows a key."""
    folder = tmp_path_factory.mktemp("jobs")
    (folder / "keys").write_text(key_line("reader", KEY), "utf-8")
    settings = {
        "KIBITZ_DATABASE_URL": f"sqlite:///{folder}/answers.sqlite",
        "KIBITZ_API_KEYS": f"{folder}/keys",
    }
    with serving(**settings) as (_, port, _):
        yield f"http://127.0.0.1:{port}"


def test_a_study_from_its_submission_to_its_chart(service):
    with Kibitz(service, KEY) as kibitz:
        job = kibitz.submit(STUDY, "twenty deals")
        assert kibitz.submit(StudyRequest(**STUDY), "twenty deals").id == job.id
        studies = kibitz.list_jobs(kind="study").jobs
        assert studies[0].id == job.id  # others of this key may be older
        assert kibitz.list_jobs(kind="match", state="done", limit=1, after="0").next is None
        events = list(kibitz.following(job.id))
        told = [event.progress.done for event in events if event.progress]
        assert told == [5, 10, 15, 20]
        done = events[-1].job
        assert done == kibitz.job(job.id)
        assert done.state == "done"
        assert isinstance(done.result, StudyResult)
        assert done.result.deals == 20
        later = list(kibitz.following(job.id, after=events[1].number))
        assert later == events[2:]
        assert len(kibitz.table(job.id).splitlines()) == 21
        assert kibitz.chart(job.id).startswith(b"\x89PNG")


def test_jobs_with_an_event_loop(service):
    async def ask():
        async with AsyncKibitz(service, KEY) as kibitz:
            job = await kibitz.submit(STUDY | {"last": 9_999, "chunk_size": 50})
            async for event in kibitz.following(job.id):
                assert event.progress
                break
            ended = await kibitz.cancel(job.id)
            assert ended.state == "cancelled"
            listed = await kibitz.list_jobs(state="cancelled")
            assert [each.id for each in listed.jobs] == [job.id]
            assert (await kibitz.job(job.id)).state == "cancelled"
            assert (await kibitz.table(job.id)).count("\n") >= 1
            assert await kibitz.chart(job.id)

    asyncio.run(ask())


def test_refusals(service):
    with Kibitz(service) as kibitz:
        assert kibitz.list_jobs().jobs == []
        with Kibitz(service, KEY) as owner:
            hers = owner.submit(STUDY).id
        for name in ("no-such-job", hers):
            with pytest.raises(Refused, match=f"there is no job '{name}', or not") as caught:
                kibitz.job(name)
            assert caught.value.status == 404
        with pytest.raises(Refused) as caught:
            list(kibitz.following("nobody"))
        assert caught.value.status == 404
        with pytest.raises(Refused) as caught:
            kibitz.submit({"kind": "study", "game": "knaves", "first": 3, "last": 2})
        assert caught.value.status == 422
        assert len(caught.value.errors) == 2


def test_comments_between_events_say_nothing():
    reader = EventReader()
    data = '{"done":1,"total":2,"unit":"deals"}'
    said = {"id": "3", "event": "progress", "data": data}
    assert reader.event(": nothing new") is None
    assert reader.event("") is None
    for name, value in said.items():
        assert reader.event(f"{name}: {value}") is None
    progress = JobProgress(done=1, total=2, unit="deals", eta_s=None)
    assert reader.event("") == JobEvent(3, progress=progress)
