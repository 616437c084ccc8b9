"""One line per event, as text or JSON, whoever logs it."""

import asyncio
import json
import logging

import pytest
import structlog

from kibitz.api.logs import GATHER_SECONDS, PlainText, configure_logs
from kibitz.api.settings import Settings


@pytest.fixture(autouse=True)
def restored():
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    configured = structlog.get_config()
    yield
    structlog.configure(**configured)
    root.handlers[:] = handlers
    root.setLevel(level)


def test_json(capsys):
    configure_logs(Settings(database_url=None, log_json=True))
    structlog.get_logger("kibitz").info("one", count=1)
    structlog.get_logger("kibitz").debug("hidden")
    logging.getLogger("uvicorn.error").warning("two %s", "words")
    secret = "what a client sent"
    try:
        raise ValueError("three")
    except ValueError:
        structlog.get_logger("kibitz").exception("went wrong")
    text = capsys.readouterr().err
    lines = [json.loads(line) for line in text.splitlines()]
    assert [(line["event"], line["level"]) for line in lines] == [
        ("one", "info"),
        ("two words", "warning"),
        ("went wrong", "error"),
    ]
    assert lines[0]["count"] == 1
    assert lines[2]["exception"][0]["exc_value"] == "three"
    assert secret not in text


def test_text(capsys):
    configure_logs(Settings(database_url=None, log_level="warning"))
    structlog.get_logger("kibitz").info("hidden")
    logging.getLogger("uvicorn.error").info("hidden")
    secret = "what a client sent"
    try:
        raise ValueError("three")
    except ValueError:
        structlog.get_logger("kibitz").exception("went wrong", request_id="x")
    text = capsys.readouterr().err
    assert "hidden" not in text
    assert "went wrong" in text
    assert "request_id=x" in text
    assert "ValueError: three" in text
    assert secret not in text


@pytest.mark.parametrize(
    "event",
    [
        {"event": "request", "status": 200, "ms": 0.25, "cache": None, "route": "/v1/games"},
        {"event": "a sentence that is longer than thirty letters", "detail": "it's", "none": ""},
        {"event": "ready"},
        {"event": "went wrong", "exception": "Traceback", "request_id": "a-b"},
    ],
)
def test_plain_lines_are_those_of_the_console(event):
    given = {"timestamp": "2026-01-01T00:00:00Z", "level": "info", "logger": "kibitz", **event}
    console = structlog.dev.ConsoleRenderer(colors=False)
    plain = PlainText(structlog.dev.plain_traceback)
    assert plain(None, "info", dict(given)) == console(None, "info", dict(given))


def test_lines_of_an_event_loop_wait_for_each_other(capsys):
    configure_logs(Settings(database_url=None))
    log = structlog.get_logger("kibitz.test")

    async def write():
        log.info("one")
        log.info("two")
        assert capsys.readouterr().err == ""
        await asyncio.sleep(2 * GATHER_SECONDS)
        assert [line.split()[3] for line in capsys.readouterr().err.splitlines()] == ["one", "two"]
        log.info("three")
        log.warning("four")
        assert [line.split()[3] for line in capsys.readouterr().err.splitlines()] == [
            "three",
            "four",
        ]

    asyncio.run(write())
