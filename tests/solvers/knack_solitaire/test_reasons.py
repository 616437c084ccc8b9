"""What a hint for K'nack Solitaire counts among its moves."""

from kibitz.contract.options import Limits
from tests.games.knack_solitaire.tables import GAME
from tests.naive.reasons.case import case_of
from tests.naive.reasons.knack_solitaire import CHECKERS
from tests.solvers.knack_solitaire.hinted import lower_levels


def test_moves_dropped_as_equal_count_as_well() -> None:
    position = GAME.deal("30")
    while len(legal := GAME.legal(GAME.state(position))) < 20:
        position = GAME.play(position, [GAME.move_text(legal[0])])
    position = GAME.as_seen(position)
    case = case_of(GAME.name, position, Limits(iterations=24, nodes=600, memory_mb=64))
    (nudge,) = (r for r in lower_levels(case) if r.code.startswith("nudge_sampled"))
    level = sum(row.loss == 0 for row in case.analysis.moves)
    assert level == nudge.args.get("n", nudge.args["of"])
    assert CHECKERS[nudge.code](case, nudge.args)
