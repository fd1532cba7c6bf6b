"""Keys to the TARDIS in sentences.

`tell` has one for every fact, `recap` says what came of a turn, `claim_words` puts claims into words.

Nothing here decides.
"""
