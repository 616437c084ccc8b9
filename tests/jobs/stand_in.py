"""Faults for a process that works on a job to meet, apart from the tests: it imports little."""

import os
from unittest import mock

from kibitz.games.faults import BadInput
from kibitz.jobs import apart
from kibitz.jobs.study import StudyJob


def stand_in(job, units, cancel):
    """Do what the first deal of a study stands for."""
    if job.first == 1:
        raise BadInput.one("/first", "range", "bad")
    if job.first == 2:
        raise ValueError("a fault")
    if job.first == 3:
        os._exit(1)
    while not cancel.is_set():
        pass
    return [{} for _ in units]


def serve_stand_in(text, pipe, looked):
    """What the process does where it is to stand for faults."""
    with mock.patch.object(StudyJob, "work", stand_in):
        apart._serve(text, pipe, looked)
