"""Learn the numbers of Knotty Nines again."""

import typer

from training.commands import GoOn, Minutes, Seed
from training.knotty_nines import value


def main(minutes: Minutes = 30, seed: Seed = 1, go_on: GoOn = False) -> None:
    """Learn the network of the policy and write it to its file in heuristics/knotty_nines."""
    value.learn(minutes, seed, afresh=not go_on)


if __name__ == "__main__":
    typer.run(main)
