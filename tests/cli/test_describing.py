"""Answers in words: every kind of answer that a solver may give."""

import pytest

from kibitz.api.phrases import score_text
from kibitz.cli import describing
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    MoveValue,
    PlanValue,
    Proof,
    Score,
    Shortest,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.explanations import Block, Depth, Explanation
from kibitz.contract.options import EffectiveLimits
from tests.cli.helpers import ENDING, ENDING_WINS, GAME

NO_LIMITS = EffectiveLimits(time_ms=None, nodes=None, iterations=None, memory_mb=None)
LIMITS = EffectiveLimits(time_ms=10_000, nodes=10**6, iterations=50, memory_mb=256)
POSITION = GAME.read(ENDING)


def score(kind="estimate", unit="win_probability", value=0.25, low=0.2, high=0.3):
    return Score(kind=kind, unit=unit, value=value, low=low, high=high, samples=100)


def solution(**fields):
    common = {"stopped_by": StoppedBy.SOLVED, "spent": Spent(nodes=1234), "limits": NO_LIMITS}
    return SolveAnswer(**common | fields)


@pytest.fixture
def told(capsys):
    """What describing an answer prints."""

    def tell(answer, *, words=False):
        if isinstance(answer, SolveAnswer):
            describing.describe_solution(GAME, POSITION, answer, words=words)
        elif isinstance(answer, HintAnswer):
            describing.describe_hint(answer)
        else:
            describing.describe_analysis(answer, words=words)
        return capsys.readouterr().out

    return tell


class TestSolution:
    @pytest.mark.parametrize(
        ("shortest", "said"),
        [
            (None, ""),
            (Shortest(proven=True, moves=3, at_least=3), "No line is shorter.\n"),
            (
                Shortest(proven=False, moves=3, at_least=2),
                "No line is shorter than 2 moves.\n",
            ),
        ],
    )
    def test_solvable(self, told, shortest, said):
        answer = solution(
            verdict=Verdict.SOLVABLE, proof=Proof.WITNESS, moves=ENDING_WINS, shortest=shortest
        )
        assert told(answer) == (
            "Solvable in 3 moves: by the line below, replayed by the rules.\n"
            f"{said}"
            "  5>2=9C 9>2=2H 5>2=9H\n"
            "\n"
            "Decided. Visited 1,234. Limits: none.\n"
        )

    def test_already_won(self, told):
        answer = solution(verdict=Verdict.SOLVABLE, proof=Proof.WITNESS, moves=[], spent=Spent())
        assert told(answer) == ("Solvable: the game is already won.\n\nDecided. Limits: none.\n")

    def test_unsolvable(self, told):
        explanation = Explanation(
            summary="No line draws more than 1 of the 3 stock cards.",
            deepest=Depth(cards_drawn=1, of=3, proven=True),
            blocks=[
                Block(pile=4, card="AS", needs=["2"], reason="no 2 is on top"),
                Block(pile=12, card="KH", needs=["ace"], reason="no ace [is] on top " * 5),
            ],
            cycles=[["stock", "pile 4", "2", "stock"]],
            line=["5>2"],
        )
        answer = solution(verdict=Verdict.UNSOLVABLE, proof=Proof.BOUND, explanation=explanation)
        assert (
            told(answer, words=True)
            == """\
Unsolvable: a bound rules every line out.
No line draws more than 1 of the 3 stock cards.

The line that goes deepest:
  1. 5>2=9C  J♠ of pile 5 onto Q♦ of pile 2, drawing 9♣

What waits there:
  pile 4   base AS  no 2 is on top
  pile 12  base KH  no ace [is] on top no ace [is] on top no ace [is] on top no
                    ace [is] on top no ace [is] on top

What waits for each other:
  stock → pile 4 → 2 → stock

Decided. Visited 1,234. Limits: none.
"""
        )

    def test_unsolvable_without_explanation(self, told):
        answer = solution(verdict=Verdict.UNSOLVABLE, proof=Proof.EXHAUSTIVE)
        assert told(answer).startswith("Unsolvable: every line was searched.\n\nDecided.")

    @pytest.mark.parametrize(
        ("stopped", "why"),
        [
            (StoppedBy.TIME, "the time limit stopped the search"),
            (StoppedBy.NODES, "the node limit stopped the search"),
            (StoppedBy.ITERATIONS, "the iteration limit stopped the search"),
            (StoppedBy.MEMORY, "the memory limit stopped the search"),
            (StoppedBy.CANCELLED, "the search was cancelled"),
        ],
    )
    def test_unknown(self, told, stopped, why):
        answer = solution(
            verdict=Verdict.UNKNOWN,
            proof=Proof.NONE,
            stopped_by=stopped,
            spent=Spent(nodes=1, states=2, samples=3000),
            limits=LIMITS,
            advice="Raise limits.time_ms or limits.memory_mb to search on.",
        )
        said, advice, _, *cost = told(answer).splitlines()
        assert said == f"Unknown: {why}."
        assert advice == "Raise --time-ms or --memory-mb to search on."
        assert " ".join(cost) == (
            "Visited 1, stored 2, samples 3,000. "
            "Limits: time 10,000 ms, nodes 1,000,000, samples 50, memory 256 MB."
        )


def hint(**fields):
    common = {"level": "move", "verdict": Verdict.UNKNOWN, "stopped_by": StoppedBy.SETTLED}
    return HintAnswer(
        **common | {"spent": Spent(samples=100), "limits": NO_LIMITS, "seed": "0"} | fields
    )


class TestHint:
    def test_nudge(self, told):
        assert told(hint(level="nudge", text="Look at the nines.")) == (
            "Look at the nines.\n"
            "\n"
            "Settled: no other move is still in question. Samples 100. Limits: none.\n"
        )

    def test_why(self, told):
        text = (
            "Play the jack onto the queen, so that the pile that empties draws the nine of spades."
        )
        answer = hint(level="why", text=text, move="5>2", line=ENDING_WINS, score=score())
        assert told(answer).startswith(
            "Play the jack onto the queen, so that the pile that empties draws the nine of\n"
            "spades.\n"
            "Line:\n"
            "  5>2 9>2 5>2\n"
            "Value: 25.0 % (20.0 to 30.0)\n"
        )

    @pytest.mark.parametrize(
        ("text", "move", "told_move"),
        [
            ("Play 7♥, leading hearts.", "7H", "Move: 7H\n"),
            ("Draw from the stock.", "draw", ""),
            ("Pass, as no card in the hand can be laid.", "pass", ""),
        ],
    )
    def test_the_move_as_it_is_typed_where_words_do_not_say_it(self, told, text, move, told_move):
        answer = hint(level="move", text=text, move=move, line=[move])
        assert told(answer).startswith(f"{text}\n{told_move}\n")


def analysis(**fields):
    common = {
        "information": "known",
        "verdict": Verdict.SOLVABLE,
        "proof": Proof.WITNESS,
        "moves": [],
        "stopped_by": StoppedBy.SOLVED,
        "spent": Spent(),
        "limits": NO_LIMITS,
    }
    return AnalyzeAnswer(**common | {"seed": "0"} | fields)


class TestAnalysis:
    def test_a_chance_that_is_known_for_certain_is_not_called_unknown(self, told):
        half = score("exact", value=0.5, low=0.5, high=0.5)
        common = {"information": "hidden", "verdict": Verdict.UNKNOWN, "proof": Proof.NONE}
        assert told(analysis(**common, score=half, moves=[])).startswith(
            "With best play it depends on the order of the stock, which is face down.\n"
        )

    def test_table(self, told):
        certain = score("exact", value=1.0, low=1.0, high=1.0)
        moves = [
            MoveValue(
                move="5>2",
                text="J♠ of pile 5 onto Q♦",
                score=certain,
                loss=0.0,
                line=["5>2", "9>2", "5>2", "1>2", "2>3", "3>4", "4>5"],
            ),
            MoveValue(
                move="3>8",
                text="2♦ of pile 3 onto 3♣",
                score=score(),
                loss=0.75,
                same_as="5>2",
                note="may be undone",
            ),
        ]
        answer = analysis(
            information="hidden",
            verdict=Verdict.SOLVABLE,
            proof=Proof.EXHAUSTIVE,
            score=certain,
            moves=moves,
        )
        assert (
            told(answer)
            == """\
Solvable in every order of the stock, which is face down.
Value of the position: 100 %

move                  value  loss  line
5>2                   100 %        5>2 9>2 5>2 1>2 2>3 3>4 …
3>8   25.0 % (20.0 to 30.0)  75.0  same as 5>2; may be undone

Decided. Limits: none.
"""
        )
        assert """
move                  value  loss  in words
5>2                   100 %        J♠ of pile 5 onto Q♦
3>8   25.0 % (20.0 to 30.0)  75.0  2♦ of pile 3 onto 3♣
                                   same as 5>2; may be undone
""" in told(answer, words=True)

    def test_whole_turns(self, told):
        certain = score("exact", value=1.0, low=1.0, high=1.0)
        move = MoveValue(move="a", text="a king", score=certain, loss=0.0)
        plans = [
            PlanValue(moves=["a", "b"], text="a king, a queen", score=certain, loss=0.0),
            PlanValue(moves=["a"], text="a king", score=score(), loss=0.75),
        ]
        answer = analysis(
            information="hidden",
            verdict=None,
            proof=Proof.NONE,
            score=certain,
            moves=[move],
            plans=plans,
        )
        assert (
            told(answer)
            == """Valued with hidden cards guessed.
Value of the position: 100 %

move  value  loss  line
a     100 %

Whole turns:
turn                  value  loss
a b                   100 %
a     25.0 % (20.0 to 30.0)  75.0

Decided. Limits: none.
"""
        )
        assert "a king, a queen" in told(answer, words=True)

    def test_nothing_left(self, told):
        answer = analysis(verdict=Verdict.UNSOLVABLE, proof=Proof.BOUND)
        assert told(answer) == (
            "Unsolvable: a bound rules every line out, with all cards known.\n"
            "No move is left.\n"
            "\n"
            "Decided. Limits: none.\n"
        )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (score(), "25.0 % (20.0 to 30.0)"),
        (score("bound"), "25.0 % (20.0 to 30.0)"),
        (score("exact", value=0.5, low=0.5, high=0.5), "50.0 %"),
        (score("exact", value=1 - 1e-7, low=0, high=1), "over 99.9 %"),
        (score("estimate", "points", -3.25, -4, 2), "-3.2 points (-4.0 to 2.0)"),
        (score("exact", "cards", 19, 19, 19), "19 cards"),
    ],
)
def test_scores(given, text):
    assert score_text(given) == text


def test_a_figure_is_not_parted_from_its_unit(capsys):
    for letters in range(60, 100):
        describing.wrapped(f"{'a' * letters} the result was 28.1 %, without luck")
        lines = capsys.readouterr().out.splitlines()
        assert not any(line.startswith("%") for line in lines)
        assert "28.1 %" in " ".join(lines)
