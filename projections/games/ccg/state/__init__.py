"""Positions of the Collectible Card Game, and how events change them. No rule is decided here.

- `position` is the struct. `reducer` applies each event to it.
- `zones` handles cards in play and their numbers, `piles` other cards, `stack` unfinished actions, and `values` a
  Creature's values. `names` gives displayed names.
- `fields` lists the fields that can be set, shown and stated, with `play_words` for two of them.
"""
