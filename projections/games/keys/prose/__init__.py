"""Texts about Keys to the TARDIS for players.

`sentences` has a sentence for every event, with the rows of `set_fields`. `recap` has a summary of a turn, `card_text`
the effects of cards.
`places` puts fields, values and board statements into words.

Rules of the game are not decided here.
"""
