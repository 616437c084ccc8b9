import pytest

from kibitz.solvers.figures import is_lost, listing, number, percent, seats_named
from kibitz.solvers.wording import Wording, favouring, text_of

WORDING = Wording(
    {
        "left": "{n:card|cards} {n:?is|are} left, among them {cards:card}.",
        "seats": "Seats {seats:and} have {suit} in {chance:%} of the deals.",
        "gain": "It brings {points:+.2f} points, {chance:%1} of a win.",
    }
)


def test_a_sentence_is_made_from_code_and_facts() -> None:
    reason = WORDING.say("left", n=3, cards=["JH", "TD", "JK"])
    assert (reason.code, reason.args) == ("left", {"n": 3, "cards": ["JH", "TD", "JK"]})
    assert reason.text == "3 cards are left, among them J♥, T♦ and joker."
    assert WORDING.say("left", n=1, cards="AS").text == "1 card is left, among them A♠."
    said = WORDING.say("seats", seats=[1, 2], suit="hearts", chance=0.25)
    assert said.text == "Seats 1 and 2 have hearts in 25 % of the deals."
    few = Wording({"few": "{n:none} of them, {more:none} of these"})
    assert few.say("few", n=0, more=2).text == "none of them, 2 of these"
    assert WORDING.say("gain", points=-2.5, chance=1).text == (
        "It brings −2.50 points, 100.0 % of a win."
    )
    line = Wording({"line": "{moves:then}"})
    assert line.say("line", moves=["1>2", "2>3", "3>4"]).text == "1>2, 2>3 then 3>4"
    assert line.say("line", moves=["1>2", "2>3", "3>4", "4>5"]).text == "1>2, 2 more moves then 4>5"
    assert text_of([reason, said]) == f"{reason.text} {said.text}"


def test_codes_and_facts_that_are_not_there_are_refused() -> None:
    with pytest.raises(KeyError):
        WORDING.say("right", n=1)
    with pytest.raises(KeyError):
        WORDING.say("left", n=1)


@pytest.mark.parametrize(
    ("chance", "digits", "said"),
    [
        (0, 0, "0 %"),
        (0.001, 0, "under 1 %"),
        (0.005, 0, "under 1 %"),
        (0.006, 0, "1 %"),
        (0.00049, 1, "under 0.1 %"),
        (0.995, 0, "over 99 %"),
        (0.9995, 1, "over 99.9 %"),
        (1 - 1e-9, 1, "over 99.9 %"),
        (0.25, 1, "25.0 %"),
        (0.9996, 1, "over 99.9 %"),
        (0.999, 0, "over 99 %"),
        (1, 0, "100 %"),
    ],
)
def test_only_what_is_certain_reads_so(chance: float, digits: int, said: str) -> None:
    assert percent(chance, digits) == said


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.9996, 1, "99.9 % to 100.0 %"),
        (0.75, 0.9999, "75.0 % to 100.0 %"),
        (0, 0.0004, "0.0 % to 0.1 %"),
        (0.0001, 0.9, "0.0 % to 90.0 %"),
    ],
)
def test_the_ends_of_a_range_are_plain_numbers(low: float, high: float, said: str) -> None:
    wording = Wording({"range": "{low:from %1} to {high:to %1}"})
    assert wording.say("range", low=low, high=high).text == said


@pytest.mark.parametrize(
    ("points", "error", "said"),
    [
        (9.57, 7.59, "10 points behind, give or take 8."),
        (1.2, 1.1, "1.2 points behind, give or take 1.1."),
        (2.44, 1.96, "2.4 points behind, give or take 2.0."),
        (1.2, 3.7, "1 point behind, give or take 4."),
        (0.846, 0.15, "0.85 points behind, give or take 0.15."),
        (0.31, 4.0, "0.3 points behind, give or take 4."),
        (1234.5, 60, "1,234 points behind, give or take 60."),
        (1.0, 0.4, "1.0 points behind, give or take 0.4."),
        (1.0, 0.0, "1 point behind."),
        (20.0, 0, "20 points behind."),
        (1 / 3, 0.0, "0.33 points behind."),
        (5.3, 4.6, "5.3 points behind, give or take 4.6."),
        (16.2, 15.6, "16.2 points behind, give or take 15.6."),
        (5.041, 5.039, "5.041 points behind, give or take 5.039."),
        (4.6, 5.3, "5 points behind, give or take 5."),
        (1, 0.97, "1.00 points behind, give or take 0.97."),
        (0.003, 0.0, "0.003 points behind."),
    ],
)
def test_a_difference_shows_no_more_than_its_error_lets_it(
    points: float, error: float, said: str
) -> None:
    wording = Wording(
        {"behind": "{points:± {error} point|points} behind{error:give or take {points}}."}
    )
    assert wording.say("behind", points=points, error=error).text == said


def test_a_number_smaller_than_the_digits_of_its_error_is_lost() -> None:
    for value, error in ((0.0001, 1.4), (0.01, 4), (0.4, 3.6), (4e-4, 0.12), (0, 3), (0, 0)):
        assert is_lost(value, error), value
    for value, error in ((0.1, 1.4), (0.6, 4), (0.06, 3.5), (0.02, 0.12), (0.01, 0)):
        assert not is_lost(value, error), value


def test_a_difference_of_chances_is_in_percentage_points() -> None:
    wording = Wording({"behind": "{chance:%± {error}} behind{error:% give or take {chance}}."})
    said = wording.say("behind", chance=0.0231, error=0.0082).text
    assert said == "2.3 percentage points behind, give or take 0.8."
    assert wording.say("behind", chance=1.0, error=0.0).text == "100 percentage points behind."


def test_no_difference_reaches_beyond_the_largest_that_can_be() -> None:
    wording = Wording(
        {
            "chance": "{chance:%± {error}} behind{error:% give or take {chance}}.",
            "places": "{less:± {error} point|points} behind{error:give or take {less} of 1}.",
        }
    )
    said = wording.say("chance", chance=0.99, error=0.12).text
    assert said == "99 percentage points behind, and at least 87."
    said = wording.say("chance", chance=0.88, error=0.12).text
    assert said == "88 percentage points behind, give or take 12."
    said = wording.say("places", less=0.95, error=0.0912).text
    assert said == "0.95 points behind, and at least 0.86."


def test_lists_and_numbers_read_as_in_a_sentence() -> None:
    assert [listing([]), listing(["a"]), listing(["a", "b"])] == ["", "a", "a and b"]
    assert listing(["a", "b", "c"], "or") == "a, b or c"
    assert [seats_named([2]), seats_named([1, 2])] == ["seat 2", "seats 1 and 2"]
    assert [number(-0.001, ".2f"), number(-1.5), number(2000)] == ["0.00", "−1.5", "2,000"]


def test_reasons_that_hold_for_the_rival_too_are_left_out() -> None:
    best = [WORDING.say("left", n=1, cards="AS"), WORDING.say("left", n=2, cards="AS")]
    rival = [WORDING.say("left", n=2, cards="AS")]
    assert favouring(best, rival) == best[:1]
