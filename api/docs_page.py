"""The page at ``/docs``: the OpenAPI description as plain HTML, without scripts."""

import base64
import hashlib
import json
from html import escape
from typing import Any, Final

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem }
pre { background: #8881; padding: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere }
table { border-collapse: collapse } td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top }
summary { cursor: pointer; padding: 0.25rem 0 } :root { color-scheme: light dark }
"""
_DIGEST: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
PAGE_POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


def docs_page(document: dict[str, Any]) -> str:
    """``document``, an OpenAPI description, as one HTML page."""
    info = document["info"]
    groups: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            group = groups.setdefault(operation["tags"][0], [])
            group.append(_operation(document, path, method, operation))
    body = "".join(f"<h2>{escape(tag)}</h2>{''.join(group)}" for tag, group in groups.items())
    title = escape(f"{info['title']} {info['version']}")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{escape(info['summary'])} The same as data: "
        f'<a href="/openapi.json">openapi.json</a>.</p>{body}</body></html>'
    )


def _operation(document: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> str:
    address = f"<code>{escape(method.upper())} {escape(path)}</code>"
    parts = [f"<details><summary>{address} {escape(operation['summary'])}</summary>"]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content:
        parts.append(_fields(_resolved(document, content["schema"])))
        for example in content.get("examples", {}).values():
            body = escape(json.dumps(example["value"], ensure_ascii=False))
            parts.append(f"<p>{escape(example['summary'])}:</p><pre>{body}</pre>")
    rows = [
        f"<tr><td><code>{escape(status)}</code></td><td>{escape(response['description'])}"
        f"{_schema_name(response)}</td></tr>"
        for status, response in operation["responses"].items()
    ]
    parts.append(f"<table>{''.join(rows)}</table></details>")
    return "".join(parts)


def _fields(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    rows = [
        f"<tr><td><code>{escape(name)}</code></td><td>{'required' if name in required else ''}"
        f"</td><td>{escape(field.get('description', ''))}</td></tr>"
        for name, field in schema.get("properties", {}).items()
    ]
    return f"<table>{''.join(rows)}</table>"


def _schema_name(response: dict[str, Any]) -> str:
    for content in response.get("content", {}).values():
        reference = content["schema"].get("$ref")
        if reference:
            return f": <code>{escape(reference.rsplit('/', 1)[1])}</code>"
    return ""


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return found
