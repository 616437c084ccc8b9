"""Whose turn it is, what a seat sees, what a round comes to, and the rounds of a match."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest

from kibitz.api import verbs
from kibitz.contract.replies import PlayAnswer
from kibitz.games import protocol
from kibitz.games.catalogue import GAMES
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from tests.naive.knock_rummy_melds import deadwood

MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("knaves", {"target": 6}),
    ("knock-rummy", {"players": 2, "match_target": 20}),
    ("knock-rummy", {"players": 4, "match_target": 20}),
    ("hand-knee-foot", {"players": 2}),
    ("hand-knee-foot", {"players": 6}),
]
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("knotty-nines", {}),
    ("knack-solitaire", {}),
    ("knaves", {}),
    *(("knack", {"players": players}) for players in range(2, 7)),
    *(("knock-rummy", {"players": players}) for players in range(2, 7)),
    *(("hand-knee-foot", {"players": players}) for players in (2, 3, 4, 6)),
]
every_table = pytest.mark.parametrize(("name", "rules"), TABLES)
every_match = pytest.mark.parametrize(("name", "rules"), MATCHES)


def faults_of(verb: Any, name: str, **body: Any) -> list[tuple[str, str, str]]:
    with pytest.raises(BadInput) as caught:
        verb(GAMES[name], body)
    return [(fault.pointer, fault.code, fault.message) for fault in caught.value.faults]


def steps(game: Game, text: str, random: Random, most: int = 5_000) -> Iterator[PlayAnswer]:
    """The answers of ``play`` on the way through a game of random moves."""
    here = verbs.play(game, {"position": text, "moves": []})
    for _ in range(most):
        yield here
        if here.over:
            return
        legal = verbs.moves(game, {"position": here.text}).moves
        move = random.choice(legal).move
        here = verbs.play(game, {"position": here.text, "moves": [move]})


def played_out(game: Game, text: str, random: Random) -> PlayAnswer:
    """The end of a game of random moves."""
    position = game.read(text)
    state = game.state(position)
    while not game.over(state):
        protocol.run_apply(state, random.choice(game.legal(state)))
    end = game.position(state, position).to_text()
    return verbs.play(game, {"position": end, "moves": []})


def won_by(end: PlayAnswer) -> list[int | float | str]:
    """What a round brought each seat, or each team, by its settlement if there is one."""
    assert end.outcome is not None
    settlement = end.outcome.settlement
    if settlement is not None and settlement.teams is not None:
        return [team.score for team in settlement.teams]
    if settlement is not None and settlement.hands is not None:
        return [hand.payment for hand in settlement.hands]
    return [*end.outcome.payoffs]


@every_table
def test_the_seat_to_move_and_what_every_seat_sees(name: str, rules: dict[str, Any]) -> None:
    game, random = GAMES[name], Random(3)
    start = verbs.deal(game, {"seed": 5, "rules": rules})
    assert start.to_move is not None
    for number, here in enumerate(steps(game, start.text, random, 60)):
        position = game.read(here.position)
        state = game.state(position)
        due = None if game.over(state) else int(protocol.run_turn(state))
        assert here.to_move == due
        assert verbs.moves(game, {"position": here.text}).to_move == due
        assert (here.phase is None) or (due is not None)
        if number % 10:
            continue
        for seat in range(game.seats(state)):
            view = verbs.view(game, {"position": here.text, "seat": seat})
            assert view.position == game.as_seen(position, seat).to_json()
            assert (view.seat, view.to_move, view.phase) == (seat, here.to_move, here.phase)
            again = verbs.view(game, {"position": view.position, "seat": seat})
            assert again.position == view.position


def test_phases_name_what_can_be_done() -> None:
    game, random = GAMES["knock-rummy"], Random(4)
    for here in steps(game, verbs.deal(game, {"seed": 2}).text, random, 40):
        legal = {move.move for move in verbs.moves(game, {"position": here.text}).moves}
        drawing = bool(legal & {"draw", "take", "turn-over"})
        assert here.phase == (None if here.over else "draw" if drawing else "discard")
    game = GAMES["hand-knee-foot"]
    for here in steps(game, verbs.deal(game, {"seed": 2}).text, random, 80):
        if not here.over:
            assert here.phase == here.position.get("phase", "draw")
    game = GAMES["knaves"]
    for here in steps(game, verbs.deal(game, {"seed": 2}).text, random, 80):
        assert here.phase == (None if here.over else "play")


@every_match
def test_a_match_from_its_first_round_to_its_winner(name: str, rules: dict[str, Any]) -> None:
    game, random = GAMES[name], Random(7)
    start = verbs.deal(game, {"seed": 1, "rules": rules})
    totals = [Fraction(n) for n in start.position["scores"]]
    for number in count(2):
        end = played_out(game, start.text, random)
        answer = verbs.next_round(game, {"position": end.text, "seed": number})
        assert end.outcome is not None
        assert end.outcome.match == answer.match
        totals = [a + Fraction(b) for a, b in zip(totals, won_by(end), strict=True)]
        assert [Fraction(total) for total in answer.match.totals] == totals
        if answer.deal is None:
            best = max(totals)
            won = [side for side, total in enumerate(totals) if total == best]
            assert answer.match.winners == won
            assert answer.match.dealer is None
            return
        assert not answer.match.winners
        assert answer.deal.position["dealer"] == answer.match.dealer
        assert [Fraction(n) for n in answer.deal.position["scores"]] == totals
        assert answer.deal.position["rules"] == start.position["rules"]
        assert answer.deal.position.get("round") == answer.match.round
        start = answer.deal


def test_hands_of_knock_rummy_are_settled_exactly() -> None:
    game, random, settled = GAMES["knock-rummy"], Random(1), 0
    for seed in range(60):
        players = 2 + seed % 5
        start = verbs.deal(game, {"seed": seed, "rules": {"players": players}})
        end = played_out(game, start.text, random)
        assert end.outcome is not None
        assert end.outcome.by == end.position["ended"]
        if end.outcome.by == "no_score":
            assert end.outcome.settlement is None
            continue
        settled += 1
        assert end.outcome.settlement is not None
        hands = end.outcome.settlement.hands
        assert hands is not None
        assert sum(Fraction(hand.payment) for hand in hands) == 0
        aces, ace_points = (end.position["rules"][name] for name in ("ace", "ace_points"))
        for seat, hand in enumerate(hands):
            held = sorted(end.position["hands"][seat])
            assert sorted([card for meld in hand.melds for card in meld] + hand.unmatched) == held
            assert hand.deadwood == deadwood(frozenset(held), aces, ace_points)
            assert float(Fraction(hand.payment)) == pytest.approx(end.outcome.payoffs[seat])
    assert settled > 20


def test_rounds_of_hand_knee_and_foot_have_their_score_sheet() -> None:
    game, random = GAMES["hand-knee-foot"], Random(1)
    for seed in range(8):
        rules = {"players": (2, 3, 4, 6)[seed % 4]}
        scores = [100 * team for team in range({2: 2, 3: 3, 4: 2, 6: 2}[rules["players"]])]
        start = verbs.deal(game, {"seed": seed, "rules": rules, "scores": scores, "round": 2})
        end = played_out(game, start.text, random)
        assert end.outcome is not None
        assert end.outcome.by in {"out", "stock"}
        assert end.outcome.settlement is not None
        teams = end.outcome.settlement.teams
        assert teams is not None
        for team, sheet in enumerate(teams):
            assert sheet.score == sum(line.points for line in sheet.lines)
            others = [other.score for other in teams if other is not sheet]
            less = sheet.score - sum(others) / len(others)
            assert less == pytest.approx(end.outcome.payoffs[team])
            assert sheet.total == scores[team] + sheet.score


def test_a_view_that_hides_what_a_round_came_to() -> None:
    game = GAMES["hand-knee-foot"]
    end = played_out(game, verbs.deal(game, {"seed": 3}).text, Random(1))
    view = verbs.view(game, {"position": end.text, "seat": 1})
    assert (view.over, view.outcome) == (True, None)
    [(pointer, code, _)] = faults_of(verbs.next_round, "hand-knee-foot", position=view.text, seed=1)
    assert (pointer, code) == ("/position", "hidden")


def test_what_a_deal_of_a_match_can_get_wrong() -> None:
    assert faults_of(verbs.deal, "knotty-nines", seed=1, dealer=0, scores=[1]) == [
        ("/dealer", "no_match", "a deal of Knotty Nines takes no 'dealer'"),
        ("/scores", "no_match", "a deal of Knotty Nines takes no 'scores'"),
    ]
    assert [
        place for place, _, _ in faults_of(verbs.deal, "knaves", seed=1, dealer=3, round=2)
    ] == [
        "/round",
        "/dealer",
    ]
    found = faults_of(
        verbs.deal, "hand-knee-foot", seed=-1, dealer=True, scores=[1], round=5, rules={"x": 1}
    )
    assert {place for place, _, _ in found} >= {"/seed", "/rules/x"}
    found = faults_of(verbs.deal, "hand-knee-foot", seed=1, dealer=True, scores=["1"], round=5)
    assert [place for place, _, _ in found] == ["/dealer", "/round", "/scores/0"] or len(found) == 3
    assert faults_of(verbs.deal, "knaves", seed=1, scores=[20, 3, 4])[0][:2] == (
        *("/scores", "match_over"),
    )


def test_what_a_view_or_a_next_round_can_get_wrong() -> None:
    dealt = verbs.deal(GAMES["knaves"], {"seed": 1}).text
    assert faults_of(verbs.view, "knaves", position=dealt, seat=3) == [
        ("/seat", "no_such_seat", "there is no seat 3: seats are 0 to 2")
    ]
    seen = verbs.view(GAMES["knaves"], {"position": dealt, "seat": 1}).text
    assert faults_of(verbs.view, "knaves", position=seen, seat=2) == [
        ("/seat", "other_view", "the position is what seat 1 sees, not seat 2")
    ]
    assert faults_of(verbs.next_round, "knaves", position=dealt, seed=1) == [
        ("/position", "goes_on", "the round is not over yet")
    ]
    for name in ("knack", "knotty-nines", "knack-solitaire"):
        text = verbs.deal(GAMES[name], {"seed": 1}).text
        [(place, code, _)] = faults_of(verbs.next_round, name, position=text, seed=1)
        assert (place, code) == ("/position", "no_match")
