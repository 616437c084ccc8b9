"""Gymnasium: our solitaires as its environments.

Importing this package registers them: ``gymnasium.make("kibitz/KnottyNines-v0")``. It needs the
package ``gymnasium``, which ``kibitz[environments]`` installs.
"""

from typing import Final

from gymnasium.envs.registration import register

from kibitz.games.catalogue import LISTED

__all__ = ["IDS"]

# Cards of Knotty Nines can be moved to and fro for ever.
MOST_STEPS: Final = 1_000
IDS: Final = {
    name: f"kibitz/{''.join(part.title() for part in name.split('-'))}-v0"
    for name, game in LISTED.items()
    if game.players == (1,)
}

for _name, _id in IDS.items():
    register(
        _id,
        f"{__name__}.environment:SolitaireEnv",
        max_episode_steps=MOST_STEPS,
        kwargs={"name": _name},
    )
