"""The rulebook of the Collectible Card Game.

- Before play: `decks`, `setup`. The frame: `turns`, `status`, `decide` (which module decides a move), `legal`,
  `invariants`.
- The phases: `preparation`, `episodes`, `combat` with `combat_end`, `hits` and `support`, `bonus` (phase 4);
  `left_out`, what a table says that it did not do.
- Cards: `card_use`, `use_choices`, `targets`, `ability_effects`, `answers` and `windows` (who may answer),
  `consequences` (what follows at once), `creatures`; `exceptions` and `interpretation`, where a card meets a rule.

Nothing here reads, writes or draws.
"""
