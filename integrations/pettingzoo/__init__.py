"""PettingZoo: our games of several seats as its environments.

Importing this package registers them: ``pettingzoo.make("aec", "kibitz/knaves-v0")``. It needs the
package ``pettingzoo``, which ``kibitz[environments]`` installs.
"""

from typing import Final

from pettingzoo import register

from kibitz.games.catalogue import LISTED, folder_of
from kibitz.integrations.pettingzoo.environment import GameEnv, env

__all__ = ["IDS", "GameEnv", "env"]

IDS: Final = {
    name: f"kibitz/{folder_of(name)}-v0" for name, game in LISTED.items() if game.players != (1,)
}

for _name, _id in IDS.items():
    register("aec", _id, f"{__name__}.environment:env", kwargs={"name": _name})
