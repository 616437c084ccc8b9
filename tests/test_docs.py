"""The documents are true: examples, links, tables and chores."""

import re
import shutil
from pathlib import Path

import pytest

from kibitz.api.app import create_app
from kibitz.api.settings import Settings
from kibitz.api.verbs import VERBS, verbs_of
from kibitz.cli.service_commands import EXAMPLE, answer_first
from kibitz.solvers.catalogue import SOLVERS
from tests.docs_refresh import (
    PROMPT,
    ROOT,
    BadExample,
    Block,
    Examples,
    blocks_of,
    main,
    pages,
    programs,
    refresh,
)
from tests.house import all_pages

PAGES = all_pages()
README = ROOT / "README.md"
BLOCKS = [block for page in pages() for block in blocks_of(page)]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.fixture(scope="module")
def examples():
    with Examples() as examples:
        yield examples


def prose(page):
    """A document without its fenced blocks."""
    lines = page.read_text("utf-8").splitlines()
    for block in reversed(blocks_of(page)):
        del lines[block.start - 1 : block.start + len(block.lines) + 1]
    return "\n".join(lines)


def anchors(page):
    """The anchors of a document's headings, as they are shown."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.examples], ids=lambda b: b.place)
def test_example(block, examples):
    assert list(block.refreshed(examples.run)) == list(block.lines)


@pytest.mark.parametrize(("program", "output"), programs(BLOCKS), ids=lambda block: block.place)
def test_python_example(program, output, examples):
    assert examples.python("\n".join(program.lines)).splitlines() == list(output.lines)


@pytest.mark.parametrize(
    ("program", "output"), programs(BLOCKS, "javascript"), ids=lambda block: block.place
)
def test_javascript_example(program, output, examples):
    if shutil.which("node") is None:
        pytest.skip("no Node.js")
    assert examples.javascript("\n".join(program.lines)).splitlines() == list(output.lines)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_blocks_are_of_a_known_kind(page):
    kinds = {"console", "console no-run", "", "python", "json", "toml", "html", "javascript"}
    assert [block.place for block in blocks_of(page) if block.kind not in kinds] == []
    assert all(line == line.rstrip() for line in page.read_text("utf-8").splitlines())


@every_page
def test_a_tag_that_is_sent_was_shown(page):
    """Made anew, an example with an old one would be answered otherwise, and nobody would see."""
    said = page.read_text("utf-8")
    shown = set(re.findall(r'^\d{3} (W/"\w+")$', said, re.MULTILINE))
    assert {*re.findall(r"If-None-Match: (\S+?)'", said)} <= shown


@every_page
def test_links_lead_somewhere(page):
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        if not path.exists() or (anchor and anchor not in anchors(path)):
            broken.append(target)
    assert broken == []


@every_page
def test_chores_exist(page):
    makefile = (ROOT / "Makefile").read_text("utf-8")
    chores = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    commands = re.findall(r"`(make [^`]+)`", prose(page))
    for block in blocks_of(page):
        commands += [line.removeprefix(PROMPT) for line in block.lines]
    named = {found[1] for found in map(re.compile(r"make ([a-z-]+)").match, commands) if found}
    assert named <= chores


def test_every_page_is_in_the_readme():
    linked = re.findall(r"\]\((docs/[^)#]+\.md)\)", prose(README))
    there = {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")}
    assert there <= set(linked)


def test_readme_lists_the_games_and_their_verbs():
    section = prose(README).split("\n## Games\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \(`([a-z-]+)`\) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    told = {name: (title, re.findall(r"`(\w+)`", verbs)) for title, name, verbs, _ in rows}
    assert told == {
        name: (solver.game.title, [*verbs_of(solver.game), *_extras(solver.game)])
        for name, solver in SOLVERS.items()
    }
    paths = create_app(Settings(database_url=None)).openapi()["paths"]
    routes = {f"/v1/games/{name}/{verb}" for name, (_, verbs) in told.items() for verb in verbs}
    games = [solver.game for solver in SOLVERS.values()]
    routes |= {f"/v1/games/{game.name}/{extra.name}" for game in games for extra in game.extras}
    verbs = {path for path in paths if path.startswith("/v1/games/") and path.count("/") == 4}
    assert routes == verbs
    for _, name, _, link in rows:
        assert f"(docs/{name}.md)" in link
    explained = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert explained == [*VERBS, *(extra for game in games for extra in _extras(game))]


def _extras(game):
    return [extra.name for extra in game.extras]


def test_readme_shows_what_make_run_answers_first(capsys):
    game, source, seed = EXAMPLE
    first = f"kibitz deal {game} --source {source} --seed {seed} | kibitz solve -"
    shown = [command for block in BLOCKS if block.examples for _, command in block.commands()]
    assert any(command.startswith(first) for command in shown)
    answer_first("http://127.0.0.1:8000")
    said = capsys.readouterr().out
    assert said.startswith(f"Deal {seed} of PySolFC, Knotty Nines:\n")
    assert "\n\nUnsolvable: a bound rules every line out.\n" in said
    assert said.endswith("\nServing on http://127.0.0.1:8000\n")


def page_of(folder: Path, *lines: str) -> Path:
    page = folder / "page.md"
    page.write_text("\n".join(lines) + "\n", "utf-8")
    return page


def test_refreshing_rewrites_outputs_and_nothing_else(tmp_path):
    head = ["# Title", "", "```console no-run", "$ kibitz one", "old", "```", "", "```console"]
    stale = page_of(tmp_path, *head, "$ kibitz one \\", "    two", "old", "$ kibitz three", "```")
    before = stale.read_text("utf-8")

    def run(command: str) -> str:
        return f"ran {command}\n"

    assert len(refresh(stale, run, write=False)) == 1
    assert stale.read_text("utf-8") == before
    assert len(refresh(stale, run, write=True)) == 1
    fresh = ["$ kibitz one \\", "    two", "ran kibitz one two"]
    fresh += ["$ kibitz three", "ran kibitz three", "```"]
    assert stale.read_text("utf-8").splitlines() == [*head, *fresh]
    assert refresh(stale, run, write=False) == []


def test_a_check_fails_where_a_document_is_stale(tmp_path, capsys):
    page = page_of(tmp_path, "```console", "$ kibitz games | head -n 1", "none", "```")
    assert main(["--check", str(page)]) == 1
    assert "-none" in capsys.readouterr().out
    assert main([str(page)]) == 0
    assert page.read_text("utf-8").splitlines()[2].startswith("game ")
    assert main(["--check", str(page)]) == 0


@pytest.mark.parametrize(
    "command",
    [
        "rm -r .",
        "kibitz games > file",
        "kibitz games; kibitz rules",
        "kibitz games && kibitz rules",
        "curl -s http://example.org/",
        "curl -s -L http://127.0.0.1:8000/v1/games",
        "curl -s -o file http://127.0.0.1:8000/v1/games",
    ],
)
def test_other_commands_are_not_run(examples, command):
    with pytest.raises(BadExample):
        examples.run(command)


@pytest.mark.parametrize("lines", [(), ("output first",)], ids=["empty", "no command"])
def test_a_block_begins_with_a_command(lines):
    with pytest.raises(BadExample):
        list(Block(README, "console", 1, lines).commands())


def test_outputs_that_would_end_the_block_or_show_nothing_are_refused():
    block = Block(README, "console", 1, ("$ kibitz",))
    for printed in ("```\n", "$ more\n", ""):
        with pytest.raises(BadExample):
            block.refreshed({"kibitz": printed}.__getitem__)
