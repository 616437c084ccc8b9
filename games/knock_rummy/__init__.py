"""Knock Rummy: draw, discard, and end the hand when your unmatched cards count least."""
