"""Judgement of Knotty Nines positions: a bound on the stock, and a policy built on it."""
