"""The options that the commands of all games share."""

from typing import Annotated

import typer

Minutes = Annotated[float, typer.Option(min=0, help="How long to go on.")]
Seed = Annotated[int, typer.Option(min=0, help="Equal seeds play equal deals.")]
GoOn = Annotated[bool, typer.Option("--go-on", help="Begin with the weights on file.")]
Players = Annotated[int, typer.Option(help="Seats at the table.")]
Deals = Annotated[int, typer.Option(min=2, help="Deals of the first of two duels.")]
