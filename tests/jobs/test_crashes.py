"""Jobs in a file of SQLite survive ``kill -9`` of the process that runs them."""

import pytest

from jobs.database import jobs_url
from jobs.store import JobStore
from tests.api.fakes import wait_for
from tests.jobs.helpers import CHUNKS, Processes, check_once, ended, kept, study


@pytest.fixture
def answers(tmp_path):
    return f"sqlite:///{tmp_path}/answers.sqlite"


@pytest.fixture
def store(answers):
    store = JobStore(jobs_url(answers))
    yield store
    store.close()


def test_a_study_killed_twice_ends_as_if_undisturbed(store, answers):
    job = study()
    assert len(job.chunks()) == CHUNKS
    name = store.submit(job).id
    with Processes() as processes:
        for chunks in (10, 50):
            process = processes.run_jobs(answers)
            wait_for(lambda chunks=chunks: kept(store, name) >= chunks)
            process.kill()
            process.wait()
            partial = store.status(name)
            assert partial.state == "running"
            assert partial.result.deals == partial.progress.done >= chunks
        assert kept(store, name) < CHUNKS
        processes.run_jobs(answers)
        check_once(store, name, job)


def test_twenty_jobs_killed_in_the_middle_end_each_once(store, answers):
    jobs = {store.submit(job).id: job for job in (study(10 * k, 10) for k in range(20))}
    assert len(jobs) == 20
    with Processes() as processes:
        process = processes.run_jobs(answers)
        wait_for(lambda: sum(store.status(name).state == "done" for name in jobs) >= 5)
        process.kill()
        process.wait()
        assert any(store.status(name).state != "done" for name in jobs)
        processes.run_jobs(answers)
        for name, job in jobs.items():
            check_once(store, name, job)


def test_one_process_runs_the_jobs_of_a_file_and_another_takes_over(store, answers):
    with Processes() as processes:
        first, second = processes.run_jobs(answers), processes.run_jobs(answers)
        jobs = {store.submit(job).id: job for job in (study(10 * k, 10) for k in range(4))}
        for name, job in jobs.items():
            check_once(store, name, job)
        for process in (first, second):
            assert process.poll() is None
        job = study()
        name = store.submit(job).id
        wait_for(lambda: kept(store, name) >= 5)
        first.kill()
        first.wait()
        check_once(store, name, job)
        job = study(7, 3)
        name = store.submit(job).id
        assert ended(store, name).state == "done"
