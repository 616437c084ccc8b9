"""Judgement of K'nack Solitaire: a bound that forgets geometry, and where to lay a card."""
