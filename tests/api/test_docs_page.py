"""The pages that describe the service: what they load, from where, and what they may do."""

import base64
import hashlib
import re
from urllib.parse import urljoin

import pytest

pages = pytest.mark.parametrize("page", ["/docs", "/redoc"])


@pages
def test_a_page_loads_from_this_service_alone_and_also_behind_a_prefix(client, page):
    text = client.get(page).text
    found = re.findall(r"""(?:src|href|url: |spec-url)=?['"]([^'"]+)""", text)
    assert len(found) >= 3
    for address in found:
        assert urljoin(f"http://host/prefix{page}", address).startswith("http://host/prefix/")
        assert client.get(urljoin(page, address)).status_code == 200
    assert "openapi.json" in found


@pages
def test_the_policy_of_a_page_allows_its_own_scripts_alone(client, page):
    response = client.get(page)
    policy = dict(
        part.split(" ", 1) for part in response.headers["content-security-policy"].split("; ")
    )
    digests = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in re.findall(r"<script>(.*?)</script>", response.text, re.DOTALL)
    ]
    assert policy["script-src"].split() == ["'self'", *(f"'sha256-{each}'" for each in digests)]
    assert policy["default-src"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == "'self'"


def test_assets_are_kept_by_browsers_and_nothing_else_is_there(client):
    script = client.get("/docs/swagger-ui-bundle.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "script-src" not in script.headers["content-security-policy"]
    known = {"If-None-Match": script.headers["etag"]}
    assert client.get("/docs/swagger-ui-bundle.js", headers=known).status_code == 304
    for name in ("other.js", "..%2Fcore.py"):
        lost = client.get(f"/docs/{name}")
        assert (lost.status_code, lost.json()["type"]) == (404, "/problems/not-found")
    assert client.post("/docs/favicon.png").status_code == 405


def test_the_pages_are_no_part_of_the_description(client):
    assert not any(
        p.startswith(("/docs", "/redoc")) for p in client.get("/openapi.json").json()["paths"]
    )
