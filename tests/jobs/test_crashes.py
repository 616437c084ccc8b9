"""Jobs in a file of SQLite survive ``kill -9`` of the process that runs them."""

import pytest

from tests.jobs.helpers import CHUNKS, Processes, check_once, kept, store_at, study, wait_for


@pytest.fixture
def answers(tmp_path):
    return f"sqlite:///{tmp_path}/answers.sqlite"


@pytest.fixture
def store(answers):
    store = store_at(answers)
    yield store
    store.close()


def test_a_killed_study_ends_as_if_undisturbed(store, answers):
    job = study()
    assert len(job.chunks()) == CHUNKS
    name = store.submit(job).id
    with Processes() as processes:
        process = processes.run_jobs(answers)
        wait_for(lambda: kept(store, name) >= 10)
        process.kill()
        process.wait()
        partial = store.status(name)
        assert partial.state == "running"
        assert partial.result.deals == partial.progress.done == kept(store, name) < CHUNKS
        processes.run_jobs(answers)
        check_once(store, name, job)


def test_twenty_jobs_of_a_killed_process_are_taken_over_and_end_each_once(store, answers):
    with Processes() as processes:
        first = processes.run_jobs(answers)
        # So long that some are left to do even if this process has to wait for the processor.
        jobs = {store.submit(job).id: job for job in (study(200 * k, 200) for k in range(20))}
        assert len(jobs) == 20
        # Which jobs are done first is not said.
        wait_for(lambda: sum(store.status(name).state == "done" for name in jobs) > 2)
        processes.run_jobs(answers)  # waits until the file is free
        first.kill()
        first.wait()
        assert any(store.status(name).state != "done" for name in jobs)
        for name, job in jobs.items():
            check_once(store, name, job)
