"""The Collectible Card Game in sentences. No rule is decided here.

- `event_sentence` has a sentence for every event. Those of effects are in `effect_sentences`, `card_sentences` and
  `combat_sentences`.
- `card_text` and `use_text` describe abilities and their use. `awaiting` describes the expected action.
- `recap` summarises a turn. `differ` compares a stated number with the expected one.
- `claim_words` puts board statements into words, and `places` fields and their values.
"""
