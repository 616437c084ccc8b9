"""K'nack Solitaire without a search: the policy, and the cells that a slip may lay a card at."""

from collections.abc import Mapping
from typing import ClassVar

from kibitz.contract.options import Strength
from kibitz.games.knack_solitaire.play import CELLS
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.policy import run_first_cell
from kibitz.solvers.choosing import Chooser


class KnackSolitaireChooser(Chooser):
    """Whoever can lay the open card does; a slip lays it at any cell where it may lie."""

    slips: ClassVar[Mapping[Strength, float]] = {"beginner": 0.7, "casual": 0.3, "strong": 0.0}

    def policy(self, world: State) -> int:
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        laying = self._laying()
        return int(run_first_cell(world)) if laying else self.question.legal[0]

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return self._laying() or super().ideas(world)

    def _laying(self) -> list[int]:
        """The legal moves that lay the open card; besides them a card may be drawn, or a redeal."""
        return [move for move in self.question.legal if move >= CELLS]
