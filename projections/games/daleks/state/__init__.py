"""Positions of Time of the Daleks, and their bookkeeping.

`position` is the struct, `reducer` what each event does to it, with `tiles`, `track`, `consoles`, `tray` (dice),
`piles` and `seen_cards`. `names` are what things are called, `numbers` those of Locations; `fields` the places that are
set, told and claimed, with `tiles_words`, `pools_words` and `begun_words`.

A rule of the game never stands here.
"""
