"""The rulebook of Risk: The Dalek Invasion of Earth: what is legal, what a move leads to, whose turn it is.

Nothing here reads, writes or draws.
"""
