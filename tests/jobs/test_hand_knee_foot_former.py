"""The search of version 0.1: the same turns as then."""

from typing import Final

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.jobs.duplicates import key, view_of
from kibitz.jobs.players import GAMES, factory

# A round of version 0.1 among itself, 200 iterations a search.
THEN: Final = (
    "draw meld-TTT meld-999 lay 3B draw meld-KKK meld-2JKJK lay meld-888 A draw meld-666 "
    "meld-888 4 draw meld-444 add-8 add-8 T draw add-T add-T meld-JJJ add-2-T add-JK-T knee "
    "add-8 add-9 meld-QQQ add-Q add-Q add-Q meld-AAA add-A 3B draw add-4 meld-777 add-8 "
    "add-2-8 knee add-4 add-4 meld-555 add-5 add-5 meld-666 meld-999 add-K add-K add-K add-2 "
    "8 draw meld-555 add-9 meld-KKK 3B draw add-6 add-7 meld-QQQ J draw meld-777 add-9 add-J "
    "add-Q 3B draw lay add-6 meld-TTT meld-JJ2 foot add-4 add-7 add-7 add-9 add-T add-Q add-Q "
    "add-K 3B draw add-9 3B draw add-5 add-6 add-9 add-JK 3B draw add-7 add-8 meld-TTT add-A "
    "bury-9 meld-JKJKJK add-2 4 foot draw lay add-6 add-9 add-J add-JK 4 draw add-5 add-5 "
    "add-5 add-7 add-8 add-T add-T add-J add-J add-K add-A add-2 Q draw add-5 add-9 A draw "
    "lay meld-444 add-5 add-K add-A 9 draw add-J add-J A draw add-4 add-J add-2 9 draw "
    "meld-555 meld-888 add-T add-Q 9 draw add-4 add-6 add-7 add-7 bury-A add-2 Q"
)


def test_it_plays_what_it_played() -> None:
    game = GAMES["hand-knee-foot"]
    player = factory(game, "search@0.1")(game, Limits(iterations=200))
    deal = game.deal("3", {"players": 2})
    state, played = game.state(deal), list[str]()
    while not protocol.run_over(state):
        seat, ply, legal = int(protocol.run_turn(state)), len(played), game.legal(state)
        view = view_of(game, state, deal, seat, key(1, ply, 0))
        move = player.choose(game, view, seat, key(1, ply, 1)) if len(legal) > 1 else legal[0]
        played.append(game.move_text(move))
        protocol.run_apply(state, move)
    assert " ".join(played) == THEN
