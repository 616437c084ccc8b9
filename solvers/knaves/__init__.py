"""Knaves: search."""
