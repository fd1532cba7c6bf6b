"""Positions of Risk: The Dalek Invasion of Earth, and their bookkeeping.

`position` is the struct, `reducer` what each event does to it, with `battle` and `hands`. `names` are what things are
called; `fields` the places that are set, told and claimed, with `battle_words`.

A rule of the game never stands here.
"""
