"""The sentences of each game's hints, and what holds for the reasons in all of them."""

import re
from importlib import import_module

from kibitz.contract.answers import Reason
from kibitz.solvers.wording import ONLY, Wording
from tests.naive.reasons.case import Case, checkers_of


def wording_of(game: str) -> Wording:
    """The sentences of a game's hints."""
    module = import_module(f"kibitz.solvers.{game.replace('-', '_')}.sentences")
    wording: Wording = module.WORDING
    return wording


def check(case: Case) -> list[str]:
    """The codes of the reasons of a hint: all true, made from their facts, each said once."""
    wording, reasons = wording_of(case.game.name), case.hint.reasons or []
    where = f"{case.hint.move} in {case.position.to_text()}"
    assert reasons or case.hint.move is None, where
    for reason in reasons:
        checker = checkers_of(case.game.name).CHECKERS[reason.code]
        assert checker(case, reason.args), f"{reason} of {where}"
        words = wording if reason.code in wording.templates else ONLY
        assert words.say(reason.code, **reason.args) == reason
        assert case.hint.text.count(reason.text) == 1, where
    check_head(case)
    text = case.hint.text.removesuffix(f" {case.hint.advice}")
    assert text.endswith(" ".join(reason.text for reason in reasons)), where
    clues = lower_levels(case)
    for reason in clues:
        checker = checkers_of(case.game.name).CHECKERS[reason.code]
        assert checker(case, reason.args), f"{reason} of {where}"
        assert wording.say(reason.code, **reason.args) == reason
    return [reason.code for reason in (*reasons, *clues)]


def check_head(case: Case) -> None:
    """The sentence that advises a move says it once: no code of it, and no card twice."""
    hint = case.hint
    if hint.move is None:
        return
    head = hint.text.removesuffix(f" {hint.advice}").removesuffix(
        " ".join(reason.text for reason in hint.reasons or [])
    )
    verb = head.partition(" ")[0].rstrip(",")
    assert verb.isalpha(), head
    assert verb.istitle(), head
    assert ":" not in head, head
    cards = re.findall("[A2-9TJQK][♣♦♥♠]", head.partition(" beside ")[0])
    assert len(cards) == len({*cards}), head


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area, where there is a choice."""
    reasons = case.hint.reasons or []
    if case.hint.move is None or reasons[0].code in ONLY.templates:
        return []
    game = case.game.name.replace("-", "_")
    found: list[Reason] = import_module(f"tests.solvers.{game}.hinted").lower_levels(case)
    return found


def said_of(case: Case) -> list[Reason]:
    """All sentences of a hint at its levels but the advice itself."""
    return [*(case.hint.reasons or []), *lower_levels(case)]
