"""Risk: The Dalek Invasion of Earth in sentences.

`tell` has one for every event, with those of effects in `tell_effects`; `awaiting` says what has to be done now,
`recap` what came of a turn, `card_text` what cards do, `places` what places and what stands there are called in print;
`differ` how a stated number differs from the due one, `claim_words` puts claims into words.

Nothing here decides.
"""
