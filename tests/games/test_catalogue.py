"""The list of games, which knows them without their code."""

import pytest

from kibitz.games.catalogue import GAMES, LISTED, ByGame, check_name, unknown_game
from kibitz.games.faults import BadInput, Fault, noted


@pytest.mark.parametrize("name", LISTED)
def test_what_is_listed_is_what_the_game_says(name):
    game = GAMES[name]
    title, counts = LISTED[name]
    assert (game.name, game.title, game.players) == (name, title, (counts[0], counts[-1]))
    for players in range(1, 9) if len(counts) > 1 else ():
        faults: list[Fault] = []
        with noted(faults):
            game.deal("1", {"players": players})
        assert (not faults) == (players in counts), players


def test_a_thing_is_made_once_and_not_before_it_is_asked_for():
    made: list[str] = []

    def make(name):
        made.append(name)
        return [name]

    things = ByGame(make, ("one", "two"))
    assert list(things) == ["one", "two"]
    assert len(things) == 2
    assert "one" in things
    assert made == []
    assert things["two"] is things["two"]
    assert made == ["two"]
    with pytest.raises(KeyError):
        things["three"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [("knave", "knaves"), ("knoty-nines", "knotty-nines"), ("Knaves", "knaves"), ("chess", None)],
)
def test_a_name_that_is_almost_right(asked, meant):
    message = unknown_game(asked)
    assert all(name in message for name in LISTED)
    assert message.endswith(f"; did you mean {meant}?") == (meant is not None)
    assert ("did you mean" in message) == (meant is not None)
    with pytest.raises(BadInput, match="is not a game here"):
        check_name(asked)


def test_a_name_that_is_right():
    assert [check_name(name) for name in LISTED] == [*LISTED]
