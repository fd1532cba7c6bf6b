"""Positions of Keys to the TARDIS: the struct, names, the reducer and the bookkeeping it calls.

A rule of the game never stands here.
"""
