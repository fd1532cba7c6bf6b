"""Counts over sessions: `summaries` of a session and of its dice, and `dice_stats`, what fair dice do.

Nothing here decides or draws.
"""
