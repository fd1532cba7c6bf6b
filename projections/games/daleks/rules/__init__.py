"""The rulebook of Time of the Daleks: what is legal, what a move leads to, whose turn it is.

Nothing here reads, writes or draws.
"""
