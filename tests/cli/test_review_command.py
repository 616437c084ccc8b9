"""kibitz review against the reviewing that it calls."""

import json

import pytest

from kibitz.contract.options import Limits
from kibitz.contract.review import ReviewAnswer
from kibitz.games import protocol
from kibitz.solvers import direct
from kibitz.solvers.catalogue import SOLVERS
from tests.cli.helpers import codes, run

FEW = ("--iterations", "300")


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A file with the record of a few tricks, and what it holds."""
    game, moves = SOLVERS["knaves"].game, list[str]()
    start = game.deal("8")
    state = game.state(start)
    while len(moves) < 12:
        move = game.legal(state)[-1]
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    names = ["Ann", "Ben", "Cleo"]
    data = {"game": "knaves", "position": start.to_text(), "moves": moves, "seats": names}
    path = tmp_path_factory.mktemp("records") / "round.json"
    path.write_text(json.dumps(data))
    return path, data


def test_json_is_the_answer(record):
    path, data = record
    found = run("review", str(path), *FEW, "--json")
    assert found.code == 0
    answer = ReviewAnswer.model_validate_json(found.out)
    assert answer == direct.review("knaves", data, limits=Limits(iterations=300))


def test_seats_are_summed_up_and_faults_are_listed(record):
    path, data = record
    found = run("review", str(path), *FEW)
    answer = direct.review("knaves", data, limits=Limits(iterations=300))
    said = " ".join(found.out.split())
    for seat in answer.seats:
        assert seat.text in said
        assert str(seat.name) in seat.text
    every = run("review", str(path), *FEW, "--every")
    rows = [line.split() for line in every.out.splitlines() if line[:4].strip().isdecimal()]
    assert [(int(row[0]), row[2]) for row in rows] == [
        (decision.ply + 1, decision.played) for decision in answer.decisions
    ]


def test_a_part_is_reviewed(record):
    path, _ = record
    few = ("review", str(path), *FEW, "--turns", "2-5", "--json")
    decisions = run(*few).json["decisions"]
    assert [decision["ply"] for decision in decisions] == [1, 2, 3, 4]
    seat = decisions[1]["seat"]
    answer = run(*few, "--seat", seat).json
    assert answer["decisions"] == [each for each in decisions if each["seat"] == seat]


def test_the_record_may_come_from_standard_input(record):
    path, data = record
    piped = run("review", *FEW, "--turns", "1", "--json", stdin=json.dumps(data))
    assert piped.out == run("review", str(path), *FEW, "--turns", "1", "--json").out


@pytest.mark.parametrize("turns", ["0", "5-2", "x", "1-"])
def test_a_range_that_is_none_is_refused(record, turns):
    found = run("review", str(record[0]), "--turns", turns, "--json")
    assert found.code == 2
    assert codes(found) == ["bad_range"]


def test_progress_counts_decisions(record):
    found = run("review", str(record[0]), *FEW, "--turns", "1-2", "--progress")
    assert "0 of 2 decisions" in found.err
