"""The Collectible Card Game in sentences. No rule is decided here.

- `sentences` is the table of sentences. It has the rows for chance. The other rows are in
  `move_sentences`, `effect_sentences` and `set_fields`.
- `card_text` and `use_text` describe abilities and their use. `awaiting` describes the expected action.
- `recap` summarises a turn.
- `places` puts fields, their values and board statements into words.
"""
