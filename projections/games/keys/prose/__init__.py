"""Keys to the TARDIS in sentences.

`tell` has one for every event, `recap` says what came of a turn, `card_text` what cards do, `claim_words` puts claims
into words, `places` what places and what stands there are called in print.

Nothing here decides.
"""
