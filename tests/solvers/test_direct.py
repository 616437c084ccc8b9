import pytest

from kibitz import BadInput, Limits, analyze, hint, solve
from kibitz.contract.answers import StoppedBy, Verdict
from kibitz.solvers import direct
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find

GAME = "knotty-nines"
ENDING = (
    "knotty-nines~~8C7D.QHJSTD9C.5C4D3H2HASKSQCJDTS9H8H7S6D5D.5S4S3S2D.9S8S7C6H5H4H3D2SACKCQSJH."
    "TC.ADKD.4C3C2CAHKHQDJC.9D8D7H6S~TH6C"
)


def test_the_verbs_that_search_as_functions() -> None:
    solved = solve(GAME, ENDING, limits=Limits(nodes=1000), objective="shortest")
    assert (solved.verdict, solved.moves) == (Verdict.SOLVABLE, ["6>5", "6>8"])
    assert (solved.limits.nodes, solved.limits.time_ms) == (1000, None)
    position = find(GAME).game.read(ENDING).to_json()
    assert solve(GAME, position, limits=Limits(nodes=1000)).verdict is Verdict.SOLVABLE
    assert hint(GAME, ENDING, level="nudge").move is None
    assert hint(GAME, ENDING).move == "6>5"
    texts = hint(GAME, ENDING, levels=["nudge", "move"]).hints
    assert [*texts] == ["nudge", "move"]
    assert [row.move for row in analyze(GAME, ENDING, moves=["6>8", "2>6"]).moves] == ["6>8", "2>6"]
    assert len(analyze(GAME, ENDING, multi_pv=2).moves) == 2


def test_every_fault_is_listed() -> None:
    with pytest.raises(BadInput) as bad:
        hint(GAME, "knotty-nines~~", seed="x", utility="points")
    named = {fault.pointer.split("/")[1] for fault in bad.value.faults}
    assert named == {"position", "seed", "utility"}
    with pytest.raises(BadInput) as bad:
        solve("chess", ENDING)
    assert [fault.pointer for fault in bad.value.faults] == ["/game"]


def test_a_text_is_no_list_of_letters() -> None:
    with pytest.raises(BadInput, match="'levels' should be a list, not 'why'"):
        hint(GAME, ENDING, levels="why")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="'include' should be a list, not 'lines'"):
        analyze(GAME, ENDING, include="lines")  # type: ignore[arg-type]


def test_compiling_is_over_before_the_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(direct, "is_compiled", lambda _: False)
    monkeypatch.setattr(direct, "compile_game", done.append)

    class Started(Budget):
        def __init__(self, limits: Limits) -> None:
            done.append("clock")
            super().__init__(limits)

    monkeypatch.setattr(direct, "Budget", Started)
    assert solve(GAME, ENDING).stopped_by is StoppedBy.SOLVED
    assert done == [GAME, "clock"]
