"""Exact and sampling search for Knotty Nines."""
