"""Exact chances of Risk: The Dalek Invasion of Earth, from what a viewer knows.

Nothing here rolls.
"""
