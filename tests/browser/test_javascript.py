"""The JavaScript client as a package: packed, typed, and used by Node.js with the service."""

import json
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from kibitz.api.version import service_version
from tests.docs_refresh import ROOT, Service

WEB = ROOT / "web"
PROGRAM = """
import { Kibitz, Refused } from "kibitz-client";
const kibitz = new Kibitz(process.argv[2]);
const { text } = await kibitz.ask("knotty-nines", "deal", { seed: 2 });
let last;
for await (const line of kibitz.stream("knotty-nines", "solve", { position: text })) last = line;
const refused = await kibitz.ask("knaves", "play", { position: "", moves: [] }).catch((one) => one);
console.log(last.answer.verdict, refused instanceof Refused, refused.errors.length > 0);
"""
TYPED = """
import { Kibitz } from "kibitz-client";
const kibitz = new Kibitz("http://127.0.0.1:8000/");
const { text } = await kibitz.ask("knaves", "deal", { seed: 7 });
const record = { position: text, moves: [] };
for await (const line of kibitz.stream("knaves", "review", { record }))
  console.log(line.decision?.judgement?.toUpperCase(), line.answer?.seats[0].text);
for await (const { progress } of kibitz.following("1")) console.log(progress?.done.toFixed());
"""
WRONG = """
await kibitz.ask("knaves", "melds", { position: text });
await kibitz.ask("knaves", "play", { position: text });
(await kibitz.ask("knaves", "moves", { position: text })).movez;
await kibitz.submit({ kind: "study", game: "knaves" });
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has installed the package."""
    if shutil.which("npm") is None:
        pytest.skip("no Node.js")
    folder = tmp_path_factory.mktemp("project")
    packing = ["npm", "pack", str(WEB), "--pack-destination", str(folder), "--offline", "--silent"]
    name = subprocess.run(packing, check=True, capture_output=True, text=True).stdout.strip()
    assert name == f"kibitz-client-{service_version()}.tgz"
    with tarfile.open(folder / name) as packed:
        inside = {member.name.removeprefix("package/") for member in packed.getmembers()}
        packed.extractall(folder / "unpacked", filter="data")
    assert inside == {"kibitz.js", "calling.js", "kibitz.d.ts", "openapi.d.ts", "package.json"}
    (folder / "node_modules").mkdir()
    (folder / "unpacked" / "package").rename(folder / "node_modules" / "kibitz-client")
    (folder / "package.json").write_text(json.dumps({"type": "module"}), "utf-8")
    return folder


def run(project: Path, program: str, *arguments: str) -> str:
    """What a program prints that uses the package."""
    (project / "use.js").write_text(program, "utf-8")
    ended = subprocess.run(
        ["node", "use.js", *arguments], cwd=project, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_node_uses_it(project: Path, service: Service) -> None:
    assert run(project, PROGRAM, service.address + "/") == "solvable true true\n"


def test_its_types_name_what_it_exports() -> None:
    text = (WEB / "kibitz.js").read_text("utf-8")
    passed_on = re.findall(r"^export \{ (.+) \} from", text, re.MULTILINE)
    written = [*re.findall(r"^export class (\w+)", text, re.MULTILINE), *passed_on[0].split(", ")]
    typed = (WEB / "kibitz.d.ts").read_text("utf-8")
    pattern = r"^export (?:class|function) (\w+)"
    assert sorted(written) == sorted(re.findall(pattern, typed, re.MULTILINE))


def test_its_types_are_checked(project: Path) -> None:
    compiler = ROOT / "node_modules" / ".bin" / "tsc"
    if not compiler.exists():
        pytest.skip("no compiler: make check")
    (project / "right.ts").write_text(TYPED, "utf-8")
    (project / "wrong.ts").write_text(TYPED + WRONG, "utf-8")
    options = (
        "--strict --noEmit --target es2022 --module nodenext --lib es2024,dom,dom.asynciterable"
    )
    checked = subprocess.run(
        [str(compiler), *options.split(), "right.ts", "wrong.ts"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = len(TYPED.splitlines())
    assert re.findall(r"^(\w+)\.ts\((\d+),", checked.stdout, re.MULTILINE) == [
        ("wrong", str(lines + line)) for line in (2, 3, 4, 5)
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("'nonsense'", "'nonsense' is not an address: write http://host:port"),
        ("'ftp://a'", "'ftp://a' is not an address: write http://host:port"),
        ("'http://a', { retries: -1 }", "retries should be a whole number from 0 on, not '-1'"),
        ("'http://a', { retries: 'a' }", "retries should be a whole number from 0 on, not 'a'"),
        ("'http://a', { key: 'a\\nb' }", "the key has characters that a key never has"),
        ("'http://a', { key: 'ü' }", "the key has characters that a key never has"),
        ("'http://a', { timeout: 0 }", "timeout should be more than 0 milliseconds, not '0'"),
    ],
)
def test_what_no_client_can_be_made_of_is_quoted(project: Path, given: str, said: str) -> None:
    program = f"""import {{ Kibitz }} from "kibitz-client";
try {{ new Kibitz({given}); }} catch (error) {{ console.log(error.message); }}"""
    node = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(node, cwd=project, check=True, capture_output=True, text=True)
    assert done.stdout == f"{said}\n"


def test_a_key_of_a_job_that_no_header_can_hold_is_not_sent(project: Path) -> None:
    program = """import { Kibitz } from "kibitz-client";
globalThis.fetch = () => { throw new Error("sent"); };
const kibitz = new Kibitz("http://127.0.0.1:9", { retries: 0 });
await kibitz.submit({}, "ten\\ndeals").catch((error) => console.log(error.message));"""
    node = ["node", "--input-type=module", "-e", program]
    done = subprocess.run(node, cwd=project, check=True, capture_output=True, text=True)
    assert done.stdout == "the key has characters that a key never has\n"
