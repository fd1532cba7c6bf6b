"""What lies in the box of the Collectible Card Game: its parts as data, their grammar and their loader.

No position and no rule is known here.
"""
