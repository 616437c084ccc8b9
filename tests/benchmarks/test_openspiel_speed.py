"""The comparison of speeds: searches named by the user, and figures that are ratios of sums."""

import argparse

import numpy as np
import pytest

from benchmarks.openspiel_speed import (
    OURS,
    measure,
    named,
    ours,
    ratio,
    ratios,
    references,
    speed,
    speeds,
)

HERE = "tests.benchmarks.test_openspiel_speed"


def fixed(number):
    """A search of 100 iterations in half a second, the odd ones in twice the time."""
    return 100, 1.0 if number % 2 else 0.5


def slow(_):
    return 10, 1.0


def test_speeds_and_ratios_are_those_of_sums():
    taken = measure({"fixed": fixed, "slow": slow}, 4)
    every = np.arange(4)
    assert speed(taken["fixed"], every) == pytest.approx(400 / 3)
    assert ratio(taken["fixed"], taken["slow"], every) == pytest.approx(40 / 3)
    assert [row[:2] for row in speeds(taken)] == [["fixed", "400"], ["slow", "40"]]
    assert ratios(taken, ["fixed"], ["slow"])[0][1].startswith("13.3 (")


def test_another_search_is_found_by_its_place():
    name, batch = named(f"mine={HERE}:fixed")
    assert (name, batch(0)) == ("mine", (100, 0.5))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mine", "'mine' is not of the form name=module:function"),
        ("mine=module", "is not of the form"),
        ("=a:b", "is not of the form"),
        ("mine=no.such:thing", "'mine=no.such:thing' cannot be loaded"),
        (f"mine={HERE}:missing", "cannot be loaded"),
    ],
)
def test_other_names_are_refused(text, reason):
    with pytest.raises(argparse.ArgumentTypeError, match=reason):
        named(text)


def test_our_searches_run_their_iterations():
    found = {name: batch(1) for name, batch in ours(200).items()}
    assert list(found) == list(OURS)
    assert all(iterations == 200 and seconds > 0 for iterations, seconds in found.values())


def test_all_searches_take_turns():
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    taken = measure({**ours(10), **references(10)}, 2)
    assert {len(one) for one in taken.values()} == {2}
    assert all((one > 0).all() for one in taken.values())
    assert taken["oh_hell"][:, 0].tolist() == [10, 10]
