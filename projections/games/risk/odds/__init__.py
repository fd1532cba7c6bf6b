"""Exact chances of Risk: The Dalek Invasion of Earth: `chances` in sentences, `battle_odds` reckons them.

Nothing here rolls.
"""
