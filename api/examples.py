"""Requests that work and their answers, for the description of every game's verbs."""

from random import Random
from typing import Any, Final

from kibitz.api.verbs import QuickVerb, SearchVerb, has_rounds
from kibitz.contract.base import Answer
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.game import Extra, Game
from kibitz.games.wanted import OWN, has_table
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.solver import Solver, as_asked

Example = dict[str, Any]

SEED: Final = "24"
# So little that the time limit never ends a search: the answers are the same on every machine.
_NODES: Final = {"nodes": 10_000}
_ITERATIONS: Final = {"iterations": 20}
_REVIEWED: Final = {"iterations": 300, "nodes": 10_000}
_WANTED: Final = {"seed": SEED, "want": {"verdict": "solvable", "difficulty": "medium"}}


def examples(solver: Solver) -> dict[str, dict[str, Example]]:
    """By verb, named examples of request bodies; deals a game, so it needs the kernels."""
    game = solver.game
    position = game.deal(SEED)
    ended = _played_out(game, position).to_text() if has_rounds(game) else None
    text = position.to_text()
    legal = game.legal(game.state(position))
    moves = [game.move_text(move) for move in legal[:1]]
    following = {"round": _example("After a round", {"position": ended, "seed": SEED})}
    return {
        **({} if ended is None else {"next": following}),
        "deal": {
            "seed": _example("A deal by its number", {"seed": SEED}),
            **{
                source: _example(f"A deal of {source}", {"seed": SEED, "source": source})
                for source in game.sources
                if source != "kibitz"
            },
            **(
                {"want": _example("A deal that can be won", _WANTED)}
                if has_table(game, OWN)
                else {}
            ),
        },
        "moves": {
            "text": _example("A position as text", {"position": text}),
            "object": _example("A position as an object", {"position": position.to_json()}),
        },
        "view": {"seat": _example("What seat 0 sees", {"position": text, "seat": 0})},
        "play": {"move": _example("One move", {"position": text, "moves": moves})},
        "verify": {"line": _example("A line of moves", {"position": text, "moves": moves})},
        "record": {
            "text": _example("The text form", {"record": f"position: {text}\n1. {moves[0]}"})
        },
        "solve": {"nodes": _example("With a node limit", {"position": text, "limits": _NODES})},
        "hint": {
            "nudge": _example(
                "Giving little away", {"position": text, "level": "nudge", "limits": _ITERATIONS}
            )
        },
        "analyze": {
            "hidden": _example(
                "As the player sees it",
                {"position": text, "information": "hidden", "limits": _ITERATIONS},
            )
        },
        "review": {
            "record": _example(
                "A game of one move",
                {"record": {"position": text, "moves": moves}, "limits": _REVIEWED},
            )
        },
        "choose": {"casual": _example("A casual player", {"position": text, "level": "casual"})},
    }


def answer_to(solver: Solver, verb: QuickVerb | SearchVerb, body: Example) -> Answer:
    """What ``verb`` answers to ``body``."""
    if isinstance(verb, QuickVerb):
        return verb.call(solver, body)
    asked, position = verb.read(solver, body)
    budget = Budget(solver.limits_for(verb.name, asked.limits, Limits()))
    answer: Answer = as_asked(verb.call(solver, position, asked, budget, ignore), asked)
    return answer


def _played_out(game: Game, position: Any) -> Any:
    """The end of a round of random moves."""
    random, state = Random(1), game.state(position)
    while not game.over(state):
        protocol.run_apply(state, random.choice(game.legal(state)))
    return game.position(state, position)


def extra_example(extra: Extra) -> dict[str, Example]:
    """A request body for what one game alone answers."""
    return {extra.name: _example(extra.summary, extra.example)}


def _example(summary: str, value: Any) -> Example:
    return {"summary": summary, "value": value}


def job_examples() -> dict[str, Example]:
    """Requests for jobs that can be sent as they are."""
    study = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 99}
    match = {"kind": "match", "game": "knaves", "hero": "rule", "rival": "random", "deals": 10}
    return {
        "study": _example("How many of a hundred deals can be won", study),
        "match": _example("Two players on ten deals", match),
    }
