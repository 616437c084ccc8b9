"""OpenSpiel: our games as games of that framework, and its search as a player of ours.

Its modules need the package ``open_spiel``, which ``kibitz[openspiel]`` installs.
"""
