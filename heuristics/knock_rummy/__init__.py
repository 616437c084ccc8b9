"""Knock Rummy: what to play without a search, what others likely hold, what a score is worth."""
