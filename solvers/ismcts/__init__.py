"""Search for games with hidden cards: from flat Monte Carlo to information-set tree search."""
