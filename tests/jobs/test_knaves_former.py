"""The search of version 0.1: the same cards as then."""

from typing import Final

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.jobs.duplicates import key, view_of
from kibitz.jobs.players import GAMES, factory
from kibitz.jobs.players.knaves_former import FASTER, FormerPlayer, former

# A round of version 0.1 among itself, 500 iterations a card.
THEN: Final = (
    "TC AC 3C 2H 7H QH 2S TS 4S 4D AD 6D QC 8C JC 8S 6S QS 6H 9H 5C 9S 3S JS 8H TH 6C QD KD AH 2C "
    "JD KC 9D 3H 5D 7S JH TD"
)


def test_it_plays_what_it_played() -> None:
    game = GAMES["knaves"]
    player = factory(game, "search@0.1")(game, Limits(iterations=500))
    deal = game.deal("3")
    state, played = game.state(deal), list[str]()
    while not protocol.run_over(state):
        seat, ply, legal = int(protocol.run_turn(state)), len(played), game.legal(state)
        view = view_of(game, state, deal, seat, key(1, ply, 0))
        move = player.choose(game, view, seat, key(1, ply, 1)) if len(legal) > 1 else legal[0]
        played.append(game.move_text(move))
        protocol.run_apply(state, move)
    assert " ".join(played) == THEN


def test_it_has_the_part_of_the_time_in_which_it_comes_as_far_as_then() -> None:
    player = former(GAMES["knaves"], Limits(time_ms=50, iterations=7))
    assert isinstance(player, FormerPlayer)
    assert player.limits == Limits(time_ms=round(50 / FASTER), iterations=7)
