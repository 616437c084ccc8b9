"""Revokes and exposed cards in recorded rounds, by the rule sheet."""

from random import Random
from typing import Any

import pytest

from kibitz.games.cards import card_text, parse_card
from kibitz.games.faults import BadInput, IllegalMove
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.record import Judged, judge
from tests.conformance.playing import walk
from tests.games.knaves.tables import GAME, as_naive, table
from tests.naive import knaves as naive


def judged(entries: str, **parts: Any) -> Judged:
    found = judge(table(**parts), entries.split())
    assert GAME.read(found.position.to_json()) == found.position
    assert GAME.read(found.position.to_text()) == found.position
    return found


def refused(entries: str, **parts: Any) -> str:
    """Why the last of the entries cannot have happened."""
    words = entries.split()
    with pytest.raises(IllegalMove) as caught:
        judge(table(**parts), words)
    assert (caught.value.index, caught.value.move) == (len(words) - 1, words[-1])
    return caught.value.reason


def revokes(found: Judged) -> list[tuple[int, int, str, str, int]]:
    return [(r.trick, r.seat, card_text(r.card), r.outcome, r.points) for r in found.revokes]


def test_a_round_without_incidents_is_only_played() -> None:
    found = judged("KH AH 2D QD 4D 8D")
    assert found.position == GAME.play(table(), ["KH", "AH", "2D", "QD", "4D", "8D"])
    assert (found.points, found.charges) == ((0, 2, 0), (0, 0, 0))
    assert found.revokes + found.exposures + found.calls + found.claims == ()


def test_a_card_out_of_suit_when_one_could_follow_is_a_revoke() -> None:
    found = judged("KH KS 2D")
    assert revokes(found) == [(0, 1, "KS", "stands", 0)]
    assert found.charges == (0, 0, 0)
    assert found.position.tricks[0].revoked == (parse_card("KS"),)


def test_the_trick_of_a_revoke_stands() -> None:
    found = judged("KH KS 2D")
    assert found.position.trick.leader == 1
    assert found.points == (0, 1, 0)


def test_who_cannot_follow_does_not_revoke() -> None:
    assert revokes(judged("KH AH 5S")) == []


def test_corrected_before_the_trick_is_turned_it_costs_nothing() -> None:
    for entries in ("KH KS correct-TH 2D", "KH KS 2D correct-TH"):
        found = judged(entries)
        assert revokes(found) == [(0, 1, "KS", "corrected", 0)]
        assert found.charges == (0, 0, 0)
        assert found.position.tricks[0].cards == tuple(map(parse_card, ("KH", "TH", "2D")))
        assert found.position.tricks[0].revoked == ()
        assert found.points == (1, 0, 0)


def test_the_card_taken_back_was_seen_and_lies_exposed() -> None:
    found = judged("KH KS correct-TH 2D")
    assert found.position.exposed == ((), (parse_card("KS"),), ())
    assert [(e.index, e.seat, card_text(e.card)) for e in found.exposures] == [(2, 1, "KS")]


def test_a_correction_may_turn_the_trick_over_to_another() -> None:
    assert judged("KH KS 2D").position.trick.leader == 1
    assert judged("KH KS 2D correct-AH").position.trick.leader == 1
    assert judged("KH KS 2D correct-TH").position.trick.leader == 0


def test_called_before_the_next_trick_is_played_the_offender_loses_three_points() -> None:
    found = judged("KH KS 2D revoke-1")
    assert revokes(found) == [(0, 1, "KS", "claimed", -3)]
    assert found.charges == (0, -3, 0)
    assert found.points == (0, 1, 0)
    assert [(c.index, c.seat, c.outcome) for c in found.claims] == [(3, 1, "upheld")]


def test_called_once_the_next_trick_has_begun_it_costs_nothing() -> None:
    found = judged("KH KS 2D QD revoke-1")
    assert found.charges == (0, 0, 0)
    assert [c.outcome for c in found.claims] == ["late"]
    assert revokes(found) == [(0, 1, "KS", "stands", 0)]


def test_a_claim_before_the_trick_is_finished_leaves_room_for_the_correction() -> None:
    found = judged("KH KS revoke-1 2D correct-TH revoke-1")
    assert [c.outcome for c in found.claims] == ["early", "unfounded"]
    assert revokes(found) == [(0, 1, "KS", "corrected", 0)]


def test_a_claim_without_ground_costs_nothing() -> None:
    found = judged("KH AH 2D revoke-1 revoke-2 revoke-0")
    assert found.charges == (0, 0, 0)
    assert [(c.seat, c.outcome) for c in found.claims] == [
        (1, "unfounded"),
        (2, "unfounded"),
        (0, "unfounded"),
    ]
    twice = judged("KH KS 2D revoke-1 revoke-1")
    assert twice.charges == (0, -3, 0)
    assert [c.outcome for c in twice.claims] == ["upheld", "unfounded"]


def test_the_penalty_follows_the_switch() -> None:
    assert judged("KH KS 2D revoke-1", revoke_penalty=7).charges == (0, -7, 0)
    assert judged("KH KS 2D revoke-1", revoke_penalty=0).charges == (0, 0, 0)


def test_after_the_claim_it_is_too_late_to_correct() -> None:
    message = "TH corrects nothing: seat 1 has no revoke to take back"
    assert refused("KH KS 2D revoke-1 correct-TH") == message
    assert refused("KH KS 2D revoke-2 correct-TH") == message
    assert refused("KH KS 2D QD correct-TH") == message
    assert refused("KH AH 2D correct-TH") == message
    assert refused("correct-TH") == message


def test_a_correction_must_follow_suit() -> None:
    assert refused("KH KS 2D correct-QC") == "QC does not follow the heart led either"
    assert refused("KH KS 2D correct-7H").startswith("7H corrects nothing: seat 0 has no revoke")
    assert refused("KH KS 2D correct-KH") == "KH is in no hand"


def test_two_revokes_in_one_trick() -> None:
    found = judged("5C KS 4D correct-QC revoke-2")
    assert revokes(found) == [(0, 1, "KS", "corrected", 0), (0, 2, "4D", "claimed", -3)]
    assert found.position.trick.leader == 1
    both = judged("5C KS 4D correct-QC correct-8C")
    assert [outcome for *_, outcome, _ in revokes(both)] == ["corrected", "corrected"]
    assert both.position.exposed == ((), (parse_card("KS"),), (parse_card("4D"),))


def test_a_record_may_begin_in_the_middle_of_a_trick() -> None:
    middle = GAME.play(table(), ["KH"])
    found = judge(middle, ["KS", "2D", "correct-AH"])
    assert found.position.tricks[0].cards == tuple(map(parse_card, ("KH", "AH", "2D")))
    assert revokes(found) == [(0, 1, "KS", "corrected", 0)]
    late = GAME.play(table(), ["KH", "AH"])
    assert judge(late, ["2D", "QD"]).position == GAME.play(late, ["2D", "QD"])


# ------------------------------------------------------------------------------- exposed cards


def test_a_card_revealed_out_of_normal_play_lies_face_up() -> None:
    found = judged("KH expose-4D expose-QC AH")
    assert found.position.exposed == ((), (parse_card("QC"),), (parse_card("4D"),))
    assert [(e.index, e.seat, card_text(e.card)) for e in found.exposures] == [
        (1, 2, "4D"),
        (2, 1, "QC"),
    ]
    assert found.charges == (0, 0, 0)
    assert judged("expose-4D expose-4D").exposures == judged("expose-4D").exposures
    assert refused("KH AH 2D expose-AH") == "AH is in no hand"
    assert refused("expose-2S") == "2S is in no hand"


def test_an_exposed_card_that_was_played_lies_no_more() -> None:
    assert judged("expose-KH KH AH").position.exposed == ((), (), ())


@pytest.mark.parametrize(
    ("entries", "outcome"),
    [
        ("expose-4D call-4D", "open"),
        ("expose-4D call-4D KH AH 4D", "played"),
        ("expose-4D KH AH call-4D 2D", "ignored"),
        ("expose-4D call-4D 5C QC TC", "not_legal"),
        ("expose-TH KH call-TH TH", "played"),
        ("expose-TH KH call-TH AH", "ignored"),
        ("expose-TH KH call-TH KS", "ignored"),
        ("expose-TH KH call-TH KS correct-TH", "played"),
        ("expose-TH KH call-TH KS correct-AH", "ignored"),
        ("expose-KH call-KH AC", "ignored"),
        ("expose-4D call-4D KH AH 4D no-call", "played"),
    ],
)
def test_a_call_binds_the_next_card_if_it_is_legal(entries: str, outcome: str) -> None:
    found = judged(entries)
    assert [call.outcome for call in found.calls] == [outcome]
    assert found.charges == (0, 0, 0)


def test_a_call_lapses_with_the_card_it_was_made_for() -> None:
    found = judged("expose-4D call-4D 5C QC TC QD call-4D 4D")
    assert [(call.index, call.outcome) for call in found.calls] == [(1, "not_legal"), (6, "played")]


def test_a_call_made_after_the_card_is_not_for_it() -> None:
    found = judged("KH KS expose-7D call-7D 2D correct-TH")
    assert [call.outcome for call in found.calls] == ["open"]


def test_only_exposed_cards_are_called_one_at_a_time() -> None:
    assert refused("call-KH") == "KH does not lie exposed before seat 0"
    assert refused("expose-KH expose-AC call-KH call-AC") == "KH has been called already"


def test_a_call_that_the_position_has_is_kept() -> None:
    start = GAME.play(table(exposed=[["KH"], [], []], exposed_cards=True), ["call-KH"])
    assert [call.outcome for call in judge(start, ["KH", "AH"]).calls] == ["played"]
    assert [call.outcome for call in judge(start, ["AC"]).calls] == ["ignored"]


# -------------------------------------------------------------------------------------- records


@pytest.mark.parametrize(
    "text", ["", "x", "7H8", "play-7H", "revoke", "revoke-3", "revoke-x", "call-", "correct 7H"]
)
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        judge(table(), ["KH", text])
    assert caught.value.index == 1
    assert caught.value.reason


def test_cards_come_from_the_hand_whose_turn_it_is() -> None:
    assert refused("KH 2D") == (
        "seat 1 is to play, but seat 2 holds 2D: one shown out of turn is written expose"
    )
    assert refused("KH KH") == "KH is in no hand"


def test_hidden_hands_cannot_be_judged() -> None:
    with pytest.raises(BadInput, match="a record needs the cards of every hand"):
        judge(GAME.as_seen(table(), 0), [])


def test_the_match_counts_the_charges() -> None:
    start = table(scores=[19, 15, -4])
    states = walk(GAME, start, Random(3))
    order = [int(place) for place in states[-1][0]["order"][:39]]
    texts = [GAME.move_text(place) for place in order]
    plain = judge(start, texts)
    assert plain.match_result == GAME.match_result(states[-1], start)
    assert judge(start, texts[:-1]).match_result is None
    claimed = judge(start, ["KH", "KS", "2D", "revoke-1"])
    assert claimed.match_result is None
    rest = walk(GAME, claimed.position, Random(4))[-1]
    texts = [GAME.move_text(int(place)) for place in rest[0]["order"][3:39]]
    end = judge(start, ["KH", "KS", "2D", "revoke-1", *texts])
    assert end.match_result is not None
    assert end.match_result.totals[1] == 15 + end.points[1] - 3


@pytest.mark.parametrize("seed", range(20))
def test_every_revoke_of_a_careless_round_is_found(seed: int) -> None:
    random = Random(seed)
    start: Position = GAME.deal(str(seed), {"hand_size": random.choice([13, 17])})
    game, entries, expected = as_naive(start), [], []
    while not naive.is_over(game):
        seat = naive.player_of(game)
        card = random.choice(game.hands[seat] if random.random() < 0.2 else naive.may_play(game))
        if card not in naive.may_play(game):
            expected.append((len(game.played) // 3, seat, card))
        entries.append(card)
        game = naive.play(game, card)
    found = judge(start, entries)
    assert [(trick, who, card) for trick, who, card, _, _ in revokes(found)] == expected
    assert list(found.points) == naive.points(game)
    assert GAME.read(found.position.to_json()) == found.position
    assert GAME.state(found.position)[0]["tricks"].sum() == start.rules.hand_size
