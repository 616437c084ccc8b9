"""Analysis of card games: what to play, whether a deal can be won, how good each move was."""
