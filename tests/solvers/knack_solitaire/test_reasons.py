"""What a hint for K'nack Solitaire counts among its moves."""

from kibitz.contract.options import Limits
from tests.games.knack_solitaire.tables import GAME, table
from tests.naive.reasons.case import case_of
from tests.naive.reasons.knack_solitaire import CHECKERS
from tests.solvers.knack_solitaire.hinted import lower_levels


def test_a_joker_has_its_article() -> None:
    position = table("JK@0,0", waste="5H", stock="JK")
    case = case_of(GAME.name, position, Limits(iterations=24, nodes=600, memory_mb=64))
    assert "Look beside a joker at 0,0." in {reason.text for reason in lower_levels(case)}
    drawn = table("5H@0,0", stock="JK")
    [draw] = GAME.legal(GAME.state(drawn))
    assert GAME.describe(GAME.state(drawn), draw) == "draw a joker"


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
