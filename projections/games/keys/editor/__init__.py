"""Values of Keys to the TARDIS set by hand and a turn left unplayed: what follows by rule.

What places there are stands in `state`.
"""
