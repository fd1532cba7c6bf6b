"""Positions of the Collectible Card Game, and their bookkeeping.

`position` is the struct, `reducer` what each event does to it, with `zones` (cards in play), `values`, `piles` and
`stack` (what was begun). `names` are what things are called, `numbers` those of cards in play; `fields` the places that
are set, told and claimed, with `play_words` and `begun_words`.

A rule of the game never stands here.
"""
