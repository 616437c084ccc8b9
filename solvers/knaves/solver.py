"""Knaves: what the verbs need to know of the game."""

from collections.abc import Sequence
from typing import ClassVar, Final

from kibitz.contract.answers import Incident, Score, VerifyAnswer
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Limits,
    Objective,
    SolveOptions,
    Utility,
)
from kibitz.games.cards import card_text
from kibitz.games.faults import Fault, IllegalMove
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.notation import read_move
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.record import Judged, judge
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.figures import seats_named
from kibitz.solvers.hidden_information import HiddenInformationSolver
from kibitz.solvers.ismcts.onward import Arena, ends_after
from kibitz.solvers.knaves.analysis import (
    OPTIONS,
    SETTING,
    beliefs_of,
    match_score,
    no_match,
    of_hidden,
    of_open,
    possible_points,
)
from kibitz.solvers.knaves.choosing import KnavesChooser
from kibitz.solvers.knaves.hints import words_of
from kibitz.solvers.knaves.reviewing import KnavesReviewer
from kibitz.solvers.question import Question
from kibitz.solvers.reviewing import reviewing
from kibitz.solvers.solver import FEW, Step, asking, run_rules

WHOLE: Final = Limits(nodes=1_000_000).over(FEW)


class KnavesSolver(HiddenInformationSolver):
    """Exact with open hands; sampled worlds at the table."""

    game = Knaves()
    chooser = KnavesChooser
    reviewer = KnavesReviewer
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    open_values = staticmethod(of_open)
    hidden_search = staticmethod(of_hidden)
    beliefs = staticmethod(beliefs_of)
    no_match = staticmethod(no_match)
    words = staticmethod(words_of)

    def check_open(self, position: Position, state: State) -> list[Fault]:  # noqa: ARG002
        """See `solvers.hidden_information.HiddenInformationSolver.check_open`."""
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if not hidden:
            return []
        message = f"cards of {seats_named(hidden)} are hidden, and all hands are needed"
        return [Fault("/position/hands", "hand_hidden", message)]

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.answering.AnsweringSolver.read_move`."""
        return read_move(text)

    def possible(self, question: Question) -> tuple[float, float]:
        """See `solvers.hidden_information.HiddenInformationSolver.possible`."""
        return possible_points(question.state, question.seat)

    def final_score(self, question: Question) -> Score | None:
        """See `solvers.hidden_information.HiddenInformationSolver.final_score`."""
        if question.utility == "match":
            return match_score(question, self.payoffs(question.state) or ())
        return super().final_score(question)

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.verify`; with all hands listed, as a record.

        A record may have revokes, corrections, exposed cards and claims; they are reported and
        charged as the sheet says. See :mod:`kibitz.games.knaves.record`.
        """
        if any(position.hidden):
            return super().verify(position, moves)
        try:
            judged = judge(position, moves)
        except IllegalMove as error:
            return VerifyAnswer(
                valid=False, won=False, over=False, first_illegal=error.index, reason=error.reason
            )
        over = not any(judged.position.hands)
        made = [float(a + b) for a, b in zip(judged.points, judged.charges, strict=True)]
        wrong = [revoke for revoke in judged.revokes if revoke.outcome != "corrected"]
        reason = f"{card_text(wrong[0].card)} does not follow suit: a revoke" if wrong else None
        return VerifyAnswer(
            valid=not wrong,
            won=False,
            over=over,
            first_illegal=wrong[0].index if wrong else None,
            reason=reason,
            payoffs=made,
            incidents=incidents_of(judged),
        )

    def warming_steps(self) -> list[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        game = Knaves()
        deal = game.deal("1")
        late = deal
        while int(game.state(late)[0]["count"]) < 30:
            late = game.play(late, [game.move_text(game.legal(game.state(late))[0])])
        trick = game.play(late, [game.move_text(game.legal(game.state(late))[0])])
        view = game.as_seen(trick, int(game.state(trick)[0]["turn"]))

        def rules() -> None:
            run_rules(game, deal)
            game.read(view.to_text())
            self.verify(trick, [game.move_text(game.legal(game.state(trick))[0])])

        paranoid, points = SolveOptions(objective="paranoid"), AnalyzeOptions(utility="points")

        def levels() -> None:
            self.rehearse(trick)

        def ends() -> None:
            arena = Arena(game.state(view), SETTING, OPTIONS, None)
            ends_after(arena, game.legal(arena.root)[0], 1, 0, Budget(Limits()))

        return [
            ("rules", rules),
            ("open hands", asking(self.solve, late, SolveOptions(), WHOLE)),
            ("paranoid", asking(self.solve, late, paranoid, WHOLE)),
            ("values", asking(self.analyze, late, AnalyzeOptions(), WHOLE)),
            ("match", asking(self.analyze, deal, AnalyzeOptions())),
            ("points", asking(self.analyze, deal, points)),
            ("hints", asking(self.hint, deal, HintOptions(level="why"))),
            ("hints in a trick", asking(self.hint, view, HintOptions(level="why"))),
            ("levels", levels),
            ("review", reviewing(self, deal)),
            ("ends", ends),
        ]


def incidents_of(judged: Judged) -> list[Incident]:
    """What the record of a real game has beside moves, in its order."""
    found = [
        Incident(
            index=r.index, kind="revoke", seat=r.seat, card=card_text(r.card),
            outcome=r.outcome, points=r.points,
        )
        for r in judged.revokes
    ]  # fmt: skip
    found += [
        Incident(
            index=e.index, kind="exposure", seat=e.seat, card=card_text(e.card), outcome="lies"
        )
        for e in judged.exposures
    ]
    found += [
        Incident(index=c.index, kind="call", seat=c.seat, card=card_text(c.card), outcome=c.outcome)
        for c in judged.calls
    ]
    found += [
        Incident(index=c.index, kind="claim", seat=c.seat, outcome=c.outcome) for c in judged.claims
    ]
    return sorted(found, key=lambda incident: incident.index)
