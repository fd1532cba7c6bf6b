"""Sentences about Risk: The Dalek Invasion of Earth.

- `sentences` has a sentence for every event, with the rows of `move_sentences`, `effect_sentences` and `set_fields`.
- `awaiting` describes the next action, `recap` the result of a turn, `card_text` the cards.
- `places` puts fields, values and board statements into words.

Nothing here decides a rule.
"""
