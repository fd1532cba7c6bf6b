"""The Collectible Card Game in sentences. No rule is decided here.

- `sentences` is the table of sentences. Its rows are in `move_sentences`, `chance_sentences`, `turn_sentences`,
  `card_sentences` and `combat_sentences`.
- `card_text` and `use_text` describe abilities and their use. `awaiting` describes the expected action.
- `recap` summarises a turn. `differ` compares a stated number with the expected one.
- `claim_words` puts board statements into words, and `places` fields and their values.
"""
