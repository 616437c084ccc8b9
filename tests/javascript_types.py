"""The types of the JavaScript client: ``web/openapi.d.ts``, made from ``docs/openapi.json``.

``python -m tests.javascript_types`` writes the file with openapi-typescript, which needs Node.js;
with ``--check`` it changes nothing and fails where the file is out of date. Of the description only
what a client names is kept: the schemas, and by game and verb what is sent and answered.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
TYPES: Final = ROOT / "web" / "openapi.d.ts"
GENERATOR: Final = ROOT / "node_modules" / ".bin" / "openapi-typescript"


def name_of(schema: dict[str, str]) -> str:
    """The type of a schema that is named."""
    return f'components["schemas"]["{schema["$ref"].rpartition("/")[2]}"]'


def verbs(description: dict[str, Any]) -> str:
    """An interface with what every verb of every game takes and answers."""
    games: dict[str, list[str]] = {}
    for path, methods in description["paths"].items():
        parts = path.strip("/").split("/")
        if parts[:2] != ["v1", "games"] or len(parts) != 4:
            continue
        asked = methods["post"]
        answered = asked["responses"]["200"]["content"]
        body = name_of(asked["requestBody"]["content"]["application/json"]["schema"])
        answer = name_of(answered["application/json"]["schema"])
        stream = answered.get("application/x-ndjson")
        line = name_of(stream["itemSchema"]) if stream else "never"
        entry = f"        {parts[3]}: {{ body: {body}; answer: {answer}; line: {line} }};"
        games.setdefault(parts[2], []).append(entry)
    lines = ["", "/** What every verb of every game takes, answers, and streams line by line. */"]
    lines.append("export interface Verbs {")
    for game, entries in games.items():
        lines += [f'    "{game}": {{', *entries, "    };"]
    return "\n".join([*lines, "}", ""])


def types() -> str:
    """The text of the file; raises ``SystemExit`` where the generator fails."""
    description = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))
    schemas = {"schemas": description["components"]["schemas"]}
    kept = {name: description[name] for name in ("openapi", "info")}
    with tempfile.TemporaryDirectory() as name:
        given, made = Path(name) / "kept.json", Path(name) / "types.d.ts"
        given.write_text(json.dumps(kept | {"paths": {}, "components": schemas}), "utf-8")
        command = [str(GENERATOR), str(given), "--output", str(made)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise SystemExit(ended.stdout + ended.stderr)
        return made.read_text("utf-8") + verbs(description)


def main(arguments: list[str]) -> int:
    """Write the file, or compare it; the exit code is 1 where it is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    made = types()
    if not parser.parse_args(arguments).check:
        TYPES.write_text(made, "utf-8")
    elif made != TYPES.read_text("utf-8"):
        print(f"{TYPES.relative_to(ROOT)} is out of date: python -m tests.javascript_types")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
