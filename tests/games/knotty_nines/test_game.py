"""What the game says about itself, and one game written down move by move."""

from dataclasses import fields
from pathlib import Path

import pytest

from kibitz.games.faults import IllegalMove
from kibitz.games.knotty_nines.rules import DEFAULT, RULES_VERSION, Rules
from tests.games.knotty_nines.tables import GAME, table

GOLDEN = Path(__file__).parents[2] / "golden" / "knotty_nines.txt"


def test_names() -> None:
    assert (GAME.name, GAME.title, GAME.players) == ("knotty-nines", "Knotty Nines", (1, 1))
    assert GAME.rules_version == RULES_VERSION
    assert set(GAME.sources) == {"kibitz", "pysolfc"}
    assert "3>7=KD" in GAME.notation


def test_defaults_are_the_rule_sheet() -> None:
    assert Rules(piles=9, wrap=True, win="stock_empty", information="known") == DEFAULT


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
    assert set(schema["properties"]) == set(GAME.deal("1").to_json())
    assert schema["required"] == ["tableau", "stock"]
    assert schema["additionalProperties"] is False


def test_positions_can_be_compared_and_do_not_change() -> None:
    position = GAME.deal("1")
    assert position == GAME.deal("1") != GAME.deal("2")
    assert len({position, GAME.deal("1"), GAME.deal("2")}) == 2
    with pytest.raises(AttributeError):
        position.hidden = 3  # type: ignore[misc]


def test_playing_leaves_the_position_as_it_was() -> None:
    position = table("7C", "8D", "KC", "KD")
    before = position.to_text()
    GAME.play(position, ["1>2"])
    assert position.to_text() == before


def test_replay_stops_at_the_first_illegal_move() -> None:
    position = table("7C", "8D", "KC", "KD", stock="2S")
    replay = GAME.replay(position, ["1>2", "1>3", "1>2"])
    assert replay.first_illegal == 1
    assert replay.reason == "2S does not go on KC"
    assert replay.position == GAME.play(position, ["1>2"])
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, ["1>2", "1>3", "1>2"])
    assert caught.value.faults[0].pointer == "/1"
    assert "2S does not go on KC" in caught.value.faults[0].message


def test_as_seen_turns_the_stock_face_down() -> None:
    position = GAME.deal("1")
    seen = GAME.as_seen(position)
    assert (seen.stock, seen.hidden, seen.tableau) == ((), 43, position.tableau)
    assert GAME.as_seen(seen) == seen
    assert seen.unseen == position.unseen


def told(deal: str, moves: list[str]) -> list[str]:
    """A PySolFC deal played out: every position, what is legal in it and what was played."""
    position = GAME.deal(deal, None, "pysolfc")
    lines = [f"deal {deal}"]
    for text in [*moves, ""]:
        state = GAME.state(position)
        lines.append(position.to_text())
        lines.append("legal " + " ".join(GAME.move_text(move) for move in GAME.legal(state)))
        if text:
            lines.append(f"play {text}: {GAME.describe(state, GAME.enter(state, text))}")
            position = GAME.play(position, [text])
    lines.append(str(GAME.outcome(GAME.state(position))))
    return lines


def test_golden_playthrough() -> None:
    # One game won, one lost; the moves are those of the file itself.
    games = GOLDEN.read_text("utf-8").strip().split("\n\n")
    assert len(games) == 2
    for game in games:
        lines = game.splitlines()
        moves = [line.split()[1].rstrip(":") for line in lines if line.startswith("play ")]
        assert told(lines[0].split()[1], moves) == lines
    assert [game.splitlines()[-1] for game in games] == [
        "Outcome(payoffs=(1.0,), won=True, places=None)",
        "Outcome(payoffs=(0.0,), won=False, places=None)",
    ]
