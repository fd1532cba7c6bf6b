"""The rules of Keys to the TARDIS.

- The frame: `setup`, `turns`, `decide` (the rule of each move), `legal`, `invariants`.
- A turn: `play` (draw and play a card), `movement` with `paths`, `landing`, `bonus`.
- Cards: `card_uses`, `doors` (Keys and Sonic Screwdrivers), `laid_cards`, `assault`.

Nothing here reads files, writes files or draws.
"""
