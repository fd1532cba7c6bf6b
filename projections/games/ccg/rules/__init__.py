"""The rulebook of the Collectible Card Game: what is legal, what a move leads to, whose turn it is.

Nothing here reads, writes or draws.
"""
