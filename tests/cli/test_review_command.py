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
# Of a deal that could be won.
LOSING = ["6>7", "8>3", "4>6", "4>7", "7>9", "7>3", "8>9", "4>5", "4>3", "9>3", "8>3", "8>1"]


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
    assert [(int(row[0]), row[1], row[2]) for row in rows] == [
        (decision.ply + 1, data["seats"][decision.seat], decision.played)
        for decision in answer.decisions
    ]


def test_a_game_for_one_has_no_seats_and_the_reasons_name_the_move_that_they_are_about():
    data = {"game": "knotty-nines", "source": "kibitz 9", "moves": LOSING}
    said = " ".join(run("review", json.dumps(data)).out.split())
    assert "The game could be won until move 12, 8>1, which lost it. Before that move it" in said
    assert "move played judgement loss best 12 8>1 blunder 100.0 % 1>5" in said
    assert "Move 12, 8>1: better is 1>5 (7♣ of pile 1 onto 8♠ of pile 5, drawing Q♣). Of" in said
    assert "After 8>1: no line draws more than" in said


@pytest.mark.parametrize("data", ["{}", '{"moves": ["6>5", "9>9"]}', '{"position": {}}'])
def test_a_record_of_no_game_is_asked_for_its_game(data):
    found = run("review", data)
    assert found.code == 2
    assert codes(run("review", data, "--json")) == ["missing"]
    assert "'game' is missing" in found.err


def test_a_part_is_reviewed(record):
    path, _ = record
    few = ("review", str(path), *FEW, "--turns", "2-5", "--json")
    decisions = run(*few).json["decisions"]
    assert [decision["ply"] for decision in decisions] == [1, 2, 3, 4]
    seat = decisions[1]["seat"]
    answer = run(*few, "--seat", seat).json
    # Hindsight would reveal hidden cards to one seat of a game that goes on.
    assert any(each.get("in_hindsight") for each in decisions)
    own = [each | {"in_hindsight": None} for each in decisions if each["seat"] == seat]
    assert [each | {"in_hindsight": None} for each in answer["decisions"]] == own
    assert not any(each.get("in_hindsight") for each in answer["decisions"])


def test_the_record_may_come_from_standard_input(record):
    path, data = record
    piped = run("review", *FEW, "--turns", "1", "--json", stdin=json.dumps(data))
    assert piped.out == run("review", str(path), *FEW, "--turns", "1", "--json").out


@pytest.mark.parametrize("turns", ["0", "5-2", "x", "1-"])
def test_a_range_that_is_none_is_refused(record, turns):
    found = run("review", str(record[0]), "--turns", turns, "--json")
    assert found.code == 2
    assert codes(found) == ["bad_range"]


def test_a_range_that_ends_before_it_begins_is_turned_round(record):
    found = run("review", str(record[0]), "--turns", "9-4")
    assert "'9-4' ends before it begins: write 4-9" in found.err


def test_it_is_said_where_nothing_was_to_be_judged(record):
    found = [
        run("review", str(record[0]), *FEW, "--turns", "1", "--seat", str(seat)).out
        for seat in range(3)
    ]
    nothing = [out.startswith("None of these moves was to be judged.") for out in found]
    assert sorted(nothing) == [False, True, True]


def test_progress_counts_decisions(record):
    found = run("review", str(record[0]), *FEW, "--turns", "1-2", "--progress")
    assert "0 of 2 decisions" in found.err


@pytest.mark.parametrize("option", ["--html", "--chart"])
def test_files_are_new_and_named_when_they_are_saved(record, option, tmp_path):
    part = ("review", str(record[0]), *FEW, "--turns", "1", "--no-progress")
    saved = tmp_path / "page.svg"
    assert run(*part, option, saved).out.endswith(f"\nSaved in {saved}.\n")
    kept = saved.read_bytes()
    again, nowhere = run(*part, option, saved), tmp_path / "no" / "page.svg"
    assert (again.code, again.out) == (2, "")
    assert again.err == f"error: {saved} is there already: name a new file\n"
    assert saved.read_bytes() == kept
    failed = run(*part, option, nowhere)
    assert failed.err == f"error: {nowhere} cannot be written: No such file or directory\n"
    other = run(*part, option, tmp_path / "other.svg", "--json")
    assert other.json["moves"]
    assert other.err == f"Saved in {tmp_path / 'other.svg'}.\n"


@pytest.mark.parametrize("seat", [3, 9])
def test_a_seat_that_is_not_there_is_refused(record, seat):
    found = run("review", str(record[0]), "--seat", seat)
    assert found.err == f"error: /seats/0: there is no seat {seat}: seats are 0 to 2\n"
