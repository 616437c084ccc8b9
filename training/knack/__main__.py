"""Find the numbers of K'nack again."""

import typer

from training.commands import Deals, Minutes, Players, Seed
from training.knack import judgement


def main(players: Players = 2, minutes: Minutes = 4, seed: Seed = 1, deals: Deals = 2_000) -> None:
    """Find the weights of the policy by duels, from those on file, and print them."""
    typer.echo(judgement.find(players, minutes, seed, deals).round(2).tolist())


if __name__ == "__main__":
    typer.run(main)
