"""The components of Risk: The Dalek Invasion of Earth as data: `world_map` with its charts, and `cards`.

Positions and rules are not known here.
"""
