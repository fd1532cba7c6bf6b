"""Positions of Time of the Daleks: the struct, names, the reducer and the bookkeeping it calls.

A rule of the game never stands here.
"""
