import ast
from pathlib import Path

import pytest

from kibitz.games import sources
from kibitz.games.catalogue import LISTED, folder_of
from kibitz.games.sources import ROOT, attaching, digest_of, imported, reachable

RECORD = "STATE: Final = np.dtype([])\n"
FILES = {
    "games/chance.py": "MASK = 1\n",
    "games/protocol.py": "from kibitz.games.chance import MASK\n",
    "games/one/play.py": "from kibitz.games.protocol import (\n    implements,\n)\n" + RECORD,
    "games/two/play.py": "from kibitz.games.protocol import implements\n" + RECORD,
    "heuristics/one/policy.py": (
        "from kibitz.games.one.play import STATE\nFILE = 'policy.npz'\n"
        "@implements(judgement.prior, STATE)\n"
    ),
    "heuristics/one/policy.npz": "weights",
    "solvers/search.py": "from kibitz.games import chance, protocol\n",
    "solvers/one/solver.py": (
        "from kibitz.games.one.play import STATE\nfrom kibitz.solvers import search\n"
    ),
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of two games, of which the first has a policy with weights."""
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    for name, text in FILES.items():
        write(tmp_path / name, text)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    for kept in (imported, sources._files_of, attaching, reachable, digest_of, sources._entry):
        kept.cache_clear()


def named(tree: Path, found: frozenset[Path]) -> set[str]:
    return {path.relative_to(tree).as_posix() for path in found}


def test_a_kernel_depends_on_all_that_it_imports_and_on_what_is_attached(tree: Path) -> None:
    general = {"games/chance.py", "games/protocol.py"}
    assert named(tree, reachable(tree / "solvers/search.py")) == general | {"solvers/search.py"}
    one = {"games/one/play.py", "heuristics/one/policy.py", "heuristics/one/policy.npz"}
    assert named(tree, reachable(tree / "games/one/play.py")) == general | one
    solver = {"solvers/one/solver.py", "solvers/search.py"}
    assert named(tree, reachable(tree / "solvers/one/solver.py")) == general | one | solver
    assert named(tree, reachable(tree / "games/two/play.py")) == general | {"games/two/play.py"}


def changed(tree: Path, edited: str) -> set[str]:
    """The sources whose kernels are compiled again after an edit of one file."""
    before = {name: digest_of(frozenset({tree / name})) for name in FILES}
    write(tree / edited, FILES[edited] + "\n")
    return {name for name in FILES if digest_of(frozenset({tree / name})) != before[name]}


def test_an_edit_in_one_game_leaves_the_others_as_they_are(tree: Path) -> None:
    of_one = {name for name in FILES if "/one/" in name}
    assert changed(tree, "games/one/play.py") == of_one - {"heuristics/one/policy.npz"}
    assert changed(tree, "heuristics/one/policy.npz") == of_one
    assert changed(tree, "games/two/play.py") == {"games/two/play.py"}


def test_an_edit_of_what_all_games_share_reaches_all(tree: Path) -> None:
    assert changed(tree, "games/chance.py") == set(FILES) - {"heuristics/one/policy.npz"}


def test_the_digest_does_not_depend_on_where_the_checkout_lies(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = digest_of(frozenset({tree / "solvers/one/solver.py"}))
    other = tmp_path_factory.mktemp("other")
    monkeypatch.setattr(sources, "ROOT", other)
    for name, text in FILES.items():
        write(other / name, text)
    assert digest_of(frozenset({other / "solvers/one/solver.py"})) == here


def test_games_of_the_project_do_not_depend_on_each_other() -> None:
    folders = {folder_of(name) for name in LISTED}
    for package in ("games", "heuristics", "solvers"):
        for folder in folders:
            for file in (ROOT / package / folder).rglob("*.py"):
                reached = {path.parts[len(ROOT.parts) + 1] for path in reachable(file)}
                assert reached & folders <= {folder}, file


def test_constants_that_kernels_freeze_are_reached() -> None:
    # A kernel keeps the value a constant had when it was compiled, wherever that was defined.
    for package in sources.KERNEL_PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module is not None:
                    path = ROOT / (node.module.removeprefix("kibitz.").replace(".", "/") + ".py")
                    assert path in imported(file) or not path.is_file(), (file, node.module)
