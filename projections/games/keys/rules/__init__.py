"""The rulebook of Keys to the TARDIS: what is legal, what a move leads to, whose turn it is.

Nothing here reads, writes or draws.
"""
