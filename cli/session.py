"""Playing in the terminal: a prompt, its commands, and what they print."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kibitz.api.phrases import standing_text
from kibitz.api.verbs import has_rounds
from kibitz.cli.describing import describe_hint
from kibitz.cli.printing import report, write, write_line
from kibitz.cli.saving import check_new, say_saved, write_record
from kibitz.cli.search import interruptible, listening
from kibitz.cli.table import Table
from kibitz.contract.options import LEVELS, Level, Limits
from kibitz.contract.replies import MovesAnswer
from kibitz.games.boards import BOARDS
from kibitz.games.faults import BadInput

_COMMAND: Final = {"move": "hint"}  # what the levels of hints are called here
FEW_MOVES: Final = 16  # as many are listed without being asked for
HELP: Final = """\
A notation or a number makes a move, as in the list of moves. What is itself a legal
move is read as that move; #8 is always number 8 of the list. Besides these:
  moves             list the legal moves
  show              draw the table again
  hint              a move; nudge and area say less, why says more
  undo              take back your last move and what was played since
  save FILE         save the round as a record in a new file: text, or JSON if its name
                    ends with .json
  next              deal the next round when one is over
  quit              leave"""


class Session:
    """A game played to its end or until the person leaves."""

    def __init__(
        self,
        table: Table,
        limits: Limits,
        *,
        progress: bool | None,
        save: Path | None,
        resumed: Path | None = None,
    ) -> None:
        """``limits``: of hints; ``save``: where each round goes in the end.

        Raises ``BadInput`` when ``save`` is there already or cannot be written; the file that the
        game was ``resumed`` from may be replaced.
        """
        self.table, self.limits, self.progress, self.save = table, limits, progress, save
        self.rounds = 1
        # The only files that may be replaced.
        self.written: set[Path] = set() if resumed is None else {resumed.absolute()}
        if save is not None and save.absolute() not in self.written:
            check_new(save)
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": lambda _: self.list_moves(),
            "show": lambda _: self.draw(),
            **{_COMMAND.get(level, level): self.advising(level) for level in LEVELS},
            "undo": lambda _: self.undo(),
            "save": self.save_as,
            "next": lambda _: self.next_round(),
            "help": lambda _: write_line(HELP),
        }

    def run(self) -> None:
        """Play until the end: ``quit``, the end of the input, or Ctrl-C at the prompt."""
        write_line("Type help for the commands.")
        self.begin_turn()
        while (said := self.prompt()).lower() not in {"quit", "exit", "q"}:
            try:
                self.do(said)
            except BadInput as error:
                report(error, as_json=False)
        self.keep()
        write_line("Goodbye.")

    def prompt(self) -> str:
        """What the person types; ``quit`` where nothing more comes."""
        table = self.table
        alone = table.game.players == (1, 1)
        question = "over> " if table.over else "> " if alone else f"seat {table.seat}> "
        try:
            said = input(question if sys.stdin.isatty() else "").strip()
        except (EOFError, KeyboardInterrupt):
            write_line("")
            return "quit"
        if not sys.stdin.isatty():
            write_line(question + said)  # as a terminal would show it
        return said

    def do(self, said: str) -> None:
        """A move or a command; raises ``BadInput`` for what is neither."""
        word, _, rest = said.partition(" ")
        if not said:
            return
        if word.lower() in self.commands:
            self.commands[word.lower()](rest.strip())
            return
        if self.table.over:
            raise BadInput.one("", "over", "the round is over: next, undo, save FILE or quit")
        self.table.play(self.table.read(said, self.table.standing.moves, self.commands))
        self.begin_turn()

    def begin_turn(self) -> None:
        """Let the others play until the person is to move or the round is over, and show that."""
        table = self.table
        while not table.over and not table.mine:
            with listening(self.progress) as listener, interruptible() as cancel:
                said = table.choose(listener, cancel)
            write_line(said)
        self.draw()
        answer = table.standing
        if answer.over:
            write_line("\n" + standing_text(answer))
            self.keep()
            more = has_rounds(table.game) and not self.match_won(answer)
            write_line("Another round? next, or quit." if more else "undo, save FILE or quit.")
        elif len(answer.moves) <= FEW_MOVES:
            self.list_moves()
        else:
            write_line(f"\n{len(answer.moves)} legal moves; type moves for the list.")

    def draw(self) -> None:
        """The table as the person sees it."""
        write_line("")
        write(BOARDS[self.table.game.name].draw(self.table.seen))

    def list_moves(self) -> None:
        """The legal moves, numbered."""
        legal = self.table.standing.moves
        width = max((len(move.move) for move in legal), default=0)
        write_line("")
        for number, move in enumerate(legal, 1):
            numbered = f"{self.table.mark}{number}"
            write_line(f"{numbered:>3}  {move.move:<{width}}  {move.text}")

    def advising(self, level: Level) -> Callable[[str], None]:
        """The command for a hint at a level."""
        return lambda _: self.hint(level)

    def hint(self, level: Level) -> None:
        """Advice at a level: how much it reveals."""
        if self.table.over:
            raise BadInput.one("", "over", "the round is over: there is no move to advise")
        with listening(self.progress) as listener, interruptible() as cancel:
            advice = self.table.advise(level, self.limits, listener, cancel)
        describe_hint(advice.at(level))

    def undo(self) -> None:
        """Take back a move."""
        if not self.table.undo():
            raise BadInput.one("", "nothing_to_undo", "there is no move of yours to take back")
        self.begin_turn()

    def next_round(self) -> None:
        """Deal the next round."""
        if not self.table.over:
            raise BadInput.one("", "goes_on", "the round is not over yet")
        following = self.table.following()
        if following is None:
            raise BadInput.one("", "no_next_round", "there is no next round")
        self.rounds += 1
        while (kept := self.kept) is not None and kept.exists():
            self.rounds += 1
        self.table = following
        self.begin_turn()

    def save_as(self, name: str) -> None:
        """Write the round as a record into a file."""
        if not name:
            raise BadInput.one("", "missing", "name a file: save FILE")
        path = Path(name)
        replace = path.absolute() in self.written
        write_record(self.table.game, self.table.record(), path, replace=replace)
        self.written.add(path.absolute())
        say_saved(path)

    @property
    def kept(self) -> Path | None:
        """Where the command line says to save the round: later ones in files with a number."""
        if self.save is None or self.rounds == 1:
            return self.save
        return self.save.with_stem(f"{self.save.stem}-{self.rounds}")

    def keep(self) -> None:
        """Save the round where the command line says."""
        if self.kept is not None:
            try:
                self.save_as(str(self.kept))
            except BadInput as error:
                report(error, as_json=False)

    @staticmethod
    def match_won(answer: MovesAnswer) -> bool:
        """Whether the round that is over has ended the match."""
        match: Any = answer.outcome and answer.outcome.match
        return bool(match and match.winners)
