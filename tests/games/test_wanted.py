"""Deals of a verdict and a difficulty: the first that fits, and what cannot be had."""

from itertools import product

import numpy as np
import pytest

from kibitz.contract.requests import Want
from kibitz.games.catalogue import GAMES
from kibitz.games.chance import mix
from kibitz.games.deal_requests import read_deal
from kibitz.games.faults import BadInput
from kibitz.games.wanted import DIFFICULTIES, SOLVABLE, UNSOLVABLE, Table, load_table
from tests.naive.wanted import first_fitting

SOLITAIRES = [name for name, game in GAMES.items() if game.players == (1, 1)]
WANTS = [
    Want(verdict="unsolvable"),
    *(Want(difficulty=difficulty) for difficulty in (None, *DIFFICULTIES)),
]
every_solitaire = pytest.mark.parametrize("name", SOLITAIRES)


def faults_of(name, **body):
    with pytest.raises(BadInput) as caught:
        read_deal(GAMES[name], body)
    return {(fault.pointer, fault.code) for fault in caught.value.faults}


def test_the_first_that_fits_is_that_of_a_plain_loop():
    rng = np.random.default_rng(1)
    for size in (1, 2, 5, 40):
        verdicts = rng.integers(0, 3, size).astype(np.uint8)
        wins = np.where(verdicts == SOLVABLE, rng.integers(0, 9, size), 0).astype(np.uint8)
        table = Table(verdicts, wins, 8, 6, 2)
        rows = [(int(verdict), int(won)) for verdict, won in zip(verdicts, wins, strict=True)]
        for want, start in product(WANTS, range(size)):
            asked = (want.verdict, want.difficulty)
            found = table.first(start, want)
            assert found == first_fitting(rows, 6, 2, start, *asked)
            if found is not None and want.difficulty:
                assert table.difficulty(found) == want.difficulty


@every_solitaire
def test_a_seed_beyond_the_table_begins_at_its_hash(name):
    table = load_table(name)
    size = len(table.verdicts)
    for seed in (size, 10**12, 2**64 - 1):
        begun = int(mix(np.uint64(seed))) % size
        for want in WANTS:
            assert table.first(seed, want) == table.first(begun, want)
    numbers = {table.first(size + i, Want(difficulty="hard")) for i in range(20)}
    assert len(numbers) > 10


@every_solitaire
def test_a_table_has_deals_of_every_kind(name):
    table = load_table(name)
    assert len(table.verdicts) == len(table.wins)
    assert 0 < table.medium < table.easy <= table.games
    assert not table.wins[table.verdicts != SOLVABLE].any()
    for want in WANTS:
        assert table.first(0, want) is not None


@every_solitaire
def test_the_number_deals_it_again(name):
    game = GAMES[name]
    for want, seed in product(WANTS, (0, 77, 2**63)):
        dealt = read_deal(game, {"seed": seed, "want": want.model_dump()})
        assert dealt.number is not None
        again = read_deal(game, {"seed": dealt.number})
        assert again.position == dealt.position
        assert (again.number, again.difficulty) == (None, None)
        assert dealt.difficulty == (want.difficulty or load_table(name).difficulty(dealt.number))
        assert (dealt.difficulty is None) == (want.verdict == "unsolvable")
        assert read_deal(game, {"seed": dealt.number, "want": want.model_dump()}) == dealt


@pytest.mark.parametrize("name", [name for name in GAMES if name not in SOLITAIRES])
def test_of_a_game_that_is_no_solitaire_nothing_is_wanted(name):
    assert faults_of(name, seed=1, want={}) == {("/want", "not_a_solitaire")}
    with pytest.raises(BadInput, match="is not a solitaire"):
        read_deal(GAMES[name], {"seed": 1, "want": {"verdict": "solvable"}})


@every_solitaire
def test_only_our_deals_under_the_default_rules_are_known(name):
    game = GAMES[name]
    usual = game.switches.usual
    assert read_deal(game, {"seed": 1, "rules": usual, "source": "kibitz", "want": {}}).number
    hidden = read_deal(game, {"seed": 1, "rules": {"information": "hidden"}, "want": {}})
    assert hidden.position.rules.information == "hidden"
    other = {"wrap": False} if name == "knotty-nines" else {"redeals": 0}
    assert faults_of(name, seed=1, rules=other, want={}) == {("/rules", "other_rules")}


@pytest.mark.parametrize("verdict", ["solvable", "unsolvable"])
@pytest.mark.parametrize("seed", [1, 77, 100_000, 100_001, 10**20])
def test_deals_of_pysolfc_are_known(verdict, seed):
    want, source = {"verdict": verdict}, {"source": "pysolfc"}
    game, table = GAMES["knotty-nines"], load_table("knotty-nines", "pysolfc")
    dealt = read_deal(game, {"seed": seed, "want": want} | source)
    assert dealt.number is not None
    assert (1 <= dealt.number <= 100_000, dealt.difficulty) == (True, None)
    assert read_deal(game, {"seed": dealt.number} | source).position == dealt.position
    code = {"solvable": SOLVABLE, "unsolvable": UNSOLVABLE}[verdict]
    assert table.verdicts[dealt.number] == code
    if seed <= 100_000:
        rows = [(int(each), 0) for each in table.verdicts]
        assert dealt.number == first_fitting(rows, 1, 1, seed, verdict, None)


def test_of_pysolfc_no_difficulty_and_no_other_deal_is_known():
    wrong = {"seed": "ms1", "source": "pysolfc", "rules": {"wrap": False}}
    assert faults_of("knotty-nines", **wrong, want={"difficulty": "easy"}) == {
        ("/rules", "other_rules"),
        ("/seed", "other_source"),
        ("/want/difficulty", "other_source"),
    }
    nothing = {"seed": "abc", "source": "pysolfc", "want": {}}
    with pytest.raises(BadInput) as caught:
        read_deal(GAMES["knotty-nines"], nothing)
    assert [fault.code for fault in caught.value.faults] == ["bad_seed"]


def test_deals_of_a_source_without_a_table_are_not_known(monkeypatch):
    monkeypatch.setattr("kibitz.games.wanted.has_table", lambda _, source: source == "kibitz")
    wrong = {"seed": 1, "source": "pysolfc", "rules": {"wrap": False}, "want": {}}
    assert faults_of("knotty-nines", **wrong) == {
        ("/rules", "other_rules"),
        ("/source", "other_source"),
    }


def test_all_faults_are_listed_together():
    want = {"verdict": "unsolvable", "difficulty": "easy", "luck": 1}
    wrong = {"seed": "x", "rules": {"piles": 99}, "source": "house", "hurry": True}
    assert faults_of("knotty-nines", want=want, **wrong) == {
        ("/want/difficulty", "no_difficulty"),
        ("/want/luck", "unknown_field"),
        ("/seed", "bad_seed"),
        ("/rules/piles", "too_large"),
        ("/source", "unknown_source"),
        ("/hurry", "unknown_field"),
    }


@pytest.mark.parametrize(
    ("want", "fault"),
    [
        (3, ("/want", "not_an_object")),
        ([], ("/want", "not_an_object")),
        ({"verdict": "unknown"}, ("/want/verdict", "unknown_value")),
        ({"verdict": None}, ("/want/verdict", "unknown_value")),
        ({"difficulty": "impossible"}, ("/want/difficulty", "unknown_value")),
    ],
)
def test_bad_wants(want, fault):
    assert faults_of("knack-solitaire", seed=1, want=want) == {fault}


def test_when_no_deal_fits(monkeypatch):
    table = Table(np.full(3, UNSOLVABLE, np.uint8), np.zeros(3, np.uint8), 8, 6, 2)
    monkeypatch.setattr("kibitz.games.wanted.load_table", lambda *_: table)
    assert faults_of("knotty-nines", seed=1, want={}) == {("/want", "none_fits")}


def test_a_solitaire_without_a_table(monkeypatch):
    monkeypatch.setattr("kibitz.games.wanted.has_table", lambda *_: False)
    assert faults_of("knotty-nines", seed=1, want={}) == {("/want", "no_table")}
