"""Knock Rummy: the search and the advice."""
