"""Client generators run on ``docs/openapi.json``: ``make generators``.

A generator must accept the description without a warning. What those for Python make is imported,
and must read every answer that the description shows; what the one for TypeScript makes must pass
the compiler. The generators live in environments of their own: their dependencies contradict ours.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

OPENAPI: Final = Path(__file__).resolve().parent.parent / "docs" / "openapi.json"
BIN: Final = Path(sys.executable).parent
# The chart of a study; the generator would leave it out, and say so.
CONFIG: Final = '{"content_type_overrides": {"image/png": "application/octet-stream"}}'
PYTHON: Final[Mapping[str, str]] = {
    "openapi-python-client": (
        "generate --fail-on-warning --meta none --config config.json --output-path client --path"
    ),
    "datamodel-codegen": (
        "--input-file-type openapi --output-model-type pydantic_v2.BaseModel --formatters builtin "
        "--output models.py --input"
    ),
}
TYPESCRIPT: Final = ("openapi-typescript@7.13.0", "typescript@5.9.3")
READING: Final = """
import json, sys
import client.models, models
shown = json.load(sys.stdin)
for name, answer in shown:
    # A choice of several answers has no class of its own there.
    choices = getattr(models, name).model_fields.get("root")
    first = name if choices is None else choices.annotation.__args__[0].__name__
    assert getattr(client.models, first).from_dict(answer).to_dict() == answer, name
    read = getattr(models, name).model_validate(answer)
    assert read.model_dump(mode="json", exclude_unset=True) == answer, name
print(f"Both Python clients read all {len(shown)} answers.")
"""


def run(command: list[str], folder: Path, text: str = "") -> None:
    """Run a command in ``folder``; raises ``SystemExit`` where it fails or warns."""
    found_first = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(
        command,
        cwd=folder,
        env=found_first,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    said = ended.stdout + ended.stderr
    print(f"{Path(command[0]).name}: {ended.stdout.strip()}")
    if ended.returncode or "warning" in said.lower():
        raise SystemExit(f"{' '.join(command)} ended with {ended.returncode}:\n{said}")


def answers() -> list[tuple[str, object]]:
    """The answers that the description shows, each with the name of its schema."""
    paths = json.loads(OPENAPI.read_text("utf-8"))["paths"]
    operations = [each for methods in paths.values() for each in methods.values()]
    contents = [each["responses"].get("200", {}).get("content", {}) for each in operations]
    shown = [each["application/json"] for each in contents if "application/json" in each]
    return [(c["schema"]["$ref"].rsplit("/", 1)[1], c["example"]) for c in shown if "example" in c]


def main() -> None:
    """Run all generators."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "config.json").write_text(CONFIG, "utf-8")
        for command, options in PYTHON.items():
            run([str(BIN / command), *options.split(), str(OPENAPI)], folder)
        run([sys.executable, "-W", "error", "-c", READING], folder, json.dumps(answers()))
        if shutil.which("npx") is None:
            print("openapi-typescript was not tried: there is no Node.js here.")
            return
        packages = [f"--package={package}" for package in TYPESCRIPT]
        npx = ["npx", "--yes", "--loglevel=error", *packages]
        run([*npx, "openapi-typescript", str(OPENAPI), "--output", "client.ts"], folder)
        run([*npx, "tsc", "--strict", "--noEmit", "client.ts"], folder)


if __name__ == "__main__":
    main()
