"""Knotty Nines, a solitaire of nine piles built down by rank and a stock to be emptied."""
