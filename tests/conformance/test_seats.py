"""A position that names a seat holds what that seat sees, and no verb answers with more."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kibitz.api.verbs import VERBS, SearchVerb
from kibitz.contract.base import plain
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.faults import BadInput, IllegalMove
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.solver import WHOLE, Solver, cut_of, cut_to
from tests.cases import cases
from tests.conformance.playing import stream_of, walk
from tests.conformance.test_asking import SEVERAL, positions

LIMITS = {"iterations": 24, "nodes": 500, "memory_mb": 64}
several_seats = pytest.mark.parametrize(("solver", "rules"), SEVERAL)


def answer(solver: Solver, verb: str, body: dict[str, Any]) -> Any:
    """What a verb answers to a request as a client writes it, or the faults it finds."""
    asked = json.loads(json.dumps(body))
    found = VERBS[verb]
    try:
        if not isinstance(found, SearchVerb):
            return plain(found.call(solver, asked))
        position = solver.game.read(asked.pop("position"))
        budget = Budget(Limits.model_validate(asked.get("limits", {})))
        options = found.takes.model_validate(asked | {"position": None})
        findings = found.call(solver, position, options, budget, ignore)
        return plain(cut_to(findings, WHOLE if verb == "analyze" else cut_of(options)))
    except BadInput as error:
        return [(fault.pointer, fault.code, fault.message) for fault in error.faults]


def worlds(game: Game, position: Any, seat: int) -> list[Any]:
    """The position, and one that looks the same to ``seat``."""
    other = game.state(position)
    protocol.run_redeal(other, seat, stream_of(5))
    return [position, game.position(other, position)]


def tables(solver: Solver, rules: dict[str, Any]) -> list[tuple[Any, int]]:
    """Open positions, each with every seat."""
    game = solver.game
    found = []
    for position in positions(game, rules, cases(2)):
        state = game.state(position)
        found += [(position, seat) for seat in range(game.seats(state))]
    return found


@several_seats
def test_a_position_that_names_a_seat_is_its_view(solver: Solver, rules: dict[str, Any]) -> None:
    game = solver.game
    for position, seat in tables(solver, rules):
        shown = game.as_seen(position, seat)
        for world in worlds(game, position, seat):
            named = world.to_json() | {"seat": seat}
            assert game.read(named).to_json() == shown.to_json()
            played = answer(solver, "play", {"position": named, "moves": []})
            assert played["position"] == shown.to_json()
            assert played["text"] == shown.to_text()


@several_seats
def test_no_verb_answers_with_more_than_the_seat_sees(
    solver: Solver, rules: dict[str, Any]
) -> None:
    game = solver.game
    for position, seat in tables(solver, rules):
        legal = answer(solver, "moves", {"position": position.to_json() | {"seat": seat}})
        move = [row["move"] for row in legal["moves"][:1]]
        turn = int(protocol.run_turn(game.state(position)))
        asked: list[tuple[str, dict[str, Any]]] = [
            ("moves", {}),
            ("play", {"moves": move}),
            ("verify", {"moves": move}),
            ("solve", {"limits": LIMITS}),
            ("hint", {"limits": LIMITS, "information": "known"}),
        ]
        if seat == turn:
            asked += [
                ("hint", {"limits": LIMITS, "level": "why"}),
                ("analyze", {"limits": LIMITS}),
            ]
        for verb, more in asked:
            said = [
                answer(solver, verb, {"position": world.to_json() | {"seat": seat}, **more})
                for world in worlds(game, position, seat)
            ]
            assert said[0] == said[1], verb


@several_seats
def test_a_view_stays_a_view_while_it_is_played(solver: Solver, rules: dict[str, Any]) -> None:
    # What others reveal by their moves is all that a view gains.
    game = solver.game
    deal = game.deal("8", rules)
    states = walk(game, deal, Random(8))[:60]
    for before, after in pairwise(states):
        here, there = game.position(before, deal), game.position(after, deal)
        turn = int(protocol.run_turn(before))
        view = game.as_seen(here, turn)
        for move in game.legal(before):
            reached = before.copy()
            protocol.run_apply(reached, move)
            if game.position(reached, deal) == there:
                try:
                    played = game.play(view, [game.move_text(move)])
                except IllegalMove:  # it turns up a card that it has to name
                    break
                assert played.to_json()["seat"] == turn
                assert not reveals(played, game.as_seen(there, turn))
                break


def reveals(played: Any, seen: Any) -> bool:
    """Whether a position played on from a view lists cards of others that the seat cannot see."""
    seat = seen.seat
    return any(
        len(hand) > len(shown)
        for other, (hand, shown) in enumerate(zip(played.hands, seen.hands, strict=True))
        if other != seat
    )
