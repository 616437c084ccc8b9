"""The rule sheet, sentence by sentence."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.knotty_nines.play import MAX_MOVES, fits
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.state import MAX_PILES, STATE
from tests.games.knotty_nines.tables import GAME, is_won, legal_texts, run_down, table
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_cases import packed
from tests.solvers.knotty_nines.packs import as_json, as_naive


def reason(position: Position, text: str) -> str:
    """Why a move is refused."""
    replay = GAME.replay(position, [text])
    assert replay.first_illegal == 0
    assert replay.reason
    return replay.reason


def test_build_down_by_rank_regardless_of_suit() -> None:
    position = table("7C", "8D", "8C", "6H")
    assert legal_texts(position) == {"1>2", "1>3", "4>1"}
    assert reason(position, "2>1") == "8D does not go on 7C"
    assert reason(position, "4>2") == "6H does not go on 8D"


@pytest.mark.parametrize("wrap", [True, False])
def test_king_goes_on_an_ace_only_with_wrap(wrap: bool) -> None:
    position = table("KS", "AC", "2C", "QD", wrap=wrap)
    assert legal_texts(position) == {"2>3", "4>1"} | ({"1>2"} if wrap else set())
    if not wrap:
        assert reason(position, "1>2") == "KS does not go on AC"


def test_an_ace_never_goes_on_a_king() -> None:
    assert "2>1" not in legal_texts(table("KS", "AC", "5C", "7D"))


def test_fits_is_one_rank_lower() -> None:
    for card in range(52):
        for target in range(52):
            lower = target // 4 == card // 4 + 1
            assert fits(card, target, False) == lower
            assert fits(card, target, True) == (lower or (card // 4 == 12 and target // 4 == 0))


def test_only_the_top_card_moves() -> None:
    position = table("9C 8C 7C", "9H", "8H", "2C", stock="5C")
    assert legal_texts(position) == {"1>3", "3>2"}
    after = GAME.play(position, ["1>3"])
    assert after.to_json()["tableau"] == [["9C", "8C"], ["9H"], ["8H", "7C"], ["2C"]]
    assert reason(position, "1>2") == "7C does not go on 9H"


def test_an_emptied_pile_is_filled_at_once_with_the_next_stock_card() -> None:
    position = table("7C", "8D", "KC", "KD", stock="3S 9D")
    after = GAME.play(position, ["1>2"])
    assert after.to_json()["tableau"] == [["3S"], ["8D", "7C"], ["KC"], ["KD"]]
    assert after.to_json()["stock"][0] == "9D"
    assert after.stock_size == position.stock_size - 1


def test_a_pile_that_keeps_cards_draws_nothing() -> None:
    position = table("8C 7C", "8D", "KC", "KD", stock="3S 9D")
    after = GAME.play(position, ["1>2"])
    assert after.to_json()["tableau"] == [["8C"], ["8D", "7C"], ["KC"], ["KD"]]
    assert after.stock == position.stock


def last_card(win: str) -> Position:
    """One stock card left; 2>1 draws it, and 3>4 gives and takes AC and KC for ever."""
    piles = (run_down("C", "K", "2"), "AC", run_down("D"), run_down("H"), run_down("S", "K", "2"))
    return table(*piles, stock="AS", win=win)


def test_won_the_moment_the_stock_is_empty() -> None:
    position = last_card("stock_empty")
    assert GAME.outcome(GAME.state(position)) is None
    after = GAME.play(position, ["2>1"])
    assert after.stock_size == 0
    assert is_won(after)
    assert legal_texts(after) == set()
    assert reason(after, "2>5") == "the game is over: the stock is empty"


def test_the_literal_reading_waits_until_no_move_is_left() -> None:
    after = GAME.play(last_card("stock_empty_and_stuck"), ["2>1"])
    assert after.stock_size == 0
    assert not is_won(after)
    assert {"2>5", "1>5"} <= legal_texts(after)
    at_rest = GAME.play(after, ["2>5"])
    assert is_won(at_rest)


def test_with_an_empty_stock_the_space_stays_empty_and_nothing_may_go_there() -> None:
    end = GAME.play(last_card("stock_empty_and_stuck"), ["2>1", "2>5"])
    assert end.to_json()["tableau"][1] == []
    assert end.to_json()["stock"] == []
    assert reason(end, "1>2") == "pile 2 is empty"
    assert reason(end, "2>1") == "pile 2 is empty"


def test_moves_may_remain_for_ever_in_the_literal_reading() -> None:
    piles = (run_down("C", "K", "2"), run_down("D"), run_down("H"), "AC " + run_down("S"))
    position = table(*piles, win="stock_empty_and_stuck")
    assert position.stock_size == 0
    assert not is_won(position)
    once_round = GAME.play(position, ["2>1", "1>2"])
    assert once_round == position
    assert is_won(table(*piles))


def test_no_legal_move_with_cards_in_the_stock_is_lost() -> None:
    outcome = GAME.outcome(GAME.state(table("2C", "4C", "6C", "8C")))
    assert outcome is not None
    assert (outcome.won, outcome.payoffs) == (False, (0.0,))


def test_a_lost_game_need_not_be_over() -> None:
    # 7C goes back and forth between two eights; no pile can ever be emptied.
    position = table("8C 7C", "8D", "2C", "4C")
    assert GAME.play(position, ["1>2", "2>1"]) == position
    assert GAME.outcome(GAME.state(position)) is None


def test_no_other_moves_than_between_two_piles_that_exist() -> None:
    position = table("7C", "8D", "KC", "KD")
    assert reason(position, "1>1") == "a card cannot go onto its own pile"
    assert reason(position, "1>5") == "there is no pile 5, only 4 piles"
    assert reason(position, "12>1") == "there is no pile 12, only 4 piles"


def test_horizon_counts_what_can_still_be_emptied() -> None:
    def horizon(position: Position) -> int:
        return int(protocol.run_horizon(GAME.state(position)))

    assert horizon(table("7C", "8D", "KC", "KD")) == 48
    assert horizon(table("7C", "8D", "KC", "KD", win="stock_empty_and_stuck")) == 52
    last = last_card("stock_empty_and_stuck")
    assert [horizon(GAME.play(last, moves)) for moves in ([], ["2>1"], ["2>1", "2>5"])] == [6, 5, 4]
    assert horizon(GAME.play(last_card("stock_empty"), ["2>1"])) == 0


def test_most_moves_there_can_be_fit() -> None:
    piles = [f"7{suit}" for suit in "CDHS"] + [f"8{suit}" for suit in "CDHS"]
    piles += [f"9{suit}" for suit in "CDHS"]
    assert len(legal_texts(table(*piles))) == 32 <= MAX_MOVES
    assert len(piles) == MAX_PILES


def test_state_is_a_flat_record() -> None:
    state = np.zeros(2, STATE)
    state[0] = GAME.state(table("7C", "8D", "KC", "KD"))[0]
    state[1] = state[0]
    protocol.run_apply(state[:1], GAME.enter(state[:1], "1>2"))
    assert GAME.legal(state[1:]) != GAME.legal(state[:1])
    assert STATE.isnative
    assert not STATE.hasobject


@pytest.mark.parametrize("seed", range(4))
def test_plays_like_the_naive_game(seed: int) -> None:
    random = Random(300 + seed)
    for _ in range(40):
        thrown = packed(random, wrap=random.random() < 0.5, stuck=random.random() < 0.5)
        position = GAME.read(as_json(thrown))
        assert as_naive(position) == thrown
        for _ in range(60):
            here = as_naive(position)
            texts = {f"{source + 1}>{target + 1}" for source, target in naive.moves(here)}
            assert legal_texts(position) == texts
            assert is_won(position) == naive.is_won(here)
            if not texts:
                break
            move = random.choice(sorted(texts))
            position = GAME.play(position, [move])
            assert as_naive(position) == naive.replay(here, [move])
