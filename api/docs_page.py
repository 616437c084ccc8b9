"""The OpenAPI description for people: Swagger UI at ``/docs``, ReDoc at ``/redoc``.

Their scripts and styles come from this service. All addresses are relative, so that they are found
behind a proxy with a prefix.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.docs import get_redoc_html, get_swagger_ui_html
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from kibitz.api.responses import resource

# Both put styles into the page; ReDoc searches in a worker, Swagger UI draws its signs from data.
POLICY: Final = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_SCRIPT: Final = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_DESCRIPTION: Final[dict[str, Any]] = {"openapi_url": "openapi.json", "title": "Kibitz"}


@cache
def _swagger_ui() -> bytes:
    return bytes(
        get_swagger_ui_html(
            **_DESCRIPTION,
            swagger_js_url="docs/swagger-ui-bundle.js",
            swagger_css_url="docs/swagger-ui.css",
            swagger_favicon_url="docs/favicon.png",
            swagger_ui_parameters={"defaultModelsExpandDepth": 0},
        ).body
    )


@cache
def _redoc() -> bytes:
    return bytes(
        get_redoc_html(
            **_DESCRIPTION,
            redoc_js_url="docs/redoc.standalone.js",
            redoc_favicon_url="docs/favicon.png",
            with_google_fonts=False,
        ).body
    )


def _page(request: Request, page: bytes) -> Response:
    digests = [b64encode(sha256(script).digest()).decode() for script in _SCRIPT.findall(page)]
    response = resource(request, page, "text/html; charset=utf-8")
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    response.headers["Content-Security-Policy"] = POLICY.format(scripts=scripts)
    return response


def add_docs(app: FastAPI) -> None:
    """Register the pages and what they load."""
    assets = StaticFiles(directory=str(files("fastapi_offline") / "static"))

    async def docs(request: Request) -> Response:
        return _page(request, _swagger_ui())

    async def redoc(request: Request) -> Response:
        return _page(request, _redoc())

    async def asset(request: Request) -> Response:
        return await assets.get_response(request.path_params["name"], request.scope)

    for path, endpoint in {"/docs": docs, "/redoc": redoc, "/docs/{name}": asset}.items():
        app.add_api_route(path, endpoint, include_in_schema=False)
