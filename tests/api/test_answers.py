"""The answer book: what is kept, what is found again, and what happens without it."""

# ruff: noqa: ARG002 - a fake takes what the real one takes
import sqlite3
from contextlib import closing

import pytest
import structlog
from sqlalchemy import event
from sqlalchemy.schema import CreateTable
from starlette.testclient import TestClient

from kibitz.api import answers
from kibitz.api.answers import AnswerBook, is_final
from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from kibitz.contract.answers import Proof, Shortest, StoppedBy, Verdict
from kibitz.contract.explanations import Depth, Explanation
from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.solvers.budget import Budget
from tests.api.conftest import wait_until_ready, warm_nothing
from tests.api.fakes import PATH, FakeSolver

LIMITS = Limits(time_ms=1000, memory_mb=64)


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'deep' / 'answers.sqlite'}"


@pytest.fixture
def answer(solver):
    return solver.answer(Budget(LIMITS), Verdict.SOLVABLE, StoppedBy.SOLVED)


def changed(answer, **fields):
    return answer.model_copy(update=fields)


def test_an_answer_survives_the_process(url, answer):
    with closing(AnswerBook(url)) as book:
        book.keep("k", answer, 1.0)
    with closing(AnswerBook(url)) as book:
        assert book.find("k", LIMITS) == answer
        assert book.find("other", LIMITS) is None


def test_an_answer_tells_the_limits_of_the_present_request(url, answer):
    book = AnswerBook(url)
    book.keep("k", answer, 1.0)
    found = book.find("k", Limits(time_ms=77, memory_mb=64))
    assert found is not None
    assert found.limits.time_ms == 77
    assert found.model_copy(update={"limits": answer.limits}) == answer
    book.close()


def test_cheap_answers_are_not_kept(url, answer):
    book = AnswerBook(url)
    book.keep("k", answer, 0.049)
    assert book.find("k", LIMITS) is None
    book.keep("k", answer, 0.05)
    assert book.find("k", LIMITS) == answer
    book.close()


def test_what_is_final(answer):
    lost = changed(answer, verdict=Verdict.UNSOLVABLE, proof=Proof.BOUND, moves=None, shortest=None)
    depth = Depth(cards_drawn=3, of=43, proven=True)
    assert is_final(answer)
    assert is_final(lost)
    assert is_final(changed(lost, explanation=Explanation(summary="x", deepest=depth)))
    cut = depth.model_copy(update={"proven": False})
    assert not is_final(changed(lost, explanation=Explanation(summary="x", deepest=cut)))
    assert not is_final(changed(answer, verdict=Verdict.UNKNOWN))
    assert not is_final(changed(answer, stopped_by=StoppedBy.TIME))
    assert not is_final(changed(answer, shortest=None))
    assert not is_final(changed(answer, shortest=Shortest(proven=False, moves=5, at_least=4)))


def test_what_an_answer_is_filed_under():
    game = KnottyNines()
    one, two = game.deal("1"), game.deal("2")
    keys = {
        AnswerBook.key(game, one, "shortest", LIMITS),
        AnswerBook.key(game, two, "shortest", LIMITS),
        AnswerBook.key(game, one, "any", LIMITS),
        AnswerBook.key(game, one, "shortest", Limits(time_ms=1000, memory_mb=65)),
        AnswerBook.key(game, one, "shortest", Limits(time_ms=1000, memory_mb=64, nodes=9)),
    }
    assert len(keys) == 5
    again = AnswerBook.key(
        game, game.read(one.to_text()), "shortest", Limits(time_ms=5, memory_mb=64)
    )
    assert again in keys


def test_the_same_answer_twice_is_no_fault(url, answer):
    first, second = AnswerBook(url), AnswerBook(url)
    with structlog.testing.capture_logs() as logs:
        first.keep("k", answer, 1.0)
        second.keep("k", answer, 1.0)
    assert logs == []
    assert second.find("k", LIMITS) == answer
    first.close()
    second.close()


def test_the_oldest_answers_make_room(url, answer, tmp_path):
    book = AnswerBook(url, max_answers=150)
    for n in range(200):
        book.keep(str(n), answer, 1.0)
    book.close()
    with sqlite3.connect(tmp_path / "deep" / "answers.sqlite") as connection:
        assert connection.execute("select count(*) from answers").fetchone() == (150,)
        assert connection.execute("pragma journal_mode").fetchone() == ("wal",)
    connection.close()


@pytest.mark.parametrize(
    "broken",
    [
        "sqlite:////proc/no/such/place/answers.sqlite",
        "postgresql+psycopg://nobody@127.0.0.1:1/none",
        "nonsense://",
        "nonsense",
    ],
)
def test_a_broken_database_is_a_warning_and_then_left_alone(broken, answer):
    book = AnswerBook(broken)
    with structlog.testing.capture_logs() as logs:
        assert book.find("k", LIMITS) is None
        book.keep("k", answer, 1.0)
        assert book.find("k", LIMITS) is None
    assert [entry["log_level"] for entry in logs] == ["warning"]


def test_a_damaged_book_is_put_aside_and_a_new_one_begun(url, answer, tmp_path):
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "answers.sqlite").write_bytes(b"not a database" * 1_000)
    book = AnswerBook(url)
    with structlog.testing.capture_logs() as logs:
        book.check()
        book.keep("k", answer, 1.0)
        assert book.find("k", LIMITS) == answer
    book.close()
    said = ("the answer book is damaged", f"{folder}/answers.sqlite.damaged")
    assert [(entry["event"], entry["renamed"]) for entry in logs] == [said]
    assert (folder / "answers.sqlite.damaged").read_bytes().startswith(b"not a database")


def test_two_processes_make_the_table_at_once(url, tmp_path):
    (tmp_path / "deep").mkdir()

    def make_it(table, connection, **_):
        with closing(sqlite3.connect(tmp_path / "deep" / "answers.sqlite")) as other:
            other.execute(str(CreateTable(table).compile(connection.engine)))

    event.listen(answers._ANSWERS, "before_create", make_it)
    try:
        with structlog.testing.capture_logs() as logs, closing(AnswerBook(url)) as book:
            book.check()
    finally:
        event.remove(answers._ANSWERS, "before_create", make_it)
    assert not logs


def test_a_book_that_cannot_be_opened_is_one_line_at_the_start():
    with structlog.testing.capture_logs() as logs:
        AnswerBook("sqlite:////proc/none/answers.sqlite").check()
        AnswerBook("postgresql+psycopg://nobody@127.0.0.1:1/none").check()  # said of the jobs
    assert [entry["event"] for entry in logs] == ["the answer book cannot be opened"]


def test_a_damaged_answer_is_a_warning(url, answer, tmp_path):
    book = AnswerBook(url)
    book.keep("k", answer, 1.0)
    with sqlite3.connect(tmp_path / "deep" / "answers.sqlite") as connection:
        connection.execute("update answers set answer = '{}'")
    connection.close()
    with structlog.testing.capture_logs() as logs:
        assert book.find("k", LIMITS) is None
    assert [entry["log_level"] for entry in logs] == ["warning"]
    book.close()


class SlowSolver(FakeSolver):
    """Takes long enough for its answers to be worth keeping."""

    def solve(self, position, options, budget, listener=None):
        self.searches += 1
        self.go_on.wait(0.06)
        return self.answer(budget, Verdict.SOLVABLE, StoppedBy.SOLVED)


def asked(url, *bodies):
    """The answers of a new application to ``bodies``, its searches and its metrics."""
    solver = SlowSolver()
    app = create_app(
        Settings(database_url=url, cache_mb=0), solvers={"knotty-nines": solver}, warm=warm_nothing
    )
    with TestClient(app) as client:
        wait_until_ready(client)
        position = client.post(PATH + "deal", json={"seed": 1}).json()["text"]
        found = [client.post(PATH + "solve", json={"position": position} | b) for b in bodies]
        return found, solver.searches, client.get("/metrics").text


def test_the_service_searches_once_and_answers_the_same_bytes_ever_after(url):
    shortest = {"objective": "shortest"}
    (first, second), searches, _ = asked(url, shortest, shortest)
    (third,), later, metrics = asked(url, shortest)
    assert (searches, later) == (1, 0)
    assert first.content == second.content == third.content
    assert first.headers["etag"] == third.headers["etag"]
    assert 'kibitz_answer_book_total{result="hit"} 1.0' in metrics


def test_plain_solves_do_not_ask_the_book(url):
    _, searches, metrics = asked(url, {}, {})
    assert searches == 2
    assert "kibitz_answer_book_total{" not in metrics


def test_the_service_answers_without_its_database():
    body = {"objective": "shortest"}
    found, searches, _ = asked("sqlite:////proc/none/answers.sqlite", body, body)
    assert [response.status_code for response in found] == [200, 200]
    assert searches == 2
