"""Who laid which card: kept by play, read back, and refused where it cannot have been so."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.knack.play import LAY
from kibitz.games.knack.position import Position
from tests.games.knack.tables import GAME, late, laying, some_rules, spread, written

Json = dict[str, Any]


def played(random: Random, rules: Json, most: int) -> tuple[Position, list[int]]:
    """A position of random play from a deal, and who laid the cards of its field."""
    start = GAME.deal(str(random.getrandbits(64)), rules, dealer=random.randrange(rules["players"]))
    state, rate, movers = GAME.state(start), random.choice([0, 0.5]), []
    for _ in range(random.randrange(most)):
        if GAME.legal(state):
            move = spread(state, random, rate)
            if move > LAY:
                movers.append(int(state[0]["turn"]))
            protocol.run_apply(state, move)
    return GAME.position(state, start), movers


@given(st.integers(0, 2**32))
def test_play_keeps_who_laid_each_card(seed: int) -> None:
    random = Random(seed)
    position, movers = played(random, {**some_rules(random), "knack_call": "auto"}, 150)
    assert position.laid == tuple(movers)
    assert not position.field or position.field[0][:2] == (0, 0)
    for seat in range(position.rules.players):
        seen = GAME.as_seen(position, seat)
        assert seen.laid == position.laid
        assert [place[:2] for place in seen.field] == [place[:2] for place in position.field]
    # All passes follow from it, and all that they show of the hands.
    data = position.to_json()
    data.pop("lacks", None)
    assert GAME.read(data) == position


@given(st.integers(0, 2**32))
def test_without_it_nothing_is_known_of_the_order(seed: int) -> None:
    random = Random(seed)
    position, _ = played(random, some_rules(random), 60)
    data = position.to_json()
    data.pop("laid", None)
    random.shuffle(data["field"])
    found = GAME.read(data)
    assert found.field == tuple(sorted(position.field))
    assert found.laid == (None if found.field else ())
    move = next(iter(GAME.legal(GAME.state(found))), None)
    if found.field and move is not None:
        assert GAME.play(found, [GAME.move_text(move)]).laid is None


def test_positions_that_differ_in_it_alone_are_different() -> None:
    position, _ = played(Random(5), {"players": 2, "knack_call": "auto"}, 40)
    data = position.to_json()
    del data["laid"]
    other = GAME.read(data)
    assert other != position
    assert other.to_text() != position.to_text()
    assert ".laid-" in position.to_text().replace("~laid-", ".laid-")
    assert "laid" not in other.to_text()
    assert GAME.state_of(other)[0]["recorded"] != GAME.state_of(position)[0]["recorded"]


def test_a_call_left_out_ends_it() -> None:
    start = GAME.deal("1", {"players": 2, "knack_call": "explicit"})
    state = GAME.state(start)
    while int(state[0]["deck_sizes"][int(state[0]["turn"])]) != 1:
        protocol.run_apply(state, GAME.legal(state)[-1])
    position = GAME.position(state, start)
    assert position.laid
    moves = [text for text in map(GAME.move_text, GAME.legal(state)) if text != "pass"]
    forgets = next(text for text in moves if not text.endswith("!"))
    calls = next(text for text in moves if text.endswith("!"))
    assert GAME.play(position, [calls]).laid
    after = GAME.play(position, [forgets])
    assert after.laid is None
    assert GAME.read(after.to_json()) == after


def change(data: Json, **parts: Any) -> Json:
    return {**data, **parts}


def without_a_card(data: Json) -> Json:
    return change(data, laid=data["laid"][:-1])


def start_with_the_other(data: Json) -> Json:
    return change(data, laid=[1 - data["laid"][0], *data["laid"][1:]])


def free_card_last(data: Json) -> Json:
    return change(data, field=[*data["field"][1:], data["field"][0]])


def no_such_seat(data: Json) -> Json:
    return change(data, laid=[*data["laid"][:-1], 4])


def all_by_one(data: Json) -> Json:
    return change(data, laid=[data["laid"][0]] * len(data["laid"]))


def far_one_second(data: Json) -> Json:
    first, *rest = data["field"]
    far = max(rest, key=lambda laid: abs(laid[0]) + abs(laid[1]))
    return change(data, field=[first, far, *[laid for laid in rest if laid != far]])


def other_turn(data: Json) -> Json:
    return change(data, turn=1 - data["turn"])


def more_lacks(data: Json) -> Json:
    return change(data, lacks=[{"seat": data["turn"], "at_most": 4, "kinds": ["Ab", "Ar", "2b"]}])


def too_long(data: Json) -> Json:
    return change(data, laid=[0] * 300)


def no_list(data: Json) -> Json:
    return change(data, laid="0101")


FAULTS: list[tuple[Callable[[Json], Json], list[tuple[str, str]]]] = [
    (without_a_card, [("/laid", "wrong_length")]),
    (
        start_with_the_other,
        [("/laid/0", "wrong_start"), ("/laid", "wrong_number"), ("/laid", "wrong_number")],
    ),
    (free_card_last, [("/field/0", "not_first")]),
    (no_such_seat, [("/laid/11", "no_such_seat")]),
    (all_by_one, [("/laid", "wrong_number"), ("/laid", "wrong_number"), ("/turn", "wrong_turn")]),
    (far_one_second, [("/field/1", "not_joined")]),
    (other_turn, [("/turn", "wrong_turn")]),
    (more_lacks, [("/lacks/0", "not_shown")]),
    (too_long, [("/laid", "too_many_entries")]),
    (no_list, [("/laid", "not_a_list")]),
]


def start() -> Json:
    """Two have laid six cards each; nobody has passed."""
    position, seed = GAME.deal("0"), 0
    while position.laid != (1, 0) * 6:
        seed += 1
        position = GAME.deal(str(seed))
        for number in range(12):
            legal = [GAME.move_text(move) for move in GAME.legal(GAME.state(position))]
            position = GAME.play(position, [legal[7 * number % len(legal)]])
    data: Json = position.to_json()
    return data


def codes(data: Json) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as caught:
        GAME.read(data)
    return [(fault.pointer, fault.code) for fault in caught.value.faults]


@pytest.mark.parametrize(("spoil", "expected"), FAULTS)
def test_faults(spoil: Callable[[Json], Json], expected: list[tuple[str, str]]) -> None:
    found = codes(spoil(start()))
    assert found == expected


def test_faults_are_listed_together() -> None:
    assert codes(other_turn(free_card_last(start_with_the_other(start())))) == [
        ("/field/0", "not_first"),
        ("/laid/0", "wrong_start"),
        ("/laid", "wrong_number"),
        ("/laid", "wrong_number"),
        ("/turn", "wrong_turn"),
    ]


def test_a_card_that_a_pass_rules_out() -> None:
    # Seat 0 passes although a joker fits anywhere, and lays one in its next turn.
    cards = "5C@0,0 8D@1,0 9S@2,0 JK@-1,0"
    data = written(cards, "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C", turn=1, dealer=1)
    left, right = data["decks"]
    data["decks"] = [[*left, right.pop()], right] if len(left) < len(right) else [left, right]
    data["laid"] = [0, 1, 1, 0]
    assert codes(data) == [("/laid/3", "ruled_out")]


def test_none_while_cards_are_given() -> None:
    gift = late("9H TS JH QS KH|4S 5H 6S 7H", "8S|.", knack_call="explicit", turn=0)
    giving = GAME.play(gift, [laying(gift, "QS")])
    assert giving.offender == 0
    laid = [number % 2 for number in range(len(giving.field))]
    assert codes({**giving.to_json(), "laid": laid}) == [("/laid", "not_kept")]


def test_other_faults_do_not_hide_those_of_the_record() -> None:
    data = start()
    wrong = data | {"laid": [0] * len(data["laid"]), "foo": 1}
    wrong["hands"] = [data["hands"][0][:-1], *data["hands"][1:]]
    found = codes(wrong)
    assert ("/laid/0", "wrong_start") in found
    assert ("/laid", "wrong_number") in found
    assert {"/foo", "/hands/0"} <= {pointer for pointer, _ in found}
    found = codes(wrong | {"laid": [0] * (len(data["laid"]) - 1)})
    assert ("/laid", "wrong_length") in found
    assert ("/laid/0", "wrong_start") in found


def test_what_the_record_contradicts_is_quoted() -> None:
    def said(data: Json) -> list[str]:
        with pytest.raises(BadInput) as caught:
            GAME.read(data)
        return [fault.message for fault in caught.value.faults]

    data = start()
    first = data["laid"][0]
    wrong = data | {"laid": [1 - first, *data["laid"][1:]]}
    assert f"seat {first} lays the free card, not seat {1 - first}" in said(wrong)
    wrong = data | {"lacks": [{"seat": 0, "at_most": 2, "kinds": ["Kr", "Qb"]}]}
    (message,) = said(wrong)
    assert message == (
        "who laid which card does not show that seat 0 has at most 2 cards of Qb, Kr"
    )
