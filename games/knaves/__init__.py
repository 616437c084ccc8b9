"""Knaves, a trick game for three: a point for each trick, but jacks taken cost points."""
