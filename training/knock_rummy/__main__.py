"""Find the numbers of Knock Rummy again."""

from enum import StrEnum
from typing import Annotated

import typer

from training.commands import GoOn, Minutes, Players, Seed, take_only
from training.knock_rummy import equity, kinds, leanings, thresholds, value


class What(StrEnum):
    """What there is to find."""

    THRESHOLDS = "thresholds"
    KINDS = "kinds"
    LEANINGS = "leanings"
    EQUITY = "equity"
    VALUE = "value"


def main(
    context: typer.Context,
    what: Annotated[What, typer.Argument()] = What.THRESHOLDS,
    seed: Seed = 0,
    players: Players = 2,
    minutes: Minutes = 40,
    go_on: GoOn = False,
) -> None:
    """Find when to knock (thresholds), what others hold (leanings), kinds, or the odds (equity).

    These numbers are printed, as they stand in heuristics/knock_rummy, and take the seed alone. The
    network of the policy (value) takes players, minutes and whether to go on from the weights on
    file, too, and writes its weights, those for two players or those for more, to its file.
    """
    learns = what is What.VALUE
    take_only(context, what, ("seed", "players", "minutes", "go_on") if learns else ("seed",))
    if learns:
        value.learn(players, minutes, seed, afresh=not go_on)
        return
    find = {
        "thresholds": thresholds.find,
        "kinds": kinds.find,
        "leanings": leanings.find,
        "equity": equity.find,
    }
    typer.echo(find[what](seed), nl=False)


if __name__ == "__main__":
    typer.run(main)
