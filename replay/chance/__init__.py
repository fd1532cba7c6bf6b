"""Where chance and the clock get in: the dice tower, typed and recorded results, the clock.

Nothing here knows a session or a store.
"""
