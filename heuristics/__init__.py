"""Judgement: bounds, orderings and policies. Imports games only."""
