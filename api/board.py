"""The board: a page for people at ``/`` and the files that it loads, all from the folder ``web``.

The rules of each game are pages, too, at ``/rules/knaves``.

The page names its scripts and styles under an address that holds a digest of all of them, so that
a browser keeps them until one of them changes. All addresses are relative, so that they are found
behind a proxy with a prefix.
"""

import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kibitz.api.responses import resource
from kibitz.api.rules import rules_page
from kibitz.games.catalogue import LISTED
from kibitz.games.faults import quote

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors {frames}"
)
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
# No text of the board has such marks in it.
_COMMENT: Final = re.compile(rb"/\*\*(?:(?!\*/).)*\*/ ?|^[ \t]*//[^\n]*", re.MULTILINE | re.DOTALL)
_INDENT: Final = re.compile(rb"^[ \t]+", re.MULTILINE)
# Ends of lines that mean nothing: of empty ones, and after what ends no statement but for `;`.
_ENDS: Final = re.compile(rb"^\n|(?<=[;{,(])\n", re.MULTILINE)
# A line without patterns and without a text filled in within another; in it a text, or spaces that
# mean nothing outside of texts.
_PLAIN: Final = rb"(?:\"(?:[^\"\\\n]|\\.)*\"|[^`/\"\n])*"
_FILLED: Final = rb"`(?:[^`$\n]|\$(?!\{)|\$\{[^`}\n]*\})*`"
_CODE: Final = re.compile(
    rb"^" + _PLAIN + rb"(?:" + _FILLED + _PLAIN + rb")*$",
    re.MULTILINE,
)
_SPACES: Final = re.compile(
    rb" ?(\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`)| ?(=>|\|\||&&|[={}(),:;?<>*%]) ?| (?=[\[!])|"
    rb"(?<![+-]) (\+|-) (?![+-])"
)
KEPT: Final = "public, max-age=31536000, immutable"
PAGE: Final = "index.html"


@cache
def board_files() -> dict[str, bytes]:
    """Every file of the folder ``web`` that is served, by its path in it."""
    return dict(_found(files("kibitz") / "web", ""))


def _found(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _found(entry, f"{prefix}{entry.name}/")
        elif _suffix(entry.name) in TYPES:
            content = entry.read_bytes()
            lean = _lean(content) if entry.name.endswith(".js") else content
            found.append((prefix + entry.name, lean))
    return found


def _lean(script: bytes) -> bytes:
    """A script without comments, indents, and some spaces and ends of lines."""
    bare = _INDENT.sub(b"", _COMMENT.sub(b"", script))
    return _ENDS.sub(b"", _CODE.sub(lambda found: _SPACES.sub(rb"\1\2\3", found[0]), bare))


def _suffix(name: str) -> str:
    return "." + name.rpartition(".")[2]


@cache
def digest() -> str:
    """The digest of all files, a part of their addresses."""
    total = sha256()
    for name, content in board_files().items():
        total.update(f"{name} {len(content)} ".encode() + content)
    return total.hexdigest()[:16]


@cache
def _page() -> bytes:
    return board_files()[PAGE].replace(b'"web/', f'"web/{digest()}/'.encode())


def add_board(app: FastAPI, embedders: Sequence[str]) -> None:
    """Register the page and its files; ``embedders`` are the origins that may frame the page."""
    policy = POLICY.format(frames=" ".join(embedders) or "'none'")

    async def page(request: Request) -> Response:
        response = resource(request, _page(), TYPES[".html"])
        response.headers["Content-Security-Policy"] = policy
        return response

    async def rules(request: Request) -> Response:
        game = request.path_params["game"]
        if game not in LISTED:
            raise HTTPException(404, f"there is nothing at {quote(request.url.path)}")
        response = resource(request, rules_page(game), TYPES[".html"])
        response.headers["Content-Security-Policy"] = policy
        return response

    async def file(request: Request) -> Response:
        path = request.path_params["path"]
        name = path.removeprefix(digest() + "/")
        content = board_files().get(name)
        if content is None or name == PAGE:
            raise HTTPException(404, f"there is nothing at {quote(request.url.path)}")
        response = resource(request, content, TYPES[_suffix(name)])
        if name != path:
            response.headers["Cache-Control"] = KEPT
        return response

    app.add_api_route("/", page, include_in_schema=False)
    app.add_api_route("/rules/{game}", rules, include_in_schema=False)
    app.add_api_route("/web/{path:path}", file, include_in_schema=False)
