"""Exact chances of Time of the Daleks, from what a viewer knows.

Nothing here rolls.
"""
