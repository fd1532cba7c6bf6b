"""Positions of Risk: The Dalek Invasion of Earth: the struct, names, the reducer and the bookkeeping it calls.

A rule of the game never stands here.
"""
