"""What the game says about itself, and games written down move by move."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.faults import BadInput, IllegalMove
from kibitz.games.knack.play import CELLS, GIVE, LAY, PASS
from kibitz.games.knack.position import Position
from kibitz.games.knack.rules import DEFAULT, RULES_VERSION, Rules
from kibitz.games.knack.state import STATE
from tests.games.knack.tables import GAME, written

HANDS = "5S 5H 6S 7H 8S|6H 7S 8H 9S TH|9H TS JH QS KH|JS QH KS AH 2S|5H 6S 7H 8S 9S|TS JH QS KH JS"
GOLDEN = Path(__file__).parents[2] / "golden" / "knack.txt"


def test_names() -> None:
    assert (GAME.name, GAME.title, GAME.players) == ("knack", "K'nack", (2, 6))
    assert GAME.rules_version == RULES_VERSION
    assert set(GAME.sources) == {"kibitz"}
    assert "7C@2,-1!" in GAME.notation


def test_defaults_are_the_rule_sheet() -> None:
    assert (DEFAULT.players, DEFAULT.pack, DEFAULT.jokers) == (2, 54, 2)
    assert (DEFAULT.knack_call, DEFAULT.play_on_for_places) == ("auto", False)
    assert (DEFAULT.field, DEFAULT.anchored, DEFAULT.danglers) == (None, False, 0)


def test_rules_schema_names_every_switch() -> None:
    schema = GAME.rules_schema()
    assert set(schema["properties"]) == {field.name for field in fields(Rules)}
    assert schema["additionalProperties"] is False
    assert all(about["description"] for about in schema["properties"].values())


def test_position_schema_names_every_field() -> None:
    schema = GAME.position_schema()
    assert schema["required"] == ["hands", "decks"]
    assert schema["additionalProperties"] is False
    said = set(GAME.deal("1", {"players": 5}).to_json())
    more = {"laid", "passes", "finished", "offender", "lacks", "given", "seat"}
    assert set(schema["properties"]) == said | more


def test_faults_of_switches_and_seed_are_told_together() -> None:
    with pytest.raises(BadInput) as caught:
        GAME.deal("x", {"players": 7, "danglers": 1, "size": 3})
    pointers = {fault.pointer for fault in caught.value.faults}
    assert pointers == {"/rules/players", "/rules/size", "/rules/danglers", "/seed"}
    with pytest.raises(BadInput, match="obstacles need a field in a fixed place"):
        GAME.deal("1", {"obstacles": [[1, 1]]})


def test_positions_can_be_compared_and_do_not_change() -> None:
    position = GAME.deal("1")
    assert position == GAME.deal("1") != GAME.deal("2")
    assert len({position, GAME.deal("1"), GAME.deal("2")}) == 2
    with pytest.raises(AttributeError):
        position.dealer = 1  # type: ignore[misc]


def test_replay_stops_at_the_first_illegal_move() -> None:
    position = GAME.deal("1")
    replay = GAME.replay(position, ["7S@0,0", "7H@0,1", "6S@0,1"])
    assert replay.first_illegal == 2
    assert replay.reason == "seat 1 does not hold 6S"
    with pytest.raises(IllegalMove) as caught:
        GAME.play(position, ["pass"])
    assert caught.value.faults[0].pointer == "/0"


def test_moves_are_told_apart() -> None:
    # The ace of clubs is card 0, so only the rim of the grid keeps its moves apart from the others.
    position = GAME.read(written("5C@0,0 2D@1,0", "AC 2C 3C 4C 6C|3D 4D 5D 6D 7D"))
    moves = GAME.legal(GAME.state(position))
    assert PASS < GIVE < LAY < min(moves) < CELLS


def test_state_is_a_flat_record() -> None:
    states = np.zeros(2, STATE)
    states[0] = GAME.state(GAME.deal("1"))[0]
    states[1] = states[0]
    protocol.run_apply(states[:1], GAME.legal(states[:1])[0])
    assert GAME.legal(states[1:]) != GAME.legal(states[:1])
    assert STATE.isnative
    assert not STATE.hasobject
    assert STATE.itemsize < 115_000


def test_the_table_ends_far_from_the_free_card() -> None:
    # Three packs in one line to the right: kings are followed by aces, colours by the other.
    line = [f"{rank}{'CD'[place % 2]}" for place, rank in enumerate(2 * "A23456789TJQK")]
    line = [card for _ in range(3) for card in line]
    line += [card.translate(str.maketrans("CD", "SH")) for card in line]
    data = written(" ".join(f"{card}@{x},0" for x, card in enumerate(line[:108])), HANDS)
    state = GAME.state(GAME.read(data))
    last = line[108]
    with pytest.raises(ValueError, match="108,0 is outside the field"):
        GAME.enter(state, f"{last}@108,0")
    with pytest.raises(ValueError, match="no card can lie as far from the first as 109,0"):
        GAME.enter(state, f"{last}@109,0")


def told(start: str, moves: list[str]) -> list[str]:
    """A game played out: every position, what is legal in it and what was played."""
    position: Position = GAME.read(start)
    lines = []
    for text in [*moves, ""]:
        state = GAME.state(position)
        legal = [GAME.move_text(move) for move in GAME.legal(state)]
        lines.append(position.to_text())
        lines.append(f"legal {len(legal)} " + " ".join(legal if len(legal) < 200 else []))
        if text:
            lines.append(f"play {text} is {GAME.describe(state, GAME.enter(state, text))}")
            position = GAME.play(position, [text])
    outcome = GAME.outcome(GAME.state(position))
    paid = " ".join(f"{share:.3f}" for share in outcome.payoffs) if outcome else "goes on"
    return [*[line.rstrip() for line in lines], f"worth {paid}"]


def test_golden_playthrough() -> None:
    # Two on a small field with danglers until nobody can play; three who forget to call, for
    # places; the view of one of four. The moves are those of the file itself.
    played = GOLDEN.read_text("utf-8").strip().split("\n\n")
    assert len(played) == 3
    for lines in (text.splitlines() for text in played):
        moves = [line.split()[1] for line in lines if line.startswith("play ")]
        assert told(lines[0], moves) == lines
