"""The notation of the Collectible Card Game. It uses the rules but decides none.

- `table` is the notation. `patterns` lists its lines with verbs and synonyms, `argument_types` their values.
- `vocabulary` has the spellings, also of declared results. `reach` resolves the names of cards.
- `chance` handles results of chance in a line.
- `hits` and `uses` handle values that depend on each other: results of combat, costs of a Hit, abilities.
- `claims` reads board statements, `orders` standing orders, and `wordings` names in prose.
"""
