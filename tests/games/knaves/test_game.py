"""What the game says about itself, and rounds written down move by move."""

from dataclasses import fields
from pathlib import Path

import pytest

from kibitz.games.faults import IllegalMove
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.rules import DEFAULT, RULES_VERSION, Rules
from tests.games.knaves.tables import GAME, table

GOLDEN = Path(__file__).parents[2] / "golden" / "knaves.txt"


def test_names() -> None:
    assert (GAME.name, GAME.title, GAME.players) == ("knaves", "Knaves", (3, 3))
    assert GAME.rules_version == RULES_VERSION
    assert set(GAME.sources) == {"kibitz"}
    assert "7H" in GAME.notation


def test_defaults_are_the_rule_sheet() -> None:
    assert DEFAULT.hand_size == 13
    assert (DEFAULT.jack_hearts, DEFAULT.jack_diamonds) == (-4, -3)
    assert (DEFAULT.jack_clubs, DEFAULT.jack_spades) == (-2, -1)
    assert (DEFAULT.target, DEFAULT.revoke_penalty) == (20, 3)
    assert (DEFAULT.turned_jack, DEFAULT.exposed_cards) == ("out", False)


def test_rules_schema_names_every_switch() -> None:
    schema = GAME.rules_schema()
    assert set(schema["properties"]) == {field.name for field in fields(Rules)}
    assert schema["additionalProperties"] is False
    for field in fields(Rules):
        about = schema["properties"][field.name]
        assert about["default"] == getattr(DEFAULT, field.name)
        assert about["description"]


def test_position_schema_names_every_field() -> None:
    schema = GAME.position_schema()
    position = table(exposed=[["KH"], [], []], exposed_cards=True, seat=0)
    called = GAME.play(position, ["no-call", "call-KH"])
    assert set(schema["properties"]) == set(called.to_json())
    assert schema["required"] == ["turned", "hands"]
    assert schema["additionalProperties"] is False


def test_positions_can_be_compared_and_do_not_change() -> None:
    position = GAME.deal("1")
    assert position == GAME.deal("1") != GAME.deal("2")
    assert len({position, GAME.deal("1"), GAME.deal("2")}) == 2
    with pytest.raises(AttributeError):
        position.dealer = 1  # type: ignore[misc]


def test_playing_leaves_the_position_as_it_was() -> None:
    position = table()
    before = position.to_text()
    GAME.play(position, ["KH"])
    assert position.to_text() == before


def test_replay_stops_at_the_first_illegal_move() -> None:
    position = table()
    replay = GAME.replay(position, ["KH", "KS", "2D"])
    assert (replay.first_illegal, replay.reason) == (1, "you must follow hearts")
    assert replay.position == GAME.play(position, ["KH"])
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, ["KH", "KS", "2D"])
    assert caught.value.faults[0].pointer == "/1"


def told(start: str, moves: list[str]) -> list[str]:
    """A round played out: every position, what is legal in it and what was played."""
    position: Position = GAME.read(start)
    lines = []
    for text in [*moves, ""]:
        state = GAME.state(position)
        lines.append(position.to_text())
        lines.append("legal " + " ".join(GAME.move_text(move) for move in GAME.legal(state)))
        if text:
            lines.append(f"play {text}: {GAME.describe(state, GAME.enter(state, text))}")
            position = GAME.play(position, [text])
    state = GAME.state(position)
    return [*lines, str(GAME.outcome(state)), str(GAME.match_result(state, position))]


def test_golden_playthrough() -> None:
    # The rules as they are by default; all cards dealt and some exposed; a turned jack, seen by
    # one seat. The moves are those of the file itself.
    rounds = GOLDEN.read_text("utf-8").strip().split("\n\n")
    assert len(rounds) == 3
    for lines in (text.splitlines() for text in rounds):
        moves = [line.split()[1].rstrip(":") for line in lines if line.startswith("play ")]
        assert told(lines[0], moves) == lines
    assert [text.splitlines()[-1] for text in rounds] == [
        "MatchResult(totals=(11, 18, 0), winners=(), dealer=1, round=None)",
        "MatchResult(totals=(2, 4, 1), winners=(), dealer=2, round=None)",
        "MatchResult(totals=(3, 20, 11), winners=(1,), dealer=None, round=None)",
    ]
