"""The notation of Risk: The Dalek Invasion of Earth. The rules are asked, never repeated here.

- `table` combines the notation. `patterns` has the lines with their verbs and synonyms, `argument_types` their values.
- `vocabulary` and `card_spelling` have the spellings of names and of declared results. `wordings` has the data for
  prose in posts.
- `chance` parses dice and cards, `results` declared results, `claims` board statements.
- `battle` has checks for the parts of a battle line. `read_count` parses the count of new Daleks.
- `orders` parses standing orders.
"""
