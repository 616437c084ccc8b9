"""What a review of Knock Rummy says of a knock that came too early, against deals of its own."""

from typing import Any

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.heuristics.knock_rummy.beliefs import best_knock
from kibitz.solvers.direct import review
from kibitz.solvers.knock_rummy.analysis import WORLD_STEPS
from tests.games.knock_rummy.tables import GAME
from tests.naive.reasons.knock_rummy import _refine

OWN = 400  # deals


def test_a_knock_that_came_too_early_is_said_to_win_as_often_as_it_does() -> None:
    said = 0
    for seed in range(12):
        start = GAME.deal(str(seed), {"players": 4})
        drawn = GAME.play(start, ["take"])
        view = GAME.state(GAME.as_seen(drawn, drawn.turn))
        knock = best_knock(view)
        if knock not in GAME.legal(view):
            continue
        moves = ["take", GAME.move_text(knock)]
        record = {"position": start.to_json(), "moves": moves}
        answer = review("knock-rummy", record, limits=Limits(iterations=2_000))
        reasons = answer.decisions[1].reasons or []
        for reason in (one for one in reasons if one.code == "knocked"):
            said += 1
            stream, paid = np.ones(1, np.uint64), np.zeros(6)
            made = []
            for _ in range(OWN):
                world = view.copy()
                protocol.run_redeal(world, drawn.turn, stream)
                _refine(world, drawn.turn, WORLD_STEPS, stream)
                protocol.run_apply(world, knock)
                protocol.run_payoff(world, paid)
                made.append(paid[drawn.turn])
            points = np.array(made)
            wins = (points > 0).mean()
            args: dict[str, Any] = {**reason.args}
            assert abs(args["wins"] - wins) < 4.5 * np.sqrt(0.25 * 2 / OWN)
            error = points.std(ddof=1) * np.sqrt(2 / OWN)
            assert abs(args["points"] - points.mean()) < 4.5 * error
    assert said > 1
