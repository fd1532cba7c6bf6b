"""Counts over finished sessions: folds, summaries, statistics of dice.

Nothing here decides or draws.
"""
