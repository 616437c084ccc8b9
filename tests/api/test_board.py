"""The files of the board: what a browser may do with them, and how long it keeps them."""

import re
import shutil
import struct
import subprocess
from html import escape
from urllib.parse import urljoin

import pytest
from fastapi.testclient import TestClient

from kibitz.api.app import create_app
from kibitz.api.board import board_files, digest
from kibitz.api.settings import Settings
from kibitz.games.catalogue import LISTED
from tests.docs_refresh import ROOT

SITE = "https://cards.example"
MOST_SCRIPT_BYTES = 150_000  # the client for everybody included, as served


@pytest.fixture(scope="module")
def page():
    return TestClient(create_app(Settings(database_url=None)))


def test_the_page_loads_only_what_is_served(page):
    answer = page.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    loaded = re.findall(r'(?:href|src)="([^"#]+)"', answer.text)
    assert len(loaded) > 5
    for path in loaded:
        assert not path.startswith(("/", "http")), "addresses are relative, for a proxy's prefix"
        assert page.get("/" + path).status_code == 200


def test_it_can_be_installed(page):
    [path] = re.findall(r'<link rel="manifest" href="([^"]+)"', page.get("/").text)
    found = page.get("/" + path)
    assert found.headers["content-type"] == "application/manifest+json"
    manifest = found.json()
    assert (manifest["name"], manifest["display"]) == ("Kibitz", "standalone")
    home = str(page.get("/").url)
    assert urljoin(str(found.url), manifest["start_url"]) == home
    assert urljoin(str(found.url), manifest["scope"]) == home
    sizes = set()
    for icon in manifest["icons"]:
        image = page.get(urljoin(str(found.url), icon["src"]))
        assert image.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", image.content[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
            sizes.add(wide)
    assert {192, 512} <= sizes


def test_the_page_may_run_its_own_scripts_alone(page):
    policy = page.get("/").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert policy.endswith("frame-ancestors 'none'")
    framed = TestClient(create_app(Settings(database_url=None, embed_origins=SITE)))
    policy = framed.get("/").headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors {SITE}")


def test_files_are_kept_until_one_changes(page):
    known = page.get("/").headers["etag"]
    assert page.get("/").headers["cache-control"] == "no-cache"
    assert page.get("/", headers={"if-none-match": known}).status_code == 304
    kept = page.get(f"/web/{digest()}/main.js")
    assert "immutable" in kept.headers["cache-control"]
    assert page.get("/web/main.js").headers["cache-control"] == "no-cache"
    assert page.get("/web/main.js").content == kept.content


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "index.html",
        "types.d.ts",
        "kibitz.d.ts",
        "package.json",
        "../pyproject.toml",
        "%2e%2e/README.md",
    ],
)
def test_nothing_else_is_served(page, path):
    answer = page.get(f"/web/{path}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_all_scripts_together_are_small():
    size = [len(content) for name, content in board_files().items() if name.endswith(".js")]
    assert sum(size) < MOST_SCRIPT_BYTES


def test_scripts_are_served_without_their_comments():
    node = shutil.which("node")
    for name, content in board_files().items():
        if not name.endswith(".js"):
            continue
        written = (ROOT / "web" / name).read_bytes()
        assert b"/**" not in content, name
        code = re.sub(rb"\s", b"", re.sub(rb"(?s)/\*\*.*?\*/|(?m:^\s*//.*?$)", b"", written))
        assert re.sub(rb"\s", b"", content) == code, name
        assert not [line for line in written.split(b"\n") if line.count(b"`") % 2], name
        if node:
            checked = [node, "--input-type=module", "--check"]
            subprocess.run(checked, input=content, check=True, capture_output=True)


def test_modules_import_downwards():
    """A game knows no other game; parts know no page; nothing but the page knows all."""
    for name, content in board_files().items():
        if not name.endswith(".js"):
            continue
        imported = re.findall(r'(?:from|import)\s*\(?"(\.[^"]+)"', content.decode())
        folder = name.rpartition("/")[0]
        if folder.startswith("games/"):
            assert not [one for one in imported if one.count("../") == 1], name
            assert not [one for one in imported if "/pages/" in one], name
        if folder == "parts":
            assert not [one for one in imported if "/pages/" in one or "/games/" in one], name


def test_no_file_is_too_long():
    long = {name: (ROOT / "web" / name).read_bytes().count(b"\n") for name in board_files()}
    assert {name: lines for name, lines in long.items() if lines > 300} == {}


@pytest.mark.parametrize("game", LISTED)
def test_the_rules_of_each_game_are_a_page(page, game):
    answer = page.get(f"/rules/{game}")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<h1>{escape(LISTED[game].title, quote=False)}</h1>" in answer.text
    assert "<td><code>" in answer.text  # the table of switches
    for path in re.findall(r'(?:href|src)="([^"#]+)"', answer.text):
        assert page.get(urljoin(str(answer.url), path)).status_code == 200
    assert (
        answer.headers["content-security-policy"]
        == page.get("/").headers["content-security-policy"]
    )


def test_there_are_no_rules_of_a_game_that_is_not_here(page):
    assert page.get("/rules/knavs").status_code == 404
