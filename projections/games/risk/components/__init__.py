"""What lies in the box of Risk: The Dalek Invasion of Earth: its parts as data, their grammar and their loader.

No position and no rule is known here.
"""
