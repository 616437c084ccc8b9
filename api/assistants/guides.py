"""What an assistant can read, and the tasks it can be given: rules as resources, prompts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kibitz.games.faults import BadInput

RULES: Final = "kibitz://rules/"
INSTRUCTIONS: Final = """\
Kibitz analyses card games: whether a deal can be won, what to play and why, how good each \
move was. Its answers are computed; do not guess values, cards or moves yourself.

- A position is one line of text. Never edit one: pass the position you were given together with \
the moves made since, and take the resulting position from the answer.
- Moves are written in the notation of the game; `games` with its name explains it, `show` lists \
the legal ones.
- Values come with an interval or as a proof. Say which it is, and say "unknown" where the answer \
does.
- Unless the user wants to see all cards, ask with information hidden, which is the default where \
hands are hidden.
"""


@dataclass(frozen=True, slots=True)
class Guide:
    """A task that a user can give: its name, its arguments with what they are, and its words."""

    name: str
    title: str
    description: str
    arguments: Mapping[str, str]
    optional: frozenset[str]
    text: str

    def words(self, given: Mapping[str, str]) -> str:
        """The task with its arguments; raises ``BadInput`` for one that is missing or unknown."""
        missing = [name for name in self.arguments if name not in {*given, *self.optional}]
        unknown = [name for name in given if name not in self.arguments]
        if missing or unknown:
            wrong = [f"{name!r} is needed" for name in missing]
            wrong += [f"{name!r} is not an argument of {self.name}" for name in unknown]
            raise BadInput.one("", "bad_arguments", "; ".join(wrong))
        listed = {name: given.get(name) or "none" for name in self.arguments}
        return self.text.format(**listed)


COACH: Final = Guide(
    name="coach",
    title="Coach me in this position",
    description="Help me to find my move step by step, without giving it away at first.",
    arguments={
        "position": "The position, as one line of text.",
        "moves": "Moves made since, separated by blanks.",
    },
    optional=frozenset({"moves"}),
    text="""\
Coach me in this position. Do not give the best move away at first.

position: {position}
moves made since: {moves}

1. Call `show` and describe the table to me in a sentence or two.
2. Call `hint` with level nudge, pass it on, and ask me what I would play.
3. When I name a move, call `analyze` with only that move and the best one. Say what each is worth \
with its interval, and whether the difference is certain.
4. When I ask for the answer, call `hint` with level why and explain its reasons in your own words.
Pass this position and the moves made since to every tool; never edit the position.
""",
)
REVIEW: Final = Guide(
    name="review-my-game",
    title="Review the game I played",
    description="Find my worst moves, say what was better and why, and how much was luck.",
    arguments={
        "record": "The game: a record as text, or where it began and all its moves.",
        "seat": "My seat, from 0.",
    },
    optional=frozenset({"seat"}),
    text="""\
Review the game that I played.

record: {record}
my seat: {seat}

1. Call `review` with the record, or with the position in which it began and its moves; with my \
seat, if there is one, in seats.
2. Begin with what I did well, in one sentence made from the counts.
3. Take the worst moves, at most three: what I played, what was better, what it cost with its \
interval, and why. Where the answer says that a decision is too close to call, say so and do not \
call it a mistake.
4. Keep luck apart from skill, as the answer does, and end with one thing to practise.
""",
)
GUIDES: Final[Mapping[str, Guide]] = {guide.name: guide for guide in (COACH, REVIEW)}
