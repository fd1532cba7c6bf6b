"""Texts about Keys to the TARDIS for players.

`sentences` has a sentence for every event, `recap` a summary of a turn, `card_text` the effects of cards.
`claim_words` puts board statements into words, `places` has the printed names of fields and values.

Rules of the game are not decided here.
"""
