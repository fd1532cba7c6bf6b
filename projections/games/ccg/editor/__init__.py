"""Values of the Collectible Card Game set by hand and a turn left unplayed: what follows by rule.

What places there are stands in `state`.
"""
