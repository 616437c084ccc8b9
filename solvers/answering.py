"""How every game answers ``analyze``, ``hint`` and ``choose``: a question, a search, words."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, Verdict
from kibitz.contract.options import (
    AnalyzeOptions,
    ChooseOptions,
    HintOptions,
    Information,
    Level,
    Limits,
    Options,
    Utility,
)
from kibitz.contract.replies import ChooseAnswer
from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault, noted, quote
from kibitz.games.protocol import State
from kibitz.solvers.answers import analysis_answer, chosen
from kibitz.solvers.budget import Budget, Listener, ignore, improving
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.question import Question, Verb
from kibitz.solvers.solver import NO_MOVES, Advice, Solver
from kibitz.solvers.wording import Found, Words, advised, hint_answer

QUICK: Final = Limits(time_ms=1_000, memory_mb=256)
REVIEW: Final = Limits(time_ms=10_000, nodes=1_000_000, iterations=2_000, memory_mb=256)
THOROUGH: Final = Limits(time_ms=10_000, memory_mb=256)
Annotations = Callable[[Any], Mapping[str, Any]]


class AnsweringSolver(Solver):
    """A solver that makes one question of each request; a game says how it is searched."""

    default_limits: ClassVar[Mapping[str, Limits]] = {
        "solve": THOROUGH,
        "analyze": QUICK,
        "hint": QUICK,
        "choose": QUICK,
        "review": REVIEW,
    }
    chooser: ClassVar[type[Chooser]]

    @abstractmethod
    def search(self, question: Question, budget: Budget, listener: Listener) -> Found:
        """The moves of the question valued, best first."""

    @abstractmethod
    def words(self, question: Question, found: Any, level: Level) -> Words:
        """What a hint says of the findings of :meth:`search`, at a level."""

    @abstractmethod
    def read_move(self, position: Any, text: str) -> int:
        """A move as it is asked for in ``position``; raises ``ValueError``."""

    @abstractmethod
    def information_of(self, position: Any, state: State, asked: Information | None) -> Information:
        """What may be used; raises ``BadInput`` when the position does not list it."""

    def utility_of(
        self,
        position: Any,  # noqa: ARG002
        information: Information,  # noqa: ARG002
        asked: Utility | None,  # noqa: ARG002
    ) -> Utility:
        """What to strive for; raises ``BadInput`` for what does not go with the rest."""
        return "points"

    def usable(self, position: Any, state: State, information: Information) -> Any:
        """The position with what may be used: all of it, or what the seat to move sees."""
        if information == "known":
            return position
        return self.game.as_seen(position, int(protocol.run_turn(state)))

    def annotate(self, question: Question) -> Annotations:  # noqa: ARG002
        """What ``analyze`` adds to the findings of a search, as arguments of `analysis_answer`."""
        return lambda found: {}

    def ask(self, position: Any, options: AnalyzeOptions | HintOptions) -> Question:
        """The question of a request; raises ``BadInput`` with every fault."""
        state = self.game.state(position)
        legal = self.game.legal(state)
        names = options.moves if isinstance(options, AnalyzeOptions) else None
        faults: list[Fault] = []
        information: Information = "hidden"
        utility: Utility = "points"
        moves: list[int] = []
        with noted(faults):
            self.check_utility(options.utility)
        with noted(faults):
            information = self.information_of(position, state, options.information)
        with noted(faults):
            utility = self.utility_of(position, options.information or information, options.utility)
        with noted(faults):
            moves = named_moves(
                *(legal, names, lambda text: self.read_move(position, text)),
                lambda text: self.game.replay(position, [text]).reason or "not a legal move here",
            )
        if faults:
            raise BadInput(faults)
        verb: Verb = "analyze" if isinstance(options, AnalyzeOptions) else "hint"
        question = self.question(verb, position, state, information, legal)
        return replace(
            question, utility=utility, moves=moves, named=bool(names), seed=int(options.seed)
        )

    def check(self, position: Any, options: Options) -> None:
        """See :meth:`kibitz.solvers.solver.Solver.check`."""
        super().check(position, options)
        if position is not None and isinstance(options, AnalyzeOptions | HintOptions):
            self.ask(position, options)
        if position is not None and isinstance(options, ChooseOptions):
            self.check_choice(position)

    def check_choice(self, position: Any) -> State:
        """The state in which a move is to be chosen; raises ``BadInput`` where none can be."""
        state = self.game.state(position)
        self.information_of(position, state, None)
        if self.game.over(state):
            raise BadInput.one("/position", "game_over", "the game is over: there is no move")
        return state

    def question(
        self, verb: Verb, position: Any, state: State, information: Information, legal: list[int]
    ) -> Question:
        """What is asked of every legal move, for points; ``state`` is that of ``position``."""
        seen = self.usable(position, state, information)
        return Question(
            verb=verb,
            position=position,
            state=state,
            seat=int(protocol.run_turn(state)),
            over=self.game.over(state),
            seen=seen,
            view=state if seen == position else self.game.state(seen),
            information=information,
            utility="points",
            legal=legal,
            moves=legal,
            named=False,
            seed=0,
        )

    def analyze(
        self, position: Any, options: AnalyzeOptions, budget: Budget, listener: Listener = ignore
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.analyze`."""
        return self.value(self.ask(position, options), options, budget, listener)

    def advise(
        self, position: Any, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        """See :meth:`kibitz.solvers.solver.Solver.advise`."""
        return self.find_advice(self.ask(position, options), options, budget, listener)

    def choose(
        self, position: Any, options: ChooseOptions, budget: Budget, listener: Listener = ignore
    ) -> ChooseAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.choose`."""
        state = self.check_choice(position)
        seen = self.question("hint", position, state, "hidden", self.game.legal(state))
        chooser = self.chooser(self.game, seen)
        if chooser.stranded is not None:
            return chosen(None, chooser.stranded, options, budget)
        found = None
        if options.level == "best" and len(seen.legal) > 1:
            question = self.ask(position, HintOptions(seed=options.seed))

            def best(found: Found) -> ChooseAnswer:
                move = found.values[0]
                return chosen(move.move, move.text, options, budget, found)

            found = self.search(question, budget, improving(listener, best))
            # Where every order of the hidden cards loses, no move was compared with another.
            if not (found.verdict is Verdict.UNSOLVABLE and question.information == "hidden"):
                return best(found)
        move = chooser.choose(options.level, int(options.seed))
        words = self.game.describe(seen.view, move)
        return chosen(self.game.move_text(move), words, options, budget, found)

    def rehearse(self, position: Any) -> None:
        """Run every kernel of the levels that do not search, in a game that is not over."""
        state = self.game.state(position)
        question = self.question("hint", position, state, "hidden", self.game.legal(state))
        self.chooser(self.game, question).rehearse()

    def value(
        self, question: Question, options: AnalyzeOptions, budget: Budget, listener: Listener
    ) -> AnalyzeAnswer:
        """The answer of ``analyze`` to a question."""
        annotations = self.annotate(question)

        def answer(found: Found) -> AnalyzeAnswer:
            more = annotations(found)
            return analysis_answer(found, question.information, options, budget, **more)

        return answer(self.search(question, budget, improving(listener, answer)))

    def find_advice(
        self, question: Question, options: HintOptions, budget: Budget, listener: Listener
    ) -> Advice:
        """What ``hint`` says to a question."""

        def answer(found: Found, options: HintOptions) -> HintAnswer:
            return hint_answer(found, self.words(question, found, options.level), options, budget)

        advice = advised(answer, options)
        return advice(self.search(question, budget, improving(listener, advice)))


def named_moves(
    legal: list[int],
    asked: list[str] | None,
    read: Callable[[str], int],
    refusal: Callable[[str], str],
) -> list[int]:
    """The legal moves that were asked for by name; all of them where none was.

    ``read`` reads a move and raises ``ValueError``; ``refusal``: why a move cannot be made. Raises
    ``BadInput`` that lists every fault.
    """
    if asked is None:
        return legal
    if not asked:
        raise BadInput([NO_MOVES])
    faults: list[Fault] = []
    moves: list[int] = []
    for i, text in enumerate(asked):
        try:
            move = read(text)
        except ValueError:
            faults.append(Fault(f"/moves/{i}", "bad_move", f"{quote(text)}: {refusal(text)}"))
            continue
        if move not in legal:
            faults.append(Fault(f"/moves/{i}", "illegal_move", f"{quote(text)}: {refusal(text)}"))
        elif move not in moves:
            moves.append(move)
    if faults:
        raise BadInput(faults)
    return moves
