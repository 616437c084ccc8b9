"""What the game says about itself, and hands written down move by move."""

from dataclasses import fields
from pathlib import Path

import pytest

from kibitz.games.faults import IllegalMove
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import DEFAULT, HAND_SIZES, RULES_VERSION, Rules
from tests.games.knock_rummy.tables import GAME, payments

GOLDEN = Path(__file__).parents[2] / "golden" / "knock_rummy.txt"


def test_names() -> None:
    assert (GAME.name, GAME.title, GAME.players) == ("knock-rummy", "Knock Rummy", (2, 6))
    assert GAME.rules_version == RULES_VERSION
    assert set(GAME.sources) == {"kibitz"}
    assert "knock-7C" in GAME.notation


def test_defaults_are_the_rule_sheet() -> None:
    assert HAND_SIZES == {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
    assert (DEFAULT.ace, DEFAULT.ace_points) == ("low", 1)
    assert (DEFAULT.knock_limit, DEFAULT.match_target) == (None, None)
    assert (DEFAULT.rummy_bonus, DEFAULT.knock_penalty) == (25, 10)
    assert (DEFAULT.rummy_beats_tie, DEFAULT.allow_return_discard) == (True, False)
    assert (DEFAULT.stock_out, DEFAULT.max_turn_overs) == ("turn_over", 2)


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
    assert schema["required"] == ["hands", "discards"]
    assert schema["additionalProperties"] is False
    said = set(GAME.play(GAME.deal("1", {"stock_out": "shuffle"}), ["take"]).to_json())
    assert set(schema["properties"]) == said | {"turn_overs", "shuffled", "ended", "seat"}


def test_positions_can_be_compared_and_do_not_change() -> None:
    position = GAME.deal("1")
    assert position == GAME.deal("1") != GAME.deal("2")
    assert len({position, GAME.deal("1"), GAME.deal("2")}) == 2
    with pytest.raises(AttributeError):
        position.dealer = 1  # type: ignore[misc]


def test_replay_stops_at_the_first_illegal_move() -> None:
    position = GAME.deal("1")
    replay = GAME.replay(position, ["take", "6D", "draw"])
    assert replay.first_illegal == 1
    assert replay.reason == (
        "6D was just taken from the discard pile and may not be discarded at once"
    )
    assert replay.position == GAME.play(position, ["take"])
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, ["take", "6D"])
    assert caught.value.faults[0].pointer == "/1"


def told(start: str, moves: list[str]) -> list[str]:
    """A hand played out: every position, what is legal in it and what was played."""
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
    assert result is not None
    paid, totals = payments(position) or (), map(str, result.totals)
    return [*lines, f"paid {' '.join(paid)}, totals {' '.join(totals)}, dealer {result.dealer}"]


def test_golden_playthrough() -> None:
    # Two who knock late; three, the pile shuffled, in the view of one; four who share a win; a
    # hand without a score. The moves are those of the file itself.
    hands = GOLDEN.read_text("utf-8").strip().split("\n\n")
    assert len(hands) == 4
    for lines in (text.splitlines() for text in hands):
        moves = [line.split()[1].rstrip(":") for line in lines if line.startswith("play ")]
        assert told(lines[0], moves) == lines
    assert {text.splitlines()[-1].split(",")[0] for text in hands} >= {"paid 0 0"}
