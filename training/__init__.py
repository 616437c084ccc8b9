"""What made the weights and the tables of deals: self-play and fitting.

Nothing that runs in the service imports it.
"""
