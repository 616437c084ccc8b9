"""The wheel in an environment with the base dependencies alone: it is the client and no more."""

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import kibitz

ROOT = Path(__file__).resolve().parent.parent
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
SHOW_MODULES = "\nimport json, sys; print(json.dumps([*sys.modules]))"
ASK = """
import httpx2
from kibitz import Kibitz, Refused

def answer(request):
    if request.url.path == "/v1/games":
        return httpx2.Response(200, json={"games": []})
    return httpx2.Response(404, json={"title": "There is nothing at this address"})

with Kibitz(transport=httpx2.MockTransport(answer)) as kibitz:
    print(kibitz.games().games)
    try:
        kibitz.game("chess")
    except Refused as refused:
        print(refused.problem.title)
"""
COMMAND = """
from importlib.metadata import entry_points
(command,) = entry_points(group="console_scripts", name="kibitz")
command.load()()
"""
APPLICATION = ("api", "cli", "client", "contract", "games", "jobs", "solvers")
BESIDE = f"""
import {", ".join(APPLICATION)}
from kibitz import Kibitz
from kibitz.client import AsyncKibitz
print(*(module.OF for module in ({", ".join(APPLICATION)})))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout, built from a copy of what goes into it."""
    copy, built = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "kibitz", copy / "kibitz", symlinks=True)
    for path in (ROOT / "kibitz").iterdir():
        if path.is_symlink():
            pycache = shutil.ignore_patterns("__pycache__")
            shutil.copytree(path.resolve(), copy / path.name, ignore=pycache)
    subprocess.run([sys.executable, "-c", BUILD, built], cwd=copy, check=True, capture_output=True)
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """An environment with the wheel and what it needs, all taken from this one: its packages."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    (site,) = folder.glob("lib/python3*/site-packages")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    for name in needed(described(site)):
        for path in metadata.files(name) or ():
            if ".." not in path.parts and path.suffix != ".pyc":
                (site / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path.locate(), site / path)
    return site


@pytest.fixture(scope="module")
def python(installed):
    """The interpreter of that environment."""
    return installed.parents[2] / "bin" / "python"


def described(site):
    """What the installed wheel says of itself."""
    (folder,) = site.glob("kibitz-*.dist-info")
    return metadata.Distribution.at(folder)


def needed(distribution):
    """The names of what a distribution needs without its extras, directly or not."""
    found = set()
    for text in distribution.requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found |= {requirement.name} | needed(metadata.distribution(requirement.name))
    return found


def run(python, *command):
    """A command away from this checkout, so that nothing is imported from it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [python, *command],
        check=False,
        env=environment,
        cwd=python.parent,
        capture_output=True,
        text=True,
    )


def printed(python, *command):
    done = run(python, *command)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def loaded(python, program):
    """The modules that a program has loaded which are not of the standard library."""
    modules = json.loads(printed(python, "-c", program + SHOW_MODULES)[0])
    return {name for name in modules if name.split(".")[0] not in sys.stdlib_module_names}


def test_the_wheel_has_one_top_level_name(wheel):
    names = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"kibitz"}


def test_the_base_install_is_the_client(installed, python):
    requirements = map(Requirement, described(installed).requires)
    assert {one.name for one in requirements if not one.marker} == {"httpx2", "pydantic"}
    assert printed(python, "-c", ASK) == ["[]", "There is nothing at this address"]


def test_what_only_learners_need_is_no_part_of_the_service(installed):
    def extra(name):
        requirements = map(Requirement, described(installed).requires)
        return {
            one.name
            for one in requirements
            if one.marker is not None and one.marker.evaluate({"extra": name})
        }

    learners = {"gymnasium", "pettingzoo"}
    assert learners <= extra("environments")
    assert extra("service") & (learners | {"kibitz", "open-spiel"}) == set()


def test_an_import_loads_nothing_before_it_is_used(python):
    assert loaded(python, "import kibitz") - {"__main__"} == {"kibitz"}
    ours = {
        name.split(".")[1] for name in loaded(python, "from kibitz import *") if "kibitz." in name
    }
    assert ours == {"client", "contract", "games"}  # of games the faults, which need nothing


@pytest.mark.parametrize("name", ["analyze", "hint", "solve"])
def test_what_needs_more_names_the_extra(python, name):
    done = run(python, "-c", f"from kibitz import {name}")
    assert done.returncode == 1
    assert f"ImportError: kibitz.{name} needs " in done.stderr
    assert done.stderr.endswith("pip install 'kibitz[service]'\n")


def test_the_command_names_the_extra_in_one_line(python):
    done = run(python, "-c", COMMAND)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith("pip install 'kibitz[service]'\n")


def test_an_application_keeps_its_own_names(python, tmp_path):
    for name in APPLICATION:
        (tmp_path / f"{name}.py").write_text(f"OF = 'application {name}'\n", "utf-8")
    (tmp_path / "main.py").write_text(BESIDE, "utf-8")
    (said,) = printed(python, str(tmp_path / "main.py"))
    assert said == " ".join(f"application {name}" for name in APPLICATION)


def test_public_names_are_all_there():
    assert {"analyze", "hint", "solve"} < set(kibitz.__all__) <= set(dir(kibitz))
    assert set(kibitz.__all__) == set(kibitz._HOMES)
    for name in kibitz.__all__:
        assert getattr(kibitz, name).__name__ == name
    with pytest.raises(AttributeError, match="'kibitz' has no attribute 'guess'"):
        _ = kibitz.guess
