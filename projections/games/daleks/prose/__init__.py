"""Time of the Daleks in sentences.

`tell` has a sentence for every event; moves and effects stand in `tell_moves`, `tell_effects`, `tell_consoles` and
`tell_adventure`. `card_text` says what cards and icons do, `dice_story` what became of each die, `awaiting` what is
due, `recap` what came of a turn; `differ` says how a stated number differs from the due one, `claim_words` puts claims
into words, `places` what places and what stands there are called in print.

Nothing here decides.
"""
