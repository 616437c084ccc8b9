"""What the game says about itself, and rounds written down move by move."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.faults import IllegalMove
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.rules import DEFAULT, RULES_VERSION, Rules
from kibitz.games.hand_knee_foot.state import STATE
from tests.games.hand_knee_foot.tables import GAME

GOLDEN = Path(__file__).parents[2] / "golden" / "hand_knee_foot.txt"


def test_names() -> None:
    assert (GAME.name, GAME.title) == ("hand-knee-foot", "Hand, Knee and Foot")
    assert GAME.players == (2, 6)
    assert GAME.rules_version == RULES_VERSION
    assert set(GAME.sources) == {"kibitz"}
    assert "meld-KK2" in GAME.notation


def test_defaults_are_the_rule_sheet() -> None:
    assert DEFAULT.minimums == (60, 90, 120, 150)
    assert (DEFAULT.players, DEFAULT.draws, DEFAULT.max_wilds) == (4, 2, 2)
    assert (DEFAULT.special_natural_only, DEFAULT.red_three_auto, DEFAULT.ask_team) == (True,) * 3
    assert (DEFAULT.knee_pickup, DEFAULT.required) == ("choice", "red_black_5s_7s")
    assert DEFAULT.stock_out == "end_round"


def test_rules_schema_names_every_switch() -> None:
    schema = GAME.rules_schema()
    assert set(schema["properties"]) == {field.name for field in fields(Rules)}
    assert schema["additionalProperties"] is False
    for field in fields(Rules):
        about, default = schema["properties"][field.name], getattr(DEFAULT, field.name)
        assert about["default"] == (list(default) if isinstance(default, tuple) else default)
        assert about["description"]


def test_position_schema_names_every_field() -> None:
    schema = GAME.position_schema()
    assert schema["required"] == ["hands", "discards"]
    assert schema["additionalProperties"] is False
    said = set(GAME.deal("1", {"stock_out": "reshuffle"}).to_json())
    assert set(schema["properties"]) >= said | {"phase", "no_red_three", "ended", "seat"}


def test_the_record_is_small() -> None:
    assert STATE.itemsize < 1_200


def test_positions_can_be_compared_and_do_not_change() -> None:
    position = GAME.deal("1")
    assert position == GAME.deal("1") != GAME.deal("2")
    assert len({position, GAME.deal("1"), GAME.deal("2")}) == 2
    with pytest.raises(AttributeError):
        position.dealer = 1  # type: ignore[misc]


def test_replay_stops_at_the_first_illegal_move() -> None:
    position = GAME.deal("1")
    replay = GAME.replay(position, ["draw", "draw", "K"])
    assert replay.first_illegal == 1
    assert replay.reason == "seat 0 has drawn already in this turn"
    assert replay.position == GAME.play(position, ["draw"])
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, ["draw", "draw"])
    assert caught.value.faults[0].pointer == "/1"


def test_payoffs_that_are_not_known_are_not_a_number() -> None:
    ended = GAME.read(GOLDEN.read_text("utf-8").split("\n\n")[0].splitlines()[-3])
    view = GAME.state(GAME.as_seen(ended, 0))
    payoffs = np.zeros(2)
    protocol.run_payoff(view, payoffs)
    assert np.isnan(payoffs).all()
    assert GAME.outcome(view) is None
    protocol.run_payoff(GAME.state(ended), payoffs)
    assert payoffs.sum() == 0


def told(start: str, moves: list[str]) -> list[str]:
    """A round played on: every position, what is legal in it and what was played."""
    position: Position = GAME.read(start)
    lines = []
    for text in [*moves, ""]:
        state = GAME.state(position)
        lines.append(position.to_text())
        lines.append("legal " + " ".join(GAME.move_text(move) for move in GAME.legal(state)))
        if text:
            lines.append(f"play {text}: {GAME.describe(state, GAME.enter(state, text))}")
            position = GAME.play(position, [text])
    result = GAME.match_result(GAME.state(position), position)
    if result is None:
        return [*lines, "goes on"]
    return [*lines, f"totals {' '.join(map(str, result.totals))}, winners {result.winners}"]


def test_golden_playthrough() -> None:
    # Two who play out the last round; four at the end of a round, asking; six in the view of one;
    # three under other switches. The moves are those of the file itself.
    rounds = GOLDEN.read_text("utf-8").strip().split("\n\n")
    assert len(rounds) == 4
    for lines in (text.splitlines() for text in rounds):
        moves = [line.split()[1].rstrip(":") for line in lines if line.startswith("play ")]
        assert told(lines[0], moves) == lines
