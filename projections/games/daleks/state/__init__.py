"""The position of Time of the Daleks, and how events change it.

`position` defines the structs. `reducer` applies events with the help of `tiles`, `track`, `consoles`, `tray` (dice),
`piles` and `seen_cards`. `names` has the names of things, `numbers` the numbers of Locations. `fields` lists the fields
that can be set, described and claimed, with `tiles_words`, `pools_words` and `begun_words`.

Rules of the game are not decided here.
"""
