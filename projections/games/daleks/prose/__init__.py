"""Time of the Daleks in sentences.

- `sentences` has a sentence for every event, from the rows of `move_sentences`, `chance_sentences`, `effect_sentences`,
  `console_sentences`, `adventure_sentences` and `set_fields`.
- `card_text` describes cards and icons, `dice_story` the history of each die, `awaiting` the next task.
- `recap` summarises a turn. `differ` compares a declared number with the expected one, `claim_words` words a board
  statement, `places` names fields and values.

Nothing here decides rules.
"""
