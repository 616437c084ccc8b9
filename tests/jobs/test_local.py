"""Jobs worked off here: in one process or several, continued from a file."""

import pytest

from kibitz.contract.options import Limits
from kibitz.contract.review import ReviewAnswer
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.jobs.kinds import read_job
from kibitz.solvers import direct
from kibitz.solvers.budget import Cancel, Progress
from kibitz.solvers.catalogue import SOLVERS
from tests.forked import spawned_anew
from tests.jobs.helpers import After, rows_here, study


def test_progress_is_told_chunk_by_chunk():
    heard: list[Progress] = []
    rows = rows_here(study(0, 6, 2), Cancel(), heard.append)
    assert [progress.done for progress in heard] == [0, 2, 4, 6]
    assert {(progress.total, progress.unit) for progress in heard} == {(6, "deals")}
    assert len(rows) == 6


def test_several_processes_find_the_same():
    job = study(0, 4, 2)
    with spawned_anew():
        found = rows_here(job, Cancel(), processes=2)
    assert found == rows_here(job, Cancel())


def test_processes_stop_in_the_middle_of_a_chunk():
    """Each of them is in a search that would take an hour."""
    game = SOLVERS["knaves"].game
    dealt = game.deal("5")  # two leads are too close to be settled
    seat = game.to_move(game.state(dealt))
    assert seat is not None
    view = game.as_seen(dealt, seat).to_text()
    asked = {"kind": "batch", "game": "knaves", "verb": "analyze", "positions": [view, view]}
    limits = {"iterations": 10**12, "time_ms": 3_600_000}
    job = read_job({**asked, "limits": limits}, Limits())
    assert rows_here(job, After(40), processes=2) == []


def test_what_is_kept_is_not_done_again(tmp_path):
    job, file, cancel = study(0, 8, 2), tmp_path / "kept", Cancel()

    def stop_in_the_middle(progress):
        if progress.done == 4:
            cancel.set()

    first = rows_here(job, cancel, stop_in_the_middle, kept=file)
    assert len(first) == 4
    with file.open("a") as opened:
        opened.write('[{"deal": 4, "ver')  # as a crash would leave it
    heard: list[Progress] = []
    rows = rows_here(job, Cancel(), heard.append, kept=file)
    assert heard[0].done == 4
    assert rows == rows_here(job, Cancel())
    assert len(file.read_text().splitlines()) == 1 + 4
    assert rows_here(job, Cancel(), kept=file) == rows


def test_a_file_of_another_job_is_refused(tmp_path):
    file = tmp_path / "kept"
    rows_here(study(0, 2), Cancel(), kept=file)
    with pytest.raises(BadInput, match="holds another job"):
        rows_here(study(0, 3), Cancel(), kept=file)


def reviewing(**more):
    """A job that reviews the first tricks of a round of Knaves."""
    game = SOLVERS["knaves"].game
    start, moves = game.deal("5"), list[str]()
    state = game.state(start)
    while len(moves) < 9:
        move = game.legal(state)[-1]
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    record = {"position": start.to_json(), "moves": moves}
    asked = {"kind": "review", "game": "knaves", "record": record, "limits": {"iterations": 200}}
    return {**asked, **more}


def test_a_review_has_the_answer_of_its_verb():
    asked = reviewing()
    job = read_job(asked, Limits())
    rows = rows_here(job, Cancel())
    assert len(rows) == job.units() == 10
    found = direct.review("knaves", asked["record"], limits=Limits(iterations=200))
    assert job.result(rows) == found
    part = job.result(rows[:4])
    assert isinstance(part, ReviewAnswer)
    assert part.decisions == found.decisions[:4]
    assert part.luck is None


def test_a_faulty_review_is_refused_with_every_fault():
    asked = reviewing(seats=[-1], turns={"first": -3})
    asked["record"]["moves"][2] = "ZZ"
    with pytest.raises(BadInput) as caught:
        read_job(asked, Limits())
    pointers = {fault.pointer for fault in caught.value.faults}
    assert pointers == {"/seats/0", "/turns/first", "/record/moves/2"}
