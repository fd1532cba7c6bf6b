"""The notation of Time of the Daleks: parsing and writing lines of posts. The rules are called, not repeated, here.

- The notation itself: `table`, with the `patterns` of its lines, their verbs and synonyms, and the
  `argument_types` for values.
- Values: `vocabulary` and `references` (names of cards and tiles), `dice_words`, `told_dice`, `icons`, `places`,
  `pool`.
- After a move: `chance` (what the writer saw), `results` and `stated` (declared results), `claims` (board statements).
- Others: `orders` (standing orders) and `wordings` (the vocabulary of prose).
"""
