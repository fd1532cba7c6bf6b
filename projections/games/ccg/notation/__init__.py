"""The notation of the Collectible Card Game. It uses the rules but decides none.

- `table` is the notation. `forms` lists its lines with verbs and synonyms, `slots` their values.
- `vocabulary` and `reach` resolve the names of cards. `chance` handles results of chance in a line.
- `stated` handles results that are declared by name.
- `fights`, `hits` and `uses` handle values that depend on each other: results of combat, costs of a Hit, abilities.
- `claims` reads board statements, `orders` standing orders, and `wordings` names in prose.
"""
