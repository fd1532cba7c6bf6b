"""Positions of Keys to the TARDIS, and their bookkeeping.

`position` is the struct, `reducer` what each event does to it, `names` are what things are called, `fields` the places
that are set, told and claimed.

A rule of the game never stands here.
"""
