"""The Collectible Card Game in sentences.

`tell` has a sentence for every event; those of effects stand in `tell_effects`, `tell_cards` and `tell_combat`.
`card_text` and `use_text` say what cards do and are used for, `awaiting` what has to be done now, `recap` what came of
a turn; `differ` says how a stated number differs from the due one, `claim_words` puts claims into words, `places` what
places and what stands there are called in print.

Nothing here decides.
"""
