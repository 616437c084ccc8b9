"""Open hands near their end, against a naive search through the naive game."""

import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knock_rummy.exact import bytes_needed, solve_open
from tests.games.knock_rummy.tables import GAME, texts
from tests.heuristics.knock_rummy.looking import late
from tests.naive import knock_rummy as naive

Paid = tuple[float, ...]


def worth(game: naive.Hand) -> Paid:
    """What best play pays: every line tried, each seat for itself, then against the next."""
    moves = naive.moves(game)
    if not moves:
        return tuple(map(float, naive.payments(game)))
    seat = game.turn
    following = (seat + 1) % game.switches.players
    found = [worth(naive.play(game, move)) for move in moves]
    return max(found, key=lambda paid: (paid[seat], -paid[following]))


def naive_of(position: Position) -> naive.Hand:
    """The naive game at an open position before any turn-over."""
    rules = position.rules
    names = naive.Switches._fields
    return naive.Hand(
        naive.Switches(**{name: getattr(rules, name) for name in names}),
        position.dealer,
        position.turn,
        tuple(texts(hand) for hand in position.hands),
        texts(position.stock),
        texts(position.discards),
        drawn=position.drawn,
        taken="" if position.taken < 0 else texts((position.taken,))[0],
        takes=position.takes,
        known=tuple(texts(cards) for cards in position.known),
    )


@pytest.mark.parametrize("players", [2, 3])
def test_every_move_is_worth_what_trying_everything_says(players: int) -> None:
    rules = {"players": players, "stock_out": "end_hand", "max_takes": 1}
    for seed in range(3):
        position = late(seed, 1 if players == 2 else 0, rules)
        game = naive_of(position)
        state = GAME.state(position)
        found = solve_open(state, Budget(Limits()), ignore)
        assert found.stopped is StoppedBy.SOLVED
        seat = position.turn
        legal = GAME.legal(state)
        assert sorted(found.moves) == legal
        some = legal if players == 3 else legal[::4]
        for move in some:
            wanted = worth(naive.play(game, GAME.move_text(move)))
            paid = [units / UNIT for units in found.moves[move]]
            assert paid[seat] == pytest.approx(wanted[seat])
            assert players == 3 or paid == pytest.approx(list(wanted))
        assert found.payments is not None
        best = max(found.moves.values(), key=lambda paid: paid[seat])
        assert found.payments[seat] == best[seat]
        ended = GAME.play(position, [GAME.move_text(move) for move in found.line])
        paid_out = GAME.payments(GAME.state(ended))
        assert paid_out is not None
        assert [UNIT * paid for paid in paid_out] == list(found.payments)


def test_limits_stop_it() -> None:
    state = GAME.state(GAME.deal("1"))
    found = solve_open(state, Budget(Limits(nodes=5_000)), ignore)
    assert (found.stopped, found.payments, found.line) == (StoppedBy.NODES, None, ())
    small = Budget(Limits(memory_mb=1))
    assert bytes_needed(state) > 1 << 20
    assert solve_open(state, small, ignore).stopped is StoppedBy.MEMORY
