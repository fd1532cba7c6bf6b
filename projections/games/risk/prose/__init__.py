"""Sentences about Risk: The Dalek Invasion of Earth.

- `event_sentence` has a sentence for every event; `effect_sentences` has those for effects.
- `awaiting` describes the next action, `recap` the result of a turn, `card_text` the cards.
- `places` names fields and values. `differ` compares a recorded number with the expected one.
- `claim_words` describes board statements.

Nothing here decides a rule.
"""
