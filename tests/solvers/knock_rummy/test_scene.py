"""What the seat to move knows of the stock and of other hands, against the position as JSON."""

from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import card_at
from kibitz.solvers.knock_rummy.reasons import Scene, texts
from tests.games.knock_rummy.tables import GAME
from tests.naive.reasons.knock_rummy import Seen, positions


def test_cards_that_may_come_and_cards_that_others_may_hold() -> None:
    known = shuffled = turned = 0
    for position in positions(300, 77):
        scene, seen = Scene(GAME.state(position)[0]), Seen(position)
        assert set(texts(scene.coming)) == seen.coming
        assert set(texts(scene.elsewhere)) == seen.elsewhere
        if scene.following >= 0:
            assert [card_text(card_at(scene.following))] == (seen.stock[:1] or seen.pile[:1])
            known += 1
        shuffled += len(position.shuffled) > 0
        turned += not seen.drawn and not seen.stock and not seen.closed
    assert min(known, shuffled, turned) > 3
