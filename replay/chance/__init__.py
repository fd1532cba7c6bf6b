"""The sources of chance and time: the dice tower, typed and recorded results, the clock.

Nothing here knows a session or a store.
"""
