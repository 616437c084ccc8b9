"""What the game says about itself, and two games written down move by move."""

from dataclasses import fields
from pathlib import Path

import pytest

from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.rules import DEFAULT, RULES_VERSION, Rules
from kibitz.games.schema import read_switches
from tests.games.knack_solitaire.tables import GAME, last_pass, table

GOLDEN = Path(__file__).parents[2] / "golden" / "knack_solitaire.txt"


def test_names() -> None:
    assert (GAME.name, GAME.title, GAME.players) == ("knack-solitaire", "K'nack Solitaire", (1, 1))
    assert GAME.rules_version == RULES_VERSION
    assert set(GAME.sources) == {"kibitz"}
    assert "7C@2,-1" in GAME.notation
    assert "draw=7C" in GAME.notation


def test_defaults_are_the_rule_sheet() -> None:
    shared = Rules(
        jokers=2,
        pack=54,
        wrap="cycle",
        field=None,
        anchored=False,
        danglers=0,
        obstacles=(),
        leaners=False,
    )
    assert shared == DEFAULT
    own = Rules(redeals=2, redeal="shuffle", may_decline=False, information="known")
    assert own == DEFAULT


def test_rules_schema_names_every_switch() -> None:
    schema = GAME.rules_schema()
    assert set(schema["properties"]) == {field.name for field in fields(Rules)}
    assert schema["additionalProperties"] is False
    for field in fields(Rules):
        about = schema["properties"][field.name]
        value = getattr(DEFAULT, field.name)
        assert about["default"] == ([] if value == () else value)
        assert about["description"]


def test_position_schema_names_every_field() -> None:
    schema = GAME.position_schema()
    assert set(schema["properties"]) == set(GAME.deal("1").to_json())
    assert schema["required"] == ["field", "stock"]
    assert schema["additionalProperties"] is False


def test_positions_can_be_compared_and_do_not_change() -> None:
    position = GAME.deal("1")
    assert position == GAME.deal("1") != GAME.deal("2")
    assert len({position, GAME.deal("1"), GAME.deal("2")}) == 2
    with pytest.raises(AttributeError):
        position.hidden = 3  # type: ignore[misc]


def test_playing_leaves_the_position_as_it_was() -> None:
    position = table("7C@0,0", "8D")
    before = position.to_text()
    GAME.play(position, ["8D@1,0"])
    assert position.to_text() == before


def test_as_seen_hides_the_stock_and_what_will_be_shuffled() -> None:
    position = GAME.deal("1")
    seen = GAME.as_seen(position)
    assert (seen.stock, seen.hidden, seen.orders) == ((), 53, ())
    assert seen.field == position.field
    assert GAME.as_seen(seen) == seen
    assert seen.unseen == position.unseen


def test_moves_in_words() -> None:
    def words(position: Position, text: str) -> str:
        state = GAME.state(position)
        return GAME.describe(state, GAME.enter(state, text))

    position = table("7C@0,0 8D@1,0 7S@1,1", "8H")
    assert words(position, "8H@0,1") == "8♥ at 0,1 beside 7♣ and 7♠"
    assert words(position, "8H@2,1") == "8♥ at 2,1 beside 7♠"
    assert words(table("7C@0,0", "JK"), "JK@0,1") == "joker at 0,1 beside 7♣"
    assert words(table("7C@0,0", stock="2S"), "draw") == "draw 2♠"
    stuck = last_pass("7C@0,0", "2C", left=1)
    assert words(stuck, "redeal") == "shuffle the waste, 53 cards, for a new stock"
    view = GAME.state(GAME.as_seen(GAME.deal("1")))
    assert GAME.describe(view, GAME.legal(view)[0]) == "draw a card"


def told(seed: str, switches: str, moves: list[str]) -> list[str]:
    """A deal played out: every position, what is legal in it and what was played."""
    position = GAME.deal(seed, read_switches(switches, []))
    lines = [f"deal {seed} {switches}"]
    for text in [*moves, ""]:
        state = GAME.state(position)
        lines.append(position.to_text())
        lines.append("legal " + " ".join(GAME.move_text(move) for move in GAME.legal(state)))
        if text:
            lines.append(f"play {text}: {GAME.describe(state, GAME.enter(state, text))}")
            position = GAME.play(position, [text])
    return [*lines, str(GAME.outcome(GAME.state(position)))]


def test_golden_playthrough() -> None:
    # A small pack that is won in its second pass; a bounded field with everything that limits one;
    # a whole pack with a single pass. The moves are those of the file itself.
    games = GOLDEN.read_text("utf-8").strip().split("\n\n")
    assert len(games) == 3
    for game in games:
        lines = game.splitlines()
        moves = [line.split()[1].rstrip(":") for line in lines if line.startswith("play ")]
        _, seed, switches = lines[0].split()
        assert told(seed, switches, moves) == lines
    assert [game.splitlines()[-1] for game in games] == [
        "Outcome(payoffs=(1.0,), won=True, places=None)",
        "Outcome(payoffs=(0.0,), won=False, places=None)",
        "Outcome(payoffs=(0.0,), won=False, places=None)",
    ]
