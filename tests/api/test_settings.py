"""Settings from variables."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from kibitz.api.settings import Settings, unknown_variables
from kibitz.contract.options import Limits


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
