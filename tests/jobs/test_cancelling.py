"""A client may cancel its job whatever it is doing: nothing goes wrong, nothing is logged."""

import logging

import pytest
from dbos import DBOS
from dbos._sys_db import SystemDatabase

from kibitz.jobs.runner import Runner
from kibitz.jobs.study import StudyJob
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.jobs.workflow import RUNNING
from tests.jobs.helpers import ended, store_at, study, wait_for


@pytest.mark.parametrize(
    ("owner", "doing"),
    [
        (StudyJob, "work"),
        (StudyJob, "summary"),
        (StudyJob, "gathered"),
        (DBOS, "run_step"),
        (DBOS, "write_stream"),
        (SystemDatabase, "update_workflow_outcome"),
    ],
)
def test_a_job_may_be_cancelled_at_any_moment(tmp_path, monkeypatch, caplog, owner, doing):
    """Also where the process that works on it has not noticed yet."""
    store = store_at(f"sqlite:///{tmp_path}/answers.sqlite")
    name = store.submit(study(0, 3, chunk_size=3)).id
    do = getattr(owner, doing)
    cancelled: list[str] = []

    def cancel_before(*args, **options):
        if not cancelled:
            cancelled.append(name)
            store._client().cancel_workflow(name)
        return do(*args, **options)

    monkeypatch.setattr(owner, doing, cancel_before)
    pool = WorkerPool(2)
    runner = Runner(store.url, pool, at_once=1)
    with caplog.at_level(logging.WARNING):
        runner.start()
        wait_for(lambda: cancelled)
        assert ended(store, name).state == "cancelled"
        wait_for(lambda: not RUNNING.jobs())
        runner.stop()
    pool.close()
    store.close()
    assert cancelled
    assert [record.getMessage() for record in caplog.records] == []
