"""Improving answers: while a search goes on, its listener can ask what it would answer now."""

from typing import Any

import pytest

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.solvers.answers import so_far
from kibitz.solvers.budget import Budget, Cancel, Progress, finding, improving
from kibitz.solvers.catalogue import SOLVERS

ANSWERS: dict[str, Any] = {"solve": SolveAnswer, "analyze": AnalyzeAnswer, "hint": HintAnswer}
LIMITS = Limits(time_ms=400, memory_mb=64)


class Improvements:
    """A listener that keeps every improving answer of a verb."""

    def __init__(self, verb, budget):
        self.answers = []
        self.verb, self.budget = verb, budget

    def __call__(self, progress):
        assert "inf" not in progress.best
        answer = so_far(self.verb, progress, self.budget)
        if answer is not None:
            assert type(answer) is ANSWERS[self.verb]
            self.answers.append(answer)


def hear(game, verb, position, **options):
    budget = Budget(LIMITS)
    heard = Improvements(verb, budget)
    kinds = {"solve": SolveOptions, "analyze": AnalyzeOptions, "hint": HintOptions}
    call = getattr(SOLVERS[game], verb)
    return heard.answers, call(position, kinds[verb](**options), budget, heard)


@pytest.mark.parametrize("verb", ["analyze", "hint"])
@pytest.mark.parametrize("game", SOLVERS)
def test_hidden_cards(game, verb):
    rules = SOLVERS[game].game
    position = rules.deal("4")
    while len(moves := rules.legal(rules.state(position))) == 1:  # an only move is not searched
        position = rules.play(position, [rules.move_text(moves[0])])
    answers, last = hear(game, verb, position, information="hidden")
    assert answers
    assert all(answer.stopped_by is StoppedBy.CANCELLED for answer in answers[:-1])
    for answer in [*answers, last]:
        if verb == "analyze":
            assert answer.moves
            assert not any("0 of 0" in (row.note or "") for row in answer.moves)
        else:
            assert answer.text
            assert "cancelled" not in answer.text  # nobody did
            assert answer.move or answer.advice


@pytest.mark.parametrize("game", SOLVERS)
def test_deciding(game):
    answers, last = hear(game, "solve", SOLVERS[game].game.deal("4"))
    assert isinstance(last, SolveAnswer)
    assert all(answer.verdict is Verdict.UNKNOWN for answer in answers[:-1])


@pytest.mark.parametrize("verb", ["analyze", "hint"])
@pytest.mark.parametrize("game", ["knotty-nines", "knack-solitaire"])
def test_known_cards_of_a_solitaire(game, verb):
    solver = SOLVERS[game]
    # A position with several moves whose decisions take more than a chunk of work.
    position = solver.game.deal("74", {"jokers": 0} if game == "knack-solitaire" else None)
    answers, last = hear(game, verb, position, information="known")
    moves = len(solver.game.legal(solver.game.state(position)))
    for answer in [*answers, last]:
        if isinstance(answer, AnalyzeAnswer):
            assert len(answer.moves) == moves


def test_a_win_is_told_while_it_is_shortened():
    position = SOLVERS["knotty-nines"].game.deal("100074", None, "pysolfc")
    answers, last = hear("knotty-nines", "solve", position, objective="shortest")
    won = [answer for answer in answers if answer.verdict is Verdict.SOLVABLE]
    assert won
    for answer in won:
        assert answer.moves
        assert answer.shortest.at_least <= last.shortest.at_least
        assert answer.shortest.moves >= last.shortest.moves


def test_a_layout_is_told_while_it_is_made_compact():
    position = SOLVERS["knack-solitaire"].game.deal("1")
    answers, last = hear("knack-solitaire", "solve", position, objective="compact")
    boxes = [answer.box for answer in answers if answer.box]
    assert boxes
    areas = [box.width * box.height for box in [*boxes, last.box]]
    assert areas == sorted(areas, reverse=True)


def test_layers_put_what_is_found_their_way():
    heard: list[Any] = []
    listener = improving(finding(heard.append, lambda: 2), lambda found: found + 1)
    listener(Progress(1, None, "nodes"))
    assert heard[0].found() == 2
    listener = finding(improving(heard.append, lambda found: found + 1), lambda: 2)
    listener(Progress(1, None, "nodes", found=lambda: 7))
    assert heard[1].found() == 3
    improving(heard.append, str)(Progress(1, None, "nodes"))
    assert heard[2].found is None


def test_nothing_is_told_of_what_no_layer_puts_as_an_answer():
    budget = Budget(Limits(), Cancel())
    budget.nodes, budget.iterations = 3, 4
    unmade = Progress(1, None, "nodes", found=lambda: [1])
    assert so_far("analyze", unmade, budget) is None
    answer = so_far("solve", unmade, budget)
    assert isinstance(answer, SolveAnswer)
    assert (answer.stopped_by, answer.spent.nodes, answer.spent.samples) == ("cancelled", 3, 4)
