import ast
from pathlib import Path

import numba
import pytest

from games import kernel
from games.kernel import CACHE_DIR, cache_base, cpu_identity, kernel_hash, kernel_sources

KERNEL_TEXT = "from games.kernel import kernel\n\n\n@kernel\ndef f(x):\n    return x\n"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with two kernel sources and one that defines no kernel."""
    for name, text in {
        "games/a.py": KERNEL_TEXT,
        "solvers/deep/b.py": KERNEL_TEXT.replace("f(x)", "g(x)"),
        "heuristics/plain.py": "X = 1\n",
        "api/c.py": KERNEL_TEXT,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setattr(kernel, "ROOT", tmp_path)
    return tmp_path


def test_kernel_sources_are_those_with_kernels(sources: Path) -> None:
    found = [path.relative_to(sources).as_posix() for path in kernel_sources()]
    assert found == ["games/a.py", "solvers/deep/b.py"]


def test_hash_changes_with_any_kernel_source(sources: Path) -> None:
    seen = {kernel_hash()}
    assert kernel_hash() in seen
    (sources / "games/a.py").write_text(KERNEL_TEXT + "\n", "utf-8")
    seen.add(kernel_hash())
    (sources / "solvers/deep/b.py").rename(sources / "solvers/deep/d.py")
    seen.add(kernel_hash())
    (sources / "solvers/e.py").write_text(KERNEL_TEXT, "utf-8")
    seen.add(kernel_hash())
    (sources / "solvers/e.py").unlink()
    assert kernel_hash() in seen
    assert len(seen) == 4


def test_hash_changes_with_learned_weights(sources: Path) -> None:
    before = kernel_hash()
    (sources / "heuristics").mkdir(exist_ok=True)
    weights = sources / "heuristics/weights.npz"
    weights.write_bytes(b"1")
    first = kernel_hash()
    weights.write_bytes(b"2")
    assert len({before, first, kernel_hash()}) == 3


def test_hash_does_not_change_with_sources_that_hold_no_kernels(sources: Path) -> None:
    before = kernel_hash()
    (sources / "api/c.py").unlink()
    assert kernel_hash() == before


def test_hash_changes_with_compiler_and_processor(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.delenv("NUMBA_CPU_FEATURES", raising=False)
    seen = {kernel_hash()}
    assert cpu_identity() == "generic/"
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+avx2")
    assert cpu_identity() == "generic/+avx2"
    seen.add(kernel_hash())
    monkeypatch.setattr(numba, "__version__", "0.0.0")
    seen.add(kernel_hash())
    assert len(seen) == 3


def test_every_kernel_module_of_the_project_is_hashed() -> None:
    found = {path.relative_to(kernel.ROOT).as_posix() for path in kernel_sources()}
    assert {"games/chance.py", "games/knotty_nines/play.py", "games/protocol.py"} <= found
    assert "solvers/knotty_nines/search.py" in found


def test_constants_that_kernels_freeze_are_hashed() -> None:
    # A kernel keeps the value a constant had when it was compiled, wherever that was defined.
    hashed = set(kernel_sources())
    for source in hashed:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            path = kernel.ROOT / (node.module.replace(".", "/") + ".py")
            constants = [name.name for name in node.names if name.name.isupper()]
            assert path in hashed or not path.is_file() or not constants, (source, constants)


def test_cache_lies_where_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_CACHE_DIR", str(tmp_path / "here"))
    assert cache_base() == tmp_path / "here"
    monkeypatch.delenv("KIBITZ_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_base() == tmp_path / "kibitz"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_base().parts[-2:] == (".cache", "kibitz")
    assert str(CACHE_DIR) == numba.config.CACHE_DIR
