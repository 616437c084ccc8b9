"""Search: exact solvers, sampling, budgets and results. Knows a game through its protocol."""
