"""Settings from variables."""

import socket
from pathlib import Path

import httpx2
import pytest
from pydantic import ValidationError

from kibitz.api.server import check_address, read_settings, room_for, url_of
from kibitz.api.settings import Settings, unknown_variables
from kibitz.contract.options import Limits
from kibitz.solvers import compiling

ADDRESS = "no address like sqlite:///file or postgresql://host/name"
# Settings that cannot be used, and what is said of each.
BAD = {
    "PORT=x": "PORT: 'port' should be a whole number, not 'x'",
    "RATE_LIMIT=often": "RATE_LIMIT: 'often' is not a rate like 100/second or 6000/minute",
    "RATE_LIMIT_URL=redis://a:b": "RATE_LIMIT_URL: 'redis://a:b' has no port that is a number",
    "API_KEYS=/nowhere": "API_KEYS: '/nowhere' cannot be read: No such file or directory",
    "CORS_ORIGINS=a.b": "CORS_ORIGINS: 'a.b' is neither * nor an origin like https://cards.example",
    "DATABASE_URL=nonsense": f"DATABASE_URL: 'nonsense' is {ADDRESS}",
}


@pytest.fixture(autouse=True)
def no_variables(monkeypatch):
    import os

    for name in list(os.environ):
        if name.startswith("KIBITZ_"):
            monkeypatch.delenv(name)


def test_defaults():
    settings = Settings()
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.max_body_bytes == 262_144
    assert settings.cap == Limits(time_ms=10_000, memory_mb=512)
    assert settings.workers >= 1
    assert settings.database_url == f"sqlite:///{settings.data_dir}/answers.sqlite"


def test_variables(monkeypatch, tmp_path):
    for name, value in {
        "PORT": "9",
        "MAX_TIME_MS": "none",
        "MAX_NODES": "1000",
        "MAX_MEMORY_MB": "",
        "LOG_JSON": "true",
        "DATA_DIR": str(tmp_path),
    }.items():
        monkeypatch.setenv("KIBITZ_" + name, value)
    settings = Settings()
    assert settings.port == 9
    assert settings.cap == Limits(nodes=1000, memory_mb=512)
    assert settings.log_json is True
    assert settings.database_url == f"sqlite:///{tmp_path}/answers.sqlite"
    monkeypatch.setenv("KIBITZ_DATABASE_URL", "none")
    assert Settings().database_url is None


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "70000"), ("WORKERS", "0"), ("LOG_LEVEL", "loud")]
)
def test_bad_variables(monkeypatch, name, value):
    monkeypatch.setenv("KIBITZ_" + name, value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_all_that_is_wrong_is_said_in_words_of_its_own(monkeypatch, capsys):
    for given in BAD:
        name, _, value = given.partition("=")
        monkeypatch.setenv("KIBITZ_" + name, value)
    with pytest.raises(SystemExit) as end:
        read_settings()
    assert end.value.code == 2
    said = capsys.readouterr().err.splitlines()
    assert sorted(said) == [f"error: KIBITZ_{each}" for each in sorted(BAD.values())]


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("127.0.0.1", "error: port {} of 127.0.0.1 is taken by another process; "),
        ("203.0.113.5", "error: this machine has no address '203.0.113.5'; "),
        ("a" * 64, f"error: this machine has no address '{'a' * 57}…'; "),
        ("no.such.host.invalid", "error: this machine has no address 'no.such.host.invalid'; "),
    ],
)
def test_an_address_where_nobody_can_listen_is_one_line(host, said, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit) as end:
            check_address(host, port)
    assert end.value.code == 3
    hint = "set KIBITZ_PORT or KIBITZ_HOST to another"
    assert capsys.readouterr().err == f"{said.format(port)}{hint}\n"


@pytest.mark.parametrize("content", [None, "", "# nobody yet\n", b"\xff"])
def test_a_service_that_would_know_no_key_does_not_start(content, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("KIBITZ_REQUIRE_KEY", "true")
    if content is not None:
        (tmp_path / "keys").write_bytes(content if content == b"\xff" else content.encode())
        monkeypatch.setenv("KIBITZ_API_KEYS", str(tmp_path / "keys"))
    with pytest.raises(SystemExit):
        read_settings()
    said = {
        b"\xff": f"error: KIBITZ_API_KEYS: {tmp_path}/keys is not text: byte 0 is not UTF-8\n",
    }.get(content)
    assert capsys.readouterr().err == (
        said
        or "error: KIBITZ_REQUIRE_KEY: it is true, but KIBITZ_API_KEYS names no file with keys\n"
    )


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("::", "http://[::]:8000"),
        ("::1", "http://[::1]:8000"),
        ("localhost", "http://localhost:8000"),
    ],
)
def test_the_address_that_is_printed_is_a_url(host, url):
    assert url_of(host, 8000) == url
    assert httpx2.URL(url).port == 8000


def test_an_address_where_one_can_listen():
    check_address("localhost", 0)


def test_files_may_be_opened_for_all_connections(monkeypatch):
    allowed = (256, 1_000)
    monkeypatch.setattr("resource.getrlimit", lambda _: allowed)
    asked = []
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: asked.append(wanted))
    assert room_for(500) == 500
    assert room_for(5_000) == 800
    assert asked == [(700, 1_000), (1_000, 1_000)]


def test_a_folder_of_kernels_that_cannot_be_written(monkeypatch, tmp_path):
    monkeypatch.setattr(compiling, "CACHE_DIR", Path("/proc/none"))
    assert not compiling.can_keep_kernels()
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path / "new")
    assert compiling.can_keep_kernels()
    assert list((tmp_path / "new").iterdir()) == []


def test_every_setting_is_documented():
    assert all(field.description for field in Settings.model_fields.values())


def test_every_setting_is_on_the_page_about_http():
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")
    for name in Settings.model_fields:
        assert f"`KIBITZ_{name.upper()}`" in page


def test_variables_that_set_nothing_are_named():
    given = ["KIBITZ_MAX_TIM_MS", "KIBITZ_MAX_TIME_MS", "kibitz_port", "KIBITZ_KEY", "PATH"]
    assert unknown_variables(given) == [
        "KIBITZ_MAX_TIM_MS is not a setting; did you mean KIBITZ_MAX_TIME_MS?"
    ]
    assert unknown_variables(["KIBITZ_WINGS"]) == ["KIBITZ_WINGS is not a setting"]
