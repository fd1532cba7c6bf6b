"""What lies in the box of Risk: The Dalek Invasion of Earth, as data: the `world_map` with its charts, and the `cards`.

No position and no rule is known here.
"""
