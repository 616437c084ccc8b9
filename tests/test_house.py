"""Housekeeping finds each fault, and the house is in order."""

import pytest

from tests.docs_refresh import ROOT
from tests.house import all_pages, faults, main, missing_paths, undocumented, unlisted_chores


@pytest.fixture
def root(tmp_path):
    """A project with one game, a benchmark and a page in ``docs``."""
    for name in ("games/knaves/play.py", "benchmarks/load.py", "docs/knaves.md", "LICENSE"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("def measure(): ...\n" if name.endswith(".py") else "", "utf-8")
    (tmp_path / "kibitz").mkdir()
    (tmp_path / "kibitz" / "games").symlink_to("../games")
    return tmp_path


def missing(root, text):
    page = root / "docs" / "page.md"
    page.write_text(text + "\n", "utf-8")
    prefix = "docs/page.md: "
    return [
        fault.removeprefix(prefix).removesuffix(" is not there")
        for fault in missing_paths(page, root)
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("see `games/knaves/rules.py`", "games/knaves/rules.py"),
        ("see `heuristics/knaves/`", "heuristics/knaves/"),
        ("see `rules.py`", "rules.py"),
        ("the folder `games/<game>/boards`", "games/*/boards"),
        ("run `python -m benchmarks.speed`", "benchmarks.speed"),
        ("run `python -m kibitz.games.knaves.training`", "kibitz.games.knaves.training"),
        ("call `benchmarks.load.sample`", "benchmarks.load.sample"),
        ("[a page](knack.md#rules)", "knack.md"),
        ("```\nsolvers/   search\n```", "solvers/"),
        ("```python\nfrom games.knaves import play\n```", "games.knaves"),
    ],
)
def test_a_page_that_names_what_is_not_there(root, text, name):
    assert missing(root, text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "see `games/knaves/play.py`, `play.py`, `games/<game>/play.py` and `LICENSE`",
        "run `python -m benchmarks.load`, call `benchmarks.load.measure`",
        "import `kibitz.games.knaves.play`",
        "[a page](knaves.md#rules), [the site](https://example.org/none.md)",
        "`POST /v1/games/<game>/deal` at http://127.0.0.1:8000/docs as `application/json`",
        "`.venv/bin/kibitz`, `~/.cache/kibitz`, `jobs.sqlite`, `knaves.html`, `flat/trees=1`",
        "```console\n$ kibitz show games/none.py\n```",
    ],
)
def test_a_page_that_names_what_is_there(root, text):
    assert missing(root, text) == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("x = 1", "the module"),
        ('"""A."""\ndef deal(): ...', "deal"),
        ('"""A."""\nclass Hand: ...', "Hand"),
        ('"""A."""\nclass Hand:\n    """B."""\n    def sort(self): ...  # noqa: D102', "sort"),
        (
            '"""A."""\nclass Hand:\n    """B."""\n    @property\n    async def size(self): ...',
            "size",
        ),
    ],
)
def test_a_public_name_without_a_docstring(source, name):
    (fault,) = undocumented(source, "games/hand.py")
    assert fault.startswith("games/hand.py:")
    assert fault.endswith(f": {name} has no docstring")


@pytest.mark.parametrize(
    "source",
    [
        "",
        '"""A."""\ndef _deal(): ...',
        '"""A."""\ndef deal():\n    """B."""\n    def card(): ...',
        '"""A."""\nclass _Hand:\n    def sort(self): ...',
        '"""A."""\nclass Hand:\n    """B."""\n    def __len__(self): ...',
        '"""A."""\nclass Hand:\n    """B."""\n    @size.setter\n    def size(self, n): ...',
    ],
)
def test_names_that_need_no_docstring(source):
    assert undocumented(source, "games/hand.py") == []


def test_a_chore_that_the_guide_does_not_list():
    makefile = "BIN := x\n\nhelp: ## list\n\nbench-nodes: x ## count\n\ntest: ## test\n"
    guide = "| `make test` | runs every test |\n| `make help` | lists |\nUse `make bench-nodes`.\n"
    assert unlisted_chores(makefile, guide) == ["CONTRIBUTING.md: make bench-nodes is not listed"]


def test_every_page_is_looked_at():
    there = {page for folder in (ROOT, ROOT / "docs") for page in folder.glob("*.md")}
    assert there <= set(all_pages())


def test_the_house_is_in_order(capsys):
    assert faults() == []
    assert main() == 0
    assert capsys.readouterr().out == "The house is in order.\n"


def test_faults_fail_the_check(monkeypatch, capsys):
    monkeypatch.setattr("tests.house.faults", lambda: ["docs/page.md: games/none.py is not there"])
    assert main() == 1
    assert "games/none.py" in capsys.readouterr().out
