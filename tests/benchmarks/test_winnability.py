"""How many deals can be won: the data hold what a study finds, the page shows the data."""

import json
import re
from typing import Final

import pytest

from benchmarks import winnability
from benchmarks.winnability import DATA, KINDS, NODES, Kind, count_on, extend, load
from benchmarks.winnability_page import DRAWN, PAGE, PICTURES, page_of, pictures_of, searched
from kibitz.contract.base import plain
from kibitz.contract.jobs import StudyResult
from kibitz.contract.options import Limits
from kibitz.jobs.study import decided
from kibitz.jobs.tally import Tally
from kibitz.solvers.budget import Cancel
from kibitz.solvers.catalogue import find
from tests.jobs.helpers import study
from tests.naive.study import result_of

FOUND = load()
FEW = 20_000  # nodes: deals that are decided again in no time
WHOLE: Final = re.compile(r"[0-9]{1,3}(,[0-9]{3})*")
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def test_the_page_shows_the_data():
    text = PAGE.read_text("utf-8")
    assert page_of(text, FOUND) == text
    for name in DRAWN:
        assert f"pictures/{name}.svg" in text


def test_the_pictures_are_those_of_the_page_and_small():
    drawn = pictures_of(FOUND)
    assert set(drawn) == {path.name for path in PICTURES.glob("winnability-*.svg")}
    assert pictures_of(FOUND) == drawn
    for name in drawn:
        assert (PICTURES / name).read_bytes().startswith(b"<?xml")
        assert (PICTURES / name).stat().st_size < 60_000


@pytest.mark.parametrize("name", DRAWN)
def test_the_numbers_of_a_picture_are_whole_with_commas(name):
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", (PICTURES / f"{name}.svg").read_text("utf-8"))
    numbers = [text for text in texts if text[:1].isdigit()]
    assert len(numbers) > 5
    assert [text for text in numbers if not WHOLE.fullmatch(text)] == []


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_has_several_bars_that_can_be_seen(name):
    game, rules, _ = DRAWN[name]
    (known,) = [each for each in FOUND.values() if (each["game"], each["rules"]) == (game, rules)]
    heights = [
        each.solvable + each.unsolvable + each.undecided
        for each in searched(StudyResult.model_validate(known["result"]))
    ]
    assert heights[0] > 0
    assert sum(each >= max(heights) / 100 for each in heights) >= 5


def test_the_data_are_of_the_kinds_and_small():
    assert set(FOUND) == {kind.name for kind in KINDS}
    assert DATA.stat().st_size < 5_000_000


@every_kind
def test_the_tally_of_a_kind_adds_up(kind):
    known = FOUND[kind.name]
    found = StudyResult.model_validate(known["result"])
    assert (known["game"], known["rules"]) == (kind.game, kind.rules)
    assert known["limits"]["nodes"] == NODES[kind.game]
    for verdict in ("solvable", "unsolvable", "undecided"):
        assert sum(getattr(each, verdict) for each in found.difficulty) == getattr(found, verdict)
    assert found.solvable + found.unsolvable + found.undecided == found.deals <= kind.aim
    assert plain(Tally().include(found).result()) == known["result"]


@every_kind
def test_a_hard_deal_is_as_hard_again(kind):
    solver, limits = find(kind.game), Limits(**FOUND[kind.name]["limits"])
    hardest = StudyResult.model_validate(FOUND[kind.name]["result"]).hardest
    for each in [each for each in hardest if each.nodes <= FEW][:1]:
        again = decided(solver, each.deal, kind.rules, "kibitz", limits, Cancel())
        assert (again.verdict, again.spent.nodes) == (each.verdict, each.nodes)


def test_counting_on_is_counting_in_one_go(tmp_path, monkeypatch):
    file = tmp_path / "found.json"
    monkeypatch.setattr(winnability, "load", lambda: load(file))
    save = winnability.save
    monkeypatch.setattr(winnability, "save", lambda found: save(found, file))
    monkeypatch.setattr(winnability, "SLICE", 30)
    kind = Kind("knotty-nines", {})
    for aim in (40, 70, 70):
        count_on(kind, aim, None, Cancel())
    rows = study(0, 70).work(range(70), Cancel())
    found = load(file)[kind.name]
    expected = StudyResult.model_validate(result_of(rows))
    assert found["result"] == plain(expected)
    stopped = Cancel()
    stopped.set()
    assert extend(kind, found, 10, stopped) == found
    count_on(kind, 1_000, 0.0, Cancel())
    assert json.loads(file.read_text("utf-8"))[kind.name] == found
    found["limits"]["nodes"] = 5
    with pytest.raises(ValueError, match="under other limits"):
        extend(kind, found, 10, Cancel())
