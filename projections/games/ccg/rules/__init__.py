"""The rules of the Collectible Card Game. Nothing here reads files, stores data or rolls dice.

- Before play: `decks`, `setup`. The frame of the game: `turns`, `status`, `decide` (the rule of each move), `legal`,
  `invariants`.
- The phases: `preparation`, `episodes`, `combat` with `combat_end`, `hits` and `support`, `bonus` (phase 4). `left_out`
  handles compulsory steps that the players skipped.
- `versions`: the differences between the versions of the rules.
- Cards: `card_use`, `use_choices`, `targets`, `ability_effects`, `answers` and `windows` (who may answer),
  `consequences` (immediate effects), `creatures`. `exceptions` and `interpretation` handle cards that contradict a
  rule.
"""
