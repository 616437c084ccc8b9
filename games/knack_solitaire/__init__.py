"""K'nack Solitaire: one pack is laid out card by card, matching all that it touches."""
