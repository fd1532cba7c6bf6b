"""Positions of Risk: The Dalek Invasion of Earth, and their updates.

`position` defines the position. `reducer` applies events to it, with `battle` and `hands`. `names` has display names.
`fields` defines the fields to set, describe and state, with `battle_words`. No rule of the game is decided here.
"""
