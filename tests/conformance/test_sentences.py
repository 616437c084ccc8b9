"""Every sentence of a hint once, as a card player reads it: ``tests/golden/sentences``.

A code and its facts stand on one line, the sentence on the next.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest

from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knack.sentences import REVIEWING as KNACK_REVIEWING
from kibitz.solvers.knack_solitaire.sentences import REVIEWING as SOLITAIRE_REVIEWING
from kibitz.solvers.knaves.sentences import REVIEWING as KNAVES_REVIEWING
from kibitz.solvers.knock_rummy.sentences import REVIEWING as KNOCK_REVIEWING
from kibitz.solvers.knotty_nines.sentences import EXPLAINING, REVIEWING
from kibitz.solvers.wording import ONLY
from tests.conformance.hints import wording_of
from tests.naive.reasons.case import checkers_of

FOLDER: Final = Path(__file__).parent.parent / "golden" / "sentences"


WORDINGS: Final = {
    **{name.replace("-", "_"): wording_of(name) for name in SOLVERS},
    "knack_reviewed": KNACK_REVIEWING,
    "knaves_reviewed": KNAVES_REVIEWING,
    "knack_solitaire_reviewed": SOLITAIRE_REVIEWING,
    "knock_rummy_reviewed": KNOCK_REVIEWING,
    "knotty_nines_explained": EXPLAINING,
    "knotty_nines_reviewed": REVIEWING,
}


def examples(name: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The code, the facts and the sentence of each example in a file."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    for head, sentence in zip(lines[::2], lines[1::2], strict=True):
        code, _, facts = head.partition(" ")
        yield code, json.loads(facts), sentence.strip()


def named_in(template: str) -> Iterator[str]:
    """The facts that a template names, also within the form of another."""
    for _, name, spec, _ in Formatter().parse(template):
        if name:
            yield name
            yield from named_in(spec or "")


@pytest.mark.parametrize("name", WORDINGS)
def test_each_sentence_reads_as_its_example(name: str) -> None:
    wording = WORDINGS[name]
    for code, facts, sentence in examples(name):
        assert wording.say(code, **facts).text == sentence
        named = {*named_in(wording.templates[code])}
        # A move in words comes with its code for programs.
        coded = {"instead": "rival", "words": "move"}
        assert set(facts) - named <= {coded[name] for name in named & coded.keys()}, code
        assert named <= set(facts), code


@pytest.mark.parametrize("name", WORDINGS)
def test_figures_of_a_sentence_have_the_same_decimals(name: str) -> None:
    for code, template in WORDINGS[name].templates.items():
        specs = [spec or "" for _, _, spec, _ in Formatter().parse(template)]
        points = {spec.lstrip("+,") for spec in specs if spec.endswith("f")}
        chances = {re.sub(r"^\D*%", "", spec) for spec in specs if re.search(r"%\d?$", spec)}
        assert len(points) < 2, code
        assert len(chances) < 2, code


@pytest.mark.parametrize("name", WORDINGS)
def test_every_sentence_has_an_example(name: str) -> None:
    assert set(WORDINGS[name].templates) == {code for code, _, _ in examples(name)}


@pytest.mark.parametrize("game", SOLVERS)
def test_every_sentence_of_a_hint_has_a_checker(game: str) -> None:
    said = {*wording_of(game).templates}
    assert said <= {*checkers_of(game).CHECKERS} <= said | {*ONLY.templates}
