"""Knaves: what to play without a search, what is likely held, what a score is worth."""
